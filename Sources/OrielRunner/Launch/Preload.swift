internal import CShims
internal import Glibc

/// Libraries that the runner loads once so that no instance has to.
enum Preload {
  /// Loads libraries by file name, as far as the system has them.
  ///
  /// An extension's own need for one of them is then met by its name without touching a file. They
  /// stay out of the global scope, where their symbols could take the place of an extension's. Only
  /// the system's libraries are loaded here, never an extension's: its constructors would run outside
  /// the sandbox.
  static func load(_ libraries: [String]) {
    for library in libraries {
      // The C string lives for the call; a library that is missing is found missing again later, by
      // the extension that needs it.
      _ = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL)
    }
  }

  /// The folder of the Swift runtime that this process uses.
  static func swiftRuntimeFolder() -> String? {
    // RTLD_DEFAULT is NULL on Linux.
    guard let symbol = unsafe dlsym(nil, "swift_retain"),
      let name = unsafe oriel_shim_library_of(symbol)
    else { return nil }
    // A terminated string that lives as long as the library.
    let path = unsafe String(cString: name)
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
    return String(path[..<slash])
  }
}
