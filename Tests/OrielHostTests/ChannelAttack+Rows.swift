import OrielWire

/// The attacks, one row each.
extension ChannelAttack {
  /// All of them.
  static let all = types + order + sizes + counts + identifiers + descriptors + silence + closing

  private static let answer = Step.message(Complete(items: [], itemFailures: [], flags: 0))
  private static let working = Step.message(Complete(items: [], itemFailures: [], flags: 1))
  private static let report = Step.message(Report(layers: []))
  private static let failure = WireFailure(domain: "d", code: 1, text: "t")

  /// A load of the only attachment.
  private static func load(_ id: UInt64, attachment: UInt32 = 0, type: String = "public.data")
    -> Step
  {
    .message(LoadAttachment(attachment: attachment, type: type, form: .bytes), id: id)
  }

  /// A load of the preview of an attachment.
  private static func preview(_ id: UInt64, of attachment: UInt32 = 0, width: UInt32 = 64) -> Step {
    .message(LoadPreview(attachment: attachment, width: width, height: 64), id: id)
  }

  /// The packet of a message.
  private static func packet(_ message: some WireMessage, id: UInt64) -> [UInt8] {
    (try? message.packet(id: id).bytes) ?? []
  }

  /// An answer that names a content.
  private static func answer(content: UInt32, size: UInt64) -> Step {
    let representation = WireReturnedRepresentation(
      type: "public.data",
      source: .content(number: content, size: size)
    )
    let item = WireReturnedItem(attachments: [
      WireReturnedAttachment(representations: [representation])
    ])
    return .message(Complete(items: [item], itemFailures: [], flags: 0))
  }

  /// A part of a content.
  private static func part(_ count: Int, of content: UInt64 = 0) -> [UInt8] {
    let bytes = [UInt8](repeating: 7, count: count)
    return (try? ContentPart(bytes: bytes).packet(id: content).bytes) ?? []
  }

  private static let types: [ChannelAttack] = [
    Self("a type that does not exist", [.raw(99)], .violation("unknown type 99")),
    Self("the type 0", [.raw(0)], .violation("unknown type 0")),
    Self("a message of hosts", [.message(Finish())], .violation("unknown type 52")),
    Self(
      "a message of runners",
      [
        .message(
          Exited(status: 0, userMicroseconds: 0, systemMicroseconds: 0, peakResidentKibibytes: 0)
        )
      ],
      .violation("unknown type 20")
    ),
    Self("another version", [.raw(35, version: 2)], .violation("unknown version 2")),
    Self("a payload of another type", [.raw(37, [1, 2, 3])], .violation("ends too early")),
    Self("text that is not UTF-8", [.raw(42, [3, 1, 0, 0, 0, 0xFF])], .violation("not UTF-8")),
    Self("a Boolean of 2", [.raw(37, [1, 0, 0, 0, 2])], .violation("meaningless number 2")),
    Self(
      "a property list nested ten thousand deep",
      [
        .message(
          Complete(
            items: [WireReturnedItem(userInfo: Array(String(repeating: "(", count: 10_000).utf8))],
            itemFailures: [],
            flags: 0
          )
        )
      ],
      .violation("user info that is no property list")
    ),
  ]

  private static let order: [ChannelAttack] = [
    Self(
      "a preview before the library is loaded",
      from: .reported,
      [.message(LoadPreview(attachment: 0, width: 1, height: 1), id: 1)],
      .violation("sent 'loadPreview' while it was loading")
    ),
    Self(
      "a word about a load before the library is loaded",
      from: .reported,
      [.message(LoadNotice(.watched), id: 1)],
      .violation("sent 'loadNotice' while it was loading")
    ),
    Self(
      "loaded before the report",
      from: .silent,
      [.message(Loaded(loadMicroseconds: 1))],
      .violation("sent 'loaded' while it was launching")
    ),
    Self(
      "an answer before the report",
      from: .silent,
      [answer],
      .violation("while it was launching")
    ),
    Self(
      "an answer before the request",
      from: .reported,
      [answer],
      .violation("while it was loading")
    ),
    Self("a second report", from: .reported, [report], .violation("sent 'report'")),
    Self("a late report", [report], .violation("sent 'report' while it was active")),
    Self("loaded again", [.message(Loaded(loadMicroseconds: 1))], .violation("sent 'loaded'")),
    Self(
      "a failed launch that was none",
      [.message(LaunchFailed(layer: nil, errno: 1, text: "x"))],
      .violation("sent 'launchFailed'")
    ),
    Self("began twice", [.message(Began()), .message(Began())], .violation("sent 'began' twice")),
    Self(
      "died twice",
      [
        .message(Died(kind: .signal, signal: 6, text: "")),
        .message(Died(kind: .signal, signal: 6, text: "")),
      ],
      .violation("twice")
    ),
    Self(
      "work that ends before its answer",
      [.message(FinishWork())],
      .violation("sent 'finishWork'")
    ),
    Self("two answers", [answer, answer], .completed),
    Self(
      "an answer and a cancellation",
      [answer, .message(Cancel(failure: failure, itemFailures: []))],
      .completed
    ),
    Self("garbage after the answer", [answer, .raw(99)], .completed),
    Self("contents out of order", [.send(part(1, of: 1))], .violation("out of order")),
    Self(
      "contents that go back",
      [
        .send(part(1)), .send(part(1, of: 1)), .send(part(1)),
      ],
      .violation("out of order")
    ),
  ]

