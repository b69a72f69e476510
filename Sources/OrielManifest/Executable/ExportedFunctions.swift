package import OrielSystem

/// Which functions a shared library exports, by the tables that a loader looks at.
package struct ExportedFunctions: Sendable, Hashable {
  /// What is behind a name.
  package enum Finding: Sendable, Hashable {
    /// A function.
    case function
    /// Something else, such as a variable.
    case data
    /// Nothing: no such name, or one that the library itself looks for elsewhere.
    case missing
  }

  /// The processor that the library is for.
  package let machine: Machine
  /// What is behind each name that was asked for.
  package let findings: [String: Finding]

  /// Why a library cannot be asked.
  package struct Failure: Error {
    /// What is wrong, for people, to follow the name of the file.
    package let message: String
  }

  /// Looks names up in a shared library; nothing of it is loaded.
  package static func find(
    _ names: some Sequence<String>,
    in file: borrowing Descriptor
  ) throws(Failure) -> ExportedFunctions {
    do {
      let status = try file.status()
      guard status.kind == .regular else { throw Failure(message: "is no file") }
      let source = FileSource(try file.duplicate(), count: status.identity.size)
      var image = try ELFImage(source)
      guard image.header.type == ELF.typeShared, !image.segments.isEmpty else {
        throw Failure(message: "is no shared library of a 64-bit system")
      }
      let table = try ELFDynamicTable(&image)
      var findings: [String: Finding] = [:]
      for name in names { findings[name] = try finding(name, table, &image) }
      return ExportedFunctions(machine: image.header.machine, findings: findings)
    } catch let error as Failure {
      throw error
    } catch let error as ELFError {
      throw Failure(message: error.message)
    } catch {
      throw Failure(message: "cannot be read: \(error)")
    }
  }

  /// What is behind a name.
  private static func finding(
    _ name: String,
    _ table: ELFDynamicTable,
    _ image: inout ELFImage<FileSource>
  ) throws(ELFError) -> Finding {
    guard let symbol = try table.symbol(named: name, in: &image), symbol.section != 0 else {
      return .missing
    }
    // STT_FUNC, and STT_GNU_IFUNC for one that is chosen when the library is loaded.
    return [2, 10].contains(symbol.info & 15) ? .function : .data
  }
}
