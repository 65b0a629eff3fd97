import LibAV
public import MediaTime
import TimelineModel

/// Every picture of a video stream, in the order of presentation, with where decoding has to begin
/// to reach it.
///
/// Built by reading all packets once: what a container says about itself may be wrong, its packets
/// are what will be decoded.
public struct PictureIndex: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// Presentation time in the stream's time base.
    public var presentation: Int64
    /// Decoding time of the key packet to begin at, in the stream's time base.
    public var keyDecoding: Int64
    /// Presentation time of that key packet.
    public var keyPresentation: Int64
    /// Place in decoding order among all packets of the stream.
    public var decodeOrder: Int
    public var keyOrder: Int
  }

  /// Shown pictures, rising in presentation time, no two at the same.
  public var entries: [Entry]
  /// Duration of the last picture in time base units.
  public var lastDuration: Int64
  public var timeBaseNumerator: Int64
  public var timeBaseDenominator: Int64
  /// The source time 0 in time base units.
  public var origin: Rational

  /// Place in `entries` of the picture shown at exactly `presentation`.
  func position(of presentation: Int64) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].presentation < presentation { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].presentation == presentation ? low : nil
  }
}

/// One packet as the index needs it.
struct IndexedPacket {
  var presentation: Int64
  var decoding: Int64
  var duration: Int64
  var isKey: Bool
  var isShown: Bool
}

extension PictureIndex {
  /// - Parameter packets: all packets of the stream in decoding order.
  init?(
    packets: [IndexedPacket], timeBase: Fraction, origin: Rational
  ) {
    guard timeBase.isPositive else { return nil }
    var keys: [Int] = []
    var built: [(entry: Entry, duration: Int64)] = []
    built.reserveCapacity(packets.count)
    for (order, packet) in packets.enumerated() {
      if packet.isKey { keys.append(order) }
      guard packet.isShown else { continue }
      // A picture before its key picture in presentation needs the group before as well.
      guard
        let key = keys.last(where: { packets[$0].presentation <= packet.presentation })
          ?? keys.first
      else { continue }
      if packets[key].presentation > packet.presentation { continue }
      built.append(
        (
          Entry(
            presentation: packet.presentation, keyDecoding: packets[key].decoding,
            keyPresentation: packets[key].presentation, decodeOrder: order, keyOrder: key),
          packet.duration
        ))
    }
    built.sort { $0.entry.presentation < $1.entry.presentation }
    var unique: [(entry: Entry, duration: Int64)] = []
    unique.reserveCapacity(built.count)
    for item in built where item.entry.presentation != unique.last?.entry.presentation {
      unique.append(item)
    }
    guard let last = unique.last else { return nil }
    entries = unique.map(\.entry)
    let usual =
      unique.count > 1
      ? max(1, last.entry.presentation - unique[unique.count - 2].entry.presentation) : 1
    lastDuration = last.duration > 0 ? last.duration : usual
    timeBaseNumerator = Int64(timeBase.numerator)
    timeBaseDenominator = Int64(timeBase.denominator)
    self.origin = origin
  }

  /// The pictures' times for planning: a regular grid where every picture lies within one tick of
  /// it, else each picture's own time.
  func frameTimes(rates: [FrameRate]) -> FrameTimes? {
    guard let timeBase = Rational(timeBaseNumerator, timeBaseDenominator), let first = entries.first
    else { return nil }
    do throws(TimeOverflow) {
      for rate in rates where isRegular(at: rate) {
        let start = try Rational(first.presentation) * timeBase - origin
        return .regular(start: start, rate: rate, count: entries.count)
      }
      // In ticks from the origin, which need not lie on a tick.
      let offset = try origin / timeBase
      guard offset.denominator <= 1_000_000 else { return nil }
      var times: [Int64] = []
      times.reserveCapacity(entries.count)
      for entry in entries {
        let (scaled, overflow) = entry.presentation.multipliedReportingOverflow(
          by: offset.denominator)
        if overflow { return nil }
        times.append(scaled &- offset.numerator)
      }
      guard let last = times.last else { return nil }
      let end = last &+ max(1, lastDuration) &* offset.denominator
      return .irregular(
        times: times, end: end, timeBase: try timeBase / Rational(offset.denominator))
    } catch {
      return nil
    }
  }

  private func isRegular(at rate: FrameRate) -> Bool {
    guard let first = entries.first?.presentation else { return false }
    // n / rate in ticks: n · seconds · denominator / (frames · numerator)
    let up = Int128(rate.seconds) * Int128(timeBaseDenominator)
    let down = Int128(rate.frames) * Int128(timeBaseNumerator)
    for (n, entry) in entries.enumerated() {
      let exact = Int128(n) * up
      let actual = Int128(entry.presentation &- first) * down
      if (exact - actual).magnitude > Int128(down).magnitude { return false }
    }
    return true
  }
}
