extension InterfaceChecker {
  /// Computes the layouts of structures and tables, and checks their fields.
  mutating func layOut() {
    for structure in description.structures {
      var open: [String] = []
      _ = layout(ofStructure: structure.name, &open)
      let path = ["struct \(structure.name)"]
      checkFields(structure.fields, path, siblings: structure.fields)
      guard let layout = layouts[structure.name] else { continue }
      check(layout, size: structure.size, path)
      for (field, offset) in zip(structure.fields, layout.offsets) {
        check(offset, of: field, path)
      }
    }
    checkReferences()
    for table in description.tables { layOut(table) }
  }

  /// Computes the layout of a table, and checks its fields.
  private mutating func layOut(_ table: InterfaceDescription.Table) {
    let path = ["table \(table.name)"]
    var layout = InterfaceLayout()
    checkFields(table.fields, path, siblings: table.fields)
    if table.entries.isEmpty { complain("a table without entries has no size", path) }
    for entry in table.entries {
      guard case .field(let field) = entry else {
        layout.add(.pointer)
        continue
      }
      var open: [String] = []
      guard let part = self.layout(of: field.type, &open, path + [field.name]) else { return }
      layout.add(part)
      if layout.size > InterfaceLimits.structureSize { break }
      if let offset = layout.offsets.last { check(offset, of: field, path) }
    }
    layout.finish()
    guard isWithinLimits(layout, path) else { return }
    layouts[table.name] = layout
    check(layout, size: table.size, path)
  }

  /// The layout of a structure; nil if it has none, which is reported.
  private mutating func layout(ofStructure name: String, _ open: inout [String])
    -> InterfaceLayout?
  {
    if let layout = layouts[name] { return layout }
    guard let structure = structures[name] else { return nil }
    let path = ["struct \(name)"]
    if open.contains(name) {
      complain(
        "'\(name)' holds itself: \((open + [name]).joined(separator: " holds "))",
        advice: "a structure holds a pointer to another of its kind, not the other itself",
        path
      )
      return nil
    }
    guard open.count < InterfaceLimits.structureNesting else {
      complain(
        "structures hold each other more than \(InterfaceLimits.structureNesting) levels deep",
        path
      )
      return nil
    }
    if structure.fields.isEmpty {
      complain(
        "a structure without fields has no size in C",
        advice: "write 'handle \(name)' for one that only the library knows",
        path
      )
      return nil
    }
    open.append(name)
    defer { open.removeLast() }
    var layout = InterfaceLayout()
    for field in structure.fields {
      guard let part = self.layout(of: field.type, &open, path + [field.name]) else { return nil }
      layout.add(part)
      guard isWithinLimits(layout, path + [field.name]) else { return nil }
    }
    layout.finish()
    layouts[name] = layout
    return layout
  }

  /// The layout of a field; nil if it has none, which is reported.
  private mutating func layout(
    of type: InterfaceType,
    _ open: inout [String],
    _ path: [String]
  ) -> InterfaceLayout? {
    switch type {
    case .scalar(let scalar): return .scalar(scalar.size)
    case .enumeration(let name): return enumerations[name].map { .scalar($0.type.size) }
    case .structure(let name): return layout(ofStructure: name, &open)
    case .fixedArray:
      var element = type
      var count = 1
      var levels = 0
      while case .fixedArray(let inner, let length) = element {
        let (product, overflowed) = count.multipliedReportingOverflow(by: length)
        levels += 1
        guard length >= 1, !overflowed, product <= InterfaceLimits.structureSize, levels <= 8 else {
          complain(
            length < 1
              ? "an array in a structure has at least one element"
              : "an array in a structure is too large",
            advice: length < 1 ? "describe an array of unknown length as a separate memory" : nil,
            path
          )
          return nil
        }
        (element, count) = (inner, product)
      }
      guard var layout = self.layout(of: element, &open, path) else { return nil }
      // Both factors are at most 2^20.
      layout.size *= count
      layout.elementCount *= count
      return isWithinLimits(layout, path) ? layout : nil
    default: return .pointer
    }
  }

  /// Checks that a structure is not too large.
  private mutating func isWithinLimits(_ layout: InterfaceLayout, _ path: [String]) -> Bool {
    if layout.size > InterfaceLimits.structureSize {
      complain(
        "the structure has more than \(InterfaceLimits.structureSize) bytes",
        advice: "share a buffer for much data",
        path
      )
      return false
    }
    if layout.elementCount > InterfaceLimits.structureElements {
      complain(
        "the structure has more than \(InterfaceLimits.structureElements) numbers and pointers",
        advice: "share a buffer for much data",
        path
      )
      return false
    }
    return true
  }

  /// Compares a size with what the author expects.
  private mutating func check(_ layout: InterfaceLayout, size: Int?, _ path: [String]) {
    guard let size, size != layout.size else { return }
    complain(
      "it has \(layout.size) bytes, not \(size)",
      advice: "compare its fields and their order with the header",
      path
    )
  }

  /// Compares an offset with what the author expects.
  private mutating func check(
    _ offset: Int,
    of field: InterfaceDescription.Field,
    _ path: [String]
  ) {
    guard let expected = field.offset, expected != offset else { return }
    complain(
      "it is at byte \(offset), not \(expected)",
      advice: "compare the fields before it with the header",
      path + [field.name]
    )
  }

  /// Checks that following the pointers of structures, as copying does, comes to an end.
  private mutating func checkReferences() {
    var finished: Set<String> = []
    for structure in description.structures where !finished.contains(structure.name) {
      // Each entry is a structure that is being followed, with what is left of what it leads to.
      var open = [(name: structure.name, rest: references(of: structure.name))]
      var names: Set<String> = [structure.name]
      while var last = open.popLast() {
        guard let (field, next) = last.rest.popLast() else {
          finished.insert(last.name)
          names.remove(last.name)
          continue
        }
        open.append(last)
        if names.contains(next) {
          complain(
            "copying '\(next)' would follow the pointers of '\(last.name)' without an end",
            advice: "write 'opaque', or a handle, for the pointer that leads back",
            ["struct \(last.name)", field]
          )
        } else if !finished.contains(next), structures[next] != nil {
          open.append((next, references(of: next)))
          names.insert(next)
        }
      }
    }
  }

  /// The structures that the fields of a structure hold or point to.
  private func references(of name: String) -> [(field: String, structure: String)] {
    (structures[name]?.fields ?? []).compactMap { field in
      var type = field.type
      while true {
        switch type {
        case .fixedArray(let inner, _), .pointer(let inner, _): type = inner
        case .memory(let memory): type = memory.element
        case .structure(let next): return (field.name, next)
        default: return nil
        }
      }
    }
  }
}
