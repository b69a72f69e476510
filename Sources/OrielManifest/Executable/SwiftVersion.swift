/// The version of a Swift compiler, and of the runtime that comes with it, as far as it is known.
///
/// The language can only ask whether a compiler is at least of a version, so source code cannot
/// name a compiler that is newer than itself.
public struct SwiftVersion: Sendable, Hashable, CustomStringConvertible {
  /// The version, or the oldest one that it can be.
  public let number: VersionNumber
  /// Whether it can also be a newer one.
  public let mayBeNewer: Bool

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - number: The version, or the oldest one that it can be.
  ///   - mayBeNewer: Whether it can also be a newer one.
  public init(_ number: VersionNumber, mayBeNewer: Bool = false) {
    self.number = number
    self.mayBeNewer = mayBeNewer
  }

  /// The version that an extension notes: three words, of which the last one may say "or newer".
  init(noted words: [UInt32]) {
    let mayBeNewer = words[2] == .max
    number = VersionNumber(Int(words[0]), Int(words[1]), mayBeNewer ? 0 : Int(words[2]))
    self.mayBeNewer = mayBeNewer
  }

  /// Whether code of this compiler can run with a runtime.
  ///
  /// On Linux, Swift has no stable ABI: libraries fit together only within one minor version. Where
  /// both can be of the same one, nobody knows better, and the loader has the last word.
  ///
  /// - Parameter runtime: The runtime that is there.
  /// - Returns: Whether it can, as far as the versions are known.
  public func canRun(with runtime: SwiftVersion) -> Bool {
    let wanted = (number.major, number.minor)
    let found = (runtime.number.major, runtime.number.minor)
    if wanted == found { return true }
    return wanted < found ? mayBeNewer : runtime.mayBeNewer
  }

  /// The version in words.
  public var description: String { mayBeNewer ? "\(number) or newer" : "\(number)" }

  /// The version of the Swift compiler that compiles this file.
  ///
  /// The versions that are asked for are those that OrielExtension notes in extensions, so that both
  /// always agree.
  public static let compiler: SwiftVersion = {
    #if compiler(>=6.4)
      SwiftVersion(VersionNumber(6, 4), mayBeNewer: true)
    #elseif compiler(>=6.3.3)
      SwiftVersion(VersionNumber(6, 3, 3))
    #elseif compiler(>=6.3.2)
      SwiftVersion(VersionNumber(6, 3, 2))
    #elseif compiler(>=6.3.1)
      SwiftVersion(VersionNumber(6, 3, 1))
    #else
      SwiftVersion(VersionNumber(6, 3))
    #endif
  }()
}
