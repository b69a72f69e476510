import OrielExtension

/// What Photo Blog refuses; the codes belong to the domain `com.example.photoblog`.
enum PhotoBlogError: Error {
  /// Code 1: no attachment is an image.
  case noImage
  /// Code 2: more than one attachment is an image.
  case severalImages(Int)
  /// Code 3: the text has more characters than a post may have.
  case textTooLong(Int)
  /// Code 4: the image is not a JPEG, or not one that can be decoded.
  case undecodable(String)
  /// Code 5: the image is of another type than JPEG.
  case unsupportedType(ContentType)
  /// Code 6: the image has more pixels than fit into the memory of an extension.
  case tooLarge(PixelSize)
  /// Code 7: the encoder failed, or no size of the image was small enough.
  case unencodable(String)

  /// The number of the error.
  private var code: Int64 {
    switch self {
    case .noImage: 1
    case .severalImages: 2
    case .textTooLong: 3
    case .undecodable: 4
    case .unsupportedType: 5
    case .tooLarge: 6
    case .unencodable: 7
    }
  }

  /// The error in a sentence, with what to do.
  private var text: String {
    switch self {
    case .noImage: "A post needs a photograph: share one JPEG image."
    case .severalImages(let count):
      "A post has one photograph, not \(count): share them one by one."
    case .textTooLong(let count):
      "The text has \(count) characters; a post has at most \(PhotoBlog.maximumTextLength)."
    case .undecodable(let reason): "The image cannot be decoded: \(reason)."
    case .unsupportedType(let type):
      "Photo Blog takes JPEG images, and this one is \(type): convert it to JPEG first."
    case .tooLarge(let size): "The image has \(size) pixels, which is too large: make it smaller."
    case .unencodable(let reason): "The smaller image could not be written: \(reason)."
    }
  }

  /// What the host is told.
  var failure: RequestFailure {
    RequestFailure(domain: "com.example.photoblog", code: code, text: text)
  }
}
