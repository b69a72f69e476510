internal import CFFI
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// Serves what comes on one lane; used by the thread that serves it only.
@safe final class LaneServer {
  /// What the threads share.
  let engine: CallEngine
  /// The lane.
  let lane: Lane
  /// Its room.
  let room: UnsafeMutableRawBufferPointer
  /// Where in the room the next thing can be put: behind the frames of calls that run.
  var top = 0
  /// The values of a plain call, with the pointers to them that libffi wants.
  let values: PlainValues

  /// A server of a lane.
  init(_ engine: CallEngine, _ lane: Lane) {
    self.engine = engine
    self.lane = lane
    values = PlainValues(engine.plain.widest)
    // The lane lives as long as this object.
    unsafe room = lane.room
  }

  /// Serves until the lane is stopped.
  func serve() {
    withContext {
      while case .note(let note) = lane.receive() {
        guard let answer = handle(note) else { return }
        lane.send(answer)
      }
    }
  }

  /// Makes callbacks of this thread come here while a function runs.
  func withContext(_ body: () -> Void) {
    let before = unsafe oriel_ffi_thread_context()
    // The object outlives the body, after which nobody finds it any more.
    unsafe oriel_ffi_set_thread_context(Unmanaged.passUnretained(self).toOpaque())
    body()
    unsafe oriel_ffi_set_thread_context(before)
  }

  /// The server of this thread.
  static var current: LaneServer? {
    guard let context = unsafe oriel_ffi_thread_context() else { return nil }
    // Set by `withContext`, which keeps the object alive.
    return unsafe Unmanaged<LaneServer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Does what the host asks for; nil for an answer that nobody waits for.
  func handle(_ note: Lane.Note) -> Lane.Note? {
    switch LaneNote(rawValue: note.kind) {
    case .callPlainly: return callPlainly(note)
    case .call:
      // What was copied for the answer is read before the next call.
      let oldTop = top
      defer { top = oldTop }
      return call(note)
    case .callBatch: return callBatch(note)
    case .read, .write: return copy(note)
    case .forget:
      let isKnown = engine.handles.forget(note.value, kind: UInt16(truncatingIfNeeded: note.number))
      return isKnown ? Lane.Note(kind: LaneNote.returned.rawValue) : refusal(.stale, 0)
    default: return nil
    }
  }

  /// The answer to something that cannot be done.
  func refusal(_ problem: CallProblem, _ number: Int) -> Lane.Note {
    var note = Lane.Note(kind: LaneNote.refused.rawValue)
    note.error = problem.rawValue
    note.number = UInt32(truncatingIfNeeded: number)
    return note
  }

  /// The operations and the frame of a note; nil when they do not lie in the room.
  private func frame(of note: Lane.Note) -> CallFrame? {
    let count = Int(note.count)
    let start = Int(note.start)
    let frameStart = start + count * CallOperation.size
    let end = frameStart + Int(note.length)
    guard count <= 65_536, start % 16 == 0, unsafe end <= room.count,
      let base = unsafe room.baseAddress
    else { return nil }
    // Aligned as frames are, so that what comes next is, too. In a batch more lies behind.
    top = unsafe max(top, min((end + 15) & ~15, room.count))
    // Both lie in the room, as was checked above.
    var frame = unsafe CallFrame(operations: base + start, count: count, frame: base + frameStart)
    unsafe frame.length = Int(note.length)
    unsafe frame.room = room.count - frameStart
    return unsafe frame
  }

  /// Calls a function; what is copied for the answer lies below `top`.
  func call(_ note: Lane.Note) -> Lane.Note {
    guard Int(note.number) < engine.functions.count, var frame = unsafe frame(of: note) else {
      return refusal(.malformed, 0)
    }
    let function = engine.functions[Int(note.number)]
    guard Int(note.length) >= function.frameSize else { return refusal(.malformed, 1) }
    unsafe frame.address = function.address
    if let refusal = unsafe prepareAll(&frame, function) { return refusal }
    guard let address = unsafe frame.address else {
      unsafe letGo(of: &frame, undoing: frame.count)
      return refusal(.absent, 0)
    }
    var answer = Lane.Note(kind: LaneNote.returned.rawValue)
    answer.error = unsafe run(function, at: address, frame)
    unsafe finishAll(frame, &answer)
    unsafe letGo(of: &frame, undoing: 0)
    return answer
  }

  /// Does everything that comes before a call; gives the answer when it cannot be made.
  private func prepareAll(
    _ frame: inout CallFrame,
    _ function: CallEngine.Function?
  ) -> Lane.Note? {
    for index in 0..<(unsafe frame.count) {
      guard let problem = unsafe prepare(index, &frame, function) else { continue }
      unsafe letGo(of: &frame, undoing: index)
      return refusal(problem, index)
    }
    return nil
  }

  /// Does everything that comes after a call, up to the first result that cannot be had.
  private func finishAll(_ frame: CallFrame, _ answer: inout Lane.Note) {
    for index in 0..<(unsafe frame.count) {
      guard let problem = unsafe finish(index, frame) else { continue }
      // The call was made; the host is told which of its results cannot be had.
      answer.value = UInt64(problem.rawValue) << 32 | UInt64(index + 1)
      return
    }
  }

  /// Lets libffi make the call; gives what it left in `errno`.
  private func run(
    _ function: CallEngine.Function,
    at address: UnsafeMutableRawPointer,
    _ frame: CallFrame
  ) -> Int32 {
    let count = function.places.count
    // The places were checked against the length of the frame; the array outlives the call.
    return unsafe withUnsafeTemporaryAllocation(
      of: UnsafeMutableRawPointer?.self,
      capacity: max(count, 1)
    ) { arguments in
      for index in 0..<count {
        unsafe arguments.initializeElement(at: index, to: frame.frame + function.places[index])
      }
      return unsafe oriel_ffi_call(
        function.signature,
        address,
        frame.frame,
        arguments.baseAddress
      )
    }
  }

  /// Copies to or from an object.
  private func copy(_ note: Lane.Note) -> Lane.Note {
    let oldTop = top
    defer { top = oldTop }
    let kind = UInt16(truncatingIfNeeded: note.error)
    guard let object = engine.handles.object(of: note.value, kind: kind),
      let address = unsafe UnsafeMutableRawPointer(bitPattern: object.address)
    else { return refusal(.stale, 0) }
    let length = Int(note.length)
    let offset = Int(note.number)
    guard object.size.map({ offset + length <= $0 }) ?? true, var frame = unsafe frame(of: note)
    else { return refusal(.malformed, 0) }
    var answer = Lane.Note(kind: LaneNote.returned.rawValue)
    // Inside the room; and inside the object, or the host says that it is that long.
    if note.kind == LaneNote.read.rawValue {
      unsafe frame.frame.copyMemory(from: address + offset, byteCount: length)
      unsafe finishAll(frame, &answer)
    } else {
      if let refusal = unsafe prepareAll(&frame, nil) { return refusal }
      unsafe (address + offset).copyMemory(from: frame.frame, byteCount: length)
    }
    return answer
  }
}
