internal import COriel
internal import OrielWire

/// What an extension asks of its host because the sandbox does not let it do that itself.
extension HostInterfaces {
  /// `oriel.network/1`: connections.
  static func makeNetworkTable() -> oriel_host_network {
    unsafe oriel_host_network(
      connect: { request, host, port, callback, ask in
        Status.of { () throws(Status) in
          let question = try unsafe HostInterfaces.connection(to: host, port)
          try unsafe Asking.start(question, of: request, callback, ask)
        }
      },
      connect_blocking: { request, host, port, timeout, answer in
        Status.of { () throws(Status) in
          let question = try unsafe HostInterfaces.connection(to: host, port)
          try unsafe Asking.wait(question, of: request, timeout, answer)
        }
      },
      cancel: { ask in Status.of { () throws(Status) in try Asking.giveUp(ask) } }
    )
  }

  /// `oriel.open-url/1`: URLs that the user sees.
  static func makeOpenURLTable() -> oriel_host_open_url {
    unsafe oriel_host_open_url(
      open: { request, url, callback, ask in
        Status.of { () throws(Status) in
          let text = try unsafe ForeignValues.name(url, limit: ORIEL_MAX_URL_LENGTH)
          try unsafe Asking.start(.openURL(text), of: request, callback, ask)
        }
      },
      cancel: { ask in Status.of { () throws(Status) in try Asking.giveUp(ask) } }
    )
  }

  /// `oriel.files/1`: files that the user chooses.
  static func makeFilesTable() -> oriel_host_files {
    unsafe oriel_host_files(
      choose: { request, mode, prompt, callback, ask in
        Status.of { () throws(Status) in
          guard let access = UInt8(exactly: mode).flatMap(Ask.FileAccess.init(rawValue:)) else {
            throw .invalidArgument
          }
          let text = try unsafe ForeignValues.text(prompt, limit: ORIEL_MAX_PROMPT_LENGTH)
          try unsafe Asking.start(
            .chooseFile(access: access, prompt: text),
            of: request,
            callback,
            ask
          )
        }
      },
      cancel: { ask in Status.of { () throws(Status) in try Asking.giveUp(ask) } }
    )
  }

  private static func connection(
    to host: UnsafePointer<oriel_bytes>?,
    _ port: UInt32
  ) throws(Status) -> Ask.Question {
    let name = try unsafe ForeignValues.name(host, limit: ORIEL_MAX_HOST_NAME_LENGTH)
    guard let port = UInt16(exactly: port), port > 0 else { throw .invalidArgument }
    return .connect(host: name, port: port)
  }
}
