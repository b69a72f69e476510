internal import COriel
internal import OrielSystem
internal import OrielWire

extension HostInterfaces {
  /// `oriel.items/1`: the items of a request.
  static func makeItemsTable() -> oriel_host_items {
    unsafe oriel_host_items(
      input_count: { request, count in
        HostInterfaces.read { (record) throws(Status) in
          try record.request(request)
          try unsafe ForeignValues.store(UInt64(record.inputCount), count)
        }
      },
      input_item: { request, index, item in
        HostInterfaces.read { (record) throws(Status) in
          try record.request(request)
          guard index < UInt64(record.inputCount) else { throw .notFound }
          try unsafe ForeignValues.store(record.handles.handle(.item, Int(index)), item)
        }
      },
      title: { item, out in unsafe HostInterfaces.lend(item, \.title, out) },
      text: { item, out in unsafe HostInterfaces.lend(item, \.text, out) },
      user_info: { item, out in unsafe HostInterfaces.lend(item, \.userInfo, out) },
      attachment_count: { item, count in
        HostInterfaces.read { (record) throws(Status) in
          let place = try record.item(item)
          let attachments = record.items[place].attachments
          try unsafe ForeignValues.store(UInt64(attachments.count), count)
        }
      },
      attachment: { item, index, attachment in
        HostInterfaces.read { (record) throws(Status) in
          let attachments = record.items[try record.item(item)].attachments
          guard index < UInt64(attachments.count) else { throw .notFound }
          let handle = record.handles.handle(.attachment, attachments[Int(index)])
          try unsafe ForeignValues.store(handle, attachment)
        }
      },
      create: { request, item in
        HostInterfaces.change { (record) throws(Status) in
          try record.request(request)
          guard !record.isFinished else { throw .alreadyFinished }
          let limit = min(Int(Instance.current.bundle.limits.returnedItems), Int(ORIEL_MAX_ITEMS))
          guard record.items.count - record.inputCount < limit else { throw .tooLarge }
          let handle = record.handles.handle(.item, record.items.count)
          try unsafe ForeignValues.store(handle, item)
          record.items.append(ItemRecord(isInput: false))
        }
      },
      set_title: { item, value in unsafe HostInterfaces.setText(item, \.title, value) },
      set_text: { item, value in unsafe HostInterfaces.setText(item, \.text, value) },
      set_user_info: { item, value in
        HostInterfaces.change { (record) throws(Status) in
          let place = try HostInterfaces.ownItem(item, in: record)
          let bytes = try unsafe ForeignValues.bytes(value, limit: ORIEL_MAX_USER_INFO_LENGTH)
          record.items[place].userInfo = StableBytes(bytes)
        }
      }
    )
  }

  /// Looks at the request and its items.
  static func read(_ body: (borrowing RequestRecord) throws(Status) -> Void) -> oriel_status {
    Status.of { () throws(Status) in
      try Instance.current.request.withLock { (record) throws(Status) in try body(record) }
    }
  }

  /// Changes the request's own items.
  static func change(_ body: (inout RequestRecord) throws(Status) -> Void) -> oriel_status {
    Status.of { () throws(Status) in
      try Instance.current.request.withLock { (record) throws(Status) in try body(&record) }
    }
  }

  /// The place of an item that the extension made.
  static func ownItem(
    _ item: oriel_item,
    in record: borrowing RequestRecord
  ) throws(Status) -> Int {
    let place = try record.item(item)
    guard !record.items[place].isInput else { throw .invalidArgument }
    return place
  }

  private static func lend(
    _ item: oriel_item,
    _ part: KeyPath<ItemRecord, StableBytes?>,
    _ out: UnsafeMutablePointer<oriel_bytes>?
  ) -> oriel_status {
    HostInterfaces.read { (record) throws(Status) in
      let place = try record.item(item)
      guard let bytes = record.items[place][keyPath: part] else { throw .notFound }
      // The record keeps the bytes as the slot's comment promises.
      try unsafe ForeignValues.store(bytes.lent, out)
    }
  }

  private static func setText(
    _ item: oriel_item,
    _ part: WritableKeyPath<ItemRecord, StableBytes?>,
    _ value: UnsafePointer<oriel_bytes>?
  ) -> oriel_status {
    HostInterfaces.change { (record) throws(Status) in
      let place = try HostInterfaces.ownItem(item, in: record)
      let text = try unsafe ForeignValues.text(value, limit: ORIEL_MAX_TEXT_LENGTH)
      record.items[place][keyPath: part] = StableBytes(text)
    }
  }
}
