package import OrielSystem
package import OrielWire

/// What an instance may do: the filter, the file view, the limits and the layers that must hold.
///
/// A policy is the same on every system; what a kernel lacks shows in the enforcement report.
package struct SandboxPolicy: Sendable {
  /// The system calls, as far as the filter that is attached first decides.
  package var openingRules: [SystemCallRule]
  /// What the filter takes away that is attached last.
  package var closingRules: [SystemCallRule]
  /// The parts of the system that instances see, read-only.
  package var view: [ViewEntry]
  /// The bounds of an instance.
  package var limits: Limits
  /// The layers without which no extension is started.
  package var requiredLayers: LayerSet

  /// The policy of the given limits.
  package init(limits: Limits = Limits()) {
    openingRules = SystemCallTable.openingRules
    closingRules = SystemCallTable.closingRules
    view = BaseFileView.entries
    self.limits = limits
    requiredLayers = Self.defaultRequiredLayers
  }

  /// Every layer but those that need a kernel newer than the floor, what only an administrator can
  /// delegate, and the supervisor, which reports and does not protect.
  package static let defaultRequiredLayers = LayerSet(
    Layer.allCases.filter { ![.landlockScopes, .cgroupLimits, .supervisor].contains($0) }
  )

  /// The filters for this machine, as the runner takes them: the ordinary ones, then those of the
  /// author's debug mode.
  package func compileFilters() throws(SystemError) -> CompiledFilters {
    let filters = [
      opening(openingRules, SystemCallTable.unlistedDefault), closing(closingRules),
      opening(
        DiagnosingRules.rules(of: openingRules),
        DiagnosingRules.action(of: SystemCallTable.unlistedDefault)
      ),
      closing(DiagnosingRules.rules(of: closingRules)),
    ]
    return CompiledFilters(
      memory: try SealedMemory(filters.flatMap(\.bytes), name: "oriel-filter"),
      lengths: filters.map { UInt32($0.instructions.count) }
    )
  }

  private func opening(
    _ rules: [SystemCallRule],
    _ unlisted: SystemCallAction
  ) -> SystemCallFilter {
    SystemCallFilter(rules: rules, architecture: .native, unlisted: unlisted)
  }

  private func closing(_ rules: [SystemCallRule]) -> SystemCallFilter {
    SystemCallFilter(rules: rules, architecture: .native, unlisted: .allow, foreign: .allow)
  }
}

/// The filters of all instances, compiled once.
package struct CompiledFilters: ~Copyable, Sendable {
  /// Their instructions, one filter after the other.
  package let memory: SealedMemory
  /// The instructions of each: the filter that is attached first and the one that is attached last,
  /// and the same two of the author's debug mode.
  package let lengths: [UInt32]
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
