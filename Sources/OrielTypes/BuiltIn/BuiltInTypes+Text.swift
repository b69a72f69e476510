extension BuiltInTypes {
  /// Text without markup, and texts of a form.
  static let text = """
    public.text                         | public.data public.content  |          |
    public.plain-text                   | public.text                 | txt text | text/plain
    public.utf8-plain-text              | public.plain-text           |          |
    public.utf16-plain-text             | public.plain-text           |          |
    public.utf16-external-plain-text    | public.plain-text           |          |
    com.apple.traditional-mac-plain-text | public.plain-text          |          |
    public.utf8-tab-separated-values-text | public.tab-separated-values-text \
    public.utf8-plain-text | |
    public.log                          | public.plain-text           | log      | text/x-log
    public.delimited-values-text        | public.text                 |          |
    public.comma-separated-values-text  | public.delimited-values-text | csv     | text/csv
    public.tab-separated-values-text    | public.delimited-values-text | tsv tab \
    | text/tab-separated-values
    net.daringfireball.markdown         | public.plain-text | md markdown mdown mkd \
    | text/markdown text/x-markdown
    public.rtf                          | public.text | rtf | application/rtf text/rtf
    com.apple.flat-rtfd                 | public.data public.composite-content | |
    public.patch-file | public.plain-text | patch diff | text/x-patch text/x-diff
    public.vcard    | public.text public.contact | vcf vcard vct gcrd \
    | text/vcard text/x-vcard text/directory
    com.apple.ical.ics | public.text public.calendar-event | ics ical icalendar ifb | text/calendar
    com.apple.ical.vcs | public.text public.calendar-event | vcs | text/x-vcalendar
    public.email-message  | public.data public.message | eml | message/rfc822
    com.apple.mail.email  | public.email-message | emlx |
    org.w3.webvtt         | public.plain-text | vtt | text/vtt
    com.apple.xcode.strings-text | public.text | strings |
    com.apple.xcode.stringsdict  | com.apple.property-list | stringsdict |
    com.apple.entitlements-plist | com.apple.property-list | entitlements |
    """

  /// Markup, values and lists.
  static let markup = """
    public.html    | public.text | html htm shtml shtm | text/html
    public.xhtml   | public.xml  | xhtml xht | application/xhtml+xml
    public.xml     | public.text | xml | application/xml text/xml
    public.rss     | public.xml  | rss | application/rss+xml
    com.real.smil  | public.xml  | smil smi sml | application/smil+xml application/smil
    public.json    | public.text | json | application/json
    public.geojson | public.json | geojson | application/geo+json
    public.yaml    | public.text | yaml yml | application/yaml application/x-yaml text/yaml
    public.toml    | public.text | toml | application/toml
    public.css     | public.text | css | text/css
    com.apple.property-list        | public.data | plist |
    com.apple.xml-property-list    | public.xml com.apple.property-list | |
    com.apple.binary-property-list | com.apple.property-list | |
    com.apple.ascii-property-list  | public.text com.apple.property-list | |
    com.apple.webarchive | public.data public.composite-content | webarchive \
    | application/x-webarchive
    public.m3u-playlist | public.text public.playlist | m3u m3u8 vlc \
    | audio/x-mpegurl audio/mpegurl application/vnd.apple.mpegurl
    public.pls-playlist | public.text public.playlist | pls | audio/x-scpls
    com.microsoft.advanced-stream-redirector | public.text public.playlist \
    | asx wax wvx wmx | audio/x-ms-asx
    """

  /// Text of programs.
  static let sourceCode = """
    public.source-code            | public.plain-text  |             |
    public.c-source               | public.source-code | c           | text/x-csrc
    public.c-source.preprocessed  | public.c-source    | i           |
    public.c-header               | public.source-code | h           | text/x-chdr
    public.c-plus-plus-source     | public.source-code | cpp cc cxx cp c++ | text/x-c++src
    public.c-plus-plus-source.preprocessed | public.c-plus-plus-source | ii |
    public.c-plus-plus-header     | public.source-code | hpp hh hxx hp h++ | text/x-c++hdr
    public.c-plus-plus-inline-header | public.c-plus-plus-header | ipp |
    public.objective-c-source     | public.source-code | m           | text/x-objcsrc
    public.objective-c-plus-plus-source | public.source-code | mm    | text/x-objc++src
    public.swift-source           | public.source-code | swift       | text/x-swift
    public.assembly-source        | public.source-code | s asm       | text/x-asm
    public.nasm-assembly-source   | public.assembly-source | nasm    |
    public.fortran-source         | public.source-code | f for       | text/x-fortran
    public.fortran-77-source      | public.fortran-source | f77      |
    public.fortran-90-source      | public.fortran-source | f90      |
    public.fortran-95-source      | public.fortran-source | f95      |
    public.pascal-source          | public.source-code | pas p       | text/x-pascal
    public.ada-source             | public.source-code | adb ads ada | text/x-adasrc
    public.lex-source             | public.source-code | l lm lpp lxx |
    public.yacc-source            | public.source-code | y ym ypp yxx |
    public.mig-source             | public.source-code | defs mig    |
    public.opencl-source          | public.source-code | cl          | text/x-opencl-src
    public.make-source            | public.script      | mk mak make | text/x-makefile
    public.protobuf-source        | public.source-code | proto       |
    com.sun.java-source           | public.source-code | java        | text/x-java
    org.khronos.glsl-source       | public.source-code | glsl        |
    com.apple.metal               | public.source-code | metal       |
    org.rust-lang.rust-script     | public.source-code | rs          | text/rust text/x-rust
    com.netscape.javascript-source | public.source-code public.executable | js mjs jscript \
    | text/javascript application/javascript application/x-javascript
    public.script                 | public.source-code |             |
    public.shell-script           | public.script | sh | application/x-shellscript \
    application/x-sh text/x-shellscript text/x-sh
    public.bash-script            | public.shell-script | bash       |
    public.zsh-script             | public.shell-script | zsh        |
    public.ksh-script             | public.shell-script | ksh        |
    public.csh-script             | public.shell-script | csh        | application/x-csh
    public.tcsh-script            | public.shell-script | tcsh       |
    com.apple.terminal.shell-script | public.shell-script | command  |
    public.python-script          | public.script | py pyw | text/x-python text/x-script.python \
    text/x-python3
    public.perl-script            | public.script | pl pm perl | application/x-perl text/x-perl
    public.ruby-script            | public.script | rb rbw | application/x-ruby text/x-ruby
    public.php-script             | public.script | php php3 php4 php5 ph3 ph4 phtml \
    | application/x-php text/php application/x-httpd-php
    com.apple.applescript.text    | public.script | applescript |
    com.apple.applescript.script  | public.data public.script | scpt |
    """
}
