internal import OrielPropertyList
internal import OrielSystem
public import OrielTypes

/// What the Info.plist or Info.json of a container `Name.app` says, as far as its extensions need it.
public struct ContainerManifest: Sendable, Hashable {
  /// The path of the container.
  public let path: String
  /// The identifier, when there is a valid one.
  public let identifier: BundleIdentifier?
  /// `UTExportedTypeDeclarations`: the types that the container owns.
  public let exportedTypes: [TypeDeclaration]
  /// `UTImportedTypeDeclarations`: types of others that the container uses.
  public let importedTypes: [TypeDeclaration]
  /// What is wrong or odd; never an error, because extensions work without their container.
  public let diagnostics: [Diagnostic]
  /// Whether it may say something else at the next look although nothing changed: the file could not
  /// be read.
  let isDoubtful: Bool
  /// How others than the user and root could change the file, as the end of a sentence about it.
  package let exposure: String?
  /// A short hash of the file, so that what is not read of it makes a difference, too.
  private let checksum: [UInt8]

  /// The suffix of the names of containers.
  static let suffix = ".app"
  /// The folder of a container that holds its bundles.
  package static let folder = "PlugIns"

  /// Reads the manifest of the container at a path; one without a manifest says nothing.
  public init(reading path: String) {
    self.path = path
    for name in ExtensionManifest.fileNames {
      do throws(FileProblem) {
        let (bytes, exposure) = try Self.read(name, in: path)
        let reading = Self.parse(bytes, file: "\(path)/\(name)")
        (self.exposure, isDoubtful) = (exposure, false)
        checksum = ContentHasher.checksum(bytes[...])
        identifier = reading.identifier
        exportedTypes = reading.exportedTypes
        importedTypes = reading.importedTypes
        diagnostics = reading.diagnostics
        return
      } catch {
        if case .system(let system) = error, system.errno == .noSuchFile { continue }
        (identifier, exportedTypes, importedTypes, checksum) = (nil, [], [], [])
        (exposure, isDoubtful) = (nil, true)
        diagnostics = [
          Diagnostic(
            .warning,
            file: "\(path)/\(name)",
            "cannot be read, so nothing is known about the container",
            advice:
              "put a readable file of at most \(PropertyListLimits.manifest.bytes) bytes there"
          )
        ]
        return
      }
    }
    (identifier, exportedTypes, importedTypes, diagnostics) = (nil, [], [], [])
    (exposure, isDoubtful, checksum) = (nil, false, [])
  }

  /// The path of the container that a bundle lies in, when it lies in one.
  package static func path(ofBundle path: String) -> String? {
    let names = path.split(separator: "/")
    guard names.count >= 3, names[names.count - 2] == folder,
      names[names.count - 3].hasSuffix(suffix)
    else { return nil }
    return "/" + names.dropLast(2).joined(separator: "/")
  }

  /// Reads a file of a container, without following links in it; tells also how others can change it.
  private static func read(
    _ name: String,
    in path: String
  ) throws(FileProblem) -> (bytes: [UInt8], exposure: String?) {
    let limit = PropertyListLimits.manifest.bytes
    let directory: Descriptor
    do throws(SystemError) {
      directory = try Descriptor.open(path, [.readOnly, .directory])
    } catch {
      throw FileProblem(error)
    }
    let file = try FileSystem.openRegularFile(name, in: directory)
    return (try FileSystem.read(file, limit: limit), file.status.exposure)
  }

  /// What a manifest says.
  private static func parse(_ bytes: [UInt8], file: String) -> ManifestReader.ContainerReading {
    do throws(PropertyListError) {
      let list = try PropertyList(
        parsing: bytes,
        limits: .manifest,
        format: ExtensionManifest.format(of: file)
      )
      var reader = ManifestReader(list: list, file: file, bundleName: "", strings: [])
      return reader.readContainer()
    } catch {
      let diagnostic = Diagnostic(.warning, file: file, position: error.position, error.message)
      return ManifestReader.ContainerReading(diagnostics: [diagnostic])
    }
  }
}
