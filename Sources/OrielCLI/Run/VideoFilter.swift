internal import OrielHost

/// A frei0r filter in the sandbox, with the parameters that a person sets.
struct VideoFilter {
  /// The interface of its library.
  static let interface = "net.frei0r"
  /// The most parameters that are believed.
  private static let mostParameters: Int64 = 1000

  /// The library.
  let connection: ExtensionConnection
  /// Whether a pixel begins with blue instead of red.
  let isBlueFirst: Bool
  /// The parameters, in the order of the library.
  private let parameters: [Parameter]

  /// Something that can be set.
  private struct Parameter {
    /// How people name it.
    let name: String
    /// What it is.
    let type: Int64
  }

  /// Asks a library what it is.
  init(_ connection: ExtensionConnection) async throws {
    self.connection = connection
    _ = try await connection.call("f0r_init")
    let info = try await connection.call("f0r_get_plugin_info").outputs["info"]
    guard try info?.field("plugin_type").integer(in: 0...3) == 0 else {
      throw Complaint(.usage, "the plugin is no filter: it makes pictures, or mixes several")
    }
    isBlueFirst = try info?.field("color_model").integer(in: 0...2) == 0
    let count = try info?.field("num_params").integer(in: 0...Self.mostParameters) ?? 0
    var parameters: [Parameter] = []
    for index in 0..<count {
      let info = try await connection.call("f0r_get_param_info", [.integer(index)]).outputs["info"]
      let name = try info?.field("name")
      parameters.append(
        Parameter(
          name: name?.isNull == false ? try name?.string(limit: 1000) ?? "" : "",
          type: try info?.field("type").integer(in: 0...4) ?? 0
        )
      )
    }
    self.parameters = parameters
  }

  /// Filters a photograph.
  ///
  /// - Parameters:
  ///   - photograph: The photograph, whose pixels are replaced.
  ///   - settings: What a person set, as `NAME=VALUE`.
  /// - Throws: What a person set wrongly, or why the filter gave nothing.
  func apply(to photograph: inout Photograph, with settings: [String]) async throws {
    let size = [photograph.paddedWidth, photograph.paddedHeight].map { InterfaceValue($0) }
    let made = try await connection.call("f0r_construct", size).result
    let instance = made?.unchecked ?? .null
    for setting in settings {
      let (function, index, value) = try parse(setting)
      _ = try await connection.call(function, [instance, value, .integer(index)])
    }
    let input = try connection.makeBuffer(count: photograph.pixels.count)
    let output = try connection.makeBuffer(count: photograph.pixels.count)
    input.write(photograph.pixels)
    _ = try await connection.call(
      "f0r_update",
      [instance, .number(0), .buffer(input), .buffer(output)]
    )
    photograph.pixels = output.read(0..<output.count)
  }

  /// What a setting calls.
  private func parse(
    _ setting: String
  ) throws(Complaint) -> (function: String, index: Int64, value: InterfaceValue) {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].lowercased()
    guard parts.count == 2 else {
      throw Complaint(.usage, TerminalText.line("'\(setting)' has no value; write NAME=VALUE"))
    }
    guard let index = parameters.firstIndex(where: { $0.name.lowercased() == name }) else {
      let names = parameters.map { "'\($0.name)'" }.joined(separator: ", ")
      throw Complaint(
        .usage,
        TerminalText.line(
          "the filter has no parameter '\(parts[0])'; "
            + (names.isEmpty ? "it has none at all" : "it has: \(names)"),
          limit: 4000
        )
      )
    }
    let text = String(parts[1])
    let truths = ["true": 1.0, "false": 0.0]
    let numbers = text.split(separator: ",").compactMap { Double($0) ?? truths[String($0)] }
      .filter(\.isFinite)
    switch (parameters[index].type, numbers.count) {
    case (0, 1), (1, 1): return ("set_number", Int64(index), .number(numbers[0]))
    case (2, 3):
      let fields = zip(["r", "g", "b"], numbers.map(InterfaceValue.number))
      return ("set_color", Int64(index), .structure(Dictionary(uniqueKeysWithValues: fields)))
    case (3, 2):
      let fields = zip(["x", "y"], numbers.map(InterfaceValue.number))
      return ("set_position", Int64(index), .structure(Dictionary(uniqueKeysWithValues: fields)))
    case (4, _): return ("set_string", Int64(index), .string(text))
    case (let type, _):
      let wanted = ["'true' or 'false'", "a number", "a colour R,G,B", "a place X,Y"]
      throw Complaint(
        .usage,
        TerminalText.line("'\(text)' is not what '\(parts[0])' is: \(wanted[Int(type)])")
      )
    }
  }
}
