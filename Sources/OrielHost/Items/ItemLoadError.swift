/// Why one load has no content; other loads and the request go on.
public struct ItemLoadError: Error, Hashable, Sendable {
  /// What kind of reason there is.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Making or reading the content failed.
    case failed
    /// There is no form of that type, or no preview.
    case notFound
    /// The content is not there in that form.
    case unsupported
    /// It has more bytes than allowed.
    case tooLarge
    /// It may not be had.
    case denied
    /// Nobody waits any more.
    case cancelled
    /// There is no memory, descriptor or thread for it.
    case shortage
  }

  /// The domain of the errors that the host itself makes; their codes are 1 and more, in the order
  /// of ``Reason``.
  public static let hostDomain: String = "org.oriel.load"

  /// The kind.
  public var reason: Reason
  /// A reverse-DNS name that gives the code its meaning; 255 bytes reach the extension.
  public var domain: String
  /// The number of the error in its domain.
  public var code: Int64
  /// One sentence for people; 4,096 bytes reach the extension.
  public var text: String

  /// Describes an error.
  public init(_ reason: Reason = .failed, domain: String, code: Int64, text: String) {
    self.reason = reason
    self.domain = domain
    self.code = code
    self.text = text
  }

  /// An error that the host makes.
  init(_ reason: Reason, _ text: String) {
    let place = Reason.allCases.firstIndex(of: reason) ?? 0
    self.init(reason, domain: Self.hostDomain, code: Int64(place + 1), text: text)
  }

  /// What a function of the program threw.
  init(thrown error: any Error) {
    switch error {
    case let error as ItemLoadError: self = error
    case is CancellationError: self.init(.cancelled, "the load was cancelled")
    default:
      self.init(
        .failed,
        domain: Self.domain(of: type(of: error)),
        code: 1,
        text: String(describing: error)
      )
    }
  }
}

extension ItemLoadError {
  /// The name of an error's type, the same at each run.
  ///
  /// Swift puts an address of this process into the names of private and local types, which is no
  /// business of an extension.
  private static func domain(of type: any Error.Type) -> String {
    String(reflecting: type).split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context") }
      .joined(separator: ".")
  }
}

extension ItemLoadError: CustomStringConvertible {
  /// The error in words.
  public var description: String { "\(text) (\(domain) \(code))" }
}
