import Testing

@testable import OrielHost

/// Which URLs of extensions a host passes on, whatever it was granted.
@Suite struct CheckedURLTests {
  @Test(
    "URLs in their one form are passed on as they are",
    arguments: [
      ("https://example.com", "https", "example.com"),
      ("HTTPS://Example.COM:8443/a/b;c?d=e&f=%20g#h", "https", "example.com"),
      ("http://192.0.2.7/", "http", "192.0.2.7"),
      ("http://[2001:db8::7]:80/x", "http", "[2001:db8::7]"),
      ("https://xn--bcher-kva.example/", "https", "xn--bcher-kva.example"),
      ("https://example.com/a.b/..c/...", "https", "example.com"),
      ("https://example.com?next=https://other.example/../x", "https", "example.com"),
      ("mailto:someone@example.com?subject=a%20b&body=c%0D%0Ad", "mailto", nil),
      ("tel:+431234567", "tel", nil),
      ("x-test:whatever/comes", "x-test", nil),
      ("x-test:///path", "x-test", ""),
      ("x-test://action/path", "x-test", "action"),
    ] as [(String, String, String?)]
  )
  func good(_ text: String, _ scheme: String, _ host: String?) throws {
    let url = try CheckedURL(text)
    #expect(url.text == text)
    #expect(url.scheme.rawValue == scheme)
    #expect(url.host == host)
  }

  @Test(
    "What names files, runs, holds its own content or reaches another extension is never opened",
    arguments: [
      "file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd", "file://server/share",
      "file:../x", "javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x",
      "data:text/html,<b>", "data:text/html;base64,AAAA", "blob:https://example.com/1",
      "about:blank", "view-source:https://example.com", "filesystem:https://example.com/t/x",
      "jar:https://example.com/x.jar!/y", "oriel://com.example.other/run",
      "oriel-extension:com.example.other",
    ]
  )
  func forbidden(_ text: String) {
    #expect {
      try CheckedURL(text)
    } throws: { error in
      guard case .forbidden = error as? CheckedURL.Problem else { return false }
      return true
    }
  }

  @Test(
    "What readers of URLs read differently is no URL",
    arguments: [
      "", ":", "://example.com", "example.com", "//example.com/x", "\\\\server\\share", "C:\\x",
      "/etc/passwd", "1http://example.com", "ht tp://example.com", "http", " https://example.com",
      "https://example.com ", "https://exa mple.com", "java\tscript:alert(1)",
      "java\nscript:alert(1)", "https://example.com/\r\nX: y", "https://example.com/\u{0}",
      "https://example.com/\u{7f}", "https://example.com/\u{85}", "https://exämple.com/",
      "https://example.com/ä", "https://example.com\\@other.example/", "https:\\\\example.com",
      "https://example.com/%5C..%5Cx", "https://example.com/a\\b",
      "https://user@example.com/", "https://user:secret@example.com/", "https://@example.com/",
      "https://example.com%40other.example/", "https://good.example@127.0.0.1/",
      "x-test://user@host/", "https://exa%6Dple.com/", "https:example.com", "https:/example.com",
      "https:///example.com", "https:////example.com", "https://", "https://:80/", "https:",
      "https://?x", "https://#x", "http://example.com:0/", "http://example.com:65536/",
      "http://example.com:/", "http://example.com:8o/", "http://example.com:+80/",
      "http://example.com:080/", "http://2130706433/", "http://127.1/", "http://0x7f.1/",
      "http://0177.0.0.1/", "http://[::1/", "http://::1/", "http://[::1]x/", "http://[v1.x]/",
      "http://[::ffff:127.0.0.1]/", "http://example.com./../", "https://example.com/../x",
      "https://example.com/a/./b", "https://example.com/a/..", "https://example.com/%2e%2E/x",
      "https://example.com/.%2e", "x-test:../x", "x-test:a/../b", "x-test:////server/share",
      "https://example.com/%", "https://example.com/%4", "https://example.com/%zz",
      "https://example.com/%+4", "https://example.com/%00", "https://example.com/a%0d%0ab",
      "https://example.com/?a=%00", "https://example.com/?a=%1b", "https://example.com/#%7f",
      "https://example.com/\"x", "https://example.com/<x>", "https://example.com/{x}",
      "https://example.com/^", "https://example.com/`", "https://example.com/|",
      "https://*.example.com/", "https://*/", "https://a_b.example/",
    ]
  )
  func malformed(_ text: String) {
    #expect {
      try CheckedURL(text)
    } throws: { error in
      guard case .malformed = error as? CheckedURL.Problem else { return false }
      return true
    }
  }
}
