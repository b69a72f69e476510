internal import OrielPropertyList
internal import OrielTypes

/// `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`: types that a bundle declares.
extension ManifestReader {
  /// The most declarations of one kind in one manifest.
  private static let greatestTypeCount = 256

  /// Reads the types under a key; what is wrong with one does not stop the others.
  mutating func readTypes(_ root: PropertyListDictionary, _ key: String) -> [TypeDeclaration] {
    let path = [PropertyListPathComponent.key(key)]
    guard let value = root[key] else { return [] }
    guard let elements = value.array else {
      report(
        .warning,
        at: path,
        "is \(value.kind) where an array is expected",
        advice: "write an array of dictionaries, one for each type"
      )
      return []
    }
    if elements.count > Self.greatestTypeCount {
      report(
        .warning,
        at: path,
        "holds \(elements.count) types; only the first \(Self.greatestTypeCount) count"
      )
    }
    return elements.prefix(Self.greatestTypeCount).enumerated().compactMap { index, element in
      readType(element, at: path + [.index(index)])
    }
  }

  /// Reads one type.
  private mutating func readType(
    _ value: PropertyListValue,
    at path: [PropertyListPathComponent]
  ) -> TypeDeclaration? {
    guard let dictionary = value.dictionary else {
      report(
        .warning,
        at: path,
        "is \(value.kind) where a dictionary is expected",
        advice: "write a dictionary with UTTypeIdentifier"
      )
      return nil
    }
    let identifierPath = path + [.key("UTTypeIdentifier")]
    guard let identifier = dictionary["UTTypeIdentifier"]?.string else {
      report(
        .warning,
        at: dictionary["UTTypeIdentifier"] == nil ? path : identifierPath,
        dictionary["UTTypeIdentifier"] == nil
          ? "has no UTTypeIdentifier" : "is no string, so the type is ignored",
        advice: "write an identifier such as 'com.example.drawing'"
      )
      return nil
    }
    let tagPath = path + [.key("UTTypeTagSpecification")]
    var tags = PropertyListDictionary()
    if let value = dictionary["UTTypeTagSpecification"] {
      if let dictionary = value.dictionary {
        tags = dictionary
      } else {
        report(.warning, at: tagPath, "is \(value.kind) where a dictionary is expected")
      }
    }
    let (declaration, problems) = TypeDeclaration.checked(
      identifier: identifier,
      conformsTo: strings(dictionary, "UTTypeConformsTo", at: path),
      suffixes: strings(tags, "public.filename-extension", at: tagPath),
      mimeTypes: strings(tags, "public.mime-type", at: tagPath)
    )
    for problem in problems {
      let isTag = problem.part == .suffixes || problem.part == .mimeTypes
      let place = (isTag ? tagPath : path) + [.key(problem.part.rawValue)]
      report(.warning, at: place + (problem.index.map { [.index($0)] } ?? []), problem.reason)
    }
    return declaration
  }

  /// The strings under a key, which holds one or an array of them.
  private mutating func strings(
    _ dictionary: PropertyListDictionary,
    _ key: String,
    at path: [PropertyListPathComponent]
  ) -> [String] {
    guard let value = dictionary[key] else { return [] }
    let path = path + [.key(key)]
    switch value {
    case .string(let text): return [text]
    case .array(let elements):
      return elements.enumerated().compactMap { index, element in
        if element.string == nil {
          report(
            .warning,
            at: path + [.index(index)],
            "is \(element.kind) where a string is expected",
            advice: "write a string, or remove the element"
          )
        }
        return element.string
      }
    default:
      report(
        .warning,
        at: path,
        "is \(value.kind) where a string or an array of strings is expected"
      )
      return []
    }
  }
}
