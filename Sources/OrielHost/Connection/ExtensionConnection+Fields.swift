internal import OrielInterface
internal import OrielSystem
internal import OrielWire

/// Reading and writing the fields of objects and tables.
extension ExtensionConnection {
  /// What an object is made of.
  fileprivate struct Shape {
    /// The fields with their offsets.
    var fields: [(field: InterfaceDescription.Field, offset: Int)] = []
    /// The bytes of the object.
    var size = 0
  }

  /// Reads the data of a table, or of an object whose structure the interface describes.
  ///
  /// Texts and memory that fields point to are copied. It blocks the thread, as a call does.
  public func readFields(
    of handle: ExtensionHandle
  ) throws(CallError) -> [String: UntrustedValue] {
    let shape = try shape(of: handle)
    return try onMainLane { (lane, deadline) throws(CallError) in
      // The lane lives as long as the connection.
      var state = try unsafe reading(shape, operations: plan.access.operations(shape), on: lane)
      for (field, offset) in shape.fields {
        switch field.type {
        case .structure(let name): unsafe state.expectFields(of: name, at: offset)
        case .string, .handle, .table:
          unsafe state.fields[offset] = state.expect(field.type, nil, at: offset)
        default: break
        }
      }
      unsafe state.frame.finish()
      try unsafe read(handle, state.frame, on: lane, deadline)
      let bytes = unsafe state.frame.bytes(at: 0, shape.size)
      for (field, offset) in shape.fields {
        let value = try unsafe state.value(field.type, in: bytes, at: offset, framePlace: 0)
        unsafe state.outputs[field.name] = UntrustedValue(value)
      }
      for (field, offset) in shape.fields {
        guard case .memory(let memory) = field.type, memory.form != .buffer, memory.count != nil
        else { continue }
        let value = try unsafe memoryField(
          memory,
          field.name,
          at: offset,
          handle,
          shape,
          state,
          on: lane,
          deadline
        )
        unsafe state.outputs[field.name] = UntrustedValue(value)
      }
      return unsafe state.outputs
    }
  }

  /// Writes fields of an object whose structure the interface describes.
  ///
  /// A field that points to a shared buffer can be written, for as long as the buffer lives.
  public func writeFields(
    _ values: [String: InterfaceValue],
    of handle: ExtensionHandle
  ) throws(CallError) {
    let shape = try shape(of: handle)
    try onMainLane { (lane, deadline) throws(CallError) in
      for (name, value) in values {
        guard let (field, offset) = shape.fields.first(where: { $0.field.name == name }) else {
          throw .argument("'\(handle.type)' has no field '\(name)'")
        }
        let size = plan.access.size(field.type)
        let part = Shape(fields: [], size: size)
        let capacity = 2 + plan.access.operations(field.type)
        var state = try unsafe reading(part, operations: capacity, on: lane)
        if case .memory = field.type {
          switch value {
          case .null: break
          case .buffer(let buffer) where buffer.connection == identifier:
            unsafe state.frame.add(
              .pointToBuffer,
              at: 0,
              index: Int(buffer.number),
              value: UInt64(buffer.start)
            )
          default:
            throw .argument("'\(name)' is \(value.kind), and a shared buffer is wanted")
          }
        } else {
          try unsafe state.encode(value, field.type, at: 0, name)
        }
        unsafe state.frame.finish()
        var note = unsafe self.note(.write, handle, state.frame, length: state.frame.length)
        note.number = UInt32(offset)
        guard unsafe state.frame.length == size else {
          throw .argument("'\(name)' points to text, which would not stay; use a shared buffer")
        }
        _ = try unsafe exchange(note, top: state.frame.end, on: lane, deadline)
      }
    }
  }

  /// What a handle leads to.
  private func shape(of handle: ExtensionHandle) throws(CallError) -> Shape {
    guard handle.connection == identifier else {
      throw .staleHandle("the handle is of another connection")
    }
    let description = plan.interface.description
    if let table = description.table(named: handle.type),
      let layout = plan.interface.layouts[table.name]
    {
      var shape = Shape(size: layout.size)
      for (entry, offset) in zip(table.entries, layout.offsets) {
        if case .field(let field) = entry { shape.fields.append((field, offset)) }
      }
      return shape
    }
    guard let name = description.handle(named: handle.type)?.structure,
      let structure = description.structure(named: name),
      let layout = plan.interface.layouts[name]
    else { throw .argument("the interface does not say what a '\(handle.type)' is made of") }
    return Shape(
      fields: zip(structure.fields, layout.offsets).map { ($0, $1) },
      size: layout.size
    )
  }

