import OrielWire

/// A way to make random messages of one type.
struct Sample: CustomStringConvertible, Sendable {
  let type: WireType
  let make: @Sendable (inout SeededGenerator) -> any WireMessage
  var description: String { "\(type)" }

  init<Message: WireMessage>(_ make: @escaping @Sendable (inout SeededGenerator) -> Message) {
    type = Message.type
    self.make = { make(&$0) }
  }

  /// One for each message there is.
  static let all: [Sample] = control + request

  private static let control: [Sample] = [
    Sample {
      ConfigureRunner(
        filterLengths: $0.list { $0.number() },
        view: $0.list {
          ViewEntry(
            $0.name(),
            at: $0.name(),
            kind: $0.choice(),
            isOptional: Bool.random(using: &$0)
          )
        },
        preloads: $0.list { $0.name() },
        limits: limits(&$0),
        groupLimits: limits(&$0),
        controlGroup: $0.optional { $0.name() },
        requiredLayers: LayerSet(rawValue: $0.number()),
        seedUser: $0.optional { $0.number() },
        landlockLimit: $0.number()
      )
    },
    Sample {
      Launch(
        bundlePath: $0.name(),
        bundleDevice: $0.number(),
        bundleInode: $0.number(),
        executablePath: $0.name(),
        executable: WireFileIdentity(
          device: $0.number(),
          inode: $0.number(),
          size: $0.number(),
          modificationTime: $0.number(),
          changeTime: $0.number()
        ),
        bundleIdentifier: $0.name(),
        environment: $0.list { EnvironmentVariable($0.name(), $0.name()) },
        reportsRefusals: Bool.random(using: &$0),
        measuresSteps: Bool.random(using: &$0),
        mounts: $0.list {
          GrantedMount(
            path: $0.name(),
            device: $0.number(),
            inode: $0.number(),
            target: $0.name()
          )
        }
      )
    },
    Sample {
      RunnerReady(
        processIdentifier: $0.number(),
        layers: layers(&$0),
        landlockVersion: $0.number(),
        controllers: ControllerSet(rawValue: $0.number())
      )
    },
    Sample {
      RunnerFailed(stage: $0.text(), layer: .pidNamespace, errno: $0.number(), text: $0.text())
    },
    Sample { Launched(processIdentifier: $0.number()) },
    Sample { Pressured(level: $0.choice()) },
    Sample { LaunchFailed(layer: .landlockFiles, errno: $0.number(), text: $0.text()) },
    Sample {
      Violated(
        call: $0.number(),
        architecture: $0.number(),
        instruction: $0.number(),
        arguments: [$0.number(), $0.number(), $0.number(), $0.number(), $0.number(), $0.number()]
      )
    },
    Sample {
      Exited(
        status: $0.number(),
        userMicroseconds: $0.number(),
        systemMicroseconds: $0.number(),
        peakResidentKibibytes: $0.number(),
        group: $0.optional {
          GroupMemory(peak: $0.number(), shortages: $0.number(), kills: $0.number())
        },
        systemRanOutOfMemory: Bool.random(using: &$0)
      )
    },
  ]

  private static let request: [Sample] = [
    Sample {
      Report(
        layers: layers(&$0),
        steps: $0.list {
          StepTime(layer: $0.optional { $0.choice() }, name: $0.text(), nanoseconds: $0.number())
        }
      )
    },
    Sample { Loaded(loadMicroseconds: $0.number()) },
    Sample { LoadFailed(kind: $0.choice(), text: $0.text()) },
    Sample { _ in Began() },
    Sample { ContentPart(bytes: $0.bytes()) },
    Sample {
      Complete(
        items: $0.list { returnedItem(&$0) },
        itemFailures: $0.list { itemFailure(&$0) },
        flags: $0.number()
      )
    },
    Sample { Cancel(failure: failure(&$0), itemFailures: $0.list { itemFailure(&$0) }) },
    Sample { _ in FinishWork() },
    Sample { LoadAttachment(attachment: $0.number(), type: $0.name(), form: $0.choice()) },
    Sample { _ in CancelLoad() },
    Sample { LoadPreview(attachment: $0.number(), width: $0.number(), height: $0.number()) },
    Sample { LoadNotice($0.choice()) },
    Sample {
      let questions: [Ask.Question] = [
        .withdrawn, .connect(host: $0.text(), port: $0.number()), .openURL($0.text()),
        .chooseFile(access: $0.choice(), prompt: $0.text()),
      ]
      return Ask(questions[Int.random(in: 0..<questions.count, using: &$0)])
    },
    Sample { Log(level: $0.number(), text: $0.text()) },
    Sample {
      Refused(
        total: $0.number(),
        refusal: $0.optional {
          WireRefusal(
            call: $0.number(),
            errno: $0.number(),
            arguments: $0.list { $0.number() },
            paths: $0.list(2) { $0.bytes() },
            frames: $0.list {
              WireCallFrame(library: $0.bytes(), symbol: $0.bytes(), offset: $0.number())
            }
          )
        }
      )
    },
    Sample {
      Died(
        kind: $0.choice(),
        signal: $0.number(),
        text: $0.text(),
        peakAddressSpace: $0.number(),
        privateMemory: $0.number()
      )
    },
    Sample {
      Begin(
        items: $0.list { item(&$0) },
        bundleIdentifier: $0.name(),
        displayName: $0.text(),
        extensionPoint: $0.name(),
        locale: $0.text(),
        timeZone: $0.text(),
        limits: limits(&$0),
        entitlements: $0.list { $0.name() },
        requestMilliseconds: $0.number(),
        graceMilliseconds: $0.number()
      )
    },
    Sample { HostCancel(reason: $0.choice()) },
    Sample { _ in Expire() },
    Sample {
      let details: [LoadResult.Detail] = [
        .none, .held, .failure(failure(&$0)),
        .picture(type: $0.name(), width: $0.number(), height: $0.number()),
      ]
      return LoadResult(
        status: $0.number(),
        kind: $0.choice(),
        size: $0.number(),
        bytes: $0.bytes(),
        detail: details[Int.random(in: 0..<details.count, using: &$0)]
      )
    },
    Sample { LoadAdvanced(completed: $0.number(), total: $0.number()) },
    Sample { _ in Finish() },
    Sample { Answer(status: $0.number(), text: $0.text()) },
    Sample { Pressure(level: $0.choice()) },
    Sample {
      Connect(
        structures: $0.list {
          WireCStructure(
            elements: $0.list { cType(&$0) },
            size: $0.number(),
            alignment: $0.number()
          )
        },
        functions: $0.list { function(&$0) },
        callbacks: $0.list { callback(&$0) },
        lanes: $0.number(),
        laneSize: $0.number(),
        spins: $0.number()
      )
    },
    Sample { MapBuffer(size: $0.number()) },
    Sample { _ in UnmapBuffer() },
    Sample { Connected(absent: $0.list { $0.number() }) },
    Sample { BufferMapped(errno: $0.number()) },
  ]

