public import OrielTypes

/// What came back is loaded as what was given: by type, in a named form.
extension ReturnedAttachment {
  /// The first form of a type, or of one that conforms to it.
  public func firstType(
    conformingTo type: TypeIdentifier,
    types: TypeTable? = nil
  ) -> TypeIdentifier? {
    provider.firstType(conformingTo: type, types: types ?? self.types)
  }

  /// Whether there is a form of a type, or of one that conforms to it.
  public func hasRepresentation(
    conformingTo type: TypeIdentifier,
    types: TypeTable? = nil
  ) -> Bool {
    firstType(conformingTo: type, types: types) != nil
  }

  /// A copy of the first form of a type.
  ///
  /// - Parameters:
  ///   - type: A type of the attachment, or one that such a type conforms to.
  ///   - limit: The most bytes.
  ///   - types: Tells which types conform to which, if not ``types``.
  /// - Returns: The bytes.
  /// - Throws: Why there are none.
  public func bytes(
    as type: TypeIdentifier,
    limit: UInt64,
    types: TypeTable? = nil
  ) async throws(ItemLoadError) -> [UInt8] {
    try await provider.bytes(as: type, limit: limit, types: types ?? self.types)
  }

  /// The first form of a type as an open file that nobody can change.
  ///
  /// - Parameters:
  ///   - type: A type of the attachment, or one that such a type conforms to.
  ///   - types: Tells which types conform to which, if not ``types``.
  /// - Returns: The file.
  /// - Throws: Why there is none.
  public func openFile(
    as type: TypeIdentifier,
    types: TypeTable? = nil
  ) async throws(ItemLoadError) -> OpenFile {
    try await provider.openFile(as: type, types: types ?? self.types)
  }

  /// The attachment as one to give to another extension, without a copy of its content.
  public var provider: ItemProvider {
    ItemProvider(
      suggestedName: suggestedName,
      representations: representations.map {
        ItemProvider.Representation(type: $0.type, source: .returned($0))
      }
    )
  }
}
