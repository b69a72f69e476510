/// The categories that the attachments of a request belong to.
struct CategorizedRequest: Sendable {
  /// What decides about one type, apart from the other types of its attachment.
  private struct TypeFacts {
    /// The categories that the type belongs to whatever stands beside it.
    var categories: CategorySet = []
    /// Whether the type can belong to a file.
    var mayBeFile = false
    /// Whether the type makes a file of an attachment.
    var makesFile = false
    /// Whether the type is `public.file-url`.
    var isFileURL = false
  }

  /// The categories that each attachment belongs to.
  let attachments: [CategorySet]
  /// The categories that each registered type belongs to, within its attachment.
  let types: [CategorySet]
  /// Which registered types are `public.file-url`.
  let isFileURL: [Bool]

  /// Works out the categories of a request.
  init(_ request: FlatRequest) {
    let facts = Self.facts(of: request)
    var attachments: [CategorySet] = []
    var types: [CategorySet] = []
    attachments.reserveCapacity(request.attachmentCount)
    types.reserveCapacity(request.typeOf.count)
    for attachment in 0..<request.attachmentCount {
      let range = request.types(ofAttachment: attachment)
      let isFile = request.typeOf[range].contains { facts[$0].makesFile }
      var all: CategorySet = []
      for index in range {
        let fact = facts[request.typeOf[index]]
        var categories = fact.categories
        if isFile && fact.mayBeFile { categories.insert(CategorySet(.file)) }
        types.append(categories)
        all.formUnion(categories)
      }
      attachments.append(all)
    }
    self.attachments = attachments
    self.types = types
    isFileURL = request.typeOf.map { facts[$0].isFileURL }
  }

  /// Works out what decides about each distinct type of a request.
  private static func facts(of request: FlatRequest) -> [TypeFacts] {
    func numbers(_ names: [String]) -> [Int] { names.compactMap { request.numbers[$0] } }
    let image = numbers([CategoryTypes.image])
    let movie = numbers([CategoryTypes.movie])
    let webPage = numbers(CategoryTypes.webPage)
    let url = numbers([CategoryTypes.url])
    let fileURL = numbers([CategoryTypes.fileURL])
    let text = numbers([CategoryTypes.text])
    let html = numbers([CategoryTypes.html])
    let file = numbers(CategoryTypes.file)
    let gate = numbers(CategoryTypes.gate)
    return request.names.indices.map { type in
      func conforms(_ numbers: [Int]) -> Bool {
        numbers.contains { request.type(type, conformsTo: $0) }
      }
      var fact = TypeFacts()
      if conforms(image) { fact.categories.insert(CategorySet(.image)) }
      if conforms(movie) { fact.categories.insert(CategorySet(.movie)) }
      if conforms(webPage) { fact.categories.insert(CategorySet(.webPage)) }
      if conforms(url) && !conforms(fileURL) { fact.categories.insert(CategorySet(.webURL)) }
      if conforms(text) && !conforms(html) { fact.categories.insert(CategorySet(.text)) }
      fact.isFileURL = request.foldedNames[type] == CategoryTypes.fileURL
      fact.mayBeFile = conforms(file)
      fact.makesFile = fact.isFileURL || conforms(gate)
      return fact
    }
  }

  /// Whether version 1 takes every type of an attachment when these categories are declared.
  ///
  /// `public.file-url` counts for nothing when another type of the attachment is taken.
  func isStrictlyCovered(_ range: Range<Int>, by declared: CategorySet) -> Bool {
    var leftOut = false
    var isAnotherTaken = false
    for index in range {
      if !types[index].isDisjoint(with: declared) {
        isAnotherTaken = isAnotherTaken || !isFileURL[index]
      } else if isFileURL[index] {
        leftOut = true
      } else {
        return false
      }
    }
    return !leftOut || isAnotherTaken
  }
}

/// The types that the categories are made of, in lower case.
enum CategoryTypes {
  /// What an image conforms to.
  static let image = "public.image"
  /// What a movie conforms to.
  static let movie = "public.movie"
  /// What a web page conforms to one of.
  static let webPage = ["com.apple.property-list", "public.html", "com.apple.webarchive"]
  /// What an address conforms to.
  static let url = "public.url"
  /// What the address of a file conforms to.
  static let fileURL = "public.file-url"
  /// What text conforms to.
  static let text = "public.text"
  /// What text must not conform to.
  static let html = "public.html"
  /// What a type of a file conforms to one of.
  static let file = [
    "public.data", "public.directory", "public.package", "com.apple.package", "public.file-url",
  ]
  /// What a type that makes a file of an attachment conforms to one of; `public.file-url` itself
  /// makes one, too.
  static let gate = [
    "public.content", "public.archive", "public.executable", "public.directory", "public.package",
    "com.apple.package",
  ]
}
