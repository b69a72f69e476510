internal import OrielManifest
internal import OrielSystem
internal import OrielWire

/// The directories that instances are granted.
extension Engine {
  /// How long opening and measuring directories may take.
  private static let preparationMilliseconds: UInt64 = 30_000

  /// Lets a new request wait for its launch, after its directories were opened if it has any.
  func admit(_ request: ActiveRequest) {
    let item = request.order.extension
    let areas = StorageArea.all(of: item.manifest.identifier, granted: request.entitlements)
    guard !areas.isEmpty else {
      waiting.append(request.id)
      return
    }
    guard areas.count <= WireLimit.mounts else {
      let reason = "\(areas.count) directories are granted, more than \(WireLimit.mounts)"
      fail(request, StorageError(reason, remedy: "Grant fewer groups."))
      return
    }
    let bounds = StorageBounds(
      bytes: request.limits.containerSize,
      files: configuration.limits.containerFiles,
      fileSize: request.limits.fileSize
    )
    do {
      try storage.add(StorageKeeper.Order(request: request.id, areas: areas, bounds: bounds))
      deadlines.set(
        .request(request.id),
        .start,
        at: .now.adding(milliseconds: Self.preparationMilliseconds)
      )
    } catch {
      fail(request, StorageError("there is no thread for it", error))
    }
  }

  /// The directories of a request are open, or cannot be used.
  func prepared(_ result: Result<[GrantedMount], SetupFailure>, for request: ActiveRequest) {
    deadlines.clear(.request(request.id))
    switch result {
    case .success(let mounts):
      request.mounts = mounts
      waiting.append(request.id)
    case .failure(let failure): apply(.lost(.setup(failure)), to: request)
    }
  }

  /// The directories of a request could not be opened in time.
  func preparationTimedOut(_ request: ActiveRequest) {
    fail(
      request,
      StorageError(
        "the file system did not answer in time",
        remedy: "Look at the storage that the containers lie on."
      )
    )
  }

  /// An instance has filled a directory beyond its limit.
  func storageExceeded(_ excess: StorageExcess, by request: ActiveRequest) {
    kill(request)
    apply(.lost(.storageExceeded(excess)), to: request)
  }

  /// Ends a request that was not launched.
  private func fail(_ request: ActiveRequest, _ error: StorageError) {
    apply(.lost(.setup(SetupFailure(error))), to: request)
  }
}
