extension Limits {
  /// One file of a control group and what is written to it.
  package struct ControlGroupSetting: Hashable, Sendable {
    /// The name of the file.
    package let file: String
    /// The value.
    package let value: String
    /// Whether a kernel may lack the file.
    package let isOptional: Bool
  }

  /// The settings of the group of one instance that has some controllers.
  package func controlGroupSettings(_ controllers: ControllerSet) -> [ControlGroupSetting] {
    var settings: [ControlGroupSetting] = []
    func add(_ file: String, _ value: String, isOptional: Bool = false) {
      settings.append(ControlGroupSetting(file: file, value: value, isOptional: isOptional))
    }
    if controllers.contains(.memory), let memory {
      // Swap first: what is in it would be no memory in use. A system may have no swap accounting.
      add("memory.swap.max", "0", isOptional: true)
      // All of an instance ends, not the thread or process that happened to need a page.
      add("memory.oom.group", "1")
      add("memory.high", "\(MemoryPressure.warning.threshold(of: memory))")
      add("memory.max", "\(memory)")
    }
    if controllers.contains(.pids) { add("pids.max", "\(threads)") }
    if controllers.contains(.cpu), let cpuPercent {
      add("cpu.max", "\(UInt64(cpuPercent) * 1000) 100000")
    }
    return settings
  }

  /// What the group of an instance bounds, as part of a sentence.
  package func controlGroupText(_ controllers: ControllerSet) -> String {
    var parts: [String] = []
    if controllers.contains(.memory), let memory { parts.append("\(Self.text(memory)) of memory") }
    if controllers.contains(.pids) { parts.append("\(threads) threads") }
    if controllers.contains(.cpu), let cpuPercent {
      parts.append("\(cpuPercent) % of a processor")
    }
    return parts.joined(separator: ", ")
  }
}
