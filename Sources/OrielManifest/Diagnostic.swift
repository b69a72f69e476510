public import OrielPropertyList
internal import OrielText

/// Something that is wrong or odd about a file, for people: where, what, and what to do.
public struct Diagnostic: Sendable, Hashable {
  /// How much a diagnostic matters.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Good to know.
    case note
    /// Works, but probably not as it was meant.
    case warning
    /// Does not work.
    case error

    /// Whether the left severity matters less.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    /// The place in the order.
    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How much it matters.
  public let severity: Severity
  /// The file or directory it is about, as a path or as a name inside the bundle.
  public let file: String
  /// The value of a property list it is about, as keys joined with dots.
  public let keyPath: String?
  /// The place in the file.
  public let position: PropertyListPosition?
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let advice: String?

  /// Creates a diagnostic.
  public init(
    _ severity: Severity,
    file: String,
    keyPath: String? = nil,
    position: PropertyListPosition? = nil,
    _ message: String,
    advice: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.keyPath = keyPath
    self.position = position
    self.message = message
    self.advice = advice
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line: `error: Info.plist, line 3, column 7: NSExtension: is missing; add it`.
  public var description: String { "\(severity): \(finding)" }

  /// The same without the severity, as a part of a sentence.
  package var finding: String {
    var text = Printable.text(file, limit: 512)
    if let position { text += ", \(position)" }
    if let keyPath { text += ": \(keyPath)" }
    text += ": \(message)"
    if let advice { text += "; \(advice)" }
    return text
  }
}

extension Diagnostic.Severity: CustomStringConvertible {
  /// The word for the severity.
  public var description: String { rawValue }
}
