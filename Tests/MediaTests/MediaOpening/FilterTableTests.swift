import LibAV
import Testing

@testable import MediaOpening

/// The table against the libavfilter that is there.
@Suite("filters a project may use")
struct FilterTableTests {
  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  @Test("every filter of the table is there, with every option that it may have")
  func exists() {
    #expect(FilterTable.options.count > 350)
    for (filter, options) in FilterTable.options {
      #expect(FilterCatalog.has(filter), "\(filter)")
      let known = Set(FilterCatalog.options(of: filter).map(\.name))
      #expect(options.subtracting(known).isEmpty, "\(filter)")
    }
  }

  @Test("every filter of this libavfilter is in the table, or known to do more than compute")
  func isComplete() {
    for filter in FilterCatalog.names {
      let isAllowed = FilterTable.options[filter] != nil
      #expect(isAllowed != (FilterTable.reaching[filter] != nil), "\(filter)")
    }
    // Libraries and other filters are not reached for by these.
    for filter in ["movie", "ladspa", "frei0r", "sendcmd", "zmq", "drawtext", "lut3d", "openclsrc"]
    {
      #expect(FilterTable.options[filter] == nil)
    }
  }

  @Test("every option of the table's filters is in it, or known to reach outside")
  func optionsAreComplete() {
    for (filter, options) in FilterTable.options {
      let known = Set(FilterCatalog.options(of: filter).map(\.name))
      let reaching = FilterTable.reachingOptions[filter, default: []]
      #expect(known.subtracting(options) == reaching, "\(filter)")
    }
  }

  @Test("every option that takes any text was looked at: none names a file, an address or a graph")
  func textsAreClassified() {
    var unseen: [String] = []
    for (filter, options) in FilterTable.options {
      let seen = Set(Self.texts.filter { $0.filters.contains(filter) }.flatMap(\.options))
      for option in FilterCatalog.options(of: filter)
      where option.isText && options.contains(option.name) && !seen.contains(option.name) {
        unseen.append("\(filter).\(option.name)")
      }
    }
    #expect(unseen.sorted() == [])
    let suspicious = [
      "file", "path", "url", "addr", "host", "model", "plugin", "lib", "dir", "name",
    ]
    for (filter, options) in FilterTable.options {
      for option in FilterCatalog.options(of: filter)
      where option.isText && options.contains(option.name) {
        #expect(!suspicious.contains { option.name.contains($0) }, "\(filter).\(option.name)")
      }
    }
  }

