/// Why a file could not be read as a shared library.
enum ELFError: Error, Hashable {
  /// The file does not start like an ELF file.
  case notELF
  /// Something lies beyond the end of the file.
  case truncated
  /// The file would take too long to read.
  case tooComplex
  /// A part of the file contradicts another.
  case malformed(String)
  /// The system could not read the file.
  case unreadable(String)

  /// What is wrong, for people.
  var message: String {
    switch self {
    case .notELF: "is not a shared library: it does not start with the mark of ELF files"
    case .truncated: "is cut off: it is shorter than it says itself"
    case .tooComplex: "is too complex to be read; a shared library never is"
    case .malformed(let what): "is damaged: \(what)"
    case .unreadable(let why): "cannot be read: \(why)"
    }
  }
}
