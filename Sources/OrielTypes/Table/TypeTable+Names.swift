extension TypeTable {
  // MARK: - MIME types

  /// The type of a MIME type in any case; what follows a semicolon does not count.
  ///
  /// A MIME type that nothing declares under any of its names has a dynamic identifier.
  ///
  /// - Returns: Nothing when the text is no MIME type, or too long for an identifier.
  public func type(forMIMEType text: String) -> TypeIdentifier? {
    MIMEType(text).flatMap { type(for: $0) }
  }

  /// The type of a MIME type, a dynamic one when nothing declares it under any of its names.
  public func type(for mimeType: MIMEType) -> TypeIdentifier? {
    declaredType(for: mimeType) ?? DynamicType.mimeType(mime.canonical(mimeType)).identifier
  }

  /// What the dynamic type of a MIME type directly conforms to: what its parents map to.
  ///
  /// The media type alone says nothing: the database tells formats apart, not categories, so
  /// `image/x-new` is data, and no `public.image` before a declaration says so.
  func parents(ofDynamic mimeType: MIMEType) -> [TypeIdentifier] {
    // An old identifier of a type that is declared by now.
    if let type = declaredType(for: mimeType) { return [type] }
    return mime.parents(of: mimeType).compactMap { type(for: $0) }
  }

  /// The MIME types of a type, the preferred one first; not those of types it conforms to.
  public func mimeTypes(of type: TypeIdentifier) -> [MIMEType] {
    if let declaration = declaration(of: type) { return declaration.mimeTypes }
    guard case .mimeType(let mimeType) = DynamicType(type) else { return [] }
    return [mimeType]
  }

  /// The MIME type to name a type by, its own or that of the nearest type it conforms to.
  public func preferredMIMEType(of type: TypeIdentifier) -> MIMEType? {
    ancestors(of: type).lazy.compactMap { self.mimeTypes(of: $0).first }.first
  }

  // MARK: - Suffixes

  /// The suffixes of a type without the dot, the preferred one first; not those of types it conforms
  /// to.
  public func suffixes(of type: TypeIdentifier) -> [String] {
    if let declaration = declaration(of: type) { return declaration.suffixes }
    switch DynamicType(type) {
    case .suffix(let suffix): return [suffix]
    case .mimeType(let type): return mime.suffixes(of: type)
    case nil: return []
    }
  }

  /// The suffix to give to files of a type, its own or that of the nearest type it conforms to.
  public func preferredSuffix(of type: TypeIdentifier) -> String? {
    ancestors(of: type).lazy.compactMap { self.suffixes(of: $0).first }.first
  }
}
