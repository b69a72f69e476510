internal import OrielHost
internal import OrielSystem

/// What a person answers beforehand, on the command line, to what an extension asks of a user.
struct UserAnswers {
  /// Whether URLs are said to be open once they were shown.
  private let opensURLs: Bool
  /// The path of the file that is chosen.
  private let chosenFile: String?

  /// Takes the answers out of a command line.
  init(_ arguments: ParsedArguments, for command: CommandSpecification) throws(Complaint) {
    switch arguments.values["--open-urls"] {
    case nil: opensURLs = false
    case "print": opensURLs = true
    case let value?:
      throw .usage(
        "option '--open-urls' needs 'print', not '\(TerminalText.line(value))'",
        command: command.name
      )
    }
    if let path = arguments.values["--choose"] {
      try InputFile.check(path)
      // A person who names a link means the file that it leads to now.
      chosenFile = (try? canonicalPath(path)) ?? path
    } else {
      chosenFile = nil
    }
  }

  /// Has the answers given to an extension, and shown what it asks for.
  func give(in options: inout RequestOptions, for name: String, on console: Console) {
    let (opensURLs, chosenFile) = (opensURLs, chosenFile)
    options.urlOpener = { request in
      let url = TerminalText.line(request.url, limit: 4096)
      guard opensURLs else {
        console.say("\(name) asks to open \(url); it is not opened, see '--open-urls'")
        return .refused(reason: "nobody opens links here")
      }
      console.say("\(name) opens \(url)")
      return .opened
    }
    options.fileChooser = { request in
      let what = request.access == .readWrite ? "a file to read and change" : "a file to read"
      let words = request.prompt.isEmpty ? "" : ", \"\(TerminalText.line(request.prompt))\""
      guard let chosenFile else {
        console.say("\(name) asks for \(what)\(words); none is chosen, see '--choose'")
        return nil
      }
      console.say("\(name) asks for \(what)\(words); it gets \(TerminalText.line(chosenFile))")
      return chosenFile
    }
  }
}
