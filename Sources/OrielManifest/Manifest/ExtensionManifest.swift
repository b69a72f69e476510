public import OrielActivation
package import OrielPropertyList
internal import OrielText
public import OrielTypes

/// What the Info.plist of an extension says.
public struct ExtensionManifest: Sendable, Hashable {
  /// The identifier, `CFBundleIdentifier`.
  public let identifier: BundleIdentifier
  /// The name for people, in the languages that the bundle has it in.
  public let name: LocalizedName
  /// The name for people in the language of this process.
  public var displayName: String { name.text(for: .current) }
  /// `CFBundleExecutable`: the file name of the shared library in the bundle.
  public let executableName: String
  /// The version of the build, `CFBundleVersion`.
  public let version: String?
  /// The version for people, `CFBundleShortVersionString`.
  public let shortVersion: String?
  /// `NSExtensionPointIdentifier`, by Oriel's name of the point.
  public let extensionPoint: ExtensionPointIdentifier
  /// The class to start with, `NSExtensionPrincipalClass`.
  public let principalClass: String?
  /// The user interface to start with, `NSExtensionMainStoryboard`.
  public let mainStoryboard: String?
  /// `NSExtensionAttributes`, as the extension point defines them.
  package let attributes: PropertyListDictionary
  /// `NSExtensionActivationRule`: the input that the extension is offered for.
  public let activationRule: ActivationRule
  /// `UTExportedTypeDeclarations`: the types that the bundle owns.
  public let exportedTypes: [TypeDeclaration]
  /// `UTImportedTypeDeclarations`: types of others that the bundle uses.
  public let importedTypes: [TypeDeclaration]
  /// What the extension asks for beyond the base sandbox, `OrielEntitlements`.
  public let entitlements: EntitlementSet
  /// The whole property list.
  package let root: PropertyListDictionary

  /// The name of the file in a bundle.
  public static let fileName: String = "Info.plist"
  /// The name of the file that stands in for it, with the same keys in JSON.
  public static let jsonFileName: String = "Info.json"

  /// The key whose value names the file of the bundle that describes the functions of the library.
  public static let interfaceKey: String = "OrielInterface"

  /// The file of the bundle that describes the functions of the library; nil for an extension that
  /// serves requests.
  public var interfaceName: String? {
    guard let name = root[Self.interfaceKey]?.string,
      ManifestReader.problem(ofExecutableName: name) == nil
    else { return nil }
    return name
  }

  /// The names that a manifest may have, the one that counts before others first.
  package static let fileNames = [fileName, jsonFileName]

  /// The format that the path of a manifest tells; nil where its content does.
  static func format(of file: String) -> PropertyListFormat? {
    file == jsonFileName || file.hasSuffix("/\(jsonFileName)") ? .json : nil
  }

  /// A manifest with all that is to be said about it.
  package struct Reading: Sendable {
    /// The manifest, when nothing that it needs is missing or wrong.
    package let manifest: ExtensionManifest?
    /// The identifier, also when something else is wrong.
    package let identifier: BundleIdentifier?
    /// The name for people, also when something else is wrong.
    package let displayName: String
    /// The activation rule, also when something else is wrong.
    package let locatedRule: LocatedRule?
    /// What is wrong or odd.
    package let diagnostics: [Diagnostic]
  }

  /// Reads a manifest from the bytes of an Info.plist or Info.json.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The name of the file, for diagnostics; it tells JSON from text.
  ///   - bundleName: The name of the bundle without its suffix, which names it when nothing else does.
  ///   - strings: The names in several languages.
  /// - Returns: The manifest or what is wrong with it, and what is odd about it.
  package static func read(
    _ bytes: [UInt8],
    file: String = fileName,
    bundleName: String,
    strings: [LocalizedStrings] = []
  ) -> Reading {
    do throws(PropertyListError) {
      let list = try PropertyList(
        parsing: bytes,
        limits: .manifest,
        format: format(of: file)
      )
      var reader = ManifestReader(
        list: list,
        file: file,
        bundleName: bundleName,
        strings: strings
      )
      return reader.read()
    } catch {
      let diagnostic = Diagnostic(
        .error,
        file: file,
        position: error.position,
        error.message,
        advice: error.code == .unknownFormat ? "write it as an XML property list" : nil
      )
      let name = Printable.name(bundleName)
      return Reading(
        manifest: nil,
        identifier: nil,
        displayName: name,
        locatedRule: nil,
        diagnostics: [diagnostic]
      )
    }
  }

  /// Gathers the parts, which were checked.
  init(
    identifier: BundleIdentifier,
    name: LocalizedName,
    executableName: String,
    version: String?,
    shortVersion: String?,
    extensionPoint: ExtensionPointIdentifier,
    principalClass: String?,
    mainStoryboard: String?,
    attributes: PropertyListDictionary,
    activationRule: ActivationRule,
    exportedTypes: [TypeDeclaration],
    importedTypes: [TypeDeclaration],
    entitlements: EntitlementSet,
    root: PropertyListDictionary
  ) {
    self.identifier = identifier
    self.name = name
    self.executableName = executableName
    self.version = version
    self.shortVersion = shortVersion
    self.extensionPoint = extensionPoint
    self.principalClass = principalClass
    self.mainStoryboard = mainStoryboard
    self.attributes = attributes
    self.activationRule = activationRule
    self.exportedTypes = exportedTypes
    self.importedTypes = importedTypes
    self.entitlements = entitlements
    self.root = root
  }
}
