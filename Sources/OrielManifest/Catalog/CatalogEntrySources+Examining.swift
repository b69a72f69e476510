internal import OrielSystem

extension CatalogEntrySources {
  /// Looks at one bundle.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - facts: The system the extension shall run on.
  /// - Throws: Why there is no bundle, or none with a manifest.
  init(examining path: String, facts: SystemFacts) throws(DiagnosticError) {
    self = try Self.examine(try ExtensionBundle.open(path), facts)
  }

  /// Looks at a bundle in an open directory.
  ///
  /// - Parameters:
  ///   - name: The name of the bundle.
  ///   - directory: The directory.
  ///   - path: The canonical path of the directory.
  ///   - facts: The system the extension shall run on.
  /// - Throws: Why there is no bundle, or none with a manifest.
  init(
    examining name: String,
    in directory: borrowing Descriptor,
    path: String,
    facts: SystemFacts
  ) throws(DiagnosticError) {
    self = try Self.examine(try ExtensionBundle.open(name, in: directory, path: path), facts)
  }

  /// Reads what an entry is made from.
  private static func examine(
    _ bundle: consuming ExtensionBundle,
    _ facts: SystemFacts
  ) throws(DiagnosticError) -> CatalogEntrySources {
    let contents = bundle.contents()
    let manifest = try bundle.readManifestFile(contents)
    let essentials = ManifestEssentials(manifest.bytes, file: manifest.name)
    var sources = CatalogEntrySources(
      path: bundle.path,
      manifest: manifest.bytes,
      manifestName: manifest.name,
      hasSecondManifest: manifest.hidesOther,
      strings: contents.strings,
      library: nil,
      libraryProblem: nil,
      bundleIdentity: bundle.identity,
      nodes: contents.nodes,
      contentHash: contents.hash,
      contentProblem: contents.problem
    )
    sources.exposure = contents.exposure
    sources.identifier = essentials.identifier
    guard let name = essentials.executableName else { return sources }
    do throws(DiagnosticError) {
      let (inspection, identity) = try bundle.inspectExecutable(
        named: name,
        in: contents,
        facts: facts,
        needsEntry: !essentials.hasInterface
      )
      sources.library = Library(inspection: inspection, identity: identity)
      sources.isDoubtful = contents.files[name] == nil && inspection.verdict == .refused
    } catch {
      sources.libraryProblem = error.diagnostic
      sources.isDoubtful = contents.nodes.contains { $0.path == Array(name.utf8) }
    }
    return sources
  }
}
