import Diagnostics
import OutputKinds
import PictureKinds

/// A key as other programs call it, and what this format has instead.
struct ForeignKey: Sendable {
  /// Names without case, hyphens and underscores.
  let names: [String]
  /// The key of the same object that means it; `nil` where there is none.
  let ours: String?
  /// What to know about it, or what to do where there is no such key.
  let advice: String?

  init(_ names: String, _ ours: String?, _ advice: String? = nil) {
    self.names = names.split(separator: " ").map(String.init)
    self.ours = ours
    self.advice = advice
  }

  /// What a key of an object may mean; `nil` where nobody knows.
  static func meaning(of key: String, in description: String) -> ForeignKey? {
    guard key.utf8.count <= Spelling.lengthLimit else { return nil }
    let word = Spelling.plain(key)
    for table in tables(description) {
      if let found = table.first(where: { $0.names.contains(word) }) { return found }
    }
    return nil
  }

  /// Effects, which are no keys.
  private static let effects = EffectKind.all.map { kind in
    let told = kind.parameters.first(where: \.isRequired) ?? kind.parameters.first
    let value =
      told.flatMap { told in told.examples.first.map { ", \"\(told.name)\": \($0.json)" } } ?? ""
    return ForeignKey(
      Spelling.plain(kind.name), nil,
      "what changes a picture is an effect: \"effects\": [ { \"effect\": \"\(kind.name)\"\(value) } ]"
    )
  }

  /// The lists for an object by the name of its description, the likeliest first.
  static let tables: [String: [[ForeignKey]]] = [
    "videoClip": [clip, placement, note, effects],
    "clipDefaults": [clip, placement, note, effects],
    "audioClip": [audioClip, clip, note],
    "audioDefaults": [audioClip, clip, note],
    "channelMap": [channelMap],
    "title": [title, layer, placement, note, effects],
    "titleDefaults": [title, layer, placement, note, effects],
    "style": [layer, placement, title, clip, transition, note],
    "layer": [layer, placement, note, effects],
    "videoTransition": [transition, note],
    "audioTransition": [transition, note],
    "transitionDefaults": [transition, note],
    "gap": [gap, note],
    "track": [track, note],
    "marker": [marker, note],
    "beats": [beats, note],
    "output": [output],
    "namedOutput": [output],
    "rendition": [rendition],
    "renditionVideo": [renditionVideo],
    "videoEncoding": [encoding],
    "audioEncoding": [encoding],
    "project": [project],
    "animation": [animation],
    "duck": [duck],
    "mediaFile": [media, note],
    "mediaColor": [media, note],
    "mediaFilter": [media, note],
    "mediaLUT": [look, note],
    "lutEffect": [lutEffect],
    "fade": [fade],
    "titleFade": [fade],
    "view": [view],
    "gainChange": [gainChange],
  ]

  private static func tables(_ description: String) -> [[ForeignKey]] {
    tables[description] ?? (description.hasSuffix("Effect") ? [effect] : [])
  }

  // MARK: - On tracks

  private static let audioClip = [
    ForeignKey(
      "af filter filters afilter audiofilters effect effects fx", "audioFilter",
      "\"audioFilter\": \"highpass=f=80\" is a chain of FFmpeg's filters of sound")
  ]
  private static let channelMap = [
    ForeignKey("l fl lf frontleft", "left"), ForeignKey("r fr rf frontright", "right"),
    ForeignKey("c fc mono centre frontcenter", "center"), ForeignKey("sub subwoofer low", "lfe"),
    ForeignKey("bl ls lb rearleft leftsurround surroundleft", "backLeft"),
    ForeignKey("br rs rb rearright rightsurround surroundright", "backRight"),
    ForeignKey("sl lss", "sideLeft"), ForeignKey("sr rss", "sideRight"),
  ]

