internal import COriel

extension HostInterfaces {
  /// `oriel.container/1`: the directories that an extension may keep files in.
  static func makeContainerTable() -> oriel_host_container {
    unsafe oriel_host_container(
      directory: { path in
        guard let directory = Instance.current.bundle.containerDirectory else {
          return ORIEL_E_DENIED
        }
        return unsafe HostInterfaces.lend(directory, path)
      },
      group_directory: { identifier, path in
        Status.of { () throws(Status) in
          let name = try unsafe ForeignValues.text(identifier, limit: ORIEL_MAX_NAME_LENGTH)
          guard let directory = Instance.current.bundle.groupDirectories[name] else {
            throw .denied
          }
          // The facts live as long as the process.
          try unsafe ForeignValues.store(directory.lent, path)
        }
      }
    )
  }
}