  private static let sizes: [ChannelAttack] = [
    Self("six bytes", [.send([255, 255, 255, 255, 255, 255])], .violation("ends too early")),
    Self("one byte less than a header", [.padded([], to: 15)], .violation("ends too early")),
    Self(
      "an announced length of -1",
      [.raw(35, length: .max)],
      .violation("announces 4294967295 bytes")
    ),
    Self(
      "an announced length of 2^31",
      [.raw(35, length: 1 << 31)],
      .violation("announces 2147483648 bytes")
    ),
    Self("bytes after the end", [.raw(35, [0])], .violation("1 bytes follow")),
    Self(
      "a payload one byte too long",
      [.padded(Step.packet(42, length: 65_537), to: 65_553)],
      .violation("too long")
    ),
    Self(
      "a packet of 150,000 bytes",
      [.padded(Step.packet(42, length: 149_984), to: 150_000)],
      .violation("too long")
    ),
    Self(
      "a text of -1 bytes",
      [.raw(42, [3] + Step.number(UInt32.max))],
      .violation("the length 4294967295")
    ),
    Self(
      "a text of 2^31 bytes",
      [.raw(42, [3] + Step.number(UInt32(1) << 31))],
      .violation("the length 2147483648")
    ),
    Self(
      "a long message of 2^63 bytes",
      [.raw(0x8025, Step.number(UInt64(1) << 63))],
      .violation("the length 9223372036854775808")
    ),
    Self(
      "a long message of -1 bytes",
      [.raw(0x8025, Step.number(UInt64.max))],
      .violation("the length 18446744073709551615")
    ),
    Self(
      "a long message of 3 bytes",
      [.raw(0x8025, Step.number(UInt64(3)))],
      .violation("meaningless number 3")
    ),
    Self(
      "a long message without its content",
      [.raw(0x8025, Step.number(UInt64(70_000)))],
      .violation("without its content")
    ),
    Self(
      "a long message of another size",
      [.send(part(10)), .raw(0x8025, Step.number(UInt64(70_000)))],
      .violation("announces 70000 bytes")
    ),
    Self(
      "a content of 2^63 bytes",
      [.send(part(3)), answer(content: 0, size: 1 << 63)],
      .violation("is not what it said")
    ),
    Self(
      "a content of -1 bytes",
      [.send(part(3)), answer(content: 0, size: .max)],
      .violation("is not what it said")
    ),
    Self(
      "a content that is too short",
      [.send(part(3)), answer(content: 0, size: 4)],
      .violation("is not what it said")
    ),
    Self(
      "a content that does not exist",
      [.send(part(3)), answer(content: .max, size: 3)],
      .violation("without its content")
    ),
  ]

  private static let counts: [ChannelAttack] = [
    Self(
      "2^31 items",
      [.raw(37, Step.number(UInt32(1) << 31))],
      .violation("the length 2147483648")
    ),
    Self(
      "64 items that are not there",
      [.raw(37, Step.number(UInt32(64)))],
      .violation("ends too early")
    ),
    Self(
      "loads whose answers nobody reads, or too many of them",
      [
        .repeated(
          2001,
          (try? LoadAttachment(attachment: 1, type: "a", form: .url).packet(id: 1).bytes) ?? []
        )
      ],
      .violation("more than")
    ),
    Self("257 contents", (0...257).map { .send(part(1, of: $0)) }, .violation("contents")),
    Self(
      "a content of 17 MiB",
      [.repeated(280, part(65_000))],
      .violation("a content of more than")
    ),
    Self(
      "contents of 26 MiB",
      [.repeated(200, part(65_000)), .repeated(200, part(65_000, of: 1))],
      .violation("returned more than")
    ),
    Self("2001 messages", [.repeated(2001, Step.packet(41))], .violation("more than 2000")),
    Self(
      "20,000 lines of log",
      [
        .repeated(20_000, (try? Log(level: 1, text: "flood").packet().bytes) ?? []), answer,
      ],
      .completed
    ),
    Self(
      "an error about an item that is not there",
      [
        .message(
          Cancel(failure: failure, itemFailures: [WireItemFailure(item: .max, failure: failure)])
        )
      ],
      .violation("an item that was not there")
    ),
  ]

