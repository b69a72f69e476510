internal import CFFI
internal import Glibc
internal import OrielWire

/// What is done with a frame before and after the call.
extension LaneServer {
  /// Does what comes before the call.
  func prepare(
    _ index: Int,
    _ frame: inout CallFrame,
    _ function: CallEngine.Function?
  ) -> CallProblem? {
    let (kind, place, which, value) = unsafe frame[index]
    if kind == nil, value == 0 { return nil }
    guard let kind, unsafe place + 8 <= frame.length || kind == .selectTable || kind == .measure
    else { return .malformed }
    switch kind {
    case .pointToFrame:
      guard unsafe value <= frame.length else { return .malformed }
      unsafe frame.point(place, to: UInt(bitPattern: frame.frame) + UInt(value))
    case .pointToBuffer:
      guard let buffer = engine.buffers.place(of: which) else { return .notMapped }
      guard value <= buffer.size else { return .malformed }
      unsafe frame.point(place, to: buffer.start + UInt(value))
    case .pointToHandle:
      guard let address = engine.handles.address(of: value, kind: which) else { return .stale }
      unsafe frame.point(place, to: address)
    case .pointToCallback, .pointToKeptCallback:
      guard Int(which) < engine.callbacks.count else { return .malformed }
      guard let lent = engine.callbacks[Int(which)].lend(value, of: engine) else {
        return .noMemory
      }
      unsafe frame.point(place, to: lent.address)
      unsafe frame.lent.append(lent)
      // What is kept is left out when the others are taken back.
      if kind == .pointToKeptCallback { unsafe frame.lent[frame.lent.count - 1].isKept = true }
    case .measure:
      guard unsafe !frame.lent.isEmpty else { return .malformed }
      unsafe frame.lent[frame.lent.count - 1].setMeasure(Int(which), value)
    case .selectTable:
      guard let table = engine.handles.address(of: value, kind: which) else { return .stale }
      guard let offset = function?.tableOffset,
        let slot = unsafe UnsafeRawPointer(bitPattern: table)
      else { return .malformed }
      // The library promises that the table has the layout that its interface describes.
      unsafe frame.address = (slot + offset).loadUnaligned(as: UnsafeMutableRawPointer?.self)
      if unsafe frame.address == nil { return .absent }
    case .makeObject:
      guard let size = Int(exactly: value), size > 0, let object = unsafe calloc(1, size) else {
        return .noMemory
      }
      let address = UInt(bitPattern: object)
      guard let token = engine.handles.token(for: address, kind: which, size: size) else {
        unsafe free(object)
        return .noMemory
      }
      unsafe frame.setValue(token, of: index)
      unsafe frame.point(place, to: address)
    case .pointToKeptCopy:
      let start = unsafe Int(bitPattern: frame.pointer(at: place))
      guard let size = Int(exactly: value), unsafe size <= frame.length, start >= 0,
        unsafe start <= frame.length - size
      else { return .malformed }
      guard let copy = unsafe malloc(max(size, 1)) else { return .noMemory }
      // Never given back: the library may use it as long as it likes.
      unsafe copy.copyMemory(from: frame.frame + start, byteCount: size)
      unsafe frame.point(place, to: UInt(bitPattern: copy))
    default: break
    }
    return nil
  }

  /// Does what comes after the call.
  func finish(_ index: Int, _ frame: CallFrame) -> CallProblem? {
    let (kind, place, which, value) = unsafe frame[index]
    guard let kind, kind.rawValue >= CallOperation.Kind.takeHandle.rawValue else { return nil }
    let pointer = unsafe place + 8 <= frame.room ? frame.pointer(at: place) : 0
    switch kind {
    case .takeHandle:
      guard let token = engine.handles.token(for: pointer, kind: which) else { return .noMemory }
      unsafe frame.setValue(token, of: index)
    case .copyText:
      guard let text = unsafe UnsafePointer<CChar>(bitPattern: pointer) else {
        unsafe frame.setValue(CallOperation.null, of: index)
        return nil
      }
      let limit = unsafe min(Int(clamping: value), room.count - top)
      // The library promises that it is text with a zero at its end; reading on would be a crash of
      // this instance alone.
      let length = unsafe strnlen(text, limit + 1)
      guard length <= limit else { return .tooLarge }
      unsafe frame.setValue(append(text, length), of: index)
    case .copyBytes:
      guard let bytes = unsafe UnsafeRawPointer(bitPattern: pointer) else {
        unsafe frame.setValue(CallOperation.null, of: index)
        return nil
      }
      guard let length = Int(exactly: value), unsafe length <= room.count - top else {
        return .tooLarge
      }
      unsafe frame.setValue(append(bytes, length), of: index)
    case .release:
      guard Int(which) < engine.functions.count else { return .malformed }
      let function = engine.functions[Int(which)]
      guard let address = unsafe function.address, function.places.count == 1 else {
        return .absent
      }
      guard pointer != 0 else { return nil }
      unsafe release(pointer, function, address)
    case .offsetInFrame:
      let start = unsafe UInt(bitPattern: frame.frame) &+ UInt(value)
      guard pointer != 0 else {
        unsafe frame.setValue(CallOperation.null, of: index)
        return nil
      }
      guard pointer >= start, unsafe pointer - start <= frame.length else { return .outside }
      unsafe frame.setValue(UInt64(pointer - start), of: index)
    case .offsetInBuffer:
      guard pointer != 0 else {
        unsafe frame.setValue(CallOperation.null, of: index)
        return nil
      }
      guard let buffer = engine.buffers.place(of: which) else { return .notMapped }
      guard pointer >= buffer.start, pointer - buffer.start <= buffer.size else { return .outside }
      unsafe frame.setValue(UInt64(pointer - buffer.start), of: index)
    case .forgetHandle:
      guard engine.handles.forget(value, kind: which) else { return .stale }
    default: break
    }
    return nil
  }

  /// Copies bytes behind everything that is in the room; gives their place and length.
  func append(_ bytes: UnsafeRawPointer, _ length: Int) -> UInt64 {
    guard let base = unsafe room.baseAddress else { return CallOperation.null }
    // The caller has compared the length with the rest of the room.
    unsafe (base + top).copyMemory(from: bytes, byteCount: length)
    defer { top = unsafe min((top + length + 15) & ~15, room.count) }
    return UInt64(top) << 32 | UInt64(length)
  }

  /// Gives memory back to the library.
  private func release(
    _ pointer: UInt,
    _ function: CallEngine.Function,
    _ address: UnsafeMutableRawPointer
  ) {
    var pointer = pointer
    // The result has room for whatever the function returns that libffi widens; the argument and
    // both arrays outlive the call.
    unsafe withUnsafeMutablePointer(to: &pointer) { pointer in
      var argument: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(pointer)
      var result = (UInt64(0), UInt64(0))
      _ = unsafe oriel_ffi_call(function.signature, address, &result, &argument)
    }
  }

  /// Takes back what was lent for the time of a call, and undoes what was made for one that cannot be
  /// made.
  func letGo(of frame: inout CallFrame, undoing count: Int) {
    for lent in unsafe frame.lent where !lent.isKept { lent.takeBack() }
    for index in 0..<count {
      let (kind, _, which, value) = unsafe frame[index]
      if kind == .makeObject { _ = engine.handles.forget(value, kind: which) }
    }
  }
}
