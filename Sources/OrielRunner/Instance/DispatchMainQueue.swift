internal import Glibc
internal import OrielSystem

/// The main queue of libdispatch, served without giving it the main thread for ever.
///
/// Found by name in the loaded library, so that an extension without it costs nothing. The two
/// functions are what Foundation's run loop uses on Linux.
@safe struct DispatchMainQueue: Sendable {
  private typealias GetHandle = @convention(c) () -> Int32
  private typealias Drain = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// Readable when blocks wait; it belongs to libdispatch.
  private let descriptor: Int32
  private let callback: Drain

  /// The queue, or nil when libdispatch is not loaded.
  init?() {
    // The C strings live for the calls; the library is never unloaded.
    guard let library = unsafe dlopen("libdispatch.so", RTLD_NOW | RTLD_NOLOAD | RTLD_LOCAL),
      let handle = unsafe dlsym(library, "_dispatch_get_main_queue_handle_4CF"),
      let drain = unsafe dlsym(library, "_dispatch_main_queue_callback_4CF")
    else { return nil }
    // The types are those of libdispatch's private header for CoreFoundation.
    let getHandle = unsafe unsafeBitCast(handle, to: GetHandle.self)
    unsafe callback = unsafe unsafeBitCast(drain, to: Drain.self)
    descriptor = getHandle()
    guard descriptor >= 0 else { return nil }
  }

  /// Adds the queue to a set of watched descriptors.
  func watch(in poll: borrowing EventPoll) throws(SystemError) {
    // Its own copy, because libdispatch never closes the descriptor either.
    let copy = Descriptor(owning: fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
    try poll.add(copy, for: .readable, token: 1)
    _ = copy.release()
  }

  /// Runs the blocks that wait; called on the main thread.
  func drain() {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // One structure is passed, and it outlives the call.
    guard unsafe Glibc.poll(&poll, 1, 0) == 1 else { return }
    var count: UInt64 = 0
    // The event counter has eight bytes, and so has the variable.
    _ = unsafe read(descriptor, &count, 8)
    // The argument is not used on Linux.
    callback(nil)
  }
}
