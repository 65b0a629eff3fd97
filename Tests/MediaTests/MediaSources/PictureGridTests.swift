import Foundation
import BaseValues
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaSources

/// The rate that pictures have is found again in times as muxers write them.
@Suite("picture grids")
struct PictureGridTests {
  static let rates: [FrameRate] = [
    (12, 1), (15, 1), (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1),
    (60000, 1001), (60, 1), (100, 1), (120000, 1001), (120, 1), (240, 1),
  ].compactMap { FrameRate($0.0, per: $0.1) }

  /// Ticks a second; `nil` for a clock of one tick a picture.
  static let clocks: [Int64?] = [nil, 600, 1000, 90_000]

  static let lengths: [Int] =
    ProcessInfo.processInfo.environment["CUTLIST_EXHAUSTIVE"] != nil
    ? Array(1...1000) : [1, 2, 3, 4, 5, 7, 12, 40, 240, 1000]

  /// Times of pictures in ticks, rounded as one muxer does.
  private func ticks(
    _ rate: FrameRate, _ clock: Rational, _ rounding: Rational.Rounding, _ count: Int
  ) throws -> [Int64] {
    try (0..<count).map {
      try (Rational(Int64($0)) / rate.rational / clock).rounded(rounding)
    }
  }

  private func found(
    _ ticks: [Int64], _ clock: Rational, duration: Int64, _ hints: RateHints
  ) throws -> FrameTimes? {
    let packets = ticks.map {
      IndexedPacket(presentation: $0, decoding: $0, duration: duration, isKey: true, isShown: true)
    }
    return try #require(FrameTable(packets: packets, timeBase: clock, origin: .zero))
      .frameTimes(hints)
  }

  /// The rate of pictures that are all as long as the first to the tick, if it is one of the table:
  /// nothing tells them from pictures of that rate.
  private func exactRate(_ ticks: [Int64], _ clock: Rational) -> FrameRate? {
    guard ticks.count > 1, zip(ticks, ticks.dropFirst()).allSatisfy({ $1 - $0 == ticks[1] }) else {
      return nil
    }
    return Self.rates.first { (try? $0.frameDuration / clock) == Rational(ticks[1]) }
  }

