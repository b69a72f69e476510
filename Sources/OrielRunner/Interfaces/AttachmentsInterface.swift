internal import COriel
internal import Glibc
internal import OrielSystem

extension HostInterfaces {
  /// `oriel.attachments/1`: what items carry.
  static func makeAttachmentsTable() -> oriel_host_attachments {
    unsafe oriel_host_attachments(
      type_count: { attachment, count in
        HostInterfaces.read { (record) throws(Status) in
          let place = try record.attachment(attachment)
          let types = record.attachments[place].representations.count
          try unsafe ForeignValues.store(UInt64(types), count)
        }
      },
      type_at: { attachment, index, type in
        HostInterfaces.read { (record) throws(Status) in
          let representations =
            record.attachments[try record.attachment(attachment)].representations
          guard index < UInt64(representations.count) else { throw .notFound }
          // The record keeps the bytes as long as the request.
          try unsafe ForeignValues.store(representations[Int(index)].type.lent, type)
        }
      },
      conforming_type: { attachment, type, out in
        HostInterfaces.read { (record) throws(Status) in
          let place = try record.attachment(attachment)
          let name = try unsafe ForeignValues.name(type, limit: ORIEL_MAX_TYPE_LENGTH)
          guard let found = record.attachments[place].representation(conformingTo: name) else {
            throw .notFound
          }
          // The record keeps the bytes as long as the request.
          try unsafe ForeignValues.store(found.type.lent, out)
        }
      },
      suggested_name: { attachment, name in
        HostInterfaces.read { (record) throws(Status) in
          let place = try record.attachment(attachment)
          guard let found = record.attachments[place].suggestedName else { throw .notFound }
          // The record keeps the bytes as the slot's comment promises.
          try unsafe ForeignValues.store(found.lent, name)
        }
      },
      load: { attachment, type, form, callback, load in
        Status.of { () throws(Status) in
          try unsafe Loading.start(attachment, type, form, callback, load)
        }
      },
      load_blocking: { attachment, type, form, timeout, loaded in
        Status.of { () throws(Status) in
          try unsafe Loading.wait(attachment, type, form, timeout, loaded)
        }
      },
      cancel_load: { load in
        Status.of { () throws(Status) in try Loading.giveUp(load) }
      },
      release_loaded: { loaded in
        Status.of { () throws(Status) in try unsafe Loading.release(loaded) }
      },
      create: { item, attachment in
        HostInterfaces.change { (record) throws(Status) in
          let place = try HostInterfaces.ownItem(item, in: record)
          guard record.items[place].attachments.count < Int(ORIEL_MAX_ATTACHMENTS) else {
            throw .tooLarge
          }
          let handle = record.handles.handle(.attachment, record.attachments.count)
          try unsafe ForeignValues.store(handle, attachment)
          record.items[place].attachments.append(record.attachments.count)
          record.attachments.append(AttachmentRecord(isInput: false))
        }
      },
      set_suggested_name: { attachment, name in
        HostInterfaces.change { (record) throws(Status) in
          let place = try HostInterfaces.ownAttachment(attachment, in: record)
          let text = try unsafe ForeignValues.name(name, limit: ORIEL_MAX_NAME_LENGTH)
          guard !text.utf8.contains(UInt8(ascii: "/")), text != ".", text != ".." else {
            throw .invalidArgument
          }
          record.attachments[place].suggestedName = StableBytes(text)
        }
      },
      add_bytes: { attachment, type, bytes in
        HostInterfaces.change { (record) throws(Status) in
          let limit = Instance.current.bundle.limit(ORIEL_LIMIT_FILE_SIZE) ?? .max
          let copy = StableBytes(try unsafe ForeignValues.bytes(bytes, limit: limit))
          try unsafe HostInterfaces.add(.bytes(copy), type, to: attachment, in: &record)
        }
      },
      add_descriptor: { attachment, type, descriptor in
        HostInterfaces.change { (record) throws(Status) in
          let file = try HostInterfaces.duplicate(descriptor)
          try unsafe HostInterfaces.add(.file(file), type, to: attachment, in: &record)
        }
      }
    )
  }

  private static func ownAttachment(
    _ attachment: oriel_attachment,
    in record: borrowing RequestRecord
  ) throws(Status) -> Int {
    let place = try record.attachment(attachment)
    guard !record.attachments[place].isInput else { throw .invalidArgument }
    return place
  }

  private static func add(
    _ content: RepresentationRecord.Content,
    _ type: UnsafePointer<oriel_bytes>?,
    to attachment: oriel_attachment,
    in record: inout RequestRecord
  ) throws(Status) {
    let place = try HostInterfaces.ownAttachment(attachment, in: record)
    let name = try unsafe ForeignValues.name(type, limit: ORIEL_MAX_TYPE_LENGTH)
    let existing = record.attachments[place].representations
    guard existing.count < Int(ORIEL_MAX_TYPES) else { throw .tooLarge }
    guard !existing.contains(where: { $0.conformsTo.contains(name.lowercased()) }) else {
      throw .invalidArgument
    }
    record.attachments[place].representations.append(
      RepresentationRecord(
        type: StableBytes(name),
        conformsTo: [name.lowercased()],
        content: content
      )
    )
  }

  private static func duplicate(_ descriptor: Int32) throws(Status) -> SharedDescriptor {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw errno == EBADF ? .invalidArgument : .noMemory }
    let owner = SharedDescriptor(Descriptor(owning: copy))
    // Neither one for writing only, nor a place in the tree (O_PATH, which has no constant here).
    let flags = fcntl(copy, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY, flags & 0o10000000 == 0 else {
      throw .invalidArgument
    }
    guard let status = try? owner.descriptor.status(), status.kind == .regular else {
      throw .invalidArgument
    }
    return owner
  }
}
