internal import OrielSystem

extension TypeTable {
  /// A type that a file's name suggests, and the MIME types by which its content may confirm it.
  private struct Candidate {
    /// The type.
    let type: TypeIdentifier
    /// The MIME types.
    let mimeTypes: [MIMEType]
  }

  /// The type of files whose names end with a suffix, given without the dot, in any case.
  ///
  /// - Returns: Nothing when neither a declaration nor the database knows the suffix; see
  ///   ``DynamicType/init(suffix:)``.
  public func type(forSuffix suffix: String) -> TypeIdentifier? {
    guard !suffix.isEmpty, !suffix.contains("/") else { return nil }
    if let type = types(claimingSuffix: suffix.lowercased()).first { return type }
    // With a name that no pattern without wildcards fits.
    return candidates(forFileName: "\u{FFFC}." + suffix).first?.type
  }

  /// The type of a plain file by its name, or nothing when the name does not tell.
  ///
  /// The longest known suffix counts, as in `a.tar.gz`; of equal ones that of a declaration.
  ///
  /// - Parameter name: A name, or a path whose last part counts.
  /// - Returns: The type, a dynamic one when only the database knows the name.
  public func type(forFileName name: String) -> TypeIdentifier? {
    candidates(forFileName: name).first?.type
  }

  /// The type of a plain file by its name and the beginning of its content.
  ///
  /// The content counts when the name does not tell, or when it fits several types. A file with a
  /// suffix that nothing knows, and with content that tells nothing, has a dynamic type.
  ///
  /// - Parameters:
  ///   - name: A name, or a path whose last part counts.
  ///   - content: The first ``MIMEDatabase/sniffingLength`` bytes, only asked for when they count;
  ///     nil when they cannot be read.
  /// - Returns: The type; `public.data` when nothing tells and there is no suffix.
  public func type(ofFileNamed name: String, content: () -> [UInt8]?) -> TypeIdentifier {
    let candidates = candidates(forFileName: name)
    if candidates.count == 1 { return candidates[0].type }
    guard let content = content() else { return candidates.first?.type ?? unknown(name) }
    let found = mime.type(ofContent: content)
    guard let first = candidates.first else {
      if found == .octetStream || found == .empty { return unknown(name) }
      return type(for: found) ?? unknown(name)
    }
    let foundType = type(for: found) ?? .data
    let confirmed = candidates.first { candidate in
      conforms(candidate.type, to: foundType)
        || candidate.mimeTypes.contains { mime.type($0, isKindOf: found) }
    }
    return (confirmed ?? first).type
  }

  /// The type of a directory by its name: a kind of package, or a folder.
  public func type(ofDirectoryNamed name: String) -> TypeIdentifier {
    for suffix in suffixes(ofFileName: name) {
      for type in types(claimingSuffix: suffix.lowercased()) where conforms(type, to: .directory) {
        return type
      }
    }
    return .folder
  }

  /// The type of what a path leads to, links followed.
  ///
  /// Looks at the content of a plain file where the name does not tell. What cannot be examined is
  /// judged by its name; what is neither file nor directory is `public.item`.
  public func type(ofFileAt path: String) -> TypeIdentifier {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let status = try? Descriptor.open(path, [.pathOnly]).status() else {
      let link = try? Descriptor.open(path, [.pathOnly, .noFollow]).status()
      if link?.kind == .symbolicLink { return .symlink }
      return type(forFileName: name) ?? unknown(name)
    }
    switch status.kind {
    case .regular: return type(ofFileNamed: name) { beginning(ofFileAt: path) }
    case .directory: return type(ofDirectoryNamed: name)
    case .symbolicLink: return .symlink
    case .other: return .item
    }
  }

  /// The beginning of a plain file.
  private func beginning(ofFileAt path: String) -> [UInt8]? {
    // What took the file's place meanwhile must not make this wait.
    guard let file = try? Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal]),
      let status = try? file.status(), status.kind == .regular
    else { return nil }
    let size = min(status.identity.size, UInt64(mime.sniffingLength))
    var buffer = [UInt8](repeating: 0, count: Int(size))
    guard let count = try? file.read(into: &buffer, at: 0) else { return nil }
    return Array(buffer.prefix(count))
  }

  /// The type of a file that nothing is known about but its name.
  private func unknown(_ name: String) -> TypeIdentifier {
    suffixes(ofFileName: name).last.flatMap { DynamicType(suffix: $0)?.identifier } ?? .data
  }

  // MARK: - Candidates

  /// What follows each dot of a name, the longest first; a name that starts with a dot is hidden.
  private func suffixes(ofFileName name: String) -> [Substring] {
    var rest = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if rest.first == "." { rest = rest.dropFirst() }
    var result: [Substring] = []
    while let dot = rest.firstIndex(of: "."), result.count < Self.greatestSuffixCount {
      rest = rest[rest.index(after: dot)...]
      if !rest.isEmpty { result.append(rest) }
    }
    return result
  }

  /// The most dots of a name that are looked at.
  private static let greatestSuffixCount = 64

  /// The types that a name suggests, the likeliest first.
  private func candidates(forFileName path: String) -> [Candidate] {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let declared = declaredCandidate(forFileName: path)
    var matches = mime.bestMatches(name)
    // A pattern begins with a star and a dot before the suffix.
    let length = (declared?.suffix.unicodeScalars.count ?? -2) + 2
    matches.removeAll { $0.length < length }
    var result: [Candidate] = []
    var isDeclaredFirst = false
    if let declared, matches.allSatisfy({ $0.length == length }) {
      let isCapital = declared.suffix.contains(where: \.isUppercase)
      isDeclaredFirst = !(isCapital && matches.contains(where: \.isCaseSensitive))
      // A database that knows one type only has no doubt, so the declaration needs no proof.
      if isDeclaredFirst, Set(matches.map(\.type)).count < 2 { return [declared.candidate] }
      result.append(declared.candidate)
    }
    let others = matches.compactMap { match in
      type(for: match.type).map { Candidate(type: $0, mimeTypes: [match.type]) }
    }
    result = isDeclaredFirst ? result + others : others + result
    var known: Set<TypeIdentifier> = []
    return result.filter { known.insert($0.type).inserted }
  }

  /// The type that declares the longest suffix of a name, and the suffix.
  private func declaredCandidate(
    forFileName name: String
  ) -> (candidate: Candidate, suffix: Substring)? {
    for suffix in suffixes(ofFileName: name) {
      for type in types(claimingSuffix: suffix.lowercased()) where isFile(type) {
        return (Candidate(type: type, mimeTypes: mimeTypes(of: type)), suffix)
      }
    }
    return nil
  }

  /// Whether a plain file can be of a type: not if it is a directory only.
  private func isFile(_ type: TypeIdentifier) -> Bool {
    !conforms(type, to: .directory) || conforms(type, to: .data)
  }
}
