import Foundation
import Testing

/// What `oriel doctor` tells where the sandbox holds and where it cannot.
@Suite struct RunDoctorTests {
  /// A wrapper in whose user namespace no further one can be made.
  private static let withoutUserNamespaces = [
    "/usr/bin/unshare", "--user", "--map-user=1000", "--map-group=1000", "--keep-caps",
    "/bin/sh", "-c", "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\"", "sh",
  ]

  @Test func `Every layer is shown, with what is to be mended`() async throws {
    let outcome = try await OrielProgram.run(["doctor"])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.messages)")
    #expect(outcome.messages == "")
    let kernel = try await OrielProgram.run(["/bin/uname", "-r"], program: nil).output
    #expect(outcome.output.contains("kernel            \(kernel)"))
    #expect(outcome.output.contains(OrielProgram.products.path + "/oriel-runner"))
    #expect(outcome.output.contains(/user namespace +full +required/))
    #expect(outcome.output.contains(/system call filter +full +required/))
    // Instances never run as root, whoever the host is.
    #expect(!outcome.output.contains("user 0\n"))
  }

  @Test func `JSON tells each layer once`() async throws {
    let outcome = try await OrielProgram.run(["doctor", "--json"])
    #expect(outcome.code == 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    #expect(report["sufficient"] as? Bool == true)
    let layers = try #require(report["layers"] as? [[String: Any]])
    let names = layers.compactMap { $0["layer"] as? String }
    #expect(names.count == 27)
    #expect(Set(names).count == 27)
    for layer in layers {
      let isFull = layer["state"] as? String == "full"
      #expect(isFull == (layer["remedy"] is NSNull), "\(layer)")
      // The one exception of the rule against written code is always named.
      let isException = layer["layer"] as? String == "writeXorExecute"
      #expect(isFull != isException || layer["required"] as? Bool == false, "\(layer)")
    }
  }

  @Test func `Without user namespaces nothing is run, and the way to mend it is told`()
    async throws
  {
    let outcome = try await OrielProgram.run(["doctor"], wrapper: Self.withoutUserNamespaces)
    #expect(outcome.code == 5)
    #expect(outcome.messages == "")
    #expect(outcome.output.contains(/user namespace +none +required +.*ENOSPC/))
    #expect(outcome.output.contains("user.max_user_namespaces"))
    #expect(
      outcome.output.hasSuffix(
        "Extensions cannot be run here until this is mended: user namespace.\n"
      )
    )
    let run = try await OrielProgram.run(
      ["run", "com.example.shout", "--text", "a"],
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: Self.withoutUserNamespaces
    )
    #expect(run.code == 5)
    #expect(run.output == "")
    #expect(run.messages.contains("user.max_user_namespaces"))
  }

  @Test func `A benchmark measures every kind of extension and the yardsticks`() async throws {
    let outcome = try await OrielProgram.run(
      ["bench", "launch", "--runs", "1", "--json"],
      environment: ["ORIEL_PATH": OrielProgram.extensions]
    )
    // Whether a bar is met says nothing when other tests run at the same time.
    #expect([0, 1].contains(outcome.code), "\(outcome.messages)")
    let results = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
    let requests = try #require(results["requests"] as? [String: [String: Any]])
    #expect(Set(requests.keys) == ["c", "swift", "foundation"])
    for yardstick in ["posixSpawn", "fork"] {
      let times = try #require(results[yardstick] as? [String: Any])
      #expect(times["p50"] as? Double ?? 0 > 0)
    }
    for times in requests.values {
      #expect(times["p50"] as? Double ?? 0 > 0)
      #expect(times["ratio"] as? Double ?? 0 > 0)
    }
  }
}
