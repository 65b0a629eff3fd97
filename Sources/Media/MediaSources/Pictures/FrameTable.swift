package import BaseValues

/// Every picture of a video stream, in the order of presentation, with where decoding has to begin
/// to reach it.
///
/// Built by reading all packets once: what a container says about itself may be wrong, its packets
/// are what will be decoded.
package struct FrameTable: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// Presentation time in the stream's time base.
    package var presentation: Int64
    /// Place in `keys` of the key packet to begin at.
    package var key: Int32
    /// Place in decoding order among all packets of the stream.
    package var order: Int32
  }

  /// A packet that decoding can begin with.
  package struct Key: Hashable, Sendable {
    package var presentation: Int64
    package var decoding: Int64
    /// Place in decoding order among all packets of the stream.
    package var order: Int
  }

  /// Shown pictures, rising in presentation time, no two at the same.
  package let entries: [Entry]
  /// In decoding order.
  package let keys: [Key]
  /// Duration of the last picture in time base units.
  let lastDuration: Int64
  /// Seconds of a unit of time.
  package let timeBase: Rational
  /// The source time 0 in seconds.
  package private(set) var origin: Rational
  /// Whether some key packets have the same presentation time, as when an edit list shows a part
  /// twice.
  package let hasRepeatedKeys: Bool
  /// Whether the container gives no presentation times, so that pictures can only be told apart by
  /// counting from the beginning.
  package let isCounted: Bool
  /// Where the container stores the times at which pictures are decoded: that of each packet, and
  /// the one at which its picture is shown, as was found by decoding.
  package let movedTimes: [Int64: Int64]?

  /// Place in `entries` of the picture shown at exactly `presentation`.
  package func position(of presentation: Int64) -> Int? {
    let place = firstPlace(notBefore: presentation)
    return place < entries.count && entries[place].presentation == presentation ? place : nil
  }

  /// Number of the picture that is shown at a time of the container, in seconds; the first before
  /// it.
  package func number(at time: Rational) throws(TimeOverflow) -> Int {
    let ticks = try (time / timeBase).floor()
    let next = firstPlace(notBefore: ticks &+ 1)
    return max(0, next - 1)
  }

  /// When a picture is shown, in seconds of the container: until the next one is, or for as long as the
  /// last one says.
  ///
  /// - Precondition: there is such a picture.
  package func range(of number: Int) throws(TimeOverflow) -> (Rational, Rational) {
    let start = entries[number].presentation
    let end =
      number + 1 < entries.count ? entries[number + 1].presentation : start &+ max(1, lastDuration)
    return (try Rational(start) * timeBase, try Rational(end) * timeBase)
  }

  /// Place in `keys` of the last key packet before a packet in both orders: the one whose group a
  /// packet belongs to, shown or not; `nil` before the first.
  package func group(of time: Int64, order: Int) -> Int? {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle].order <= order { low = middle + 1 } else { high = middle }
    }
    return keys[..<low].lastIndex { $0.presentation <= time }
  }

  /// Place in `entries` of the first picture that decoding from a key packet gives.
  package func firstPlace(of key: Key) -> Int { firstPlace(notBefore: key.presentation) }

  /// The same index with source time 0 elsewhere.
  package func moved(to origin: Rational) -> FrameTable {
    var result = self
    result.origin = origin
    return result
  }

  private func firstPlace(notBefore presentation: Int64) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].presentation < presentation { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// One packet as the index needs it.
package struct IndexedPacket {
  package var presentation: Int64
  package var decoding: Int64
  package var duration: Int64
  package var isKey: Bool
  package var isShown: Bool

  package init(
    presentation: Int64, decoding: Int64, duration: Int64, isKey: Bool, isShown: Bool
  ) {
    self.presentation = presentation
    self.decoding = decoding
    self.duration = duration
    self.isKey = isKey
    self.isShown = isShown
  }
}

// MARK: - Building

extension FrameTable {
  /// An index that was built before.
  ///
  /// - Precondition: `entries` rise and their keys are places in `keys`.
  init(
    entries: [Entry], keys: [Key], lastDuration: Int64, timeBase: Rational, origin: Rational,
    isCounted: Bool, movedTimes: [Int64: Int64]? = nil
  ) {
    self.entries = entries
    self.keys = keys
    self.lastDuration = lastDuration
    self.timeBase = timeBase
    self.origin = origin
    self.isCounted = isCounted
    self.movedTimes = movedTimes
    hasRepeatedKeys = Set(keys.map(\.presentation)).count < keys.count
  }

  /// - Parameters:
  ///   - packets: all packets of the stream in decoding order.
  ///   - movedTimes: the stored time of each packet, and the one that it has here.
  /// - Complexity: O(n log n) for n packets.
  package init?(
    packets: [IndexedPacket], timeBase: Rational, origin: Rational,
    movedTimes: [Int64: Int64]? = nil
  ) {
    var keys: [Key] = []
    // Places in `keys`, rising in presentation: a later key packet that is not presented later
    // hides those before it.
    var reachable: [Int] = []
    var built: [(entry: Entry, duration: Int64)] = []
    built.reserveCapacity(packets.count)
    for (order, packet) in packets.enumerated() {
      if packet.isKey {
        while let last = reachable.last, keys[last].presentation >= packet.presentation {
          reachable.removeLast()
        }
        reachable.append(keys.count)
        keys.append(
          Key(presentation: packet.presentation, decoding: packet.decoding, order: order))
      }
      guard packet.isShown else { continue }
      // A picture before its key picture in presentation needs the group before as well; at the
      // very beginning there is none, and no decoder can show it.
      guard
        let key = Self.last(in: reachable, where: { keys[$0].presentation <= packet.presentation }),
        let place = Int32(exactly: key), let order = Int32(exactly: order)
      else { continue }
      built.append(
        (Entry(presentation: packet.presentation, key: place, order: order), packet.duration))
    }
    built.sort { $0.entry.presentation < $1.entry.presentation }
    var entries: [Entry] = []
    entries.reserveCapacity(built.count)
    for item in built where item.entry.presentation != entries.last?.presentation {
      entries.append(item.entry)
    }
    guard let last = built.last else { return nil }
    let usual =
      entries.count > 1
      ? max(1, last.entry.presentation &- entries[entries.count - 2].presentation) : 1
    self.init(
      entries: entries, keys: keys, lastDuration: last.duration > 0 ? last.duration : usual,
      timeBase: timeBase, origin: origin, isCounted: false, movedTimes: movedTimes)
  }

  /// The index of a stream whose pictures can only be told apart by counting.
  ///
  /// - Parameter times: of its pictures, in any order; equal ones count once.
  package init?(counting times: [Int64], timeBase: Rational, origin: Rational) {
    var entries: [Entry] = []
    for time in times.sorted() where time != entries.last?.presentation {
      entries.append(Entry(presentation: time, key: 0, order: Int32(clamping: entries.count)))
    }
    guard let first = entries.first, let last = entries.last else { return nil }
    self.init(
      entries: entries,
      keys: [Key(presentation: first.presentation, decoding: first.presentation, order: 0)],
      lastDuration: entries.count > 1
        ? max(1, last.presentation &- entries[entries.count - 2].presentation) : 1,
      timeBase: timeBase, origin: origin, isCounted: true)
  }

  /// The last element for which `holds` is true, where it is for a beginning and false after it.
  private static func last(in places: [Int], where holds: (Int) -> Bool) -> Int? {
    var low = 0
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(places[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? places[low - 1] : nil
  }
}
