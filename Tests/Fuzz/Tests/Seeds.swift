import Foundation
import OrielPropertyList
import OrielTesting
import OrielWire

/// Where fuzzing begins: inputs that each decoder accepts, made from real messages and files.
///
/// They are committed, so that a fuzzer needs no test; `ORIEL_RECORD_SEEDS=1` writes them again.
enum Seeds {
  /// The seeds of a decoder by their names.
  static func all(for target: FuzzTarget) throws -> [String: [UInt8]] {
    switch target {
    case .conversation: try conversations()
    case .messages: try messages()
    case .xml: lists(.xml)
    case .binary: lists(.binary)
    case .text: lists(.openStep).merging(texts) { first, _ in first }
    case .json: lists(.json).merging(json) { first, _ in first }
    case .executable: try executables()
    case .manifest: manifests()
    case .services: services
    case .rule: RuleSeeds.all
    case .mimecache: CacheSeeds.all
    case .unpacked: UnpackedSeeds.all
    case .picture: pictures
    case .index: IndexSeeds.all
    case .interface: try interfaces()
    case .callback: LibraryCallSeeds.all
    }
  }

  // MARK: - Interfaces

  /// The descriptions of real libraries, which use all of the language.
  private static func interfaces() throws -> [String: [UInt8]] {
    var seeds: [String: [UInt8]] = [:]
    for library in RealInterface.allCases { seeds["\(library)"] = Array(try library.text.utf8) }
    return seeds
  }

  // MARK: - Pictures

  /// The beginnings of pictures of both formats.
  private static let pictures: [String: [UInt8]] = [
    "png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 1, 0, 0, 0, 0, 64, 8, 6, 0, 0, 0],
    "jpeg": [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 64, 1, 0, 1],
  ]

  // MARK: - Messages

  /// Every message of an instance, with something in each part.
  private static let ofInstance: [any WireMessage] = [
    LaunchFailed(layer: .mountNamespace, errno: 1, text: "attaching the bundle"),
    Report(layers: [
      LayerStatus(.systemCallFilter, .full),
      LayerStatus(.mountNamespace, .partial, errno: 13, detail: "x"),
    ]),
    Loaded(loadMicroseconds: 400),
    LoadFailed(kind: .linker, text: "undefined symbol: x"),
    Began(),
    ContentPart(bytes: [1, 2, 3]),
    answer,
    Cancel(failure: failure, itemFailures: [WireItemFailure(item: 0, failure: failure)]),
    FinishWork(),
    LoadAttachment(attachment: 1, type: "public.jpeg", form: .descriptor),
    CancelLoad(),
    LoadPreview(attachment: 1, width: 128, height: 64),
    LoadNotice(.watched),
    LoadNotice(.released),
    Log(level: 2, text: "a line"),
    Died(kind: .signal, signal: 6, text: "SIGABRT"),
    Ask(.connect(host: "example.com", port: 443)),
    Refused(
      total: 2,
      refusal: WireRefusal(
        call: 257,
        errno: 13,
        arguments: [1, 2],
        paths: [Array("/etc/shadow".utf8)],
        frames: [WireCallFrame(library: Array("x.so".utf8), symbol: [], offset: 16)]
      )
    ),
  ]

  /// Every message of the runner.
  private static let ofRunner: [any WireMessage] = [
    RunnerReady(
      processIdentifier: 2,
      layers: [LayerStatus(.userNamespace, .full)],
      landlockVersion: 7
    ),
    RunnerFailed(stage: "starting", layer: .userNamespace, errno: 28, text: "x"),
    Launched(processIdentifier: 3),
    LaunchFailed(layer: nil, errno: 2, text: "x"),
    Exited(status: 9, userMicroseconds: 1, systemMicroseconds: 2, peakResidentKibibytes: 3),
    Violated(call: 101, architecture: 0xC000_003E, instruction: 4096, arguments: [0, 1]),
  ]

  private static let failure = WireFailure(domain: "org.example", code: -5, text: "no")

