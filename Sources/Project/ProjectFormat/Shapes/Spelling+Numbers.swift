import Diagnostics
import BaseValues
import PictureKinds
import Raster
import TimelineModel

extension Spelling {
  /// A number of a kind, written as text, with its unit or as a word.
  ///
  /// - Parameters:
  ///   - expected: what the value is called in messages, which tells the units it may have.
  static func number(
    _ text: String, of expected: String, fits: (Rational) -> Bool
  ) -> Respelling? {
    if let word = words[expected]?[text.lowercased()] { return .certain(word) }
    guard let (digits, unit) = measure(text), let factor = factor(of: unit, in: expected),
      let written = Rational.decimal(digits), let number = try? written * factor, fits(number),
      let json = number.decimalDescription
    else { return nil }
    return .certain(json)
  }

  /// What a unit stands for; `nil` where a value of this kind does not have it.
  private static func factor(of unit: String, in expected: String) -> Rational? {
    if unit.isEmpty { return .one }
    let units: [String: Rational] =
      if expected.contains("pixel") {
        ["px": .one, "pixel": .one, "pixels": .one]
      } else if expected.contains("degrees") {
        ["°": .one, "deg": .one, "degree": .one, "degrees": .one]
      } else if expected.contains("factor") || expected.contains("speed") {
        ["x": .one, "×": .one, "%": Rational(1, over: 100)]
      } else if expected.contains("share") {
        ["%": Rational(1, over: 100)]
      } else if expected.contains("hertz") {
        ["hz": .one, "khz": Rational(1000)]
      } else if expected.contains("LUFS") {
        ["lufs": .one, "lkfs": .one, "lu": .one, "db": .one]
      } else if expected.contains("dBTP") {
        ["dbtp": .one, "db": .one, "dbfs": .one]
      } else {
        [:]
      }
    return units[unit]
  }

  /// Words for values that are numbers here.
  private static let words: [String: [String: String]] = [
    "a pan": ["left": "-1", "center": "0", "centre": "0", "middle": "0", "right": "1"],
    "a font weight": [
      "thin": "100", "light": "300", "normal": "400", "regular": "400", "medium": "500",
      "semibold": "600", "bold": "700", "black": "900",
    ],
  ]

  /// A share that was written as another number than one from 0 to 1 or a percentage.
  static func share(_ text: String) -> Respelling? {
    guard let (digits, unit) = measure(text), let number = Rational.decimal(digits) else {
      return nil
    }
    let percentage = JSONText.quoted("\(digits)%")
    guard number >= .zero, number <= Rational(100) else { return nil }
    if unit == "%" || unit == "percent" || unit == "per cent" { return .certain(percentage) }
    guard unit.isEmpty else { return nil }
    // 2 may be a mistake for 0.2, or for full; what is said is that it is too much.
    if number > Rational(10) { return .likely(percentage) }
    guard number <= .one else { return nil }
    return number.decimalDescription.map { .certain($0) }
  }

  /// A gain that was written in decibels without saying so, or with another unit's spelling.
  static func gain(_ text: String, upTo maximum: Rational) -> Respelling? {
    guard let (digits, unit) = measure(text), let number = Rational.decimal(digits) else {
      return nil
    }
    let hasPlus = digits.hasPrefix("+")
    switch unit {
    case "db", "decibel", "decibels", "dbfs":
      return .certain(JSONText.quoted("\(digits)dB"))
    case "%", "percent", "per cent":
      return .certain(JSONText.quoted("\(digits)%"))
    case "":
      if number < .zero { return .certain(JSONText.quoted("\(digits)dB")) }
      if hasPlus { return .likely(JSONText.quoted("\(digits)dB")) }
      if number <= maximum { return number.decimalDescription.map { .certain($0) } }
      guard number >= Rational(2), let share = try? number / Rational(100), share <= maximum
      else { return nil }
      return .likely(JSONText.quoted("\(digits)%"))
    default:
      return nil
    }
  }

