import Foundation
import Testing

/// What a run of `Scripts/check-headers` said.
private struct CheckRun {
  /// The exit status.
  let status: Int32
  /// Standard output and standard error.
  let text: String
}

/// The root of the checkout that holds this test.
private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Runs the script on a folder of headers, or on the headers of this checkout.
private func checkHeaders(in folder: URL? = nil, options: [String] = []) throws -> CheckRun {
  let process = Process()
  process.executableURL = root.appending(path: "Scripts/check-headers")
  process.arguments = options + (folder.map { ["--headers", $0.path] } ?? [])
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return CheckRun(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
}

/// A change to one header that the script must notice.
private struct Defect: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let header: String
  let text: String
  let replacement: String
  let complaint: String
  /// Whether it takes a compiler to notice.
  var needsCompiler = false
}

@Suite struct `C headers` {
  @Test(.timeLimit(.minutes(2)))
  func `compile alone, twice and in two units, in every language and compiler`() throws {
    let run = try checkHeaders()
    #expect(run.status == 0, "\(run.text)")
    #expect(run.text.contains(" 0 failed"), "\(run.text)")
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      Defect(
        testDescription: "a tag outside the vocabulary",
        header: "ext/log.h",
        text: "* [any]",
        replacement: "* [anywhere]",
        complaint: "unknown thread tag"
      ),
      Defect(
        testDescription: "a slot without a tag",
        header: "ext/log.h",
        text: "   * [any]\n",
        replacement: "",
        complaint: "no comment that ends in a thread tag"
      ),
      Defect(
        testDescription: "a function type that may throw",
        header: "ext/log.h",
        text: " ORIEL_NOEXCEPT;",
        replacement: ";",
        complaint: "1 function types, but 0"
      ),
      Defect(
        testDescription: "an integer without a fixed width",
        header: "values.h",
        text: "int64_t code;",
        replacement: "long code;",
        complaint: "not of fixed width"
      ),
      Defect(
        testDescription: "a header that needs another one first",
        header: "entry.h",
        text: "#include <stdint.h>",
        replacement: "#undef ORIEL_HEADER_BEGIN",
        complaint: "entry.h alone and twice",
        needsCompiler: true
      ),
      Defect(
        testDescription: "a header without a guard",
        header: "values.h",
        text: "#ifndef ORIEL_VALUES_H",
        replacement: "#if 1",
        complaint: "values.h alone and twice",
        needsCompiler: true
      ),
    ]
  )
  fileprivate func `are refused with`(defect: Defect) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "headers-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: root.appending(path: "Sources/COriel/include"),
      to: folder
    )
    let header = folder.appending(path: "oriel/\(defect.header)")
    let before = try String(contentsOf: header, encoding: .utf8)
    let after = before.replacingOccurrences(of: defect.text, with: defect.replacement)
    #expect(before != after)
    try after.write(to: header, atomically: true, encoding: .utf8)

    let run = try checkHeaders(
      in: folder,
      options: defect.needsCompiler ? [] : ["--rules-only"]
    )
    #expect(run.status == 1, "\(run.text)")
    #expect(run.text.contains(defect.complaint), "\(run.text)")
  }
}