  private static let answer = Complete(
    items: [
      WireReturnedItem(
        title: "title",
        text: "text",
        userInfo: Array("{a=b;}".utf8),
        attachments: [
          WireReturnedAttachment(
            suggestedName: "a.jpg",
            representations: [
              WireReturnedRepresentation(type: "public.jpeg", source: .inline([1, 2])),
              WireReturnedRepresentation(
                type: "public.data",
                source: .content(number: 0, size: 3)
              ),
            ]
          )
        ]
      )
    ],
    itemFailures: [WireItemFailure(item: 0, failure: failure)],
    flags: 1
  )

  /// One message each, after the number of its direction.
  private static func messages() throws -> [String: [UInt8]] {
    var seeds: [String: [UInt8]] = [:]
    for (direction, messages) in [ofInstance, ofRunner].enumerated() {
      for message in messages {
        let name = "\(Swift.type(of: message))-\(direction)"
        seeds[name] = [UInt8(direction)] + (try message.packet(id: 7).bytes)
      }
    }
    return seeds
  }

  // MARK: - Conversations

  /// A record with a message.
  private static func record(_ message: some WireMessage, id: UInt64 = 0) throws -> [UInt8] {
    let packet = try message.packet(id: id).bytes
    return [0, UInt8(packet.count & 0xFF), UInt8(packet.count >> 8)] + packet
  }

  /// Whole conversations that end with an answer.
  private static func conversations() throws -> [String: [UInt8]] {
    let start = try record(Report(layers: [])) + record(Loaded(loadMicroseconds: 1))
    let part = try record(ContentPart(bytes: [1, 2]), id: 0) + record(ContentPart(bytes: [3]))
    let empty = try record(Complete(items: [], itemFailures: [], flags: 0))
    let cancel = try record(Cancel(failure: failure, itemFailures: []))
    let load = try record(LoadAttachment(attachment: 0, type: "public.data", form: .bytes), id: 1)
    let log = try record(Log(level: 3, text: "line"))
    let ask = try record(Ask(.openURL("https://example.com")), id: 9)
    return [
      "empty": start + empty,
      "cancel": start + cancel,
      "work": try start + record(Began()) + log + part + record(answer) + record(FinishWork()),
      "ask": try start + ask + record(Ask(.withdrawn), id: 9) + ask + empty,
      "load": try start + load + record(CancelLoad(), id: 1) + load + empty,
      // The host cancels; the answer shows that the extension understood.
      "grace": start + empty + [2, 9, 2, 10],
      "parts": start + [3, 0, 255, 3, 0, 255, 3, 0, 10, 3, 1, 1] + empty,
      "long": start + [4, 3, 0, 0, 0, 0, 0] + empty,
    ]
  }

  // MARK: - Property lists

  /// A list with every kind of value that a format has.
  private static func lists(_ format: PropertyListFormat) -> [String: [UInt8]] {
    let plain: PropertyListDictionary = [
      "text": .string("é🎉 & <b> \"q\" \n"), "data": .data([0, 1, 254, 255]),
      "list": .array([.string(""), .array([]), .dictionary([:])]),
    ]
    var every = plain
    every.add("big", .unsigned(.max))
    every.add("small", .integer(-5))
    every.add("numbers", .array([.integer(3), .integer(300), .integer(70_000)]))
    every.add("real", .real(-0.25))
    every.add("flags", .array([.boolean(true), .boolean(false)]))
    if let date = PropertyListDate(secondsSince2001: 700_000_000) { every.add("date", .date(date)) }
    let value = PropertyListValue.dictionary(format == .openStep ? plain : every)
    let text = PropertyListValue.string("x")
    return [
      "every": value.serialized(as: format), "string": text.serialized(as: format),
      "array": PropertyListValue.array([text, text]).serialized(as: format),
    ]
  }

