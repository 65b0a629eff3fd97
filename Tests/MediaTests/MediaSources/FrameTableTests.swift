import BaseValues
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaSources

@Suite("picture index")
struct FrameTableTests {
  /// Packets in decoding order from a text: `I0 P4 b2` is a key picture shown at 0, a picture at 4,
  /// one at 2; a lower case `i` or `x` is decoded but not shown.
  private func packets(_ text: String) -> [IndexedPacket] {
    text.split(separator: " ").enumerated().map { order, word in
      IndexedPacket(
        presentation: Int64(word.dropFirst()) ?? 0, decoding: Int64(order) - 2, duration: 1,
        isKey: word.first == "I" || word.first == "i",
        isShown: word.first != "x" && word.first != "i")
    }
  }

  private func index(
    _ text: String, timeBase: Rational = .one, origin: Rational = .zero
  ) throws -> FrameTable {
    try #require(FrameTable(packets: packets(text), timeBase: timeBase, origin: origin))
  }

  @Test("pictures come in order of presentation, each with the key packet before it")
  func order() throws {
    let index = try index("I0 P3 B1 B2 I4 P7 B5 B6")
    #expect(index.entries.map(\.presentation) == Array(0...7))
    #expect(index.entries.map(\.key) == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(index.keys.map(\.order) == [0, 4])
  }

  @Test("pictures that lead an open group are decoded from the group before")
  func openGroup() throws {
    let index = try index("I0 P3 B1 B2 I6 B4 B5 P9 B7 B8")
    #expect(index.entries.map(\.key) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
  }

  @Test("pictures that lead the first key picture cannot be shown")
  func leading() throws {
    let index = try index("I2 B0 B1 P3")
    #expect(index.entries.map(\.presentation) == [2, 3])
  }

  @Test("pictures before the first key picture cannot be shown")
  func nonKeyStart() throws {
    let index = try index("P0 P1 I2 P3")
    #expect(index.entries.map(\.presentation) == [2, 3])
    #expect(index.keys.count == 1)
  }

  @Test("pictures hidden by an edit list are decoded but do not count")
  func hidden() throws {
    let index = try index("i-3 x-2 x-1 P0 P1")
    #expect(index.entries.map(\.presentation) == [0, 1])
    #expect(index.keys.map(\.presentation) == [-3])
  }

  @Test("the index of many key packets that are shown in falling order is made in no time")
  func fallingKeys() throws {
    let packets = (0..<100_000).map {
      IndexedPacket(
        presentation: -Int64($0), decoding: Int64($0), duration: 1, isKey: true, isShown: true)
    }
    let index = try #require(FrameTable(packets: packets, timeBase: .one, origin: .zero))
    #expect(index.entries.count == 100_000)
    #expect(index.entries[0].key == 99_999)
  }

  @Test("two pictures at one time count once")
  func doubles() throws {
    #expect(try index("I0 P1 P1 P2").entries.map(\.presentation) == [0, 1, 2])
  }

  // MARK: - Times

  private func times(
    _ ticks: [Int64], base: (Int64, Int64), rates: [(Int64, Int64)], origin: Rational = .zero
  ) throws -> FrameTimes? {
    let packets = ticks.map {
      IndexedPacket(presentation: $0, decoding: $0, duration: 0, isKey: true, isShown: true)
    }
    let index = FrameTable(
      packets: packets, timeBase: try #require(Rational(base.0, base.1)), origin: origin)
    return try #require(index).frameTimes(
      RateHints(said: rates.compactMap { FrameRate($0.0, per: $0.1) }))
  }

