// Does one thing with a registry and ends, so that a test can break it at any system call.
//
// usage: oriel-registry-writer FOLDER ACT [IDENTIFIER]
//
// FOLDER/list is searched; what the registry keeps is in FOLDER/cache, FOLDER/config and FOLDER/state.
// The act is "search", "disable" or "fail"; what is found is printed.

import OrielHost

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fatalError("usage: oriel-registry-writer FOLDER ACT") }
let folder = arguments[1]
var configuration = RegistryConfiguration(
  searchPath: SearchPath([SearchPath.Location("\(folder)/list", .user)])
)
configuration.cacheFolder = "\(folder)/cache"
configuration.decisionsFolder = "\(folder)/config"
configuration.stateFolder = "\(folder)/state"
let registry = ExtensionRegistry(configuration: configuration)
do {
  switch arguments[2] {
  case "search":
    let snapshot = registry.snapshot()
    for entry in snapshot.entries { print(entry.identifier ?? "-") }
    for diagnostic in snapshot.diagnostics { print(diagnostic) }
  case "disable": try registry.disable(arguments[3], reason: "a test")
  case "fail":
    configuration.quarantine = QuarantinePolicy(failures: 1, period: .seconds(60))
    let strict = ExtensionRegistry(configuration: configuration)
    let item = try strict.snapshot().usableExtension(arguments[3])
    strict.count(.failed(.crash(.exited(code: 1))), of: item)
  default: fatalError("unknown act")
  }
} catch {
  print("error: \(error)")
}
