internal import CShims
internal import Glibc

/// A control group (version 2), held by the descriptor of its directory.
///
/// Everything in it is reached from that descriptor, and no link is followed.
package struct ControlGroup: ~Copyable, Sendable {
  /// The directory.
  private let directory: Descriptor
  /// Where it was found, for words only.
  package let path: String

  /// The bytes of a file that are read; the files used here are shorter.
  private static let longest = 4096

  /// Opens a group by its path.
  package init(opening path: String) throws(SystemError) {
    directory = try Descriptor.open(path, [.readOnly, .directory], resolve: [.noMagicLinks])
    self.path = path
  }

  /// Takes over a directory.
  private init(_ directory: consuming Descriptor, at path: String) {
    self.directory = directory
    self.path = path
  }

  /// Whether it lies in the kernel's hierarchy.
  package var isOfKernel: Bool {
    directory.withRawValue { oriel_shim_file_system_type($0) } == ORIEL_SHIM_CGROUP2_MAGIC
  }

  /// Opens a file of the group.
  package func open(_ name: String, _ flags: OpenFlags) throws(SystemError) -> Descriptor {
    try directory.open(name, flags, resolve: [.beneath, .noSymbolicLinks])
  }

  /// The text of a file.
  package func text(of name: String) throws(SystemError) -> String {
    try Self.text(in: open(name, .readOnly))
  }

  /// The text of an open file.
  static func text(in file: borrowing Descriptor) throws(SystemError) -> String {
    var buffer = [UInt8](repeating: 0, count: longest)
    let count = try file.read(into: &buffer, at: 0)
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  /// Writes a value to a file, which must be there.
  package func set(_ name: String, to value: String) throws(SystemError) {
    try open(name, .writeOnly).write(Array(value.utf8))
  }

  /// Makes a group in this one.
  package func makeChild(_ name: String) throws(SystemError) -> ControlGroup {
    // The C string lives for the call.
    let result = directory.withRawValue { unsafe mkdirat($0, name, 0o755) }
    guard result == 0 else { throw SystemError("mkdirat", .current) }
    return try child(name)
  }

  /// Opens a group in this one.
  package func child(_ name: String) throws(SystemError) -> ControlGroup {
    ControlGroup(
      try directory.open(
        name,
        [.readOnly, .directory, .noFollow],
        resolve: [.beneath, .noSymbolicLinks]
      ),
      at: "\(path)/\(name)"
    )
  }

  /// Removes a group in this one, which no process may be in.
  package func removeChild(_ name: String) throws(SystemError) {
    // The C string lives for the call.
    let result = directory.withRawValue { unsafe unlinkat($0, name, AT_REMOVEDIR) }
    guard result == 0 else { throw SystemError("unlinkat", .current) }
  }

  /// The names of groups in this one that begin with a prefix.
  package func children(startingWith prefix: String) -> [String] {
    let names = (try? directory.names(limit: 4096))?.names ?? []
    return names.filter { $0.hasPrefix(prefix) }
  }

  /// Ends every process in the group, where the kernel has a call for it (5.14).
  package func killAll() {
    try? set("cgroup.kill", to: "1")
  }

  /// The numbers of a file of keys and values, as `memory.events`.
  package func counters(of name: String) -> [String: UInt64] {
    Self.counters(in: (try? text(of: name)) ?? "")
  }

  /// The numbers in a text of keys and values.
  package static func counters(in text: String) -> [String: UInt64] {
    var counters: [String: UInt64] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let value = UInt64(words[1]) { counters[String(words[0])] = value }
    }
    return counters
  }
}
