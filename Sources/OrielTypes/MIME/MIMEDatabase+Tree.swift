extension MIMEDatabase {
  /// The name to use for a type that may have been named by an alias.
  public func canonical(_ type: MIMEType) -> MIMEType {
    for cache in caches {
      if let target = cache.target(ofAlias: type) { return target }
    }
    return type
  }

  /// The other names of a type.
  public func aliases(of type: MIMEType) -> [MIMEType] {
    var result: [MIMEType] = []
    for cache in caches {
      for alias in cache.aliases(of: type) where !result.contains(alias) { result.append(alias) }
    }
    return result
  }

  /// What a type is a special case of, directly, by its canonical names.
  ///
  /// Beside what the files say, every `text` type is a special case of `text/plain`, and everything
  /// but `inode` types of `application/octet-stream`.
  public func parents(of type: MIMEType) -> [MIMEType] {
    let type = canonical(type)
    var result: [MIMEType] = []
    for cache in caches {
      for parent in cache.parents(of: type).map(canonical)
      where parent != type && !result.contains(parent) {
        result.append(parent)
      }
    }
    let media = type.mediaType
    if media == "text", type != .plainText, !result.contains(.plainText) {
      result.append(.plainText)
    }
    if media != "inode", type != .octetStream, !result.contains(.octetStream) {
      result.append(.octetStream)
    }
    return result
  }

  /// The type and all that it is a special case of, nearer ones first; loops end.
  public func ancestors(of type: MIMEType) -> [MIMEType] {
    let type = canonical(type)
    var result = [type]
    var known: Set<MIMEType> = [type]
    var index = 0
    while index < result.count, result.count < Self.greatestAncestorCount {
      for parent in parents(of: result[index]) where known.insert(parent).inserted {
        result.append(parent)
      }
      index += 1
    }
    return result
  }

  /// The most types that one type is taken to be a special case of.
  private static let greatestAncestorCount = 1024

  /// Whether a type is another one or a special case of it.
  public func type(_ type: MIMEType, isKindOf other: MIMEType) -> Bool {
    ancestors(of: type).contains(canonical(other))
  }
}
