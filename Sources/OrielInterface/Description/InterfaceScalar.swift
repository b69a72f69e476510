/// A number of C.
///
/// The sizes are those of 64-bit Linux, where `long` has 64 bits. Only the sign of `char` differs
/// between the architectures that Oriel runs on.
public enum InterfaceScalar: String, Sendable, Hashable, CaseIterable {
  /// `int8_t`.
  case i8
  /// `int16_t` and `short`.
  case i16
  /// `int32_t` and `int`.
  case i32
  /// `int64_t` and `long long`.
  case i64
  /// `uint8_t` and `unsigned char`.
  case u8
  /// `uint16_t` and `unsigned short`.
  case u16
  /// `uint32_t` and `unsigned int`.
  case u32
  /// `uint64_t` and `unsigned long long`.
  case u64
  /// `char`, which has a sign on x86-64 and none on AArch64.
  case char
  /// `long`.
  case long
  /// `unsigned long`.
  case ulong
  /// `size_t`.
  case size
  /// `ssize_t` and `ptrdiff_t`.
  case ssize
  /// `intptr_t`.
  case intptr
  /// `uintptr_t`.
  case uintptr
  /// `_Bool`, which is 0 or 1 and nothing else.
  case bool
  /// `float`.
  case f32
  /// `double`.
  case f64
}

extension InterfaceScalar {
  /// The number of bytes, which is also the alignment.
  public var size: Int {
    switch self {
    case .i8, .u8, .char, .bool: 1
    case .i16, .u16: 2
    case .i32, .u32, .f32: 4
    case .i64, .u64, .long, .ulong, .size, .ssize, .intptr, .uintptr, .f64: 8
    }
  }

  /// Whether it is a whole number; a `bool` is none.
  public var isInteger: Bool {
    switch self {
    case .bool, .f32, .f64: false
    default: true
    }
  }

  /// Whether values below zero are possible.
  public func isSigned(on architecture: InterfaceArchitecture) -> Bool {
    switch self {
    case .i8, .i16, .i32, .i64, .long, .ssize, .intptr, .f32, .f64: true
    case .char: architecture == .x86_64
    default: false
    }
  }

  /// The type of C, as it is written in a header that includes `<stdint.h>` and its like.
  public var spelling: String {
    switch self {
    case .i8: "int8_t"
    case .i16: "int16_t"
    case .i32: "int32_t"
    case .i64: "int64_t"
    case .u8: "uint8_t"
    case .u16: "uint16_t"
    case .u32: "uint32_t"
    case .u64: "uint64_t"
    case .char: "char"
    case .long: "long"
    case .ulong: "unsigned long"
    case .size: "size_t"
    case .ssize: "ssize_t"
    case .intptr: "intptr_t"
    case .uintptr: "uintptr_t"
    case .bool: "_Bool"
    case .f32: "float"
    case .f64: "double"
    }
  }
}

/// A processor architecture that calls are described for.
public enum InterfaceArchitecture: String, Sendable, Hashable, CaseIterable {
  /// AMD64.
  case x86_64
  /// 64-bit Arm.
  case aarch64

  /// The architecture of this process.
  public static var current: InterfaceArchitecture {
    #if arch(arm64)
      .aarch64
    #else
      .x86_64
    #endif
  }
}
