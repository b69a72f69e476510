internal import OrielSandbox
internal import OrielSystem
internal import OrielWire

/// What the sandbox refused an extension in one request.
public enum Refusals: Hashable, Sendable {
  /// Nobody counted: the request did not ask for it.
  case notCounted
  /// The different refusals, each told once, and how many there were in all.
  ///
  /// An extension that ended by itself or was ended may have met a few more.
  case counted([Refusal], total: UInt64)
}

/// A call that the sandbox refused, or that did not find a file which the sandbox does not show.
public struct Refusal: Hashable, Sendable {
  /// Who made a call.
  public struct Caller: Hashable, Sendable {
    /// The file name of the library.
    public let library: String
    /// The name of the function, as compilers write it.
    public let function: String?
    /// The bytes from the beginning of the function, or of the library without one.
    public let offset: UInt64
  }

  /// The kernel's name of the call; nil for a number that has none.
  public let call: String?
  /// The arguments, as they would stand in a program.
  public let arguments: [String]
  /// The error number that the extension got.
  public let errorNumber: Int32
  /// The name of that number, as `EPERM`.
  public var errorName: String { Errno(rawValue: errorNumber).name }
  /// The file that it was about, absolute.
  public let path: String?
  /// Who made the call, the innermost first; at most eight.
  public let callers: [Caller]
  /// What an author can do instead, as a sentence.
  public let advice: String
  /// An entitlement that would help, in its text form with the parts to fill in in capitals.
  public let entitlement: String?

  /// The public form of what an instance told, which is not trusted.
  init(_ refusal: WireRefusal) {
    let signature = SystemCallSignature(number: refusal.call)
    let paths = refusal.paths.map { String(decoding: $0, as: UTF8.self) }
    call = signature.name
    arguments = signature.arguments(refusal.arguments, paths: paths)
    errorNumber = refusal.errno
    path = paths.last
    callers = refusal.frames.map { frame in
      let library = String(decoding: frame.library, as: UTF8.self)
      let function = String(decoding: frame.symbol, as: UTF8.self)
      return Caller(
        library: library.isEmpty ? "oriel-runner" : library,
        function: function.isEmpty ? nil : function,
        offset: frame.offset
      )
    }
    let advice = RefusalAdvice(
      call: call ?? "",
      arguments: arguments,
      error: Errno(rawValue: refusal.errno),
      path: path
    )
    self.advice = advice.text
    entitlement = advice.entitlement
    number = refusal.call
  }

  private let number: UInt32
}

extension Refusal: CustomStringConvertible {
  /// The call with its result, as it would stand in a program.
  public var description: String {
    let error = Errno(rawValue: errorNumber)
    return "\(call ?? "system call \(number)")(\(arguments.joined(separator: ", "))) = \(error)"
  }
}

extension Refusal.Caller: CustomStringConvertible {
  /// The place as debuggers write it.
  public var description: String {
    "\(library) \(function.map { "\($0) + " } ?? "+ ")0x\(String(offset, radix: 16))"
  }
}
