import Foundation
public import Testing

/// The control groups of version 2 of this system.
public enum ControlGroupHierarchy {
  /// Where they are mounted.
  public static let root: String? = {
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    return mounts.split(separator: "\n").first { $0.contains(" - cgroup2 ") }
      .map { String($0.split(separator: " ")[4]) }
  }()
}

extension Trait where Self == ConditionTrait {
  /// Control groups of version 2 that this user may make others in, whatever their controllers are.
  ///
  /// An ordinary user skips such a test also where tests must run: CI runs it as root.
  public static var requiresControlGroups: ConditionTrait {
    .enabled("root, or a hierarchy of control groups of version 2, is missing") {
      geteuid() == 0 && ControlGroupHierarchy.root != nil
    }
  }
}
