import BaseValues

/// How the characters of a file of captions are written as bytes.
package enum CaptionEncoding: String, NamedChoice, Hashable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case iso8859part1 = "iso-8859-1"
  case iso8859part2 = "iso-8859-2"
  case iso8859part15 = "iso-8859-15"
  case koi8R = "koi8-r"

  /// What the word means.
  package var summary: String {
    switch self {
    case .utf8: "Unicode, 1 to 4 bytes a character"
    case .utf16LittleEndian: "Unicode, 2 or 4 bytes a character, the low byte first"
    case .utf16BigEndian: "Unicode, 2 or 4 bytes a character, the high byte first"
    case .windows1250: "Central Europe"
    case .windows1251: "Cyrillic"
    case .windows1252: "Western Europe"
    case .windows1253: "Greek"
    case .windows1254: "Turkish"
    case .iso8859part1: "Western Europe, read as windows-1252"
    case .iso8859part2: "Central Europe"
    case .iso8859part15: "Western Europe with the euro"
    case .koi8R: "Russian, older files"
    }
  }

  /// The encoding of a name, whatever its case and its hyphens: `UTF-8`, `cp1252`, `Latin-9`.
  package init?(named name: String) {
    let plain = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    let match = Self.allCases.first { plain == $0.plainName } ?? Self.others[plain]
    guard let match else { return nil }
    self = match
  }

  private var plainName: String { String(rawValue.filter { $0 != "-" }) }

  private static let others: [String: CaptionEncoding] = [
    "cp1250": .windows1250, "cp1251": .windows1251, "cp1252": .windows1252,
    "cp1253": .windows1253, "cp1254": .windows1254, "latin1": .iso8859part1,
    "latin2": .iso8859part2, "latin9": .iso8859part15, "ansi": .windows1252,
  ]
}
