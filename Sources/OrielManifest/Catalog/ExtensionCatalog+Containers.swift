internal import OrielText

/// The containers of the bundles that were found.
extension ExtensionCatalog {
  /// What is wrong with the way in which bundles stand together in containers.
  ///
  /// The identifier of an extension begins with that of its container, no two have one, and at most
  /// one of a container is for sharing. Extensions work all the same; other systems refuse them.
  public var containerDiagnostics: [Diagnostic] {
    let known = Dictionary(containers.map { ($0.path, $0) }) { first, _ in first }
    return Self.byContainer(entries).flatMap { path, entries in
      let container = known[path] ?? ContainerManifest(reading: path)
      return container.diagnostics + container.problems(with: entries)
    }
  }

  /// The bundles in containers, by container.
  private static func byContainer(
    _ entries: [CatalogEntry]
  ) -> [(path: String, entries: [CatalogEntry])] {
    var places: [String: Int] = [:]
    var result: [(path: String, entries: [CatalogEntry])] = []
    for entry in entries {
      guard let path = ContainerManifest.path(ofBundle: entry.path) else { continue }
      if let place = places[path] {
        result[place].entries.append(entry)
      } else {
        places[path] = result.count
        result.append((path, [entry]))
      }
    }
    return result
  }
}

extension ContainerManifest {
  /// What is wrong with the extensions of the container.
  fileprivate func problems(with entries: [CatalogEntry]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var known: [String: String] = [:]
    var sharing: CatalogEntry?
    for entry in entries {
      if let name = entry.identifier {
        if let container = identifier, !name.hasPrefix(container.rawValue + ".") {
          result.append(
            Diagnostic(
              .warning,
              file: entry.path,
              keyPath: "CFBundleIdentifier",
              "'\(name)' does not begin with '\(container).', as that of an extension in the "
                + "container '\(container)' does",
              advice:
                "rename it, for example to '\(container).\(name.split(separator: ".").last ?? "")'"
            )
          )
        }
        if let other = known[name] {
          result.append(
            Diagnostic(
              .warning,
              file: entry.path,
              keyPath: "CFBundleIdentifier",
              "'\(name)' is also that of \(Printable.text(other)) in the same container",
              advice: "give each extension an identifier of its own"
            )
          )
        } else {
          known[name] = entry.path
        }
      }
      guard entry.manifest?.extensionPoint == .share else { continue }
      if let other = sharing {
        result.append(
          Diagnostic(
            .warning,
            file: entry.path,
            "is a second extension for sharing beside \(Printable.text(other.path)), but people see "
              + "one for each container",
            advice: "leave one of the two"
          )
        )
      } else {
        sharing = entry
      }
    }
    return result
  }
}
