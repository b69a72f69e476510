internal import OrielWire

extension RequestOrder {
  /// Why the request cannot be sent, whatever the extension does with it.
  var problem: String? {
    if let userInfoProblem { return userInfoProblem }
    var writer = WireWriter()
    writer.write(list: wireItems, limit: WireLimit.items)
    if let failure = writer.failure { return failure.description }
    // The other parts of the message are small.
    let room = WireLimit.externalPayload - WireLimit.payload
    guard writer.bytes.count <= room else {
      return "titles, texts and user info have \(writer.bytes.count) bytes, more than \(room)"
    }
    return nil
  }

  /// Answers the request without an instance: more is granted than an instance can be told.
  ///
  /// That takes an extension that asks for much in general and a host that grants it in many parts.
  func refuseEntitlements() -> Bool {
    let count = entitlements.granted.count
    guard count > WireLimit.entitlements else { return false }
    finish(
      .setup(
        SetupFailure(
          stage: "granting the entitlements",
          errorNumber: 0,
          reason: "\(count) of them come to be granted, more than \(WireLimit.entitlements)",
          remedy: "Grant fewer of them, or one that allows as much as several others."
        )
      )
    )
    return true
  }

  /// Answers the request without an instance: the registry does not let the extension start.
  func refuse(_ obstacle: Obstacle) {
    finish(.notOffered(obstacle))
  }

  /// Answers the request without an instance: its items are not acceptable.
  func refuse(_ reason: String) {
    finish(
      .setup(
        SetupFailure(
          stage: "sending the items",
          errorNumber: 0,
          reason: reason,
          remedy: userInfoProblem == nil
            ? "Pass fewer items or shorter texts; put long texts into attachments."
            : "Put into user info what is short; put everything else into an attachment."
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
        entitlements: entitlements,
        log: [],
        droppedLogBytes: 0,
        standardOutput: [],
        standardError: [],
        droppedOutputBytes: 0,
        report: nil,
        refusals: .notCounted,
        weakenings: [],
        timings: RequestTimings(),
        resourceUsage: nil
      )
    )
  }
}
