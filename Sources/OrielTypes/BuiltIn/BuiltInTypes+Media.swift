extension BuiltInTypes {
  /// Pictures that move.
  static let movies = """
    public.audiovisual-content | public.data public.content | |
    public.movie               | public.audiovisual-content | |
    public.video               | public.movie | |
    com.apple.quicktime-movie  | public.movie | mov qt | video/quicktime
    public.mpeg                | public.movie | mpg mpeg mpe \
    | video/mpeg video/mpg video/x-mpeg
    public.mpeg-2-video        | public.video | m2v mpv2 | video/mpeg2
    public.mpeg-2-transport-stream | public.movie | ts m2t m2ts mts | video/mp2t
    public.mpeg-4              | public.movie | mp4 mpg4 | video/mp4 video/mp4v-es
    com.apple.m4v-video        | public.movie | m4v | video/x-m4v
    com.apple.protected-mpeg-4-video | com.apple.m4v-video | |
    public.avi                 | public.movie | avi vfw | video/x-msvideo video/vnd.avi video/avi
    public.3gpp                | public.movie | 3gp 3gpp | video/3gpp
    public.3gpp2               | public.movie | 3g2 3gp2 | video/3gpp2
    public.dv-movie            | public.movie | dv dif | video/dv video/x-dv
    org.matroska.mkv           | public.movie | mkv | video/x-matroska video/matroska
    org.webmproject.webm       | public.movie | webm | video/webm
    org.xiph.ogg-video         | public.movie | ogv ogm | video/ogg video/x-ogg \
    video/x-theora+ogg video/x-ogm+ogg
    com.microsoft.windows-media-wm  | public.movie | wm |
    com.microsoft.windows-media-wmv | public.movie | wmv | video/x-ms-wmv
    com.microsoft.windows-media-wmp | public.movie | wmp |
    com.microsoft.advanced-systems-format | public.movie | asf \
    | video/x-ms-asf application/vnd.ms-asf
    com.real.realmedia         | public.movie | rm rmvb | application/vnd.rn-realmedia
    com.adobe.flash.video      | public.movie | flv | video/x-flv video/flv
    com.autodesk.flic-animation | public.video | fli flc | video/x-flic video/fli
    com.macromedia.shockwave-flash | public.data | swf \
    | application/vnd.adobe.flash.movie application/x-shockwave-flash
    """

  /// Sound.
  static let sounds = """
    public.audio               | public.audiovisual-content | |
    public.mp3                 | public.audio | mp3 mpga | audio/mpeg audio/mp3 audio/x-mp3
    public.mp2                 | public.audio | mp2 | audio/mp2
    public.mpeg-4-audio        | public.audio | mp4a | audio/mp4
    com.apple.m4a-audio        | public.mpeg-4-audio | m4a | audio/x-m4a
    com.apple.mpeg-4-ringtone  | public.mpeg-4-audio | m4r | audio/x-m4r
    com.apple.protected-mpeg-4-audio | public.audio | m4p | audio/x-m4p
    com.apple.protected-mpeg-4-audio-b | public.audio | m4b | audio/x-m4b
    public.aac-audio           | public.audio | aac adts | audio/aac audio/aacp audio/x-aac
    public.ac3-audio           | public.audio | ac3 | audio/ac3
    public.enhanced-ac3-audio  | public.audio | eac3 ec3 | audio/eac3
    public.aiff-audio          | public.audio | aiff aif | audio/aiff audio/x-aiff
    public.aifc-audio          | public.aiff-audio | aifc aiffc | audio/x-aifc
    public.ulaw-audio          | public.audio | au ulw snd | audio/basic
    com.microsoft.waveform-audio | public.audio | wav wave bwf \
    | audio/wav audio/x-wav audio/vnd.wave audio/wave
    com.microsoft.windows-media-wma | public.audio | wma | audio/x-ms-wma
    public.midi-audio          | public.audio | mid midi kar | audio/midi audio/x-midi
    com.apple.coreaudio-format | public.audio | caf | audio/x-caf
    org.3gpp.adaptive-multi-rate-audio | public.audio | amr awb | audio/amr audio/amr-wb
    org.xiph.flac              | public.audio | flac | audio/flac audio/x-flac
    org.xiph.ogg-audio         | public.audio | ogg oga spx | audio/ogg audio/x-ogg \
    audio/x-vorbis+ogg audio/x-speex+ogg audio/x-flac+ogg audio/vorbis
    org.xiph.opus              | org.xiph.ogg-audio | opus | audio/opus audio/x-opus+ogg
    org.matroska.mka           | public.audio | mka | audio/x-matroska
    org.webmproject.webm-audio | public.audio | | audio/webm
    com.real.realaudio         | public.audio | ra rax | audio/vnd.rn-realaudio
    com.digidesign.sd2-audio   | public.audio | sd2 |
    com.audible.aa-audiobook   | public.audio | aa | audio/x-pn-audibleaudio audio/vnd.audible
    com.audible.aax-audiobook  | public.audio | aax | audio/vnd.audible.aax
    """
}
