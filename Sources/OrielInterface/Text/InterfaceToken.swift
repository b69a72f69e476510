/// A piece of the text of a description.
struct InterfaceToken: Sendable, Hashable {
  /// What a piece is.
  enum Kind: Sendable, Hashable {
    /// A name, or a word of the language: the words are only kept where they mean something.
    case word(String)
    /// A number, without its sign.
    case integer(UInt64)
    /// Text in quotes, without them.
    case string(String)
    /// One of `( ) [ ] { } < > : , . = ? & + - * /`, or `->` or `...`.
    case symbol(String)
    /// The end of the text.
    case end
  }

  /// What it is.
  let kind: Kind
  /// Its first byte.
  let start: Int
  /// The byte after its last one.
  let end: Int
  /// Whether it is the first one of its line.
  let isFirstOfLine: Bool

  /// What it is called in messages.
  var name: String {
    switch kind {
    case .word(let word): "'\(word)'"
    case .integer(let value): "the number \(value)"
    case .string: "a text in quotes"
    case .symbol(let symbol): "'\(symbol)'"
    case .end: "the end of the file"
    }
  }
}
