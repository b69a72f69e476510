import Foundation
import Testing

/// A library of the system in the process of the tests, for what the same calls give there.
@safe struct LibraryInProcess {
  private let library: UnsafeMutableRawPointer

  /// Opens a library by the name that the dynamic linker knows; it is never closed.
  init(_ name: String) throws {
    unsafe library = try #require(unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL))
  }

  /// A function of it, whose type the caller knows.
  func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
    let symbol = unsafe try #require(unsafe dlsym(library, name))
    return unsafe unsafeBitCast(symbol, to: type)
  }
}
