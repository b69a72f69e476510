import Foundation

/// A copy of the program and of an extension that every user may run.
struct OrielCopy {
  /// The program.
  let program: String
  /// The bundle of Shout.
  let shout: String

  /// Makes a copy in a folder.
  init(in folder: TemporaryFolder) throws {
    program = folder.path("oriel")
    shout = folder.path("Shout.appex")
    try FileManager.default.copyItem(
      at: OrielProgram.products.appending(path: "oriel"),
      to: folder.url.appending(path: "oriel")
    )
    try FileManager.default.copyItem(
      atPath: OrielProgram.extensions + "/Shout.appex",
      toPath: shout
    )
  }
}
