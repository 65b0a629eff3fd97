internal import CLibAV

/// Which of libav's formats are read: containers, streams and pictures that say what they are.
///
/// What is in no list is refused, so a format that a new release adds has to be looked at first. The
/// tests hold the lists against the formats of the libavformat that is there.
package enum ContainerFormats {
  /// libav's names of the formats that are read.
  package static let readable = names(
    """
    aac aax ac3 ace act adx aea aiff amr ape apng argo_asf asf asf_o ast au av1 avi avr avs2 avs3 bit
    caf cavsvideo cine codec2 dhav dirac dnxhd dsf dss dts dtshd dv dxa eac3 epaf fits flac flic flv
    gif gxf h261 h263 h264 hcom hevc ico iff ifv ilbc ipmovie ircam iss ivf ivr jv kux lmlm4 loas
    lvf lxf m4v matroska,webm mjpeg mjpeg_2000 mlp mov,mp4,m4a,3gp,3g2,mj2 mp3 mpc mpc8 mpeg mpegts
    mpegvideo mtaf mtv mv mxf mxg nc nistsphere nsp nsv nut nuv obu ogg oma pva pvf qcp r3d rm rpl
    sbc sds sdx ser shn smjpeg sox swf tak tta truehd ty vc1 vc1test vivo voc vqf w64 wav wsd wtv wv
    wve xwma yuv4mpegpipe filmstrip cdxl ipu s337m spdif

    alias_pix brender_pix bmp_pipe cri_pipe dds_pipe dpx_pipe exr_pipe gem_pipe gif_pipe j2k_pipe
    jpeg_pipe jpegls_pipe jpegxl_pipe msp pam_pipe pbm_pipe pcx_pipe pfm_pipe pgm_pipe pgmyuv_pipe
    pgx_pipe phm_pipe photocd_pipe pictor_pipe png_pipe ppm_pipe psd_pipe qdraw_pipe qoi_pipe
    sgi_pipe sunrast_pipe svg_pipe tiff_pipe vbn_pipe webp_pipe xbm_pipe xpm_pipe xwd_pipe
    """)

  /// Why a format is not read.
  package enum Refusal: CaseIterable, Sendable {
    case list
    case script
    case captions
    case bare
    case program
    /// A HEIF file whose picture is made in a way that is not read.
    case photo
    /// A HEIF file whose tables lead nowhere.
    case damagedPhoto
    case unknown
  }

  /// libav's names of the formats that are not read.
  package static let refused: [Refusal: Set<String>] = [
    .list: names(
      """
      concat dash hls imf image2pipe live_flv mlv msnwctcp rtp rtsp sap sdp vapoursynth avisynth
      vobsub webm_dash_manifest
      """),
    .script: names("adf bin ffmetadata idf sbg tty xbin"),
    .captions: names(
      """
      aqtitle ass dvbsub dvbtxt jacosub lrc mcc microdvd mpl2 mpsub pjs realtext sami scc srt stl
      subviewer subviewer1 sup tedcaptions vplayer webvtt
      """),
    .bare: names(
      """
      adp alaw amrnb amrwb aptx aptx_hd bitpacked cdg codec2raw data daud dfpwm f32be f32le f64be
      f64le g722 g723_1 g726 g726le g729 gsm ingenient mpegtsraw mpjpeg mulaw rawvideo s16be
      s16le s24be s24le s32be s32le s8 sdr2 sln u16be u16le u24be u24le u32be u32le u8 v210 v210x
      vidc
      """),
    .program: names(
      """
      3dostr 4xm aa acm ads afc aix alp anm apc apm argo_brp argo_cvg avs bethsoftvid bfi bfstm bink
      binka bmv boa brstm c93 dcstr derf dfa dsicin ea ea_cdata film_cpk frm fsb fwse gdv genh hca
      hnm idcin iv8 kvag libgme libopenmpt luodat mca mgsts mm mmf mods moflex msf musx mvi paf pmp
      pp_bnk psxstr redspark rl2 roq rsd rso scd sga siff simbiosis_imx smk smush sol svag svs thp
      tiertexseq tmv txd vag vividas vmd vpk wc3movie wsaud wsvqa xa xmv xvag yop
      """),
  ]

  /// `image2` takes files by the ending of their names. These are of pictures that have a header;
  /// others are bare samples, for which it looks for more files beside.
  static let pictureEndings: Set<String> = names(
    """
    bmp bw cri dds dng dpx exr gif hdr ico im1 im24 im32 im8 j2c j2k jls jp2 jpc jpeg jpg jps jxl ljpg
    mng mpo pam pbm pcd pct pcx pfm pgm pgmyuv phm pic pict pix png pnm pns ppm psd ptx qoi ras rgb
    rgba rs sgi sun sunras svg svgz tga tif tiff webp xbm xpm xwd
    """)

  /// libav's names of all formats that this libavformat reads.
  package static var all: [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let format = unsafe av_demuxer_iterate(&position) {
      if let name = unsafe string(format.pointee.name) { names.append(name) }
    }
    return names
  }

  /// Why a file is not read; `nil` where it is.
  package static func refusal(of format: String, ending: String) -> Refusal? {
    if readable.contains(format) { return nil }
    if format == "image2", pictureEndings.contains(String(ending.lowercased().dropFirst())) {
      return nil
    }
    let refusal = refused.first { $0.value.contains(format) }?.key ?? .unknown
    // MP3 behind something else looks like one of these to libav; whoever opens it looks closer.
    return refusal == .bare && ending.lowercased() == ".mp3" ? nil : refusal
  }

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
