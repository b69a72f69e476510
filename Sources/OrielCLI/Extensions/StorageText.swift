internal import OrielHost
internal import OrielManifest

/// The directories that an extension keeps, as `oriel show` tells them.
enum StorageText {
  /// One directory.
  struct Row {
    /// What it is, in a word.
    let label: String
    /// The entitlement that opens it.
    let entitlement: String
    /// The path; nil when nobody knows where it would lie.
    let path: String?
    /// What it holds; nil when it is not there or cannot be measured.
    let usage: ExtensionStorage.Usage?
    /// Why it cannot be used.
    let problem: String?

    /// The row in words.
    var text: String {
      if let problem { return problem }
      guard let usage else { return "\(path ?? "nowhere") (not there yet)" }
      let more = usage.isIncomplete ? "more than " : ""
      let files = usage.files == 1 ? "1 file" : "\(usage.files) files"
      return "\(path ?? ""), \(more)\(RunText.bytes(usage.bytes)) in \(files)"
    }
  }

  /// The directories that an extension asks for.
  static func rows(_ manifest: ExtensionManifest) -> [Row] {
    manifest.entitlements.compactMap { entitlement in
      switch entitlement {
      case .container: row("container", entitlement, .container(manifest.identifier))
      case .appGroup(let group): row("group", entitlement, .group(group))
      default: nil
      }
    }
  }

  /// What is known of one directory.
  private static func row(
    _ label: String,
    _ entitlement: Entitlement,
    _ area: StorageArea
  ) -> Row {
    var path: String?
    do throws(StorageError) {
      let storage = try ExtensionStorage()
      path = storage.path(of: area)
      let usage = try storage.usage(of: area)
      return Row(
        label: label,
        entitlement: entitlement.text,
        path: path,
        usage: usage,
        problem: nil
      )
    } catch {
      return Row(
        label: label,
        entitlement: entitlement.text,
        path: path,
        usage: nil,
        problem: error.description
      )
    }
  }
}
