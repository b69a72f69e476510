extension BuiltInTypes {
  /// Files packed into one.
  static let archives = """
    public.zip-archive     | public.archive | zip | application/zip application/x-zip-compressed
    org.gnu.gnu-zip-archive | public.archive | gz gzip | application/gzip application/x-gzip
    org.gnu.gnu-zip-tar-archive | org.gnu.gnu-zip-archive | tgz tar.gz \
    | application/x-compressed-tar application/x-tgz
    org.gnu.gnu-tar-archive | public.tar-archive | gtar | application/x-gtar
    public.tar-archive     | public.archive | tar | application/x-tar
    public.bzip2-archive   | public.archive | bz2 bz bzip2 \
    | application/x-bzip2 application/x-bzip application/bzip2
    org.bzip.bzip2-tar-archive | public.bzip2-archive | tbz tbz2 tar.bz2 tb2 \
    | application/x-bzip2-compressed-tar application/x-bzip-compressed-tar
    org.tukaani.xz-archive | public.archive | xz | application/x-xz
    org.tukaani.tar-xz-archive | org.tukaani.xz-archive | txz tar.xz \
    | application/x-xz-compressed-tar
    org.tukaani.lzma-archive | public.archive | lzma | application/x-lzma
    com.facebook.zstandard-archive | public.archive | zst | application/zstd application/x-zstd
    public.z-archive       | public.archive | z | application/x-compress
    public.cpio-archive    | public.archive | cpio | application/x-cpio
    org.7-zip.7-zip-archive | public.archive | 7z | application/x-7z-compressed
    com.rarlab.rar-archive | public.archive | rar \
    | application/vnd.rar application/x-rar application/x-rar-compressed
    com.microsoft.cab-archive | public.archive | cab | application/vnd.ms-cab-compressed
    com.sun.java-archive   | public.zip-archive public.executable | jar \
    | application/x-java-archive application/java-archive
    com.sun.web-application-archive | public.zip-archive | war |
    com.google.android.package | public.zip-archive | apk | application/vnd.android.package-archive
    com.apple.itunes.ipa   | public.zip-archive | ipa | application/x-ios-app
    org.debian.deb-archive | public.archive | deb \
    | application/vnd.debian.binary-package application/x-deb
    com.redhat.rpm-archive | public.archive | rpm | application/x-rpm
    com.apple.xar-archive  | public.archive | xar | application/x-xar
    com.apple.installer-package-archive | com.apple.xar-archive | pkg |
    com.apple.archive      | public.archive | aar |
    com.apple.encrypted-archive | public.archive | aea |
    com.apple.binhex-archive | public.archive | hqx | application/mac-binhex40
    com.apple.macbinary-archive | public.archive | | application/x-macbinary
    com.apple.applesingle-archive | public.archive | |
    com.allume.stuffit-archive | public.archive | sit sitx | application/x-stuffit
    public.iso-image       | public.disk-image | iso udf \
    | application/x-cd-image application/x-iso9660-image
    com.apple.disk-image-udif   | public.disk-image | dmg | application/x-apple-diskimage
    com.apple.disk-image-ndif   | public.disk-image | ndif |
    com.apple.disk-image-sparse | public.disk-image | sparseimage |
    com.apple.disk-image-raw    | public.disk-image | img | application/x-raw-disk-image
    """

  /// Keys, and what proves them.
  static let certificates = """
    public.x509-certificate | public.data | cer crt der pem \
    | application/x-x509-ca-cert application/pkix-cert application/x-pem-file
    com.rsa.pkcs-12         | public.data | p12 pfx | application/pkcs12 application/x-pkcs12
    com.apple.keychain      | public.data | keychain keychain-db |
    """
}
