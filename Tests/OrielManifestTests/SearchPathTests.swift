import OrielManifest
import Testing

@Suite("The search path")
struct SearchPathTests {
  @Test(
    "Places come from the environment, in order and once each",
    arguments: [
      ([:], ["/usr/local/share/oriel/extensions", "/usr/share/oriel/extensions"]),
      (
        ["HOME": "/home/a"],
        [
          "/home/a/.local/share/oriel/extensions", "/usr/local/share/oriel/extensions",
          "/usr/share/oriel/extensions",
        ]
      ),
      (
        ["HOME": "/home/a", "XDG_DATA_HOME": "/data/", "XDG_DATA_DIRS": "/x:relative:/y/:/x"],
        ["/data/oriel/extensions", "/x/oriel/extensions", "/y/oriel/extensions"]
      ),
      (
        ["HOME": "/home/a", "XDG_DATA_HOME": "relative", "XDG_DATA_DIRS": "/x"],
        ["/home/a/.local/share/oriel/extensions", "/x/oriel/extensions"]
      ),
      (
        ["ORIEL_PATH": "/one::two:", "XDG_DATA_DIRS": "/x", "XDG_DATA_HOME": ""],
        ["/one", "two", "/x/oriel/extensions"]
      ),
    ] as [([String: String], [String])]
  )
  func environment(variables: [String: String], paths: [String]) {
    #expect(SearchPath { variables[$0] }.locations.map(\.path) == paths)
  }

  @Test("Explicit places come first")
  func explicit() {
    let path = SearchPath(explicit: ["./a", "/b"]) { $0 == "ORIEL_PATH" ? "/b:/c" : nil }
    #expect(path.locations.prefix(3).map(\.path) == ["./a", "/b", "/c"])
    #expect(path.locations.prefix(3).map(\.origin) == [.explicit, .explicit, .environment])
  }
}
