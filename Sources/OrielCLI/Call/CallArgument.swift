internal import OrielHost
internal import OrielInterface
internal import OrielSystem

/// An argument of a call as people write it.
struct CallArgument {
  /// The most bytes of a file that is passed.
  private static let fileLimit = 1 << 30

  /// What the function wants.
  let parameter: InterfaceDescription.Parameter
  /// What was written.
  let text: String
  /// The connection that makes shared buffers.
  let connection: ExtensionConnection

  /// The value of the argument.
  func value() throws(Complaint) -> InterfaceValue {
    if text == "null", parameter.type.isOptional { return .null }
    switch parameter.type {
    case .scalar(.f32), .scalar(.f64):
      guard let number = Double(text) else { throw problem("is no number") }
      return .number(number)
    case .scalar(.bool):
      guard let value = ["true": true, "1": true, "false": false, "0": false][text] else {
        throw problem("is neither 'true' nor 'false'")
      }
      return .bool(value)
    case .scalar:
      guard let number = Self.integer(text) else { throw problem("is no integer") }
      return number
    case .enumeration: return Self.integer(text) ?? .string(text)
    case .string: return .string(text)
    case .memory(let memory): return try elements(memory)
    case .position:
      guard let offset = Int(text) else { throw problem("is no offset") }
      return .offset(offset)
    default: throw problem("cannot be written on a command line")
    }
  }

  private static func integer(_ text: String) -> InterfaceValue? {
    let isHexadecimal = text.hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : text[...]
    let radix = isHexadecimal ? 16 : 10
    if let value = Int64(digits, radix: radix) { return .integer(value) }
    return UInt64(digits, radix: radix).map(InterfaceValue.unsigned)
  }

  /// Memory: the content of a file behind '@', a number of bytes of room, numbers, or the text itself.
  private func elements(_ memory: InterfaceMemory) throws(Complaint) -> InterfaceValue {
    if parameter.direction == .out, let count = Int(text), count >= 0 {
      return memory.form == .buffer
        ? try buffer([UInt8](repeating: 0, count: count)) : .integer(Int64(count))
    }
    if memory.form == .array {
      var values: [InterfaceValue] = []
      for word in text.split(separator: ",") {
        let word = String(word)
        values.append(
          Self.integer(word) ?? Double(word).map(InterfaceValue.number) ?? .string(word)
        )
      }
      return .array(values)
    }
    let bytes = text.hasPrefix("@") ? try file(String(text.dropFirst())) : Array(text.utf8)
    return memory.form == .buffer ? try buffer(bytes) : .bytes(bytes)
  }

  private func buffer(_ bytes: [UInt8]) throws(Complaint) -> InterfaceValue {
    do throws(CallError) {
      let buffer = try connection.makeBuffer(count: bytes.count)
      buffer.write(bytes)
      return .buffer(buffer)
    } catch {
      throw Complaint(.notCompleted, TerminalText.line("\(error)", limit: 2000))
    }
  }

  private func file(_ path: String) throws(Complaint) -> [UInt8] {
    do throws(SystemError) {
      return try Descriptor.open(path, [.readOnly, .noTerminal]).readToEnd(limit: Self.fileLimit)
    } catch {
      throw Complaint(
        .input,
        "'\(TerminalText.line(path))' cannot be read: \(error.errno.message); check the path"
      )
    }
  }

  private func problem(_ what: String) -> Complaint {
    Complaint(
      .usage,
      "the argument '\(TerminalText.line(text))' for '\(parameter.name)' \(what)"
    )
  }
}
