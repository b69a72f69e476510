internal import OrielInterface
internal import OrielManifest
internal import OrielSystem

/// The files that commands about interfaces read.
enum InterfaceFile {
  /// Opens a file.
  static func open(_ path: String) throws(Complaint) -> Descriptor {
    do {
      // A pipe without a writer must not make the command wait.
      let file = try Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal])
      let status = try file.status()
      guard status.kind == .regular else {
        throw Complaint(.input, "cannot read '\(TerminalText.line(path))': it is no file")
      }
      return file
    } catch let error as Complaint {
      throw error
    } catch let error as SystemError {
      throw Complaint(
        .input,
        "cannot read '\(TerminalText.line(path))': \(error.errno.message); check the path"
      )
    } catch {
      throw Complaint(.input, "cannot read '\(TerminalText.line(path))'")
    }
  }

  /// Reads a description, or a byte more than the largest one has.
  static func content(of path: String) throws(Complaint) -> [UInt8] {
    do {
      let limit = InterfaceLimits.textLength + 1
      if path == "-" { return try StandardStream.input.read(limit: limit) }
      return try open(path).readToEnd(limit: limit)
    } catch let error as Complaint {
      throw error
    } catch let error as SystemError {
      throw Complaint(.input, "cannot read '\(TerminalText.line(path))': \(error.errno.message)")
    } catch {
      throw Complaint(.input, "cannot read '\(TerminalText.line(path))'")
    }
  }
}

/// A library that is held against a description.
struct LibraryReport {
  /// The path of the library.
  let path: String
  /// What it exports.
  let exports: ExportedFunctions
  /// The symbols that the description needs.
  let symbols: [InterfaceDescription.Symbol]

  /// Looks the symbols of a description up in a library.
  init(_ path: String, for description: InterfaceDescription) throws(Complaint) {
    self.path = path
    symbols = description.symbols
    let file = try InterfaceFile.open(path)
    do throws(ExportedFunctions.Failure) {
      exports = try ExportedFunctions.find(symbols.map(\.name), in: file)
    } catch {
      throw Complaint(.input, TerminalText.line("'\(path)' \(error.message)", limit: 600))
    }
  }

  /// What is behind a symbol.
  func finding(_ symbol: InterfaceDescription.Symbol) -> ExportedFunctions.Finding {
    exports.findings[symbol.name] ?? .missing
  }

  /// The symbols that are not there as they must be.
  var wrong: [InterfaceDescription.Symbol] {
    symbols.filter { finding($0) == .data || (finding($0) == .missing && !$0.isOptional) }
  }

  /// What is said about the symbols, and about the library.
  var lines: [String] {
    var lines: [String] = []
    for symbol in symbols {
      let users = symbol.users.filter { $0 != symbol.name }
      let user = users.isEmpty ? "" : " (for \(users.joined(separator: ", ")))"
      switch finding(symbol) {
      case .function: continue
      case .data: lines.append("  \(symbol.name) is no function\(user)")
      case .missing:
        lines.append(
          symbol.isOptional
            ? "  \(symbol.name) is not there, which the description allows\(user)"
            : "  \(symbol.name) is not there\(user)"
        )
      }
    }
    let total = symbols.count
    let wrong = wrong.count
    let summary =
      wrong == 0
      ? "exports what the description needs"
      : "lacks \(wrong) of the \(total) functions that the description needs; check its version"
    return lines.map { TerminalText.line($0, limit: 600) }
      + ["\(TerminalText.line(path)): \(summary)"]
  }

  /// The same for a script.
  var json: JSONValue {
    func names(_ wanted: ExportedFunctions.Finding, optional: Bool?) -> JSONValue {
      .array(
        symbols.filter { finding($0) == wanted && (optional == nil || $0.isOptional == optional) }
          .map { .string($0.name) }
      )
    }
    return .object([
      ("path", .string(path)),
      ("machine", .string("\(exports.machine)")),
      ("isComplete", .bool(wrong.isEmpty)),
      ("missing", names(.missing, optional: false)),
      ("missingOptional", names(.missing, optional: true)),
      ("noFunctions", names(.data, optional: nil)),
    ])
  }
}
