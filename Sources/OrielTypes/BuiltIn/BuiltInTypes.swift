/// The types that Oriel knows without any declaration.
///
/// Identifiers, parents, suffixes and MIME types are those that the system which this model comes
/// from declares, with what is common on Linux added to the suffixes and MIME types.
///
/// They are written as tables with a line for each type and four columns: the type, what it directly
/// is a special case of, its suffixes, its MIME types. The preferred ones of each come first.
enum BuiltInTypes {
  /// All declarations.
  static let declarations: [TypeDeclaration] = [
    roots, directories, programs, text, sourceCode, markup, images, rawImages, movies, sounds,
    documents, officeDocuments, models, fonts, archives, certificates,
  ].flatMap(table)

  /// What other types are special cases of.
  private static let roots = """
    public.item              |                     |  |
    public.content           |                     |  |
    public.composite-content | public.content      |  |
    public.data              | public.item         |  | application/octet-stream
    public.database          |                     |  |
    public.message           |                     |  |
    public.contact           |                     |  |
    public.calendar-event    |                     |  |
    public.to-do-item        |                     |  |
    public.bookmark          |                     |  |
    public.archive           | public.data         |  |
    public.disk-image        | public.archive      |  |
    public.font              |                     |  |
    public.playlist          |                     |  |
    public.3d-content        | public.content      |  |
    public.spreadsheet       | public.content      |  |
    public.presentation      | public.composite-content |  |
    public.url               | public.data         |  |
    public.file-url          | public.url          |  |
    public.url-name          |                     |  |
    com.apple.resolvable     |                     |  |
    com.apple.internet-location     | public.data com.apple.resolvable | |
    com.apple.web-internet-location | com.apple.internet-location | webloc |
    com.microsoft.internet-shortcut | public.data | url | application/x-mswinurl
    """

  /// Directories, and other things in a file system that are no streams of bytes.
  private static let directories = """
    public.directory      | public.item                        | | inode/directory
    public.folder         | public.directory                   | |
    public.volume         | public.folder                      | | inode/mount-point
    com.apple.mount-point | public.item com.apple.resolvable   | |
    public.symlink        | public.item com.apple.resolvable   | | inode/symlink
    com.apple.alias-file  | public.data com.apple.resolvable   | |
    com.apple.alias-record | public.data com.apple.resolvable  | |
    com.apple.bookmark    | public.data com.apple.resolvable   | |
    public.package        | public.directory                   | |
    com.apple.package     | public.directory                   | |
    com.apple.bundle      | public.directory                   | |
    com.apple.generic-bundle | com.apple.bundle                | bundle |
    com.apple.framework   | com.apple.bundle                   | framework |
    com.apple.plugin      | com.apple.bundle com.apple.package | plugin |
    com.apple.xpc-service | com.apple.bundle com.apple.package | xpc |
    com.apple.application-bundle \
    | com.apple.application com.apple.bundle com.apple.package | app |
    com.apple.application-extension-bundle | com.apple.bundle com.apple.package | appex |
    com.apple.rtfd        | com.apple.package public.composite-content | rtfd |
    """

  /// What runs.
  private static let programs = """
    public.executable         | public.item                   | |
    com.apple.application     | public.executable             | |
    com.apple.application-file | com.apple.application public.data | |
    public.unix-executable    | public.data public.executable | \
    | application/x-executable application/x-pie-executable
    public.object-code        | public.data public.executable | o so | application/x-object application/x-sharedlib
    com.apple.mach-o-binary   | public.object-code            | dylib |
    com.microsoft.windows-executable | public.data public.executable | exe \
    | application/x-ms-dos-executable application/vnd.microsoft.portable-executable
    com.microsoft.windows-dynamic-link-library | public.data public.executable | dll |
    com.sun.java-class        | public.data public.executable | class | application/x-java
    com.sun.java-web-start    | public.xml | jnlp | application/x-java-jnlp-file
    """
}

extension BuiltInTypes {
  /// The declarations in a table.
  private static func table(_ text: String) -> [TypeDeclaration] {
    // Bytes, not characters: this is part of opening the table.
    text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      let columns = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        .map { $0.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }
      /// The names in a column.
      func names(_ column: Int) -> [String] { column < columns.count ? columns[column] : [] }
      return TypeDeclaration(
        identifier: TypeIdentifier(valid: names(0).first ?? ""),
        parents: names(1).map(TypeIdentifier.init(valid:)),
        suffixes: names(2),
        mimeTypes: names(3).map(MIMEType.init(valid:))
      )
    }
  }
}
