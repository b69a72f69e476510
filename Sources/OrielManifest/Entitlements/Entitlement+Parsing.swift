extension Entitlement {
  /// Reads the text form.
  ///
  /// Throws what is wrong with the text, by its parts, and what may have been meant.
  public init(_ text: String) throws(EntitlementError) {
    let (name, value) = try Self.parts(of: text)
    guard let kind = Kind(rawValue: name) else { throw .unknown(text, named: name) }
    do throws(EntitlementProblem) {
      try self.init(kind, value)
    } catch {
      throw EntitlementError(text, error)
    }
  }

  /// Reads what follows the name of a kind.
  private init(_ kind: Kind, _ value: String?) throws(EntitlementProblem) {
    guard kind != .container else {
      guard value == nil else {
        throw EntitlementProblem("'container' takes no value", advice: "write 'container'")
      }
      self = .container
      return
    }
    guard let value, !value.isEmpty else {
      throw EntitlementProblem("the value is missing", advice: "write \(kind.form)")
    }
    switch kind {
    case .container: self = .container
    case .appGroup: self = .appGroup(try AppGroupIdentifier(parsing: value))
    case .userSelectedFiles:
      guard let access = FileAccess(rawValue: value) else {
        throw EntitlementProblem(
          "'\(value)' is no way to use files",
          advice: "write \(kind.form)"
        )
      }
      self = .userSelectedFiles(access)
    case .networkClient: self = .networkClient(try NetworkEndpoint(parsing: value))
    case .openURL: self = .openURL(try URLScheme(parsing: value))
    }
  }

  /// The name of the kind and what follows its colon; only printable ASCII comes through.
  static func parts(
    of text: String
  ) throws(EntitlementError) -> (name: String, value: String?) {
    func fail(_ message: String, _ advice: String?) -> EntitlementError {
      EntitlementError(text, EntitlementProblem(message, advice: advice))
    }
    guard !text.isEmpty else { throw fail("it is empty", "write one, or remove it") }
    guard text.utf8.count <= greatestLength else {
      throw fail("it is longer than \(greatestLength) bytes", nil)
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x21...0x7E: continue
      case 0: throw fail("it holds a NUL", "remove the character")
      case 0x20: throw fail("it holds a space", "remove the character")
      case 0x01...0x1F, 0x7F...0x9F:
        throw fail("it holds a control character", "remove the character")
      default:
        throw fail(
          "it holds a character outside ASCII",
          "write the names of hosts in their ASCII form, which begins with 'xn--'"
        )
      }
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
  }
}
