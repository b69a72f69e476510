/// The types that Oriel knows without any declaration.
///
/// Identifiers, parents, suffixes and MIME types are those that the system which this model comes
/// from declares, with what is common on Linux added to the suffixes and MIME types.
enum BuiltInTypes {
  /// All declarations.
  static let declarations: [TypeDeclaration] =
    roots + addresses + text + sourceCode + propertyLists + images + soundAndMovingPictures
    + documents + archives

  /// What other types are special cases of.
  private static let roots: [TypeDeclaration] = [
    declare("public.item", ""),
    declare("public.content", ""),
    declare("public.composite-content", "public.content"),
    declare("public.data", "public.item"),
    declare("public.directory", "public.item"),
    declare("public.folder", "public.directory"),
    declare("public.volume", "public.folder"),
    declare("public.symlink", "public.item"),
    declare("public.executable", "public.item"),
    declare("public.unix-executable", "public.data public.executable"),
    declare(
      "public.shell-script",
      "public.script",
      suffixes: "sh bash zsh",
      mimeTypes: "application/x-sh text/x-shellscript"
    ),
    declare("public.database", ""),
    declare("public.message", ""),
    declare("public.contact", ""),
    declare("public.calendar-event", ""),
    declare("public.archive", "public.data"),
    declare("public.disk-image", "public.archive"),
    declare("public.font", ""),
    declare("com.apple.package", "public.directory"),
    declare("public.package", "public.directory"),
    declare("com.apple.bundle", "public.directory"),
    declare("com.apple.application", "public.executable"),
    declare(
      "com.apple.application-bundle",
      "com.apple.application com.apple.bundle com.apple.package",
      suffixes: "app"
    ),
    declare(
      "com.apple.application-extension-bundle",
      "com.apple.bundle com.apple.package",
      suffixes: "appex"
    ),
  ]

  /// Addresses of resources.
  private static let addresses: [TypeDeclaration] = [
    declare("public.url", "public.data"),
    declare("public.file-url", "public.url"),
    declare("public.url-name", ""),
  ]

  /// Text with and without markup.
  private static let text: [TypeDeclaration] = [
    declare("public.text", "public.data public.content"),
    declare("public.plain-text", "public.text", suffixes: "txt text", mimeTypes: "text/plain"),
    declare("public.utf8-plain-text", "public.plain-text"),
    declare("public.utf16-plain-text", "public.plain-text"),
    declare("public.utf16-external-plain-text", "public.plain-text"),
    declare("public.log", "public.plain-text", suffixes: "log"),
    declare("public.delimited-values-text", "public.text"),
    declare(
      "public.comma-separated-values-text",
      "public.delimited-values-text",
      suffixes: "csv",
      mimeTypes: "text/csv"
    ),
    declare(
      "public.tab-separated-values-text",
      "public.delimited-values-text",
      suffixes: "tsv",
      mimeTypes: "text/tab-separated-values"
    ),
    declare(
      "net.daringfireball.markdown",
      "public.plain-text",
      suffixes: "md markdown",
      mimeTypes: "text/markdown"
    ),
    declare("public.rtf", "public.text", suffixes: "rtf", mimeTypes: "text/rtf application/rtf"),
    declare("public.html", "public.text", suffixes: "html htm", mimeTypes: "text/html"),
    declare("public.xml", "public.text", suffixes: "xml", mimeTypes: "application/xml text/xml"),
    declare("public.xhtml", "public.xml", suffixes: "xhtml", mimeTypes: "application/xhtml+xml"),
    declare("public.json", "public.text", suffixes: "json", mimeTypes: "application/json"),
    declare(
      "public.geojson",
      "public.json",
      suffixes: "geojson",
      mimeTypes: "application/geo+json"
    ),
    declare(
      "public.yaml",
      "public.text",
      suffixes: "yaml yml",
      mimeTypes: "application/yaml application/x-yaml"
    ),
    declare("public.css", "public.text", suffixes: "css", mimeTypes: "text/css"),
    declare(
      "public.vcard",
      "public.text public.contact",
      suffixes: "vcf vcard",
      mimeTypes: "text/vcard"
    ),
    declare(
      "com.apple.ical.ics",
      "public.text public.calendar-event",
      suffixes: "ics",
      mimeTypes: "text/calendar"
    ),
    declare(
      "public.email-message",
      "public.data public.message",
      suffixes: "eml",
      mimeTypes: "message/rfc822"
    ),
  ]

