/// A project that has a bit of everything, and single edits of it.
///
/// Ten frames a second in chunks of twenty:
/// ```
/// seconds   0         2         4         6         8
/// chunks    |    0    |    1    |    2    |    3    |
/// main      a──────────××─b───────push─gradient──
/// overlay        ▒▒▒bars▒▒▒  ░░ glass ░░        ▒▒ glass
/// titles       Title────              Moving
/// music     ─────────────────────────────────────────
/// voice          ──────
/// ```
enum IncrementalProject {
  static let text = """
    {
      "cutlist": 1,
      "output": {
        "size": "160x90", "frameRate": 10, "background": "#102030",
        "video": { "preset": "ultrafast", "crf": 23, "gop": "1s" },
        "audio": { "bitRate": "64k", "sampleRate": 8000 }
      },
      "media": {
        "a": { "generate": "counter", "clip": 1 },
        "b": { "generate": "counter", "clip": 2 },
        "bars": { "generate": "bars" },
        "sky": { "generate": "gradient", "from": "#204060", "to": "#f0e0c0" },
        "glass": { "color": "#c0402080" },
        "music": { "generate": "tone", "frequency": 220, "level": 0.3 },
        "voice": { "generate": "tone", "frequency": 660, "level": 0.2 }
      },
      "tracks": [
        { "id": "main", "video": [
          { "id": "first", "clip": "a", "duration": "2.5s", "audio": false },
          { "transition": "dissolve", "duration": "0.6s" },
          { "clip": "b", "in": "1s", "duration": "2s", "audio": false },
          { "transition": "push", "direction": "left", "duration": "0.4s" },
          { "clip": "sky", "duration": "2.5s" }
        ] },
        { "id": "overlay", "video": [
          { "clip": "bars", "at": "1s", "duration": "1.5s", "scale": 0.4,
            "position": ["70%", "60%"], "opacity": 0.8 },
          { "clip": "glass", "at": "3s", "duration": "0.5s" },
          { "clip": "glass", "at": "7.2s", "duration": "0.5s", "anchor": ["50%", "50%"],
            "scale": 0.75 }
        ] },
        { "id": "titles", "titles": [
          { "at": "0.6s", "duration": "1.2s", "text": "Title", "font": "DejaVu Sans", "size": 30,
            "color": "#ffe0a0", "position": ["50%", "30%"], "outline": { "width": 2, "color": "navy" },
            "fade": { "in": "0.3s" } },
          { "at": "5s", "duration": "0.9s", "text": "Moving", "font": "DejaVu Sans", "size": 20,
            "box": { "color": "#00000080", "padding": 4 },
            "animate": [ { "property": "position", "from": ["20%", "50%"],
              "to": ["60%", "50%"], "easing": "ease-in" } ] }
        ] },
        { "id": "music", "gain": "-3dB", "audio": [
          { "clip": "music", "duration": "8s", "fadeIn": "0.5s", "fadeOut": "1s" }
        ], "duck": { "under": "voice", "to": 0.25, "attack": "0.2s", "release": "0.3s" } },
        { "id": "voice", "audio": [ { "clip": "voice", "at": "2.5s", "duration": "1s", "gain": 0.9,
          "pan": -0.5 } ] }
      ]
    }
    """

  /// What an edit changes.
  enum Effect {
    /// Some pictures, some sound, both, or nothing at all.
    case pictures, sound, both, nothing
    /// No picture, but how every picture is encoded.
    case pictureEncoding
    /// No sample, but how all sound is encoded.
    case audioEncoding
  }

  /// A single edit: a piece of the text, which stands there once, and what replaces it.
  struct Edit: CustomStringConvertible, Sendable {
    var name: String
    var old: String
    var new: String
    var effect: Effect

    init(_ name: String, _ old: String, _ new: String, _ effect: Effect) {
      self.name = name
      self.old = old
      self.new = new
      self.effect = effect
    }

    var description: String { name }
  }

