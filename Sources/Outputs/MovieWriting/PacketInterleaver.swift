import LibAV
import OutputKinds

/// Puts the packets of tracks in order of decoding time, those of the first track first where it is equal.
///
/// A packet comes out only when nothing earlier can come in, so the order does not depend on which
/// track was appended first.
struct PacketInterleaver {
  private struct Queue {
    /// Seconds a unit of the packets' times.
    let timeBase: Fraction
    private var packets: [EncodedPacket] = []
    private var head = 0
    /// When the last packet that came is decoded.
    private(set) var last: Int64?
    /// Whether none follows.
    var isComplete = false

    init(timeBase: Fraction) { self.timeBase = timeBase }

    var first: EncodedPacket? { head < packets.count ? packets[head] : nil }

    mutating func append(_ packet: EncodedPacket) {
      packets.append(packet)
      last = packet.decoding
    }

    mutating func removeFirst() -> EncodedPacket {
      defer {
        head += 1
        // Taking away in blocks keeps the cost of each packet constant.
        if head >= 256 || head == packets.count {
          packets.removeFirst(head)
          head = 0
        }
      }
      return packets[head]
    }
  }

  private var queues: [Queue]

  /// - Parameter timeBases: of the tracks: seconds a unit of their packets' times.
  init(timeBases: [Fraction]) {
    queues = timeBases.map(Queue.init)
  }

  /// Whether a packet of a track has come.
  func hasPackets(of track: Int) -> Bool { queues[track].last != nil }

  /// Adds packets of a track whose times count from `start`. False, with nothing added, when their times of decoding
  /// do not rise.
  mutating func add(_ packets: [EncodedPacket], to track: Int, from start: Int64 = 0) -> Bool {
    var last = queues[track].last
    for packet in packets {
      if let last, packet.decoding + start <= last { return false }
      last = packet.decoding + start
    }
    for var packet in packets {
      packet.presentation += start
      packet.decoding += start
      queues[track].append(packet)
    }
    return true
  }

  /// Says that no packets of a track follow.
  mutating func complete(_ track: Int) { queues[track].isComplete = true }

  /// The next packet of the file; `nil` when it is not known yet, or with `flushing` when there is
  /// none.
  mutating func next(flushing: Bool) -> (track: Int, packet: EncodedPacket)? {
    var first: Int?
    for track in queues.indices {
      guard queues[track].first != nil else {
        if flushing || queues[track].isComplete { continue }
        return nil
      }
      if first.map({ isEarlier(track, than: $0) }) ?? true { first = track }
    }
    return first.map { ($0, queues[$0].removeFirst()) }
  }

  /// By the packets that come next.
  private func isEarlier(_ track: Int, than other: Int) -> Bool {
    guard let packet = queues[track].first, let otherPacket = queues[other].first else {
      return false
    }
    let (base, otherBase) = (queues[track].timeBase, queues[other].timeBase)
    return Int128(packet.decoding) * Int128(base.numerator) * Int128(otherBase.denominator)
      < Int128(otherPacket.decoding) * Int128(otherBase.numerator) * Int128(base.denominator)
  }
}
