internal import OrielText

/// Decides whether a shared library may be loaded.
struct ExecutableInspector {
  /// The name of the file.
  private let file: String
  /// The system it shall run on.
  private let facts: SystemFacts
  /// Whether it has to export the entry function of extensions.
  private let needsEntry: Bool
  /// What is wrong or odd so far.
  private var diagnostics: [Diagnostic] = []

  /// Creates an inspector.
  init(file: String, facts: SystemFacts, needsEntry: Bool = true) {
    self.needsEntry = needsEntry
    self.file = file
    self.facts = facts
  }

  /// Inspects a library; what is incompatible is said only of a library that is sound otherwise.
  mutating func inspect<Source: ByteSource & ~Copyable>(
    _ source: consuming Source,
    _ start: ExecutableInspection
  ) throws(ELFError) -> ExecutableInspection {
    var result = start
    var image = try ELFImage(source)
    result.machine = image.header.machine
    if let verdict = machineVerdict(image.header) {
      result.verdict = verdict
      return result
    }
    guard checkType(image.header.type) else {
      result.diagnostics = diagnostics
      return result
    }
    checkSegments(image.segments)
    let dynamic = try ELFDynamicTable(&image)
    let sections = try image.sections()
    checkDynamic(dynamic)
    if needsEntry { try checkEntry(dynamic, sections, &image) }
    result.neededLibraries = try dynamic.neededLibraries(&image)
    result.usesSwift = result.neededLibraries.contains("libswiftCore.so")
    try checkStaticSwift(dynamic, sections, usesSwift: result.usesSwift, &image)
    checkNeeded(result.neededLibraries)
    result.runPaths = try runPaths(dynamic, &image)
    checkRunPaths(result.runPaths)
    result.glibcVersion = try glibcVersion(dynamic, &image)
    result.swiftVersion = try swiftVersion(sections, &image)
    let isSwiftCode = sections.contains(where: \.isOfSwift)
    if result.usesSwift, isSwiftCode, result.swiftVersion == nil {
      diagnostics.append(
        Diagnostic(
          .note,
          file: file,
          "does not say which Swift compiler built it",
          advice: "link OrielExtension, which notes it"
        )
      )
    }
    if diagnostics.contains(where: { $0.severity == .error }) {
      result.verdict = .refused
    } else {
      result.verdict = versionVerdict(result)
    }
    result.diagnostics = diagnostics
    return result
  }

  /// Refuses the library.
  private mutating func refuse(_ message: String, _ advice: String) {
    diagnostics.append(Diagnostic(.error, file: file, message, advice: advice))
  }

  // MARK: - The system

  /// The verdict on a library for another processor.
  private func machineVerdict(
    _ header: ELF.Header
  ) -> ExecutableInspection.Verdict? {
    let has = "\(facts.machine), 64-bit, little-endian"
    var needs = "\(header.machine)"
    if !header.is64Bit { needs += ", 32-bit" }
    if !header.isLittleEndian { needs += ", big-endian" }
    guard header.machine == facts.machine, header.is64Bit, header.isLittleEndian else {
      return header.is64Bit && header.isLittleEndian
        ? .incompatible(needs: needs, has: "\(facts.machine)")
        : .incompatible(needs: needs, has: has)
    }
    return nil
  }

  /// The verdict on the versions that a library needs.
  private func versionVerdict(_ result: ExecutableInspection) -> ExecutableInspection.Verdict {
    if let musl = result.neededLibraries.first(where: { $0.hasPrefix("libc.musl-") }) {
      return .incompatible(
        needs: "musl (\(Printable.text(musl)))",
        has: "glibc \(facts.glibc)"
      )
    }
    if let glibc = result.glibcVersion, glibc > facts.glibc {
      return .incompatible(needs: "glibc \(glibc)", has: "glibc \(facts.glibc)")
    }
    guard result.usesSwift else { return .fits }
    let needs = result.swiftVersion.map { "Swift \($0)" } ?? "the Swift runtime"
    guard let swift = facts.swift else {
      return .incompatible(needs: needs, has: "no Swift runtime")
    }
    if let wanted = result.swiftVersion, !wanted.canRun(with: swift) {
      return .incompatible(needs: needs, has: "Swift \(swift)")
    }
    return .fits
  }