  static let edits: [Edit] = [
    // Clips.
    Edit("trim a frame at the start", #""in": "1s""#, #""in": "1.1s""#, .pictures),
    Edit(
      "a frame longer", #""clip": "a", "duration": "2.5s""#, #""clip": "a", "duration": "2.6s""#,
      .pictures),
    Edit(
      "a frame shorter at the end", #""clip": "sky", "duration": "2.5s""#,
      #""clip": "sky", "duration": "2.4s""#, .pictures),
    Edit("other media", #""clip": "b", "in""#, #""clip": "a", "in""#, .pictures),
    Edit("speed", #""in": "1s""#, #""in": "1s", "speed": 2"#, .pictures),
    Edit(
      "sound of a clip that was silent", #""in": "1s", "duration": "2s", "audio": false"#,
      #""in": "1s", "duration": "2s""#, .sound),
    // Transitions.
    Edit("longer dissolve", #""duration": "0.6s""#, #""duration": "0.8s""#, .pictures),
    Edit(
      "dissolve that eases", #""dissolve", "duration": "0.6s""#,
      #""dissolve", "duration": "0.6s", "easing": "ease-in-out""#, .pictures),
    Edit(
      "dissolve after the cut", #""dissolve", "duration": "0.6s""#,
      #""dissolve", "duration": "0.6s", "align": "start""#, .pictures),
    Edit("other direction", #""direction": "left""#, #""direction": "up""#, .pictures),
    Edit("wipe for push", #""transition": "push""#, #""transition": "wipe""#, .pictures),
    // Placement.
    Edit("moved by a pixel", #"["70%", "60%"]"#, #"[113, 54]"#, .pictures),
    Edit("scale", #""scale": 0.4"#, #""scale": 0.5"#, .pictures),
    Edit("opacity", #""opacity": 0.8"#, #""opacity": 0.7"#, .pictures),
    Edit("rotation", #""scale": 0.4"#, #""scale": 0.4, "rotation": 10"#, .pictures),
    Edit("later", #""at": "3s""#, #""at": "3.1s""#, .pictures),
    Edit("crop", #""opacity": 0.8"#, #""opacity": 0.8, "crop": { "left": 0.2 }"#, .pictures),
    Edit("anchor", #""anchor": ["50%", "50%"]"#, #""anchor": ["40%", "50%"]"#, .pictures),
    // Media.
    Edit("number of a counter", #""clip": 2"#, #""clip": 3"#, .pictures),
    Edit("end of a gradient", "#f0e0c0", "#f0e0c1", .pictures),
    Edit(
      "direction of a gradient", ##""to": "#f0e0c0""##, ##""to": "#f0e0c0", "direction": "down""##,
      .pictures),
    Edit("colour", "#c0402080", "#c0402070", .pictures),
    Edit("background", "#102030", "#402030", .pictures),
    // Titles.
    Edit("text", #""Title""#, #""Titel""#, .pictures),
    Edit("size of text", #""size": 30"#, #""size": 31"#, .pictures),
    Edit("colour of text", "#ffe0a0", "#ffe0a4", .pictures),
    Edit(
      "font", #""text": "Title", "font": "DejaVu Sans""#,
      #""text": "Title", "font": "DejaVu Serif""#, .pictures),
    Edit("weight", #""text": "Title""#, #""text": "Title", "weight": 700"#, .pictures),
    Edit("outline", #""outline": { "width": 2"#, #""outline": { "width": 3"#, .pictures),
    Edit("fade", #""fade": { "in": "0.3s" }"#, #""fade": { "in": "0.4s" }"#, .pictures),
    Edit("padding of a box", #""padding": 4"#, #""padding": 5"#, .pictures),
    Edit("easing of an animation", #""easing": "ease-in""#, #""easing": "ease-out""#, .pictures),
    Edit("end of an animation", #"["60%", "50%"]"#, #"["61%", "50%"]"#, .pictures),
    Edit(
      "alignment of one line", #""text": "Title""#, #""text": "Title", "align": "right""#, .nothing),
    Edit(
      "offset of a shadow that is clear", #""text": "Title""#,
      ##""text": "Title", "shadow": { "color": "#00000000", "offset": [9, 9] }"##, .nothing),
    Edit(
      "a title under the picture", #""tracks": ["#,
      #""tracks": [ { "titles": [ { "at": "1s", "duration": "1s", "text": "Hidden", "font": "DejaVu Sans" } ] },"#,
      .nothing),
    Edit(
      "a picture beside the output", #"{ "id": "titles","#,
      #"{ "video": [ { "clip": "bars", "duration": "1s", "position": [400, 45] } ] }, { "id": "titles","#,
      .nothing),
    // Sound.
    Edit("gain of a clip", #""gain": 0.9"#, #""gain": 0.8"#, .sound),
    Edit("gain of a track", #""gain": "-3dB""#, #""gain": "-4dB""#, .sound),
    Edit("pan", #""pan": -0.5"#, #""pan": 0.5"#, .sound),
    Edit("fade in", #""fadeIn": "0.5s""#, #""fadeIn": "0.6s""#, .sound),
    Edit(
      "fade out", #""fadeOut": "1s""#, #""fadeOut": { "duration": "1s", "curve": "equal-power" }"#,
      .sound),
    Edit("voice a frame later", #""at": "2.5s""#, #""at": "2.6s""#, .sound),
    Edit("frequency", #""frequency": 660"#, #""frequency": 661"#, .sound),
    Edit("level", #""level": 0.3"#, #""level": 0.31"#, .sound),
    Edit("depth of ducking", #""to": 0.25"#, #""to": 0.3"#, .sound),
    Edit("release of ducking", #""release": "0.3s""#, #""release": "0.4s""#, .sound),
    Edit(
      "a clip that is silenced", #"{ "id": "music", "gain""#,
      #"{ "audio": [ { "clip": "voice", "at": "5s", "duration": "1s", "gain": 0 } ] }, { "id": "music", "gain""#,
      .nothing),
    // Encoding.
    Edit("quality", #""crf": 23"#, #""crf": 22"#, .pictureEncoding),
    Edit("preset", #""preset": "ultrafast""#, #""preset": "superfast""#, .pictureEncoding),
    Edit("profile", #""crf": 23"#, #""crf": 23, "profile": "main""#, .pictureEncoding),
    Edit("distance of key frames", #""gop": "1s""#, #""gop": "0.5s""#, .pictureEncoding),
    Edit("bit rate for quality", #""crf": 23"#, #""bitRate": "300k""#, .pictureEncoding),
    Edit("bit rate of sound", #""bitRate": "64k""#, #""bitRate": "48k""#, .audioEncoding),
    // What no one sees or hears.
    Edit("white space", #""id": "main", "video": ["#, #""id" :"main","video":   ["#, .nothing),
    Edit("name of an item", #""id": "first""#, #""id": "opening""#, .nothing),
    Edit("name of a track", #""id": "overlay""#, #""id": "above""#, .nothing),
    Edit(
      "media that is not used", #""media": {"#, ##""media": { "spare": { "color": "#123456" },"##,
      .nothing),
    Edit("the same written otherwise", #""duration": "0.6s""#, #""duration": "6f""#, .nothing),
  ]
}
