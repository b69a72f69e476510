/// A right beyond the base sandbox, which a manifest asks for and a host grants.
///
/// Each has exactly one text form, used in manifests, grants, messages and by extensions; a text
/// that means the same in other words is refused with the form to write.
public enum Entitlement: Sendable, Hashable {
  /// A directory of its own that is kept between requests: `container`.
  case container
  /// A directory that extensions of one publisher share: `app-group:group.com.example.shared`.
  case appGroup(AppGroupIdentifier)
  /// Files that the user chooses: `user-selected-files:read` or `user-selected-files:read-write`.
  case userSelectedFiles(FileAccess)
  /// Connections that the host makes: `network-client:api.example.com:443`.
  case networkClient(NetworkEndpoint)
  /// Links that the host opens: `open-url:https`.
  case openURL(URLScheme)

  /// The longest text form, in bytes.
  public static let greatestLength: Int = 255
  /// The most entitlements of one extension.
  public static let greatestCount: Int = 64

  /// What may be done with files that the user chooses.
  public enum FileAccess: String, Sendable, Hashable, CaseIterable {
    /// They are read.
    case read
    /// They are read and changed.
    case readWrite = "read-write"
  }

  /// The kinds of entitlements; the text of a kind begins that of each entitlement.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A directory of its own.
    case container
    /// A directory that is shared.
    case appGroup = "app-group"
    /// Files that the user chooses.
    case userSelectedFiles = "user-selected-files"
    /// Connections.
    case networkClient = "network-client"
    /// Links.
    case openURL = "open-url"
  }

  /// The kind.
  public var kind: Kind {
    switch self {
    case .container: .container
    case .appGroup: .appGroup
    case .userSelectedFiles: .userSelectedFiles
    case .networkClient: .networkClient
    case .openURL: .openURL
    }
  }

  /// The text form.
  public var text: String {
    switch self {
    case .container: kind.rawValue
    case .appGroup(let group): "\(kind.rawValue):\(group)"
    case .userSelectedFiles(let access): "\(kind.rawValue):\(access.rawValue)"
    case .networkClient(let endpoint): "\(kind.rawValue):\(endpoint)"
    case .openURL(let scheme): "\(kind.rawValue):\(scheme)"
    }
  }
}

extension Entitlement: CustomStringConvertible {
  /// The text form.
  public var description: String { text }
}

extension Entitlement.Kind {
  /// How entitlements of the kind are written, for messages.
  package var form: String {
    switch self {
    case .container: rawValue
    case .appGroup: "\(rawValue):group.PUBLISHER.NAME"
    case .userSelectedFiles: "\(rawValue):read or \(rawValue):read-write"
    case .networkClient: "\(rawValue):HOST:PORT"
    case .openURL: "\(rawValue):SCHEME"
    }
  }
}
