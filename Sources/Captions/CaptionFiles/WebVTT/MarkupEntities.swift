/// Characters that markup writes by name or number (HTML, section 13.2.5.72).
enum MarkupEntities {
  /// The character of `&name;`, and where it ends; `nil` where it is none that is known.
  ///
  /// Names and numbers that end without `;` are read where HTML lets them, and no letter or digit follows.
  static func read(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (String, Int)? {
    let first = start + 1
    guard first < end, first < bytes.count else { return nil }
    let isNumber = bytes[first] == UInt8(ascii: "#")
    let nameStart = isNumber ? first + 1 : first
    let limit = min(end, start + 12)
    guard nameStart < limit else { return nil }
    let close = bytes[nameStart..<limit].firstIndex { !isPart($0) } ?? limit
    let name = String(decoding: bytes[nameStart..<close], as: UTF8.self)
    let isClosed = close < end && bytes[close] == UInt8(ascii: ";")
    // Longer than any name.
    if !isClosed, close == limit, close < end { return nil }
    guard let character = isNumber ? numbered(name) : named(name, isClosed: isClosed) else {
      return nil
    }
    return (character, isClosed ? close + 1 : close)
  }

  /// Where `&name;` ends that is of the form of a character but of none that is known; `nil` for an `&` by itself.
  static func unknownEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start + 1 < end, bytes[start + 1].isASCIILetter else { return nil }
    let limit = min(end, start + 40)
    let close = bytes[(start + 1)..<limit].firstIndex { !isPart($0) } ?? limit
    return close < end && bytes[close] == UInt8(ascii: ";") ? close + 1 : nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || 0x30...0x39 ~= byte
  }

  private static func named(_ name: String, isClosed: Bool) -> String? {
    names[name].flatMap { isClosed || $0.isOld ? $0.text : nil }
  }

  /// The character of a number, decimal or with `x` hexadecimal; those of the upper margin of Latin-1 are what they
  /// are in Windows-1252.
  private static func numbered(_ digits: String) -> String? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    guard var value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
      value > 0
    else { return nil }
    if 0x80...0x9F ~= value, let upper = CaptionEncoding.windows1252.upperHalf {
      let scalar = upper.unicodeScalars.dropFirst(Int(value) - 0x80).first ?? "\u{FFFD}"
      if scalar != "\u{FFFD}" { value = scalar.value }
    }
    return Unicode.Scalar(value).map { String($0) }
  }

  /// A text with its entities resolved.
  static func plain(_ text: String) -> String {
    if !text.utf8.contains(UInt8(ascii: "&")) { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "&"), let (character, end) = read(bytes, place, bytes.count) {
        result += character.utf8
        place = end
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Characters by their names, and whether HTML reads these without `;`, as it does the oldest.
  private static let names: [String: (text: String, isOld: Bool)] = {
    var names = others.mapValues { (text: $0, isOld: false) }
    for (name, text) in signs { names[name] = (text, true) }
    for (index, name) in latin.split(separator: " ").enumerated() {
      let scalar = Unicode.Scalar(UInt8(truncatingIfNeeded: 0xA0 + index))
      names[String(name)] = (String(scalar), true)
    }
    return names
  }()

  private static let signs = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "AMP": "&", "LT": "<", "GT": ">",
    "QUOT": "\"",
  ]

  /// From U+00A0 to U+00FF.
  private static let latin =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg "
    + "plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 "
    + "iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml "
    + "Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave "
    + "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
    + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde "
    + "ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

  /// Punctuation, and letters of the languages of Europe.
  private static let others = [
    "apos": "'",
    "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ",
    "circ": "ˆ", "tilde": "˜", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
    "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "ndash": "–",
    "mdash": "—", "horbar": "―", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
    "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…",
    "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "euro": "€",
    "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "minus": "−",
    "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "asymp": "≈", "sung": "♪", "male": "♂",
    "female": "♀", "hearts": "♥", "check": "✓", "Ccaron": "Č", "ccaron": "č", "Cacute": "Ć",
    "cacute": "ć", "Zcaron": "Ž", "zcaron": "ž", "Lstrok": "Ł", "lstrok": "ł", "Aogon": "Ą",
    "aogon": "ą", "Eogon": "Ę", "eogon": "ę", "Sacute": "Ś", "sacute": "ś", "Nacute": "Ń",
    "nacute": "ń", "Zacute": "Ź", "zacute": "ź", "Zdot": "Ż", "zdot": "ż", "Ecaron": "Ě",
    "ecaron": "ě", "Rcaron": "Ř", "rcaron": "ř", "Uring": "Ů", "uring": "ů", "Odblac": "Ő",
    "odblac": "ő", "Udblac": "Ű", "udblac": "ű", "Abreve": "Ă", "abreve": "ă", "Scedil": "Ş",
    "scedil": "ş", "Tcedil": "Ţ", "tcedil": "ţ", "Gbreve": "Ğ", "gbreve": "ğ", "Idot": "İ",
    "inodot": "ı", "Dstrok": "Đ", "dstrok": "đ",
  ]
}
