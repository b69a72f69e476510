internal import OrielInterface
internal import OrielWire

/// An interface made ready for calls: what the instance has to prepare, and how to pass what.
final class InterfacePlan: Sendable {
  /// Why an interface cannot be called.
  struct Problem: Error {
    /// What is not possible, as part of a sentence.
    let text: String
  }

  /// What the interface says.
  let interface: CheckedInterface
  /// What the instance has to prepare, but for the lanes.
  let message: Connect
  /// The exported functions by name.
  let functions: [String: FunctionPlan]
  /// The same, found faster.
  let names: NameTable<FunctionPlan>
  /// The functions of tables, by the names of the table and the function.
  let tables: [String: [String: FunctionPlan]]
  /// The callbacks, in the order of the message.
  let callbacks: [CallbackPlan]
  /// How fields of objects are read and written: as those of a call without parameters.
  let access: FunctionPlan
  /// Whether functions may run at the same time.
  let isConcurrent: Bool

  /// Makes an interface ready.
  init(_ interface: CheckedInterface) throws(Problem) {
    var builder = try PlanBuilder(interface)
    var functions: [String: FunctionPlan] = [:]
    for function in interface.description.functions {
      functions[function.name] = try builder.add(function)
    }
    var tables: [String: [String: FunctionPlan]] = [:]
    for table in interface.description.tables {
      guard let layout = interface.layouts[table.name] else { continue }
      for (entry, offset) in zip(table.entries, layout.offsets) {
        guard case .function(let function) = entry else { continue }
        tables[table.name, default: [:]][function.name] =
          try builder.add(function, in: table.name, at: offset)
      }
    }
    self.interface = interface
    self.functions = functions
    names = NameTable(functions)
    self.tables = tables
    callbacks = builder.callbacks
    access = builder.access
    isConcurrent = interface.description.functions.contains(where: \.isConcurrent)
    message = Connect(
      structures: builder.structures,
      functions: builder.functions,
      callbacks: builder.callbacks.map(\.description),
      lanes: 1,
      laneSize: 0,
      spins: 0
    )
  }
}
