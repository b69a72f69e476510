internal import OrielManifest
internal import OrielText
internal import OrielWire

/// What extensions ask of the user: the host's program decides, and shows what has to be shown.
extension Engine {
  /// Has a URL opened, or refuses it.
  func openURL(_ question: Question, _ text: String, for request: ActiveRequest) {
    let url: CheckedURL
    do throws(CheckedURL.Problem) {
      url = try CheckedURL(text)
    } catch {
      switch error {
      case .malformed(let reason): settle(question, .invalidArgument, reason, for: request)
      case .forbidden(let reason): settle(question, .denied, reason, for: request)
      }
      return
    }
    guard request.entitlements.allows(.openURL(url.scheme)) else {
      settle(question, .denied, "'open-url:\(url.scheme)' was not granted", for: request)
      return
    }
    guard let opener = request.order.options.urlOpener ?? configuration.urlOpener else {
      settle(question, .unsupported, "this host opens no URLs", for: request)
      return
    }
    guard mayAskUser(request) else {
      settle(question, .denied, "the user was asked often enough", for: request)
      return
    }
    let asked = OpenURLRequest(request.order.extension, url)
    work(on: question) { .decided(await opener(asked)) }
  }

  /// Has the user choose a file, or refuses it.
  func chooseFile(
    _ question: Question,
    _ access: FileAccess,
    _ prompt: String,
    for request: ActiveRequest
  ) {
    let needed: Entitlement.FileAccess = access == .readWrite ? .readWrite : .read
    guard request.entitlements.allows(.userSelectedFiles(needed)) else {
      let entitlement = Entitlement.userSelectedFiles(needed)
      settle(question, .denied, "'\(entitlement)' was not granted", for: request)
      return
    }
    guard let chooser = request.order.options.fileChooser ?? configuration.fileChooser else {
      settle(question, .unsupported, "this host lets nobody choose files", for: request)
      return
    }
    guard mayAskUser(request) else {
      settle(question, .denied, "the user was asked often enough", for: request)
      return
    }
    let asked = FileChoiceRequest(
      extension: request.order.extension,
      access: access,
      prompt: Printable.source(prompt, limit: .max)
    )
    work(on: question) { .chosen(path: await chooser(asked)) }
  }

  /// The user has chosen a file or none; opening it may take its time.
  func chosen(_ question: Question, _ path: String?, for request: ActiveRequest) {
    guard case .chooseFile(let access, _) = question.asked, let path else {
      settle(question, .notFound, "no file was chosen", for: request)
      return
    }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let wanted: FileAccess = access == .readWrite ? .readWrite : .readOnly
    let job = HelperThreads.Job(
      question: question.number,
      asker: request.order.extension.identifier
    ) { .opened(ChosenFile.open(path, wanted), name: name) }
    if (try? helpers.add(job)) == nil {
      settle(question, .noMemory, "the host has no threads left", for: request)
    }
  }

  /// The file that was chosen is open, or could not be opened.
  func opened(
    _ question: Question,
    _ opening: ChosenFile.Opening,
    _ name: String,
    for request: ActiveRequest
  ) {
    switch opening {
    case .opened(let descriptors, _):
      settle(question, .ok, name, descriptors: descriptors, for: request)
    case .denied: settle(question, .denied, "the file may not be opened", for: request)
    case .missing: settle(question, .notFound, "the file is not there", for: request)
    case .noRegularFile: settle(question, .unsupported, "it is no regular file", for: request)
    case .shortage: settle(question, .noMemory, "the host has no descriptors left", for: request)
    case .failed: settle(question, .io, "the file could not be opened", for: request)
    }
  }

  /// Lets the host's program work on a question.
  private func work(
    on question: Question,
    _ body: @escaping @Sendable () async -> Question.Event
  ) {
    let queue = queue
    let number = question.number
    question.task = Task { _ = queue.push(.question(number, await body())) }
  }
}
