/// What can be done with a picture, and FFmpeg's filter that comes nearest to it.
struct Feature {
  /// As people call it.
  var name: String
  /// Keys of the clip besides those that every clip has; empty for none.
  var clip = ""
  /// Instead of the one track with the clip: all tracks.
  var tracks: String?
  /// Filters of the picture; with labels, of two pictures `[0:v]` and `[1:v]`. `nil` where FFmpeg
  /// has none.
  var filter: String?
  /// Keys of the media besides the two clips.
  var media = ""
  /// Whether FFmpeg reads two files for it.
  var hasTwoInputs: Bool { filter?.contains("[1:v]") ?? false }
}

extension Feature {
  /// An effect by its name and the numbers that are not its own.
  fileprivate init(_ name: String, effect: String, _ filter: String?) {
    let (kind, rest) = (effect.prefix { $0 != " " }, effect.drop { $0 != " " })
    let numbers = rest.isEmpty ? "" : ",\(rest)"
    self.init(
      name: name, clip: #", "effects": [{ "effect": "\#(kind)"\#(numbers) }]"#, filter: filter)
  }

  /// A second clip over the first.
  fileprivate init(_ name: String, over keys: String, _ filter: String?) {
    self.init(
      name: name,
      tracks: """
        { "video": [{ "clip": "a", "duration": "2s" }] },
        { "video": [{ "clip": "b", "duration": "2s", \(keys) }] }
        """, filter: filter)
  }

  /// From one clip to the next over two seconds, which are all of both.
  fileprivate init(_ name: String, transition: String, _ filter: String?) {
    self.init(
      name: name,
      tracks: """
        { "video": [{ "clip": "a", "duration": "2s" },
          { "transition": \(transition), "duration": "2s", "mode": "overlap" },
          { "clip": "b", "duration": "2s" }] }
        """, filter: filter.map { "[0:v][1:v]xfade=transition=\($0):duration=2:offset=0" })
  }

  /// What is taken off every other row: one clip as it is, and two, one after the other.
  static let baselines = [
    Feature(name: "one clip as it is", filter: "null"),
    Feature(
      name: "two clips as they are",
      tracks: """
        { "video": [{ "clip": "a", "duration": "2s" }, { "clip": "b", "duration": "2s" }] }
        """, filter: "[1:v]nullsink;[0:v]null"),
  ]

  /// In the order in which the documentation tells of them.
  static let all = [
    Feature("exposure", effect: #"exposure "stops": 0.5"#, "exposure=exposure=0.5,format=yuv420p"),
    Feature("contrast", effect: #"contrast "amount": 1.2"#, "eq=contrast=1.2"),
    Feature("saturation", effect: #"saturation "amount": 1.3"#, "eq=saturation=1.3"),
    Feature("vibrance", effect: #"vibrance "amount": 0.5"#, "vibrance=0.5,format=yuv420p"),
    Feature("hue", effect: #"hue "angle": 30"#, "hue=h=30"),
    Feature(
      "temperature", effect: #"temperature "kelvin": 4500"#,
      "colortemperature=temperature=4500,format=yuv420p"),
    Feature(
      "curves", effect: #"curves "master": [[0, 0], [0.5, 0.6], [1, 1]]"#,
      "curves=master='0/0 0.5/0.6 1/1',format=yuv420p"),
    Feature(
      "levels", effect: #"levels "inBlack": 0.05, "gamma": 1.1"#,
      "colorlevels=rimin=0.05:gimin=0.05:bimin=0.05,format=yuv420p"),
    Feature(
      "channel mixer", effect: #"channel-mixer "redFromGreen": 0.1"#,
      "colorchannelmixer=rg=0.1,format=yuv420p"),
    Feature(
      "sepia", effect: "sepia",
      "colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131,format=yuv420p"),
    Feature("invert", effect: "invert", "negate"),
    Feature("blur, radius 1 % of the height", effect: #"blur "radius": 0.01"#, "gblur=sigma=10.8"),
    Feature("box blur", effect: #"box-blur "radius": 0.01"#, "boxblur=11:1"),
    Feature(
      "directional blur", effect: #"directional-blur "angle": 30"#, "dblur=angle=30:radius=16"),
    Feature("zoom blur", effect: "zoom-blur", nil),
    Feature("sharpen", effect: "sharpen", "unsharp=5:5:0.5:5:5:0"),
    Feature("pixelate", effect: "pixelate", "pixelize=54:54"),
    Feature("vignette", effect: "vignette", "vignette"),
    Feature("grain", effect: "grain", "noise=c0s=8:c0f=t"),
    Feature("glow", effect: "glow", nil),
    Feature(
      "rounded mask over another clip",
      over: #""effects": [{ "effect": "mask", "radius": 0.1, "feather": 0.02 }]"#, nil),
    Feature(
      "chroma key over another clip", over: #""effects": [{ "effect": "chroma-key" }]"#,
      "[1:v]chromakey=0x00ff00:0.2:0.1[k];[0:v][k]overlay,format=yuv420p"),
    Feature(
      "luma key over another clip", over: #""effects": [{ "effect": "luma-key" }]"#,
      "[1:v]format=yuva420p,lumakey=0:0.1:0.05[k];[0:v][k]overlay,format=yuv420p"),
    Feature(
      "half opacity", over: #""opacity": 0.5"#,
      "[1:v]format=yuva420p,colorchannelmixer=aa=0.5[k];[0:v][k]overlay,format=yuv420p"),
    Feature("multiply", over: #""blend": "multiply""#, "[1:v][0:v]blend=all_mode=multiply"),
    Feature("soft-light", over: #""blend": "soft-light""#, "[1:v][0:v]blend=all_mode=softlight"),
    Feature("luminosity", over: #""blend": "luminosity""#, nil),
    Feature(
      "a quarter as picture in picture", over: #""scale": 0.5, "position": ["75%", "75%"]"#,
      "[1:v]scale=960:540:flags=lanczos[k];[0:v][k]overlay=960:540,format=yuv420p"),
    Feature(
      name: "turned by 10 degrees", clip: #", "rotation": 10"#,
      filter: "rotate=10*PI/180:bilinear=1"),
    Feature(
      name: "slow zoom",
      clip: #", "view": [{ "width": "100%" }, { "width": "80%" }]"#,
      filter: "zoompan=z='1+0.25*on/60':d=1:s=1920x1080:fps=30"),
    Feature(
      name: "fit with a blurred background",
      clip: #", "crop": { "left": "30%", "right": "30%" }, "fit": "blur""#,
      filter: "crop=768:1080,split[a][b];[a]scale=1920:2700,crop=1920:1080,gblur=sigma=54[c];"
        + "[c][b]overlay=576:0,format=yuv420p"),
    Feature("dissolve", transition: #""dissolve""#, "fade"),
    Feature("push", transition: #""push", "direction": "left""#, "slideleft"),
    Feature(
      "wipe, soft clock", transition: #""wipe", "shape": "clock-cw12", "softness": 0.1"#, "radial"),
    Feature("zoom transition", transition: #""zoom""#, "zoomin"),
    Feature("dip", transition: #""dip""#, "fadeblack"),
    Feature(name: "slow motion, nearest", clip: #", "speed": 0.5"#, filter: "setpts=2*PTS,fps=30"),
    Feature(
      name: "slow motion, blended", clip: #", "speed": 0.5, "frames": "blend""#,
      filter: "setpts=2*PTS,framerate=fps=30:scene=100"),
    Feature(
      name: "3-D LUT of 33 nodes", clip: #", "effects": [{ "effect": "lut", "media": "look" }]"#,
      filter: "lut3d=LOOK,format=yuv420p", media: #", "look": { "lut": "LOOK" }"#),
  ]
}
