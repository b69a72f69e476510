internal import Glibc

/// A frei0r filter in this process, which frames through the sandbox are compared with.
@safe final class FilterInProcess {
  private typealias Construct = @convention(c) (UInt32, UInt32) -> UnsafeMutableRawPointer?
  private typealias Destruct = @convention(c) (UnsafeMutableRawPointer) -> Void
  private typealias Update =
    @convention(c) (
      UnsafeMutableRawPointer, Double, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Void

  /// The functions of the library, which is never closed.
  private let update: Update
  private let destruct: Destruct
  /// What the library made.
  private let instance: UnsafeMutableRawPointer
  /// The frame that goes in, and the one that comes out.
  private let input: UnsafeMutableRawPointer
  private let output: UnsafeMutableRawPointer
  /// The bytes of a frame.
  private let size: Int

  /// Loads a filter for frames of a size, and gives it one.
  init(_ path: String, width: Int, height: Int, frame: [UInt8]) throws(Complaint) {
    // The linker's words live until its next call.
    guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Complaint(.notCompleted, "'\(TerminalText.line(path))' cannot be loaded")
    }
    // Both are functions of frei0r 1.2, and the third is looked at the same way.
    guard let begin = unsafe dlsym(library, "f0r_construct"),
      let end = unsafe dlsym(library, "f0r_destruct"),
      let step = unsafe dlsym(library, "f0r_update")
    else {
      throw Complaint(.notCompleted, "'\(TerminalText.line(path))' is no filter of frei0r")
    }
    // Their types are those of the specification.
    unsafe update = unsafeBitCast(step, to: Update.self)
    // As above.
    unsafe destruct = unsafeBitCast(end, to: Destruct.self)
    let construct = unsafe unsafeBitCast(begin, to: Construct.self)
    guard let made = unsafe construct(UInt32(width), UInt32(height)) else {
      throw Complaint(.notCompleted, "'\(TerminalText.line(path))' makes no filter")
    }
    unsafe instance = made
    size = width * height * 4
    unsafe input = .allocate(byteCount: size, alignment: 4096)
    unsafe output = .allocate(byteCount: size, alignment: 4096)
    // Both were allocated with this size.
    unsafe input.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    unsafe frame.withUnsafeBytes { bytes in
      guard let from = bytes.baseAddress else { return }
      unsafe input.copyMemory(from: from, byteCount: min(size, bytes.count))
    }
    unsafe output.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit {
    // Nobody has the object any more.
    unsafe destruct(instance)
    unsafe input.deallocate()
    unsafe output.deallocate()
  }

  /// Filters one frame.
  func filter(at time: Double) {
    // The frames have the size that the instance was made for.
    unsafe update(instance, time, input, output)
  }

  /// The last frame that came out.
  var result: [UInt8] {
    // The memory is as long as a frame.
    unsafe Array(UnsafeRawBufferPointer(start: output, count: size))
  }
}
