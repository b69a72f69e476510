import COriel
import Dispatch
import Synchronization

extension FakeHost {
  /// The C object of the host; made once and never freed, as the ABI says.
  static func makeObject() -> UnsafePointer<oriel_host> {
    let object = UnsafeMutablePointer<oriel_host>.allocate(capacity: 1)
    // The memory was allocated above for one object.
    unsafe object.initialize(
      to: oriel_host(
        size: 16,
        abi_version: ORIEL_ABI_VERSION,
        get_interface: { _, id in
          let offersServices = FakeHost.current.state.withLock { $0.offersServices }
          return switch unsafe id.map({ unsafe String(cString: $0) }) {
          case ORIEL_ID_REQUEST: unsafe leak(FakeHost.requestTable)
          case ORIEL_ID_ITEMS: unsafe leak(FakeHost.itemTable)
          case ORIEL_ID_ATTACHMENTS: unsafe leak(FakeHost.attachmentTable)
          case ORIEL_ID_LOG: unsafe leak(FakeHost.logTable)
          case ORIEL_ID_BUNDLE: unsafe leak(FakeHost.bundleTable)
          case ORIEL_ID_NETWORK where offersServices: unsafe leak(FakeHost.networkTable)
          case ORIEL_ID_OPEN_URL where offersServices: unsafe leak(FakeHost.openURLTable)
          case ORIEL_ID_FILES where offersServices: unsafe leak(FakeHost.filesTable)
          default: nil
          }
        }
      )
    )
    return unsafe UnsafePointer(object)
  }

  /// How a request ends.
  static var requestTable: oriel_host_request {
    unsafe oriel_host_request(
      complete_request: { request, items, count, errors, errorCount, flags in
        guard request == FakeHost.request else { return ORIEL_E_STALE }
        let host = FakeHost.current
        // The arrays are the SDK's, valid during the call.
        let handles = unsafe Array(UnsafeBufferPointer(start: items, count: Int(count)))
        let made = host.state.withLock { state in handles.compactMap { state.made[$0] } }
        host.record(
          .completed(items: made, failures: unsafe failures(errors, errorCount), flags: flags)
        )
        return ORIEL_OK
      },
      cancel_request: { request, error, errors, count in
        guard request == FakeHost.request else { return ORIEL_E_STALE }
        let host = FakeHost.current
        let reason = unsafe failure(error)
        let isRefused = host.state.withLock { state in
          state.refusals -= 1
          return state.refusals >= 0 || reason.text.utf8.count > state.errorTextLimit
        }
        guard !isRefused, count <= ORIEL_MAX_ITEMS else { return ORIEL_E_TOO_LARGE }
        host.record(.cancelled(reason, failures: unsafe failures(errors, count)))
        return ORIEL_OK
      },
      finish_work: { _ in
        FakeHost.current.record(.finishedWork)
        return ORIEL_OK
      }
    )
  }

  /// The items of the request.
  static var itemTable: oriel_host_items {
    unsafe oriel_host_items(
      input_count: { _, out in
        unsafe out?.pointee = UInt64(FakeHost.current.state.withLock { $0.input.count })
        return ORIEL_OK
      },
      input_item: { _, index, out in
        unsafe out?.pointee = 100 + index
        return ORIEL_OK
      },
      title: { unsafe lend(FakeHost.current.item($0)?.item.title, to: $1) },
      text: { unsafe lend(FakeHost.current.item($0)?.item.text, to: $1) },
      user_info: { unsafe lend(FakeHost.current.item($0)?.item.userInfo, to: $1) },
      attachment_count: { item, out in
        unsafe out?.pointee = UInt64(FakeHost.current.item(item)?.attachments.count ?? 0)
        return ORIEL_OK
      },
      attachment: { item, index, out in
        unsafe out?.pointee = item * 1000 + index
        return ORIEL_OK
      },
      create: { _, out in
        let handle = FakeHost.current.state.withLock { state in
          state.nextHandle += 1
          state.made[state.nextHandle] = Item()
          return state.nextHandle
        }
        unsafe out?.pointee = handle
        return ORIEL_OK
      },
      set_title: { item, bytes in
        let title = unsafe text(bytes)
        return FakeHost.current.change(item) { $0.title = title }
      },
      set_text: { item, bytes in
        let host = FakeHost.current
        let status = host.state.withLock { $0.setTextStatus }
        guard status == ORIEL_OK else { return status }
        let value = unsafe text(bytes)
        return host.change(item) { $0.text = value }
      },
      set_user_info: { item, bytes in
        let value = unsafe copy(bytes)
        return FakeHost.current.change(item) { $0.userInfo = value }
      }
    )
  }