  /// Text as people write it.
  private static let texts: [String: [UInt8]] = [
    "strings": Array(
      #"""
      /* A title */ "title" = "Photo \"Blog\" \U00e9\Ud83c\Udf89\344\n"; // x
      key = 'v'; lonely;
      """#.utf8
    ),
    "braces": Array("{ a = (b, <00 ff>, { c; },); }".utf8),
    "utf16": [0xFE, 0xFF] + "{a = \"é\";}".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
  ]

  /// JSON as people write it.
  private static let json: [String: [UInt8]] = [
    "numbers": Array("[0, -0, 1.5e-3, 18446744073709551615, 99999999999999999999]".utf8),
    "escapes": Array(#"{"\u00e9\ud83c\udf89\/\n": [true, false, {}, []], "": "é"}"#.utf8),
    "utf16": [0xFE, 0xFF] + "[\"é\"]".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
  ]

  /// Manifests in each format.
  private static func manifests() -> [String: [UInt8]] {
    let manifest = PropertyListValue.dictionary([
      "CFBundleIdentifier": .string("com.example.photoblog"),
      "CFBundleDisplayName": .string("Photo Blog"), "CFBundleName": .string("PhotoBlog"),
      "CFBundleExecutable": .string("PhotoBlog.so"), "CFBundlePackageType": .string("XPC!"),
      "CFBundleVersion": .string("12"), "CFBundleShortVersionString": .string("1.2"),
      "NSExtension": .dictionary([
        "NSExtensionPointIdentifier": .string("com.apple.share-services"),
        "NSExtensionPrincipalClass": .string("Main"),
        "NSExtensionAttributes": .dictionary(["key": .string("value")]),
      ]),
    ])
    return Dictionary(
      PropertyListFormat.allCases.map { ($0.rawValue, manifest.serialized(as: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Texts of each kind after the number of the kind.
  private static let services: [String: [UInt8]] = [
    "url": [0] + Array("https://example.com/a/b?c=d%20e#f".utf8),
    "mail": [0] + Array("mailto:a@example.com".utf8), "host": [1] + Array("www.example.com.".utf8),
    "address": [1] + Array("192.0.2.1".utf8), "bracketed": [1] + Array("[2001:db8::1]".utf8),
    "version4": [2] + Array("127.0.0.1".utf8), "version6": [2] + Array("2001:db8::1:0:7".utf8),
    "container": [3] + Array("container".utf8),
    "network": [3] + Array("network-client:*.example.com:443".utf8),
    "group": [3] + Array("app-group:group.com.example.x".utf8),
    "files": [3] + Array("user-selected-files:read-write".utf8),
    "open": [3] + Array("open-url:https".utf8),
  ]

  // MARK: - Libraries

  /// Small libraries that fit, made by the compiler.
  private static func executables() throws -> [String: [UInt8]] {
    let source = """
      extern void *malloc(unsigned long);
      __asm__(".section .note.oriel.swift,\\"a\\",@note\\n.balign 4\\n.long 6,12,1\\n.asciz \\"Oriel\\""
              "\\n.balign 4\\n.long 6,3,0\\n.text");
      const void *oriel_extension_entry(void) { return malloc(1); }
      void another(void) {}
      """
    var seeds: [String: [UInt8]] = [:]
    for (name, options) in [
      ("gnu-hash", ["-Wl,--hash-style=gnu"]), ("sysv-hash", ["-Wl,--hash-style=sysv", "-lc"]),
      ("run-path", ["-Wl,-rpath,$ORIGIN", "-Wl,--hash-style=both", "-Wl,-s"]),
    ] {
      let folder = FileManager.default.temporaryDirectory
      let file = folder.appending(path: "oriel-seed-\(name)-\(getpid())")
      defer { try? FileManager.default.removeItem(at: file) }
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/cc")
      compiler.arguments =
        ["-x", "c", "-", "-x", "none", "-shared", "-fPIC", "-nostdlib", "-o", file.path]
        // Without padding to pages, so that the file is small.
        + ["-Wl,-z,noseparate-code", "-Wl,-z,max-page-size=64", "-Wl,--build-id=none"] + options
      let input = Pipe()
      compiler.standardInput = input
      try compiler.run()
      try input.fileHandleForWriting.write(contentsOf: Data(source.utf8))
      try input.fileHandleForWriting.close()
      compiler.waitUntilExit()
      seeds[name] = Array(try Data(contentsOf: file))
    }
    return seeds
  }
}
