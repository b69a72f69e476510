internal import COriel
internal import OrielWire

extension HostInterfaces {
  /// `oriel.log/1`: log lines.
  static func makeLogTable() -> oriel_host_log {
    unsafe oriel_host_log(write: { level, message in
      Status.of { () throws(Status) in
        guard (ORIEL_LOG_DEBUG...ORIEL_LOG_ERROR).contains(level) else { throw .invalidArgument }
        let text = try unsafe ForeignValues.text(message, limit: ORIEL_MAX_LOG_LENGTH)
        let instance = Instance.current
        guard instance.log.take(text.utf8.count) else { throw .tooLarge }
        try instance.channel.send(Log(level: UInt8(level), text: text))
      }
    })
  }
}