  /// A bit rate in another spelling.
  static func bitRate(_ text: String) -> Respelling? {
    guard let (digits, unit) = measure(text), Rational.decimal(digits) != nil else { return nil }
    switch unit {
    case "": return .certain(JSONText.quoted(digits))
    case "k", "kb", "kbit", "kbps", "kb/s", "kbit/s", "kbits/s":
      return .certain(JSONText.quoted("\(digits)k"))
    case "m", "mb", "mbit", "mbps", "mb/s", "mbit/s", "mbits/s":
      return .certain(JSONText.quoted("\(digits)M"))
    default: return nil
    }
  }

  /// One of the sample rates, in kilohertz or as text.
  static func sampleRate(_ text: String, of rates: [Int]) -> Respelling? {
    guard let (digits, unit) = measure(text), let number = Rational.decimal(digits) else {
      return nil
    }
    let scale = unit == "" || unit == "hz" ? 1 : unit == "khz" || unit == "k" ? 1000 : 0
    for (factor, isCertain) in [(Int64(scale), true), (Int64(1000), false)] {
      guard let hertz = try? number * Rational(factor), hertz.isWhole,
        rates.contains(Int(hertz.numerator))
      else { continue }
      return Respelling(json: "\(hertz.numerator)", isCertain: isCertain)
    }
    return nil
  }

  /// `"10 bit"` as 10.
  static func bitDepth(_ text: String, of depths: [Int]) -> Respelling? {
    guard let (digits, unit) = measure(text), ["", "bit", "bits"].contains(unit),
      let depth = depths.first(where: { Rational.decimal(digits) == Rational(Int64($0)) })
    else { return nil }
    return .certain("\(depth)")
  }

  /// `true` or `false` in other words.
  static func boolean(_ value: JSONValue) -> Respelling? {
    let word: String
    switch value.kind {
    case .string(let text): word = text.lowercased()
    case .number(let digits): word = digits
    default: return nil
    }
    switch word {
    case "true", "yes", "on", "1": return .certain("true")
    case "false", "no", "off", "0": return .certain("false")
    default: return nil
    }
  }

  /// A frame rate with a word behind it, or by the name of a standard.
  static func frameRate(_ text: String) -> Respelling? {
    let names = [
      "ntsc": "\"30000/1001\"", "pal": "25", "film": "24", "secam": "25", "cinema": "24",
    ]
    if let named = names[text.lowercased()] { return .likely(named) }
    guard let (digits, unit) = measure(text),
      ["", "fps", "p", "hz", "frames", "frames/s", "frames per second"].contains(unit),
      FrameRate.parse(digits) != nil
    else { return nil }
    return .certain(digits.hasPrefix("+") ? JSONText.quoted(digits) : digits)
  }

  /// A size with another sign between its numbers, or by a common name.
  static func size(_ value: JSONValue) -> Respelling? {
    switch value.kind {
    case .string(let text):
      let names = [
        "720p": "1280x720", "hd": "1280x720", "1080p": "1920x1080", "fullhd": "1920x1080",
        "full hd": "1920x1080", "1440p": "2560x1440", "2160p": "3840x2160", "uhd": "3840x2160",
        "4k": "3840x2160", "16:9": "1280x720", "9:16": "720x1280", "4:3": "640x480",
        "1:1": "1080x1080",
      ]
      if let named = names[text.lowercased()] { return .likely(JSONText.quoted(named)) }
      guard text.utf8.count <= lengthLimit else { return nil }
      let parts = text.split { "xX×✕*:,; \tp".contains($0) }.map(String.init)
      return size(parts)
    case .array(let items):
      return size(
        items.compactMap { item in
          switch item.kind {
          case .number(let digits): digits
          case .string(let text): text
          default: nil
          }
        })
    default:
      return nil
    }
  }

  private static func size(_ parts: [String]) -> Respelling? {
    guard parts.count == 2 else { return nil }
    let sides = parts.compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (16...8192).contains($0) }) else { return nil }
    let nearest = encodableSize(near: sides[0], sides[1])
    let text = JSONText.quoted("\(nearest.width)x\(nearest.height)")
    return [nearest.width, nearest.height] == sides ? .certain(text) : .likely(text)
  }
}

extension Spelling {
  /// Pixels or a percentage.
  static func length(_ text: String, fits: (Rational) -> Bool) -> Respelling? {
    guard let (digits, unit) = measure(text) else { return nil }
    if unit == "%" || unit == "percent" {
      return percent("\(digits)%") == nil ? nil : .certain(JSONText.quoted("\(digits)%"))
    }
    return number(text, of: "pixels", fits: fits)
  }

