internal import Diagnostics

/// Finds the face for a family name, a weight and a slant in a list of installed faces.
///
/// The weight and slant rules are those of CSS Fonts Level 4, clause 5.2.
struct FontMatching {
  /// A face, and how it was asked for after words in the name were understood.
  struct Match: Hashable {
    var record: FontRecord
    var style: FontStyle
  }

  private let records: [FontRecord]
  /// The faces of a family, and the first face of a full name, by their letters.
  private var families: [String: [FontRecord]] = [:]
  private var fullNames: [String: FontRecord] = [:]

  init(records: [FontRecord]) {
    self.records = records
    for record in records {
      for key in Set(record.families.map(Self.normalized)) {
        families[key, default: []].append(record)
      }
      for key in record.fullNames.map(Self.normalized) where fullNames[key] == nil {
        fullNames[key] = record
      }
    }
  }

  /// The face for `name`, nil where no such family is installed.
  ///
  /// Tried in turn: a family of that name; a face with that full name (`DejaVu Sans Bold`); a
  /// family followed by words for weight, slant and width. An explicit weight other than 400, or
  /// italic, wins over words in the name.
  func match(_ name: String, weight: Int, italic: Bool) -> Match? {
    let key = Self.normalized(name)
    let style = FontStyle(weight: weight, italic: italic)
    if let match = choose(style, in: family(key)) { return match }
    if let face = fullNames[key] {
      var style = style
      if weight == 400 && !face.weight.contains(400) { style.weight = face.weight.lowerBound }
      style.italic = italic || face.isItalic
      style.width = face.width
      return choose(style, in: records.filter { $0.families == face.families })
    }
    return matchStyleWords(name, style)
  }

  /// Names near to `name`, the best first, at most three.
  func suggestions(for name: String) -> [String] {
    let families = familyNames
    if let generic = Suggestion.closest(to: name, among: ["sans-serif", "serif", "monospace"]) {
      return [generic] + similar(to: name, families).prefix(2)
    }
    if let closest = Suggestion.closest(to: name, among: families) {
      return [closest] + similar(to: name, families).filter { $0 != closest }.prefix(2)
    }
    return Array(similar(to: name, families).prefix(3))
  }

  /// Families that begin the same, as "Noto" for "Noto Sans", and those of the same kind: a part
  /// of a name is not close.
  private func similar(to name: String, _ families: [String]) -> [String] {
    let key = Self.normalized(name)
    guard key.count >= 3 else { return [] }
    let same = families.filter {
      let family = Self.normalized($0)
      return family.hasPrefix(key) || key.hasPrefix(family)
    }
    guard same.isEmpty, let kind = Self.kind(of: key) else { return same }
    let standIns = kind.standIns.flatMap { wanted in
      families.filter { Self.normalized($0) == wanted }
    }
    return standIns.isEmpty
      ? families.filter { Self.normalized($0).hasSuffix(kind.suffix) } : standIns
  }

  /// Fonts that everybody knows, by what they look like, and the free ones that look alike: those
  /// drawn to the same widths first.
  private static func kind(of key: String) -> (suffix: String, standIns: [String])? {
    let sans = ["liberationsans", "arimo", "nimbussans", "dejavusans", "notosans"]
    let serif = ["liberationserif", "tinos", "nimbusroman", "dejavuserif", "notoserif"]
    let mono = ["liberationmono", "cousine", "nimbusmonops", "dejavusansmono", "notosansmono"]
    for (names, kind) in [
      (
        ["courier", "consolas", "menlo", "monaco", "lucidaconsole", "andalemono", "robotomono"],
        ("mono", mono)
      ),
      (
        ["times", "georgia", "garamond", "cambria", "palatino", "bookantiqua", "baskerville"],
        ("serif", serif)
      ),
      (
        [
          "arial", "helvetica", "verdana", "tahoma", "calibri", "segoeui", "trebuchet", "impact",
          "roboto", "opensans", "lato", "montserrat", "futura", "inter", "ubuntu", "sanfrancisco",
          "gillsans", "franklingothic", "poppins", "comicsans",
        ], ("sans", sans)
      ),
    ] where names.contains(where: { key.hasPrefix($0) }) {
      return kind
    }
    return nil
  }

