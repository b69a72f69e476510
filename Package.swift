// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// Warnings stop the build while Oriel is developed; a program that depends on a tagged release
/// must not break when a newer compiler finds new ones.
let isDevelopment = Context.gitInformation?.currentTag == nil

/// The settings of every Swift target.
func strict() -> [SwiftSetting] {
  var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]
  if isDevelopment { settings.append(.treatAllWarnings(as: .error)) }
  return settings
}

/// The settings of every C target.
func strictC() -> [CSetting] {
  var settings: [CSetting] = [
    .define("_GNU_SOURCE"), .enableWarning("all"), .enableWarning("extra"),
  ]
  if isDevelopment { settings.append(.treatAllWarnings(as: .error)) }
  return settings
}

/// A library module of Oriel.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict())
}

/// A program of Oriel.
func program(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: "Sources/\(folder)",
    swiftSettings: strict()
  )
}

/// The tests of the module with the same name.
func tests(
  _ module: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: dependencies,
    exclude: exclude,
    swiftSettings: strict()
  )
}

/// The root of the package.
let root = URL(filePath: #filePath).deletingLastPathComponent()

/// An extension written in Swift, built as the dynamic library that goes into its bundle.
struct Plugin {
  /// The extension's name, which is also that of its folder and its library.
  let name: String
  /// The library.
  let product: Product
  /// The code.
  let target: Target

  /// Describes the extension in a folder of `Plugins`.
  init(
    _ name: String,
    in folder: String,
    _ dependencies: [Target.Dependency] = [],
    isAlwaysOptimized: Bool = false
  ) {
    let path = "Plugins/\(folder)/\(name)"
    // What Scripts/bundle-extensions puts into the bundle is no source.
    let others = ["Info.plist", "Resources"].filter { file in
      FileManager.default.fileExists(atPath: root.appending(path: "\(path)/\(file)").path)
    }
    let optimized = SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))
    self.name = name
    product = .library(name: name, type: .dynamic, targets: [name])
    target = .target(
      name: name,
      dependencies: ["OrielExtension"] + dependencies,
      path: path,
      exclude: others,
      swiftSettings: strict() + (isAlwaysOptimized ? [optimized] : []),
      // One symbol is exported; hundreds would be, all names that nobody looks up.
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--version-script=\(root.appending(path: "Plugins/exports.map").path)",
        ])
      ]
    )
  }
}

var plugins = [
  Plugin("FoundationJSON", in: "Fixtures"),
  Plugin("SwiftFatalError", in: "Fixtures"),
  Plugin("SwiftLoads", in: "Fixtures"),
  Plugin("SwiftMemoryBomb", in: "Fixtures"),
  Plugin("SwiftRuntime", in: "Fixtures"),
  Plugin("SwiftServices", in: "Fixtures"),
  Plugin("SwiftText", in: "Fixtures"),
  Plugin("SwiftUserInfo", in: "Fixtures"),
]

/// What only a sample needs is left out where it is not installed.
var optionalLibraries: [Target] = []
if FileManager.default.fileExists(atPath: "/usr/include/turbojpeg.h") {
  optionalLibraries.append(
    .systemLibrary(
      name: "CTurboJPEG",
      pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"])]
    )
  )
  plugins.append(
    // Pixels are slow without the optimizer, also where everything else is built for debugging.
    Plugin("PhotoBlog", in: "Samples", ["CTurboJPEG"], isAlwaysOptimized: true)
  )
} else {
  print("note: PhotoBlog is left out: libturbojpeg0-dev is not installed")
}

/// The decoders that are fuzzed, with what they must uphold: a test that replays the corpus or, with
/// `ORIEL_FUZZ=1` in the environment, the program that `Scripts/fuzz` builds for libFuzzer.
let fuzzedModules: [Target.Dependency] = [
  "OrielActivation", "OrielHost", "OrielInterface", "OrielManifest", "OrielPropertyList",
  "OrielSystem", "OrielText", "OrielTypes", "OrielWire",
]
let fuzzing: Target =
  Context.environment["ORIEL_FUZZ"] == "1"
  ? .executableTarget(
    name: "oriel-fuzz",
    dependencies: fuzzedModules,
    path: "Tests/Fuzz",
    exclude: ["Corpus", "Dictionaries", "Tests"],
    // libFuzzer brings the main function.
    swiftSettings: strict() + [.unsafeFlags(["-parse-as-library"])]
  )
  : .testTarget(
    name: "OrielFuzzTests",
    dependencies: fuzzedModules + ["OrielTesting"],
    path: "Tests/Fuzz",
    exclude: ["Corpus", "Dictionaries", "Program"],
    swiftSettings: strict()
  )