  private static func cType(_ generator: inout SeededGenerator) -> WireCType {
    .structure(Int.random(in: 0..<9, using: &generator))
  }

  private static func function(_ generator: inout SeededGenerator) -> WireFunction {
    let sources: [WireFunction.Source] = [
      .symbol(generator.name(), isOptional: false), .symbol(generator.name(), isOptional: true),
      .table(offset: generator.number()),
    ]
    return WireFunction(
      source: sources[Int.random(in: 0..<3, using: &generator)],
      signature: WireSignature(result: .void, parameters: [.i8, .pointer], fixedCount: 1),
      places: [generator.number(), generator.number()],
      passing: Bool.random(using: &generator)
        ? [.memory, .handle(kind: generator.number())] : [.value, .value]
    )
  }

  private static func callback(_ generator: inout SeededGenerator) -> WireCallback {
    WireCallback(
      signature: WireSignature(result: .f64, parameters: [.u32]),
      arguments: [
        .init(
          generator.choice(),
          measure: generator.choice(),
          index: generator.number(),
          factor: generator.number(),
          returnsBytes: true
        )
      ]
    )
  }

  private static func limits(_ random: inout SeededGenerator) -> Limits {
    var limits = Limits()
    limits.addressSpace = random.number()
    limits.privateMemory = random.number()
    limits.memory = random.optional { $0.number() }
    limits.cpuPercent = random.optional { $0.number() }
    limits.returnedBytes = random.number()
    limits.nice = random.number()
    limits.graceMilliseconds = random.number()
    return limits
  }

  private static func layers(_ random: inout SeededGenerator) -> [LayerStatus] {
    random.list {
      LayerStatus($0.choice(), $0.choice(), errno: $0.number(), detail: $0.text())
    }
  }

  private static func failure(_ random: inout SeededGenerator) -> WireFailure {
    WireFailure(domain: random.text(), code: random.number(), text: random.text())
  }

  private static func itemFailure(_ random: inout SeededGenerator) -> WireItemFailure {
    WireItemFailure(item: random.number(), failure: failure(&random))
  }

  private static func item(_ random: inout SeededGenerator) -> WireItem {
    WireItem(
      title: random.optional { $0.text() },
      text: random.optional { $0.text() },
      userInfo: random.optional { $0.bytes() },
      attachments: random.list {
        WireAttachment(
          suggestedName: $0.optional { $0.text() },
          representations: $0.list {
            WireRepresentation(type: $0.name(), conformsTo: $0.list { $0.name() })
          }
        )
      }
    )
  }

  private static func returnedItem(_ random: inout SeededGenerator) -> WireReturnedItem {
    WireReturnedItem(
      title: random.optional { $0.text() },
      text: random.optional { $0.text() },
      userInfo: random.optional { $0.bytes() },
      attachments: random.list {
        WireReturnedAttachment(
          suggestedName: $0.optional { $0.text() },
          representations: $0.list {
            let sources: [WireReturnedRepresentation.Source] = [
              .inline($0.bytes()), .content(number: $0.number(), size: $0.number()),
            ]
            let index = Int.random(in: 0..<2, using: &$0)
            return WireReturnedRepresentation(type: $0.name(), source: sources[index])
          }
        )
      }
    )
  }
}