  private static let identifiers: [ChannelAttack] = [
    Self("a load with the id 0", [load(0)], .violation("loads")),
    Self("the same id for two loads", [load(1), load(1), answer], .completed),
    Self("the largest id", [load(.max), answer], .completed),
    Self("an attachment that is not there", [load(1, attachment: .max), answer], .completed),
    Self("a type that is not there", [load(1, type: "no.such.type"), answer], .completed),
    Self("a cancelled load that was none", [.message(CancelLoad(), id: 77), answer], .completed),
    Self("a load after the answer", [answer, load(1)], .completed),
    Self("a preview with the id 0", [preview(0)], .violation("loads")),
    Self("a preview of no attachment", [preview(1, of: .max), answer], .completed),
    Self("a preview of no pixels", [preview(1, width: 0), answer], .completed),
    Self("a preview after the answer", [answer, preview(1)], .completed),
    Self(
      "a notice of no meaning",
      [.raw(46, id: 1, [3])],
      .violation("meaningless number 3")
    ),
    Self(
      "notices of loads that were none",
      [
        .message(LoadNotice(.watched)), .message(LoadNotice(.watched), id: 77),
        .message(LoadNotice(.released), id: 77), .message(LoadNotice(.released), id: .max), answer,
      ],
      .completed
    ),
    Self(
      "one load watched and released a hundred times",
      [
        load(1), .repeated(100, packet(LoadNotice(.watched), id: 1)),
        .repeated(100, packet(LoadNotice(.released), id: 1)), answer,
      ],
      .completed
    ),
    Self(
      "2001 notices",
      [.repeated(2001, packet(LoadNotice(.watched), id: 1))],
      .violation("more than 2000")
    ),
    Self("the number of another request", [.message(Began(), id: 1), answer], .completed),
  ]

  private static let descriptors: [ChannelAttack] =
    [1, 2, 16].map {
      Self(
        "\($0) descriptors",
        [.pass(.copies($0), with: Step.packet(35))],
        .violation("came with \($0) descriptors")
      )
    }
    + [17, 253].map {
      Self("\($0) descriptors", [.pass(.copies($0), with: Step.packet(35))], .violation("too long"))
    }
    + ([.sealed, .unsealed, .shrinking, .sparse, .huge] as [PassedDescriptors.Memory]).map {
      Self(
        "memory that is \($0)",
        [.pass(.memory($0), with: Step.packet(0x8025, Step.number(UInt64(70_000))))],
        .violation("without its content")
      )
    }
    + [
      Self(
        "CVE-2021-0920: sockets inside themselves",
        [.pass(.cycle, with: Step.packet(35))],
        .violation("came with 2 descriptors")
      ),
      Self(
        "a device",
        [.pass(.file("/dev/zero"), with: Step.packet(35))],
        .violation("came with 1 descriptors")
      ),
      Self(
        "a folder",
        [.pass(.file("/"), with: Step.packet(35))],
        .violation("came with 1 descriptors")
      ),
      Self(
        "a process",
        [.pass(.process, with: Step.packet(35))],
        .violation("came with 1 descriptors")
      ),
      Self(
        "a poll set",
        [.pass(.pollSet, with: Step.packet(35))],
        .violation("came with 1 descriptors")
      ),
      Self(
        "descriptors with a packet that is cut",
        [.pass(.copies(16), with: [UInt8](repeating: 0, count: 150_000))],
        .violation("too long")
      ),
      Self(
        "descriptors with a packet that is no message",
        [.pass(.copies(16), with: [1])],
        .violation("ends too early")
      ),
      Self(
        "descriptors after the answer",
        [answer, .pass(.copies(16), with: Step.packet(35))],
        .completed
      ),
    ]

  private static let silence: [ChannelAttack] = [
    Self("silence from the start", from: .silent, [], .failure("setup"), isHurried: true),
    Self(
      "silence after the report",
      from: .reported,
      [],
      .failure("timeout.start"),
      isHurried: true
    ),
    Self("silence after the start", [], .failure("timeout.request"), isHurried: true),
    Self(
      "half a content, then silence",
      [.send(part(100))],
      .failure("timeout.request"),
      isHurried: true
    ),
    Self("loads, then silence", [load(1), load(2)], .failure("timeout.request"), isHurried: true),
    Self("work after the answer that never ends", [working], .completed, isHurried: true),
  ]

  private static let closing: [ChannelAttack] = [
    Self("an end that says nothing", from: .silent, [.exit], .failure("setup")),
    Self("an end after the report", from: .reported, [.exit], .failure("crash.exited")),
    Self("an end after the start", [.exit], .failure("crash.exited")),
    Self("an end inside a content", [.send(part(100)), .exit], .failure("crash.exited")),
    Self("an end with a load under way", [load(1), .exit], .failure("crash.exited")),
    Self("an end after the answer", [answer, .exit], .completed),
    Self(
      "a closed channel and a process that stays",
      [.close],
      .violation("closed its connection"),
      real: .failure("crash.exited")
    ),
    Self("a closed channel after the answer", [answer, .close], .completed),
    Self(
      "a packet of no bytes",
      [.send([])],
      .violation("closed its connection"),
      real: .failure("crash.exited")
    ),
  ]
}
