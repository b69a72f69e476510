internal import OrielActivation
internal import OrielHost
internal import OrielManifest
internal import OrielTypes

/// What a command asks rules about: attachments with their types, and text.
struct RequestInput {
  /// An attachment.
  struct Attachment {
    /// What a person calls it.
    let name: String
    /// The types that it is offered in.
    let types: [String]
  }

  /// The option that makes up an attachment.
  static let typeOption = OptionSpecification.values(
    "--type",
    "TYPE[,TYPE…]",
    "an attachment that is nothing but these types; repeatable"
  )
  /// The options that say what is asked about.
  static let options = [ItemArguments.text, ItemArguments.url, typeOption]

  /// The attachments in order.
  let attachments: [Attachment]
  /// Whether there is text that is not empty.
  let hasText: Bool
  /// What rules see.
  let activation: ActivationInput

  /// Takes the input from a command line.
  init(
    files: [String],
    _ arguments: ParsedArguments,
    types: TypeTable,
    for command: CommandSpecification
  ) throws(Complaint) {
    let made = arguments.lists[Self.typeOption.name] ?? []
    guard
      !files.isEmpty || !made.isEmpty || arguments.values[ItemArguments.text.name] != nil
        || arguments.values[ItemArguments.url.name] != nil
    else {
      throw .usage(
        "nothing to ask about; name a FILE, or give --text, --url or --type",
        command: command.name
      )
    }
    let item = try ItemArguments.item(of: files, arguments, types: types, for: command)
    var attachments = zip(item.attachments, files.map(Optional.some) + [nil]).map { pair in
      Attachment(name: pair.1 ?? "the link", types: Self.types(of: pair.0))
    }
    for list in made { attachments.append(try Self.attachment(of: list, command)) }
    self.init(attachments, hasText: !(item.text ?? "").isEmpty, types: types)
  }

  /// Takes the input from an item that is going to be shared.
  init(_ item: ExtensionItem, types: TypeTable) {
    self.init(
      item.attachments.map { provider in
        Attachment(name: provider.suggestedName ?? "the link", types: Self.types(of: provider))
      },
      hasText: !(item.text ?? "").isEmpty,
      types: types
    )
  }

  /// Gathers the parts.
  private init(_ attachments: [Attachment], hasText: Bool, types: TypeTable) {
    self.attachments = attachments
    self.hasText = hasText
    activation = ActivationInput(
      items: [ActivationInput.Item(attachments: attachments.map(\.types), hasText: hasText)],
      types: types
    )
  }

  /// The types of a provider.
  private static func types(of provider: ItemProvider) -> [String] {
    provider.representations.map(\.type.rawValue)
  }

  /// An attachment from a list of types.
  private static func attachment(
    of list: String,
    _ command: CommandSpecification
  ) throws(Complaint) -> Attachment {
    let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in names where TypeIdentifier(name) == nil {
      throw .usage(
        "option '--type' needs type identifiers such as public.jpeg, not '\(TerminalText.line(name))'",
        command: command.name
      )
    }
    return Attachment(name: "made up", types: names)
  }

  /// The input in rows: what each attachment is called, and its types; `withGeneral` with what these
  /// are special cases of.
  func lines(withGeneral: Bool) -> [String] {
    var table = TextTable()
    for (index, attachment) in attachments.enumerated() {
      table.add(
        "attachment \(index + 1)",
        TerminalText.line(attachment.name),
        TerminalText.line(attachment.types.joined(separator: ", "))
      )
      if withGeneral { add(generalTypes(of: attachment), to: &table) }
    }
    if hasText {
      let role =
        attachments.isEmpty
        ? "counts as an attachment of public.utf8-plain-text"
        : "does not count beside attachments"
      table.add("text", "", role)
    }
    if attachments.isEmpty, !hasText { table.add("nothing", "the text is empty") }
    return table.lines()
  }

  /// Adds what types are special cases of.
  private func add(_ types: [String], to table: inout TextTable) {
    guard !types.isEmpty else { return }
    table.add("", "", TerminalText.line("so also \(types.joined(separator: ", "))", limit: 1000))
  }

  /// What the types of an attachment are special cases of, without themselves.
  func generalTypes(of attachment: Attachment) -> [String] {
    var known = Set(attachment.types.compactMap { TypeIdentifier($0) })
    var result: [String] = []
    for type in attachment.types.compactMap({ TypeIdentifier($0) }) {
      for ancestor in activation.types.ancestors(of: type) where known.insert(ancestor).inserted {
        result.append(ancestor.rawValue)
      }
    }
    return result
  }

  /// The input for a script.
  var json: JSONValue {
    .object([
      ("hasText", .bool(hasText)),
      (
        "attachments",
        .array(
          attachments.map { attachment in
            .object([
              ("name", .string(attachment.name)),
              ("types", .array(attachment.types.map { .string($0) })),
              ("conformsTo", .array(generalTypes(of: attachment).map { .string($0) })),
            ])
          }
        )
      ),
    ])
  }
}