  /// What each text is read as, in libavfilter's sources.
  private static let texts: [(kind: String, filters: [String], options: [String])] =
    """
    numbers | acrossover | split gain
    numbers | adelay | delays
    numbers | aecho | delays decays
    numbers | afftdn | band_noise bn
    numbers | aiir | zeros z poles p gains k
    numbers | amix mix tmix | weights
    numbers | asegment segment | timestamps samples frames
    numbers | astreamselect streamselect shuffleframes | map mapping
    numbers | chorus | delays decays speeds depths
    numbers | compand | attacks decays points
    numbers | mcompand | args
    numbers | convolution | 0m 1m 2m 3m
    numbers | curves | master m red r green g blue b all
    numbers | detelecine telecine cellauto life | pattern p rule
    numbers | selectivecolor | reds yellows greens cyans blues magentas whites neutrals blacks
    numbers | anequalizer | params
    numbers | xstack | layout
    numbers | v360 | in_forder out_forder in_frot out_frot rorder
    numbers | setdar setsar | dar sar ratio r
    numbers | zscale | w width h height size s
    expressions | aeval aevalsrc | exprs
    expressions | afftfilt | real imag
    expressions | ametadata metadata aselect dctdnoiz select asetpts setpts xfade asettb settb | expr e tb
    expressions | firequalizer | gain gain_entry
    expressions | volume | volume
    expressions | afirsrc | frequency f magnitude m phase p
    expressions | sine | samples_per_frame
    expressions | aevalsrc anullsrc | sample_rate s r
    expressions | addroi delogo overlay | x y w h
    expressions | blend tblend | c0_expr c1_expr c2_expr c3_expr all_expr
    expressions | boxblur | luma_radius lr chroma_radius cr alpha_radius ar
    expressions | crop | out_w w out_h h x y
    expressions | drawbox drawgrid | x y width w height h thickness t
    expressions | drawgraph adrawgraph | fg1 fg2 fg3 fg4
    expressions | eq | contrast brightness saturation gamma gamma_r gamma_g gamma_b gamma_weight
    expressions | fftfilt | weight_Y weight_U weight_V
    expressions | fps showspectrum | fps
    expressions | geq | lum_expr lum cb_expr cb cr_expr cr alpha_expr a red_expr r
    expressions | geq | green_expr g blue_expr b
    expressions | hue | h s H b
    expressions | lut lutrgb lutyuv | c0 c1 c2 c3 y u v r g b a
    expressions | lut2 pseudocolor tlut2 | c0 c1 c2 c3
    expressions | pad | width w height h x y
    expressions | perspective | x0 y0 x1 y1 x2 y2 x3 y3
    expressions | qp | qp
    expressions | rotate | angle a out_w ow out_h oh
    expressions | scale scale2ref | w width h height size s
    expressions | swaprect | w h x1 y1 x2 y2
    expressions | vignette | angle a x0 y0
    expressions | zoompan | zoom z x y d
    expressions | showvolume | c
    colours | abitscope showwaves showwavespic showfreqs anequalizer | colors
    colours | aphasemeter | mpc
    colours | drawbox drawgrid rotate shear | color c fillcolor
    colours | xstack | fill
    channels | aeval aevalsrc anullsrc channelmap channelsplit join | channel_layout c cl
    channels | aformat | channel_layouts cl
    channels | allpass bandpass bandreject bass biquad equalizer highpass highshelf | channels c
    channels | lowpass lowshelf tiltshelf treble | channels c
    channels | asubboost channelsplit dynaudnorm speechnorm showfreqs | channels h
    channels | headphone channelmap join | map
    channels | pan | args
    channels | surround | chl_out chl_in
    names of formats | aformat | sample_fmts f sample_rates r
    names of formats | format noformat | pix_fmts
    names of formats | scale scale2ref | flags in_color_matrix out_color_matrix
    keys of metadata | ametadata metadata | key value
    keys of metadata | drawgraph adrawgraph | m1 m2 m3 m4
    keys of metadata | drawbox | box_source
    words to be spoken | flite | text
    one of a fixed list | flite | v voice
    one of a fixed list | pp | subfilters
    """.split(separator: "\n").map { line in
      let parts = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      return (parts[0].joined(separator: " "), parts[1], parts[2])
    }

  // MARK: - Decisions

  @Test(
    "filters that reach files, connections, libraries, devices or other filters are refused",
    arguments: [
      "anullsrc,ladspa=file=./evil.so:p=x", "testsrc,metadata=mode=print:file=out.txt",
      "testsrc,split[a][b];[a][b]psnr=stats_file=out.txt", "testsrc,vmafmotion=stats_file=out.txt",
      "testsrc,vmafmotion=out.txt", "testsrc,zmq=bind_address=tcp\\://*\\:5555", "anullsrc,azmq",
      "movie=http\\\\://127.0.0.1/x.mp4", "movie=/etc/passwd", "amovie=a.wav", "mov\\ie=a.mp4",
      "'movie'=a.mp4", "movie@x=a.mp4", "color[a];movie=a.mp4[b];[a][b]overlay",
      "testsrc,drawtext=textfile=/etc/passwd", "testsrc,drawtext=text=a", "testsrc,subtitles=a.srt",
      "testsrc,ass=a.ass", "life=filename=/etc/passwd", "life=f=/etc/passwd", "life=/etc/passwd",
      "life='/etc/passwd'", "life=\\/etc/passwd:s=8x8", "life= /etc/passwd",
      "life=rule=B3/S23:s=9x9:filename=/x", "life=threads=1:s=9x9:stitch=1:threads=1:/etc/passwd",
      "life=s=8x8:f\\ilename=/etc/passwd", "cellauto=/etc/passwd", "cellauto=filename=a",
      "life=\nfilename=a", "testsrc,lut3d=file=a.cube", "testsrc,lut1d=a.cube",
      "testsrc,haldclut,lut3d", "testsrc,frei0r=filter_name=evil", "frei0r_src=filter_name=evil",
      "testsrc,sendcmd=f=a.txt", "testsrc,sendcmd='0 drawtext reinit x'", "anullsrc,asendcmd=f=a",
      "flite=textfile=/etc/passwd", "flite=list_voices=1:text=a", "flite=1:2:a:/etc/passwd",
      "testsrc,signature=filename=a", "testsrc,curves=psfile=a.acv", "testsrc,curves=plot=a.gp",
      "testsrc,selectivecolor=psfile=a", "testsrc,deshake=filename=a",
      "testsrc,firequalizer=dumpfile=a",
      "testsrc,split[a][b];[a]palettegen[p];[b][p]paletteuse=debug_kdtree=a",
      "testsrc,removelogo=a.png", "testsrc,nnedi=weights=a.bin", "testsrc,vidstabdetect=result=a",
      "testsrc,dnn_processing=model=a.pb", "anullsrc,arnndn=m=a", "anullsrc,sofalizer=sofa=a",
      "testsrc,hwupload", "openclsrc=source=a.cl", "testsrc,gblur_vulkan", "testsrc,realtime",
      "testsrc,fieldhint=hint=a", "anullsrc,showcqt", "anullsrc,lv2=plugin=a", "buffer",
      "sws_flags=bilinear;movie=a.mp4", "testsrc,scale=2:2,metadata@movie=print:file=-",
    ])
  func refused(text: String) throws {
    let refusal = try #require(try FilterRules().refusal(of: text), "\(text)")
    switch refusal {
    case .filter(_, let reach): #expect(reach != nil)
    case .option(let option, let filter):
      #expect(FilterTable.reachingOptions[filter]?.contains(option) == true)
    default: Issue.record("\(refusal)")
    }
  }

