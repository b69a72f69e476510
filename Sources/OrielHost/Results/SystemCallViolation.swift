internal import OrielSandbox
internal import OrielWire

/// A forbidden system call, which never ran and ended the extension's process.
public struct SystemCallViolation: Hashable, Sendable {
  /// The kernel's name of the call; nil for a number that has none.
  public let name: String?
  /// The number of the call in its calling convention.
  public let number: Int32
  /// The arguments, as many as the call has; all six that the kernel shows of a call with another
  /// calling convention.
  public let arguments: [UInt64]
  /// The calling convention, when it is not the usual one of this system, as `i386`.
  public let convention: String?

  /// What the supervisor saw.
  init(_ call: Violated) {
    let isNative = Architecture.native.isConvention(of: call.call, call.architecture)
    number = call.call
    name = Architecture.systemCallName(call.call, call.architecture)
    convention =
      isNative ? nil : Architecture.conventionName(of: call.call, call.architecture)
    let count = isNative ? name.flatMap(SystemCallTable.parameterCount) : nil
    arguments = Array(call.arguments.prefix(count ?? call.arguments.count))
  }
}

extension SystemCallViolation: CustomStringConvertible {
  /// The call with its arguments, as it would stand in a program.
  public var description: String {
    let list = arguments.map { $0 < 1024 ? "\($0)" : "0x" + String($0, radix: 16) }
    let call = "\(name ?? "system call \(number)")(\(list.joined(separator: ", ")))"
    return convention.map { "\(call) in the calling convention of \($0)" } ?? call
  }
}
