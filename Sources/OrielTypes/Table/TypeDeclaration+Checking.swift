internal import OrielText

extension TypeDeclaration {
  /// A part of a declaration that was left out, or why there is no declaration at all.
  public struct Problem: Error, Hashable, Sendable {
    /// The part of a declaration, named by its key in a manifest.
    public enum Part: String, Sendable {
      /// The identifier.
      case identifier = "UTTypeIdentifier"
      /// What the type is a special case of.
      case parents = "UTTypeConformsTo"
      /// The suffixes.
      case suffixes = "public.filename-extension"
      /// The MIME types.
      case mimeTypes = "public.mime-type"
    }

    /// Where it is.
    public let part: Part
    /// Which element of the list it is, from 0; nil for the whole part.
    public let index: Int?
    /// What is wrong and what would be right, as a sentence without its full stop.
    public let reason: String
  }

  /// A declaration out of a manifest's text: what cannot be used is left out, with a reason.
  ///
  /// - Returns: The declaration, unless its identifier cannot be used, and what was left out.
  public static func checked(
    identifier: String,
    conformsTo parents: [String] = [],
    suffixes: [String] = [],
    mimeTypes: [String] = []
  ) -> (declaration: TypeDeclaration?, problems: [Problem]) {
    guard let type = TypeIdentifier(identifier) else {
      return (nil, [Problem(part: .identifier, index: nil, reason: misspelled(identifier))])
    }
    guard !type.folded.hasPrefix(DynamicType.prefix) else {
      let reason = "'\(type)' begins with 'dyn.', which is kept for types that nothing declares"
      return (nil, [Problem(part: .identifier, index: nil, reason: reason)])
    }
    var problems: [Problem] = []
    let declaration = TypeDeclaration(
      identifier: type,
      parents: elements(parents, .parents, &problems) { text throws(Fault) in
        guard let parent = TypeIdentifier(text) else { throw Fault(misspelled(text)) }
        return parent
      },
      suffixes: elements(suffixes, .suffixes, &problems, checkedSuffix),
      mimeTypes: elements(mimeTypes, .mimeTypes, &problems) { text throws(Fault) in
        guard let type = MIMEType(text) else {
          throw Fault("'\(Printable.text(text))' is no MIME type; write one like 'image/png'")
        }
        return type
      }
    )
    return (declaration, problems)
  }

  /// Why one element cannot be used.
  private struct Fault: Error {
    /// The reason.
    let reason: String

    /// Wraps a reason.
    init(_ reason: String) {
      self.reason = reason
    }
  }

  /// The elements of a list that can be used, without repetitions.
  private static func elements<Element: Hashable>(
    _ texts: [String],
    _ part: Problem.Part,
    _ problems: inout [Problem],
    _ check: (String) throws(Fault) -> Element
  ) -> [Element] {
    var result: [Element] = []
    var known: Set<Element> = []
    for (index, text) in texts.enumerated() {
      guard index < greatestCount else {
        let reason = "there are \(texts.count); only the first \(greatestCount) count"
        problems.append(Problem(part: part, index: nil, reason: reason))
        break
      }
      do throws(Fault) {
        let element = try check(text)
        if known.insert(element).inserted { result.append(element) }
      } catch {
        problems.append(Problem(part: part, index: index, reason: error.reason))
      }
    }
    return result
  }

  /// A suffix without the dot that authors like to put before it.
  private static func checkedSuffix(_ text: String) throws(Fault) -> String {
    let suffix = text.hasPrefix(".") ? String(text.dropFirst()) : text
    guard !suffix.isEmpty else { throw Fault("a suffix is empty") }
    guard suffix.utf8.count <= greatestSuffixLength else {
      throw Fault("'\(Printable.text(suffix))' has more than \(greatestSuffixLength) bytes")
    }
    let isSound = suffix.unicodeScalars.allSatisfy {
      $0 != "/" && $0.properties.generalCategory != .control
        && $0.properties.generalCategory != .format
    }
    guard isSound else {
      throw Fault("'\(Printable.text(suffix))' holds a character that no suffix may have")
    }
    return suffix.lowercased()
  }

  /// What is wrong with text that is no identifier.
  private static func misspelled(_ text: String) -> String {
    """
    '\(Printable.text(text))' is no type identifier; write letters, digits, '.' and '-' only, as in \
    'com.example.drawing', and no more than \(TypeIdentifier.greatestLength) bytes
    """
  }
}
