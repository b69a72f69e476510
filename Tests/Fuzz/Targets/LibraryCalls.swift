import OrielInterface
import OrielSystem

@testable import OrielHost

/// What an instance leaves in the memory for calls when its library calls a function of the host.
///
/// The bytes are a start, a length and an error number of four bytes each, eight bytes that an operation
/// may have left, and the memory.
enum LibraryCalls {
  /// A function with an argument of every kind.
  private static let interface = """
    interface org.oriel.fuzz 1
    handle Thing closed by close
    func close(thing: consumed Thing)
    struct point { x: f64, y: f64 }
    struct large { a: u8, place: point, numbers: i16[3] }
    callback Every(
      number: i32, real: f32, text: string, data: bytes[size], size: u32, thing: Thing,
      words: array<string?>[count], count: i32, cells: array<i16>[count], near: point, far: large
    ) -> i32
    func call(every: Every)
    """
  /// What the host knows of it.
  private static let plan = (try? InterfaceParser.parse(interface)).flatMap {
    try? InterfacePlan($0)
  }

  /// Reads the arguments; accepted are those that are what the interface says.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let plan, let callback = plan.callbacks.first else {
      throw Finding(description: "the interface of the target is refused")
    }
    guard bytes.count >= 36 else { return false }
    func number(_ place: Int, _ size: Int) -> UInt64 {
      bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    var note = Lane.Note(kind: 17)
    note.start = UInt32(number(0, 4))
    note.length = UInt32(number(4, 4))
    note.error = Int32(truncatingIfNeeded: number(8, 4))
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count - 20, alignment: 16)
    // Freed when everything has looked at it; as long as what is copied.
    defer { unsafe room.deallocate() }
    unsafe room.copyBytes(from: bytes[20...])
    let call = unsafe CallbackAnswer(
      room: room,
      note: note,
      plan: callback,
      interface: plan.interface,
      connection: 1,
      kindNames: [1: "Thing"]
    )
    var isAccepted = false
    if unsafe call.isInRoom {
      do throws(CallError) {
        let values = try unsafe call.arguments()
        try check(values, callback.callback.parameters.count, room.count)
        try unsafe call.store(.integer(-2))
        isAccepted = true
        let stored = unsafe room.load(fromByteOffset: Int(note.start), as: Int64.self)
        try check(stored == -2, "the result is \(stored)")
      } catch {
        if case .hostFunction(let finding as Finding) = error { throw finding }
        try Finding.unless(!"\(error)".isEmpty, "an error says nothing")
      }
    }
    // The room is there until the end.
    try unsafe copy(number(12, 8), room)
    return isAccepted
  }

  /// Copies what an operation claims to have put somewhere.
  private static func copy(
    _ value: UInt64,
    _ room: UnsafeMutableRawBufferPointer
  ) throws(Finding) {
    guard let frame = unsafe FrameWriter(room, at: 0, operations: 1, head: 0) else { return }
    // The operation's value lies in the room, which has 16 bytes or more.
    unsafe room.storeBytes(of: value, toByteOffset: 8, as: UInt64.self)
    let bytes: [UInt8]?
    do throws(CallError) {
      bytes = try unsafe frame.copied(by: 0)
    } catch {
      return
    }
    try Finding.unless((bytes?.count ?? 0) <= room.count, "more was copied than there is")
  }

  /// Throws a finding as an error of a call.
  private static func check(
    _ condition: Bool,
    _ text: @autoclosure () -> String
  ) throws(CallError) {
    if !condition { throw .hostFunction(Finding(description: text())) }
  }

  /// Checks that what was read has the number and is no longer than what there was.
  private static func check(
    _ values: [UntrustedValue],
    _ count: Int,
    _ size: Int
  ) throws(CallError) {
    try check(values.count == count, "\(values.count) arguments were read")
    for value in values {
      switch value.unchecked {
      case .bytes(let bytes): try check(bytes.count <= size, "bytes come from nowhere")
      case .string(let text): try check(text.utf8.count <= 3 * size, "text comes from nowhere")
      case .array(let values): try check(values.count <= size, "values come from nowhere")
      default: break
      }
    }
  }
}
