/// What libFuzzer drives: `oriel-fuzz --target=NAME [libFuzzer's options] [files and folders]`.
///
/// libFuzzer brings the main function and leaves options with two dashes to the program.
private let target: FuzzTarget = {
  let prefix = "--target="
  let name = CommandLine.arguments.last { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
  guard let name, let target = FuzzTarget(rawValue: String(name)) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("name the decoder: \(prefix) and one of \(names)")
  }
  return target
}()

/// Feeds one input to the decoder; a finding ends the program, which libFuzzer reports.
@c(LLVMFuzzerTestOneInput) public func testOneInput(
  _ data: UnsafePointer<UInt8>?,
  _ size: Int
) -> CInt {
  // libFuzzer owns the bytes for the time of the call; without bytes there may be no pointer.
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  do throws(Finding) {
    _ = try target.run(bytes)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
