import Foundation
public import Testing

/// What the build made beside the test program.
public enum BuiltProducts {
  /// The folder of the built programs: the test program itself lies in it.
  public static let folder: String = {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (program as NSString).deletingLastPathComponent
  }()

  /// The folder of the built bundles.
  public static let extensions: String =
    ProcessInfo.processInfo.environment["ORIEL_TEST_EXTENSIONS"] ?? "\(folder)/extensions"

  /// The bundle of a sample or fixture.
  public static func bundle(_ name: String) -> String { "\(extensions)/\(name).appex" }

  /// A built program.
  public static func program(_ name: String) -> String { "\(folder)/\(name)" }
}

/// Whether what is missing must fail a test instead of skipping it.
private let mustRun = ProcessInfo.processInfo.environment["ORIEL_TESTS_MUST_RUN"] == "1"

extension Trait where Self == ConditionTrait {
  /// Skips, unless tests must run, when something is missing.
  public static func requires(
    _ what: Comment,
    _ isThere: @escaping @Sendable () -> Bool
  ) -> ConditionTrait {
    .enabled(what) { mustRun || isThere() }
  }

  /// The runner and the bundles that `Scripts/bundle-extensions` makes.
  public static var requiresBundles: ConditionTrait {
    requires("the runner and bundles are missing: run Scripts/bundle-extensions") {
      FileManager.default.isExecutableFile(atPath: BuiltProducts.program("oriel-runner"))
        && FileManager.default.fileExists(atPath: BuiltProducts.bundle("CompleteEarly"))
    }
  }

  /// Root.
  ///
  /// An ordinary user skips such a test also where tests must run: CI runs it as root.
  public static var requiresRoot: ConditionTrait {
    .enabled("root is missing") { geteuid() == 0 }
  }

  /// The user that containers of a host that is root belong to.
  public static var requiresContainerUser: ConditionTrait {
    requires("the user oriel is missing: run Scripts/setup as root") {
      guard geteuid() == 0 else { return true }
      let users = try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)
      return users?.split(separator: "\n").contains { $0.hasPrefix("oriel:") } ?? false
    }
  }

  /// A program in the path.
  public static func requires(program: String) -> ConditionTrait {
    requires("the program \(program) is missing") { path(of: program) != nil }
  }
}

/// Where a program lies in the path.
public func path(of program: String) -> String? {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.map { "\($0)/\(program)" }.first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
