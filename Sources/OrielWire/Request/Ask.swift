/// Instance to host: the extension asks for something that only the host can do.
///
/// The id of the packet names the question; it is not 0, and not that of another question which the
/// host has not answered yet.
package struct Ask: WireMessage {
  /// The number of the message.
  package static let type = WireType.ask

  /// What an extension may ask for, with bounded parts that nobody has judged yet.
  package enum Question: Hashable, Sendable {
    /// Nothing any more: nobody waits for the answer to the question of the id.
    case withdrawn
    /// A connection to a port of a host, by name or address.
    case connect(host: String, port: UInt16)
    /// That the user sees a URL in whatever opens it.
    case openURL(String)
    /// A file that the user chooses.
    case chooseFile(access: FileAccess, prompt: String)
  }

  /// What may be done with a file, numbered as in the C interface.
  package enum FileAccess: UInt8, CaseIterable, Sendable {
    /// Reading.
    case read = 1
    /// Reading and writing.
    case readWrite = 2
  }

  /// The number that tells the question.
  private enum Kind: UInt8 {
    case withdrawn = 0
    case connect = 1
    case openURL = 2
    case chooseFile = 3
  }

  /// What is asked for.
  package var question: Question

  /// Asks a question.
  package init(_ question: Question) {
    self.question = question
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    switch question {
    case .withdrawn: writer.write(Kind.withdrawn.rawValue)
    case .connect(let host, let port):
      writer.write(Kind.connect.rawValue)
      writer.write(text: host, limit: WireLimit.hostName)
      writer.write(port)
    case .openURL(let url):
      writer.write(Kind.openURL.rawValue)
      writer.write(text: url, limit: WireLimit.url)
    case .chooseFile(let access, let prompt):
      writer.write(Kind.chooseFile.rawValue)
      writer.write(access.rawValue)
      writer.write(text: prompt, limit: WireLimit.prompt)
    }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    switch try reader.choice(Kind.self) {
    case .withdrawn: question = .withdrawn
    case .connect:
      question = .connect(
        host: try reader.text(limit: WireLimit.hostName),
        port: try reader.number()
      )
    case .openURL: question = .openURL(try reader.text(limit: WireLimit.url))
    case .chooseFile:
      question = .chooseFile(
        access: try reader.choice(),
        prompt: try reader.text(limit: WireLimit.prompt)
      )
    }
  }
}
