internal import CShims
internal import Glibc

/// What this process was started with.
package enum Environment {
  /// The value of a variable.
  package static func value(_ name: String) -> String? {
    // Nothing in this process changes its environment, so the text stays where it is.
    guard let text = unsafe getenv(name) else { return nil }
    // A value of the environment ends with a zero.
    return unsafe String(cString: text)
  }

  /// The value of a variable; for `HOME`, where nobody has set it to an absolute path, the home folder
  /// that the system's database of users says.
  ///
  /// Services are started without `HOME`, and what the user has decided counts there, too.
  package static func usersValue(_ name: String) -> String? {
    let own = value(name)
    guard name == "HOME", own?.hasPrefix("/") != true else { return own }
    return homeInDatabase ?? own
  }

  /// The home folder of the effective user in the system's database of users; nil for a user who is
  /// not there.
  private static var homeInDatabase: String? {
    // Entries have no largest size (getpwuid_r(3)); a mebibyte is more than any has.
    var size = 1 << 12
    while size <= 1 << 20 {
      let (status, home) = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
        (buffer) -> (Int32, String?) in
        guard let text = buffer.baseAddress else { return (ENOMEM, nil) }
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        // The entry and the buffer outlive the call, which writes no more than the buffer holds.
        let status = unsafe getpwuid_r(geteuid(), &entry, text, size, &found)
        guard status == 0, unsafe found != nil, let home = unsafe entry.pw_dir else {
          return (status, nil)
        }
        // It ends with a zero and lies in the buffer.
        return (0, unsafe String(cString: home))
      }
      if status != ERANGE { return home.flatMap { $0.hasPrefix("/") ? $0 : nil } }
      size *= 4
    }
    return nil
  }

  /// The place of the first argument that is not UTF-8, which Swift's list of them would show with
  /// other characters; nil when all are.
  package static var malformedArgument: Int? {
    for index in 0..<Int(CommandLine.argc) {
      // There are as many pointers as `argc` says, each to a text that ends with a zero.
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
      guard unsafe String(validatingCString: text) != nil else { return index }
    }
    return nil
  }

  /// The names of all variables.
  package static var names: [Substring] {
    var names: [Substring] = []
    // Nothing else changes the environment meanwhile, and every index below the end was read.
    while let text = unsafe oriel_shim_variable(Int32(names.count)) {
      // A variable ends with a zero.
      let variable = unsafe String(cString: text)
      names.append(variable.prefix { $0 != "=" })
    }
    return names
  }

  /// The folder of the program that this process runs.
  package static var programFolder: String? {
    guard let file = symbolicLink(at: "/proc/self/exe"), let slash = file.lastIndex(of: "/")
    else { return nil }
    return String(file[..<slash])
  }

  /// What a symbolic link says.
  package static func symbolicLink(at path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return -1 }
      // The buffer outlives the call and its size is passed; the path is a C string for the call.
      return unsafe readlink(path, start, bytes.count)
    }
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count], as: UTF8.self)
  }
}
