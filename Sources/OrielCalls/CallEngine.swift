internal import CFFI
internal import Glibc
package import OrielSystem
package import OrielWire

/// What the threads of an instance share to call functions of its library.
@safe package final class CallEngine: @unchecked Sendable {
  // Invariant: everything but the tables, which lock for themselves, is set before the second thread
  // starts and only read afterwards; what the pointers lead to stays as long as the process.

  /// A function that can be called.
  @safe struct Function {
    /// Its signature.
    let signature: UnsafeMutablePointer<ffi_cif>
    /// Where it is; nil when the library does not have it or a table holds it.
    let address: UnsafeMutableRawPointer?
    /// Where in a table it is.
    let tableOffset: Int?
    /// Where the arguments are in a frame.
    let places: [Int]
    /// The bytes that a frame has at least.
    let frameSize: Int
  }

  /// The functions in the order of the message.
  let functions: [Function]
  /// Those of them that are called plainly.
  let plain: PlainTable
  /// The kinds of callbacks.
  let callbacks: [CallbackKind]
  /// The objects that the host holds tokens for.
  let handles = HandleTable()
  /// The memory that both sides map.
  package let buffers = BufferTable()
  /// The way for callbacks of threads that serve no lane.
  let foreign: ForeignLane
  /// The optional functions that the library does not have.
  package let absent: [UInt32]
  /// The lanes that the host calls on.
  package let lanes: [Lane]

  /// Prepares everything that a host asks for.
  ///
  /// - Parameters:
  ///   - connect: What the host asks for.
  ///   - library: The open library, as dlopen gave it.
  ///   - memory: The memory of the lanes.
  /// - Throws: What the library or libffi does not have.
  package init(
    _ connect: Connect,
    library: UnsafeMutableRawPointer,
    memory: borrowing Descriptor
  ) throws(CallFailure) {
    // The message lives until the next call of the linker.
    if let problem = unsafe oriel_ffi_load() {
      throw CallFailure(.linker, "libffi cannot be loaded: \(unsafe String(cString: problem))")
    }
    guard connect.lanes > 0 else { throw CallFailure(.startFailed, "there are no lanes") }
    let types = try CallTypes(connect.structures)
    var functions: [Function] = []
    var absent: [UInt32] = []
    for (place, description) in connect.functions.enumerated() {
      let function = try unsafe Self.function(description, types, library)
      if unsafe function.address == nil, function.tableOffset == nil {
        absent.append(UInt32(place))
      }
      functions.append(function)
    }
    var callbacks: [CallbackKind] = []
    for description in connect.callbacks {
      callbacks.append(try CallbackKind(description, types))
    }
    self.functions = functions
    plain = PlainTable(connect.functions, functions)
    self.callbacks = callbacks
    self.absent = absent
    do throws(SystemError) {
      let size = Int(connect.laneSize)
      var lanes: [Lane] = []
      for number in 0...Int(connect.lanes) {
        let mapping = try SharedMapping(memory, offset: number * size, size: size)
        lanes.append(Lane(mapping, as: .instance, spins: min(connect.spins, 1 << 16)))
      }
      foreign = ForeignLane(lanes.removeLast())
      self.lanes = lanes
    } catch {
      throw CallFailure(.startFailed, "the memory for calls cannot be mapped: \(error)")
    }
  }

  /// Finds a function and prepares its calls.
  private static func function(
    _ description: WireFunction,
    _ types: CallTypes,
    _ library: UnsafeMutableRawPointer
  ) throws(CallFailure) -> Function {
    var address: UnsafeMutableRawPointer?
    var tableOffset: Int?
    let name: String
    switch description.source {
    case .symbol(let symbol, let isOptional):
      name = symbol
      // The C string lives for the call; the library is never closed.
      unsafe address = dlsym(library, symbol)
      if unsafe address == nil, !isOptional {
        throw CallFailure(.functionMissing, "the library does not export '\(symbol)'")
      }
    case .table(let offset):
      name = "the function at \(offset) of a table"
      tableOffset = Int(offset)
    }
    let signature = description.signature
    var frameSize = types.size(signature.result)
    for (place, parameter) in zip(description.places, signature.parameters) {
      frameSize = max(frameSize, Int(place) + types.size(parameter))
    }
    return unsafe Function(
      signature: try types.prepare(signature, for: name),
      address: address,
      tableOffset: tableOffset,
      places: description.places.map(Int.init),
      frameSize: frameSize
    )
  }

  /// Serves a lane on this thread, until the lane is stopped.
  package func serve(_ lane: Lane) {
    let server = LaneServer(self, lane)
    server.serve()
  }
}