  /// Two values that were written as one text or as an object.
  static func pair(_ value: JSONValue, of expected: String) -> Respelling? {
    switch value.kind {
    case .object(let members):
      let numbers = ["x", "y"].compactMap { name -> String? in
        guard let member = members.first(where: { $0.key == name })?.value else { return nil }
        switch member.kind {
        case .number(let digits): return digits
        case .string(let text): return text.utf8.count <= lengthLimit ? JSONText.quoted(text) : nil
        default: return nil
        }
      }
      guard numbers.count == 2, members.count == 2 else { return nil }
      return .certain("[\(numbers[0]), \(numbers[1])]")
    case .string(let text) where expected.contains("position") || expected.contains("anchor"):
      return side(text, isAnchor: expected.contains("anchor"))
    default:
      return nil
    }
  }

  /// The place that the name of a side or a corner stands for: of an anchor the edge of the picture, of a position
  /// one near the edge of the canvas.
  private static func side(_ text: String, isAnchor: Bool) -> Respelling? {
    guard text.utf8.count <= lengthLimit else { return nil }
    let words = text.lowercased().split { $0 == "-" || $0 == " " || $0 == "_" }
    let (low, high) = isAnchor ? ("0%", "100%") : ("10%", "90%")
    var (x, y): (String?, String?) = (nil, nil)
    for word in words {
      switch word {
      case "left" where x == nil: x = low
      case "right" where x == nil: x = high
      case "top" where y == nil: y = low
      case "bottom" where y == nil: y = high
      case "center", "centre", "middle": continue
      default: return nil
      }
    }
    if words.isEmpty { return nil }
    let json = "[\(JSONText.quoted(x ?? "50%")), \(JSONText.quoted(y ?? "50%"))]"
    return isAnchor || (x == nil && y == nil) ? .certain(json) : .likely(json)
  }

  /// A name that differs in case, hyphens or spaces alone, or another program's name for it.
  static func name(_ text: String, of names: [String]) -> Respelling? {
    guard text.utf8.count <= lengthLimit else { return nil }
    let word = plain(text)
    if let same = names.first(where: { plain($0) == word }) {
      return .certain(JSONText.quoted(same))
    }
    if let easing = names.first(where: { isTurned(word, $0) }) {
      return .certain(JSONText.quoted(easing))
    }
    let meanings = [
      "crop": "cover", "fill": "cover", "zoom": "cover", "letterbox": "contain", "fit": "contain",
      "scale": "stretch", "middle": "center", "centre": "center", "ignore": "conceal",
      "skip": "conceal", "easein": "ease-in", "step": "hold", "smooth": "ease-in-out",
      "log": "logarithmic", "exp": "exponential", "sine": "equal-power", "cosine": "s-curve",
      "crossfade": "linear", "db": "decibels", "l": "left", "fl": "left", "r": "right",
      "fr": "right", "c": "center", "fc": "center", "bl": "backLeft", "ls": "backLeft",
      "br": "backRight", "rs": "backRight", "sl": "sideLeft", "sr": "sideRight",
    ]
    let kinds: [any PictureKind] = TransitionKind.all + EffectKind.all + BlendMode.all
    guard
      let meaning = (kinds.filter { $0.isCalled(word) }.map(\.name) + [meanings[word] ?? ""])
        .first(where: names.contains)
    else { return nil }
    return .likely(JSONText.quoted(meaning))
  }

  /// Whether a plain word is an easing with its parts in another order, or without its beginning: `cubicout` for
  /// `ease-out-cubic`.
  private static func isTurned(_ word: String, _ name: String) -> Bool {
    let parts = name.split(separator: "-").map(String.init)
    guard parts.count > 2, parts[0] == "ease", let family = parts.last else { return false }
    let direction = parts.dropFirst().dropLast().joined()
    let rest = word.replacing("ease", with: "")
    return rest == family + direction || rest == direction + family
  }

  /// A word without what people write differently: case, hyphens, underscores and spaces.
  static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }
}
