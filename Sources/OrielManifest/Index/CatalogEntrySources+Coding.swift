internal import OrielPropertyList
internal import OrielSystem

/// The part of an entry that the index keeps away from its table, because it is seldom needed.
extension CatalogEntrySources {
  /// The manifest, what is known about the library and the identities, as bytes.
  var details: [UInt8] {
    var writer = ByteWriter()
    writer.write(text: path)
    writer.write(counted: manifest)
    writer.write(text: manifestName)
    writer.write(UInt8(hasSecondManifest ? 1 : 0))
    writer.write(list: strings) { writer, strings in
      writer.write(text: strings.path)
      writer.write(counted: strings.bytes)
    }
    bundleIdentity.write(to: &writer)
    writer.write(optional: libraryProblem) { $1.write(to: &$0) }
    writer.write(optional: contentProblem) { $0.write(text: $1) }
    writer.write(optional: exposure) { $0.write(text: $1) }
    writer.write(optional: library) { writer, library in
      library.identity.write(to: &writer)
      library.inspection.write(to: &writer)
    }
    return writer.bytes
  }

  /// Reads what `details` gave.
  init(details: [UInt8], contentHash: ContentHash?) throws(ByteFault) {
    var reader = ByteReader(details)
    path = try reader.text()
    manifest = Array(try reader.counted())
    manifestName = try reader.text()
    guard ExtensionManifest.fileNames.contains(manifestName) else { throw ByteFault() }
    hasSecondManifest = try reader.boolean()
    strings = try reader.list { (reader) throws(ByteFault) in
      LocalizedStrings(path: try reader.text(), bytes: Array(try reader.counted()))
    }
    bundleIdentity = try FileIdentity(from: &reader)
    libraryProblem = try reader.optional { (reader) throws(ByteFault) in
      try Diagnostic(from: &reader)
    }
    contentProblem = try reader.optional { (reader) throws(ByteFault) in try reader.text() }
    exposure = try reader.optional { (reader) throws(ByteFault) in try reader.text() }
    library = try reader.optional { (reader) throws(ByteFault) in
      let identity = try FileIdentity(from: &reader)
      return Library(inspection: try ExecutableInspection(from: &reader), identity: identity)
    }
    guard reader.remaining == 0 else { throw ByteFault() }
    nodes = []
    self.contentHash = contentHash
  }
}

extension FileIdentity {
  /// The bytes of an identity.
  static let encodedLength = 40

  /// Writes five numbers.
  func write(to writer: inout ByteWriter) {
    writer.write(device)
    writer.write(inode)
    writer.write(size)
    writer.write(modificationTime)
    writer.write(changeTime)
  }

  /// Reads five numbers.
  init(from reader: inout ByteReader) throws(ByteFault) {
    self.init(
      device: try reader.number(),
      inode: try reader.number(),
      size: try reader.number(),
      modificationTime: try reader.number(),
      changeTime: try reader.number()
    )
  }
}

extension ExecutableInspection {
  /// Writes everything.
  func write(to writer: inout ByteWriter) {
    writer.write(optional: machine) { $0.write($1.rawValue) }
    writer.write(fileSize)
    writer.write(list: neededLibraries) { $0.write(text: $1) }
    writer.write(list: runPaths) { $0.write(text: $1) }
    writer.write(optional: glibcVersion) { $1.write(to: &$0) }
    writer.write(optional: swiftVersion) { writer, version in
      version.number.write(to: &writer)
      writer.write(UInt8(version.mayBeNewer ? 1 : 0))
    }
    writer.write(UInt8(usesSwift ? 1 : 0))
    switch verdict {
    case .fits: writer.write(UInt8(0))
    case .incompatible(let needs, let has):
      writer.write(UInt8(1))
      writer.write(text: needs)
      writer.write(text: has)
    case .refused: writer.write(UInt8(2))
    }
    writer.write(list: diagnostics) { $1.write(to: &$0) }
  }

  /// Reads everything.
  init(from reader: inout ByteReader) throws(ByteFault) {
    func texts(_ reader: inout ByteReader) throws(ByteFault) -> [String] {
      try reader.list { (reader) throws(ByteFault) in try reader.text() }
    }
    self.init()
    machine = try reader.optional { (reader) throws(ByteFault) in
      Machine(rawValue: try reader.number())
    }
    fileSize = try reader.number()
    neededLibraries = try texts(&reader)
    runPaths = try texts(&reader)
    glibcVersion = try reader.optional { (reader) throws(ByteFault) in
      try VersionNumber(from: &reader)
    }
    swiftVersion = try reader.optional { (reader) throws(ByteFault) in
      let number = try VersionNumber(from: &reader)
      return SwiftVersion(number, mayBeNewer: try reader.boolean())
    }
    usesSwift = try reader.boolean()
    switch try reader.number(UInt8.self) {
    case 0: verdict = .fits
    case 1: verdict = .incompatible(needs: try reader.text(), has: try reader.text())
    case 2: verdict = .refused
    default: throw ByteFault()
    }
    diagnostics = try reader.list { (reader) throws(ByteFault) in
      try Diagnostic(from: &reader)
    }
  }
}

extension VersionNumber {
  /// Writes three numbers.
  fileprivate func write(to writer: inout ByteWriter) {
    for number in [major, minor, patch] { writer.write(Int64(number)) }
  }

  /// Reads three numbers.
  fileprivate init(from reader: inout ByteReader) throws(ByteFault) {
    self.init(
      Int(try reader.number(Int64.self)),
      Int(try reader.number(Int64.self)),
      Int(try reader.number(Int64.self))
    )
  }
}

extension Diagnostic {
  /// Writes all but the place, which a library has none of.
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(text: severity.rawValue)
    writer.write(text: file)
    writer.write(optional: keyPath) { $0.write(text: $1) }
    writer.write(text: message)
    writer.write(optional: advice) { $0.write(text: $1) }
  }

  /// Reads what was written.
  fileprivate init(from reader: inout ByteReader) throws(ByteFault) {
    func optional(_ reader: inout ByteReader) throws(ByteFault) -> String? {
      try reader.optional { (reader) throws(ByteFault) in try reader.text() }
    }
    guard let severity = Severity(rawValue: try reader.text()) else { throw ByteFault() }
    let file = try reader.text()
    let keyPath = try optional(&reader)
    let message = try reader.text()
    self.init(severity, file: file, keyPath: keyPath, message, advice: try optional(&reader))
  }
}