  private static let clip = [
    ForeignKey(
      "start begin from startfrom starttime trimstart sourcein inpoint ss offset", "in",
      "\"in\" is where the clip starts in its media, \"at\" where it starts in the movie"),
    ForeignKey(
      "end stop to endat endtime trimend sourceout outpoint", "out",
      "\"out\" is where the clip ends in its media, \"duration\" how long it is in the movie"),
    ForeignKey("time startat position timeline timelinestart", "at"),
    ForeignKey("length dur len time", "duration"),
    ForeignKey("volume level loudness amplify db", "gain"),
    ForeignKey("balance panning", "pan"),
    ForeignKey("mute silent nosound", "muted"),
    ForeignKey("rate tempo playbackrate velocity timescale speedfactor", "speed"),
    ForeignKey("name label title", "id"),
    ForeignKey(
      "src source file path media asset url filename input ref", "clip",
      "a clip names an entry of \"media\", where its file is named: "
        + "\"media\": { \"bridge\": \"bridge.mp4\" }"),
    ForeignKey(
      "crossfade transition transitions dissolve xfade", nil,
      "a change of picture is an item between two clips, "
        + "{ \"transition\": \"dissolve\", \"duration\": \"1s\" }; "
        + "\"fade\" is about the clip's own picture, \"fadeIn\" and \"fadeOut\" about its sound"),
    ForeignKey(
      "effect fx grade colorgrade colorcorrection", "effects",
      "\"effects\": [ { \"effect\": \"exposure\", \"stops\": 0.5 } ]"),
    ForeignKey(
      "filters vf avfilter videofilter libavfilter ffmpeg", "filter",
      "\"filter\": \"hue=s=0\" is a chain of FFmpeg's filters"),
    ForeignKey(
      "stabilize stabilization denoise deshake deflicker deband deblock", nil,
      "FFmpeg's filters do that where they look at few pictures: \"filter\": { \"chain\": \"hqdn3d\", "
        + "\"memory\": \"0.5s\" } against noise, deflicker, deband, deblock. Shaky pictures are steadied before: "
        + "vidstab looks at a whole file"),
    ForeignKey(
      "gamma", nil,
      "what changes a picture is an effect: "
        + "\"effects\": [ { \"effect\": \"lift-gamma-gain\", \"gamma\": 1.2 } ]"),
    ForeignKey(
      "lut luts lut3d lut1d look cube colortable cdl", nil,
      "a LUT is an entry of \"media\", { \"look\": { \"lut\": \"look.cube\" } }, that an effect names: "
        + "\"effects\": [ { \"effect\": \"lut\", \"media\": \"look\" } ]"),
    ForeignKey(
      "af audiofilters afilter", "audioFilter",
      "\"audioFilter\": \"highpass=f=80\" is a chain of FFmpeg's filters of sound"),
    ForeignKey(
      "reverse reversed backwards", nil,
      "\"speed\": -1 plays a clip in reverse, from its \"out\" to its \"in\""),
    ForeignKey(
      "still freezeframe holdframe", "freeze",
      "\"freeze\": \"2s\" holds the picture at 2 s of the source"),
    ForeignKey(
      "stretch stretchtofit fittofill timestretch", "stretchTo",
      "\"stretchTo\": \"3s\" plays all from \"in\" to \"out\" in 3 s"),
    ForeignKey(
      "loops repeat repeats looping loopcount numberofplays pingpong boomerang", "loop",
      "\"loop\": 3 plays a clip three times; true, as long as \"duration\" says, and \"ping-pong\" "
        + "there and back"),
    ForeignKey(
      "timeremap timeremapping remap retime timewarp timecurve setpts", "timeMap",
      "\"timeMap\": [ { \"at\": \"0s\", \"source\": \"2s\" }, { \"at\": \"3s\", \"source\": \"2.5s\" } ]"
    ),
    ForeignKey(
      "frameblend frameblending interpolation interpolate minterpolate opticalflow", "frames",
      "\"frames\": \"blend\" mixes the source's frames, and \"flow\" makes those between them"),
    ForeignKey(
      "speedramp ramp speedcurve variablespeed speedkeyframes", "speed",
      "\"speed\": [ { \"at\": \"0s\", \"speed\": 1 }, { \"at\": \"2s\", \"speed\": 0.25 } ]"),
    ForeignKey(
      "enabled enable disabled visible hidden", nil,
      "\"when\": false leaves an item out; those after it move up"),
    ForeignKey(
      "type kind", nil,
      "the first key says what an item is: \"clip\", \"gap\" or \"transition\""),
    ForeignKey(
      "text caption subtitle", nil,
      "text stands on a track of its own: "
        + "{ \"titles\": [ { \"at\": \"1s\", \"duration\": \"3s\", \"text\": \"Hello\" } ] }"),
    ForeignKey(
      "videostream audiostream stream interlace alpha colorspace", nil,
      "it belongs to the file: \"media\": { \"bridge\": { \"file\": \"bridge.mp4\", … } }"),
    ForeignKey(
      "fps framerate", nil, "the rate belongs to the movie: \"output\": { \"frameRate\": 30 }"),
    ForeignKey(
      "kenburns panzoom panandzoom zoompan zoomin zoomto", "view",
      "\"view\": [ { \"width\": 1 }, { \"x\": 0.3, \"y\": 0.3, \"width\": 0.4 } ] moves into the picture"
    ),
    ForeignKey(
      "mask masks border stroke shadow dropshadow cornerradius borderradius rounded chromakey greenscreen "
        + "lumakey keying colorkey", "effects",
      "they are effects: \"effects\": [ { \"effect\": \"mask\", \"radius\": 0.1 }, { \"effect\": \"border\" } ]"
    ),
    ForeignKey(
      "matte trackmatte lumamatte alphamatte", nil,
      "a matte belongs to the track: { \"matte\": { \"track\": \"shape\" }, \"video\": [ … ] }"),
    ForeignKey(
      "adjust adjustment adjustmentlayer", nil,
      "\"media\": { \"below\": { \"generate\": \"below\" } } is what lies below a clip; a clip of it with "
        + "effects changes all of that"),
    ForeignKey(
      "width height w h size resolution", "scale", "\"fit\" says how a clip fills the picture"),
    ForeignKey("objectfit resize aspect aspectratio", "fit"),
    ForeignKey("imagerendering resampling pixelated nearest pixelart scalemode", "scaling"),
    ForeignKey("animation animations keyframes motion", "animate"),
  ]
  private static let placement = [
    ForeignKey(
      "x y left top pos translate", "position", "both together: \"position\": [640, 360]"),
    ForeignKey("zoom", "scale"),
    ForeignKey(
      "flip mirror mirrored hflip vflip fliph flipv flop", "scale",
      "\"scale\": [-1, 1] exchanges left and right, [1, -1] above and below"),
    ForeignKey("shear skewx skewy lean slant", "skew", "\"skew\": [10, 0] is both together"),
    ForeignKey("rotate angle orientation", "rotation"),
    ForeignKey("alpha", "opacity"),
    ForeignKey("transparency", "opacity", "\"opacity\" is the reverse: 1 is opaque, 0 invisible"),
    ForeignKey("origin pivot transformorigin anchorpoint", "anchor"),
    ForeignKey("animation animations keyframes motion", "animate"),
  ]
  private static let transition = [
    ForeignKey("type kind name effect", "transition"),
    ForeignKey("length dur time len", "duration"),
    ForeignKey("ease timing curve interpolation", "easing"),
    ForeignKey("alignment position", "align"),
    ForeignKey("from side orientation", "direction"),
  ]
  private static let marker = [
    ForeignKey("time start position timecode frame", "at"),
    ForeignKey("label title id text", "name"),
  ]
  private static let beats = [
    ForeignKey("bpm beatsperminute rate speed", "tempo"),
    ForeignKey("start at begin first", "offset"),
    ForeignKey("timesignature signature beatsperbar bar", "meter"), ForeignKey("name label", "id"),
  ]
  private static let note = [
    ForeignKey("comment comments notes description remark annotation", "note")
  ]
  private static let gap = [
    ForeignKey("duration length dur", nil, "a gap is its length: { \"gap\": \"1s\" }")
  ]
  private static let fade = [
    ForeignKey("length time dur", "duration"), ForeignKey("type shape easing", "curve"),
    ForeignKey("fadein start", "in"), ForeignKey("fadeout end", "out"),
  ]
  private static let title = [
    ForeignKey("start begin from starttime in time", "at"),
    ForeignKey("end stop to endtime out", "until"),
    ForeignKey("length dur len", "duration"),
    ForeignKey("name label", "id"),
    ForeignKey(
      "fadein fadeout", "fade", "both together: \"fade\": { \"in\": \"0.5s\", \"out\": \"0.5s\" }"),
  ]
  private static let layer = [
    ForeignKey("caption content string value title message body", "text"),
    ForeignKey("fontsize textsize pointsize", "size"),
    ForeignKey("fontfamily family typeface fontname", "font"),
    ForeignKey("bold fontweight", "weight", "400 is regular, 700 bold"),
    ForeignKey("fontstyle oblique", "italic"),
    ForeignKey("fontcolor textcolor foreground fill fillcolor", "color"),
    ForeignKey("textalign alignment justify", "align"),
    ForeignKey("background backgroundcolor bg bgcolor", "box"),
    ForeignKey("stroke border strokecolor strokewidth", "outline"),
    ForeignKey("dropshadow textshadow", "shadow"),
    ForeignKey("lineheight leading", "lineSpacing"),
    ForeignKey("maxwidth wrap", "width"),
    ForeignKey("src source picture logo", "image"),
    ForeignKey(
      "writingmode textorientation verticaltext vertical tategaki", nil,
      "text runs in horizontal lines alone; a column is a text with a line break after each character"
    ),
    ForeignKey(
      "words karaoke highlight wordhighlight", nil,
      "which word is said is shown by a track of captions: { \"captions\": [{ \"clip\": \"subs\" }], "
        + "\"words\": { \"now\": { \"color\": \"yellow\" } } }"),
  ]