  /// What items carry.
  static var attachmentTable: oriel_host_attachments {
    unsafe oriel_host_attachments(
      type_count: { attachment, out in
        unsafe out?.pointee = UInt64(FakeHost.current.attachment(attachment)?.types.count ?? 0)
        return ORIEL_OK
      },
      type_at: { attachment, index, out in
        unsafe lend(FakeHost.current.attachment(attachment)?.types[Int(index)], to: out)
      },
      conforming_type: { attachment, type, out in
        let wanted = unsafe text(type)
        let types = FakeHost.current.attachment(attachment)?.types ?? []
        // The only conformance this host knows: every type is data, every picture an image.
        let images = ["public.jpeg", "public.png"]
        return unsafe lend(
          types.first { type in
            type == wanted || wanted == "public.data"
              || wanted == "public.image" && images.contains(type)
          },
          to: out
        )
      },
      suggested_name: { unsafe lend(FakeHost.current.attachment($0)?.name, to: $1) },
      load: { unsafe FakeHost.current.load($0, form: $2, callback: $3?.pointee, out: $4) },
      load_blocking: { _, _, _, _, _ in ORIEL_E_UNSUPPORTED },
      cancel_load: { load in
        guard
          let pending = FakeHost.current.state.withLock({ $0.pending.removeValue(forKey: load) })
        else { return ORIEL_E_STALE }
        FakeHost.end(pending, status: ORIEL_E_CANCELLED, content: nil, form: 0)
        return ORIEL_OK
      },
      release_loaded: { loaded in
        let descriptor = unsafe loaded?.pointee.descriptor ?? -2
        FakeHost.current.state.withLock { $0.closed.append(descriptor) }
        return ORIEL_OK
      },
      create: { item, out in
        let host = FakeHost.current
        let handle = host.state.withLock { state in
          state.nextHandle += 1
          state.madeAttachments[state.nextHandle] = (item, state.made[item]?.attachments.count ?? 0)
          return state.nextHandle
        }
        unsafe out?.pointee = handle
        return host.change(item) { $0.attachments.append(Made()) }
      },
      set_suggested_name: { attachment, name in
        let value = unsafe text(name)
        return FakeHost.current.changeAttachment(attachment) { $0.name = value }
      },
      add_bytes: { attachment, type, bytes in
        let type = unsafe text(type)
        let content = unsafe copy(bytes)
        return FakeHost.current.changeAttachment(attachment) { $0.contents[type] = content }
      },
      add_descriptor: { attachment, type, descriptor in
        let type = unsafe text(type)
        return FakeHost.current.changeAttachment(attachment) {
          $0.contents[type] = readFile(descriptor)
        }
      }
    )
  }

  /// Log lines.
  static var logTable: oriel_host_log {
    unsafe oriel_host_log(write: { level, message in
      FakeHost.current.record(.log(level, unsafe text(message)))
      return ORIEL_OK
    })
  }

  /// What the extension is.
  static var bundleTable: oriel_host_bundle {
    unsafe oriel_host_bundle(
      identifier: { unsafe lend("org.example.tested", to: $0) },
      display_name: { unsafe lend("Tested", to: $0) },
      extension_point: { unsafe lend("org.oriel.share", to: $0) },
      resource_directory: { unsafe lend("/extension", to: $0) },
      temporary_directory: { unsafe lend("/tmp", to: $0) },
      locale: { unsafe lend("de_AT.UTF-8", to: $0) },
      time_zone: { unsafe lend(nil as String?, to: $0) },
      limit: { which, out in
        guard which == ORIEL_LIMIT_THREADS else { return ORIEL_E_NOT_FOUND }
        unsafe out?.pointee = 64
        return ORIEL_OK
      },
      has_entitlement: { name, granted in
        unsafe granted?.pointee = unsafe text(name) == "org.example.granted" ? 1 : 0
        return ORIEL_OK
      }
    )
  }

  /// Starts a load, whose callback comes when the test has said.
  func load(
    _ handle: UInt64,
    form: UInt32,
    callback: oriel_load_callback?,
    out: UnsafeMutablePointer<oriel_load>?
  ) -> oriel_status {
    let (time, status) = state.withLock { ($0.loadTime, $0.loadStatus) }
    guard status == ORIEL_OK, let callback = unsafe callback, let loaded = unsafe callback.loaded,
      let release = unsafe callback.release, let attachment = attachment(handle)
    else { return status == ORIEL_OK ? ORIEL_E_INVALID_ARGUMENT : status }
    let pending = unsafe LoadCallback(
      context: UInt(bitPattern: callback.context),
      loaded: unsafeBitCast(
        loaded,
        to: (@convention(c) @Sendable (
          UnsafeMutableRawPointer?, oriel_status, UnsafeMutablePointer<oriel_loaded>?
        ) -> Void).self
      ),
      release: unsafeBitCast(
        release,
        to: (@convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void).self
      )
    )
    let load: UInt64 = 77
    unsafe out?.pointee = load
    switch time {
    case .beforeReturn:
      Self.end(pending, status: ORIEL_OK, content: attachment.content, form: form)
    case .onAnotherThread:
      DispatchQueue.global().async {
        Self.end(pending, status: ORIEL_OK, content: attachment.content, form: form)
      }
    case .whenCancelled:
      state.withLock { $0.pending[load] = pending }
    }
    return ORIEL_OK
  }

  /// Calls a load's callback and releases its context.
  static func end(
    _ pending: LoadCallback,
    status: oriel_status,
    content: [UInt8]?,
    form: UInt32
  ) {
    // The context is the SDK's, kept until release is called.
    let context = unsafe UnsafeMutableRawPointer(bitPattern: pending.context)
    if let content {
      var loaded = unsafe oriel_loaded(
        size: 40,
        form: form,
        bytes: oriel_bytes(),
        descriptor: -1,
        reserved: 0,
        token: 9
      )
      if form == ORIEL_FORM_DESCRIPTOR {
        unsafe loaded.descriptor = 1234
      } else {
        _ = unsafe lend(content, to: &loaded.bytes)
      }
      unsafe pending.loaded(context, status, &loaded)
    } else {
      unsafe pending.loaded(context, status, nil)
    }
    current.state.withLock { $0.contextReleases += 1 }
    unsafe pending.release(context)
  }
}

/// A table that is never freed, as the ABI says.
private func leak<Table>(_ table: Table) -> UnsafeRawPointer {
  let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  // The memory was allocated above for one table.
  unsafe memory.initialize(to: table)
  return UnsafeRawPointer(memory)
}
