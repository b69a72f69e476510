import Foundation
import OrielPropertyList
import OrielTypes
import Testing

@testable import OrielManifest

@Suite("Containers", .requires(.native), .timeLimit(.minutes(1)))
struct ContainerTests {
  @Test("Extensions that do not fit together in a container are told, and only those")
  func rules() throws {
    let directory = try TemporaryDirectory()
    let library = try CatalogTests.library.get()
    let bundles = [
      ("App.app/PlugIns/A.appex", "com.example.app.a", "org.oriel.share"),
      ("App.app/PlugIns/B.appex", "com.example.app.b", "org.oriel.share"),
      ("App.app/PlugIns/C.appex", "com.example.application", "org.oriel.keyboard"),
      ("App.app/PlugIns/D.appex", "com.example.app.a", "org.oriel.keyboard"),
      ("Good.app/PlugIns/A.appex", "com.example.good.a", "org.oriel.share"),
      ("Good.app/PlugIns/B.appex", "com.example.good.b", "org.oriel.keyboard"),
      ("None.app/PlugIns/A.appex", "com.example.none", "org.oriel.share"),
    ]
    for (name, identifier, point) in bundles {
      try directory.makeBundle(name, identifier: identifier, library: library, point: point)
    }
    for name in ["App", "Good"] {
      let text = """
        <plist><dict><key>CFBundleIdentifier</key><string>com.example.\(name.lowercased())</string>
        <key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>com.example.\(name.lowercased()).type</string>
        </dict></array></dict></plist>
        """
      try directory.write(Array(text.utf8), to: "\(name).app/Info.plist")
    }
    let catalog = CatalogTests.search(directory.path)
    let found = catalog.containerDiagnostics
    #expect(found.allSatisfy { $0.severity == .warning })
    let told = found.map { diagnostic in
      let place = diagnostic.file.dropFirst(directory.path.count + 1)
      return "\(place): \(diagnostic.message)".replacing(directory.path + "/", with: "")
    }
    #expect(
      told == [
        "App.app/PlugIns/B.appex: is a second extension for sharing beside "
          + "App.app/PlugIns/A.appex, but people see one for each container",
        "App.app/PlugIns/C.appex: 'com.example.application' does not begin with "
          + "'com.example.app.', as that of an extension in the container 'com.example.app' does",
        "App.app/PlugIns/D.appex: 'com.example.app.a' is also that of App.app/PlugIns/A.appex in "
          + "the same container",
      ]
    )
    let types = ["App", "Good", "None"].flatMap { name in
      ContainerManifest(reading: "\(directory.path)/\(name).app").exportedTypes
    }
    #expect(types.map(\.identifier.rawValue) == ["com.example.app.type", "com.example.good.type"])
  }
}
