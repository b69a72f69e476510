internal import OrielText

/// The identifier of a directory that extensions of one publisher share.
///
/// It has the form `group.PUBLISHER.NAME`, where PUBLISHER is what the identifiers of the
/// publisher's bundles begin with: their first two parts.
public struct AppGroupIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The identifier as it is written.
  public let rawValue: String

  /// Creates an identifier, or nothing when the text has another form.
  public init?(_ text: String) {
    guard let group = try? AppGroupIdentifier(parsing: text) else { return nil }
    self = group
  }

  /// Reads an identifier.
  init(parsing text: String) throws(EntitlementProblem) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0] == "group", BundleIdentifier(text) != nil else {
      throw EntitlementProblem(
        "'\(Printable.text(text))' is no identifier of a group",
        advice: "write group.PUBLISHER.NAME, such as 'group.com.example.shared', where the "
          + "bundle's identifier begins with PUBLISHER"
      )
    }
    rawValue = text
  }

  /// The publisher: the two parts after `group`.
  public var publisher: String {
    rawValue.split(separator: ".").dropFirst().prefix(2).joined(separator: ".")
  }

  /// The identifier as it is written.
  public var description: String { rawValue }
}

extension BundleIdentifier {
  /// The publisher: the first two parts.
  ///
  /// Nothing proves that a bundle comes from who its identifier names; whoever installs it
  /// decides whether to believe it.
  public var publisher: String {
    rawValue.split(separator: ".").prefix(2).joined(separator: ".")
  }
}
