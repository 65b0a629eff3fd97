import BaseValues
import CaptionFiles
import Diagnostics
import Testing

@Suite("Rules of captions")
struct CaptionRuleTests {
  private func rules(
    _ captions: [Caption], _ profile: CaptionProfile, rate: Int64 = 25, cuts: [Rational] = [],
    end: Rational? = nil, picture: (width: Int, height: Int)? = nil
  ) -> [CaptionFault] {
    var surroundings = CaptionSurroundings()
    surroundings.rate = FrameRate(rate)
    surroundings.cuts = cuts
    surroundings.end = end
    surroundings.picture = picture
    return CaptionRules.faults(of: captions, profile, in: surroundings)
  }

  // The numbers are those of Netflix's Timed Text Style Guide: 5/6 s, 7 s, 2 frames, half a second, 42 × 2, 17/s.
  @Test("the numbers of netflix-en hold on both sides")
  func netflix() {
    func check(_ captions: [Caption]) -> [CaptionRule] {
      rules(captions, .netflixEnglish).map(\.rule)
    }
    // Files have whole milliseconds: 833 are 5/6 s as near as they can say.
    #expect(check([caption(0, 832, "x")]) == [.tooShort])
    #expect(check([caption(0, 833, "x")]) == [])
    #expect(check([caption(0, 7000, "x y")]) == [])
    #expect(check([caption(0, 7001, "x y")]) == [.tooLong])
    #expect(check([caption(0, 2000, String(repeating: "a", count: 34))]) == [])
    #expect(check([caption(0, 2000, String(repeating: "a", count: 35))]) == [.readingSpeed])
    #expect(check([caption(0, 6000, String(repeating: "a", count: 42))]) == [])
    #expect(check([caption(0, 6000, String(repeating: "a", count: 43))]) == [.characters])
    #expect(check([caption(0, 6000, String(repeating: "世", count: 22))]) == [.characters])
    #expect(check([caption(0, 6000, "a\nb")]) == [])
    #expect(check([caption(0, 6000, "a\nb\nc")]) == [.lines])
    #expect(check([caption(0, 1000, "x"), caption(1040, 2000, "y")]) == [.shortGap])
    #expect(check([caption(0, 1000, "x"), caption(1080, 2000, "y")]) == [])
    #expect(check([caption(0, 1000, "x"), caption(1120, 2000, "y")]) == [.openGap])
    #expect(check([caption(0, 1000, "x"), caption(1499, 2500, "y")]) == [.openGap])
    #expect(check([caption(0, 1000, "x"), caption(1500, 2500, "y")]) == [])
    #expect(check([caption(0, 2000, "x"), caption(1500, 2500, "y")]) == [.overlap])
  }

  @Test(
    "what was mended is not told again when its times were rounded to milliseconds",
    arguments: [(24000, 1001), (24, 1), (30000, 1001), (30, 1), (60, 1), (25, 1)]
      as [(Int64, Int64)])
  func rounded(_ rate: (frames: Int64, seconds: Int64)) throws {
    var surroundings = CaptionSurroundings()
    surroundings.rate = FrameRate(rational: try #require(Rational(rate.frames, rate.seconds)))
    let source = [
      caption(0, 300, "x"), caption(1000, 1990, "seventeen letters"),
      caption(2000, 2400, "one two three"),
      caption(5000, 5100, "y"),
    ]
    for profile in [CaptionProfile.netflixEnglish, .bbc, .social] {
      var captions = source
      for _ in 0..<3 {
        let faults = CaptionRules.faults(of: captions, profile, in: surroundings)
        captions = CaptionMending.mended(captions, faults)
      }
      let left = CaptionRules.faults(of: captions, profile, in: surroundings).map(\.rule)
      let text = CaptionWriter.write(CaptionFile(captions: captions), as: .srt).text
      let again = read(text, as: "a.srt").captions
      #expect(CaptionRules.faults(of: again, profile, in: surroundings).map(\.rule) == left)
    }
  }

  @Test("a caption is not split into parts that nobody can read, and none is promised to be")
  func hopeless() {
    let long = caption(
      1000, 1500,
      "- it: more was then and it over nothing\n- while than fox and silence than the quick")
    for profile in [CaptionProfile.netflixEnglish, .bbc, .social] {
      let splits = rules([long, caption(1600, 3000, "Hi")], profile).compactMap(\.mend).filter {
        if case .split = $0 { true } else { false }
      }
      #expect(splits.isEmpty)
    }
    let word = caption(0, 6000, String(repeating: "a", count: 60))
    #expect(
      rules([word], .netflixEnglish).filter { $0.rule == .characters }.allSatisfy { $0.mend == nil }
    )
  }

