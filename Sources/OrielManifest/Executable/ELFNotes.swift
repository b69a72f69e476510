extension ELFImage where Source: ~Copyable {
  /// The content of the note with a name and type, from the segments or else a section.
  mutating func note(
    owner: String,
    type: UInt32,
    section name: String,
    in sections: [ELF.Section]
  ) throws(ELFError) -> [UInt8]? {
    for segment in segments where segment.type == ELF.segmentNote {
      let found = try note(
        owner: owner,
        type: type,
        from: segment.offset,
        size: segment.fileSize,
        alignment: segment.alignment == 8 ? 8 : 4
      )
      if let found { return found }
    }
    for section in sections
    where section.name.elementsEqual(name.utf8) && section.type != ELF.sectionWithoutBytes {
      return try note(
        owner: owner,
        type: type,
        from: section.offset,
        size: section.size,
        alignment: 4
      )
    }
    return nil
  }

  /// Walks through the notes in a part of the file.
  private mutating func note(
    owner: String,
    type: UInt32,
    from start: UInt64,
    size: UInt64,
    alignment: UInt64
  ) throws(ELFError) -> [UInt8]? {
    let (end, overflow) = start.addingReportingOverflow(size)
    guard !overflow, end <= reader.count else { throw ELFError.truncated }
    var place = start
    for _ in 0..<256 {
      guard place < end, end - place >= 12 else { return nil }
      let nameSize = UInt64(try reader.uint32(at: place))
      let contentSize = UInt64(try reader.uint32(at: place + 4))
      let found = try reader.uint32(at: place + 8)
      // The sizes have 32 bits and the place is in the file, so these sums cannot overflow.
      let content = place + 12 + (nameSize + alignment - 1) / alignment * alignment
      if found == type, nameSize == UInt64(owner.utf8.count + 1), contentSize <= 1024,
        try reader.holds(owner, at: place + 12)
      {
        return Array(try reader.bytes(at: content, count: Int(contentSize)))
      }
      place = content + (contentSize + alignment - 1) / alignment * alignment
    }
    return nil
  }
}
