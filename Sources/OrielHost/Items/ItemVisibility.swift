public import OrielManifest
internal import OrielSystem
public import OrielTypes

/// Who may see a form of an attachment.
///
/// A form that an extension may not see is not sent to it, does not count for what it is offered for,
/// and cannot be loaded by guessing its type.
public enum ItemVisibility: String, Hashable, Sendable, CaseIterable {
  /// Every extension.
  case all
  /// Extensions in the host's own container, the `Name.app` that the host's program lies in.
  case ownContainer
  /// No extension: only loads in this process.
  case ownProcess
}

/// Whoever looks at items.
public enum ItemViewer: Hashable, Sendable, CaseIterable {
  /// The host's own process.
  case hostProcess
  /// An extension in the host's own container.
  case ownExtension
  /// Any other extension.
  case otherExtension

  /// What an extension is to a host.
  ///
  /// Whoever may write into a container may act in its name, so the directory tells: an extension is
  /// the host's own when its bundle lies in `PlugIns` of the host's container, by canonical paths.
  ///
  /// - Parameters:
  ///   - extension: The extension.
  ///   - hostContainer: The host's container, as ``HostConfiguration/hostContainer``.
  public init(_ extension: InstalledExtension, hostContainer: String?) {
    let isOwn = hostContainer != nil && `extension`.containerPath == hostContainer
    self = isOwn ? .ownExtension : .otherExtension
  }

  /// Whether a form is there for the viewer.
  public func sees(_ visibility: ItemVisibility) -> Bool {
    switch visibility {
    case .all: true
    case .ownContainer: self != .otherExtension
    case .ownProcess: self == .hostProcess
    }
  }
}

extension InstalledExtension {
  /// The path of the container `Name.app` that the bundle lies in; nil when it lies in none.
  public var containerPath: String? { ContainerManifest.path(ofBundle: path) }
}

extension ItemProvider {
  /// The types that a viewer sees, the best first.
  public func registeredTypes(visibleTo viewer: ItemViewer) -> [TypeIdentifier] {
    representations.filter { viewer.sees($0.visibility) }.map(\.type)
  }

  /// The thing as a viewer sees it; nil when nothing of it is there for the viewer.
  func visible(to viewer: ItemViewer) -> ItemProvider? {
    var provider = self
    provider.representations = representations.filter { viewer.sees($0.visibility) }
    if let preview, !viewer.sees(preview.visibility) { provider.preview = nil }
    return provider.representations.isEmpty ? nil : provider
  }
}

/// Where this process's own container is.
enum OwnContainer {
  /// The innermost `Name.app` around the program's file; nil when there is none.
  static var path: String? {
    guard let folder = Environment.programFolder else { return nil }
    let names = folder.split(separator: "/")
    guard let last = names.lastIndex(where: { $0.hasSuffix(".app") }) else { return nil }
    return "/" + names[...last].joined(separator: "/")
  }
}
