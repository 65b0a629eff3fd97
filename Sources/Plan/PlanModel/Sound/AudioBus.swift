package import AudioMixing
package import TimelineModel

/// Spans of sound that are treated as one: those of a clip, of a track, or all.
///
/// What is heard of them goes through a chain of filters, where there is one, and then through a matrix. The chain is run in blocks, counted from `samples.lowerBound`. It is made anew for each block, is fed with
/// what is heard for some time before it, and with as much behind it as it needs until the block's last sample
/// comes out:
/// ```
///         memory ├───────── length ─────────┤ memory
///    ────────┼───┼──────────────────────────┼───┼──▶ samples of the movie
///    fed     ├────────────────────────────────···┤
///    heard       ├──────────────────────────┤
/// ```
/// So what is heard of a sample depends on its number alone.
package struct AudioBus: Hashable, Sendable {
  /// Samples of a block where little has to be remembered.
  package static let leastLength: Int64 = 1 << 18
  /// A block is at least so many times as long as what is fed before it.
  package static let lengthFactor: Int64 = 4
  /// Samples that may be remembered.
  package static let mostMemory: Int64 = 1 << 24
  /// Samples fed behind what is asked for, at most, where the chain remembers everything.
  package static let endlessTail: Int64 = 1 << 18

  /// The label of the bus that all sound goes through; it is the first one.
  package static let master = "output"

  /// Whose sound it is, for people: `clip 'voice'`, `track 'music'`.
  package var label: String
  /// The chain; `nil` for none.
  package var media: MediaID?
  /// Samples of the movie in which something may come out, half-open, not empty.
  package var samples: Range<Int64>
  /// Samples fed before a block, and at most behind it; `nil` where all from the beginning on is one block.
  package var memory: Int64?
  /// What is done with the channels of what comes out; `nil` for nothing.
  package var matrix: ChannelMatrix?
  /// Of what comes out; they multiply.
  package var envelopes: [GainEnvelope]
  /// Of what comes out: −32768 hard left … 0 … 32768 hard right.
  package var pan: Int
  /// Pans of what comes out that move, as those of spans.
  package var panning: [GainEnvelope] = []
  /// The bus before this one in the plan that it is heard through; `nil` for none.
  package var parent: Int?

  /// A bus in the middle that nothing else goes through, unless said otherwise.
  package init(
    label: String, media: MediaID?, samples: Range<Int64>, memory: Int64?,
    envelopes: [GainEnvelope] = [], pan: Int = 0, parent: Int? = nil
  ) {
    self.label = label
    self.media = media
    self.samples = samples
    self.memory = memory
    self.envelopes = envelopes
    self.pan = pan
    self.parent = parent
  }
}

extension AudioBus {
  /// Samples of a block; where all is one, of all.
  package var length: Int64 {
    memory.map { max(Self.leastLength, $0 * Self.lengthFactor) } ?? Int64(samples.count)
  }

  /// The block that one of the samples belongs to.
  package func block(of sample: Int64) -> Range<Int64> {
    let length = max(1, length)
    let start = samples.lowerBound + max(0, sample - samples.lowerBound) / length * length
    return start..<min(start + length, max(start + 1, samples.upperBound))
  }

  /// The samples that may be fed for a block; behind `samples` there is silence.
  package func fed(for block: Range<Int64>) -> Range<Int64> {
    max(samples.lowerBound, block.lowerBound - (memory ?? 0))..<block.upperBound
      + (memory ?? Self.endlessTail)
  }

  /// The samples that may have to be heard to know what some are; empty where the bus has none of these.
  package func needed(for wanted: Range<Int64>) -> Range<Int64> {
    let part = samples.clamped(to: wanted)
    guard media != nil, let last = part.last else { return part }
    let first = fed(for: block(of: part.lowerBound)).lowerBound
    guard memory != nil else { return first..<part.upperBound + Self.endlessTail }
    return first..<fed(for: block(of: last)).upperBound
  }
}

extension AudioPlan {
  /// The buses that a span or a bus is heard through, the innermost first.
  ///
  /// - Parameter bus: the first of them.
  package func buses(from bus: Int?) -> [AudioBus] {
    var found: [AudioBus] = []
    var next = bus
    // A parent stands before its children, so this ends.
    while let index = next, buses.indices.contains(index) {
      found.append(buses[index])
      next = buses[index].parent.flatMap { $0 < index ? $0 : nil }
    }
    return found
  }

  /// The same without what is done to the sum of all but for its gain.
  package var withoutMaster: AudioPlan {
    var plan = self
    plan.ceiling = nil
    if plan.buses.first?.label == AudioBus.master { plan.buses[0].media = nil }
    return plan
  }

  /// The bus that all sound goes through, where there is one.
  package var master: AudioBus? { buses.first.flatMap { $0.label == AudioBus.master ? $0 : nil } }

  /// What that bus hears: the same without the bus and the limiter.
  package var beforeMaster: AudioPlan {
    var plan = self
    plan.ceiling = nil
    guard master != nil else { return plan }
    for index in plan.spans.indices where plan.spans[index].bus == 0 { plan.spans[index].bus = nil }
    for index in plan.buses.indices where plan.buses[index].parent == 0 {
      plan.buses[index].parent = nil
    }
    // It hears nothing; the others keep their numbers.
    plan.buses[0].media = nil
    plan.buses[0].envelopes = []
    return plan
  }

  /// All gains that a span is heard with.
  package func envelopes(of span: AudioSpan) -> [GainEnvelope] {
    span.envelopes + buses(from: span.bus).flatMap(\.envelopes)
  }

  /// The sources and chains that some of the movie's samples are made of.
  ///
  /// - Complexity: O(n) for n spans and buses.
  package func media(in wanted: Range<Int64>) -> Set<MediaID> {
    let heard = samples(around: wanted)
    let needed = samples(ofBuses: heard)
    var result: Set<MediaID> = []
    for (place, bus) in buses.enumerated() where !needed[place].isEmpty {
      if let media = bus.media { result.insert(media) }
    }
    for span in spans {
      let part = span.bus.map { needed.indices.contains($0) ? needed[$0] : 0..<0 } ?? heard
      if span.samples.overlaps(part) { result.insert(span.media) }
    }
    return result
  }

  /// The samples in which the spans of each bus are heard that have to do with some of the movie's; empty for
  /// buses that have not.
  func samples(ofBuses wanted: Range<Int64>) -> [Range<Int64>] {
    var needed: [Range<Int64>] = []
    for bus in buses {
      let outer = bus.parent.map { needed.indices.contains($0) ? needed[$0] : 0..<0 } ?? wanted
      needed.append(bus.needed(for: outer))
    }
    return needed
  }
}
