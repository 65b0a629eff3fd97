import AudioMixing
import LibAV
import MediaSources
import PlanModel
import TimelineModel

/// One stream of sound, decoded in order from any position.
///
/// Most files are one link. A chain, as recordings of internet radio are, has several, each with a
/// header and a clock of its own; they are opened one at a time and heard one after another:
/// ```
/// file     ├─ header ─ sound ─┼─ header ─ sound ─┼─ header ─ sound ─┤
/// source   0                  place              place
/// ```
final class AudioStream {
  let sampleRate: Int
  /// Samples by which timestamps may stray without meaning anything.
  var jitter: Int64 { Int64(sampleRate / 100) }
  /// Times that the file was opened, for tests.
  var opens: Int { closedOpens + link.opens }

  private let source: MediaSource
  private let part: Int
  private let protocols: [String]
  /// First source sample of each link, rising.
  private let places: [Int64]
  private var number = 0
  private var link: LinkStream
  private var beginsLink = true
  private var closedOpens = 0
  private var closedDamage = AudioDamage()

  /// - Parameter part: which of the source's tracks of sound.
  init(_ source: MediaSource, part: Int = 0, protocols: [String]) throws(LibAVError) {
    guard let facts = source.facts.audio, facts.sampleRate > 0 else {
      throw .unusable(for: "open sound")
    }
    self.source = source
    self.part = part
    self.protocols = protocols
    let sounds = source.file?.sounds ?? []
    let track = sounds.indices.contains(part) ? sounds[part] : nil
    sampleRate = track?.sampleRate ?? facts.sampleRate
    let links = track?.links ?? []
    places = links.isEmpty ? [0] : links.map(\.place)
    link = try LinkStream(source, part: part, number: 0, protocols: protocols)
  }

  /// Source samples that could not be decoded, as far as sound that could follows them: what lies
  /// before the first block and after the last one is not there.
  var damage: [Range<Int64>] {
    var all = closedDamage
    all.add(link.damage, shiftedBy: places[number])
    return all.found
  }

  /// How the channels of a decoded block become the output's.
  ///
  /// - Parameter routes: in place of the usual way.
  func downMix(
    of layout: String, channelCount: Int, to outputs: Int, by routes: [ChannelRoute]? = nil
  ) -> DownMix {
    let sounds = source.file?.sounds ?? []
    let first = sounds.prefix(part).reduce(0) { $0 + $1.channels }
    let channels =
      sounds.indices.contains(part)
      ? first..<first + sounds[part].channels : 0..<0
    if let routes {
      // A block of other channels than the file began with is heard as far as they go.
      let all = first..<first + channelCount
      return routes.mix(inputs: all.upperBound, outputs: outputs).part(all)
    }
    return source.downMix(of: channels, layout: layout, channelCount: channelCount, to: outputs)
  }

  /// Begins to decode so that everything from source sample `sample` on is right.
  func begin(at sample: Int64) throws(LibAVError) {
    let wanted = max(0, (places.firstIndex { $0 > sample } ?? places.count) - 1)
    try open(wanted)
    try link.begin(at: sample - places[number])
  }

  /// The next block; `nil` at the end.
  func next() throws(LibAVError) -> AudioBlock? {
    while true {
      if let block = try link.next() {
        defer { beginsLink = false }
        return block.moved(by: places[number], beginsLink: beginsLink)
      }
      guard number + 1 < places.count else { return nil }
      try open(number + 1)
      try link.begin(at: 0)
    }
  }

  private func open(_ wanted: Int) throws(LibAVError) {
    beginsLink = true
    if wanted == number { return }
    let opened = try LinkStream(source, part: part, number: wanted, protocols: protocols)
    closedOpens += link.opens
    closedDamage.add(link.damage, shiftedBy: places[number])
    (link, number) = (opened, wanted)
  }
}

/// A decoded block and which of its samples are sound.
struct AudioBlock: ~Copyable {
  let frame: AudioFrame
  /// Source sample of the frame's first sample; `nil` when unknown.
  let sample: Int64?
  let heard: Range<Int>
  /// Whether its place owes nothing to the block before it.
  var beginsLink = false

  consuming func moved(by distance: Int64, beginsLink: Bool) -> AudioBlock {
    AudioBlock(
      frame: frame, sample: sample.map { $0 &+ distance }, heard: heard, beginsLink: beginsLink)
  }
}