  /// Text of programs.
  private static let sourceCode: [TypeDeclaration] = [
    declare("public.source-code", "public.plain-text"),
    declare("public.c-source", "public.source-code", suffixes: "c", mimeTypes: "text/x-csrc"),
    declare("public.c-header", "public.source-code", suffixes: "h", mimeTypes: "text/x-chdr"),
    declare(
      "public.c-plus-plus-source",
      "public.source-code",
      suffixes: "cpp cc cxx",
      mimeTypes: "text/x-c++src"
    ),
    declare(
      "public.c-plus-plus-header",
      "public.source-code",
      suffixes: "hpp hh hxx",
      mimeTypes: "text/x-c++hdr"
    ),
    declare(
      "public.objective-c-source",
      "public.source-code",
      suffixes: "m",
      mimeTypes: "text/x-objcsrc"
    ),
    declare(
      "public.assembly-source",
      "public.source-code",
      suffixes: "s asm",
      mimeTypes: "text/x-asm"
    ),
    declare(
      "public.swift-source",
      "public.source-code",
      suffixes: "swift",
      mimeTypes: "text/x-swift"
    ),
    declare(
      "com.sun.java-source",
      "public.source-code",
      suffixes: "java",
      mimeTypes: "text/x-java"
    ),
    declare(
      "org.rust-lang.rust-script",
      "public.source-code",
      suffixes: "rs",
      mimeTypes: "text/rust text/x-rust"
    ),
    declare(
      "public.patch-file",
      "public.plain-text",
      suffixes: "patch diff",
      mimeTypes: "text/x-patch text/x-diff"
    ),
    declare("public.script", "public.source-code"),
    declare("public.python-script", "public.script", suffixes: "py", mimeTypes: "text/x-python"),
    declare(
      "public.perl-script",
      "public.script",
      suffixes: "pl pm",
      mimeTypes: "application/x-perl"
    ),
    declare("public.ruby-script", "public.script", suffixes: "rb", mimeTypes: "application/x-ruby"),
    declare("public.php-script", "public.script", suffixes: "php", mimeTypes: "application/x-php"),
    declare(
      "com.netscape.javascript-source",
      "public.source-code public.executable",
      suffixes: "js mjs",
      mimeTypes: "text/javascript application/javascript"
    ),
  ]

  /// Property lists in their formats.
  private static let propertyLists: [TypeDeclaration] = [
    declare("com.apple.property-list", "public.data", suffixes: "plist"),
    declare("com.apple.xml-property-list", "public.xml com.apple.property-list"),
    declare("com.apple.binary-property-list", "com.apple.property-list"),
    declare("com.apple.webarchive", "public.data public.composite-content", suffixes: "webarchive"),
  ]

  /// Still pictures.
  private static let images: [TypeDeclaration] = [
    declare("public.image", "public.data public.content"),
    declare("public.jpeg", "public.image", suffixes: "jpg jpeg jpe", mimeTypes: "image/jpeg"),
    declare("public.jpeg-2000", "public.image", suffixes: "jp2", mimeTypes: "image/jp2"),
    declare("public.jpeg-xl", "public.image", suffixes: "jxl", mimeTypes: "image/jxl"),
    declare("public.png", "public.image", suffixes: "png", mimeTypes: "image/png"),
    declare("public.tiff", "public.image", suffixes: "tiff tif", mimeTypes: "image/tiff"),
    declare("com.compuserve.gif", "public.image", suffixes: "gif", mimeTypes: "image/gif"),
    declare(
      "com.microsoft.bmp",
      "public.image",
      suffixes: "bmp",
      mimeTypes: "image/bmp image/x-ms-bmp"
    ),
    declare(
      "com.microsoft.ico",
      "public.image",
      suffixes: "ico",
      mimeTypes: "image/vnd.microsoft.icon image/x-icon"
    ),
    declare("public.heif-standard", "public.image", suffixes: "heif", mimeTypes: "image/heif"),
    declare("public.heic", "public.heif-standard", suffixes: "heic", mimeTypes: "image/heic"),
    declare("public.avif", "public.heif-standard", suffixes: "avif", mimeTypes: "image/avif"),
    declare("org.webmproject.webp", "public.image", suffixes: "webp", mimeTypes: "image/webp"),
    declare(
      "public.svg-image",
      "public.image public.xml",
      suffixes: "svg",
      mimeTypes: "image/svg+xml"
    ),
    declare("public.camera-raw-image", "public.image"),
    declare(
      "com.adobe.raw-image",
      "public.camera-raw-image",
      suffixes: "dng",
      mimeTypes: "image/x-adobe-dng"
    ),
    declare(
      "com.adobe.photoshop-image",
      "public.image",
      suffixes: "psd",
      mimeTypes: "image/vnd.adobe.photoshop"
    ),
    declare("com.ilm.openexr-image", "public.image", suffixes: "exr", mimeTypes: "image/x-exr"),
  ]

