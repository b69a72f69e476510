internal import COriel
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// Loads of attachments, as an extension starts and ends them.
enum Loading {
  /// Starts a load that ends with a callback.
  static func start(
    _ attachment: oriel_attachment,
    _ type: UnsafePointer<oriel_bytes>?,
    _ form: UInt32,
    _ callback: UnsafePointer<oriel_load_callback>?,
    _ load: UnsafeMutablePointer<oriel_load>?
  ) throws(Status) {
    let callback = try unsafe ForeignValues.request(callback)
    guard unsafe callback.reserved == 0, unsafe callback.loaded != nil else {
      throw .invalidArgument
    }
    // A variable of the extension or NULL, valid during the call; it keeps its value on failure.
    let before = unsafe load?.pointee
    do {
      _ = try unsafe begin(
        attachment,
        type,
        form,
        .callback(LoadCallback(callback)),
        announce: { handle in
          // As above.
          unsafe load?.pointee = handle
        }
      )
    } catch {
      // As above.
      if let before { unsafe load?.pointee = before }
      throw error
    }
  }

  /// Loads and waits.
  static func wait(
    _ attachment: oriel_attachment,
    _ type: UnsafePointer<oriel_bytes>?,
    _ form: UInt32,
    _ timeout: UInt32,
    _ loaded: UnsafeMutablePointer<oriel_loaded>?
  ) throws(Status) {
    guard let loaded = unsafe loaded,
      unsafe Int(loaded.pointee.size) >= MemoryLayout<oriel_loaded>.size
    else { throw .invalidArgument }
    // Empty until there is a result, so that releasing it is always allowed.
    unsafe loaded.pointee = emptied(form)
    guard !OrielThread.isCurrent else { throw .wrongThread }
    let waiter = try LoadedContent.io { () throws(SystemError) in
      try BlockedThread<Result<LoadedContent, Status>>()
    }
    let identifier = try unsafe begin(
      attachment,
      type,
      form,
      .thread(waiter, pthread_self()),
      announce: { _ in }
    )
    let table = Instance.current.loads
    var result = waiter.wait(milliseconds: timeout)
    if result == nil {
      if table.remove(identifier) != nil {
        try? Instance.current.channel.send(CancelLoad(), id: identifier)
        throw .timeout
      }
      // The answer came in between and is being delivered.
      result = waiter.wait(milliseconds: 0)
    }
    switch result {
    case .success(let content): unsafe loaded.pointee = table.lend(content)
    case .failure(let status): throw status
    case nil: throw .internal
    }
  }

  /// Gives up a load.
  static func giveUp(_ load: oriel_load) throws(Status) {
    let instance = Instance.current
    let place = instance.request.withLock { $0.handles.place(.load, load) }
    guard let place, instance.loads.giveUp(UInt64(place)) else { throw .stale }
    try? instance.channel.send(CancelLoad(), id: UInt64(place))
  }

  /// Takes back what a load gave.
  static func release(_ loaded: UnsafeMutablePointer<oriel_loaded>?) throws(Status) {
    guard let loaded = unsafe loaded else { throw .invalidArgument }
    // A structure of the extension, valid during the call.
    let value = unsafe loaded.pointee
    guard unsafe value.token != 0 else { return }
    guard Instance.current.loads.takeBack(unsafe value.token) else { throw .stale }
    if unsafe value.descriptor >= 0 { close(unsafe value.descriptor) }
    unsafe loaded.pointee = emptied(value.form)
  }

  private static func emptied(_ form: UInt32) -> oriel_loaded {
    unsafe oriel_loaded(
      size: UInt32(MemoryLayout<oriel_loaded>.size),
      form: form,
      bytes: oriel_bytes(),
      descriptor: -1,
      reserved: 0,
      token: 0
    )
  }

