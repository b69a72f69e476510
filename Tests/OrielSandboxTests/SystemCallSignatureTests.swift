import Testing

@testable import OrielSandbox

@Suite("A system call as text")
struct SystemCallSignatureTests {
  // Numbers and values of <asm/unistd_64.h> and the C headers.
  @Test(
    arguments: [
      (41, [2, 0x80001, 0], [], "socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, 0)"),
      (257, [0xFFFF_FF9C, 8, 0x80000, 7], ["/x"], "openat(AT_FDCWD, \"/x\", O_RDONLY|O_CLOEXEC)"),
      (2, [8, 0o101, 0o600], ["/x"], "open(\"/x\", O_WRONLY|O_CREAT, 0o600)"),
      (2, [0, 2, 0o600], [], "open(NULL, O_RDWR)"),
      (
        9, [0, 4096, 7, 0x22, UInt64.max, 0], [],
        "mmap(NULL, 4096, PROT_READ|PROT_WRITE|PROT_EXEC, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0)"
      ),
      (10, [0x1000, 1, 0], [], "mprotect(0x1000, 1, PROT_NONE)"),
      (82, [1, 2], ["/a", "/b"], "rename(\"/a\", \"/b\")"),
      (57, [9, 9], [], "fork()"),
      (1023, [1, 0xFFFF], [], "system call 1023(1, 0xffff)"),
    ] as [(UInt32, [UInt64], [String], String)]
  )
  func described(number: UInt32, arguments: [UInt64], paths: [String], text: String) {
    let filled = arguments + Array(repeating: 0, count: number == 1023 ? 0 : 6 - arguments.count)
    let signature = SystemCallSignature(number: number, on: .x86_64)
    #expect(signature.describe(filled, paths: paths) == text)
  }

  @Test("every call that is refused by name has a signature or shows all it was given")
  func total() {
    for number in UInt32(0)...1024 {
      for value in [0, 1, UInt64.max] {
        let signature = SystemCallSignature(number: number, on: .x86_64)
        let text = signature.describe(Array(repeating: value, count: 6), paths: [])
        #expect(text.hasSuffix(")"))
      }
    }
  }
}
