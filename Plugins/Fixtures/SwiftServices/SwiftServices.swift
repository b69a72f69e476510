// Provokes the host's services from Swift: does what each line of the text says; returns "line=answer".
import Glibc
import OrielExtension

/// Asks for what the lines name: `connect HOST PORT`, `open URL`, `choose`, or `abandon HOST PORT`,
/// which cancels its own task.
private struct SwiftServices: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    var answers: [String] = []
    for line in (request.text ?? "").split(separator: "\n") {
      do throws(ServiceError) {
        answers.append("\(line)=\(try await answer(line.split(separator: " "), request))")
      } catch {
        answers.append("\(line)=\(error.kind) \(error.reason)")
      }
    }
    return [ReturnedItem(text: answers.joined(separator: "\n"))]
  }

  private func answer(
    _ words: [Substring],
    _ request: ExtensionRequest
  ) async throws(ServiceError) -> String {
    let port = words.last.flatMap { UInt16($0) } ?? 0
    switch words.first {
    case "connect":
      let socket = try await request.connect(to: String(words[1]), port: port)
      return socket.withRawValue { talk($0) }
    case "abandon":
      let host = String(words[1])
      let task = Task { () -> String in
        do throws(ServiceError) {
          _ = try await request.connect(to: host, port: port)
          return "connected"
        } catch {
          return "\(error.kind)"
        }
      }
      task.cancel()
      return await task.value
    case "open":
      try await request.open(String(words[1]))
      return "opened"
    case "choose":
      guard let file = try await request.chooseFile(prompt: "Which?") else { return "none" }
      return "\(file.name) \(file.descriptor.withRawValue { read($0) })"
    default: return "unknown"
    }
  }

  /// Says "ping" and gives what comes back until the end.
  private func talk(_ socket: Int32) -> String {
    let ping = Array("ping".utf8)
    // The array outlives the call and has the size passed.
    _ = unsafe write(socket, ping, ping.count)
    shutdown(socket, Int32(SHUT_WR))
    return read(socket)
  }

  /// Reads until the end.
  private func read(_ descriptor: Int32) -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      // The array outlives the call and has the size passed.
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftServices() } }
