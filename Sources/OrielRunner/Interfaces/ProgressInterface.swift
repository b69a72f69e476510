internal import COriel
internal import Glibc

extension HostInterfaces {
  /// `oriel.progress/1`: what happens while the host makes a content, and why a load failed.
  static func makeProgressTable() -> oriel_host_progress {
    unsafe oriel_host_progress(
      watch: { load, callback in
        Status.of { () throws(Status) in try unsafe Loading.watch(load, callback) }
      },
      current: { load, progress in
        Status.of { () throws(Status) in
          // A structure of the extension, valid during the call.
          guard let size = unsafe progress?.pointee.size,
            Int(size) >= MemoryLayout<oriel_progress>.size
          else { throw .invalidArgument }
          let found = try Instance.current.loads.progress(of: try Loading.place(of: load))
          try unsafe ForeignValues.store(found.foreign, progress)
        }
      },
      failure: { load, failure in
        Status.of { () throws(Status) in
          let place = load == 0 ? 0 : try Loading.place(of: load)
          let found = Instance.current.loads.failure(of: place, on: pthread_self())
          guard let found else { throw .notFound }
          // The table keeps the texts as long as the process.
          try unsafe ForeignValues.store(found.lent, failure)
        }
      }
    )
  }

  /// `oriel.preview/1`: small pictures of what items carry.
  static func makePreviewTable() -> oriel_host_preview {
    unsafe oriel_host_preview(
      load: { attachment, width, height, callback, load in
        Status.of { () throws(Status) in
          try unsafe Loading.startPreview(attachment, width, height, callback, load)
        }
      }
    )
  }
}
