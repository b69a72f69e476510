extension BuiltInTypes {
  /// Still pictures.
  static let images = """
    public.image              | public.data public.content | |
    public.jpeg               | public.image | jpg jpeg jpe jfif | image/jpeg image/jpg image/pjpeg
    public.jpeg-2000          | public.image | jp2 jpf jpx j2k j2c jpc jpm \
    | image/jp2 image/jpx image/jpm image/jpeg2000 image/x-jp2-codestream
    public.jpeg-xl            | public.image | jxl | image/jxl
    public.png                | public.image | png | image/png
    public.tiff               | public.image | tiff tif | image/tiff
    com.compuserve.gif        | public.image | gif | image/gif
    com.microsoft.bmp         | public.image | bmp dib | image/bmp image/x-ms-bmp image/x-bmp
    com.microsoft.ico         | public.image | ico | image/vnd.microsoft.icon image/x-icon
    com.microsoft.cur         | public.image | cur | image/x-win-bitmap
    com.microsoft.dds         | public.image | dds | image/x-dds image/vnd.ms-dds
    com.apple.icns            | public.image | icns | image/x-icns
    com.apple.pict            | public.image | pict pct pic | image/x-pict
    com.apple.macpaint-image  | public.image | pntg mac pnt | image/x-macpaint
    com.apple.quicktime-image | public.image | qtif | image/x-quicktime
    public.heif-standard      | public.image | heif hif | image/heif
    public.heic               | public.heif-standard | heic | image/heic
    public.heics              | public.heif-standard | heics | image/heic-sequence
    public.avif               | public.heif-standard | avif | image/avif
    public.avis               | public.heif-standard | avis | image/avif-sequence
    org.webmproject.webp      | public.image | webp | image/webp
    public.svg-image          | public.image public.xml | svg | image/svg+xml
    public.mpo-image          | public.jpeg  | mpo | image/mpo
    public.pbm                | public.image | pbm pgm ppm pnm pam | image/x-portable-anymap \
    image/x-portable-bitmap image/x-portable-graymap image/x-portable-pixmap
    public.xbitmap-image      | public.image | xbm | image/x-xbitmap image/x-xbm
    org.x.xpixmap-image       | public.image | xpm | image/x-xpixmap image/x-xpm
    public.radiance           | public.image | hdr pfm | image/vnd.radiance
    public.pvr                | public.image | pvr |
    com.truevision.tga-image  | public.image | tga targa | image/x-tga image/x-targa
    com.sgi.sgi-image         | public.image | sgi bw rgb rgba | image/x-sgi image/x-rgb
    com.kodak.flashpix-image  | public.image | fpx | image/x-fpx image/vnd.fpx
    com.ilm.openexr-image     | public.image | exr | image/x-exr image/aces
    com.adobe.photoshop-image | public.image | psd | image/vnd.adobe.photoshop image/x-psd
    com.adobe.photoshop-large-image | public.image | psb |
    com.adobe.illustrator.ai-image  | public.image com.adobe.pdf | ai \
    | application/illustrator application/vnd.adobe.illustrator
    com.zsoft.pcx-image       | public.image | pcx | image/vnd.zbrush.pcx image/x-pcx
    org.gimp.xcf-image        | public.image | xcf | image/x-xcf
    org.khronos.ktx           | public.image | ktx | image/ktx
    org.khronos.ktx2          | public.image | ktx2 | image/ktx2
    org.khronos.astc          | public.image | astc | image/astc
    """

  /// Pictures as the sensor of a camera saw them.
  static let rawImages = """
    public.camera-raw-image          | public.image | | image/x-dcraw
    com.adobe.raw-image              | public.camera-raw-image | dng | image/x-adobe-dng
    com.canon.crw-raw-image          | public.camera-raw-image | crw | image/x-canon-crw
    com.canon.cr2-raw-image          | public.camera-raw-image | cr2 | image/x-canon-cr2
    com.canon.cr3-raw-image          | public.camera-raw-image | cr3 | image/x-canon-cr3
    com.canon.tif-raw-image          | public.camera-raw-image | |
    com.nikon.raw-image              | public.camera-raw-image | nef | image/x-nikon-nef
    com.nikon.nrw-raw-image          | public.camera-raw-image | nrw | image/x-nikon-nrw
    com.sony.raw-image               | public.camera-raw-image | srf | image/x-sony-srf
    com.sony.sr2-raw-image           | public.camera-raw-image | sr2 | image/x-sony-sr2
    com.sony.arw-raw-image           | public.camera-raw-image | arw | image/x-sony-arw
    com.fuji.raw-image               | public.camera-raw-image | raf | image/x-fuji-raf
    com.olympus.raw-image            | public.camera-raw-image | orf | image/x-olympus-orf
    com.olympus.or-raw-image         | public.camera-raw-image | ori |
    com.panasonic.raw-image          | public.camera-raw-image | raw | image/x-panasonic-rw
    com.panasonic.rw2-raw-image      | public.camera-raw-image | rw2 | image/x-panasonic-rw2
    com.pentax.raw-image             | public.camera-raw-image | pef | image/x-pentax-pef
    com.samsung.raw-image            | public.camera-raw-image | srw | image/x-samsung-srw
    com.leica.raw-image              | public.camera-raw-image | |
    com.leica.rwl-raw-image          | public.camera-raw-image | rwl |
    com.leafamerica.raw-image        | public.camera-raw-image | mos |
    com.hasselblad.3fr-raw-image     | public.camera-raw-image | 3fr |
    com.hasselblad.fff-raw-image     | public.camera-raw-image | fff |
    com.phaseone.raw-image           | public.camera-raw-image | iiq |
    com.konicaminolta.raw-image      | public.camera-raw-image | mrw | image/x-minolta-mrw
    com.kodak.raw-image              | public.camera-raw-image | dcr kdc k25 \
    | image/x-kodak-dcr image/x-kodak-kdc image/x-kodak-k25
    com.epson.raw-image              | public.camera-raw-image | erf |
    com.mamiya.raw-image             | public.camera-raw-image | mef |
    com.sigma.raw-image              | public.camera-raw-image | x3f | image/x-sigma-x3f
    com.dxo.raw-image                | public.camera-raw-image | dxo |
    """
}
