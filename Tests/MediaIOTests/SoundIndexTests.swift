import MediaTime
import Testing

@testable import MediaIO

@Suite("sound index")
struct SoundIndexTests {
  private func index(
    _ times: [Int64], unitsPerSecond: Int64, rate: Int = 48_000, block: Int, skipped: Int = 0
  ) throws -> SoundIndex {
    SoundIndex(
      times: times, timeBase: try #require(Rational(1, unitsPerSecond)), sampleRate: rate,
      blockLength: block, skipped: skipped, origin: .zero)
  }

  @Test("blocks that a millisecond clock places roughly are placed to the sample")
  func snaps() throws {
    // AAC at 44.1 kHz in Matroska: blocks of 1024 samples, 1024 of them before the sound.
    let exact = (0..<400).map { Int64($0) * 1024 - 1024 }
    let clock = exact.map { (Rational($0 * 1000, 44_100) ?? .zero).rounded() }
    let index = try index(
      clock, unitsPerSecond: 1000, rate: 44_100, block: 1024, skipped: 1024)
    #expect(index.runs.count == 1)
    #expect(index.firstHeard == 0)
    for (time, place) in zip(clock, exact) {
      let rough = (Rational(time * 44_100, 1000) ?? .zero).rounded()
      #expect(index.snapped(rough) == place)
    }
  }

  @Test("a gap begins a new run")
  func gap() throws {
    let index = try index([0, 1024, 2048, 10_000, 11_024], unitsPerSecond: 48_000, block: 1024)
    #expect(index.runs == [0, 10_000])
    #expect(index.snapped(2049) == 2048)
    #expect(index.snapped(11_025) == 11_024)
    #expect(index.snapped(5000) == 5000)
  }

  @Test("a clock that runs backwards or to the ends of 64 bits does no harm")
  func hostile() throws {
    _ = try index([0, .max, .min, 5, 4, 3], unitsPerSecond: 1, block: 1024)
    let backwards = try index([90_000, 0, 45_000], unitsPerSecond: 48_000, block: 1024)
    _ = backwards.snapped(.max)
    _ = backwards.snapped(.min)
  }
}
