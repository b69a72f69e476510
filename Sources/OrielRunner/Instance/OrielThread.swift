internal import COriel
internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The second thread of an instance: it receives what the host sends, and makes the callbacks that
/// may come on any thread.
enum OrielThread {
  /// The stack of the thread: callbacks of extensions run on it.
  private static let stackSize = 1024 * 1024

  /// Starts the thread.
  static func start() throws(SystemError) {
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    // The attributes are initialised before use and outlive all three calls.
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let result = unsafe pthread_create(
      &thread,
      &attributes,
      { _ in
        OrielThread.run(Instance.current)
        return nil
      },
      nil
    )
    guard result == 0 else { throw SystemError("pthread_create", Errno(rawValue: result)) }
  }

  /// Whether the calling thread is the Oriel thread; it must not wait for itself.
  static var isCurrent: Bool {
    let thread = pthread_self()
    return Instance.current.loads.isServed(by: thread)
  }

  private static func run(_ instance: Instance) {
    instance.loads.serve(by: pthread_self())
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    // Only for who wants to hear of it, and where the host cannot tell.
    let isWatched = instance.library.memory != nil && instance.bundle.limits.memory == nil
    var watch = isWatched ? MemoryWatch(instance.bundle.limits) : nil
    while true {
      var polls = [
        pollfd(fd: instance.channel.rawDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: instance.loads.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      // Two structures are passed, and they outlive the call.
      let timeout = watch == nil ? -1 : MemoryWatch.milliseconds
      if unsafe poll(&polls, 2, timeout) < 0 { continue }
      if let level = watch?.look() { press(level, instance) }
      if polls[1].revents != 0 {
        instance.loads.deliverEnded()
        instance.asks.deliverEnded()
      }
      guard polls[0].revents != 0 else { continue }
      guard let received = instance.channel.receive(into: &buffer) else { break }
      handle(received, instance)
    }
    hostIsGone(instance)
  }

  private static func handle(_ received: consuming Channel.Received, _ instance: Instance) {
    let id = received.id
    switch received.message {
    case .loadResult(let result):
      instance.loads.end(id, with: result, descriptor: received.descriptors.popFirst())
    case .loadAdvanced(let progress):
      instance.loads.advance(id, to: progress)
    case .answer(let answer):
      instance.asks.end(id, with: answer, descriptor: received.descriptors.popFirst())
    case .cancel(let cancel):
      hostCancelled(instance, reason: cancel.reason.rawValue)
    case .expire:
      guard let expiring = instance.library.request.expiring else { return }
      let request = instance.request.withLock { $0.handle }
      instance.callback {
        // The extension's function.
        expiring(request)
      }
    case .finish:
      instance.loop.wake()
    case .pressure(let pressure):
      press(pressure.level, instance)
    case .begin, .connect, .mapBuffer, .unmapBuffer:
      return  // A host sends the first once, and the others to instances whose functions it calls.
    }
  }

  private static func press(_ level: MemoryPressure, _ instance: Instance) {
    guard let pressure = instance.library.memory?.pressure else { return }
    instance.callback {
      // The extension's function.
      pressure(level.rawValue)
    }
  }

  private static func hostCancelled(_ instance: Instance, reason: UInt32) {
    let request = instance.request.withLock { record -> oriel_request? in
      guard !record.isFinished, record.cancelReason == nil else { return nil }
      record.cancelReason = reason
      // An extension that never heard of the request has nothing to stop.
      if !record.hasBegun { Instance.exit(1) }
      return record.handle
    }
    guard let request else { return }
    guard let cancelled = instance.library.request.host_cancelled else {
      // An extension that does not want to know is given no time: nothing of it would use it.
      Instance.exit(1)
    }
    instance.callback {
      // The extension's function.
      cancelled(request, reason)
    }
  }

  /// Nobody is left to take an outcome: what waits is told, and the process ends.
  private static func hostIsGone(_ instance: Instance) -> Never {
    instance.loads.endAll(with: .hostGone)
    instance.asks.endAll(with: .hostGone)
    instance.loads.deliverEnded()
    instance.asks.deliverEnded()
    hostCancelled(instance, reason: ORIEL_CANCEL_HOST_GONE)
    Instance.exit(1)
  }
}
