internal import OrielManifest
internal import OrielSandbox
internal import OrielSystem
public import OrielTypes
package import OrielWire

/// How a host runs extensions.
public struct HostConfiguration: Sendable {
  /// What each instance may use.
  public var limits: ExtensionLimits
  /// The program that starts instances; nil looks for it in the usual places.
  public var runnerPath: String?
  /// Libraries that are loaded before the first request, so that none of them waits for it.
  public var preloadedLibraries: [String]
  /// The locale that extensions are told, as `de_DE.UTF-8`.
  public var locale: String
  /// The time zone that extensions are told, as `Europe/Berlin`.
  public var timeZone: String
  /// The path of a control group (version 2) in which each instance gets one of its own.
  ///
  /// It must be delegated to this process: its controllers may be used and no process may be in it.
  /// With nil the host's own group is used where it allows that, and for a host that is not root the
  /// group above it. Without one, resource limits bound each instance; see ``ExtensionLimits``.
  ///
  /// What `ORIEL_CONTROL_GROUP` names, unless something else is set.
  public var controlGroup: String?
  /// The folder that holds the containers of extensions and the directories of groups.
  ///
  /// Its path is absolute. Nil takes `oriel` in the user's data folder, `$XDG_DATA_HOME` or
  /// `~/.local/share`. What is missing is made, for the user alone.
  public var containerFolder: String?
  /// The path of the host's own container, `Name.app`, without symbolic links.
  ///
  /// Extensions in its `PlugIns` see what is only for the host's own; see ``ItemVisibility``. Unless
  /// something else is set, the innermost `Name.app` around this process's program; nil for none.
  public var hostContainer: String?
  /// The most bytes that a function of an ``ItemProvider`` may give in memory for one load.
  public var providedBytesLimit: UInt64 = 256 << 20
  /// How large previews may be.
  public var previewLimits = PreviewLimits()
  /// The instances that may run at once; more requests wait.
  public var instanceLimit: Int

  /// What the extensions were found with.
  ///
  /// What the user decided there holds at each launch, and how requests end is counted there. Without
  /// one, nothing of that is asked.
  public var registry: ExtensionRegistry?
  /// What is known about types, beside those that the extension of a request or its container
  /// declares.
  ///
  /// By these, an extension that asks for `public.image` is given what another bundle declared to be
  /// one, and so is a program that takes what an extension returned. With nil they are those of
  /// ``RegistrySnapshot/types`` of the newest snapshot that `registry` has made; without one, those of
  /// `TypeTable.system`.
  public var types: TypeTable?

  /// Decides about the URLs that extensions ask to open; without one none is opened.
  public var urlOpener: URLOpener?
  /// Lets the user choose the files that extensions ask for; without one none is chosen.
  public var fileChooser: FileChooser?

  /// What makes the sandbox weaker, each by its name; empty unless a host says otherwise.
  public var weakenings: [SandboxWeakening]
  /// Takes what the host has to say, line by line; writes it to standard error unless replaced.
  ///
  /// It is called on any thread, and seldom: each weakening is told once for a host.
  public var log: @Sendable (String) -> Void = HostConfiguration.writeToStandardError

  /// Layers that are required beyond the usual ones.
  private var addedRequirements: LayerSet
  /// The newest level of Landlock to use, for tests of older kernels' levels.
  package var landlockLimit: UInt32 = .max
  /// What starts a runner instead of the program, in tests.
  package var runnerStarter: RunnerStarter?
  /// What opens the files of attachments, which tests replace.
  var openFile: FileOpener.Opening = { AttachmentServer.open($0, $1, $2) }

  /// What looks names of hosts up, which tests replace.
  var resolveName: @Sendable (String) -> Result<[IPAddress], SystemError> = { name in
    do throws(SystemError) {
      return .success(try NameResolver.addresses(of: name).compactMap { IPAddress(bytes: $0) })
    } catch {
      return .failure(error)
    }
  }
  /// What begins connections, which tests replace.
  var openConnection: @Sendable (IPAddress, UInt16) throws(SystemError) -> ConnectingSocket = {
    (address, port) throws(SystemError) in
    try ConnectingSocket(to: address.bytes, port: port)
  }
  /// What tells whether packets to an address stay on this machine.
  var staysHere: @Sendable (IPAddress) -> Bool = { ConnectingSocket.staysHere($0.bytes) }
  /// The milliseconds that a connection may take: to each address, and in all.
  var connectionTimes: (each: UInt64, all: UInt64) = (each: 10_000, all: 30_000)

  /// The configuration for this process's locale and time zone.
  public init() {
    limits = ExtensionLimits()
    preloadedLibraries = ["libFoundation.so"]
    locale = Self.environmentLocale
    timeZone = Self.systemTimeZone
    instanceLimit = 32
    weakenings = []
    addedRequirements = []
    hostContainer = OwnContainer.path
    controlGroup = Environment.value("ORIEL_CONTROL_GROUP").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether extensions may start without a layer.
  ///
  /// Required is every layer but `landlockScopes`, which needs a newer kernel than the oldest that
  /// is supported, `cgroupLimits`, which an administrator has to delegate, and `supervisor`, which
  /// tells of forbidden calls and stops none. A layer of best effort is put up wherever the system
  /// can do it, and the report of each request tells whether it holds.
  public func enforcement(of layer: SandboxLayer) -> LayerEnforcement {
    requiredLayers.contains(layer.layer) ? .required : .bestEffort
  }

  /// Lets no extension start without a layer that is not required otherwise.
  public mutating func require(_ layer: SandboxLayer) {
    addedRequirements.insert(LayerSet([layer.layer]))
  }

  /// The layers without which no extension may start.
  package var requiredLayers: LayerSet {
    let weakened = weakenings.compactMap { $0.layer?.layer }
    return SandboxPolicy.defaultRequiredLayers.union(addedRequirements)
      .subtracting(LayerSet(weakened))
  }

  /// Writes a line to standard error; when nobody takes it, there is nobody to tell.
  @Sendable private static func writeToStandardError(_ line: String) {
    try? StandardStream.error.write(Array("oriel: \(line)\n".utf8))
  }

  /// The locale of the environment, or `C.UTF-8`.
  private static var environmentLocale: String {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Environment.value)
      .first { !$0.isEmpty && $0.utf8.count <= WireLimit.identifier } ?? "C.UTF-8"
  }

  /// The time zone of the environment or of the system, or `UTC`.
  private static var systemTimeZone: String {
    let candidates = [
      Environment.value("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 },
      Environment.symbolicLink(at: "/etc/localtime").flatMap { target in
        target.range(of: "zoneinfo/").map { String(target[$0.upperBound...]) }
      },
    ]
    return candidates.lazy.compactMap(\.self)
      .first { !$0.isEmpty && $0.utf8.count <= WireLimit.identifier } ?? "UTC"
  }
}

/// What happens where a layer of the sandbox cannot be put up.
public enum LayerEnforcement: String, Hashable, Sendable, CaseIterable {
  /// No extension starts.
  case required
  /// Extensions start without it, and reports say so.
  case bestEffort
}

extension String {
  /// The first place where another text occurs.
  fileprivate func range(of other: String) -> Range<String.Index>? {
    indices.lazy.filter { self[$0...].hasPrefix(other) }.first.map {
      $0..<index($0, offsetBy: other.count)
    }
  }
}
