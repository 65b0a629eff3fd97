import Diagnostics
import BaseValues
import TimelineModel

extension Spelling {
  /// The object that a value was written in place of: a colour of what has a colour, a number of what has a width.
  static func member(_ value: JSONValue, of description: ObjectDescription) -> Respelling? {
    func has(_ key: String) -> Bool { description.keyNames.contains(key) }
    switch value.kind {
    case .string(let text) where has("color") && text.utf8.count <= lengthLimit:
      var reading = Reading()
      guard Shape<Color>.color.read(value, &reading) != nil else { return nil }
      return .likely("{ \"color\": \(JSONText.quoted(text)) }")
    case .number(let digits) where has("width") && digits.utf8.count <= lengthLimit:
      return .likely("{ \"width\": \(digits) }")
    default: return nil
    }
  }

  /// The colour of other formats whose name looks alike, with its digits.
  static func nearestOtherColor(to text: String) -> (name: String, digits: String)? {
    guard text.utf8.count <= lengthLimit,
      let name = Suggestion.closest(to: text, among: otherNames.keys.sorted())
    else { return nil }
    return otherNames[name].map { (name, $0) }
  }

  /// A colour in another notation: digits without `#`, `rgb(255, 0, 0)`, `[255, 0, 0]`, or one of
  /// CSS's names that the format does not have.
  ///
  /// - Parameter names: the names that the format has.
  static func color(_ value: JSONValue, names: [String]) -> Respelling? {
    switch value.kind {
    case .array(let items):
      let numbers = items.compactMap { item -> String? in
        if case .number(let digits) = item.kind { digits } else { nil }
      }
      // 0 and 1 may be parts of 255, or of one.
      guard numbers.count == items.count, numbers.contains(where: { $0 != "0" && $0 != "1" })
      else { return nil }
      return components(numbers).map { .certain($0) }
    case .string(let text):
      guard text.utf8.count <= lengthLimit else { return nil }
      let word = text.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
      if names.contains(word) { return .certain(JSONText.quoted(word)) }
      if let digits = otherNames[word] { return .certain(JSONText.quoted("#\(digits)")) }
      for prefix in ["", "0x", "#"] where word.hasPrefix(prefix) {
        let digits = word.dropFirst(prefix.count)
        if [6, 8].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
          return .certain(JSONText.quoted("#\(digits)"))
        }
      }
      for function in ["rgb(", "rgba("] where word.hasPrefix(function) && word.hasSuffix(")") {
        let inner = word.dropFirst(function.count).dropLast()
        return components(inner.split(separator: ",").map(String.init)).map { .certain($0) }
      }
      return nil
    default:
      return nil
    }
  }

  /// Three parts of 255, and perhaps a share, as `"#rrggbb"` or `"#rrggbbaa"`.
  private static func components(_ parts: [String]) -> String? {
    guard parts.count == 3 || parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts.prefix(3) {
      guard let byte = UInt8(part) else { return nil }
      bytes.append(byte)
    }
    if parts.count == 4 {
      guard let alpha = percent(parts[3]) ?? Rational.decimal(parts[3]), alpha >= .zero,
        alpha <= .one, let scaled = try? alpha * Rational(510), let twice = try? scaled + .one
      else { return nil }
      bytes.append(UInt8(clamping: twice.numerator / twice.denominator / 2))
    }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return JSONText.quoted("#" + digits.joined())
  }

  /// The names of CSS Color Module Level 4 that the format does not have, with their digits.
  private static let otherNames = [
    "aliceblue": "f0f8ff", "antiquewhite": "faebd7", "aquamarine": "7fffd4", "azure": "f0ffff",
    "beige": "f5f5dc", "bisque": "ffe4c4", "blanchedalmond": "ffebcd", "blueviolet": "8a2be2",
    "brown": "a52a2a", "burlywood": "deb887", "cadetblue": "5f9ea0", "chartreuse": "7fff00",
    "chocolate": "d2691e", "coral": "ff7f50", "cornflowerblue": "6495ed", "cornsilk": "fff8dc",
    "crimson": "dc143c", "darkblue": "00008b", "darkcyan": "008b8b", "darkgoldenrod": "b8860b",
    "darkgray": "a9a9a9", "darkgreen": "006400", "darkgrey": "a9a9a9", "darkkhaki": "bdb76b",
    "darkmagenta": "8b008b", "darkolivegreen": "556b2f", "darkorange": "ff8c00",
    "darkorchid": "9932cc", "darkred": "8b0000", "darksalmon": "e9967a", "darkseagreen": "8fbc8f",
    "darkslateblue": "483d8b", "darkslategray": "2f4f4f", "darkslategrey": "2f4f4f",
    "darkturquoise": "00ced1", "darkviolet": "9400d3", "deeppink": "ff1493",
    "deepskyblue": "00bfff", "dimgray": "696969", "dimgrey": "696969", "dodgerblue": "1e90ff",
    "firebrick": "b22222", "floralwhite": "fffaf0", "forestgreen": "228b22",
    "gainsboro": "dcdcdc", "ghostwhite": "f8f8ff", "gold": "ffd700", "goldenrod": "daa520",
    "greenyellow": "adff2f", "honeydew": "f0fff0", "hotpink": "ff69b4", "indianred": "cd5c5c",
    "indigo": "4b0082", "ivory": "fffff0", "khaki": "f0e68c", "lavender": "e6e6fa",
    "lavenderblush": "fff0f5", "lawngreen": "7cfc00", "lemonchiffon": "fffacd",
    "lightblue": "add8e6", "lightcoral": "f08080", "lightcyan": "e0ffff",
    "lightgoldenrodyellow": "fafad2", "lightgray": "d3d3d3", "lightgreen": "90ee90",
    "lightgrey": "d3d3d3", "lightpink": "ffb6c1", "lightsalmon": "ffa07a",
    "lightseagreen": "20b2aa", "lightskyblue": "87cefa", "lightslategray": "778899",
    "lightslategrey": "778899", "lightsteelblue": "b0c4de", "lightyellow": "ffffe0",
    "limegreen": "32cd32", "linen": "faf0e6", "mediumaquamarine": "66cdaa",
    "mediumblue": "0000cd", "mediumorchid": "ba55d3", "mediumpurple": "9370db",
    "mediumseagreen": "3cb371", "mediumslateblue": "7b68ee", "mediumspringgreen": "00fa9a",
    "mediumturquoise": "48d1cc", "mediumvioletred": "c71585", "midnightblue": "191970",
    "mintcream": "f5fffa", "mistyrose": "ffe4e1", "moccasin": "ffe4b5", "navajowhite": "ffdead",
    "oldlace": "fdf5e6", "olivedrab": "6b8e23", "orangered": "ff4500", "orchid": "da70d6",
    "palegoldenrod": "eee8aa", "palegreen": "98fb98", "paleturquoise": "afeeee",
    "palevioletred": "db7093", "papayawhip": "ffefd5", "peachpuff": "ffdab9", "peru": "cd853f",
    "pink": "ffc0cb", "plum": "dda0dd", "powderblue": "b0e0e6", "rebeccapurple": "663399",
    "rosybrown": "bc8f8f", "royalblue": "4169e1", "saddlebrown": "8b4513", "salmon": "fa8072",
    "sandybrown": "f4a460", "seagreen": "2e8b57", "seashell": "fff5ee", "sienna": "a0522d",
    "skyblue": "87ceeb", "slateblue": "6a5acd", "slategray": "708090", "slategrey": "708090",
    "snow": "fffafa", "springgreen": "00ff7f", "steelblue": "4682b4", "tan": "d2b48c",
    "thistle": "d8bfd8", "tomato": "ff6347", "turquoise": "40e0d0", "violet": "ee82ee",
    "wheat": "f5deb3", "whitesmoke": "f5f5f5", "yellowgreen": "9acd32",
  ]
}
