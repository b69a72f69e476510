internal import OrielHost
internal import OrielManifest
internal import OrielTypes

/// The options that say what is shared, and the item they make.
enum ItemArguments {
  /// The text of the item.
  static let text = OptionSpecification.value("--text", "TEXT", "the text of the item")
  /// An attachment that is a link.
  static let url = OptionSpecification.value("--url", "URL", "an attachment that is a link")

  /// The item that is shared; `types` are those that files may have.
  static func item(
    of files: [String],
    _ arguments: ParsedArguments,
    types: TypeTable = .system,
    for command: CommandSpecification
  ) throws(Complaint) -> ExtensionItem {
    var attachments: [ItemProvider] = []
    for file in files {
      try InputFile.check(file)
      // Named by a person; whether it can be changed is a matter of what is granted.
      attachments.append(ItemProvider(contentsOfFile: file, access: .readWrite, types: types))
    }
    if let url = arguments.values[url.name] {
      if let problem = LinkText.problem(with: url) {
        throw .usage(
          "option '--url' needs a link such as https://example.org/, not "
            + "'\(TerminalText.line(url))': \(problem)",
          command: command.name
        )
      }
      attachments.append(ItemProvider(url: url))
    }
    for (option, value) in arguments.values where ["--text", "--title"].contains(option) {
      let count = value.utf8.count
      guard count <= ExtensionItem.maximumTextLength else {
        throw Complaint(
          .input,
          "\(option) has \(count) bytes, and an item carries at most "
            + "\(ExtensionItem.maximumTextLength); put a longer text into a file"
        )
      }
    }
    return ExtensionItem(
      title: arguments.values["--title"],
      text: arguments.values[text.name],
      attachments: attachments
    )
  }
}
