import OrielInterface
import OrielTesting
import Testing

/// Descriptions of real libraries.
@Suite struct RealDescriptionTests {
  @Test("A real library can be described", arguments: RealInterface.allCases)
  func isAccepted(_ library: RealInterface) throws {
    let text = try library.text
    do {
      _ = try InterfaceParser.parse(text)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("What is printed is read back as the same", arguments: RealInterface.allCases)
  func roundTrips(_ library: RealInterface) throws {
    let first = try InterfaceParser.parse(try library.text)
    let printed = first.description.text
    do {
      let second = try InterfaceParser.parse(printed)
      #expect(second == first)
      #expect(second.description.text == printed)
    } catch {
      Issue.record("\(error)\n\(printed)")
    }
  }
}
