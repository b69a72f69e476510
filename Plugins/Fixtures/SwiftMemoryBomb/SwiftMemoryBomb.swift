// Provokes an allocation that fails in the Swift runtime, when the text is a number of bytes; for the
// text "pressure", a lack of memory, of which it returns what it heard.
import OrielExtension
import Synchronization

/// Makes an array of as many bytes as the text says.
private struct SwiftMemoryBomb: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    if request.text == "pressure" { return [ReturnedItem(text: await pressure(request.bundle))] }
    let count = request.text.flatMap { Int($0) } ?? 0
    let bytes = [UInt8](repeating: 1, count: count)
    return [ReturnedItem(text: "\(bytes.count) bytes")]
  }
}

/// Reserves memory until it is critical, and tells what was heard.
private func pressure(_ bundle: BundleInfo) async -> String {
  let limit = Int(bundle.limits[.memoryInUse] ?? 0)
  var left = 20
  var size = limit / 100 * 60
  while heard.withLock({ $0.last }) != .critical, left > 0 {
    // The memory is never touched, so it is reserved only.
    let piece = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    pieces.withLock { $0.append(UInt(bitPattern: piece)) }
    left -= 1
    size = limit / 20
    try? await Task.sleep(for: .milliseconds(400))
  }
  return heard.withLock { $0.map { "\($0)" }.joined(separator: " ") }
}

private let heard = Mutex<[MemoryPressure]>([])
private let pieces = Mutex<[UInt]>([])

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? {
  unsafe ExtensionMain.entry(onMemoryPressure: { level in heard.withLock { $0.append(level) } }) {
    SwiftMemoryBomb()
  }
}
