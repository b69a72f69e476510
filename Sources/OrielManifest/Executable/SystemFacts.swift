internal import Glibc

/// What a system offers to shared libraries; data, so that another system can be asked about too.
public struct SystemFacts: Sendable, Hashable {
  /// The processor.
  public var machine: Machine
  /// The version of glibc.
  public var glibc: VersionNumber
  /// The version of the Swift runtime that instances have, or nothing when they have none.
  public var swift: SwiftVersion?

  /// Creates facts.
  public init(machine: Machine, glibc: VersionNumber, swift: SwiftVersion?) {
    self.machine = machine
    self.glibc = glibc
    self.swift = swift
  }

  /// The facts of this system, with the Swift runtime of the compiler that built Oriel.
  public static let current = SystemFacts(
    machine: .current,
    glibc: glibcVersion,
    swift: .compiler
  )

  /// The version of the C library that is loaded.
  private static var glibcVersion: VersionNumber {
    var text = [UInt8](repeating: 0, count: 64)
    // The buffer outlives the call, and its own size is passed.
    let length = unsafe text.withUnsafeMutableBytes { buffer in
      let characters = unsafe buffer.assumingMemoryBound(to: CChar.self)
      return unsafe confstr(
        Int32(_CS_GNU_LIBC_VERSION),
        characters.baseAddress,
        characters.count
      )
    }
    // The text is `glibc 2.36`; its length counts the zero at its end.
    let words = String(decoding: text.prefix(max(0, min(length, text.count) - 1)), as: UTF8.self)
      .split(separator: " ")
    return words.last.flatMap { VersionNumber($0) } ?? VersionNumber(0, 0)
  }
}
