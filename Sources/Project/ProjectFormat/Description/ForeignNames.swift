import Diagnostics
import PictureKinds

/// A value as other programs call it, and what this format has instead.
enum ForeignName {
  private static let table: [(names: [String], ours: String)] = [
    (["circle", "oval", "round", "disc", "disk"], "ellipse"),
    (["rect", "box", "square", "roundrect", "rounded", "roundedrectangle"], "rectangle"),
    (["fit", "letterbox", "inside", "meet"], "contain"),
    (["fill", "crop", "outside", "slice"], "cover"), (["distort", "scale", "exact"], "stretch"),
    (["union", "or", "plus"], "add"), (["and", "intersection", "multiply"], "intersect"),
    (["minus", "exclude", "not"], "subtract"),
    (["rotate", "angle", "rotationz", "roll"], "rotation"), (["zoom", "size"], "scale"),
    (["x", "y", "left", "top", "translate", "transform", "move", "place"], "position"),
    (["alpha", "fade", "transparency"], "opacity"), (["kenburns", "panzoom"], "view"),
    (["origin", "pivot"], "anchor"), (["shear", "slant"], "skew"),
    (
      ["optical", "opticalflow", "minterpolate", "mci", "motion", "interpolate", "interpolation"],
      "flow"
    ), (["mix", "frameblend", "frameblending", "frameblended", "tmix"], "blend"),
    (["sampling", "framesampling", "drop", "repeat", "hold"], "nearest"),
    (
      ["smpte", "smptebars", "colorbars", "colourbars", "testsrc", "testpattern", "pattern"], "bars"
    ),
    (["sine", "beep", "sinewave"], "tone"), (["timecode", "countdown", "frames"], "counter"),
    (["gradients", "ramp"], "gradient"), (["qrcode", "code", "barcode", "datamatrix"], "qr"),
    (["l"], "low"), (["m"], "medium"), (["q"], "quartile"), (["h"], "high"),
  ]

  /// What to write where a word is no generator, but something that is made in another way.
  static func material(of word: String) -> String? {
    guard word.utf8.count <= Spelling.lengthLimit else { return nil }
    switch Spelling.plain(word) {
    case "color", "colour", "solid", "solidcolor", "matte", "slug":
      return "a colour is an entry of its own: { \"color\": \"red\" }"
    case "black", "white", "red", "green", "blue", "gray", "grey":
      return "a colour is an entry of its own: { \"color\": \(JSONText.quoted(word.lowercased())) }"
    case "noise", "snow", "static":
      return "a filter of FFmpeg's makes that: { \"filter\": \"color=gray,noise=alls=60:allf=t\" }"
    case "silence": return "where nothing plays it is silent"
    case "text", "title": return "texts stand on a track of titles"
    default: return nil
    }
  }

  /// The one of some names that a word means; `nil` where nobody knows.
  static func meaning(of word: String, among names: [String]) -> String? {
    guard word.utf8.count <= Spelling.lengthLimit else { return nil }
    let plain = Spelling.plain(word)
    return table.first { $0.names.contains(plain) && names.contains($0.ours) }?.ours
  }

  /// What to do where a word is no property that moves, but something that changes in another way.
  static func movement(of word: String) -> String? {
    guard word.utf8.count <= Spelling.lengthLimit else { return nil }
    let plain = Spelling.plain(word)
    switch plain {
    case "crop", "croprectangle", "clip", "mask":
      return
        "the box of a mask moves: { \"effect\": \"mask\", \"animate\": [ { \"property\": \"width\", \"to\": 0.5 } ] }"
    case "gain", "volume", "level", "pan":
      return
        "sound changes by fades, \"automation\" (gain) and \"panAutomation\", not by \"animate\""
    case "speed", "tempo", "rate":
      return
        "a speed that changes is a list: \"speed\": [ { \"at\": \"0s\", \"speed\": 1 }, { \"at\": \"2s\", \"speed\": 0.5 } ]"
    default: break
    }
    guard let kind = EffectKind.all.first(where: { $0.isCalled(plain) || $0.name == word }),
      let number = kind.parameters.first(where: \.isAnimated)
    else { return nil }
    return "the numbers of an effect move in it: { \"effect\": \"\(kind.name)\", "
      + "\"animate\": [ { \"property\": \"\(number.name)\", \"to\": \((number.examples.first ?? number.defaultValue)?.json ?? "1") } ] }"
  }
}
