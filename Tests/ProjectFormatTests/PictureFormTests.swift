import BaseValues
import ProjectFormat
import Testing
import TimelineModel

/// The form that an output takes from its first clip.
@Suite struct PictureFormTests {
  private func facts(
    _ width: Int, _ height: Int, _ rate: String, aspect: Rational = .one,
    _ orientation: Orientation = .upright, _ unit: FrameUnit = .pictures
  ) throws -> VideoFacts {
    let rate = try #require(FrameRate.parse(rate))
    return VideoFacts(
      codedSize: Size(width: width, height: height), pixelAspect: aspect, orientation: orientation,
      frames: .regular(start: .zero, rate: rate, count: 100), unit: unit)
  }

  @Test("a form is as large as pictures are shown, in square pixels and even numbers")
  func sizes() throws {
    // PAL and NTSC as ITU-R BT.601 and square-pixel tools have them, a phone held upright, an odd
    // picture and one that is too large.
    let wide = try #require(Rational(16, 15))
    let narrow = try #require(Rational(8, 9))
    let cases: [(VideoFacts, Size)] = [
      (try facts(720, 576, "25", aspect: wide), Size(width: 768, height: 576)),
      (try facts(720, 480, "29.97", aspect: narrow), Size(width: 640, height: 480)),
      (try facts(1920, 1080, "30", .rotatedClockwise), Size(width: 1080, height: 1920)),
      (
        try facts(720, 576, "25", aspect: wide, .rotatedClockwise),
        Size(width: 576, height: 768)
      ),
      (try facts(161, 91, "30"), Size(width: 162, height: 92)),
      (try facts(1, 1, "30"), Size(width: 2, height: 2)),
      (try facts(16384, 4096, "30"), Size(width: 8192, height: 2048)),
      (try facts(2, 20000, "30"), Size(width: 2, height: 8192)),
    ]
    for (facts, size) in cases {
      #expect(PictureForm(facts)?.size == size, "\(facts.codedSize) \(facts.pixelAspect)")
    }
  }

  @Test("a form has the rate of pictures, the common one nearest to theirs where they are uneven")
  func rates() throws {
    #expect(PictureForm(try facts(2, 2, "29.97"))?.frameRate.description == "30000/1001")
    #expect(
      PictureForm(try facts(2, 2, "50", .upright, .fields))?.frameRate.description == "25")
    for (milliseconds, rate) in [(33, "30"), (42, "24000/1001"), (40, "25"), (17, "60000/1001")] {
      let times = (0..<40).map { Int64($0 * milliseconds + $0 % 3) }
      let facts = VideoFacts(
        codedSize: Size(width: 64, height: 36),
        frames: .irregular(
          times: times, end: Int64(40 * milliseconds), timeBase: try #require(Rational(1, 1000))))
      #expect(PictureForm(facts)?.frameRate.description == rate, "\(milliseconds)")
    }
    // One picture of 120 is missing, in a clock of frames and in one of milliseconds.
    for (unit, length) in [(30, 1), (1000, 33)] as [(Int64, Int64)] {
      let numbers = (0..<120).filter { $0 != 100 }
      let times = numbers.map { Int64($0) * unit / 30 }
      let facts = VideoFacts(
        codedSize: Size(width: 64, height: 36),
        frames: .irregular(
          times: times, end: 119 * unit / 30 + length, timeBase: try #require(Rational(1, unit))))
      #expect(PictureForm(facts)?.frameRate.description == "30", "\(unit)")
    }
    let still = VideoFacts(codedSize: Size(width: 64, height: 36), frames: .still)
    #expect(PictureForm(still) == nil)
  }
}
