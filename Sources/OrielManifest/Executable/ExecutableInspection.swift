/// What the shared library of an extension needs, read from the file without loading it.
public struct ExecutableInspection: Sendable, Hashable {
  /// Whether the library can be loaded.
  public enum Verdict: Sendable, Hashable {
    /// It fits this system.
    case fits
    /// It was built for another system.
    case incompatible(needs: String, has: String)
    /// It is damaged, or it asks for what no extension gets; the diagnostics say what.
    case refused
  }

  /// The name of the function that an extension exports.
  public static let entrySymbol: String = "oriel_extension_entry"

  /// The processor it is for.
  public internal(set) var machine: Machine?
  /// The size of the file in bytes.
  public internal(set) var fileSize: UInt64 = 0
  /// The libraries it asks the loader for.
  public internal(set) var neededLibraries: [String] = []
  /// The directories in which it wants them to be looked for.
  public internal(set) var runPaths: [String] = []
  /// The newest version of glibc of which it uses something.
  public internal(set) var glibcVersion: VersionNumber?
  /// The version of the Swift compiler that built it, when it says so.
  public internal(set) var swiftVersion: SwiftVersion?
  /// Whether it needs the Swift runtime.
  public internal(set) var usesSwift: Bool = false
  /// Whether it can be loaded.
  public internal(set) var verdict: Verdict = .refused
  /// What is wrong or odd.
  public internal(set) var diagnostics: [Diagnostic] = []

  /// An inspection that has found nothing yet.
  init() {}

  /// Inspects a library for a system.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - file: The name of the file, for diagnostics.
  ///   - facts: The system it shall run on.
  ///   - needsEntry: Whether it has to export the entry function of extensions.
  init<Source: ByteSource & ~Copyable>(
    _ source: consuming Source,
    file: String,
    facts: SystemFacts,
    needsEntry: Bool = true
  ) {
    fileSize = source.count
    var inspector = ExecutableInspector(file: file, facts: facts, needsEntry: needsEntry)
    do throws(ELFError) {
      self = try inspector.inspect(source, self)
    } catch {
      verdict = .refused
      diagnostics = [
        Diagnostic(.error, file: file, error.message, advice: "build the extension again")
      ]
    }
  }
}
