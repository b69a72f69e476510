internal import COriel

extension HostInterfaces {
  /// `oriel.loop/1`: the main thread's loop.
  static func makeLoopTable() -> oriel_host_loop {
    unsafe oriel_host_loop(
      poll_descriptor: { out in
        Status.of { () throws(Status) in
          let descriptor = try Instance.current.loop.pollDescriptor()
          try unsafe ForeignValues.store(descriptor, out)
        }
      },
      dispatch: {
        let instance = Instance.current
        guard instance.isOnMainThread else { return ORIEL_E_WRONG_THREAD }
        instance.loop.dispatch()
        return ORIEL_OK
      },
      perform: { task in
        Status.of { () throws(Status) in
          let task = try unsafe ForeignValues.request(task)
          guard unsafe task.reserved == 0, unsafe task.run != nil else { throw .invalidArgument }
          unsafe try Instance.current.loop.add(task)
        }
      }
    )
  }
}
