package import OrielActivation

/// The activation rule of a manifest, with the places of what is to be said about it.
package struct LocatedRule: Sendable {
  /// Something that is wrong with the rule, or that its author should know.
  package struct Finding: Sendable {
    /// What it is, with its place in a predicate.
    package let remark: RuleDiagnostic
    /// The same with its place in the manifest.
    package let diagnostic: Diagnostic
  }

  /// The rule.
  package let rule: ActivationRule
  /// The extension point it is for.
  package let point: ExtensionPointIdentifier
  /// What is to be said, in the order of the rule's diagnostics.
  package let findings: [Finding]
}