  @Test(
    "filters that compute are allowed, with values that have names, have none, and are quoted",
    arguments: [
      "testsrc2=size=64x48:rate=25", "testsrc2=64x48", "color=c=red@0.5:s=16x16:d=1,format=rgba",
      "sws_flags=area;testsrc,scale=32:24",
      "testsrc,scale@first=w=32:h=-1:threads=2,hue=s=0:enable=1",
      "sine=440:4,volume='if(gt(t,1),0.5,1)':eval=frame", "aevalsrc='sin(440*2*PI*t)|0':c=stereo",
      "anullsrc,aresample=48000:resampler=swr:async=1", "life=s=32x32:rule=B3/S23:seed=1",
      "color[a];testsrc[b];[a][b]overlay=x=1:y=2:eof_action=pass:shortest=1",
      "color[a];testsrc[b];[a][b]blend=all_mode=multiply:shortest=1", "flite=text='a, b':voice=slt",
      "testsrc,metadata=mode=add:key=a:value=b", "testsrc,curves=vintage", "mandelbrot,hue=s=0",
      "testsrc,format=pix_fmts=yuv420p|yuv444p", "cellauto=rule=110:s=8x8", "testsrc,null",
    ])
  func allowed(text: String) throws {
    #expect(try FilterRules().refusal(of: text) == nil)
    _ = try FilterGraph(text)
  }

  @Test("a filter that does not exist is said not to, not that it reaches anything")
  func unknown() throws {
    #expect(try FilterRules().refusal(of: "testscr") == .unknownFilter("testscr"))
    #expect(
      try FilterRules().refusal(of: "testsrc=sise=2x2") == .unknownOption("sise", of: "testsrc"))
    let rules = FilterRules(allowed: ["testscr"])
    #expect(try rules.refusal(of: "testscr") == .unknownFilter("testscr"))
    #expect(
      FilterRules.problem(allowing: "moovie")
        == "there is no filter 'moovie'; did you mean 'movie'?")
    #expect(FilterRules.problem(allowing: "movie") == nil)
  }

  @Test("what the command line allows is allowed, and nothing else with it")
  func allowing() throws {
    let rules = FilterRules(allowed: ["movie", "life"])
    #expect(try rules.refusal(of: "movie=a.mp4") == nil)
    #expect(try rules.refusal(of: "life=filename=a") == nil)
    #expect(try rules.refusal(of: "movie=a.mp4,ladspa=a") == .filter("ladspa", .code))
    #expect(rules.isExceptional("movie=a.mp4") && !rules.isExceptional("testsrc"))
  }
}
