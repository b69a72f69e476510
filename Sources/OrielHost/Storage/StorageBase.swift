internal import OrielSystem

/// Where the directories lie that are kept between requests.
struct StorageBase: Hashable, Sendable {
  /// A folder whose path the user or the host chose; links in it are theirs.
  let anchor: String
  /// What lies below it and above the folders of each kind; from here on there are no links.
  let components: [String]

  /// The folder that a host configured, or `oriel` in the user's data folder.
  ///
  /// - Parameters:
  ///   - configured: The folder of the configuration.
  ///   - environment: The value of a variable of the environment.
  /// - Throws: That there is no such place.
  init(
    configured: String?,
    environment: (String) -> String? = Environment.usersValue
  ) throws(StorageError) {
    if let configured {
      guard configured.hasPrefix("/") else {
        throw StorageError(
          "the folder for containers has no absolute path: \(configured)",
          remedy: "Set containerFolder to a path that begins with '/'."
        )
      }
      anchor = configured
      components = []
      return
    }
    // A relative path does not count, as the XDG specification says.
    let data = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
    guard let anchor = data ?? home else {
      throw StorageError(
        "neither XDG_DATA_HOME nor HOME nor the system's database of users tells where containers can lie",
        remedy: "Set one of the two variables, or containerFolder."
      )
    }
    self.anchor = anchor
    components = ["oriel"]
  }

  /// The path of an area, as it is written.
  func path(of area: StorageArea) -> String {
    let (folder, name) = area.path
    let base = anchor.hasSuffix("/") ? String(anchor.dropLast()) : anchor
    return ([base] + components + [folder, name]).joined(separator: "/")
  }
}

/// Why a directory cannot be used.
public struct StorageError: Error, Hashable, Sendable {
  /// What is wrong, as part of a sentence.
  public let reason: String
  /// What can be done about it, as a sentence.
  public let remedy: String
  /// The error number, or 0.
  let errorNumber: Int32

  /// Says what is wrong.
  init(_ reason: String, errorNumber: Int32 = 0, remedy: String) {
    self.reason = reason
    self.errorNumber = errorNumber
    self.remedy = remedy
  }

  /// A call that failed.
  init(_ what: String, _ error: SystemError) {
    self.init(
      "\(what): \(error)",
      errorNumber: error.errno.rawValue,
      remedy: "Look at that path, or set containerFolder to another place."
    )
  }
}

extension StorageError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String { "\(reason). \(remedy)" }
}
