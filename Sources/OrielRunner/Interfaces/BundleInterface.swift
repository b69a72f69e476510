internal import COriel

extension HostInterfaces {
  /// `oriel.bundle/1`: what an extension is and what it has been given.
  static func makeBundleTable() -> oriel_host_bundle {
    unsafe oriel_host_bundle(
      identifier: { unsafe HostInterfaces.lend(Instance.current.bundle.identifier, $0) },
      display_name: { unsafe HostInterfaces.lend(Instance.current.bundle.displayName, $0) },
      extension_point: { unsafe HostInterfaces.lend(Instance.current.bundle.extensionPoint, $0) },
      resource_directory: {
        unsafe HostInterfaces.lend(Instance.current.bundle.resourceDirectory, $0)
      },
      temporary_directory: {
        unsafe HostInterfaces.lend(Instance.current.bundle.temporaryDirectory, $0)
      },
      locale: { unsafe HostInterfaces.lendIfKnown(Instance.current.bundle.locale, $0) },
      time_zone: { unsafe HostInterfaces.lendIfKnown(Instance.current.bundle.timeZone, $0) },
      limit: { which, value in
        Status.of { () throws(Status) in
          guard let limit = Instance.current.bundle.limit(which) else { throw .notFound }
          try unsafe ForeignValues.store(limit, value)
        }
      },
      has_entitlement: { name, granted in
        Status.of { () throws(Status) in
          let name = try unsafe ForeignValues.text(name, limit: ORIEL_MAX_NAME_LENGTH)
          let isGranted = Instance.current.bundle.has(entitlement: name)
          try unsafe ForeignValues.store(isGranted ? 1 : 0, granted)
        }
      }
    )
  }

  static func lend(
    _ bytes: StableBytes,
    _ out: UnsafeMutablePointer<oriel_bytes>?
  ) -> oriel_status {
    Status.of { () throws(Status) in
      // The facts live as long as the process.
      try unsafe ForeignValues.store(bytes.lent, out)
    }
  }

  private static func lendIfKnown(
    _ bytes: StableBytes,
    _ out: UnsafeMutablePointer<oriel_bytes>?
  ) -> oriel_status {
    bytes.count == 0 ? ORIEL_E_NOT_FOUND : unsafe HostInterfaces.lend(bytes, out)
  }
}