  /// The newest glibc of which the library uses something.
  private func glibcVersion<Source: ByteSource & ~Copyable>(
    _ dynamic: ELFDynamicTable,
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> VersionNumber? {
    var newest: VersionNumber?
    for name in try dynamic.neededVersions(&image) {
      var version: VersionNumber?
      if name == "GLIBC_ABI_DT_RELR" {
        // Packed relocations are read from this version on.
        version = VersionNumber(2, 36)
      } else if name.hasPrefix("GLIBC_") {
        version = VersionNumber(name.dropFirst(6))
      }
      if let version { newest = max(newest ?? version, version) }
    }
    return newest
  }

  /// The Swift compiler that the SDK noted.
  private func swiftVersion<Source: ByteSource & ~Copyable>(
    _ sections: [ELF.Section],
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> SwiftVersion? {
    let content = try image.note(
      owner: "Oriel",
      type: 1,
      section: ".note.oriel.swift",
      in: sections
    )
    guard let content, content.count >= 12 else { return nil }
    let words = (0..<3).map { index in
      content[(index * 4)..<(index * 4 + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    return SwiftVersion(noted: words)
  }

  // MARK: - The library

  /// Checks that the file is a shared library.
  private mutating func checkType(_ type: UInt16) -> Bool {
    switch type {
    case ELF.typeShared: return true
    case ELF.typeObject:
      refuse("is an object file, not a shared library", "link it with 'cc -shared'")
    case ELF.typeProgram:
      refuse("is a program, not a shared library", "link it with 'cc -shared'")
    case ELF.typeCore: refuse("is a core dump, not a shared library", "name the library instead")
    default: refuse("is not a shared library (ELF type \(type))", "link it with 'cc -shared'")
    }
    return false
  }

  /// Checks how the library is mapped.
  private mutating func checkSegments(_ segments: [ELF.Segment]) {
    if segments.contains(where: { $0.type == ELF.segmentInterpreter }) {
      refuse("is a program (it names an interpreter)", "link it with 'cc -shared'")
    }
    let writableCode = ELF.writable | ELF.executable
    if segments.contains(where: {
      $0.type == ELF.segmentLoad && $0.flags & writableCode == writableCode
    }) {
      refuse(
        "has a segment that is writable and executable, which the sandbox forbids",
        "link it without '-N' and without writable code"
      )
    }
    if let stack = segments.first(where: { $0.type == ELF.segmentStack }) {
      if stack.flags & ELF.executable != 0 {
        refuse(
          "asks for an executable stack, which the sandbox forbids",
          "link it with '-z noexecstack', and add '.note.GNU-stack' sections to assembly files"
        )
      }
    } else if facts.machine == .x86_64 {
      // Without the header, the loader assumes on this machine that the stack must be executable.
      refuse(
        "does not say that it needs no executable stack, so it would get one",
        "link it with '-z noexecstack'"
      )
    }
  }

  /// Checks the flags of the dynamic table.
  private mutating func checkDynamic(_ dynamic: ELFDynamicTable) {
    // DF_TEXTREL
    if dynamic[.textRelocations] != nil || (dynamic[.flags] ?? 0) & 4 != 0 {
      refuse(
        "has text relocations: its code would be changed while it is loaded, which the sandbox"
          + " forbids",
        "compile all of it with '-fPIC'"
      )
    }
    if dynamic[.audit] != nil || dynamic[.auditOfNeeded] != nil {
      refuse("names auditing libraries (DT_AUDIT)", "link it without '--audit' and '--depaudit'")
    }
    if dynamic[.filter] != nil || dynamic[.auxiliary] != nil {
      refuse(
        "lets another library stand in for it (DT_FILTER)",
        "link it without '-F' and '-f'"
      )
    }
    let flags = dynamic[.moreFlags] ?? 0
    // DF_1_NOOPEN
    if flags & 0x40 != 0 {
      refuse("says that it must not be loaded with dlopen", "link it without '-z nodlopen'")
    }
    // DF_1_PIE
    if flags & 0x0800_0000 != 0 {
      refuse("is a program (position-independent)", "link it with 'cc -shared'")
    }
  }

  /// Checks that the loader will find the entry function.
  private mutating func checkEntry<Source: ByteSource & ~Copyable>(
    _ dynamic: ELFDynamicTable,
    _ sections: [ELF.Section],
    _ image: inout ELFImage<Source>
  ) throws(ELFError) {
    let name = ExecutableInspection.entrySymbol
    let export = "define it with ORIEL_EXPORT, as <oriel/entry.h> declares it"
    guard let symbol = try dynamic.symbol(named: name, in: &image) else {
      if image.debugSymbolsDefine(name, in: sections) {
        refuse("hides the entry function '\(name)'", export)
      } else {
        refuse("has no entry function '\(name)'", export)
      }
      return
    }
    let binding = symbol.info >> 4
    let visibility = symbol.other & 3
    let isCode = image.segments.contains {
      $0.type == ELF.segmentLoad && $0.flags & ELF.executable != 0 && symbol.value >= $0.address
        && symbol.value - $0.address < $0.fileSize
    }
    if symbol.section == 0 {
      refuse("uses the entry function '\(name)' but does not define it", export)
    } else if symbol.info & 0xF != 2 || !isCode {
      refuse("defines '\(name)', but not as a function", export)
    } else if (binding != 1 && binding != 2) || (visibility != 0 && visibility != 3) {
      // Global or weak; default or protected.
      refuse("hides the entry function '\(name)'", export)
    }
  }

  /// Checks that no second Swift runtime is inside the library.
  private mutating func checkStaticSwift<Source: ByteSource & ~Copyable>(
    _ dynamic: ELFDynamicTable,
    _ sections: [ELF.Section],
    usesSwift: Bool,
    _ image: inout ELFImage<Source>
  ) throws(ELFError) {
    let runtime = try dynamic.symbol(named: "swift_retain", in: &image)
    let definesRuntime = runtime.map { $0.section != 0 } ?? false
    guard definesRuntime || (!usesSwift && sections.contains(where: \.isOfSwift))
    else { return }
    refuse(
      "has the Swift runtime linked into it, and a process can hold only one",
      "link it without '-static-stdlib'"
    )
  }

  // MARK: - Where it looks for libraries

  /// The directories in which the library wants others to be looked for.
  private mutating func runPaths<Source: ByteSource & ~Copyable>(
    _ dynamic: ELFDynamicTable,
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> [String] {
    // With DT_RUNPATH there, the loader ignores DT_RPATH.
    guard let offset = dynamic[.runPath] ?? dynamic[.runPathOld] else { return [] }
    let paths = try dynamic.string(offset, in: &image)
      .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if paths.count > 1 && paths.contains("") {
      refuse(
        "looks for libraries in whatever folder its process is in (an empty part of its run path)",
        "link it with '-rpath $ORIGIN' alone"
      )
    }
    return paths.filter { !$0.isEmpty }
  }

  /// Refuses directories that depend on where a process is or lie above the bundle, and notes those
  /// that instances do not have.
  private mutating func checkRunPaths(_ paths: [String]) {
    for path in paths.prefix(16) {
      switch SearchFolder(path) {
      case .bundle: continue
      case .elsewhere:
        refuse(
          "looks for libraries in '\(Printable.text(path))', which is not in the bundle",
          "put them into the bundle and link with '-rpath $ORIGIN'"
        )
      case .absolute where path.hasSuffix("/usr/lib/swift/linux"): continue
      case .absolute:
        diagnostics.append(
          Diagnostic(
            .note,
            file: file,
            "looks for libraries in '\(Printable.text(path))', which instances do not have",
            advice: "put them into the bundle and link with '-rpath $ORIGIN'"
          )
        )
      }
    }
  }

  /// Refuses needed libraries that are named by a path which leads out of the bundle.
  private mutating func checkNeeded(_ names: [String]) {
    for name in names.prefix(256) where name.contains("/") {
      if case .bundle = SearchFolder(name) { continue }
      refuse(
        "needs '\(Printable.text(name))' by its path",
        "give that library a name with '-soname', and link with '-rpath $ORIGIN'"
      )
    }
  }
}

/// Where a path of a library leads, for the dynamic loader.
private enum SearchFolder {
  /// Into the bundle that the library lies in.
  case bundle
  /// To a place of the system.
  case absolute
  /// Out of the bundle, or to wherever the process is.
  case elsewhere

  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first?.isEmpty == true {
      self = parts.contains("..") ? .elsewhere : .absolute
      return
    }
    // A library lies directly in its bundle.
    var depth = 0
    var staysInside = parts.first == "$ORIGIN" || parts.first == "${ORIGIN}"
    for part in parts.dropFirst() where !part.isEmpty && part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 || part.contains("$") { staysInside = false }
    }
    self = staysInside ? .bundle : .elsewhere
  }
}
