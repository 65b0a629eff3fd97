import BaseValues
import Testing

@Suite("Frame rates")
struct FrameRateTests {
  @Test(
    "a text is the rate people mean by it",
    arguments: [
      ("30", 30, 1), ("25", 25, 1), ("25.0", 25, 1), ("12.5", 25, 2), ("0.5", 1, 2),
      ("30000/1001", 30000, 1001), ("24000/1001", 24000, 1001), ("60/2", 30, 1),
      ("29.97", 30000, 1001), ("29.970", 30000, 1001), ("29.97003", 30000, 1001),
      ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("23.97", 24000, 1001),
      ("23.976024", 24000, 1001), ("47.952", 48000, 1001), ("47.95", 48000, 1001),
      ("59.94", 60000, 1001), ("59.9401", 60000, 1001), ("119.88", 120_000, 1001),
      ("239.76", 240_000, 1001), ("14.985", 15000, 1001), ("14.99", 15000, 1001),
      ("29.9", 299, 10), ("29.98", 1499, 50), ("24.99", 2499, 100), ("30.00", 30, 1),
      ("1000", 1000, 1),
    ] as [(String, Int64, Int64)])
  func parsing(text: String, frames: Int64, seconds: Int64) throws {
    let rate = try #require(FrameRate.parse(text))
    #expect(rate.frames == frames && rate.seconds == seconds)
    #expect(FrameRate.parse(rate.description) == rate)
  }

  @Test(
    "anything else is no rate",
    arguments: [
      "", "0", "-30", "1001", "1000.5", "30/0", "0/1", "/", "30/", "/30", "-30/1", "30000/1001/1",
      "30 fps", "30000/-1001", "1/1000001", "1000001/1001", "29.97x", "9999999999999999999/1",
      "1e-9",
    ])
  func refusals(text: String) {
    #expect(FrameRate.parse(text) == nil)
  }

  @Test("rates are reduced and bounded")
  func bounds() throws {
    #expect(FrameRate(60, per: 2) == FrameRate(30))
    #expect(FrameRate(30000, per: 1001)?.rational == Rational(30000, 1001))
    #expect(FrameRate(30000, per: 1001)?.frameDuration == Rational(1001, 30000))
    #expect(FrameRate(1000) != nil && FrameRate(1_000_000, per: 1000) == FrameRate(1000))
    #expect(FrameRate(1, per: 1_000_000) != nil)
    #expect(FrameRate(1, per: 1_000_001) == nil)
    #expect(FrameRate(1_000_001, per: 1001) == nil)
    #expect(FrameRate(1001) == nil && FrameRate(0) == nil && FrameRate(-30) == nil)
    #expect(FrameRate(30, per: 0) == nil && FrameRate(-30, per: -1) == FrameRate(30))
    #expect(FrameRate(.min, per: .min) == FrameRate(1))
    #expect(FrameRate(.max, per: .min) == nil && FrameRate(.min, per: -1) == nil)
  }

  @Test("the nominal rate is what timecode counts to a second")
  func nominal() throws {
    for (text, nominal, hasTimecode, hasDropFrame) in [
      ("30000/1001", 30, true, true), ("60000/1001", 60, true, true),
      ("24000/1001", 24, true, false), ("120000/1001", 120, true, false),
      ("600000/1001", 600, true, false), ("1000/13", 77, true, false),
      ("30", 30, true, false), ("60", 60, true, false), ("25", 25, true, false),
      ("12.5", 13, false, false), ("1/2", 1, false, false), ("1/1000", 1, false, false),
      ("2997/100", 30, false, false),
    ] {
      let rate = try #require(FrameRate.parse(text))
      #expect(rate.nominal == nominal, "\(text)")
      #expect(rate.isTimecodeCapable == hasTimecode, "\(text)")
      #expect(rate.isDropFrameCapable == hasDropFrame, "\(text)")
    }
  }

  @Test("the short description is what people say")
  func shortDescription() throws {
    #expect(try #require(FrameRate.parse("30000/1001")).shortDescription == "29.97")
    #expect(try #require(FrameRate.parse("24000/1001")).shortDescription == "23.976")
    #expect(try #require(FrameRate(30)).shortDescription == "30")
  }
}
