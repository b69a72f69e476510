public import OrielTypes

/// What a function of an item provider is told about the load that it is called for.
public struct LoadContext: Sendable {
  /// The type that was registered.
  public let type: TypeIdentifier
  /// The form that is wanted; the content may come in any other that the host can turn into it.
  ///
  /// Bytes, files and open files become each other. A URL is given as a URL only.
  public let form: ItemForm
  /// The identifier of the extension that loads; nil when this process does.
  public let requester: String?
  /// The most bytes that may be given in memory.
  public let byteLimit: UInt64
  /// Takes how far the work is.
  public let progress: LoadProgress

  /// A place for a new file, in a folder that only this user can look into.
  ///
  /// The folder belongs to this process. What a process that was killed left in its folder is
  /// deleted when the next one asks for a place.
  ///
  /// - Parameter name: The name of the file, without a folder.
  /// - Returns: The absolute path, in a folder of its own; nothing is there.
  /// - Throws: Why there is no such place.
  public func temporaryFile(named name: String) throws(ItemLoadError) -> String {
    try TemporaryItemFolder.shared.place(named: name)
  }
}
