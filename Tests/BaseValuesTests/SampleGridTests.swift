import BaseValues
import Testing

@Suite("The sample grid")
struct SampleGridTests {
  @Test("a position is rounded to the nearest sample, a half up")
  func rounding() throws {
    let grid = SampleGrid(rate: 48000)
    #expect(grid.nearestSample(to: try #require(Rational(1, 96000))).value == 1)
    #expect(grid.nearestSample(to: try #require(Rational(-1, 96000))).value == 0)
    #expect(grid.nearestSample(to: try #require(Rational(1, 96001))).value == 0)
    #expect(grid.lastSample(atOrBefore: try #require(Rational(-1, 96000))).value == -1)
    #expect(grid.firstSample(atOrAfter: try #require(Rational(1, 96001))).value == 1)
    #expect(try grid.error(of: try #require(Rational(1, 96000))) == Rational(1, 96000))
  }

  @Test("every 30000/1001 frame is within half a sample, and picture and sound stay together")
  func picturesAndSound() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    let pictures = FrameGrid(rate)
    let sound = SampleGrid(rate: 48000)
    let half = try #require(Rational(1, 96000))
    // Five frames are 8008 samples; an hour on, that still holds.
    for start in [0, 107_890, 1_078_920] as [Int64] {
      for frame in start...(start + 10) {
        let time = try pictures.time(of: FrameIndex(frame))
        #expect(try sound.error(of: time).magnitude() <= half)
        let sample = sound.nearestSample(to: time)
        #expect(sample.value == (frame * 16016 + 5) / 10)
        if frame.isMultiple(of: 5) { #expect(sample.value == frame / 5 * 8008) }
        #expect(pictures.nearestFrame(to: try sound.time(of: sample)).value == frame)
      }
    }
  }

  @Test("ranges that touch in time touch in samples")
  func touching() throws {
    let grid = SampleGrid(rate: 44100)
    var position = Rational.zero
    var last: Int64 = 0
    for denominator in 1...40 as ClosedRange<Int64> {
      let duration = try #require(Rational(1, denominator % 7 + 3))
      let range = try TimeRange(start: position, duration: duration)
      let samples = grid.samples(of: range)
      #expect(samples.lowerBound == last)
      last = samples.upperBound
      position = range.end
    }
    #expect(last == grid.nearestSample(to: position).value)
  }

  @Test("a rate outside its bounds is taken to the nearest bound")
  func bounds() throws {
    #expect(SampleGrid(rate: 0).rate == 1)
    #expect(SampleGrid(rate: .min).rate == 1)
    #expect(SampleGrid(rate: .max).rate == 1 << 32)
    #expect(SampleGrid(rate: .max).nearestSample(to: Rational(.max)).value == .max)
    #expect(SampleGrid(rate: .max).nearestSample(to: Rational(.min)).value == .min)
    #expect(try SampleGrid(rate: 1).time(of: SampleIndex(.min)) == Rational(.min))
    #expect(SampleIndex(.max).advanced(by: .max).value == .max)
    #expect(SampleIndex(.max).distance(to: SampleIndex(.min)) == .min)
    #expect(SampleIndex(1) < SampleIndex(2))
  }
}