  /// Every family once, sorted.
  var familyNames: [String] {
    var seen: Set<String> = []
    return records.flatMap(\.families).filter { seen.insert($0).inserted }.sorted()
  }

  // MARK: - Names

  /// Names are equal when their letters are: case, spaces, hyphens and underscores do not count.
  private static func normalized(_ name: String) -> String {
    name.lowercased().filter { !($0.isWhitespace || $0 == "-" || $0 == "_") }
  }

  private func family(_ key: String) -> [FontRecord] {
    key.isEmpty ? [] : families[key] ?? []
  }

  private func matchStyleWords(_ name: String, _ style: FontStyle) -> Match? {
    var words = name.split { $0.isWhitespace || $0 == "-" || $0 == "_" }.map { $0.lowercased() }
    var named = FontStyle()
    while words.count > 1 {
      let pair = words.suffix(2).joined()
      if words.count > 2, FontStyleWord.apply(pair, to: &named) {
        words.removeLast(2)
      } else if FontStyleWord.apply(words[words.count - 1], to: &named) {
        words.removeLast()
      } else {
        return nil
      }
      let found = family(words.joined())
      guard !found.isEmpty else { continue }
      if style.weight != 400 { named.weight = style.weight }
      named.italic = named.italic || style.italic
      return choose(named, in: found)
    }
    return nil
  }

  // MARK: - Faces of a family

  private func choose(_ style: FontStyle, in family: [FontRecord]) -> Match? {
    var best: (record: FontRecord, distance: Distance)?
    for record in family {
      let distance = Distance(record, style)
      if distance < best?.distance ?? .infinite { best = (record, distance) }
    }
    return best.map { Match(record: $0.record, style: style) }
  }

  /// How far a face is from what was asked: width counts before slant, slant before weight.
  private struct Distance: Comparable {
    var width: Int
    var slant: Int
    var weight: Int

    static let infinite = Distance(width: .max, slant: .max, weight: .max)

    init(width: Int, slant: Int, weight: Int) {
      self.width = width
      self.slant = slant
      self.weight = weight
    }

    init(_ record: FontRecord, _ style: FontStyle) {
      width = abs(record.width - style.width)
      slant = record.isItalic == style.italic ? 0 : 1
      weight = Self.weight(record.weight, asked: style.weight)
    }

    /// CSS: 400 and 500 stand in for each other first; otherwise light looks for lighter first and
    /// bold for bolder first.
    private static func weight(_ range: ClosedRange<Int>, asked: Int) -> Int {
      if range.contains(asked) { return 0 }
      let nearest = asked < range.lowerBound ? range.lowerBound : range.upperBound
      let distance = abs(nearest - asked)
      if (400...500).contains(asked) {
        if nearest > asked && nearest <= 500 { return distance }
        return nearest < asked ? 1000 + distance : 2000 + distance
      }
      return (nearest < asked) == (asked < 400) ? distance : 1000 + distance
    }

    static func < (a: Distance, b: Distance) -> Bool {
      (a.width, a.slant, a.weight) < (b.width, b.slant, b.weight)
    }
  }
}

/// Words at the end of a font's name that say its style.
private enum FontStyleWord {
  static func apply(_ word: String, to style: inout FontStyle) -> Bool {
    if let weight = weights[word] {
      style.weight = weight
    } else if let width = widths[word] {
      style.width = width
    } else if ["italic", "oblique", "slanted"].contains(word) {
      style.italic = true
    } else {
      return false
    }
    return true
  }

  private static let weights = [
    "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300,
    "book": 400, "regular": 400, "normal": 400, "roman": 400, "medium": 500, "semibold": 600,
    "demibold": 600, "demi": 600, "bold": 700, "extrabold": 800, "ultrabold": 800, "heavy": 900,
    "black": 900,
  ]
  private static let widths = [
    "condensed": 75, "narrow": 75, "semicondensed": 87, "extracondensed": 63, "semiexpanded": 113,
    "expanded": 125, "wide": 125,
  ]
}