  @Test("the rate that a file says is found in every clock, at every length", arguments: rates)
  func said(_ rate: FrameRate) throws {
    for ticksPerSecond in Self.clocks {
      let clock =
        ticksPerSecond.flatMap { Rational(1, $0) } ?? rate.frameDuration
      for rounding in [Rational.Rounding.nearest, .down, .up] {
        for count in Self.lengths {
          let ticks = try ticks(rate, clock, rounding, count)
          guard Set(ticks).count == count else { continue }
          let expected = exactRate(ticks, clock) ?? rate
          let times = try found(
            ticks, clock, duration: 0, RateHints(said: [rate]))
          #expect(
            times == .regular(start: .zero, rate: expected, count: count),
            "\(rate) in \(clock), \(rounding), \(count) pictures")
        }
      }
    }
  }

  @Test("times that are exact in ticks need no word of the file", arguments: rates)
  func exact(_ rate: FrameRate) throws {
    // A container that says a rate of the 1001 family, and one that says nothing.
    let nominal = try Media.rate(Int64(rate.nominal))
    let wrong =
      rate == nominal ? try Media.rate(rate.frames * 1000, per: 1001) : nominal
    for hints in [RateHints(), RateHints(said: [wrong])] {
      for count in Self.lengths where count > 1 {
        let times = try found(
          (0..<Int64(count)).map { $0 }, rate.frameDuration, duration: 1, hints)
        #expect(times == .regular(start: .zero, rate: rate, count: count), "\(count) pictures")
      }
    }
  }

  @Test("a clock of milliseconds alone tells the rate once it is long enough", arguments: rates)
  func unsaid(_ rate: FrameRate) throws {
    let clock = Rational.millisecond
    for count in [240, 1000] {
      let ticks = try ticks(rate, clock, .nearest, count)
      #expect(
        try found(ticks, clock, duration: 0, RateHints())
          == .regular(start: .zero, rate: rate, count: count), "\(rate), \(count) pictures")
    }
  }

  @Test("pictures of 33 ms that say nothing are 30 a second while that can be, and not longer")
  func oddRate() throws {
    func rate(_ count: Int) throws -> FrameRate? {
      let ticks = (0..<Int64(count)).map { $0 * 33 }
      guard
        case .regular(_, let rate, _)? = try found(ticks, .millisecond, duration: 33, RateHints())
      else { return nil }
      return rate
    }
    #expect(try rate(3) == (try Media.rate(30)))
    #expect(try rate(100) == (try Media.rate(1000, per: 33)))
  }

  @Test("film that flags show for two and three fields in turn is film", arguments: [0, 1])
  func pulldown(_ first: Int) throws {
    // Fields of 1001/60000 s: 1501.5 ticks of 1/90000 s.
    var fields = 0
    let times = (0..<48).map { number in
      defer { fields += number % 2 == first ? 3 : 2 }
      return Int64(fields * 3003 / 2)
    }
    let clock = try #require(Rational(1, 90_000))
    let film = try #require(FrameRate(24000, per: 1001))
    #expect(
      try found(times, clock, duration: 3003, RateHints())
        == .regular(start: .zero, rate: film, count: 48))
    // Pictures of other lengths are what they are.
    var odd = times
    for place in 20..<odd.count { odd[place] += 700 }
    guard case .irregular = try found(odd, clock, duration: 3003, RateHints()) else {
      Issue.record("no film")
      return
    }
  }

  @Test(
    "pictures of which some are missing keep their places, whatever a clock of milliseconds makes of them",
    arguments: [(30, 1), (60, 1), (30_000, 1001), (24_000, 1001), (60_000, 1001), (25, 1)])
  func gaps(_ frames: Int, _ seconds: Int) throws {
    let clock = try #require(Rational(1, 1000))
    let numbers = (0..<300).filter { ![100, 101, 207].contains($0) }
    let times = numbers.map { number in
      // To the nearest millisecond.
      Int64((2000 * number * seconds + frames) / (2 * frames))
    }
    let length = 1000 * seconds / frames
    let found = try self.found(times, clock, duration: Int64(length), RateHints())
    let step = try #require(Rational(Int64(seconds), Int64(frames)))
    guard case .irregular(let places, let end, let timeBase) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    for (number, place) in zip(numbers, places) {
      #expect(try Rational(place) * timeBase == step * Rational(Int64(number)))
    }
    #expect(try (Rational(end) * timeBase - step * Rational(300)).magnitude() <= clock)
  }

  @Test("pictures that come when they come keep their own times")
  func noGrid() throws {
    let clock = try #require(Rational(1, 1000))
    let times: [Int64] = [0, 33, 71, 98, 140, 166, 205, 233, 270, 301, 333, 370, 400, 431]
    #expect(
      try found(times, clock, duration: 33, RateHints())
        == .irregular(times: times, end: 464, timeBase: clock))
  }

  @Test("a whole rate near what the file says is its rate", arguments: [144, 165, 72])
  func screens(_ rate: Int) throws {
    let clock = try #require(Rational(1, 1000))
    let times = (0..<475).map { Int64(($0 * 2000 + rate) / (2 * rate)) }
    // What a container says that reckons with the last picture's rounded length.
    let said = try #require(FrameRate(475_000, per: Int64(475_000 / rate + 1)))
    let whole = try #require(FrameRate(Int64(rate)))
    #expect(
      try found(times, clock, duration: 7, RateHints(said: [said]))
        == .regular(start: .zero, rate: whole, count: 475))
  }

  @Test("the delays of a GIF are meant to the hundredth, the last one too")
  func delays() throws {
    let clock = try #require(Rational(1, 100))
    var hints = RateHints(said: [try Media.rate(109, per: 12)])
    hints.clock = .delays
    func times(_ delays: [Int64]) throws -> FrameTimes? {
      var packets: [IndexedPacket] = []
      var time: Int64 = 0
      for delay in delays {
        packets.append(
          IndexedPacket(
            presentation: time, decoding: time, duration: delay, isKey: true, isShown: true))
        time += delay
      }
      return try #require(FrameTable(packets: packets, timeBase: clock, origin: .zero))
        .frameTimes(hints)
    }
    let even = try Media.rate(100, per: 11)
    #expect(
      try times([11, 11, 11, 11]) == .regular(start: .zero, rate: even, count: 4))
    #expect(
      try times([11, 11, 11, 50])
        == .irregular(times: [0, 11, 22, 33], end: 83, timeBase: clock))
    #expect(
      try times([11, 11, 11, 12])
        == .irregular(times: [0, 11, 22, 33], end: 45, timeBase: clock))
    #expect(try times([4, 4, 4, 5]) == .irregular(times: [0, 4, 8, 12], end: 17, timeBase: clock))
    #expect(try times([10, 200]) == .irregular(times: [0, 10], end: 210, timeBase: clock))
    // 30 a second, rounded to the nearest hundredth.
    #expect(
      try times([3, 4, 3, 3, 4, 3])
        == .regular(start: .zero, rate: try Media.rate(30), count: 6))
  }

  @Test("the delays of an APNG are rounded one by one")
  func roundedDelays() throws {
    let clock = try #require(Rational(1, 100_000))
    var hints = RateHints()
    hints.clock = .roundedDelays
    for (delay, rate) in [
      (3333, try Media.rate(30)), (4170, try Media.rate(24000, per: 1001)),
      (4166, try Media.rate(24)), (4000, try Media.rate(25)),
    ] as [(Int64, FrameRate)] {
      let ticks = (0..<500).map { Int64($0) * delay }
      #expect(
        try found(ticks, clock, duration: delay, hints)
          == .regular(start: .zero, rate: rate, count: 500))
    }
  }
}

