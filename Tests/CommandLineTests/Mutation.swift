import Foundation

/// One edit of a project of the gallery: the kind of change that golden files are there to find.
struct Mutation: Sendable, CustomStringConvertible {
  /// What the edit changes of the movie.
  enum Change: Sendable { case pictures, sound, both }

  let project: GalleryProject
  let name: String
  let change: Change
  /// Text that stands once in the project, and what is written in its place.
  let old: String
  let new: String

  var description: String { "\(project): \(name)" }

  private init(_ project: String, _ name: String, _ change: Change, _ old: String, _ new: String) {
    self.project = GalleryProject(description: project)
    self.name = name
    self.change = change
    self.old = old
    self.new = new
  }

  /// The text of the project after the edit.
  func edited() throws -> String {
    let text = try String(contentsOf: project.file, encoding: .utf8)
    let parts = text.components(separatedBy: old)
    guard parts.count == 2 else { throw Misplaced(count: parts.count - 1, old: old) }
    return parts.joined(separator: new)
  }

  struct Misplaced: Error, CustomStringConvertible {
    let count: Int
    let old: String
    var description: String { "'\(old)' stands \(count) times in the project, not once" }
  }

  static let all = cuts + transitions + layout + keyframes + images + titles + sounds
}

extension Mutation {
  // MARK: - Cuts and times