  @Test("what cannot be meant is found by every profile")
  func common() {
    let captions = [caption(0, 1000, " "), caption(1000, 1000, "x"), caption(1500, 3000, "y")]
    #expect(rules(captions, .none, end: Rational(2)).map(\.rule) == [.empty, .noLength, .pastEnd])
    #expect(rules([caption(0, 100, String(repeating: "a", count: 500))], .none).isEmpty)
  }

  @Test("captions begin on cuts that are near, and end two frames before them")
  func cuts() {
    func check(_ start: Int64, _ end: Int64) -> Int {
      rules([caption(start, end, "x")], .netflixEnglish, cuts: [Rational(2), Rational(5)])
        .count { $0.rule == .cut }
    }
    #expect(check(2000, 4920) == 0)
    #expect(check(2200, 4920) == 1)
    #expect(check(1600, 5000) == 2)
    #expect(check(2600, 4400) == 0)
  }

  @Test("upright pictures have shorter lines")
  func shape() {
    let numbers = CaptionProfile.netflixEnglish.numbers
    #expect(numbers.characters(for: (1920, 1080)) == 42)
    #expect(numbers.characters(for: (1080, 1080)) == 31)
    #expect(numbers.characters(for: (1080, 1920)) == 17)
  }

  @Test("of bbc words a minute count, of social words a line")
  func others() {
    #expect(
      rules([caption(0, 1000, "one two three four")], .bbc).map(\.rule) == [
        .tooShort, .readingSpeed,
      ])
    #expect(rules([caption(0, 1000, "a b c d e f g")], .social).map(\.rule) == [.words])
    #expect(rules([caption(0, 499, "a")], .social).map(\.rule) == [.tooShort])
  }

  @Test("gaps are closed, short captions extended, long ones split, where there is room")
  func mending() {
    func mended(_ captions: [Caption]) -> [String] {
      var captions = captions
      for _ in 0..<4 {
        captions = CaptionMending.mended(captions, rules(captions, .netflixEnglish))
      }
      return lines(captions)
    }
    #expect(
      mended([caption(0, 1000, "x"), caption(1200, 3000, "y")]) == ["0-1120 x", "1200-3000 y"])
    #expect(
      mended([caption(0, 1000, "x"), caption(1000, 3000, "y")]) == ["0-920 x", "1000-3000 y"])
    #expect(mended([caption(0, 500, "x")]) == ["0-833.3 x"])
    #expect(mended([caption(0, 500, "x"), caption(700, 3000, "y")]) == ["0-620 x", "700-3000 y"])
    #expect(
      mended([
        caption(0, 6000, "This is a line that is much too long to be read, so it has to be broken.")
      ]) == ["0-6000 This is a line that is much too long/to be read, so it has to be broken."])
    #expect(
      mended([caption(0, 8000, "One sentence is here. Another one is there.")])
        == ["0-3920 One sentence is here.", "4000-8000 Another one is there."])
    #expect(mended([caption(0, 1000, " "), caption(2000, 3000, "x")]) == ["2000-3000 x"])
    // Captions that overlap may be meant so.
    #expect(
      mended([caption(0, 2000, "x"), caption(1500, 2500, "y")]) == ["0-2000 x", "1500-2500 y"])
  }

  @Test("who speaks keeps a line of their own, whatever is mended")
  func dialogue() {
    func mended(_ text: String, _ end: Int64 = 6000) -> [String] {
      var captions = [caption(0, end, text)]
      for _ in 0..<4 {
        captions = CaptionMending.mended(captions, rules(captions, .netflixEnglish))
      }
      return captions.map { $0.text.replacing("\n", with: "/") }
    }
    #expect(
      mended("- Where is it?\n- On the table in the kitchen, I am quite sure of it.") == [
        "- Where is it?", "- On the table in the kitchen,/I am quite sure of it.",
      ])
    #expect(
      mended("- Shall we go? - Yes, let us go now, it is late.")
        == ["- Shall we go?/- Yes, let us go now, it is late."])
    #expect(mended("- Yes.\n- No.\n- Oh.", 3000) == ["- Yes.", "- No./- Oh."])
    #expect(
      mended("ANNA: Where is it?\nBEN: On the table.\nANNA: Oh.")
        == ["ANNA: Where is it?", "BEN: On the table./ANNA: Oh."])
    // One line of a dialogue is too long, and both fit.
    #expect(
      mended("Is it there?\n- It is.\nAnd so it will be, as long as we are.")
        == ["Is it there?", "- It is. And so it will be,/as long as we are."])
    // What only looks like it is a text like any other.
    #expect(mended("well - as\n- ever - he\nsaid so", 3000) == ["well - as - ever - he said so"])
    #expect(mended("one thing: it\nis\nthere", 3000) == ["one thing: it is there"])
  }

  @Test("nothing is split into parts too short to be read")
  func shortParts() throws {
    let text = String(repeating: "these are words ", count: 9)
    func mends(_ end: Int64) -> [CaptionFault.Mend?] {
      rules([caption(0, end, text)], .netflixEnglish).filter { $0.rule == .characters }
        .map(\.mend)
    }
    #expect(mends(1000) == [nil])
    let least = Rational(5, over: 6)
    #expect(
      mends(6000) == [
        .split(
          characters: 42, lines: 2, longest: Rational(7),
          shortest: try least + Rational(2, over: 25))
      ])
  }

  @Test("a short answer takes time of the question before it")
  func answers() throws {
    var captions = [
      caption(4500, 9300, "- Then look again, as soon as you are able to do that.\n- I will.")
    ]
    for _ in 0..<4 {
      captions = CaptionMending.mended(captions, rules(captions, .netflixEnglish))
    }
    #expect(
      captions.map { $0.text.replacing("\n", with: "/") } == [
        "- Then look again, as soon/as you are able to do that.", "- I will.",
      ])
    #expect(rules(captions, .netflixEnglish).map(\.rule) == [])
  }

  @Test("a caption that is too long is not parted into one too short to be read")
  func longAndShort() {
    var captions = [
      caption(
        1000, 9000,
        "- No.\n- And then we went on and on and on until the last of us could not go on")
    ]
    for _ in 0..<4 {
      captions = CaptionMending.mended(captions, rules(captions, .netflixEnglish))
    }
    #expect(rules(captions, .netflixEnglish).map(\.rule) == [])
  }

  @Test("a label and a dash stay with what is said, and a mark with what it ends")
  func clinging() {
    for text in ["ANNA: Hm.", "- Hm."] {
      let whole = caption(0, 8000, "x.\n" + text)
      let parts = whole.split(characters: 42, lines: 2, longest: Rational(1))
      #expect(parts.map(\.text).contains(text), "\(parts.map(\.text))")
    }
    #expect(
      caption(0, 4000, "- Hello there !").split(words: 1).map(\.text) == ["- Hello", "there !"])
  }

  @Test("what --fix cannot bring to the wanted length is told otherwise")
  func partly() {
    func fixes(_ next: Int64) -> [String] {
      rules([caption(0, 500, "x"), caption(next, next + 2000, "y")], .netflixEnglish)
        .filter { $0.rule == .tooShort }.flatMap(\.finding.fixes).map(\.message)
        .filter { $0.contains("--fix") }
    }
    #expect(fixes(2000) == ["let --fix do it"])
    #expect(fixes(700) == ["let --fix make it longer, as far as there is room"])
  }
}
