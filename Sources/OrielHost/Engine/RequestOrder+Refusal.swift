internal import OrielWire

extension RequestOrder {
  /// Why the request cannot be sent, whatever the extension does with it.
  var problem: String? {
    let items = items.map(WireItem.init)
    var writer = WireWriter()
    writer.write(list: items, limit: WireLimit.items)
    writer.write(list: options.entitlements, limit: WireLimit.entitlements) {
      $0.write(name: $1, limit: WireLimit.identifier)
    }
    if let failure = writer.failure { return failure.description }
    // The other parts of the message are small.
    let room = WireLimit.externalPayload - WireLimit.payload
    guard writer.bytes.count <= room else {
      return "titles, texts and user info have \(writer.bytes.count) bytes, more than \(room)"
    }
    return nil
  }

  /// Answers the request without an instance: its items are not acceptable.
  func refuse(_ reason: String) {
    finish(
      .setup(
        SetupFailure(
          stage: "sending the items",
          errorNumber: 0,
          reason: reason,
          remedy: "Pass fewer items or shorter texts; put long texts into attachments."
        )
      )
    )
  }

  /// Answers the request without an instance: the host does not run.
  func giveUp(_ reason: String) {
    finish(.hostGone(reason))
  }

  /// Answers the request.
  private func finish(_ reason: FailureReason) {
    completion(
      RequestResult(
        requestIdentifier: id,
        outcome: .failed(reason),
        log: [],
        droppedLogBytes: 0,
        standardOutput: [],
        standardError: [],
        droppedOutputBytes: 0,
        report: nil,
        timings: RequestTimings(),
        resourceUsage: nil
      )
    )
  }
}
