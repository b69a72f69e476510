internal import OrielManifest
internal import OrielText

/// How a request ended; every request has exactly one outcome.
public enum Outcome: Sendable {
  /// The extension did its work, perhaps with errors about single items.
  case completed([ReturnedItem], itemErrors: [ItemFailure])
  /// The request was given up.
  case cancelled(ExtensionFailure, itemErrors: [ItemFailure], by: CancellingParty)
  /// There is no answer.
  case failed(FailureReason)
}

/// Who gave a request up.
public enum CancellingParty: String, Hashable, Sendable {
  /// The extension, with an error of its own.
  case `extension`
  /// The host, because its task was cancelled.
  case host
}

/// An error in the words of an extension.
public struct ExtensionFailure: Error, Hashable, Sendable {
  /// The name space of the code.
  public var domain: String
  /// The number of the error in its domain.
  public var code: Int64
  /// The error in words.
  public var text: String

  /// Describes an error.
  public init(domain: String, code: Int64, text: String) {
    self.domain = domain
    self.code = code
    self.text = text
  }
}

extension ExtensionFailure: CustomStringConvertible {
  /// The text with domain and code.
  public var description: String { Printable.text("\(text) (\(domain) \(code))", limit: 2048) }
}

/// An error about one of the input items.
public struct ItemFailure: Hashable, Sendable {
  /// The place of the item among the input items.
  public var itemIndex: Int
  /// The error.
  public var failure: ExtensionFailure

  /// Describes an error about an item.
  public init(itemIndex: Int, failure: ExtensionFailure) {
    self.itemIndex = itemIndex
    self.failure = failure
  }
}

extension Outcome: CustomStringConvertible {
  /// The outcome as a sentence.
  public var description: String {
    switch self {
    case .completed(let items, let errors):
      "The request completed with \(items.count) items"
        + (errors.isEmpty ? "." : " and \(errors.count) errors about items.")
    case .cancelled(let failure, _, .extension): "The extension cancelled the request: \(failure)."
    case .cancelled(_, _, .host): "The host cancelled the request."
    case .failed(let reason): reason.description
    }
  }
}
