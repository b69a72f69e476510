internal import OrielInterface

/// Descriptions of interfaces, as a script reads them.
enum InterfaceJSON {
  /// A description, with the layouts of its structures and the functions that hosts call.
  static func description(_ checked: CheckedInterface) -> JSONValue {
    let description = checked.description
    return .object([
      ("name", .string(description.name)),
      ("version", .integer(Int64(description.version))),
      (
        "structures",
        .array(
          description.structures.map { structure in
            layout(structure.name, structure.fields.map(\.name), checked)
          }
            + description.tables.map { table in layout(table.name, entryNames(table), checked) }
        )
      ),
      (
        "functions",
        .array(
          description.functions.map { function($0, in: nil) }
            + description.tables.flatMap { table in
              table.functions.map { function($0, in: table.name) }
            }
        )
      ),
    ])
  }

  /// The names of what a table holds.
  private static func entryNames(_ table: InterfaceDescription.Table) -> [String] {
    table.entries.map { entry in
      switch entry {
      case .field(let field): field.name
      case .function(let function): function.name
      }
    }
  }

  /// The layout of a structure or table.
  private static func layout(
    _ name: String,
    _ fields: [String],
    _ checked: CheckedInterface
  ) -> JSONValue {
    let layout = checked.layouts[name]
    return .object([
      ("name", .string(name)),
      ("size", .integer(Int64(layout?.size ?? 0))),
      ("alignment", .integer(Int64(layout?.alignment ?? 0))),
      (
        "fields",
        .array(
          zip(fields, layout?.offsets ?? []).map { field, offset in
            .object([("name", .string(field)), ("offset", .integer(Int64(offset)))])
          }
        )
      ),
    ])
  }

  /// A function: what a host gives, and what comes back.
  private static func function(
    _ function: InterfaceDescription.Function,
    in table: String?
  ) -> JSONValue {
    .object([
      ("name", .string(function.name)),
      ("table", .optional(table)),
      ("symbol", .optional(table == nil ? function.symbol ?? function.name : nil)),
      (
        "arguments",
        .array(
          function.arguments.map { parameter in
            .object([
              ("name", .string(parameter.name)), ("type", .string(parameter.type.text)),
              ("direction", .string(parameter.direction.rawValue)),
            ])
          }
        )
      ),
      ("result", .optional(function.result?.type.text)),
      ("throws", .bool(function.failure != nil)),
      ("optional", .bool(function.isOptional)),
    ])
  }

  /// Something that is wrong.
  static func problem(_ problem: InterfaceProblem) -> JSONValue {
    .object([
      ("message", .string(problem.message)),
      ("advice", .optional(problem.advice)),
      ("path", .array(problem.path.map { .string($0) })),
      ("line", problem.place.map { .integer(Int64($0.line)) } ?? .null),
      ("column", problem.place.map { .integer(Int64($0.column)) } ?? .null),
      ("excerpt", .optional(problem.place?.excerpt)),
    ])
  }
}
