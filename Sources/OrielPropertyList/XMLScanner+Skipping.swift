extension XMLScanner {
  /// Skips what is inside an element and its closing tag, whatever the names of tags in it are.
  ///
  /// - Parameter element: The tag that was just read.
  /// - Throws: Where the text ends, or where something in it is not closed.
  mutating func skipContent(of element: Tag) throws(PropertyListError) {
    guard element.role == .opening else { return }
    var depth = 1
    while depth > 0 {
      try skip(to: UInt8(ascii: "<"), in: element)
      if starts(with: "<!--") {
        try skip(past: "-->", what: "comment", opening: 4)
      } else if starts(with: "<![CDATA[") {
        try skip(past: "]]>", what: "CDATA section", opening: 9)
      } else if starts(with: "<?") {
        try skip(past: "?>", what: "processing instruction", opening: 2)
      } else {
        let isClosing = starts(with: "</")
        try skipTag(in: element)
        if isClosing {
          depth -= 1
        } else if text[offset - 2] != UInt8(ascii: "/") {
          depth += 1
        }
      }
    }
  }

  /// Skips to after the end of a tag; what stands in quotes ends none.
  private mutating func skipTag(in element: Tag) throws(PropertyListError) {
    while true {
      guard offset < text.count else { throw failure(endMessage(element), at: offset) }
      let byte = text[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: ">"): return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try skip(to: byte, in: element)
        offset += 1
      default: break
      }
    }
  }

  /// Skips to a byte.
  private mutating func skip(to byte: UInt8, in element: Tag) throws(PropertyListError) {
    while offset < text.count, text[offset] != byte { offset += 1 }
    guard offset < text.count else { throw failure(endMessage(element), at: offset) }
  }
}