  /// Checks the arguments, notes the load and asks the host for it.
  private static func begin(
    _ attachment: oriel_attachment,
    _ type: UnsafePointer<oriel_bytes>?,
    _ form: UInt32,
    _ waiter: sending LoadTable.Waiter,
    announce: (oriel_load) -> Void
  ) throws(Status) -> UInt64 {
    guard let form = UInt8(exactly: form).flatMap(LoadAttachment.Form.init(rawValue:)) else {
      throw .invalidArgument
    }
    let wanted = try unsafe ForeignValues.name(type, limit: ORIEL_MAX_TYPE_LENGTH)
    let instance = Instance.current
    let (place, registered, name) = try instance.request.withLock { (record) throws(Status) in
      let place = try record.attachment(attachment)
      let found = record.attachments[place]
      guard found.isInput else { throw .invalidArgument }
      guard let representation = found.representation(conformingTo: wanted) else {
        throw .notFound
      }
      return (place, representation.type.text, found.suggestedName?.text)
    }
    return try ask(
      LoadAttachment(attachment: UInt32(place), type: registered, form: form),
      LoadTable.Pending(form: form, suggestedName: name, waiter: waiter),
      announce: announce
    )
  }

  /// Notes a load and asks the host for it.
  private static func ask(
    _ message: some WireMessage,
    _ load: sending LoadTable.Pending,
    announce: (oriel_load) -> Void
  ) throws(Status) -> UInt64 {
    let instance = Instance.current
    let identifier = try instance.loads.add(load)
    let handle = instance.request.withLock { $0.handles.handle(.load, Int(identifier)) }
    // Before the host is asked: the callback may come first.
    announce(handle)
    do {
      try instance.channel.send(message, id: identifier)
    } catch {
      // A load that was refused has no callback, unless the end of the request took it first.
      if instance.loads.remove(identifier) != nil { throw error }
    }
    return identifier
  }

  /// Starts to load a preview.
  static func startPreview(
    _ attachment: oriel_attachment,
    _ width: UInt32,
    _ height: UInt32,
    _ callback: UnsafePointer<oriel_preview_callback>?,
    _ load: UnsafeMutablePointer<oriel_load>?
  ) throws(Status) {
    let callback = try unsafe ForeignValues.request(callback)
    guard unsafe callback.reserved == 0, unsafe callback.loaded != nil, width > 0, height > 0
    else { throw .invalidArgument }
    let place = try Instance.current.request.withLock { (record) throws(Status) in
      let place = try record.attachment(attachment)
      guard record.attachments[place].isInput else { throw .invalidArgument }
      return place
    }
    // A variable of the extension or NULL, valid during the call; it keeps its value on failure.
    let before = unsafe load?.pointee
    do {
      _ = try ask(
        LoadPreview(attachment: UInt32(place), width: width, height: height),
        LoadTable.Pending(
          form: .bytes,
          suggestedName: nil,
          waiter: .preview(unsafe PreviewCallback(callback))
        ),
        announce: { handle in
          // As above.
          unsafe load?.pointee = handle
        }
      )
    } catch {
      // As above.
      if let before { unsafe load?.pointee = before }
      throw error
    }
  }

  /// Lets an extension hear how far a load is.
  static func watch(
    _ load: oriel_load,
    _ callback: UnsafePointer<oriel_progress_callback>?
  ) throws(Status) {
    let callback = try unsafe ForeignValues.request(callback)
    guard unsafe callback.reserved == 0, unsafe callback.advanced != nil else {
      throw .invalidArgument
    }
    let place = try place(of: load)
    try Instance.current.loads.watch(place, unsafe ProgressCallback(callback))
    // A host that is gone ends the load soon, and with it the callback.
    try? Instance.current.channel.send(LoadNotice(.watched), id: place)
  }

  /// The number of a load.
  static func place(of load: oriel_load) throws(Status) -> UInt64 {
    let place = Instance.current.request.withLock { $0.handles.place(.load, load) }
    guard let place else { throw .stale }
    return UInt64(place)
  }
}
