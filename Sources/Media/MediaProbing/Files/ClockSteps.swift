import LibAV
import BaseValues
import MediaSources

/// Where the clock of a stream that was joined from several begins anew.
///
/// ```
/// clock   ╱     ╱          a step: all streams go on elsewhere
///        ╱     ╱
///       ╱     ╱            a gap: what was not received is not there
/// ```
/// A step is one back by more than a tenth of a second, or one forward by more than ten seconds over
/// which no stream has anything. It has to last: a single wrong time is none.
struct ClockSteps {
  private struct Stream {
    /// The last time of decoding, in seconds.
    var last: Double
    /// The same in ticks, and how long after the one before it.
    var ticks: Int64
    var length: Int64 = 0
    /// Steps that it has made.
    var steps = 0
    /// A time that may be the first after a step.
    var candidate: (time: Double, position: Int64)?
  }

  private var streams: [Int: Stream] = [:]
  /// The latest time of any stream since the last step.
  private var latest = -Double.infinity
  /// When the packet with that time ends, as near as the one before it tells.
  private var latestEnd = Rational.zero
  /// Where nothing was received: the streams go on later, on the same clock. The first few.
  private(set) var gaps: [(from: Rational, to: Rational)] = []
  /// Where in the file the first packet after each step begins.
  private(set) var positions: [Int64] = []

  /// Steps back are longer.
  private static let shortestBack = 0.1
  /// Steps forward are longer.
  private static let longestGap = 10.0
  /// Gaps are longer, and many times as long as what is usual between two packets.
  private static let shortestGap = 1.0
  private static let mostGaps = 100
  /// How far the packets after a step may lie from its first one.
  private static let settled = 5.0

  /// - Parameter timeBase: seconds of a tick of the packet's stream.
  mutating func add(_ packet: borrowing Packet, timeBase: Fraction) {
    guard let ticks = packet.decodingTimestamp ?? packet.presentationTimestamp,
      timeBase.isPositive
    else { return }
    // Whole seconds are compared: nothing that is shown is reckoned from these.
    let time = Double(ticks) * Double(timeBase.numerator) / Double(timeBase.denominator)
    let number = packet.streamIndex
    guard var stream = streams[number] else {
      streams[number] = Stream(last: time, ticks: ticks, steps: positions.count)
      latest = max(latest, time)
      return
    }
    if let candidate = stream.candidate {
      stream.candidate = nil
      if abs(time - candidate.time) < Self.settled {
        step(&stream, to: time, at: candidate.position)
        streams[number] = stream
        return
      }
    }
    let isBehind = stream.steps < positions.count
    let reference = isBehind ? stream.last : max(latest, stream.last)
    if time < stream.last - Self.shortestBack || time > reference + Self.longestGap {
      stream.candidate = packet.position.map { (time, $0) }
    } else {
      let usual = stream.length
      let elapsed = ticks &- stream.ticks
      if !isBehind {
        if time > reference + Self.shortestGap, usual > 0, elapsed / 10 > usual,
          gaps.count < Self.mostGaps, let base = timeBase.rational,
          let to = try? Rational(ticks) * base
        {
          gaps.append((latestEnd, to))
        } else if elapsed > 0 {
          stream.length = elapsed
        }
        if time >= latest, let base = timeBase.rational,
          let end = try? Rational(ticks &+ stream.length) * base
        {
          latestEnd = end
        }
        latest = max(latest, time)
      }
      (stream.last, stream.ticks) = (time, ticks)
    }
    streams[number] = stream
  }

  private mutating func step(_ stream: inout Stream, to time: Double, at position: Int64) {
    if stream.steps < positions.count {
      // Another stream made this step before it.
      stream.steps += 1
      positions[stream.steps - 1] = min(positions[stream.steps - 1], position)
      if stream.steps == positions.count { latest = max(latest, time) }
    } else {
      positions.append(position)
      stream.steps = positions.count
      latest = time
    }
    stream.last = time
  }
}

/// Where the parts of a stream that was joined from several begin.
enum StreamSeams {
  /// Where a part begins whose first packet lies at a position: with what describes its streams.
  ///
  /// - Parameter read: gives some bytes at a position, or as many as there are.
  static func start<E: Error>(
    before position: Int64, format: String, _ read: (Int64, Int) throws(E) -> [UInt8]
  ) throws(E) -> Int64 {
    let first = max(0, position - reach)
    let bytes = try read(first, Int(position - first) + 205)
    let at = Int(position - first)
    guard at < bytes.count else { return position }
    if format.hasPrefix("mpegts") { return first + Int64(table(before: at, in: bytes)) }
    return first + Int64(pack(before: at, in: bytes))
  }

  /// Bytes before a packet that are looked at.
  private static let reach: Int64 = 1 << 16

  /// The last programme association table, and what stands right before it (ISO/IEC 13818-1, 2.4.4):
  /// the description of the service, which is as old.
  private static func table(before at: Int, in bytes: [UInt8]) -> Int {
    for length in [188, 192, 204] where at + length < bytes.count {
      guard bytes[at] == 0x47, bytes[at + length] == 0x47 else { continue }
      var found = at
      var place = at
      while place >= length, bytes[place - length] == 0x47 {
        place -= length
        let isStart = bytes[place + 1] & 0x40 != 0
        let number = Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2])
        guard number == 0, isStart else { continue }
        found = place
        break
      }
      return found
    }
    return at
  }

  /// The last head of a pack (ISO/IEC 13818-1, 2.5.3.3).
  private static func pack(before at: Int, in bytes: [UInt8]) -> Int {
    var place = min(at, bytes.count - 4)
    while place >= 0 {
      if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1, bytes[place + 3] == 0xBA {
        return place
      }
      place -= 1
    }
    return at
  }
}