  @Test(
    "milliseconds are snapped to the grid of the rate",
    arguments: [(24000, 1001), (30000, 1001), (60000, 1001), (24, 1), (30, 1), (60, 1)]
      as [(Int64, Int64)])
  func milliseconds(rate: (Int64, Int64)) throws {
    for rounding in [Rational.Rounding.nearest, .down, .up] {
      let ticks = (0..<500).map {
        (Rational($0 * rate.1 * 1000, rate.0) ?? .zero).rounded(rounding)
      }
      let found = try times(Array(ticks), base: (1, 1000), rates: [(25, 1), rate, (1000, 33)])
      #expect(
        found == .regular(start: .zero, rate: try Media.rate(rate.0, per: rate.1), count: 500))
    }
  }

  @Test("a picture two ticks beside the grid makes its stream irregular")
  func twoTicks() throws {
    var ticks = (0..<100).map { Int64($0) * 40 }
    ticks[50] += 1
    #expect(
      try times(ticks, base: (1, 1000), rates: [(25, 1)])
        == .regular(start: .zero, rate: try Media.rate(25), count: 100))
    ticks[50] += 1
    #expect(
      try times(ticks, base: (1, 1000), rates: [(25, 1)])
        == .irregular(times: ticks, end: 4000, timeBase: try #require(Rational(1, 1000))))
  }

  @Test("a clock that counts pictures means every tick")
  func picturesAsTicks() throws {
    // As in Ogg and AVI: 600 pictures stay within a tick of 29.97 and of 30.
    #expect(
      try times(Array(0..<600), base: (1, 30), rates: [(30000, 1001), (30, 1)])
        == .regular(start: .zero, rate: try Media.rate(30), count: 600))
    // A picture that is missing makes those after it late.
    let ticks = Array(0..<10) + Array(11..<20) as [Int64]
    #expect(
      try times(ticks, base: (1, 25), rates: [(25, 1)])
        == .irregular(times: ticks, end: 20, timeBase: try #require(Rational(1, 25))))
  }

  @Test("29.97 is exact in a clock that can hold it, whatever the container says of the rate")
  func exact() throws {
    let ticks = (0..<300).map { Int64($0) * 3003 }
    #expect(
      try times(ticks, base: (1, 90000), rates: [(30, 1), (2997, 100)])
        == .regular(start: .zero, rate: try Media.rate(30000, per: 1001), count: 300))
  }

  @Test("a grid that begins a tick beside source time 0 begins at it")
  func startOnGrid() throws {
    // 2/30 s is 66.67 ms; written as 66 and as 67 it is the third place of the grid.
    for first in [66, 67] as [Int64] {
      let ticks = (0..<60).map { first + ($0 * 100 + 1) / 3 }
      #expect(
        try times(ticks, base: (1, 1000), rates: [(30, 1)])
          == .regular(start: try #require(Rational(1, 15)), rate: try Media.rate(30), count: 60))
    }
  }

  @Test("source time 0 need not lie on a tick")
  func originBetweenTicks() throws {
    let origin = try #require(Rational(1, 3))
    let found = try times([0, 1, 3, 7], base: (1, 1), rates: [], origin: origin)
    #expect(
      found
        == .irregular(
          times: [-1, 2, 8, 20], end: 32, timeBase: try #require(Rational(1, 3))))
  }

  @Test("one picture, and times at the ends of 64 bits, do no harm")
  func extremes() throws {
    #expect(try times([5], base: (1, 25), rates: [(25, 1)]) != nil)
    _ = try times([.min, .max], base: (1, 1000), rates: [(25, 1)])
    _ = try times([.min, 0, .max], base: (.max, 1), rates: [(1_000_000, 999_999)])
    _ = try times([.max - 1, .max], base: (1, .max), rates: [(25, 1)])
  }
}

@Suite("hidden pictures")
struct HiddenFramesTests {
  @Test("VP8 and VP9 say in their first byte whether a picture is shown")
  func headers() {
    func isHidden(_ bytes: [UInt8], _ codec: String) -> Bool {
      HiddenFrames.isHidden(bytes.span, codec: codec)
    }
    #expect(isHidden([0x01, 0, 0], "vp8"))
    #expect(!isHidden([0x11, 0, 0], "vp8"))
    #expect(!isHidden([0x82, 0, 0], "vp9"))
    #expect(isHidden([0x84, 0, 0], "vp9"))
    #expect(!isHidden([0x88], "vp9"), "shows a picture decoded before")
    #expect(!isHidden([0x84, 0, 0xc9], "vp9"), "a superframe shows its last picture")
    #expect(isHidden([0xb2, 0, 0], "vp9"), "profile 3 has a further bit")
    #expect(!isHidden([0xb1, 0, 0], "vp9"))
    #expect(!isHidden([], "vp9"))
    #expect(!isHidden([0, 0], "h264"))
  }
}