  private static let cuts = [
    Mutation(
      "cut/cut", "a trim at the end by one frame", .both, #""out": "3s""#, #""out": "89f""#),
    Mutation(
      "cut/cut", "an in point by one frame", .both, #""in": "1s", "duration": "15f""#,
      #""in": "31f", "duration": "15f""#),
    Mutation(
      "cut/cut", "the order of two clips", .both,
      """
              { "clip": "one", "in": "1s", "duration": "15f" },
              { "clip": "two", "in": "2.5s", "out": "3s" },
      """,
      """
              { "clip": "two", "in": "2.5s", "out": "3s" },
              { "clip": "one", "in": "1s", "duration": "15f" },
      """),
    Mutation("gap/gap", "a gap by one frame", .pictures, #""gap": "6f""#, #""gap": "7f""#),
    Mutation("gap/gap", "a place by one frame", .pictures, #""at": "1.3s""#, #""at": "40f""#),
    Mutation("gap/gap", "the movie's length", .pictures, #""1.6s""#, #""1.5s""#),
    Mutation(
      "reuse/reuse", "an in point by a frame far inside", .both, #""in": "30s""#,
      #""in": "901f""#),
    Mutation(
      "times/times", "a timecode by one frame", .pictures, #""00:01:00;02""#, #""00:01:00;03""#),
    Mutation("speed/speed", "a speed", .pictures, #""speed": 2,"#, #""speed": 1.9,"#),
    Mutation(
      "frame-rates/frame-rate-24", "an in point", .both, #""in": "1.9s""#, #""in": "1.95s""#),
    Mutation(
      "frame-rates/frame-rate-30000-1001", "the frame rate by 0.1 %", .both, #""30000/1001""#,
      #""30""#),
    Mutation(
      "fifteen-seconds/fifteen-seconds-small", "a title a frame later", .pictures,
      #""at": "5.5s""#, #""at": "34f""#),
  ]

  // MARK: - Transitions

  private static let transitions = [
    Mutation(
      "dissolve/dissolve", "the length of a dissolve by one frame", .both, #""10f""#, #""9f""#),
    Mutation(
      "dissolve/dissolve", "the kind of a transition", .pictures,
      #""dissolve", "duration": "9f""#, #""wipe", "duration": "9f""#),
    Mutation(
      "dissolve-overlap/dissolve-overlap", "a clip between two overlaps by one frame", .pictures,
      #""0.4s""#, #""13f""#),
    Mutation(
      "dissolve-from-nothing/dissolve-from-nothing", "the background by one step", .pictures,
      ##""#203040""##, ##""#203140""##),
    Mutation(
      "exactly-consumed/exactly-consumed", "the direction of a wipe", .pictures,
      #""direction": "up""#, #""direction": "down""#),
    Mutation(
      "push/push", "the direction of a push", .pictures, #""direction": "left""#,
      #""direction": "right""#),
    Mutation(
      "wipe/wipe", "a push instead of a wipe", .pictures, #""wipe", "direction": "up""#,
      #""push", "direction": "up""#),
    Mutation(
      "transition-align/transition-align", "the alignment of a transition", .pictures,
      #""align": "end""#, #""align": "center""#),
    Mutation(
      "handles-freeze/handles-freeze", "an in point beside frozen handles", .pictures,
      #""in": "3f""#, #""in": "4f""#),
  ]

  // MARK: - Layout

  private static let layout = [
    Mutation(
      "crop/crop", "a crop by one pixel", .pictures, #""left": "12.5%""#, #""left": "12.8125%""#),
    Mutation(
      "fit/fit", "a fit", .pictures, "\"stretch\",\n          \"crop\": { \"top\"",
      "\"cover\",\n          \"crop\": { \"top\""),
    Mutation(
      "layers/layers", "a position by one pixel", .pictures, "[101, 61]", "[102, 61]"),
    Mutation("layers/layers", "an opacity", .pictures, #""opacity": 0.5"#, #""opacity": 0.51"#),
    Mutation(
      "layers/layers", "the order of two tracks", .pictures,
      """
          {
            "video": [
              { "clip": "red", "duration": "15f", "position": [101, 61], "scale": 0.5 }
            ]
          },
          {
            "video": [
              { "clip": "green", "at": "5f", "duration": "15f", "position": [160, 90], "scale": 0.5 }
            ]
          },
      """,
      """
          {
            "video": [
              { "clip": "green", "at": "5f", "duration": "15f", "position": [160, 90], "scale": 0.5 }
            ]
          },
          {
            "video": [
              { "clip": "red", "duration": "15f", "position": [101, 61], "scale": 0.5 }
            ]
          },
      """),
    Mutation(
      "picture-in-picture/picture-in-picture", "a position by one pixel", .pictures,
      "231.5", "232.5"),
    Mutation(
      "picture-in-picture/picture-in-picture", "an opacity by one percent", .pictures,
      #""75%""#, #""74%""#),
    Mutation(
      "rotation/rotation", "a rotation by one degree", .pictures, #""rotation": 20"#,
      #""rotation": 21"#),
    Mutation("shapes/shapes", "a scale", .pictures, "0.33", "0.34"),
  ]

  // MARK: - Keyframes

  private static let keyframes = [
    Mutation("easing/easing", "an easing", .pictures, #""ease-in" "#, #""ease" "#),
    Mutation("easing/easing", "a point of a curve", .pictures, "0.4, 1.3", "0.4, 1.2"),
    Mutation("keyframes/keyframes", "the time of a key", .pictures, "0.5, 0.75", "0.55, 0.75"),
    Mutation("keyframes/keyframes", "the value of a key", .pictures, "[0, 1, 0.3]", "[0, 1, 0.4]"),
    Mutation("keyframes/keyframes", "where an animation begins", .pictures, "0.5s", "0.55s"),
    Mutation(
      "title-animation/title-animation", "a colour between two keys", .pictures, #""red""#,
      ##""#fe0000""##),
  ]

  // MARK: - Images and colours

  private static let images = [
    Mutation(
      "alpha/alpha", "how alpha is read", .pictures, #""alpha": "straight""#,
      #""alpha": "premultiplied""#),
    Mutation("colors/colors", "a colour by one step", .pictures, "#c08f76", "#c09076"),
    Mutation(
      "colors/colors", "the direction of a gradient", .pictures, #""direction": "down""#,
      #""direction": "right""#),
    Mutation(
      "gradients/gradients", "the place of a stop", .pictures, #""at": "70%""#, #""at": "71%""#),
    Mutation("gradients/gradients", "the angle of a gradient", .pictures, "120 }", "121 }"),
    Mutation(
      "gradients/gradients", "the kind of a gradient", .pictures, #""kind": "radial" }"#,
      #""kind": "conic" }"#),
    Mutation(
      "dissolves/dissolves", "the size of blocks", .pictures, #""size": 0.1"#, #""size": 0.2"#),
    Mutation(
      "dissolves/dissolves", "how an overlay is blended", .pictures, #""screen""#, #""add""#),
    Mutation(
      "color-space/color-space", "a transfer function", .pictures, #""hlg" } }"#, #""linear" } }"#),
    Mutation(
      "color-space/color-space", "a range", .pictures, #""range": "full""#,
      #""range": "limited""#),
    Mutation("counter/counter", "the number of a counter", .pictures, "200", "201"),
    Mutation(
      "interlace/interlace", "the order of fields", .pictures, #""none""#, #""top-first""#),
    Mutation("sequence/sequence", "the rate of a sequence", .pictures, "12 }", "13 }"),
  ]

  // MARK: - Titles

  private static let titles = [
    Mutation("title/title", "a letter of a title", .pictures, "Golden Gate", "Golden Date"),
    Mutation("title/title", "the weight of a font", .pictures, "700", "400"),
    Mutation("title/title", "the size of a font by one pixel", .pictures, "24,", "25,"),
    Mutation("title/title", "the colour of a title by one step", .pictures, "#ffe08a", "#ffe18a"),
    Mutation("title-styles/title-styles", "a font", .pictures, "DejaVu Sans Mono", "DejaVu Sans"),
    Mutation(
      "title-styles/title-styles", "an outline by one pixel", .pictures, #""width": 3"#,
      #""width": 4"#),
    Mutation(
      "title-styles/title-styles", "the blur of a shadow", .pictures, #""blur": 4"#, #""blur": 5"#),
    Mutation("title-styles/title-styles", "the padding of a box", .pictures, "14", "15"),
    Mutation("title-styles/title-styles", "the space between lines", .pictures, "1.4", "1.3"),
    Mutation("title-fade/title-fade", "the fade of a title", .pictures, "50%", "45%"),
    Mutation("title-layers/title-layers", "the width of an image", .pictures, "64", "63"),
    Mutation("languages/languages", "an accent", .pictures, "Łódź", "Łodź"),
    Mutation("languages/languages", "the alignment of text", .pictures, "left", "right"),
    Mutation("expect/expect", "the size of a font", .pictures, #""size": 32"#, #""size": 33"#),
  ]

  // MARK: - Sound

  private static let sounds = [
    Mutation(
      "audio-stream/audio-stream", "which stream is heard", .sound, #""deu""#, "1"),
    Mutation("counter/counter", "a level by half a decibel", .sound, "-30dB", "-29.5dB"),
    Mutation("counter/counter", "the frequency of a tone", .sound, "250", "251"),
    Mutation(
      "cross-fade/cross-fade", "the alignment of a cross-fade", .sound, #""start""#,
      #""center""#),
    Mutation(
      "cross-fade/cross-fade", "an overlap by one frame", .both, "0.4s", "0.5s"),
    Mutation("duck/duck", "how far music is ducked", .sound, "0.2,", "0.21,"),
    Mutation(
      "duck/duck", "the attack of a duck", .sound, #""attack": "0.5s""#, #""attack": "0.4s""#),
    Mutation("expect/expect", "a gain beyond the tolerance", .sound, "0.25", "0.27"),
    Mutation(
      "fades/fades", "the length of a fade", .sound, #""fadeIn": "0.5s""#, #""fadeIn": "0.6s""#),
    Mutation(
      "fades/fades", "the curve of a fade", .sound,
      #""fadeOut": { "duration": "0.8s", "curve": "equal-power" }"#,
      #""fadeOut": { "duration": "0.8s", "curve": "linear" }"#),
    Mutation("gain/gain", "the gain of a track by half a decibel", .sound, "-6dB", "-5.5dB"),
    Mutation(
      "gain/gain", "a muted clip", .sound, #""0.5s", "muted": true"#, #""0.5s", "muted": false"#),
    Mutation("gain-automation/gain-automation", "a gain over time", .sound, "0.8", "0.81"),
    Mutation("gain-automation/gain-automation", "when a gain begins", .sound, "2.5s", "2.4s"),
    Mutation("mono/mono", "a place by a tenth of a frame", .sound, "1/30s", "28/750s"),
    Mutation("mono/mono", "beeps", .sound, #""beep": true"#, #""beep": false"#),
    Mutation("pan/pan", "a pan", .sound, #""pan": 0.5"#, #""pan": 0.55"#),
    Mutation("speed-sound/speed-sound", "how pitch follows speed", .sound, "keep", "follow"),
  ]
}
