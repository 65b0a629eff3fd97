/// What the bytes of letters beyond ASCII are beside, from which their code can be guessed.
struct EncodedLetters {
  /// How often each byte is there.
  private(set) var counts = [Int](repeating: 0, count: 256)
  /// More than 0 where the letters of Central Europe are more likely than those of the west.
  private(set) var centralScore = 0
  /// How many signs of Windows stand where ISO 8859-2 and ISO 8859-15 have letters.
  private(set) var latin2Score = 0
  private(set) var latin9Score = 0
  /// Bytes beyond ASCII in words of nothing else, and in those that have letters of ASCII too.
  private var aloneCount = 0
  private var mixedCount = 0
  /// Those that are words by themselves, as there are in all of these codes.
  private var singleCount = 0

  /// - Complexity: O(bytes).
  init(_ file: [UInt8]) {
    for byte in file { counts[Int(byte)] += 1 }
    countWords(file)
    for place in file.indices where file[place] >= 0x80 {
      // A letter behind a backslash is a line break of ASS.
      let isAfterBreak = place > 1 && file[place - 2] == UInt8(ascii: "\\")
      let before = place > 0 && !isAfterBreak ? file[place - 1] : 0x20
      let next = place + 1 < file.count ? file[place + 1] : 0x20
      scoreCentral(file[place], before, next)
      scoreISO(file[place], before, next)
    }
    scoreTogether()
  }

  /// A word of Cyrillic has no letters of ASCII, one of the other codes has few without. Words and marks of ASCII
  /// beside them, such as the head of a file of ASS, say nothing.
  var areCyrillic: Bool {
    if aloneCount + mixedCount > 0 { return aloneCount > mixedCount * 2 }
    let hasASCII =
      counts[0x41...0x5A].contains { $0 > 0 } || counts[0x61...0x7A].contains { $0 > 0 }
    return singleCount > 0 && !hasASCII
  }

  private mutating func countWords(_ file: [UInt8]) {
    var (high, low) = (0, 0)
    var before: UInt8 = 0x20
    for byte in file + [0x20] {
      // A letter behind a backslash is a line break of ASS.
      if Self.isLetter(byte), before != UInt8(ascii: "\\") {
        low += 1
      } else if Self.isHighLetter(byte) {
        high += 1
      } else {
        if low > 0 {
          mixedCount += high
        } else if high > 1 {
          aloneCount += high
        } else {
          singleCount += high
        }
        (high, low) = (0, 0)
      }
      before = byte
    }
  }

  private mutating func scoreCentral(_ byte: UInt8, _ before: UInt8, _ next: UInt8) {
    let isInWord = before >= 0x80 || Self.isLetter(before)
    switch byte {
    // Within a word: ł ą ż ľ, against signs.
    case 0xB3, 0xB9, 0xBF, 0xBE, 0xA3, 0xA5: centralScore += isInWord ? 3 : 0
    // ş, also at a word's beginning, against the sign of ordinals.
    case 0xBA: centralScore += isInWord && next != 0x20 || Self.isLetter(next) ? 3 : 0
    // ś ź ť, against œ and letters of the margin.
    case 0x9D, 0x9F, 0x8D, 0x8F: centralScore += 3
    // ř ě ů within a word, where ì and ù stand at its end.
    case 0xF8, 0xEC, 0xF9: centralScore += next >= 0xC0 || Self.isLetter(next) ? 1 : 0
    // ć after a vowel, where æ never stands.
    case 0xE6, 0xC6: centralScore += Self.isVowel(before) ? 3 : 0
    // č before a vowel, where è never stands.
    case 0xE8, 0xC8: centralScore += Self.isVowel(next) ? 3 : 0
    // ţ within a word, where Icelandic has þ at its beginning.
    case 0xFE: centralScore += isInWord && counts[0xF0] == 0 && counts[0xFD] == 0 ? 2 : 0
    // à å ï ò of the west.
    case 0xE0, 0xE5, 0xEF, 0xF2: centralScore -= 2
    default: break
    }
  }

  /// Signs that touch a letter are letters of another code.
  private mutating func scoreISO(_ byte: UInt8, _ before: UInt8, _ next: UInt8) {
    let touches = Self.isLetter(before) || Self.isLetter(next)
    switch byte {
    // ą ś in place of ± ¶.
    case 0xB1, 0xB6: latin2Score += touches ? 1 : 0
    // Ą Š Ť Ž in place of ¡ © « ®, before a letter.
    case 0xA9, 0xAE: latin2Score += Self.isLetter(next) && !Self.isLetter(before) ? 1 : 0
    // š ž in place of ¹ ¾.
    case 0xB9, 0xBE: latin2Score += touches ? 1 : 0
    // Š š Ž ž Œ œ Ÿ in place of ¦ ¨ ´ ¸ ¼ ½ ¾.
    case 0xA6, 0xB4: latin9Score += Self.isLetter(next) && !Self.isLetter(before) ? 1 : 0
    case 0xA8, 0xB8, 0xBC, 0xBD: latin9Score += touches ? 1 : 0
    // The euro in place of the sign of any currency.
    case 0xA4: latin9Score += touches ? 0 : 1
    default: break
    }
  }

  /// What letters say together.
  private mutating func scoreTogether() {
    // Hungarian ő and ű stand where Portuguese has õ beside ã.
    if counts[0xFB] > 0, counts[0xF5] > 0, counts[0xE3] == 0 {
      centralScore += counts[0xF5] + counts[0xFB]
    }
    // Danish and Norwegian have ø beside å and æ; Polish ę and ć beside ł or ż.
    if counts[0xE5] > 0 { centralScore -= counts[0xF8] }
    // Czech ě and ř are frequent together, ì and ø never are.
    if counts[0xEC] > 0, counts[0xF8] > 0, counts[0xE5] == 0 { centralScore += 2 }
    // Polish ą is what Czech and Croatian have as š in ISO 8859-2; there it stands beside č, ě or ř, not ł.
    if counts[0xB3] > 0 || counts[0xE8] + counts[0xEC] + counts[0xF8] == 0 {
      latin2Score -= counts[0xB9] + counts[0xBE]
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetter }

  private static func isVowel(_ byte: UInt8) -> Bool {
    "aeiouAEIOU".utf8.contains(byte)
  }

  /// Letters of Windows-1251 beyond ASCII.
  private static func isHighLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC0...0xFF, 0x80, 0x81, 0x83, 0x8A, 0x8C...0x90, 0x9A, 0x9C...0x9F: true
    case 0xA1...0xA3, 0xA5, 0xA8, 0xAA, 0xAF, 0xB2...0xB4, 0xB8, 0xBA, 0xBC...0xBF: true
    default: false
    }
  }
}
