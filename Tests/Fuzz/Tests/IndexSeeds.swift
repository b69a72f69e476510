import OrielSystem

@testable import OrielManifest

/// Where fuzzing of the index of bundles begins: small ones, written here.
enum IndexSeeds {
  /// The seeds by their names.
  static var all: [String: [UInt8]] {
    var writer = BundleIndexWriter(old: nil)
    writer.add(
      path: "/extensions",
      identity: identity(1),
      isSettled: true,
      containers: ["App.app"],
      bundles: [
        .read(EncodedBundle("One.appex", sources, isSettled: true)),
        .read(EncodedBundle("Two.appex", sources, isSettled: false)),
      ]
    )
    let parts = writer.finish(
      environment: [UInt8](repeating: 7, count: ContentHasher.checksumLength)
    )
    let file = Array(parts.joined())
    let table = Array(file[24..<32].reversed()).reduce(0) { $0 << 8 | Int($1) }
    let length = (0..<4).map { UInt8(truncatingIfNeeded: table >> (8 * $0)) }
    return [
      "file": [0] + file,
      "table": [2] + length + Array(file.dropFirst(BundleIndex.headerLength)),
      "details": [1] + sources.details,
    ]
  }

  /// An identity that differs from others.
  private static func identity(_ number: UInt64) -> FileIdentity {
    FileIdentity(
      device: 1,
      inode: number,
      size: 100 + number,
      modificationTime: 1_000_000_000,
      changeTime: 2_000_000_000
    )
  }

  /// What was found of one bundle.
  private static var sources: CatalogEntrySources {
    var inspection = ExecutableInspection()
    inspection.machine = .x86_64
    inspection.fileSize = 102
    inspection.neededLibraries = ["libc.so.6"]
    inspection.runPaths = ["$ORIGIN"]
    inspection.glibcVersion = VersionNumber(2, 36)
    inspection.swiftVersion = SwiftVersion(VersionNumber(6, 3))
    inspection.usesSwift = true
    inspection.verdict = .fits
    inspection.diagnostics = [Diagnostic(.warning, file: "One.so", "is odd", advice: "look")]
    let manifest = """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.one</string>
        <key>CFBundleExecutable</key><string>One.so</string>
        <key>NSExtension</key><dict>
          <key>NSExtensionPointIdentifier</key><string>org.oriel.share</string>
        </dict>
      </dict></plist>
      """
    var sources = CatalogEntrySources(
      path: "/extensions/One.appex",
      manifest: Array(manifest.utf8),
      manifestName: "Info.plist",
      hasSecondManifest: true,
      strings: [
        LocalizedStrings(
          path: "de.lproj/InfoPlist.strings",
          bytes: Array("CFBundleDisplayName = \"Eins\";".utf8)
        )
      ],
      library: CatalogEntrySources.Library(inspection: inspection, identity: identity(2)),
      libraryProblem: nil,
      bundleIdentity: identity(3),
      nodes: [
        BundleContents.Node(path: [], identity: identity(3)),
        BundleContents.Node(path: Array("Info.plist".utf8), identity: identity(4)),
        BundleContents.Node(path: Array("One.so".utf8), identity: identity(2)),
      ],
      contentHash: ContentHash(bytes: [UInt8](repeating: 9, count: ContentHash.length)),
      contentProblem: nil
    )
    sources.identifier = "com.example.one"
    return sources
  }
}
