import Diagnostics
import PictureKinds
import Raster

// Names that transitions have elsewhere: FFmpeg's xfade, SMIL 2.0, GStreamer and GES.
extension Spelling {
  /// A shape of a wipe by a name that it has elsewhere.
  static func wipeShape(_ text: String) -> Respelling? {
    guard text.utf8.count <= lengthLimit else { return nil }
    let word = plain(text)
    if let same = WipeShape.all.first(where: { plain($0.name) == word }) {
      return .certain(JSONText.quoted(same.name))
    }
    return WipeShape.all.first { $0.otherNames.contains(word) }
      .map { .likely(JSONText.quoted($0.name)) }
  }

  /// A kind of transition with keys after it, where another program has one name for both.
  static func transition(_ text: String) -> Respelling? {
    guard text.utf8.count <= lengthLimit else { return nil }
    let word = plain(text)
    if let keys = xfade[word] { return .likely(keys) }
    for (prefix, kind) in travelling {
      guard word.hasPrefix(prefix) else { continue }
      let direction = String(word.dropFirst(prefix.count))
      if Direction(rawValue: direction) != nil {
        return .likely(kind.replacing("%", with: direction))
      }
    }
    let shape = WipeShape.all.first { plain($0.name) == word || $0.otherNames.contains(word) }
    return shape.map { .likely("\"wipe\", \"shape\": \(JSONText.quoted($0.name))") }
  }

  /// Names that end in a direction, the longer first.
  private static let travelling = [
    ("wipe", "\"wipe\", \"direction\": \"%\""),
    ("smooth", "\"wipe\", \"direction\": \"%\", \"softness\": 0.5"),
    ("slide", "\"push\", \"direction\": \"%\""),
    ("push", "\"push\", \"direction\": \"%\""),
    ("cover", "\"cover\", \"direction\": \"%\""),
    ("reveal", "\"reveal\", \"direction\": \"%\""),
  ]

  private static let xfade = [
    "fadeblack": "\"dip\"",
    "fadewhite": "\"dip\", \"color\": \"white\"",
    "diptowhite": "\"dip\", \"color\": \"white\"",
    "fadefast": "\"dissolve\", \"easing\": \"ease-out\"",
    "fadeslow": "\"dissolve\", \"easing\": \"ease-in\"",
    "radial": "\"wipe\", \"shape\": \"clock-cw12\", \"softness\": 0.4",
    "circleclose": "\"wipe\", \"shape\": \"iris-circle\", \"reverse\": true",
    "vertclose": "\"wipe\", \"shape\": \"barndoor-v\", \"reverse\": true",
    "horzclose": "\"wipe\", \"shape\": \"barndoor-h\", \"reverse\": true",
    "diagtl": "\"wipe\", \"shape\": \"diagonal-tl\", \"reverse\": true",
    "diagtr": "\"wipe\", \"shape\": \"diagonal-tr\", \"reverse\": true",
    "diagbl": "\"wipe\", \"shape\": \"diagonal-tr\"",
    "diagbr": "\"wipe\", \"shape\": \"diagonal-tl\"",
    "wipetl": "\"wipe\", \"shape\": \"box-wipe-tl\", \"reverse\": true",
    "wipetr": "\"wipe\", \"shape\": \"box-wipe-tr\", \"reverse\": true",
    "wipebl": "\"wipe\", \"shape\": \"box-wipe-bl\", \"reverse\": true",
    "wipebr": "\"wipe\", \"shape\": \"box-wipe-br\", \"reverse\": true",
    "hlslice": "\"wipe\", \"shape\": \"slice-rl\"",
    "hrslice": "\"wipe\", \"shape\": \"slice-lr\"",
    "vuslice": "\"wipe\", \"shape\": \"slice-bt\"",
    "vdslice": "\"wipe\", \"shape\": \"slice-tb\"",
    "hlwind": "\"wipe\", \"shape\": \"wind-rl\", \"softness\": 0.15",
    "hrwind": "\"wipe\", \"shape\": \"wind-lr\", \"softness\": 0.15",
    "vuwind": "\"wipe\", \"shape\": \"wind-bt\", \"softness\": 0.15",
    "vdwind": "\"wipe\", \"shape\": \"wind-tb\", \"softness\": 0.15",
    "squeezev": "\"squeeze\", \"axis\": \"vertical\"",
    "zoomout": "\"zoom\", \"reverse\": true",
  ]
}
