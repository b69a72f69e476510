package import OrielSystem
package import OrielWire

/// What an instance may do: the filter, the file view, the limits and the layers that must hold.
///
/// A policy is the same on every system; what a kernel lacks shows in the enforcement report.
package struct SandboxPolicy: Sendable {
  /// The system calls.
  package var systemCalls: [SystemCallRule]
  /// The parts of the system that instances see, read-only.
  package var view: [ViewEntry]
  /// The bounds of an instance.
  package var limits: Limits
  /// The layers without which no extension is started.
  package var requiredLayers: LayerSet

  /// The policy of the given limits.
  package init(limits: Limits = Limits()) {
    systemCalls = SystemCallTable.rules
    view = BaseFileView.entries
    self.limits = limits
    requiredLayers = Self.defaultRequiredLayers
  }

  /// Every layer but those that need a kernel newer than the floor, or what only an administrator
  /// can delegate.
  package static let defaultRequiredLayers = LayerSet(
    Layer.allCases.filter { $0 != .landlockScopes && $0 != .cgroupLimits }
  )

  /// The filter for this machine in sealed memory, as the runner takes it.
  package func compileFilter() throws(SystemError) -> SealedMemory {
    let filter = SystemCallFilter(rules: systemCalls, architecture: .native)
    return try SealedMemory(filter.bytes, name: "oriel-filter")
  }
}

extension SystemCallFilter {
  /// The instructions as an array of `struct sock_filter`, little-endian.
  package var bytes: [UInt8] {
    instructions.flatMap { instruction in
      [
        UInt8(truncatingIfNeeded: instruction.code),
        UInt8(truncatingIfNeeded: instruction.code >> 8),
        instruction.jumpTrue,
        instruction.jumpFalse,
        UInt8(truncatingIfNeeded: instruction.constant),
        UInt8(truncatingIfNeeded: instruction.constant >> 8),
        UInt8(truncatingIfNeeded: instruction.constant >> 16),
        UInt8(truncatingIfNeeded: instruction.constant >> 24),
      ]
    }
  }
}
