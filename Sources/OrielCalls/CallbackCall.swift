internal import CFFI
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// A call of the library to the host.
enum CallbackCall {
  /// The bytes for an argument: its value, or a place and a length.
  private static let slot = 16

  /// Tells the host, waits for its answer, and gives it to the library.
  static func run(
    _ record: LentCallback.Record,
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    // Kept by the record, which stays.
    let engine = unsafe record.engine.takeUnretainedValue()
    guard let server = LaneServer.current else {
      engine.foreign.serve(engine) { unsafe run(record, result, arguments, on: $0) }
      return
    }
    unsafe run(record, result, arguments, on: server)
  }

  private static func run(
    _ record: LentCallback.Record,
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    on server: LaneServer
  ) {
    // As above.
    let kind = unsafe record.kind.takeUnretainedValue()
    let start = server.top
    let oldTop = server.top
    defer { server.top = oldTop }
    var note = Lane.Note(kind: LaneNote.callback.rawValue)
    note.number = UInt32(
      truncatingIfNeeded: server.engine.callbacks.firstIndex { $0 === kind } ?? 0
    )
    note.value = unsafe record.number
    note.start = UInt32(start)
    let head = slot * (kind.arguments.count + 1)
    guard let base = unsafe server.room.baseAddress, unsafe start + head <= server.room.count else {
      return
    }
    server.top = start + head
    unsafe (base + start).initializeMemory(as: UInt8.self, repeating: 0, count: head)
    for (index, argument) in kind.arguments.enumerated() {
      guard let value = unsafe arguments?[index] else { continue }
      let place = unsafe base + start + slot * (index + 1)
      let problem = unsafe pass(argument, index, value, at: place, record, arguments, kind, server)
      if let problem { note.error = problem.rawValue }
    }
    note.length = UInt32(server.top - start)
    server.lane.send(note)
    guard wait(server) else { return }
    unsafe take(kind, from: base + start, result, arguments)
  }

  /// Serves what the host asks for meanwhile, until its answer is there.
  private static func wait(_ server: LaneServer) -> Bool {
    while case .note(let note) = server.lane.receive() {
      if note.kind == LaneNote.answer.rawValue { return true }
      guard let answer = server.handle(note) else { break }
      server.lane.send(answer)
    }
    // Nobody is there any more who could tell the library how to go on.
    pause()
    return false
  }

  /// Writes an argument for the host.
  private static func pass(
    _ argument: CallbackKind.Argument,
    _ index: Int,
    _ value: UnsafeMutableRawPointer,
    at place: UnsafeMutableRawPointer,
    _ record: LentCallback.Record,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ kind: CallbackKind,
    _ server: LaneServer
  ) -> CallProblem? {
    let room = unsafe server.room.count - server.top
    var found = CallOperation.null
    var problem: CallProblem?
    switch argument.description.treatment {
    case .value:
      if argument.size <= slot {
        // libffi gives a pointer to a value of this size.
        unsafe place.copyMemory(from: value, byteCount: argument.size)
        return nil
      }
      if argument.size <= room {
        found = unsafe server.append(value, argument.size)
      } else {
        problem = .tooLarge
      }
    case .hidden:
      found = unsafe value.load(as: UInt.self) == 0 ? 0 : 1
    case .handle:
      // Pointers are given as pointers to them.
      let token = server.engine.handles.token(
        for: unsafe value.load(as: UInt.self),
        kind: argument.description.index
      )
      if let token { found = token } else { problem = .noMemory }
    case .text:
      guard let text = unsafe value.load(as: UnsafePointer<CChar>?.self) else { break }
      // The library promises a zero at the end.
      let length = unsafe strnlen(text, room + 1)
      if length <= room { found = unsafe server.append(text, length) } else { problem = .tooLarge }
    case .bytes:
      guard let bytes = unsafe value.load(as: UnsafeRawPointer?.self) else { break }
      let length = unsafe length(argument, index, record, arguments, kind)
      if let length, length <= room {
        found = unsafe server.append(bytes, length)
      } else {
        problem = .tooLarge
      }
    case .texts:
      let texts = unsafe value.load(as: UnsafePointer<UnsafePointer<CChar>?>?.self)
      guard let texts = unsafe texts else { break }
      let count = unsafe length(argument, index, record, arguments, kind)
      guard let count, count <= room / 4, let all = unsafe append(texts, count, server) else {
        problem = .tooLarge
        break
      }
      found = all
    }
    if found == CallOperation.null || argument.description.treatment == .hidden
      || argument.description.treatment == .handle
    {
      unsafe place.storeBytes(of: found, as: UInt64.self)
    } else {
      unsafe place.storeBytes(of: found >> 32, as: UInt64.self)
      unsafe place.storeBytes(of: found & 0xFFFF_FFFF, toByteOffset: 8, as: UInt64.self)
    }
    return problem
  }

