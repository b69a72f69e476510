import Glibc

/// The acts of the Probe fixture, loaded into this process: their names, and what they do without a
/// sandbox.
@safe public struct ProbeLibrary {
  /// What the sandbox must make of an act; the letters are those of the fixture's acts.h.
  public enum Kind: UInt8 {
    case refused = 0x72
    case refusedButAllowedOutside = 0x6F
    case ending = 0x65
    case control = 0x63
    case exception = 0x78
    case question = 0x71
    case amount = 0x61
  }

  private typealias Name =
    @convention(c) (Int, UnsafeMutablePointer<UInt8>) -> UnsafePointer<CChar>?
  private typealias Act = @convention(c) (UnsafePointer<CChar>) -> Int64

  private let name: Name
  private let act: Act

  /// Loads the fixture's library.
  public init?() {
    let path = "\(BuiltProducts.bundle("Probe"))/Probe.so"
    guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL),
      let name = unsafe dlsym(library, "oriel_probe_name"),
      let act = unsafe dlsym(library, "oriel_probe_act")
    else { return nil }
    // The fixture defines both with these types.
    unsafe self.name = unsafeBitCast(name, to: Name.self)
    unsafe self.act = unsafeBitCast(act, to: Act.self)
  }

  /// The names of the acts of a kind.
  public func names(_ kind: Kind) -> [String] {
    var names: [String] = []
    var index = 0
    var letter: UInt8 = 0
    while let next = unsafe name(index, &letter) {
      if letter == kind.rawValue { names.append(unsafe String(cString: next)) }
      index += 1
    }
    return names
  }

  /// Does an act here, without a sandbox: 0, or an errno.
  public func perform(_ name: String) -> Int64 { unsafe act(name) }
}
