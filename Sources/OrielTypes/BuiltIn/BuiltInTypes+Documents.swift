extension BuiltInTypes {
  /// Documents for people.
  static let documents = """
    com.adobe.pdf           | public.data public.composite-content | pdf | application/pdf
    com.adobe.postscript    | public.data | ps | application/postscript
    com.adobe.encapsulated-postscript | com.adobe.postscript | eps epsf epsi | image/x-eps
    org.idpf.epub-container | public.data public.composite-content | epub | application/epub+zip
    com.apple.ibooks        | public.data public.composite-content | ibooks |
    com.microsoft.xps       | public.data public.composite-content | xps oxps \
    | application/oxps application/vnd.ms-xpsdocument
    com.apple.iwork.pages.pages       | com.apple.package public.composite-content | pages |
    com.apple.iwork.pages.sffpages    | public.data public.composite-content | pages \
    | application/vnd.apple.pages
    com.apple.iwork.numbers.numbers   | com.apple.package public.spreadsheet | numbers |
    com.apple.iwork.numbers.sffnumbers | public.data public.spreadsheet | numbers \
    | application/vnd.apple.numbers
    com.apple.iwork.keynote.key       | com.apple.package public.presentation | key keynote |
    com.apple.iwork.keynote.sffkey    | public.data public.presentation | key keynote \
    | application/vnd.apple.keynote application/x-iwork-keynote-sffkey
    """

  /// Documents of office programs.
  static let officeDocuments = """
    com.microsoft.word.doc  | public.data public.composite-content | doc \
    | application/msword application/vnd.ms-word
    com.microsoft.word.dot  | public.data public.composite-content | dot \
    | application/msword-template
    com.microsoft.word.wordml | public.xml | |
    com.microsoft.excel.xls | public.data public.spreadsheet | xls xlc xll xlm xlw xla xld \
    | application/vnd.ms-excel application/msexcel application/x-msexcel
    com.microsoft.excel.xlt | public.data public.spreadsheet | xlt |
    com.microsoft.powerpoint.ppt | public.data public.presentation | ppt ppz \
    | application/vnd.ms-powerpoint application/mspowerpoint
    com.microsoft.powerpoint.pps | public.data public.presentation | pps |
    com.microsoft.powerpoint.pot | public.data public.presentation | pot |
    org.openxmlformats.openxml | public.zip-archive | |
    org.openxmlformats.wordprocessingml.document \
    | org.openxmlformats.openxml public.composite-content | docx \
    | application/vnd.openxmlformats-officedocument.wordprocessingml.document
    org.openxmlformats.wordprocessingml.template \
    | org.openxmlformats.openxml public.composite-content | dotx \
    | application/vnd.openxmlformats-officedocument.wordprocessingml.template
    org.openxmlformats.wordprocessingml.document.macroenabled \
    | org.openxmlformats.openxml public.composite-content | docm \
    | application/vnd.ms-word.document.macroenabled.12
    org.openxmlformats.wordprocessingml.template.macroenabled \
    | org.openxmlformats.openxml public.composite-content | dotm \
    | application/vnd.ms-word.template.macroenabled.12
    org.openxmlformats.spreadsheetml.sheet | org.openxmlformats.openxml public.spreadsheet | xlsx \
    | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
    org.openxmlformats.spreadsheetml.template | org.openxmlformats.openxml public.spreadsheet \
    | xltx | application/vnd.openxmlformats-officedocument.spreadsheetml.template
    org.openxmlformats.spreadsheetml.sheet.macroenabled \
    | org.openxmlformats.openxml public.spreadsheet | xlsm \
    | application/vnd.ms-excel.sheet.macroenabled.12
    org.openxmlformats.spreadsheetml.template.macroenabled \
    | org.openxmlformats.openxml public.spreadsheet | xltm \
    | application/vnd.ms-excel.template.macroenabled.12
    org.openxmlformats.presentationml.presentation \
    | org.openxmlformats.openxml public.presentation | pptx \
    | application/vnd.openxmlformats-officedocument.presentationml.presentation
    org.openxmlformats.presentationml.template \
    | org.openxmlformats.openxml public.presentation | potx \
    | application/vnd.openxmlformats-officedocument.presentationml.template
    org.openxmlformats.presentationml.slideshow \
    | org.openxmlformats.openxml public.presentation | ppsx \
    | application/vnd.openxmlformats-officedocument.presentationml.slideshow
    org.openxmlformats.presentationml.presentation.macroenabled \
    | org.openxmlformats.openxml public.presentation | pptm \
    | application/vnd.ms-powerpoint.presentation.macroenabled.12
    org.openxmlformats.presentationml.template.macroenabled \
    | org.openxmlformats.openxml public.presentation | potm \
    | application/vnd.ms-powerpoint.template.macroenabled.12
    org.openxmlformats.presentationml.slideshow.macroenabled \
    | org.openxmlformats.openxml public.presentation | ppsm \
    | application/vnd.ms-powerpoint.slideshow.macroenabled.12
    org.oasis-open.opendocument.text | public.data public.composite-content | odt \
    | application/vnd.oasis.opendocument.text
    org.oasis-open.opendocument.text-template | public.data public.composite-content | ott \
    | application/vnd.oasis.opendocument.text-template
    org.oasis-open.opendocument.text-master | public.data public.composite-content | odm \
    | application/vnd.oasis.opendocument.text-master
    org.oasis-open.opendocument.text-web | public.data public.composite-content | oth \
    | application/vnd.oasis.opendocument.text-web
    org.oasis-open.opendocument.spreadsheet | public.data public.spreadsheet | ods \
    | application/vnd.oasis.opendocument.spreadsheet
    org.oasis-open.opendocument.spreadsheet-template | public.data public.spreadsheet | ots \
    | application/vnd.oasis.opendocument.spreadsheet-template
    org.oasis-open.opendocument.presentation | public.data public.presentation | odp \
    | application/vnd.oasis.opendocument.presentation
    org.oasis-open.opendocument.presentation-template | public.data public.presentation | otp \
    | application/vnd.oasis.opendocument.presentation-template
    org.oasis-open.opendocument.graphics | public.data public.composite-content | odg \
    | application/vnd.oasis.opendocument.graphics
    org.oasis-open.opendocument.graphics-template | public.data public.composite-content | otg \
    | application/vnd.oasis.opendocument.graphics-template
    org.oasis-open.opendocument.chart | public.data public.content | odc \
    | application/vnd.oasis.opendocument.chart
    org.oasis-open.opendocument.formula | public.data public.content | odf \
    | application/vnd.oasis.opendocument.formula
    org.oasis-open.opendocument.image | public.data public.content | odi \
    | application/vnd.oasis.opendocument.image
    org.oasis-open.opendocument.database | public.data public.database | odb \
    | application/vnd.oasis.opendocument.base application/vnd.oasis.opendocument.database \
    application/vnd.sun.xml.base
    """

  /// Bodies in space.
  static let models = """
    public.polygon-file-format          | public.data public.3d-content | ply | model/ply
    public.standard-tesselated-geometry-format | public.data public.3d-content | stl | model/stl
    public.geometry-definition-format   | public.data public.3d-content | obj | model/obj
    public.alembic                      | public.data public.3d-content | abc |
    com.pixar.universal-scene-description | public.data public.3d-content | usd usda usdc \
    | model/vnd.usda
    com.pixar.universal-scene-description-mobile | public.data public.3d-content | usdz \
    | model/vnd.usdz+zip
    org.khronos.collada.digital-asset-exchange | public.xml public.3d-content | dae \
    | model/vnd.collada+xml
    org.khronos.gltf                    | public.json public.3d-content | gltf | model/gltf+json
    org.khronos.glb                     | public.data public.3d-content | glb | model/gltf-binary
    com.apple.scenekit.scene            | public.data public.3d-content | scn |
    com.apple.reality                   | public.data public.3d-content | reality |
    com.autodesk.fbx                    | public.data public.3d-content | fbx |
    """

  /// Shapes of letters.
  static let fonts = """
    public.truetype-font            | public.data public.font | |
    public.truetype-ttf-font        | public.truetype-font | ttf | font/ttf application/x-font-ttf
    public.truetype-collection-font | public.data public.font | ttc | font/collection
    public.opentype-font            | public.data public.font | otf | font/otf application/x-font-otf
    public.opentype-collection-font | public.data public.font | otc |
    com.apple.truetype-datafork-suitcase-font | public.data public.font | dfont |
    com.adobe.postscript-font       | public.data public.font | | application/x-font-type1
    com.adobe.postscript.pfb-font   | com.adobe.postscript-font | pfb |
    com.adobe.postscript.pfa-font   | com.adobe.postscript-font | pfa |
    com.adobe.postscript-lwfn-font  | com.adobe.postscript-font | lwfn |
    org.w3.woff                     | public.data public.font | woff | font/woff
    org.w3.woff2                    | public.data public.font | woff2 | font/woff2
    """
}
