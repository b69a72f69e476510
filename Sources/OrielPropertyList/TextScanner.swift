internal import OrielText

/// What takes the text of a property list apart, whatever its format.
protocol TextScanner {
  /// The text, which is valid UTF-8.
  var text: [UInt8] { get }
  /// Where the scanner is.
  var offset: Int { get }
}

extension TextScanner {
  /// Whether nothing is left.
  var isAtEnd: Bool { offset >= text.count }

  /// The next byte.
  var next: UInt8? { isAtEnd ? nil : text[offset] }

  /// An error with the place of an offset.
  func failure(
    _ message: String,
    at offset: Int,
    _ code: PropertyListError.Code = .malformed
  ) -> PropertyListError {
    PropertyListError(code, message, at: .locate(offset, in: text))
  }

  /// The error for what comes next, which is not what should.
  func unexpected(instead expected: String, remark: String = "") -> PropertyListError {
    guard !isAtEnd else {
      return failure("the file ends where \(expected) was expected", at: offset)
    }
    // The longest character has four bytes.
    let start = String(decoding: text[offset..<min(offset + 4, text.count)], as: UTF8.self)
    let found = Printable.text(String(start.unicodeScalars.prefix(1)))
    return failure("found '\(found)' where \(expected) was expected\(remark)", at: offset)
  }

  /// The error for a file that ends inside something that holds values.
  func unclosed(_ what: String, openedAt opening: Int) -> PropertyListError {
    let place = PropertyListPosition.locate(opening, in: text)
    return failure("the file ends inside the \(what) that was opened at \(place)", at: text.count)
  }
}
