extension FileStatus {
  /// Who else than this user and root can change the file or directory, as its owner and mode tell.
  ///
  /// Nil when nobody can. A group is trusted: many systems give each user a group of his own and make
  /// everything writable for it. In a directory with the sticky bit others can only add what is theirs.
  package var exposure: String? {
    guard !isForeign else { return "the user \(owner)" }
    let isSticky = kind == .directory && permissions & 0o1000 != 0
    return permissions & 0o002 != 0 && !isSticky ? "everybody" : nil
  }

  /// Whether another user than this one and root owns the file or directory.
  package var isForeign: Bool { owner != 0 && owner != KernelFacts.effectiveUser }
}
