internal import OrielManifest
internal import OrielSystem

/// Directories that are watched, and what was seen in them.
struct WatchedDirectories: ~Copyable {
  /// What tells of changes; nothing where the system gives no such thing.
  private var watch: DirectoryWatch?
  /// What matters in each directory.
  private var interests: [DirectoryWatch.Number: WatchedPlaces.Interest] = [:]
  /// Why not everything is watched.
  private(set) var problem: String?
  /// The most directories that are watched.
  private let limit: Int

  /// Sees nothing yet.
  init(limit: Int) {
    self.limit = limit
    do throws(SystemError) {
      watch = try DirectoryWatch()
    } catch {
      watch = nil
      problem = "\(error)"
    }
  }

  /// Whether anything can be seen.
  var isOpen: Bool { watch != nil }

  /// Lets a poll wake up when there is something to see; gives whether it will.
  func add(to poll: borrowing EventPoll, token: UInt64) -> Bool {
    switch watch {
    case .some(let watch): (try? poll.add(watch.descriptor, for: .readable, token: token)) != nil
    case .none: false
    }
  }

  /// Watches these directories and no others; gives whether one of them was not watched before.
  mutating func open(_ places: WatchedPlaces) -> Bool {
    guard watch != nil else { return false }
    var next: [DirectoryWatch.Number: WatchedPlaces.Interest] = [:]
    var isNew = false
    problem = nil
    for (path, interest) in places.paths {
      guard next.count < limit else {
        problem = "\(limit) directories are watched, and there are more"
        break
      }
      do throws(SystemError) {
        guard let number = try watch?.add(path) else { continue }
        if interests[number] == nil, next[number] == nil { isNew = true }
        next[number] = next[number]?.union(interest) ?? interest
      } catch {
        switch error.errno {
        // What is not there, or may not be looked into, is seen by the directory above it.
        case .noSuchFile, .notDirectory, .permissionDenied, .tooManySymbolicLinks: continue
        case .noSpace: problem = "the limit of watches of this user is reached"
        default: problem = "\(error)"
        }
      }
      if problem != nil { break }
    }
    for number in interests.keys where next[number] == nil { watch?.remove(number) }
    interests = next
    return isNew
  }

  /// Takes what was seen; gives whether some of it matters.
  mutating func sawSomething() -> Bool {
    guard let events = try? watch?.events() else { return true }
    var matters = false
    for event in events {
      switch event.kind {
      case .overflow: matters = true
      case .ended:
        // The number may be given to another directory later.
        interests[event.number] = nil
      case .itself: if interests[event.number] != nil { matters = true }
      case .entry(let name):
        if interests[event.number]?.covers(name) == true { matters = true }
      }
    }
    return matters
  }
}
