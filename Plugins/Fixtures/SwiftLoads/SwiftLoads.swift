// Provokes loads from Swift: does what each line of the text says; returns "line=answer".
import OrielExtension
import Synchronization

/// Loads the first attachment: `bytes TYPE`, `file TYPE`, `url TYPE`, `preview WIDTH HEIGHT`, or
/// `abandon TYPE`, which cancels its own task at the first word about how far the load is.
private struct SwiftLoads: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    guard let attachment = request.attachments.first else { return [] }
    var answers: [String] = []
    for line in (request.text ?? "").split(separator: "\n") {
      do throws(LoadError) {
        answers.append("\(line)=\(try await answer(line.split(separator: " "), attachment))")
      } catch {
        answers.append("\(line)=\(error)")
      }
    }
    return [ReturnedItem(text: answers.joined(separator: "\n"))]
  }

  private func answer(
    _ words: [Substring],
    _ attachment: Attachment
  ) async throws(LoadError) -> String {
    let type = ContentType(rawValue: String(words.last ?? ""))
    let words = words.map(String.init)
    let last = Mutex<LoadProgress?>(nil)
    let hears: @Sendable (LoadProgress) -> Void = { value in last.withLock { $0 = value } }
    switch words.first {
    case "bytes":
      let bytes = try await attachment.bytes(as: type, progress: hears)
      let progress = last.withLock { $0 }
      return "\(bytes.count) \(progress.map { "\($0.completed)/\($0.total ?? 0)" } ?? "no words")"
    case "file":
      let file = try await attachment.descriptor(as: type, progress: hears)
      return file.withRawValue { $0 >= 0 ? "open" : "closed" }
    case "url": return try await attachment.url(as: type)
    case "preview":
      let preview = try await attachment.preview(
        width: UInt32(words[1]) ?? 0,
        height: UInt32(words[2]) ?? 0
      )
      return "\(preview.type) \(preview.width)x\(preview.height) \(preview.bytes.count)"
    case "abandon":
      let (words, continuation) = AsyncStream.makeStream(of: LoadProgress.self)
      let task = Task { () -> Result<Int, LoadError> in
        do throws(LoadError) {
          return .success(try await attachment.bytes(as: type) { continuation.yield($0) }.count)
        } catch {
          return .failure(error)
        }
      }
      for await _ in words { break }
      task.cancel()
      return "\(try await task.value.get())"
    default: return "unknown"
    }
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftLoads() } }
