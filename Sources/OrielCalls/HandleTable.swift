internal import Glibc
internal import OrielSystem

/// The objects of the library that the host holds tokens for.
///
/// A token is a place in the table with how often it was used, so that an old one never means a new
/// object.
final class HandleTable: Sendable {
  /// An object.
  private struct Entry {
    /// Where it is; 0 for a free place.
    var address: UInt
    /// The kind of handle.
    var kind: UInt16
    /// How often the place was used.
    var generation: UInt32
    /// Its size where the instance made it, else 0.
    var size: Int
  }

  /// The places, and those that are free.
  private struct State {
    var entries: [Entry] = []
    var free: [Int] = []
    var places: [Key: Int] = [:]
  }

  /// What is the same object.
  private struct Key: Hashable {
    let address: UInt
    let kind: UInt16
  }

  /// The most objects at a time.
  private static let limit = 1 << 20

  private let state = Lock(State())

  /// The token for an object, which is new or known already; nil when there are too many.
  func token(for address: UInt, kind: UInt16, size: Int = 0) -> UInt64? {
    guard address != 0 else { return 0 }
    return state.withLock { state in
      if let place = state.places[Key(address: address, kind: kind)] {
        return Self.token(place, state.entries[place].generation)
      }
      let place: Int
      if let free = state.free.popLast() {
        place = free
      } else {
        guard state.entries.count < Self.limit else { return nil }
        place = state.entries.count
        state.entries.append(Entry(address: 0, kind: 0, generation: 0, size: 0))
      }
      state.entries[place].address = address
      state.entries[place].kind = kind
      state.entries[place].size = size
      state.entries[place].generation &+= 1
      state.places[Key(address: address, kind: kind)] = place
      return Self.token(place, state.entries[place].generation)
    }
  }

  /// Where the object of a token is; nil for one that is stale, forged or of another kind.
  func address(of token: UInt64, kind: UInt16) -> UInt? {
    state.withLock { state in
      Self.place(of: token, kind, in: state).map { state.entries[$0].address }
    }
  }

  /// Where the object of a token is, and its size if that is known.
  func object(of token: UInt64, kind: UInt16) -> (address: UInt, size: Int?)? {
    state.withLock { state in
      Self.place(of: token, kind, in: state).map {
        let entry = state.entries[$0]
        return (entry.address, entry.size == 0 ? nil : entry.size)
      }
    }
  }

  /// Makes a token stale, and frees what the instance made for it; gives whether it was none.
  func forget(_ token: UInt64, kind: UInt16) -> Bool {
    let freed: UInt? = state.withLock { state in
      guard let place = Self.place(of: token, kind, in: state) else { return nil }
      let entry = state.entries[place]
      state.places[Key(address: entry.address, kind: kind)] = nil
      state.entries[place].address = 0
      // A place whose generations are used up is not used again.
      if entry.generation < .max { state.free.append(place) }
      return entry.size == 0 ? 0 : entry.address
    }
    guard let freed else { return false }
    // The address came from calloc when its size is kept; NULL is nothing to free.
    unsafe free(UnsafeMutableRawPointer(bitPattern: freed))
    return true
  }

  private static func token(_ place: Int, _ generation: UInt32) -> UInt64 {
    UInt64(generation) << 32 | UInt64(place + 1)
  }

  private static func place(of token: UInt64, _ kind: UInt16, in state: State) -> Int? {
    let place = Int(token & 0xFFFF_FFFF) - 1
    guard state.entries.indices.contains(place) else { return nil }
    let entry = state.entries[place]
    guard entry.address != 0, entry.kind == kind, entry.generation == UInt32(token >> 32) else {
      return nil
    }
    return place
  }
}