  /// Sound, and pictures that move.
  private static let soundAndMovingPictures: [TypeDeclaration] = [
    declare("public.audiovisual-content", "public.data public.content"),
    declare("public.movie", "public.audiovisual-content"),
    declare("public.video", "public.movie"),
    declare("public.audio", "public.audiovisual-content"),
    declare(
      "com.apple.quicktime-movie",
      "public.movie",
      suffixes: "mov qt",
      mimeTypes: "video/quicktime"
    ),
    declare("public.mpeg", "public.movie", suffixes: "mpg mpeg", mimeTypes: "video/mpeg"),
    declare("public.mpeg-4", "public.movie", suffixes: "mp4", mimeTypes: "video/mp4"),
    declare("com.apple.m4v-video", "public.movie", suffixes: "m4v", mimeTypes: "video/x-m4v"),
    declare(
      "public.avi",
      "public.movie",
      suffixes: "avi",
      mimeTypes: "video/x-msvideo video/vnd.avi"
    ),
    declare("public.3gpp", "public.movie", suffixes: "3gp", mimeTypes: "video/3gpp"),
    declare(
      "org.matroska.mkv",
      "public.movie",
      suffixes: "mkv",
      mimeTypes: "video/x-matroska video/matroska"
    ),
    declare("org.webmproject.webm", "public.movie", suffixes: "webm", mimeTypes: "video/webm"),
    declare("public.mp3", "public.audio", suffixes: "mp3", mimeTypes: "audio/mpeg"),
    declare("public.mpeg-4-audio", "public.audio", suffixes: "mp4a", mimeTypes: "audio/mp4"),
    declare(
      "com.apple.m4a-audio",
      "public.mpeg-4-audio",
      suffixes: "m4a",
      mimeTypes: "audio/x-m4a"
    ),
    declare(
      "public.aiff-audio",
      "public.audio",
      suffixes: "aiff aif",
      mimeTypes: "audio/aiff audio/x-aiff"
    ),
    declare(
      "com.microsoft.waveform-audio",
      "public.audio",
      suffixes: "wav",
      mimeTypes: "audio/wav audio/x-wav audio/vnd.wave"
    ),
    declare("org.xiph.flac", "public.audio", suffixes: "flac", mimeTypes: "audio/flac"),
    declare("org.xiph.ogg-audio", "public.audio", suffixes: "ogg oga", mimeTypes: "audio/ogg"),
    declare("org.xiph.opus", "org.xiph.ogg-audio", suffixes: "opus", mimeTypes: "audio/opus"),
    declare("public.midi-audio", "public.audio", suffixes: "mid midi", mimeTypes: "audio/midi"),
  ]