@Suite("filled times")
struct FilledTimesTests {
  private func filled(
    _ times: [Int64?], fields: [Int]? = nil, field: Rational? = nil
  ) -> [Int64]? {
    let pictures = times.enumerated().map { place, time in
      FilledTimes.Picture(time: time, fieldCount: fields?[place] ?? 2)
    }
    return FilledTimes.times(pictures, fieldTicks: field)
  }

  @Test("pictures without a time lie evenly between those that have one")
  func between() {
    #expect(
      filled([3600, nil, nil, 14400, 18000]) == [3600, 7200, 10800, 14400, 18000])
    // 23.976 pictures a second are 3753.75 ticks of 90 kHz.
    #expect(filled([0, nil, 7508, nil, 15015]) == [0, 3754, 7508, 11262, 15015])
  }

  @Test("a picture that repeats a field is longer")
  func fields() {
    // Film at 24 as 30: 3, 2, 3, 2 fields of 1501.5 ticks.
    #expect(
      filled([0, nil, nil, nil, 15015], fields: [3, 2, 3, 2, 3]) == [0, 4505, 7508, 12012, 15015])
  }

  @Test("a time that belongs to the next picture moves none")
  func strays() {
    // Film at 24 as 30, a time for each fourth picture; two belong to neighbours.
    let fields = (0..<24).map { 3 - $0 % 2 }
    let exact = (0..<24).map { Int64((Double(($0 * 5 + 1) / 2) * 1501.5).rounded()) }
    var said: [Int64?] = exact.enumerated().map { $0 % 4 == 0 ? $1 : nil }
    said[8] = exact[9]
    said[16] = exact[14]
    let found = filled(said, fields: fields, field: Rational(3003, 2)) ?? []
    #expect(found.count == 24)
    #expect(zip(found, exact).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    // The last of all, by which the whole would be longer by a thirtieth.
    let few = (0..<24).map { [0, 8].contains($0) ? exact[$0] : $0 == 20 ? exact[21] : nil }
    let ended = filled(few, fields: fields, field: Rational(3003, 2)) ?? []
    #expect(ended.count == 24)
    #expect(zip(ended, exact).allSatisfy { abs($0 - $1) <= 1 }, "\(ended)")
  }

  @Test("the first and the last go on as the codec says, or else as those that are known")
  func ends() {
    #expect(filled([nil, nil, 7200, 10800, nil]) == [0, 3600, 7200, 10800, 14400])
    #expect(filled([100, nil, nil], field: Rational(1800)) == [100, 3700, 7300])
    // Two times to the tick say less than the codec does.
    #expect(
      filled([0, 3754, nil, nil, nil], field: Rational(15015, 8))
        == [0, 3754, 7508, 11262, 15015])
    // A codec that is wrong by more than a hundredth is not believed.
    #expect(filled([0, 3600, nil], field: Rational(1500)) == [0, 3600, 7200])
  }

  @Test("times that do not rise are not believed, and without any there are none")
  func wrong() {
    #expect(filled([0, 3600, 1800, 10800]) == [0, 3600, 7200, 10800])
    #expect(filled([nil, nil]) == nil)
    #expect(filled([]) == nil)
    #expect(filled([.min, nil, .max]) == nil)
    // There is no room for a picture in between.
    #expect(filled([5, nil, 6]) == [5, 7, 9])
  }
}

@Suite("field pictures")
struct FieldFramesTests {
  /// A picture header, and its coding extension with a picture structure (ISO/IEC 13818-2, 6.2.3.1).
  private func picture(_ structure: UInt8) -> [UInt8] {
    [0, 0, 1, 0x00, 0, 0x0f, 0xff, 0xf8, 0, 0, 1, 0xb5, 0x8f, 0xff, 0xf0 | structure, 0x80, 0, 0]
      + [0, 0, 1, 1, 0x12, 0x34]
  }

  private func structure(_ bytes: [UInt8]) -> FieldFrames.Structure {
    FieldFrames.structure(bytes.span)
  }

  @Test("MPEG-2 says in each picture whether it is a field; two in a packet are a picture")
  func structures() {
    #expect(structure(picture(3)) == .frame)
    #expect(structure(picture(1)) == .topField)
    #expect(structure(picture(2)) == .bottomField)
    let sequence: [UInt8] = [0, 0, 1, 0xb3, 1, 2, 3, 4, 0, 0, 1, 0xb5, 0x14, 0x8a, 0, 1, 0]
    #expect(structure(sequence + picture(1)) == .topField)
    #expect(structure(picture(1) + picture(2)) == .frame)
    #expect(structure([]) == .frame)
    #expect(structure(Array(picture(1).prefix(12))) == .frame)
  }
}
