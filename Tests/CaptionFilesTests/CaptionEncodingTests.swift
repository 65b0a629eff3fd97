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

  // Bytes beyond ASCII as `%XX`, by the codecs of Python 3.11.
  @Test(
    "codes are guessed by what letters stand beside, in SubRip and behind the head of ASS",
    arguments: [
      (
        .windows1250, "Příliš žluťoučký kůň úpěl. Řekl jsem to už včera.",
        "P%F8%EDli%9A %9Elu%9Dou%E8k%FD k%F9%F2 %FAp%ECl. %D8ekl jsem to u%9E v%E8era."
      ),
      (
        .iso8859part2, "Příliš žluťoučký kůň úpěl. Řekl jsem to už včera.",
        "P%F8%EDli%B9 %BElu%BBou%E8k%FD k%F9%F2 %FAp%ECl. %D8ekl jsem to u%BE v%E8era."
      ),
      (
        .windows1250, "Nigdy nie pij ciekłego azotu. Wszystko, czego dotykałeś.",
        "Nigdy nie pij ciek%B3ego azotu. Wszystko, czego dotyka%B3e%9C."
      ),
      (
        .iso8859part2, "Nigdy nie pij ciekłego azotu. Wszystko, czego dotykałeś są.",
        "Nigdy nie pij ciek%B3ego azotu. Wszystko, czego dotyka%B3e%B6 s%B1."
      ),
      (
        .windows1250, "Îţi mulţumesc şi să vezi",
        "%CE%FEi mul%FEumesc %BAi s%E3 vezi"
      ),
      (
        .windows1250, "Želim ići kući. Što je s tobom, đače?",
        "%8Eelim i%E6i ku%E6i. %8Ato je s tobom, %F0a%E8e?"
      ),
      (
        .iso8859part2, "Želim ići kući. Što je s tobom, đače?",
        "%AEelim i%E6i ku%E6i. %A9to je s tobom, %F0a%E8e?"
      ),
      (
        .windows1250, "Idem kući, noć je.",
        "Idem ku%E6i, no%E6 je."
      ),
      (
        .windows1252, "Hyvää päivää, Šakki ja Žena. Maksaa 5 €",
        "Hyv%E4%E4 p%E4iv%E4%E4, %8Aakki ja %8Eena. Maksaa 5 %80"
      ),
      (
        .iso8859part15, "Hyvää päivää, Šakki ja Žena. Maksaa 5 €",
        "Hyv%E4%E4 p%E4iv%E4%E4, %A6akki ja %B4ena. Maksaa 5 %A4"
      ),
      (
        .iso8859part15, "Où est l'œuvre ? Ça coûte cher, élève.",
        "O%F9 est l'%BDuvre ? %C7a co%FBte cher, %E9l%E8ve."
      ),
      (
        .windows1252, "Où est l'œuvre ? Ça coûte 5 €, élève, après tout : poète, « là ».",
        "O%F9 est l'%9Cuvre ? %C7a co%FBte 5 %80, %E9l%E8ve, apr%E8s tout : po%E8te, %AB l%E0 %BB."
      ),
      (
        .windows1252, "¿Qué pasó ayer? ¡Niño, mañana sí! 1º, 2ª, ±3, ½",
        "%BFQu%E9 pas%F3 ayer? %A1Ni%F1o, ma%F1ana s%ED! 1%BA, 2%AA, %B13, %BD"
      ),
      (
        .windows1252, "Det er også være kæmpe, æblegrød, knæ og køb.",
        "Det er ogs%E5 v%E6re k%E6mpe, %E6blegr%F8d, kn%E6 og k%F8b."
      ),
      (
        .windows1252, "Það er ekki þú, í bænum, æðislegt, íþróttir",
        "%DEa%F0 er ekki %FE%FA, %ED b%E6num, %E6%F0islegt, %ED%FEr%F3ttir"
      ),
      (
        .windows1252, "Não, você não é irmão. Perché è così? Città",
        "N%E3o, voc%EA n%E3o %E9 irm%E3o. Perch%E9 %E8 cos%EC? Citt%E0"
      ),
      (
        .windows1252, "Größe, Übermut, Äpfel © Müller",
        "Gr%F6%DFe, %DCbermut, %C4pfel %A9 M%FCller"
      ),
      (
        .windows1251, "Да.",
        "%C4%E0."
      ),
      (
        .windows1251, "Это iPhone 12 Pro Max и Windows Update for Business",
        "%DD%F2%EE iPhone 12 Pro Max %E8 Windows Update for Business"
      ),
      (
        .windows1251, "Здраво, ђаче. Њему је љубав.",
        "%C7%E4%F0%E0%E2%EE, %90%E0%F7%E5. %8C%E5%EC%F3 %BC%E5 %9A%F3%E1%E0%E2."
      ),
      (
        .windows1251, "Привіт, як справи? Їжак є тут",
        "%CF%F0%E8%E2%B3%F2, %FF%EA %F1%EF%F0%E0%E2%E8? %AF%E6%E0%EA %BA %F2%F3%F2"
      ),
    ] as [(CaptionEncoding, String, String)])
  func neighbours(encoding: CaptionEncoding, text: String, escaped: String) {
    let bytes = Self.bytes(escaped)
    let script = Array(
      """
      [Script Info]
      ScriptType: v4.00+

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, StrikeOut, ScaleX
      Style: Default,Arial,24,&H00FFFFFF,0,0,0,0,100

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,
      """.utf8)
    let lineBreak = Array("\\N".utf8)
    for (path, file, shown) in [
      ("a.srt", Array(Self.times.utf8) + bytes, text),
      ("a.ass", script + bytes + lineBreak + bytes, text + "\n" + text),
    ] {
      let (file, _, findings) = CaptionReader.read(SourceFile(path: path, bytes: file))
      #expect(file?.encoding == encoding)
      #expect(file?.captions.first?.text == shown)
      #expect(findings.map(\.id) == [.captionEncodingGuess])
    }
  }

  /// A text in which `%XX` is a byte.
  private static func bytes(_ escaped: String) -> [UInt8] {
    let parts = escaped.split(separator: "%", omittingEmptySubsequences: false)
    return Array(parts[0].utf8)
      + parts.dropFirst().flatMap { [UInt8($0.prefix(2), radix: 16) ?? 0] + $0.dropFirst(2).utf8 }
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
