import CTurboJPEG

/// Decodes one JPEG file at any size, cheaply when it is smaller than the original.
@safe struct JPEGDecoder: ~Copyable {
  /// More pixels than this are refused: they would take too long, and too much memory.
  private static let maximumArea = 250_000_000
  /// The same for files whose coefficients, two bytes each, are all kept by the decoder.
  private static let maximumProgressiveArea = 50_000_000

  /// The size as it is stored, before it is turned upright.
  let size: PixelSize
  /// How the camera was held.
  let orientation: Orientation
  /// The file.
  private let file: [UInt8]
  /// The library's decompressor, owned.
  private let handle: tjhandle

  /// Checks a file's header.
  init(_ file: [UInt8]) throws(PhotoBlogError) {
    guard let header = JPEGHeader(file) else { throw .undecodable("it is not a JPEG file") }
    guard let handle = unsafe tjInitDecompress() else { throw .undecodable("out of memory") }
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colours: Int32 = 0
    // All out parameters are local variables, and the file's bytes are read during the call.
    let status = unsafe tjDecompressHeader3(
      handle,
      file,
      UInt(file.count),
      &width,
      &height,
      &subsampling,
      &colours
    )
    var problem: PhotoBlogError?
    let size = PixelSize(width: Int(width), height: Int(height))
    let limit = header.isProgressive ? Self.maximumProgressiveArea : Self.maximumArea
    if status != 0 {
      problem = .undecodable(unsafe message(of: handle))
    } else if size.width < 1 || size.height < 1 {
      problem = .undecodable("it is empty")
    } else if colours == TJCS_CMYK.rawValue || colours == TJCS_YCCK.rawValue {
      problem = .undecodable("its colours are meant for print (CMYK)")
    } else if size.area > limit {
      problem = .tooLarge(size)
    }
    if let problem {
      // The handle was made above and is not used after this.
      unsafe tjDestroy(handle)
      throw problem
    }
    self.size = size
    orientation = header.orientation
    self.file = file
    unsafe self.handle = unsafe handle
  }

  deinit {
    // The handle was made by the initializer and is owned by this value.
    unsafe tjDestroy(handle)
  }

  /// Decodes to the smallest size the decoder offers that is at least `target`.
  borrowing func decode(atLeast target: PixelSize) throws(PhotoBlogError) -> Pixels {
    let decoded = nearestSize(atLeast: target)
    let (handle, file) = unsafe (handle, file)
    var status: Int32 = 0
    let count = decoded.area * Pixels.channels
    // The buffer has room for `height` rows of `width` pixels without padding, as the call is told.
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      unsafe buffer.initialize(repeating: 0)
      status = unsafe tjDecompress2(
        handle,
        file,
        UInt(file.count),
        buffer.baseAddress,
        Int32(decoded.width),
        0,
        Int32(decoded.height),
        TJPF_RGB.rawValue,
        TJFLAG_ACCURATEDCT
      )
      used = count
    }
    if status != 0 {
      let text = unsafe message(of: handle)
      // A warning tells of small faults, which many photographs have, but also of a missing rest.
      let isWarning = unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue
      if !isWarning || text.contains("remature end") { throw .undecodable(text) }
    }
    return Pixels(size: decoded, samples: samples)
  }

  /// The smallest size the decoder offers that is at least `target` in both directions.
  private borrowing func nearestSize(atLeast target: PixelSize) -> PixelSize {
    var count: Int32 = 0
    // The library's list of fractions is static; the out parameter is a local variable.
    let factors = unsafe UnsafeBufferPointer(start: tjGetScalingFactors(&count), count: Int(count))
    var best = size
    for index in 0..<factors.count {
      // The index is within the list.
      let factor = unsafe factors[index]
      guard factor.denom > 0, factor.num <= factor.denom else { continue }
      let (numerator, denominator) = (Int(factor.num), Int(factor.denom))
      let scaled = PixelSize(
        width: (size.width * numerator + denominator - 1) / denominator,
        height: (size.height * numerator + denominator - 1) / denominator
      )
      let isEnough = scaled.width >= target.width && scaled.height >= target.height
      if isEnough, scaled.area < best.area { best = scaled }
    }
    return best
  }
}

/// The library's words for what went wrong last.
///
/// The caller must own the handle.
@unsafe func message(of handle: tjhandle) -> String {
  guard let text = unsafe tjGetErrorStr2(handle) else { return "unknown error" }
  // The library's text is terminated, and copied before the next call.
  return unsafe String(cString: text)
}
