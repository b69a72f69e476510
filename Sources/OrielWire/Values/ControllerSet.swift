/// The controllers of the control groups that instances get.
package struct ControllerSet: OptionSet, Hashable, Sendable {
  /// One bit for each.
  package var rawValue: UInt8

  /// Wraps the bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Memory in use.
  package static let memory = ControllerSet(rawValue: 1)
  /// Processes and threads.
  package static let pids = ControllerSet(rawValue: 2)
  /// Time on processors.
  package static let cpu = ControllerSet(rawValue: 4)

  /// Every controller that limits are set with, by the kernel's name.
  package static let names: [(ControllerSet, String)] = [
    (.memory, "memory"), (.pids, "pids"), (.cpu, "cpu"),
  ]

  /// The controllers that a file of the kernel lists.
  package init(listed text: String) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    self = []
    for (controller, name) in Self.names where words.contains(Substring(name)) {
      insert(controller)
    }
  }

  /// The kernel's names, in a fixed order.
  package var list: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
}
