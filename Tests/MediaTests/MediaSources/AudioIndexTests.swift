import BaseValues
import Testing
import SeededNumbers

@testable import MediaSources

@Suite("sound index")
struct AudioIndexTests {
  private func index(
    _ times: [Int64], unitsPerSecond: Int64, rate: Int = 48_000, block: Int, skipped: Int = 0
  ) throws -> AudioIndex {
    AudioIndex(
      times: times, clock: try clock(unitsPerSecond, rate), blocks: .equal(block),
      skipped: skipped)
  }

  private func clock(_ unitsPerSecond: Int64, _ rate: Int) throws -> AudioClock {
    AudioClock(
      timeBase: try #require(Rational(1, unitsPerSecond)), sampleRate: rate, origin: .zero)
  }

  @Test("blocks of different lengths that a millisecond clock places roughly are placed as well")
  func lengths() throws {
    // Vorbis at 44.1 kHz in WebM: 128, 576 or 1024 samples a packet, and a gap.
    var random = SeededGenerator(seed: 5)
    var exact: [Int64] = []
    var lengths: [Int32] = []
    var place: Int64 = 20
    for block in 0..<900 {
      exact.append(place)
      lengths.append([128, 576, 1024].randomElement(using: &random) ?? 0)
      place += Int64(lengths[block])
      if block == 500 { place += 44_100 }
    }
    let times = exact.map { (Rational($0 * 1000, 44_100) ?? .zero).rounded() }
    let index = AudioIndex(
      times: times, clock: try clock(1000, 44_100), blocks: .lengths(lengths), skipped: 0)
    #expect(index.knowsPlaces)
    #expect(index.runs.count == 2)
    let shift = index.runs[0] - exact[0]
    #expect(shift.magnitude < 44)
    #expect(index.firstHeard == 0)
    for block in 0...500 {
      let rough = (Rational(times[block] * 44_100, 1000) ?? .zero).rounded()
      #expect(index.snapped(rough) == exact[block] + shift)
    }
    // After the gap a run has a place of its own, to the clock's rounding.
    let other = index.runs[1] - exact[501]
    #expect(other.magnitude < 44)
    for block in 501..<900 {
      let rough = (Rational(times[block] * 44_100, 1000) ?? .zero).rounded()
      #expect(index.snapped(rough) == exact[block] + other)
    }
  }

  @Test("what an exact clock guesses about blocks of known lengths moves none of them")
  func guessed() throws {
    // As the first page of Vorbis in Ogg: one time is 448 samples late.
    let index = AudioIndex(
      times: [0, 128, 704, 2176, 2304], clock: try clock(48_000, 48_000),
      blocks: .lengths([128, 576, 1024, 576, 128]), skipped: 0)
    #expect(index.runs == [0])
    #expect(index.places == [0, 128, 704, 1728, 2304])
    #expect(index.firstHeard == 0)
  }

  @Test("blocks shorter than the clock's ticks are told apart by counting alone")
  func tooShort() throws {
    let index = AudioIndex(
      times: [0, 1, 2, 2], clock: try clock(1000, 48_000),
      blocks: .lengths([32, 33, 32, 32]), skipped: 0)
    #expect(!index.tellsApart)
    #expect((0..<4).map { index.place(ofBlock: $0) } == [0, 32, 65, 97])
  }

  @Test("single times that were guessed a hundredth of a second late are no gaps")
  func strays() throws {
    // As libav reads Vorbis in Ogg at 44.1 kHz: the time after a change of blocks is 448 late.
    var times: [Int64] = []
    var lengths: [Int32] = []
    var place: Int64 = 0
    for block in 0..<300 {
      let length: Int32 = block % 20 == 19 ? 576 : 1024
      times.append(place + (block % 20 == 0 && block > 0 ? 448 : 0))
      lengths.append(length)
      place += Int64(length)
    }
    let index = AudioIndex(
      times: times, clock: try clock(44_100, 44_100), blocks: .lengths(lengths), skipped: 0)
    #expect(index.runs == [0])
    // The last block is a short one.
    #expect(index.place(ofBlock: 299) == place - 576)
    #expect(index.snapped(times[40]) == times[40] - 448)
  }

  @Test("times of a conference that stray by 40 ms are put one after another, but for what lasts")
  func jitter() throws {
    // Opus of 20 ms, as it came over a network, and half a second that was lost.
    var random = SeededGenerator(seed: 11)
    let exact = (0..<1000).map { Int64($0) * 20 + ($0 >= 600 ? 500 : 0) }
    let times = exact.map { $0 + Int64.random(in: -20...20, using: &random) }
    let index = try index(times, unitsPerSecond: 1000, block: 960)
    #expect(index.runs.count == 2)
    for block in [0, 1, 300, 599, 600, 601, 999] {
      let found = try #require(index.place(ofBlock: block))
      #expect(abs(found - exact[block] * 48) < 480, "block \(block)")
    }
    for block in 1..<1000 where block != 600 {
      let (one, other) = (index.place(ofBlock: block - 1), index.place(ofBlock: block))
      #expect(one.map { $0 + 960 } == other)
    }
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