  /// Documents for people, and fonts.
  private static let documents: [TypeDeclaration] = [
    declare(
      "com.adobe.pdf",
      "public.data public.composite-content",
      suffixes: "pdf",
      mimeTypes: "application/pdf"
    ),
    declare(
      "com.adobe.postscript",
      "public.data",
      suffixes: "ps",
      mimeTypes: "application/postscript"
    ),
    declare(
      "org.idpf.epub-container",
      "public.data public.composite-content",
      suffixes: "epub",
      mimeTypes: "application/epub+zip"
    ),
    declare("public.spreadsheet", "public.content"),
    declare("public.presentation", "public.composite-content"),
    declare(
      "com.microsoft.word.doc",
      "public.data public.composite-content",
      suffixes: "doc",
      mimeTypes: "application/msword"
    ),
    declare("org.openxmlformats.openxml", "public.zip-archive"),
    declare(
      "org.openxmlformats.wordprocessingml.document",
      "org.openxmlformats.openxml public.composite-content",
      suffixes: "docx",
      mimeTypes: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ),
    declare(
      "org.openxmlformats.spreadsheetml.sheet",
      "org.openxmlformats.openxml public.spreadsheet",
      suffixes: "xlsx",
      mimeTypes: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ),
    declare(
      "org.openxmlformats.presentationml.presentation",
      "org.openxmlformats.openxml public.presentation",
      suffixes: "pptx",
      mimeTypes: "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    ),
    declare(
      "org.oasis-open.opendocument.text",
      "public.data public.composite-content",
      suffixes: "odt",
      mimeTypes: "application/vnd.oasis.opendocument.text"
    ),
    declare(
      "org.oasis-open.opendocument.spreadsheet",
      "public.data public.spreadsheet",
      suffixes: "ods",
      mimeTypes: "application/vnd.oasis.opendocument.spreadsheet"
    ),
    declare(
      "org.oasis-open.opendocument.presentation",
      "public.data public.presentation",
      suffixes: "odp",
      mimeTypes: "application/vnd.oasis.opendocument.presentation"
    ),
    declare(
      "public.truetype-ttf-font",
      "public.data public.font",
      suffixes: "ttf",
      mimeTypes: "font/ttf"
    ),
    declare(
      "public.opentype-font",
      "public.data public.font",
      suffixes: "otf",
      mimeTypes: "font/otf"
    ),
  ]

  /// Files packed into one.
  private static let archives: [TypeDeclaration] = [
    declare(
      "public.zip-archive",
      "public.data public.archive",
      suffixes: "zip",
      mimeTypes: "application/zip"
    ),
    declare(
      "org.gnu.gnu-zip-archive",
      "public.data public.archive",
      suffixes: "gz gzip",
      mimeTypes: "application/gzip application/x-gzip"
    ),
    declare(
      "org.gnu.gnu-zip-tar-archive",
      "org.gnu.gnu-zip-archive",
      suffixes: "tgz tar.gz",
      mimeTypes: "application/x-compressed-tar"
    ),
    declare(
      "public.tar-archive",
      "public.data public.archive",
      suffixes: "tar",
      mimeTypes: "application/x-tar"
    ),
    declare(
      "public.bzip2-archive",
      "public.data public.archive",
      suffixes: "bz2",
      mimeTypes: "application/x-bzip2 application/x-bzip"
    ),
    declare(
      "org.tukaani.xz-archive",
      "public.data public.archive",
      suffixes: "xz",
      mimeTypes: "application/x-xz"
    ),
    declare(
      "com.facebook.zstandard-archive",
      "public.data public.archive",
      suffixes: "zst",
      mimeTypes: "application/zstd"
    ),
    declare(
      "org.7-zip.7-zip-archive",
      "public.data public.archive",
      suffixes: "7z",
      mimeTypes: "application/x-7z-compressed"
    ),
    declare(
      "com.rarlab.rar-archive",
      "public.data public.archive",
      suffixes: "rar",
      mimeTypes: "application/vnd.rar"
    ),
    declare(
      "public.iso-image",
      "public.disk-image",
      suffixes: "iso",
      mimeTypes: "application/x-cd-image"
    ),
  ]

  /// A declaration from lists that are written with spaces between their elements.
  private static func declare(
    _ identifier: String,
    _ parents: String,
    suffixes: String = "",
    mimeTypes: String = ""
  ) -> TypeDeclaration {
    TypeDeclaration(
      identifier: TypeIdentifier(valid: identifier),
      parents: parents.split(separator: " ").map { TypeIdentifier(valid: String($0)) },
      suffixes: suffixes.split(separator: " ").map(String.init),
      mimeTypes: mimeTypes.split(separator: " ").map { MIMEType(valid: String($0)) }
    )
  }
}