let package = Package(
  name: "oriel",
  products: [
    .library(name: "COriel", targets: ["COriel"]),
    .library(name: "OrielExtension", targets: ["OrielExtension"]),
    .library(name: "OrielHost", targets: ["OrielHost"]),
    .executable(name: "oriel-runner", targets: ["oriel-runner"]),
    .executable(name: "oriel", targets: ["oriel"]),
  ] + plugins.map(\.product),
  targets: [
    .target(name: "COriel"),
    .target(name: "CShims", cSettings: strictC()),
    // libffi-dev brings the header; the library is loaded at run time, by instances alone.
    .target(name: "CFFI", cSettings: strictC()),
    .systemLibrary(
      name: "CSeccomp",
      pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]
    ),
    .systemLibrary(
      name: "CNettle",
      pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"])]
    ),

    module("OrielSystem", ["CShims"]),
    module("OrielWire"),
    module("OrielText"),
    module("OrielInterface", ["OrielText"]),
    module("OrielPropertyList", ["OrielText"]),
    module("OrielTypes", ["OrielSystem", "OrielText"]),
    module("OrielActivation", ["OrielText", "OrielTypes"]),
    module(
      "OrielManifest",
      [
        "OrielActivation", "OrielPropertyList", "OrielText", "OrielTypes", "OrielSystem", "CNettle",
      ]
    ),
    module("OrielSandbox", ["OrielSystem", "OrielWire", "CShims", "CSeccomp"]),
    module(
      "OrielHost",
      [
        "OrielActivation", "OrielInterface", "OrielManifest", "OrielTypes", "OrielSandbox",
        "OrielWire", "OrielSystem", "OrielPropertyList", "OrielText",
      ]
    ),
    module("OrielCalls", ["OrielSystem", "OrielWire", "CFFI"]),
    module("OrielExtension", ["COriel", "OrielPropertyList"]),
    program(
      "oriel-runner",
      in: "OrielRunner",
      ["OrielCalls", "OrielSystem", "OrielWire", "COriel", "CShims"]
    ),
    program(
      "oriel",
      in: "OrielCLI",
      [
        "OrielHost", "OrielActivation", "OrielInterface", "OrielManifest", "OrielTypes",
        "OrielPropertyList", "OrielWire", "OrielSystem", "OrielText",
      ]
    ),

    .executableTarget(
      name: "oriel-outer-filter",
      path: "Tests/Tools/OuterFilter",
      cSettings: strictC()
    ),
    .executableTarget(
      name: "oriel-call-breaker",
      path: "Tests/Tools/CallBreaker",
      cSettings: strictC()
    ),
    .executableTarget(
      name: "oriel-effect-in-process",
      path: "Tests/Tools/EffectInProcess",
      cSettings: strictC(),
      linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("m")]
    ),
    .executableTarget(
      name: "oriel-filter-in-process",
      path: "Tests/Tools/FilterInProcess",
      cSettings: strictC(),
      linkerSettings: [.linkedLibrary("dl")]
    ),
    .executableTarget(
      name: "oriel-registry-writer",
      dependencies: ["OrielHost"],
      path: "Tests/Tools/RegistryWriter",
      swiftSettings: strict()
    ),
    .target(name: "OrielTesting", path: "Tests/OrielTesting", swiftSettings: strict()),
    tests("OrielSystem", ["OrielSystem", "OrielTesting"]),
    tests("OrielWire", ["OrielWire"]),
    tests("OrielText", ["OrielText"]),
    tests("OrielInterface", ["OrielInterface", "OrielTesting"]),
    tests("OrielPropertyList", ["OrielPropertyList"]),
    tests("OrielTypes", ["OrielTypes"]),
    tests("OrielActivation", ["OrielActivation", "OrielTypes"], exclude: ["Cases"]),
    tests(
      "OrielManifest",
      [
        "OrielActivation", "OrielManifest", "OrielPropertyList", "OrielSystem", "OrielText",
        "OrielTypes",
      ]
    ),
    tests("OrielSandbox", ["OrielSandbox", "OrielWire", "OrielSystem"]),
    tests("OrielRunner", ["OrielSandbox", "OrielSystem", "OrielTesting", "OrielWire"]),
    tests("COriel", []),
    tests("OrielExtension", ["OrielExtension", "COriel"]),
    tests(
      "OrielHost",
      [
        "OrielActivation", "OrielHost", "OrielInterface", "OrielManifest", "OrielSandbox",
        "OrielSystem",
        "OrielTesting", "OrielTypes",
        "OrielWire",
      ]
    ),
    tests("OrielCLI", ["oriel", "OrielSystem", "OrielTesting"], exclude: ["Goldens"]),
    fuzzing,
  ] + optionalLibraries + plugins.map(\.target),
  cLanguageStandard: .gnu17
)
