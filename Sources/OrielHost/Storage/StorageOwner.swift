internal import OrielSystem

/// Whom containers belong to: the user that instances run as.
enum StorageOwner {
  /// The user; throws where instances run as one that must not own anything.
  ///
  /// A host that is root runs them as the user `oriel`. Where that does not exist they run as nobody,
  /// and what that user owns is open to every other program that runs as nobody.
  static func current() throws(StorageError) -> UInt32 {
    guard let user = RunnerPolicy.seedUser else { return KernelFacts.effectiveUser }
    guard user != nobody else {
      throw StorageError(
        "persistent containers need the user 'oriel'; Scripts/setup makes it",
        remedy: "Run Scripts/setup as root, or run the host as an ordinary user."
      )
    }
    return user
  }

  /// The user without rights of its own.
  private static let nobody: UInt32 = 65_534
}
