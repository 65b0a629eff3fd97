/// Stretched sound from one onset to the next.
///
/// ```
/// source   ──────█▓▓▒▒▒▒▒▒▒▒▒▒▒▒▒─█▓▓▒▒▒     █ onset
/// head           █▓▓▒▒╲                      copied as it is, until frames have taken over
/// frames           ╱(─0─)                    the first where it is, so that it goes on from the head,
///                      (─1─)                 the others where their time is mapped to,
///                         (─2─) … (─n─)      never so near to the next onset that it would be heard
/// ```
struct StretchVoice: Sendable {
  /// The source's sample it begins with, and where that is in the result.
  let start: Int64
  let place: Int64
  let frames: StretchFrames
  /// The next onset, as far as it is known.
  var onset: Int64?
  /// Source sample up to which onsets have been looked for.
  var searched: Int64

  /// Frames that were made.
  private(set) var count: Int64 = 0
  private var turns: StretchFrames.Turns
  /// The source half a hop after the last frame, or less where an onset is near.
  private var later: StretchFrames.Spectra?
  private var ahead: Int64 = 0
  /// Frames that are not yet complete, from the last one's first sample on.
  private var sums: [[Double]]

  init(
    start: Int64, onset: Int64?, searched: Int64, channels: Int, frames: StretchFrames,
    _ map: StretchMap
  ) {
    self.start = start
    self.onset = onset
    self.searched = searched
    self.frames = frames
    turns = frames.unturned
    place = map.result(of: start)
    sums = (0..<channels).map { _ in [Double](repeating: 0, count: frames.length) }
  }

  /// The result's samples that the next frame completes.
  var nextBlock: Range<Int64> {
    let hop = Int64(frames.hop)
    return place + count * hop..<place + (count + 1) * hop
  }

  /// The middle of the next frame in the source, where no onset is near.
  func target(_ map: StretchMap) -> Int64 {
    let half = Int64(frames.length / 2)
    if count == 0 { return start + half }
    let target = start + map.source(in: half + count * Int64(frames.hop), from: place)
    // The second frame is half way from where the first one was.
    let late = count == 1 ? (half - map.source(in: half, from: place)) / 2 : 0
    return max(target + late, start + half)
  }

  /// Source samples that have to be at hand for the next block.
  func needed(_ map: StretchMap) -> Range<Int64> {
    let target = target(map)
    let half = Int64(frames.length / 2)
    let hop = Int64(frames.hop)
    let now = start + map.source(in: count * hop, from: place)
    // Where the head is copied from, as long as it is heard.
    let copied = count < 3 ? start + count * hop : now
    let lowest = min(target - half - hop, now, copied) + hop - map.back
    let next = map.source(in: (count + 1) * hop + map.longLead, from: place)
    let highest = max(target + half + hop, start + next, copied + hop) + map.longLead + map.lead
    return lowest..<highest + 2 * map.widest
  }

  /// Makes the next block: as many samples of each channel as a hop has.
  ///
  /// - Parameter sound: has what is needed, of as many channels as the result.
  mutating func advance(_ sound: SampleWindow, _ map: StretchMap) -> [[Float]] {
    let half = Int64(frames.length / 2)
    let hop = frames.hop
    var middle = target(map)
    if let onset { middle = min(middle, onset - half - map.lead) }
    var frame = frames.spectra(sound, from: middle - half)
    if let later {
      let earlier = frames.spectra(sound, from: middle - half - (Int64(hop) - ahead))
      turns = frames.turns(of: frame, earlier: earlier, later: later, after: turns)
      frames.turn(&frame, by: turns)
    }
    frames.add(frame, to: &sums)
    ahead = min(Int64(hop / 2), onset.map { $0 - half - map.lead - middle } ?? .max)
    later = frames.spectra(sound, from: middle - half + ahead)
    let first = Int(count) * hop
    count += 1
    return sums.indices.map { channel in
      var block = [Float](repeating: 0, count: hop)
      for index in 0..<hop { block[index] = Float(sums[channel][index]) }
      sums[channel].removeFirst(hop)
      sums[channel] += repeatElement(0, count: hop)
      guard first < frames.remainder.count else { return block }
      let samples = sound.channel(channel)
      let offset = Int(start + Int64(first) - sound.start)
      for index in 0..<hop {
        let share = frames.remainder[first + index]
        block[index] += Float(Double(samples[offset + index]) * share)
      }
      return block
    }
  }
}