  // MARK: - Around them

  private static let track = [
    ForeignKey(
      "type kind clips items elements children segments", "video",
      "the key says what a track is: \"video\", \"audio\" or \"titles\""),
    ForeignKey("sound music sounds", "audio"),
    ForeignKey("subtitles captions texts text title overlays", "titles"),
    ForeignKey("name label", "id"),
    ForeignKey("volume level", "gain"),
    ForeignKey("mute silent", "muted"),
    ForeignKey(
      "pan balance", nil,
      "sound is panned clip by clip, { \"clip\": …, \"pan\": -0.3 }, or moved by the track's \"panAutomation\""
    ),
    ForeignKey("ducking sidechain", "duck"),
  ]
  private static let output = [
    ForeignKey("fps rate framespersecond", "frameRate"),
    ForeignKey("resolution dimensions geometry", "size"),
    ForeignKey("width height w h", "size", "both together: \"size\": \"1280x720\""),
    ForeignKey("bg backgroundcolor", "background"),
    ForeignKey("length dur", "duration"),
    ForeignKey("sound", "audio"),
    ForeignKey(
      "crf preset bitrate quality gop profile", "video",
      "it is about the encoder: \"video\": { \"crf\": 20 }"),
    ForeignKey(
      "samplerate channels", "audio",
      "it is about the encoder: \"audio\": { \"sampleRate\": 48000 }"),
    ForeignKey(
      "codec videocodec vcodec", "video",
      "it is about the encoder: \"video\": { \"codec\": \"hevc\" }"),
    ForeignKey(
      "audiocodec acodec", "audio",
      "it is about the encoder: \"audio\": { \"codec\": \"flac\" }"),
    ForeignKey("format filetype muxer", "container"),
    ForeignKey(
      "range part start from inpoint outpoint", nil,
      "a part of the edit is a movie of its own, \"outputs\": { \"teaser\": { \"range\": \"2s..8s\" } }, or is asked for "
        + "with --range 2s..8s"),
    ForeignKey(
      "crop fit placement reframe", nil,
      "how clips fill another size is said by their \"fit\", \"crop\" and \"view\", which may be a parameter that the "
        + "output gives: \"with\": { \"fit\": \"cover\" }"),
    ForeignKey(
      "ladder bitrateladder variants streams qualities representations", "renditions",
      "each is what differs: \"renditions\": [{ \"size\": \"640x360\" }]"),
    ForeignKey(
      "file path filename name out output destination", nil,
      "the movie is named on the command line: cutlist render PROJECT -o FILE.mp4"),
  ]
  private static let rendition = [
    ForeignKey("resolution dimensions width height scale", "size", "as in \"size\": \"640x360\""),
    ForeignKey(
      "crf quality bitrate codec preset profile bandwidth encoding", "video",
      "it is about the encoder: \"video\": { \"crf\": 28 }"),
    ForeignKey("framerate fps rate", nil, "all renditions have the movie's frames"),
    ForeignKey("audio sound language", nil, "the movie's sound is there once, for all renditions"),
    ForeignKey("container format", nil, "all renditions are in the movie's container"),
  ]
  private static let renditionVideo = [
    ForeignKey(
      "gop keyint keyframeinterval", nil,
      "key frames are where the output has them; \"gop\" in its \"video\" says how far apart")
  ]
  private static let encoding = [
    ForeignKey("quality", "crf"), ForeignKey("bitrate rate", "bitRate"),
    ForeignKey("maxbitrate vbvmaxrate peakrate", "maxrate"),
    ForeignKey("buffersize vbvbufsize buffer vbv", "bufsize"),
    ForeignKey("keyint keyframeinterval gopsize", "gop"), ForeignKey("frequency", "sampleRate"),
    ForeignKey("format encoder", "codec"),
  ]
  private static let project = [
    ForeignKey(
      "version formatversion schemaversion", "cutlist", "the project format's version is 1"),
    ForeignKey("timeline sequence sequences layers composition edit", "tracks"),
    ForeignKey(
      "clips items", "tracks", "clips stand on tracks: \"tracks\": [ { \"video\": [ … ] } ]"),
    ForeignKey("sources assets files inputs resources library", "media"),
    ForeignKey("settings export target render", "output"),
    ForeignKey(
      "fps framerate size resolution width height duration", "output",
      "it belongs to the movie: \"output\": { \"size\": \"1280x720\", \"frameRate\": 30 }"),
    ForeignKey("tests expected golden", "expect"),
    ForeignKey(
      "name title author description comment comments notes", "note", "\"note\" is free text"),
    ForeignKey("bpm tempo beat grid", "beats", "\"beats\": { \"tempo\": 128 }"),
    ForeignKey("style", "styles"),
    ForeignKey("marker bookmarks cues chapters", "markers"),
  ]
  private static let animation = [
    ForeignKey("type prop attribute target key", "property"),
    ForeignKey("times offsets", "keyTimes"),
    ForeignKey(
      "keyframes frames", "values",
      "values and their times stand apart: \"values\": [0, 1], \"keyTimes\": [0, 1]"),
    ForeignKey("start delay at", "begin"),
    ForeignKey("length dur", "duration"),
    ForeignKey("ease timing timingfunction curve interpolation", "easing"),
    ForeignKey("loop loops iterations repeatcount count", "repeat"),
    ForeignKey("yoyo alternate reverse bounce", "autoreverse"),
    ForeignKey("start startvalue", "from"), ForeignKey("end endvalue", "to"),
  ]
  private static let duck = [
    ForeignKey("track source trigger sidechain", "under"),
    ForeignKey("amount level gain volume depth ratio by", "to"),
    ForeignKey("fadein fadedown", "attack"), ForeignKey("fadeout fadeup", "release"),
  ]
  private static let look = [
    ForeignKey("correction cccid cdlid shot name", "id"),
    ForeignKey(
      "amount opacity strength mix intensity", nil,
      "it belongs to the effect: { \"effect\": \"lut\", \"media\": \"look\", \"amount\": 0.5 }"),
  ]
  private static let lutEffect = [
    ForeignKey(
      "file path lut src source look name cube", "media",
      "an effect names an entry of \"media\": \"media\": { \"look\": { \"lut\": \"look.cube\" } }"),
    ForeignKey("opacity strength mix intensity share", "amount"),
  ]
  private static let effect = [
    ForeignKey("strength intensity opacity mix level value share", "amount"),
    ForeignKey("size sigma blur", "radius"), ForeignKey("feather feathering", "softness"),
  ]
  private static let view = [
    ForeignKey("left", "x"), ForeignKey("top", "y"), ForeignKey("w", "width"),
    ForeignKey("h", "height"),
    ForeignKey("zoom scale factor", "width", "a zoom to twice the size is \"width\": 0.5"),
    ForeignKey("from to", nil, "a list goes from one part to the next: \"view\": [ { … }, { … } ]"),
    ForeignKey(
      "rect rectangle box", nil,
      "a part is { \"x\": 0.25, \"y\": 0.25, \"width\": 0.5 }, in shares of the picture"),
    ForeignKey(
      "at time keytime start begin duration easing ease curve", nil,
      "a list is gone through evenly; for other times and easings animate it: \"animate\": "
        + "[ { \"property\": \"view\", \"values\": [ … ], \"keyTimes\": [ … ], \"easing\": \"ease\" } ]"
    ),
  ]
  private static let gainChange = [
    ForeignKey("to level volume value end", "gain"), ForeignKey("start begin time", "at"),
    ForeignKey("length dur ramp fade", "duration"), ForeignKey("startvalue", "from"),
    ForeignKey(
      "property", nil,
      "\"automation\" is of the gain: { \"at\": \"2s\", \"gain\": \"-12dB\" }; \"panAutomation\" moves the pan"
    ),
  ]
  static let media = [
    ForeignKey("src source path url filename video audio movie uri", "file"),
    ForeignKey("solid background fill", "color"),
    ForeignKey("generator pattern", "generate"),
    ForeignKey("lavfi graph", "filter"),
    ForeignKey("lut3d lut1d luts cube 3dl cdl cc ccc look lookuptable colortable haldclut", "lut"),
    ForeignKey("frames images pictures pattern", "sequence"),
    ForeignKey(
      "in out start end duration speed gain volume fps framerate", nil,
      "it belongs to the clip: { \"clip\": \"bridge\", \"in\": \"2s\", \"duration\": \"5s\" }"),
  ]
}
