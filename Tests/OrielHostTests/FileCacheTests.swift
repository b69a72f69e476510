import Foundation
import OrielSystem
import Testing

@testable import OrielHost

/// When what was read of files is read again.
@Suite("Cache of files", .timeLimit(.minutes(1)))
struct FileCacheTests {
  /// A time at which everything that was just written has been left alone for long.
  private static var later: Int64 { RealTime.now + 10_000_000_000 }

  /// What can happen to one of two files.
  static let acts: [(name: String, act: @Sendable (RegistryFolder, String) throws -> Void)] = [
    ("written over", { try $0.write("something else", to: $1) }),
    ("written over with the same", { try $0.write($1, to: $1) }),
    ("removed", { try $0.remove($1) }),
    ("made writable for others", { try $0.setMode(0o666, of: $1) }),
    (
      "exchanged",
      {
        try $0.write($1, to: "kept/new")
        try $0.remove($1)
        try $0.move("kept/new", to: $1)
      }
    ),
  ]

  @Test("Whatever happens to any of the files is seen", arguments: acts.indices)
  func everyFile(_ number: Int) throws {
    for changed in ["kept/file", "kept/file.backup", "kept/third"] {
      let folder = try RegistryFolder()
      for name in ["kept/file", "kept/file.backup"] { try folder.write(name, to: name) }
      let cache = FileCache<Int>()
      var loads = 0
      func value(at now: Int64) throws -> Int? {
        guard let kept = try KeptFolder.open("\(folder.path)/kept", isCreated: false) else {
          return nil
        }
        return try cache.value(of: ["file", "file.backup", "third"], in: kept, at: now) {
          loads += 1
          return loads
        }
      }
      // A file that was just written may change again without a trace.
      #expect(try value(at: RealTime.now) == 1)
      #expect(try value(at: RealTime.now) == 2)
      #expect(try value(at: Self.later) == 3)
      #expect(try value(at: Self.later) == 3)
      if changed.hasSuffix("third") {
        try folder.write("new", to: changed)
      } else {
        try Self.acts[number].act(folder, changed)
      }
      #expect(try value(at: Self.later) == 4, "\(changed) \(Self.acts[number].name)")
      #expect(try value(at: Self.later) == 4)
    }
  }

  @Test("What happens to the copy of the decisions is seen while it is the one that counts")
  func copyOfDecisions() throws {
    let folder = try RegistryFolder()
    try folder.registry().disable("com.example.one")
    try folder.write("damaged", to: "config/decisions.plist")
    let store = DecisionStore(folder: folder.decisions)
    let first = store.read(at: Self.later)
    #expect(first.records["com.example.one"]?.decision?.choice == .disabled)
    #expect(first.doubt == nil && store.read(at: Self.later).doubt == nil)
    try folder.write("damaged, too", to: "config/decisions.plist.backup")
    let second = store.read(at: Self.later)
    #expect(second.records.isEmpty && second.doubt != nil)
    try folder.remove("config/decisions.plist.backup")
    #expect(store.read(at: Self.later).diagnostics.count == 1)
  }
}
