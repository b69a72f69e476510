import Foundation
import OrielSandbox
import OrielSystem
import OrielTesting
import OrielWire
import Testing

@Suite("The runner", .requiresBundles)
struct RunnerTests {
  @Test("tells at its start which layers hold")
  func greeting() throws {
    guard case .ready(let ready) = try RawHost().greeting else {
      Issue.record("the runner did not become ready")
      return
    }
    #expect(Set(ready.layers.map(\.layer)) == Set(Layer.allCases))
    for status in ready.layers
    where SandboxPolicy.defaultRequiredLayers.layers.contains(status.layer) {
      #expect(status.state != .none, "\(status.layer): \(status.detail)")
    }
  }

  @Test("an instance reports every layer before any code of the extension runs")
  func reportFirst() throws {
    // The fixture dies in a constructor, which is the first code of it that can run.
    let host = try RawHost()
    let messages = try host.launch("CrashInConstructor").conversation()
    // The last words tell of a fault, and how much address space there was.
    #expect(messages.count == 2)
    guard case .died(let died)? = messages.last else {
      Issue.record("\(messages)")
      return
    }
    #expect(died.kind == .fault && died.peakAddressSpace > 1 << 20)
    #expect(died.peakAddressSpace < SandboxPolicy().limits.addressSpace)
    #expect(Set(messages.layers?.map(\.layer) ?? []) == Set(Layer.allCases))
  }

  @Test("an instance without a required layer loads nothing")
  func requirement() throws {
    var policy = SandboxPolicy()
    let lenient = try RawHost(policy: policy)
    #expect(try lenient.launch("CompleteEarly").conversation().returnedText == "early")
    policy.requiredLayers.insert(LayerSet([.cgroupLimits]))
    // Where no group can be, whatever is delegated to these tests.
    let strict = try RawHost(RawHost.Options(policy: policy, controlGroup: "/tmp"))
    let messages = try strict.launch("CompleteEarly").conversation()
    guard case .launchFailed(let failed)? = messages.first, messages.count == 1 else {
      Issue.record("the instance did not refuse: \(messages)")
      return
    }
    #expect(failed.text.contains("cgroupLimits"))
  }

  @Test("a runner that was started carelessly says so, and starts nothing")
  func careless() throws {
    let clean = try RawHost()
    #expect(try clean.launch("CompleteEarly").conversation().returnedText == "early")
    for (host, flaw) in [
      (try RawHost(strayVariables: ["SECRET=1"]), "the variable SECRET"),
      (try RawHost(strayDescriptors: 1), "the descriptor"),
    ] {
      let messages = try host.launch("CompleteEarly").conversation()
      guard case .launchFailed(let failed)? = messages.first, messages.count == 1 else {
        Issue.record("the instance did not refuse: \(messages)")
        continue
      }
      #expect(failed.layer == .launcher)
      #expect(failed.text.contains(flaw), "\(failed.text)")
    }
  }

  @Test("a library that was changed after the check is not loaded")
  func changedLibrary() throws {
    let folder = try temporaryCopy(of: "CompleteEarly")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let host = try RawHost()
    let control = try host.launch("CompleteEarly", in: folder, id: 1).conversation()
    #expect(control.returnedText == "early")
    let messages = try host.launch("CompleteEarly", in: folder, id: 2) {
      let library = "\(folder)/CompleteEarly.appex/CompleteEarly.so"
      let other = URL(fileURLWithPath: "\(BuiltProducts.bundle("Crash"))/Crash.so")
      try Data(contentsOf: other).write(to: URL(fileURLWithPath: library))
    }.conversation()
    guard case .loadFailed(let failed)? = messages.last else {
      Issue.record("the changed library was used: \(messages)")
      return
    }
    #expect(failed.kind == .changedFile)
  }

  @Test("a bundle that was replaced after the check is not mounted")
  func replacedBundle() throws {
    let folder = try temporaryCopy(of: "CompleteEarly")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let host = try RawHost()
    _ = try host.launch("CompleteEarly", in: folder) {
      let bundle = "\(folder)/CompleteEarly.appex"
      try FileManager.default.moveItem(atPath: bundle, toPath: "\(folder)/Old.appex")
      try FileManager.default.copyItem(atPath: "\(folder)/Old.appex", toPath: bundle)
    }
    guard case .launchFailed(let failed) = try host.event() else {
      Issue.record("the replaced bundle was used")
      return
    }
    #expect(failed.text.contains("replaced"))
  }

