/// Host to runner: start an instance for the request of the id.
package struct Launch: WireMessage {
  /// The number of the message.
  package static let type = WireType.launch
  /// The request socket, then the writing ends for standard output and standard error.
  package static let descriptors = 3...3

  /// The canonical, absolute path of the bundle.
  package var bundlePath: String
  /// The device that the bundle lies on.
  package var bundleDevice: UInt64
  /// The number of the bundle's directory on its device.
  package var bundleInode: UInt64
  /// The path of the library in the bundle.
  package var executablePath: String
  /// The library that the host checked.
  package var executable: WireFileIdentity
  /// The identifier of the extension.
  package var bundleIdentifier: String
  /// The instance's whole environment.
  package var environment: [EnvironmentVariable]
  /// Whether the instance tells what it is refused.
  package var reportsRefusals: Bool
  /// Whether the instance tells how long each step of its launch took.
  package var measuresSteps: Bool
  /// The directories that the instance may write to beyond its temporary one.
  package var mounts: [GrantedMount]
  /// Whether the host calls functions of the library, instead of sending a request.
  package var isConnection: Bool

  /// Gathers the parts.
  package init(
    bundlePath: String,
    bundleDevice: UInt64,
    bundleInode: UInt64,
    executablePath: String,
    executable: WireFileIdentity,
    bundleIdentifier: String,
    environment: [EnvironmentVariable],
    reportsRefusals: Bool = false,
    measuresSteps: Bool = false,
    mounts: [GrantedMount] = [],
    isConnection: Bool = false
  ) {
    self.bundlePath = bundlePath
    self.bundleDevice = bundleDevice
    self.bundleInode = bundleInode
    self.executablePath = executablePath
    self.executable = executable
    self.bundleIdentifier = bundleIdentifier
    self.environment = environment
    self.reportsRefusals = reportsRefusals
    self.measuresSteps = measuresSteps
    self.mounts = mounts
    self.isConnection = isConnection
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(name: bundlePath, limit: WireLimit.path)
    writer.write(bundleDevice)
    writer.write(bundleInode)
    writer.write(name: executablePath, limit: WireLimit.path)
    writer.write(executable)
    writer.write(name: bundleIdentifier, limit: WireLimit.identifier)
    writer.write(list: environment, limit: WireLimit.environment)
    writer.write(UInt8(reportsRefusals ? 1 : 0))
    writer.write(UInt8(measuresSteps ? 1 : 0))
    writer.write(list: mounts, limit: WireLimit.mounts)
    writer.write(UInt8(isConnection ? 1 : 0))
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    bundlePath = try reader.name(limit: WireLimit.path)
    bundleDevice = try reader.number()
    bundleInode = try reader.number()
    executablePath = try reader.name(limit: WireLimit.path)
    executable = try WireFileIdentity(decoding: &reader)
    bundleIdentifier = try reader.name(limit: WireLimit.identifier)
    environment = try reader.list(limit: WireLimit.environment)
    reportsRefusals = try reader.boolean()
    measuresSteps = try reader.boolean()
    mounts = try reader.list(limit: WireLimit.mounts)
    isConnection = try reader.boolean()
  }
}
