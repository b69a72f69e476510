internal import COriel
internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The loaded library of the extension and the tables that it offers.
///
/// The tables are static in the extension, which promises never to write to them; they are read once.
@safe final class ExtensionLibrary: Sendable {
  /// How requests reach the extension; `begin` is not null.
  let request: oriel_extension_request
  /// What the extension wants to know of its process.
  let lifecycle: oriel_extension_lifecycle
  /// What the extension wants to hear of its memory; nil when it does not want to hear of it.
  let memory: oriel_extension_memory?

  /// Why an extension cannot be used.
  struct Failure: Error {
    let message: LoadFailed

    init(_ kind: LoadFailed.Kind, _ text: String) {
      message = LoadFailed(kind: kind, text: String(text.prefix(1024)))
    }
  }

  /// Checks that the file is the one the host examined, and loads it.
  ///
  /// Called in the finished sandbox: the library's constructors run here.
  static func open(_ launch: Launch) throws(Failure) -> UnsafeMutableRawPointer {
    let path = "\(PrivateRoot.bundlePath)/\(launch.executablePath)"
    try check(path, is: launch.executable)
    // The C string lives for the call.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Failure(.linker, linkerMessage(path))
    }
    // The handle is open, and the function reports on the thread that throws.
    unsafe oriel_shim_report_terminate(handle) { type in
      // libstdc++ gives NULL or a terminated name that lives as long as the type.
      let name = unsafe type.map { unsafe String(cString: $0) } ?? "unknown type"
      LastWords.report(.uncaughtException, "a C++ exception of type \(name) was not caught")
      // As abort would have ended it, whose own report would be a second one.
      Instance.exit(128 + SIGABRT)
    }
    return unsafe handle
  }

  /// Loads the library and reads its tables.
  init(_ launch: Launch) throws(Failure) {
    let handle = try unsafe Self.open(launch)
    // The handle is open, and never closed.
    guard let symbol = unsafe dlsym(handle, "oriel_extension_entry") else {
      throw Failure(.entryMissing, "the library does not export oriel_extension_entry")
    }
    typealias Entry = @convention(c) () -> UnsafePointer<oriel_entry>?
    // The host checked that the symbol is a function; its type is the ABI's.
    let enter = unsafe unsafeBitCast(symbol, to: Entry.self)
    // The entry is static: it lives as long as the process.
    var entered: UnsafePointer<oriel_entry>?
    Guarded.call { unsafe entered = enter() }
    guard let entry = unsafe entered else {
      throw Failure(.missingTable, "oriel_extension_entry returned NULL")
    }
    let version = unsafe entry.pointee.abi_version
    guard version == ORIEL_ABI_VERSION else {
      throw Failure(
        .abiVersion,
        "the extension was built for ABI version \(version), this host has \(ORIEL_ABI_VERSION)"
      )
    }
    guard unsafe Int(entry.pointee.size) >= MemoryLayout<oriel_entry>.size else {
      throw Failure(
        .abiVersion,
        "the entry's size is too small: \(unsafe entry.pointee.size) bytes"
      )
    }
    guard let getInterface = unsafe entry.pointee.get_interface else {
      throw Failure(.nullSlot, "get_interface in the entry is NULL")
    }
    // The extension's function; the C strings live for the calls.
    var tables:
      (request: UnsafeRawPointer?, lifecycle: UnsafeRawPointer?, memory: UnsafeRawPointer?)
    Guarded.call {
      unsafe tables.request = getInterface(ORIEL_ID_REQUEST)
      unsafe tables.lifecycle = getInterface(ORIEL_ID_LIFECYCLE)
      unsafe tables.memory = getInterface(ORIEL_ID_MEMORY)
    }
    guard let requestTable = unsafe tables.request else {
      throw Failure(.missingTable, "the extension offers no table \(ORIEL_ID_REQUEST)")
    }
    // The extension promises that the id's table is of the id's type.
    unsafe request = requestTable.assumingMemoryBound(to: oriel_extension_request.self).pointee
    guard unsafe request.begin != nil else {
      throw Failure(.nullSlot, "begin in the table \(ORIEL_ID_REQUEST) is NULL")
    }
    if let table = unsafe tables.lifecycle {
      // As above.
      unsafe lifecycle = table.assumingMemoryBound(to: oriel_extension_lifecycle.self).pointee
    } else {
      lifecycle = oriel_extension_lifecycle()
    }
    // As above.
    let table = unsafe tables.memory?.assumingMemoryBound(to: oriel_extension_memory.self).pointee
    // A table whose only slot is NULL wants nothing.
    memory = table?.pressure == nil ? nil : table
  }

  /// Tells the extension that its process is ready.
  func start(_ host: UnsafePointer<oriel_host>) throws(Failure) {
    guard let start = unsafe lifecycle.start else { return }
    var status = ORIEL_OK
    Guarded.call {
      // The host object lives as long as the process.
      status = unsafe start(host)
    }
    guard status == ORIEL_OK else {
      throw Failure(.startFailed, "the extension's start returned the status \(status)")
    }
  }

  private static func check(
    _ path: String,
    is identity: WireFileIdentity
  ) throws(Failure) {
    do {
      let found = try Descriptor.open(path, .readOnly).status().identity
      guard WireFileIdentity(found) != identity else { return }
    } catch {
      // A host that is root runs its instances as another user.
      let isRefused = error.errno == .permissionDenied || error.errno == .notPermitted
      throw Failure(isRefused ? .unreadable : .changedFile, "\(path): \(error.errno)")
    }
    throw Failure(.changedFile, "the library was changed after the host checked it")
  }

  private static func linkerMessage(_ path: String) -> String {
    // The message is a terminated string that lives until the next call of the linker.
    guard let text = unsafe dlerror() else { return "the library could not be loaded" }
    return unsafe String(cString: text)
  }
}
