internal import COriel
internal import OrielSystem
internal import OrielWire

extension HostInterfaces {
  /// `oriel.request/1`: how a request ends.
  static func makeRequestTable() -> oriel_host_request {
    unsafe oriel_host_request(
      complete_request: { request, items, count, errors, errorCount, flags in
        Status.of { () throws(Status) in
          guard flags & ~ORIEL_COMPLETE_KEEP_WORKING == 0 else { throw .invalidArgument }
          let keepsWorking = flags & ORIEL_COMPLETE_KEEP_WORKING != 0
          let instance = Instance.current
          try instance.refuseSecondOutcome(request)
          try instance.finish(keepsWorking: keepsWorking) { (record) throws(Status) in
            try record.request(request)
            let failures = try unsafe ForeignValues.itemFailures(
              errors,
              count: errorCount,
              in: record
            )
            let places = try unsafe HostInterfaces.returnedPlaces(items, count: count, in: record)
            var outgoing = ReturnedContent(instance.bundle.limits, on: instance.channel)
            let returned = try places.map { (place) throws(Status) in
              try outgoing.item(record.items[place], in: record)
            }
            try instance.channel.send(
              Complete(items: returned, itemFailures: failures, flags: flags)
            )
          }
        }
      },
      cancel_request: { request, error, errors, errorCount in
        Status.of { () throws(Status) in
          let instance = Instance.current
          try instance.refuseSecondOutcome(request)
          try instance.finish(keepsWorking: false) { (record) throws(Status) in
            try record.request(request)
            // A structure of the extension, valid during the call.
            guard let error = unsafe error?.pointee else { throw .invalidArgument }
            let failure = try unsafe ForeignValues.failure(error)
            let failures = try unsafe ForeignValues.itemFailures(
              errors,
              count: errorCount,
              in: record
            )
            try instance.channel.send(Cancel(failure: failure, itemFailures: failures))
          }
        }
      },
      finish_work: { request in
        Status.of { () throws(Status) in
          let instance = Instance.current
          try instance.request.withLock { (record) throws(Status) in
            try record.request(request)
            switch record.phase {
            case .running: throw .invalidArgument
            case .finished(keepsWorking: false): throw .alreadyFinished
            case .finished(keepsWorking: true):
              record.phase = .finished(keepsWorking: false)
            }
          }
          try instance.channel.send(FinishWork())
          instance.loop.wake()
        }
      }
    )
  }

  /// The items to return: each made here, each once.
  private static func returnedPlaces(
    _ items: UnsafePointer<oriel_item>?,
    count: UInt64,
    in record: RequestRecord
  ) throws(Status) -> [Int] {
    guard count > 0 else { return [] }
    guard count <= ORIEL_MAX_ITEMS else { throw .tooLarge }
    guard let items = unsafe items else { throw .invalidArgument }
    var places: [Int] = []
    for index in 0..<Int(count) {
      // The extension says that so many handles are there.
      let place = try record.item(unsafe items[index])
      guard place >= record.inputCount, !places.contains(place) else { throw .invalidArgument }
      places.append(place)
    }
    return places
  }
}

extension Instance {
  /// Logs a second terminal call, which changes nothing.
  fileprivate func refuseSecondOutcome(_ request: oriel_request) throws(Status) {
    let isSecond = try self.request.withLock { (record) throws(Status) in
      try record.request(request)
      return record.isFinished
    }
    guard isSecond else { return }
    let text = "the request has its outcome already; a second terminal call was refused"
    if log.take(text.utf8.count) {
      // That it is logged is a help; that it was refused is the answer.
      try? channel.send(Log(level: UInt8(ORIEL_LOG_WARNING), text: text))
    }
    throw .alreadyFinished
  }
}