  /// The bytes, or number of texts, that an argument has; nil for a negative or huge one.
  private static func length(
    _ argument: CallbackKind.Argument,
    _ index: Int,
    _ record: LentCallback.Record,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ kind: CallbackKind
  ) -> Int? {
    let measure: Int?
    switch argument.description.measure {
    case .one: measure = 1
    case .call: measure = Int(exactly: unsafe record.measures[index])
    case .argument:
      let other = Int(argument.description.index)
      guard other < kind.arguments.count, let value = unsafe arguments?[other] else { return nil }
      measure = unsafe integer(value, kind.arguments[other].type)
    }
    guard let measure, measure >= 0 else { return nil }
    let (product, overflow) = measure.multipliedReportingOverflow(
      by: Int(argument.description.factor)
    )
    return overflow ? nil : product
  }

  /// The integer of a type; nil for what is none.
  private static func integer(_ value: UnsafeMutableRawPointer, _ type: WireCType) -> Int? {
    // libffi gives a pointer to a value of the type.
    switch type {
    case .i8: Int(unsafe value.load(as: Int8.self))
    case .u8: Int(unsafe value.load(as: UInt8.self))
    case .i16: Int(unsafe value.load(as: Int16.self))
    case .u16: Int(unsafe value.load(as: UInt16.self))
    case .i32: Int(unsafe value.load(as: Int32.self))
    case .u32: Int(unsafe value.load(as: UInt32.self))
    case .i64: Int(unsafe value.load(as: Int64.self))
    case .u64: Int(exactly: unsafe value.load(as: UInt64.self))
    default: nil
    }
  }

  /// Copies texts behind one another, each after its length; nil when they do not fit.
  private static func append(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>,
    _ count: Int,
    _ server: LaneServer
  ) -> UInt64? {
    guard let base = unsafe server.room.baseAddress else { return nil }
    let start = server.top
    var end = start
    for index in 0..<count {
      guard unsafe server.room.count - end >= 4 else { return nil }
      guard let text = unsafe texts[index] else {
        unsafe (base + end).storeBytes(of: UInt32.max, as: UInt32.self)
        end += 4
        continue
      }
      let room = unsafe server.room.count - end - 4
      // The library promises a zero at the end of each.
      let length = unsafe strnlen(text, room + 1)
      guard length <= room else { return nil }
      unsafe (base + end).storeBytes(of: UInt32(length), as: UInt32.self)
      unsafe (base + end + 4).copyMemory(from: text, byteCount: length)
      end += 4 + length
    }
    server.top = unsafe min((end + 15) & ~15, server.room.count)
    return UInt64(start) << 32 | UInt64(end - start)
  }

  /// Gives the library what the host answered.
  private static func take(
    _ kind: CallbackKind,
    from frame: UnsafeMutableRawPointer,
    _ result: UnsafeMutableRawPointer?,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    if let result = unsafe result, kind.resultSize > 0 {
      // libffi wants integers as wide as a register; the host writes them so, and the first slot of
      // the frame holds as much.
      let isInteger = kind.result.structure == nil && kind.result != .f32
      unsafe result.copyMemory(from: frame, byteCount: isInteger ? 8 : kind.resultSize)
    }
  }
}
