import CaptionFiles
import Diagnostics
import Testing

@Suite("Encodings of files of captions")
struct CaptionEncodingTests {
  private static let times = "1\n00:00:01,000 --> 00:00:02,000\n"

  private static func units(_ text: String, low: Int) -> [UInt8] {
    text.utf16.flatMap { unit in
      low == 0
        ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
  }

  @Test("UTF-8 and UTF-16 are told by their marks and without them")
  func unicode() {
    let text = Self.times + "Grüße, мир, 世界 🎬\n"
    let files: [([UInt8], CaptionEncoding)] = [
      (Array(text.utf8), .utf8), ([0xEF, 0xBB, 0xBF] + text.utf8, .utf8),
      (Self.units(text, low: 0), .utf16LittleEndian),
      ([0xFF, 0xFE] + Self.units(text, low: 0), .utf16LittleEndian),
      (Self.units(text, low: 1), .utf16BigEndian),
      ([0xFE, 0xFF] + Self.units(text, low: 1), .utf16BigEndian),
    ]
    for (bytes, encoding) in files {
      let (file, _, findings) = CaptionReader.read(SourceFile(path: "a.srt", bytes: bytes))
      #expect(file?.encoding == encoding)
      #expect(lines(file?.captions ?? []) == ["1000-2000 Grüße, мир, 世界 🎬"])
      #expect(findings.allSatisfy { $0.id == .captionEncodingGuess })
    }
  }

  // Bytes by the codecs of Python 3.11.
  @Test(
    "codes of one byte a character are guessed by their letters",
    arguments: [
      (
        [0x4F, 0xF9, 0x20, 0xEA, 0x74, 0x65, 0x73, 0x2D, 0x76, 0x6F, 0x75, 0x73, 0x20, 0xE0],
        CaptionEncoding.windows1252, "Où êtes-vous à"
      ),
      (
        [0x8C, 0x63, 0x69, 0x65, 0xBF, 0x6B, 0x61, 0x20, 0x9F, 0x72, 0xF3, 0x64, 0xB3, 0x6F],
        .windows1250, "Ścieżka źródło"
      ),
      (
        [
          0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEA, 0xE0, 0xEA, 0x20, 0xE4, 0xE5, 0xEB,
          0xE0,
        ],
        .windows1251, "Привет, как дела"
      ),
    ] as [([UInt8], CaptionEncoding, String)])
  func guesses(bytes: [UInt8], encoding: CaptionEncoding, text: String) {
    let (file, _, findings) = CaptionReader.read(
      SourceFile(path: "a.srt", bytes: Array(Self.times.utf8) + bytes))
    #expect(file?.encoding == encoding)
    #expect(file?.captions.first?.text == text)
    #expect(findings.map(\.id) == [.captionEncodingGuess])
  }

  @Test("an encoding that is named holds, and has many names")
  func named() throws {
    let bytes = Array(Self.times.utf8) + [0x66, 0xFC, 0x72, 0x20, 0x35, 0x20, 0xA4]
    #expect(read(bytes, as: "a.srt", encoding: .iso8859part15).captions.first?.text == "für 5 €")
    #expect(read(bytes, as: "a.srt", encoding: .windows1252).captions.first?.text == "für 5 ¤")
    #expect(CaptionEncoding(named: "Latin-9") == .iso8859part15)
    #expect(CaptionEncoding(named: "UTF8") == .utf8)
    #expect(CaptionEncoding(named: "CP1251") == .windows1251)
    #expect(CaptionEncoding(named: "utf-7") == nil)
    let greek = Array(Self.times.utf8) + [0xCA, 0xE1, 0xEB, 0xE7, 0xEC, 0xDD, 0xF1, 0xE1]
    #expect(read(greek, as: "a.srt", encoding: .windows1253).captions.first?.text == "Καλημέρα")
    let russian = Array(Self.times.utf8) + [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]
    #expect(read(russian, as: "a.srt", encoding: .koi8R).captions.first?.text == "Привет")
  }

  @Test("UTF-32 and what is no text are refused")
  func refused() {
    let wide: [UInt8] = (Self.times + "A").utf8.flatMap { [$0, 0, 0, 0] as [UInt8] }
    let files: [[UInt8]] = [
      [0xFF, 0xFE, 0, 0] + wide, wide, [0x89] + [UInt8](repeating: 0x01, count: 400),
    ]
    for bytes in files {
      let (file, _, findings) = CaptionReader.read(SourceFile(path: "a.srt", bytes: bytes))
      #expect(file == nil)
      #expect(findings.map(\.id) == [.captionEncoding])
    }
  }

  @Test("damaged bytes and zeros are told and leave the rest as it is")
  func damage() {
    let file = read(
      Array((Self.times + "Grüße aus Köln, Öl ").utf8) + [0xFF, 0x41, 0x00, 0x42], as: "a.srt")
    #expect(file.captions.first?.text == "Grüße aus Köln, Öl \u{FFFD}AB")
    #expect(file.findings.map(\.id) == [.captionZeroBytes, .captionBytes])
  }

  @Test("zeros are U+FFFD in WebVTT, as its standard has it")
  func zeros() {
    let file = read(
      Array("WEBVTT\n\n00:01.000 --> 00:02.000\na\0b\0 ".utf8) + [0xFF], as: "a.vtt",
      encoding: .utf8)
    #expect(file.captions.first?.text == "a\u{FFFD}b\u{FFFD} \u{FFFD}")
    #expect(ids(file) == ["caption-zero-bytes", "caption-bytes 4:6"])
  }

  private static func xml(_ name: String, _ text: [UInt8]) -> [UInt8] {
    Array("<?xml version='1.0' encoding = '\(name)' ?>".utf8)
      + Array("<tt><body><div><p begin='1s' end='2s'>".utf8) + text
      + Array("</p></div></body></tt>".utf8)
  }

  // Bytes by the codecs of Python 3.11.
  @Test(
    "the declaration of XML says how characters are written",
    arguments: [
      ("ISO-8859-15", [0xA4, 0x20, 0xA6], .iso8859part15, "€ Š"),
      ("iso-8859-2", [0xB1, 0xB6, 0xE6], .iso8859part2, "ąść"),
      ("windows-1251", [0xC4, 0xE0], .windows1251, "Да"),
      ("KOI8-R", [0xE4, 0xC1], .koi8R, "Да"),
      ("windows-1253", [0xCD, 0xE1, 0xDF], .windows1253, "Ναί"),
      ("latin1", [0xE9, 0x20, 0xE9], .iso8859part1, "é é"),
      ("utf-8", [0xC3, 0xA9], .utf8, "é"),
    ] as [(String, [UInt8], CaptionEncoding, String)])
  func declared(name: String, bytes: [UInt8], encoding: CaptionEncoding, text: String) {
    let (file, _, findings) = CaptionReader.read(
      SourceFile(path: "a.ttml", bytes: Self.xml(name, bytes)))
    #expect(file?.encoding == encoding)
    #expect(file?.captions.first?.text == text)
    #expect(findings == [])
  }

  @Test("a declaration that is unknown or cannot be true is no end")
  func wrongDeclaration() {
    let unknown = read(Self.xml("x-mac-roman", Array("Öl".utf8)), as: "a.ttml")
    #expect(unknown.captions.first?.text == "Öl")
    #expect(unknown.findings.map(\.id) == [.captionEncodingGuess])
    let wrong = read(Self.xml("UTF-8", [0x66, 0xFC, 0x72]), as: "a.ttml")
    #expect(wrong.captions.first?.text == "für")
    #expect(wrong.findings.map(\.id) == [.captionEncodingGuess])
    let narrow = read(Self.xml("UTF-16", Array("Öl".utf8)), as: "a.ttml")
    #expect(narrow.captions.first?.text == "Öl")
    let wide = String(decoding: Self.xml("UTF-16", Array("Öl".utf8)), as: UTF8.self)
    for low in 0...1 {
      let file = read(Self.units(wide, low: low), as: "a.ttml")
      #expect(file.captions.first?.text == "Öl")
      #expect(file.findings == [])
    }
  }

  @Test("lines end with a line feed, a carriage return, or both", arguments: ["\n", "\r", "\r\n"])
  func lineEnds(end: String) {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nA\nB\n\n2\n00:00:03,000 -> 00:00:04,000\nC"
    let file = read(text.replacing("\n", with: end), as: "a.srt")
    #expect(lines(file.captions) == ["1000-2000 A/B", "3000-4000 C"])
    #expect(ids(file) == ["caption-spelling 7:14"])
  }
}
