import CTurboJPEG

/// Encodes images as JPEG files.
@safe struct JPEGEncoder: ~Copyable {
  /// The library's compressor, owned.
  private let handle: tjhandle

  /// Makes a compressor.
  init() throws(PhotoBlogError) {
    guard let handle = unsafe tjInitCompress() else { throw .unencodable("out of memory") }
    unsafe self.handle = unsafe handle
  }

  deinit {
    // The handle was made by the initializer and is owned by this value.
    unsafe tjDestroy(handle)
  }

  /// Encodes with a quality of 1 to 100.
  borrowing func encode(_ pixels: Pixels, quality: Int) throws(PhotoBlogError) -> [UInt8] {
    let size = pixels.size
    let capacity = tjBufSize(Int32(size.width), Int32(size.height), Int32(TJSAMP_420.rawValue))
    guard capacity > 0, capacity < UInt(Int.max) else { throw .unencodable("its size is wrong") }
    let handle = unsafe handle
    var status: Int32 = 0
    let samples = pixels.samples
    // The buffer has the capacity that the library asked for, and is not moved: NOREALLOC.
    let file = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, used in
      var target = buffer.baseAddress
      var length = capacity
      status = unsafe tjCompress2(
        handle,
        samples,
        Int32(size.width),
        0,
        Int32(size.height),
        TJPF_RGB.rawValue,
        &target,
        &length,
        Int32(TJSAMP_420.rawValue),
        Int32(quality),
        TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT
      )
      used = status == 0 ? min(Int(length), buffer.count) : 0
    }
    guard status == 0 else { throw .unencodable(unsafe message(of: handle)) }
    return file
  }
}
