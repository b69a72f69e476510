internal import COriel

/// What an extension asks of its host because the sandbox does not let it do that itself.
extension ExtensionRequest {
  /// Connects to a port of a host by TCP; needs the entitlement `network-client:HOST:PORT`.
  ///
  /// The socket can be read, written, shut down and waited for; nothing else can be done with it. It
  /// waits, until it is made non-blocking.
  ///
  /// - Parameters:
  ///   - host: A name in ASCII, or an address.
  ///   - port: The port.
  /// - Returns: The owner of the connected socket.
  /// - Throws: Why there is no connection.
  public func connect(
    to host: String,
    port: UInt16
  ) async throws(ServiceError) -> OwnedDescriptor {
    guard let network = run.host.network else { throw .init(status: ORIEL_E_UNSUPPORTED) }
    let request = run.request
    let answer = try await HostQuestion.ask(cancel: { network.cancel($0) }) { callback, ask in
      // The name's bytes live until the call returns.
      withHostBytes(host.utf8) {
        unsafe network.connect(request, $0, UInt32(port), callback, ask)
      }
    }
    guard answer.descriptor >= 0 else { throw .init(status: ORIEL_E_INTERNAL) }
    return OwnedDescriptor(answer.descriptor)
  }

  /// Asks the host to open a URL for the user; needs the entitlement `open-url:SCHEME`.
  ///
  /// - Parameter url: An absolute URL in ASCII, with everything else percent-encoded.
  /// - Throws: Why it was not opened.
  public func open(_ url: String) async throws(ServiceError) {
    guard let openURL = run.host.openURL else { throw .init(status: ORIEL_E_UNSUPPORTED) }
    let request = run.request
    _ = try await HostQuestion.ask(cancel: { openURL.cancel($0) }) { callback, ask in
      // The URL's bytes live until the call returns.
      withHostBytes(url.utf8) { unsafe openURL.open(request, $0, callback, ask) }
    }
  }

  /// Asks the host to let the user choose a file.
  ///
  /// Needs the entitlement `user-selected-files:read`, or `user-selected-files:read-write`.
  ///
  /// - Parameters:
  ///   - access: What the extension wants to do with the file.
  ///   - prompt: Says for what, in a few words.
  /// - Returns: The file, or nil when the user chose none.
  /// - Throws: Why there is no file.
  public func chooseFile(
    for access: FileAccess = .read,
    prompt: String = ""
  ) async throws(ServiceError) -> ChosenFile? {
    guard let files = run.host.files else { throw .init(status: ORIEL_E_UNSUPPORTED) }
    let request = run.request
    let mode = access == .read ? ORIEL_FILE_READ : ORIEL_FILE_READ_WRITE
    let answer: HostQuestion.Answer
    do {
      answer = try await HostQuestion.ask(cancel: { files.cancel($0) }) { callback, ask in
        // The prompt's bytes live until the call returns.
        withHostBytes(prompt.utf8) { unsafe files.choose(request, mode, $0, callback, ask) }
      }
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
    guard answer.descriptor >= 0 else { throw .init(status: ORIEL_E_INTERNAL) }
    return ChosenFile(name: answer.text, descriptor: OwnedDescriptor(answer.descriptor))
  }
}