  /// Does something on the lane of the main thread.
  private func onMainLane<Value>(
    _ body: (CallLane, MonotonicTime) throws(CallError) -> Value
  ) throws(CallError) -> Value {
    let lane = link.lanes.first { $0.isMine } ?? link.lanes[0]
    lane.enter()
    defer { lane.leave() }
    return try body(lane, MonotonicTime.now.adding(options.callTimeout))
  }

  /// A frame for fields.
  private func reading(
    _ shape: Shape,
    operations: Int,
    on lane: CallLane
  ) throws(CallError) -> CallState {
    // The lane lives as long as the connection.
    let frame = unsafe FrameWriter(
      lane.lane.room,
      at: lane.top,
      operations: operations,
      head: shape.size
    )
    guard let frame = unsafe frame else {
      throw .noRoom("the memory for calls is full (ConnectionOptions.frameSize)")
    }
    return unsafe CallState(
      plan: plan.access,
      arguments: [],
      receiver: nil,
      connection: identifier,
      frame: frame
    )
  }

  private func note(
    _ kind: LaneNote,
    _ handle: ExtensionHandle,
    _ frame: FrameWriter,
    length: Int
  ) -> Lane.Note {
    var note = Lane.Note(kind: kind.rawValue)
    note.start = UInt32(unsafe frame.start)
    note.length = UInt32(length)
    note.count = UInt32(unsafe frame.capacity)
    note.error = Int32(truncatingIfNeeded: handle.kind)
    note.value = handle.token
    return note
  }

  private func read(
    _ handle: ExtensionHandle,
    _ frame: FrameWriter,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) {
    let note = unsafe note(.read, handle, frame, length: frame.length)
    let answer = try unsafe exchange(note, top: frame.end, on: lane, deadline)
    guard answer.value == 0 else { throw .untrustedResult("a field leads to too much") }
  }

  /// What a field points to, whose length other fields say.
  private func memoryField(
    _ memory: InterfaceMemory,
    _ name: String,
    at offset: Int,
    _ handle: ExtensionHandle,
    _ shape: Shape,
    _ known: CallState,
    on lane: CallLane,
    _ deadline: MonotonicTime
  ) throws(CallError) -> InterfaceValue {
    guard let expression = memory.count else { return .null }
    let count = try unsafe known.length(expression, of: name)
    let size = plan.access.size(memory.element)
    guard count <= 1 << 16 else { throw .untrustedResult("'\(name)' has \(count) elements") }
    var isText = false
    if case .string = memory.element { isText = true }
    var state = try unsafe reading(shape, operations: 1 + (isText ? count : 0), on: lane)
    unsafe state.frame.add(.copyBytes, at: offset, value: UInt64(count * size))
    // The instance puts it right behind the frame.
    let start = unsafe state.frame.end - state.frame.frameStart
    if isText {
      for index in 0..<count {
        unsafe state.frame.add(.copyText, at: start + index * 8, value: UInt64(UInt32.max))
      }
    }
    try unsafe read(handle, state.frame, on: lane, deadline)
    guard let bytes = try unsafe state.frame.copied(by: 0) else { return .null }
    if memory.form == .bytes { return .bytes(bytes) }
    var values: [InterfaceValue] = []
    for index in 0..<count {
      values.append(
        isText
          ? try unsafe state.text(by: index + 1, of: state.frame)
          : try unsafe state.value(memory.element, in: bytes, at: index * size)
      )
    }
    return .array(values)
  }
}

extension FunctionPlan {
  /// The operations that reading the fields of an object needs.
  fileprivate func operations(_ shape: ExtensionConnection.Shape) -> Int {
    shape.fields.reduce(0) { $0 + operations($1.field.type) }
  }
}
