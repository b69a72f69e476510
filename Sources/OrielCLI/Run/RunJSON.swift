internal import OrielHost
internal import OrielManifest
internal import OrielTypes

/// A result as a script reads it.
enum RunJSON {
  /// The whole result of a request.
  static func value(
    _ result: RequestResult,
    of extension: InstalledExtension,
    _ files: ReturnedFiles,
    withReport: Bool
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", .integer(Int64(Version.output))),
      ("extension", describe(`extension`)),
      ("request", .integer(Int64(clamping: result.requestIdentifier))),
      ("outcome", outcome(result.outcome, files)),
      ("granted", .array(result.entitlements.granted.texts.map { .string($0) })),
      ("refused", .array(result.entitlements.refused.texts.map { .string($0) })),
      ("milliseconds", times(result.timings)),
      (
        "log",
        .array(
          result.log.map {
            .object([("level", .string($0.level.rawValue)), ("message", .string($0.message))])
          }
        )
      ),
      ("weakenings", Weakenings.json(result.weakenings)),
      ("droppedLogBytes", .integer(Int64(clamping: result.droppedLogBytes))),
      ("droppedOutputBytes", .integer(Int64(clamping: result.droppedOutputBytes))),
      ("refusals", RefusalText.json(result.refusals)),
      ("standardOutput", .string(String(decoding: result.standardOutput, as: UTF8.self))),
      ("standardError", .string(String(decoding: result.standardError, as: UTF8.self))),
    ]
    if withReport {
      members.append(("layers", result.report.map(ReportTable.json) ?? .null))
    }
    return .object(members)
  }

  /// What names an extension.
  static func describe(_ extension: InstalledExtension) -> JSONValue {
    .object([
      ("identifier", .string(`extension`.identifier)),
      ("displayName", .string(`extension`.displayName)),
      ("path", .string(`extension`.path)),
    ])
  }

  /// How the request ended.
  private static func outcome(_ outcome: Outcome, _ files: ReturnedFiles) -> JSONValue {
    switch outcome {
    case .completed(let items, let itemErrors):
      .object([
        ("kind", .string("completed")),
        ("items", .array(items.enumerated().map { item($1, $0, files) })),
        ("itemErrors", .array(itemErrors.map(itemError))),
      ])
    case .cancelled(let failure, let itemErrors, let party):
      .object([
        ("kind", .string("cancelled")),
        ("by", .string(party.rawValue)),
        ("failure", self.failure(failure)),
        ("itemErrors", .array(itemErrors.map(itemError))),
      ])
    case .failed(let reason):
      .object([
        ("kind", .string("failed")),
        ("reason", .string(reason.code)),
        ("message", .string(reason.description)),
      ])
    }
  }

  /// A returned item.
  private static func item(
    _ item: ReturnedItem,
    _ index: Int,
    _ files: ReturnedFiles
  ) -> JSONValue {
    .object([
      ("title", .optional(item.title)),
      ("text", .optional(item.text)),
      ("userInfoBytes", item.userInfo.map { _ in .integer(Int64(item.userInfoSize)) } ?? .null),
      (
        "attachments",
        .array(
          item.attachments.enumerated().map { number, attachment in
            self.attachment(
              attachment,
              files.paths[.init(item: index, attachment: number)]
            )
          }
        )
      ),
    ])
  }

  /// A returned attachment.
  private static func attachment(_ attachment: ReturnedAttachment, _ path: String?) -> JSONValue {
    .object([
      ("suggestedName", .optional(attachment.suggestedName)),
      (
        "representations",
        .array(
          attachment.representations.map { content in
            .object([
              ("type", .string(content.type.rawValue)),
              ("bytes", .integer(Int64(clamping: content.size))),
            ])
          }
        )
      ),
      ("writtenTo", .optional(path)),
    ])
  }

  /// What an extension says is wrong with one item.
  private static func itemError(_ error: ItemFailure) -> JSONValue {
    .object([
      ("item", .integer(Int64(error.itemIndex))),
      ("failure", failure(error.failure)),
    ])
  }

  /// What an extension says is wrong.
  private static func failure(_ failure: ExtensionFailure) -> JSONValue {
    .object([
      ("domain", .string(failure.domain)),
      ("code", .integer(failure.code)),
      ("text", .string(failure.text)),
    ])
  }

  /// How long after the request each thing happened.
  private static func times(_ timings: RequestTimings) -> JSONValue {
    func milliseconds(_ time: Duration?) -> JSONValue {
      // Three decimals: the clock of the measurement is no finer than it is meaningful.
      time.map { .number(($0 / .microseconds(1)).rounded() / 1000) } ?? .null
    }
    return .object([
      ("launched", milliseconds(timings.launched)),
      ("reported", milliseconds(timings.reported)),
      ("loaded", milliseconds(timings.loaded)),
      ("began", milliseconds(timings.began)),
      ("finished", milliseconds(timings.finished)),
    ])
  }
}
