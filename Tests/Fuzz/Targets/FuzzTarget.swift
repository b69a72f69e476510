import OrielPropertyList

/// A decoder of bytes that come from an instance, the runner or a bundle, and what it must uphold.
///
/// The same code runs in the program that libFuzzer drives and in the test that replays the corpus.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// All that one instance sends, up to what its host returns to whoever asked.
  case conversation
  /// Single messages of all four directions.
  case messages
  /// XML property lists.
  case xml
  /// Binary property lists.
  case binary
  /// OpenStep text property lists and strings files.
  case text
  /// JSON property lists.
  case json
  /// The shared library of a bundle.
  case executable
  /// The manifest of a bundle, in any format.
  case manifest

  /// What an instance asks its host for, and entitlements.
  case services
  /// Activation rules, in both forms.
  case rule
  /// Files of the database of MIME types.
  case mimecache
  /// What the unpacking service returns of an archive.
  case unpacked
  /// The headers of previews.
  case picture
  /// The index of bundles on disk.
  case index
  /// Descriptions of interfaces.
  case interface
  /// What libraries pass to functions of the host.
  case callback

  /// Feeds bytes to the decoder.
  ///
  /// - Returns: Whether the decoder accepted them.
  /// - Throws: ``Finding`` when it did something that it must not do.
  func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    switch self {
    case .conversation: try Conversation.run(bytes)
    case .messages: try SingleMessage.run(bytes)
    case .xml: try PropertyLists.run(bytes, .xml)
    case .binary: try PropertyLists.run(bytes, .binary)
    case .text: try PropertyLists.run(bytes, .openStep)
    case .json: try PropertyLists.run(bytes, .json)
    case .executable: try Executables.run(bytes)
    case .manifest: try Manifests.run(bytes)
    case .services: try Services.run(bytes)
    case .rule: try Rules.run(bytes)
    case .mimecache: try Caches.run(bytes)
    case .unpacked: try UnpackedStreams.run(bytes)
    case .picture: try PictureHeaders.run(bytes)
    case .index: try Indexes.run(bytes)
    case .interface: try Interfaces.run(bytes)
    case .callback: try LibraryCalls.run(bytes)
    }
  }
}

/// Something that a decoder did and must not do.
struct Finding: Error, CustomStringConvertible {
  /// What it is.
  let description: String

  /// Throws a finding unless a condition holds.
  static func unless(
    _ condition: Bool,
    _ description: @autoclosure () -> String
  ) throws(Finding) {
    guard !condition else { return }
    throw Finding(description: description())
  }

  /// Checks that a text may be written to a terminal.
  static func unlessPrintable(_ text: String) throws(Finding) {
    let isSound = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      // Joiners have their places; all others hide or turn text round.
      case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
      default: true
      }
    }
    try unless(
      isSound,
      "a text for people holds characters that do not show: \(text.debugDescription)"
    )
    try unless(text.utf8.count <= 4096, "a text for people has \(text.utf8.count) bytes")
  }
}
