internal import OrielManifest
internal import OrielSystem

/// The places of extensions that others than the user and root can change.
struct ExposedPlaces: Sendable, Equatable {
  /// Who can change a directory.
  enum Exposure: Sendable, Hashable {
    /// These others can.
    case to(String)
    /// That cannot be found out, so that it may be anybody.
    case unknown(SystemError)
  }

  /// A place that others can change.
  struct Place: Sendable, Hashable {
    /// The directory that they can change, which is the place or lies above it.
    let directory: String
    /// Who can.
    let exposure: Exposure

    /// What is wrong with an extension in the place, and what to do, as a part of a sentence.
    var reason: String {
      switch exposure {
      case .to(let whose):
        "comes from \(directory), which can be changed by \(whose); \(ExposedPlaces.advice)"
      case .unknown(let error):
        "comes from \(directory), of which nobody knows who can change it: \(error); look at that "
          + "path and its permissions"
      }
    }

    /// What the user should know.
    var diagnostic: Diagnostic {
      switch exposure {
      case .to(let whose):
        Diagnostic(
          .warning,
          file: directory,
          "can be changed by \(whose), who can exchange the extensions in it",
          advice: "take that right away with 'chmod o-w' or 'chown'"
        )
      case .unknown(let error):
        Diagnostic(
          .warning,
          file: directory,
          "holds extensions, and who can change it cannot be found out: \(error)",
          advice: "look at its path and permissions"
        )
      }
    }
  }

  /// What to do where others can change something, as a part of a sentence.
  static let advice = "take that right away with 'chmod -R o-w' or 'chown'"

  /// What is wrong with the places, by path.
  private var places: [String: Place] = [:]
  /// What is wrong with the places of links, by the path of the bundle that a link leads to.
  private var linked: [String: Place] = [:]

  /// Looks at directories that were searched; those that somebody named are his business.
  init(_ searched: [SearchedDirectory]) {
    var known: [String: Exposure?] = [:]
    let paths = Set(searched.map(\.path))
    for place in searched where place.origin != .explicit {
      for directory in Self.directories(of: place, among: paths) {
        let exposure = known[directory] ?? Self.exposure(of: directory)
        known[directory] = .some(exposure)
        guard let exposure else { continue }
        let exposed = Place(directory: directory, exposure: exposure)
        places[place.path] = exposed
        for path in place.linked { linked[path] = exposed }
        break
      }
    }
  }

  /// The directories by which a place can be changed.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - searched: The paths of all places, in one of which a container may lie.
  /// - Returns: Their paths, the nearest one first.
  private static func directories(
    of place: SearchedDirectory,
    among searched: Set<String>
  ) -> [String] {
    let names = place.path.split(separator: "/")
    var directories = [place.path]
    if names.count > 1, names.last == "PlugIns", names[names.count - 2].hasSuffix(".app") {
      directories.append("/" + names.dropLast().joined(separator: "/"))
      // A container that was found in a folder may be exchanged there.
      let above = "/" + names.dropLast(2).joined(separator: "/")
      if searched.contains(above) { directories.append(above) }
    }
    // Who sets ORIEL_PATH chooses where; the places that count by default are nobody's choice.
    guard place.origin != .environment else { return directories }
    return directories
      + names.indices.reversed().map { "/" + names[..<$0].joined(separator: "/") }
  }

  /// Who can change a directory; nil for one that is safe, or not there.
  private static func exposure(of directory: String) -> Exposure? {
    do throws(SystemError) {
      return try Descriptor.open(directory, [.pathOnly]).status().exposure.map(Exposure.to)
    } catch {
      return error.errno == .noSuchFile ? nil : .unknown(error)
    }
  }

  /// The place that an extension lies in, or that a link to it lies in, if others can change it.
  func place(of path: String) -> Place? {
    if places.isEmpty { return nil }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return places[parent] ?? linked[path]
  }

  /// What the user should know, each directory once.
  var diagnostics: [Diagnostic] {
    Set(places.values).sorted { $0.directory < $1.directory }.map(\.diagnostic)
  }
}