  @Test("a bundle behind a symbolic link is not followed")
  func link() throws {
    let folder = try temporaryCopy(of: "CompleteEarly")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let host = try RawHost()
    _ = try host.launch("CompleteEarly", in: folder) {
      let bundle = "\(folder)/CompleteEarly.appex"
      try FileManager.default.moveItem(atPath: bundle, toPath: "\(folder)/Old.appex")
      try FileManager.default.createSymbolicLink(
        atPath: bundle,
        withDestinationPath: "\(folder)/Old.appex"
      )
    }
    guard case .launchFailed = try host.event() else {
      Issue.record("the link was followed")
      return
    }
  }

  @Test(
    "a bundle on a file system without execution, mounted after the start, runs from a copy",
    .requiresRoot
  )
  func noExecution() throws {
    let host = try RawHost()
    let folder = try temporaryCopy(of: "CompleteEarly")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let mountPoint = "\(folder)/mounted"
    try FileManager.default.createDirectory(atPath: mountPoint, withIntermediateDirectories: true)
    unsafe try #require(mount("tmpfs", mountPoint, "tmpfs", UInt(MS_NOEXEC), nil) == 0)
    defer { unsafe umount2(mountPoint, Int32(MNT_DETACH)) }
    // Not by moving: the files must lie on the new file system.
    try copy("\(folder)/CompleteEarly.appex", to: "\(mountPoint)/CompleteEarly.appex")
    // The file system really refuses what the linker does.
    let library = unsafe open("\(mountPoint)/CompleteEarly.appex/CompleteEarly.so", O_RDONLY)
    defer { close(library) }
    unsafe #expect(mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, library, 0) == MAP_FAILED)
    let messages = try host.launch("CompleteEarly", in: mountPoint).conversation()
    #expect(messages.returnedText == "early")
  }

  @Test("has one thread in every process, also after launches")
  func threads() throws {
    let host = try RawHost()
    for id in UInt64(1)...3 {
      _ = try host.launch("CompleteEarly", id: id).conversation()
      // Launched, and then exited: no instance is left.
      _ = try host.event()
      _ = try host.event()
    }
    let threads = try processes(below: host.runner).map {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\($0)/task").count
    }
    #expect(threads == [1, 1], "the broker and the fork server")
  }

  @Test(
    "without user namespaces it says which step failed and starts nothing",
    .requires(program: "unshare")
  )
  func noUserNamespaces() throws {
    // In a user namespace of its own, even an ordinary user may forbid further ones.
    let forbid = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\""
    let unshare = try #require(path(of: "unshare"))
    let host = try RawHost(
      through: [
        unshare, "--user", "--map-user=1000", "--map-group=1000", "--keep-caps", "/bin/sh", "-c",
        forbid,
      ])
    guard case .failed(let failed) = host.greeting else {
      Issue.record("the runner started without user namespaces: \(host.greeting)")
      return
    }
    #expect(failed.stage == "making the user namespace")
    #expect(failed.errno == ENOSPC)
  }

  private func temporaryCopy(of name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)").path
    try copy(BuiltProducts.bundle(name), to: "\(folder)/\(name).appex")
    return folder
  }

  /// Copies a bundle by content: it may be another user's, whose ownership cannot be copied.
  private func copy(_ bundle: String, to target: String) throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for file in try FileManager.default.contentsOfDirectory(atPath: bundle) {
      let content = try Data(contentsOf: URL(fileURLWithPath: "\(bundle)/\(file)"))
      try content.write(to: URL(fileURLWithPath: "\(target)/\(file)"))
    }
  }

  /// A runner's first process and all below it.
  private func processes(below runner: borrowing ProcessHandle) throws -> [Int] {
    let descriptor = runner.descriptor.withRawValue { $0 }
    let facts = try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
    let line = try #require(facts.split(separator: "\n").first { $0.hasPrefix("Pid:") })
    let first = try #require(Int(line.dropFirst(4).trimmingCharacters(in: .whitespaces)))
    var found = [first]
    var next = 0
    while next < found.count {
      let children = "/proc/\(found[next])/task/\(found[next])/children"
      let numbers = try String(contentsOfFile: children, encoding: .utf8).split(separator: " ")
      found += numbers.compactMap { Int($0) }
      next += 1
    }
    return found
  }
}
