internal import COriel

extension RequestRun {
  /// Completes the request.
  func complete(_ response: Response) throws(HostStatus) {
    var items: [oriel_item] = []
    for item in response.items { items.append(try make(item)) }
    let failures = response.itemFailures.map { entry in
      FailureStore.Entry(item: entry.item.handle, failure: entry.failure)
    }
    let flags = response.afterwards == nil ? 0 : ORIEL_COMPLETE_KEEP_WORKING
    let request = request
    let table = host.requests
    let status = unsafe FailureStore.withItemErrors(failures) { errors in
      // Both arrays live until the call returns.
      unsafe table.complete_request(
        request,
        items,
        UInt64(items.count),
        errors.baseAddress,
        UInt64(errors.count),
        flags
      )
    }
    guard status == ORIEL_OK else { throw HostStatus(status) }
  }

  /// Cancels the request: with less and less of the failure until the host takes it, since without
  /// an outcome the request would hang until its deadline.
  func cancelRequest(_ failure: RequestFailure) {
    var attempt = failure
    var status = tryToCancel(attempt)
    if isRefusal(status) {
      attempt.itemFailures = []
      status = tryToCancel(attempt)
    }
    if isRefusal(status) {
      // A text of the greatest length may not fit into one message with all else.
      attempt.text = String(attempt.text.prefix(utf8Length: 1024))
      status = tryToCancel(attempt)
    }
    if isRefusal(status) {
      _ = tryToCancel(
        RequestFailure(
          domain: "oriel.status",
          code: Int64(status),
          text: "The request failed, and why could not be returned: \(HostStatus(status))."
        )
      )
    }
  }

  /// Whether another try with less may succeed where this status came.
  private func isRefusal(_ status: oriel_status) -> Bool {
    switch status {
    case ORIEL_OK, ORIEL_E_ALREADY_FINISHED, ORIEL_E_STALE, ORIEL_E_HOST_GONE: false
    default: true
    }
  }

  /// Cancels the request with all of a failure.
  private func tryToCancel(_ failure: RequestFailure) -> oriel_status {
    let entries = failure.itemFailures.map { item in
      FailureStore.Entry(
        item: item.handle,
        failure: RequestFailure(domain: item.domain, code: item.code, text: item.text)
      )
    }
    let request = request
    let table = host.requests
    // The failure itself is the last entry, so that all of it lives in one store.
    let all = entries + [FailureStore.Entry(item: 0, failure: failure)]
    return unsafe FailureStore.withItemErrors(all) { errors in
      guard var error = unsafe errors.last?.error else { return ORIEL_E_INTERNAL }
      // The array and the local variable live until the call returns.
      return unsafe table.cancel_request(
        request,
        &error,
        errors.count > 1 ? errors.baseAddress : nil,
        UInt64(errors.count - 1)
      )
    }
  }

  /// Makes the host's item for one that is returned.
  private func make(_ item: ReturnedItem) throws(HostStatus) -> oriel_item {
    let table = host.items
    let request = request
    // The out parameter is a local variable; so are the bytes below.
    let handle = try host.number { unsafe table.create(request, $0) }
    if let title = item.title {
      try check(withHostBytes(title.utf8) { unsafe table.set_title(handle, $0) })
    }
    if let text = item.text {
      try check(withHostBytes(text.utf8) { unsafe table.set_text(handle, $0) })
    }
    if let userInfo = item.userInfo {
      let bytes = try encode(userInfo)
      try check(withHostBytes(bytes) { unsafe table.set_user_info(handle, $0) })
    }
    for attachment in item.attachments { try make(attachment, in: handle) }
    return handle
  }

  /// Makes the host's attachment for one that is returned.
  private func make(_ attachment: ReturnedAttachment, in item: oriel_item) throws(HostStatus) {
    let table = host.attachments
    // The out parameter is a local variable; so are the bytes below.
    let handle = try host.number { unsafe table.create(item, $0) }
    if let name = attachment.suggestedName {
      try check(withHostBytes(name.utf8) { unsafe table.set_suggested_name(handle, $0) })
    }
    for representation in attachment.representations {
      let type = representation.type.rawValue.utf8
      let status: oriel_status
      switch representation.content {
      case .bytes(let bytes):
        status = withHostBytes(type) { type in
          withHostBytes(bytes) { unsafe table.add_bytes(handle, type, $0) }
        }
      case .file(let path):
        guard let file = OpenFile(reading: path) else { throw HostStatus(ORIEL_E_IO) }
        status = withHostBytes(type) { unsafe table.add_descriptor(handle, $0, file.descriptor) }
      }
      try check(status)
    }
  }

  /// The bytes of user info, unless it is over its limits.
  private func encode(_ userInfo: PropertyListValue) throws(HostStatus) -> [UInt8] {
    do throws(PropertyListError) {
      return try userInfo.serialized(as: .binary, within: .userInfo)
    } catch {
      throw HostStatus(ORIEL_E_TOO_LARGE, because: "the user info \(error.message)")
    }
  }

  /// Throws a status that is not good.
  private func check(_ status: oriel_status) throws(HostStatus) {
    guard status == ORIEL_OK else { throw HostStatus(status) }
  }
}
