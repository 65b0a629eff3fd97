/// A language by BCP 47 (RFC 5646): `de`, `pt-BR`, `zh-Hant`, `und`.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// In the usual form: the shortest code of the language, and the usual case of letters.
  package let text: String

  /// A language that nobody knows.
  package static let undetermined = LanguageTag(wellFormed: "und")

  /// The language that a text names; `nil` for what is no well-formed tag. That the language exists is not
  /// checked.
  ///
  /// Codes of three letters are taken as well, also those that libraries use: `ger` and `deu` are `de`.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
    guard text.utf8.count <= 255, text.utf8.allSatisfy({ $0 < 0x80 }), Self.isWellFormed(parts)
    else {
      return nil
    }
    self.init(wellFormed: Self.canonical(parts))
  }

  private init(wellFormed text: String) { self.text = text }

  /// The tag itself.
  package var description: String { text }

  /// Three letters of ISO 639-2, those that come from the language's own name (`deu`); `und` where there
  /// are none.
  package var code: String {
    let first = primary
    if first.utf8.count == 2 { return Self.long[first] ?? "und" }
    return first.utf8.count == 3 ? first : "und"
  }

  /// Three letters of ISO 639-2 as libraries use them (`ger`), which Matroska wants.
  package var libraryCode: String { Self.library[code] ?? code }

  /// Whether the tag says more than three letters can.
  package var exceedsCode: Bool { text.utf8.contains(0x2D) || (code == "und" && text != "und") }

  private var primary: String { text.split(separator: "-").first.map { String($0) } ?? text }

  // MARK: - Syntax

  private static func isWellFormed(_ parts: [String]) -> Bool {
    func letters(_ part: String) -> Bool {
      part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
    func digits(_ part: String) -> Bool { part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    func both(_ part: String) -> Bool {
      part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }
    guard parts.allSatisfy({ (1...8).contains($0.utf8.count) && both($0) }) else { return false }
    var rest = parts[...]
    func next(_ isRight: (String) -> Bool) -> Bool {
      guard let part = rest.first, isRight(part) else { return false }
      rest.removeFirst()
      return true
    }
    if !(rest.first?.lowercased() == "x") {
      // Longer ones are reserved, or have never been registered.
      guard next({ letters($0) && (2...3).contains($0.utf8.count) }) else { return false }
      if parts[0].utf8.count <= 3 {
        for _ in 0..<3 { if !next({ letters($0) && $0.utf8.count == 3 }) { break } }
      }
      _ = next { letters($0) && $0.utf8.count == 4 }
      _ = next { (letters($0) && $0.utf8.count == 2) || (digits($0) && $0.utf8.count == 3) }
      while next({ part in
        part.utf8.count >= 5 || (part.utf8.count == 4 && part.utf8.first.map { $0 < 0x3A } == true)
      }) {}
      while next({ $0.utf8.count == 1 && $0.lowercased() != "x" }) {
        guard next({ $0.utf8.count >= 2 }) else { return false }
        while next({ $0.utf8.count >= 2 }) {}
      }
    }
    if next({ $0.lowercased() == "x" }) {
      guard !rest.isEmpty else { return false }
      rest = []
    }
    return rest.isEmpty
  }

  /// RFC 5646, 2.1.1 and 4.5.
  private static func canonical(_ parts: [String]) -> String {
    var result: [String] = []
    var isAfterSingleton = false
    for part in parts {
      var part = part.lowercased()
      if result.isEmpty {
        part = terminologic[part] ?? part
        part = short[part] ?? part
      } else if !isAfterSingleton {
        if part.utf8.count == 2 { part = part.uppercased() }
        if part.utf8.count == 4, part.utf8.first.map({ $0 > 0x39 }) == true {
          part = part.prefix(1).uppercased() + part.dropFirst()
        }
      }
      if part.utf8.count == 1 { isAfterSingleton = true }
      result.append(part)
    }
    return result.joined(separator: "-")
  }

  // MARK: - Codes

  /// Codes of ISO 639-1 with those of ISO 639-2/T.
  private static let long: [String: String] = pairs(
    """
    aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis
    bmbam bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu
    dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry
    gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina
    idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz
    klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim lnlin lolao
    ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau nbnob ndnde
    nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan pipli plpol
    pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv
    smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk
    tltgl tntsn toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln
    wowol xhxho yiyid yoyor zazha zhzho zuzul
    """, 2)
  private static let short = Dictionary(long.map { ($1, $0) }) { first, _ in first }

  /// Codes of ISO 639-2/B, with those of ISO 639-2/T where they differ.
  private static let terminologic: [String: String] = pairs(
    """
    albsqi armhye baqeus burmya chizho czeces dutnld frefra geokat gerdeu greell iceisl macmkd
    maomri maymsa perfas rumron sloslk tibbod welcym
    """, 3)
  private static let library = Dictionary(terminologic.map { ($1, $0) }) { first, _ in first }

  private static func pairs(_ text: String, _ length: Int) -> [String: String] {
    let pairs = text.split { $0 == " " || $0 == "\n" }
    return Dictionary(pairs.map { (String($0.prefix(length)), String($0.dropFirst(length))) }) {
      first, _ in first
    }
  }
}
