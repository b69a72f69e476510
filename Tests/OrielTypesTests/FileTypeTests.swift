import Foundation
import Testing

@testable import OrielTypes

@Suite("Types of files")
struct FileTypeTests {
  static let table = TypeTable(mime: MIMEDatabase(dataDirectories: ["/usr/share"]))

  @Test(
    "A name gives a type: by the table, by the longest suffix, by the database",
    arguments: [
      ("a.jpg", "public.jpeg"), ("a.tar.gz", "org.gnu.gnu-zip-tar-archive"),
      ("a.tar.lz4", "dyn.mime.application.x--lz4--compressed--tar"),
      ("main.c", "public.c-source"), ("main.C", "public.c-plus-plus-source"),
      ("MAIN.GIF", "com.compuserve.gif"), ("CMakeLists.txt", "dyn.mime.text.x--cmake"),
      ("Makefile", "public.make-source"), ("README.first", "dyn.mime.text.x--readme"),
      ("libm.so.6", "public.object-code"), ("x.app", "dyn.suffix.app"),
      ("x.unheard-of", "dyn.suffix.unheard--of"), ("plain", "public.data"), (".png", "public.data"),
      ("a.", "public.data"), ("key.pages", "com.apple.iwork.pages.sffpages"),
    ]
  )
  func names(name: String, identifier: String) {
    #expect(Self.table.type(ofFileNamed: name) { nil }.rawValue == identifier)
  }

  @Test("Content is only asked for when the name leaves something open")
  func contentIsLazy() {
    var asked = 0
    for name in ["a.png", "a.heic", "a.m4a", "a.docx", "a.ods", "notes.txt", "a.tar.lz4"] {
      _ = Self.table.type(ofFileNamed: name) {
        asked += 1
        return nil
      }
    }
    #expect(asked == 0)
    _ = Self.table.type(ofFileNamed: "a.ogg") {
      asked += 1
      return nil
    }
    #expect(asked == 1)
  }

  @Test(
    "Content gives a type where the name does not",
    arguments: [
      ("unknown", "%PDF-1.4\n", "com.adobe.pdf"), ("x.unheard-of", "%PDF-1.4\n", "com.adobe.pdf"),
      ("unknown", "just words\n", "public.plain-text"),
      ("x.unheard-of", "just words\n", "public.plain-text"),
      ("unknown", "#!/bin/sh\n", "public.shell-script"),
      ("unknown", "\u{7F}ELF", "public.data"), ("x.unheard-of", "\u{1}", "dyn.suffix.unheard--of"),
      ("unknown", "", "public.data"), ("unknown", "GIF89a", "com.compuserve.gif"),
      ("a.ts", "<!DOCTYPE TS>\n<TS></TS>", "dyn.mime.text.vnd.trolltech.linguist"),
      ("a.ts", "\u{1}", "public.mpeg-2-transport-stream"),
      ("a.png", "%PDF-1.4\n", "public.png"),
    ]
  )
  func content(name: String, content: String, identifier: String) {
    #expect(Self.table.type(ofFileNamed: name) { Array(content.utf8) }.rawValue == identifier)
  }

  @Test("What lies at a path has the type of its kind")
  func kinds() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "oriel-\(UUID())").path
    for name in ["Sub", "A.app", "B.pages", "C.png", "D.unheard-of"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("%PDF-1.4\n".utf8).write(to: URL(filePath: "\(folder)/document"))
    try Data("words".utf8).write(to: URL(filePath: "\(folder)/E.app"))
    for (link, target) in [("link", "document"), ("picture.png", "document"), ("lost", "nothing")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)",
        withDestinationPath: target
      )
    }
    // The path is a C string for the time of the call.
    #expect(unsafe mkfifo("\(folder)/pipe.png", 0o600) == 0)
    let expected = [
      "Sub": "public.folder", "A.app": "com.apple.application-bundle",
      "B.pages": "com.apple.iwork.pages.pages", "C.png": "public.folder",
      "D.unheard-of": "public.folder", "document": "com.adobe.pdf", "E.app": "public.plain-text",
      "link": "com.adobe.pdf", "picture.png": "public.png", "lost": "public.symlink",
      "pipe.png": "public.item", "absent.png": "public.png", "absent": "public.data",
    ]
    for (name, type) in expected {
      #expect(Self.table.type(ofFileAt: "\(folder)/\(name)").rawValue == type, "\(name)")
    }
  }

  @Test("A program of the system is an executable")
  func executable() throws {
    let type = Self.table.type(ofFileAt: "/usr/bin/env")
    #expect(type.rawValue == "public.unix-executable")
    #expect(Self.table.conforms(type, to: try #require(TypeIdentifier("public.executable"))))
  }
}
