/// What kinds of attachments the dictionary form tells apart, the most specific first.
public enum AttachmentCategory: Int, Sendable, Hashable, CaseIterable {
  /// Pictures.
  case image
  /// Pictures that move.
  case movie
  /// Pages of the web, and what a script found on one.
  case webPage
  /// Addresses that are not those of files.
  case webURL
  /// Text that is no web page.
  case text
  /// Files of every kind.
  case file

  /// The key that declares the category.
  public var key: RuleKey {
    switch self {
    case .image: .images
    case .movie: .movies
    case .webPage: .webPages
    case .webURL: .webURLs
    case .text: .text
    case .file: .files
    }
  }

  /// A type that belongs to the category and to none that is more specific.
  var example: String {
    switch self {
    case .image: "public.png"
    case .movie: "public.mpeg-4"
    case .webPage: "public.html"
    case .webURL: "public.url"
    case .text: "public.plain-text"
    case .file: "public.zip-archive"
    }
  }

  /// A number of such attachments in words.
  func counted(_ count: Int64) -> String {
    let (one, many) =
      switch self {
      case .image: ("image", "images")
      case .movie: ("movie", "movies")
      case .webPage: ("web page", "web pages")
      case .webURL: ("web URL", "web URLs")
      case .text: ("text", "texts")
      case .file: ("file", "files")
      }
    return "\(count) \(count == 1 ? one : many)"
  }
}

/// A set of categories.
struct CategorySet: OptionSet, Sendable, Hashable {
  /// A bit for each category.
  let rawValue: UInt8

  /// Creates a set from its bits.
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a set of one category.
  init(_ category: AttachmentCategory) {
    self.init(rawValue: 1 << UInt8(category.rawValue))
  }

  /// The number of all sets.
  static let count = 1 << AttachmentCategory.allCases.count

  /// The most specific category of the set.
  var first: AttachmentCategory? {
    AttachmentCategory(rawValue: rawValue.trailingZeroBitCount)
  }

  /// The categories, the most specific first.
  var all: [AttachmentCategory] {
    AttachmentCategory.allCases.filter { contains(CategorySet($0)) }
  }
}
