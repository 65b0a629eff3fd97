import AudioMixing
import PlanModel
import TimelineModel

/// A part of a source that is heard again and again: a source whose samples are counted on through all
/// times. Times cross over, with equal power for as long as the loop says, or so briefly that nothing clicks where
/// the part is cut out of its source:
///
/// ```
/// source   ├─────── part ───────┤ overlap ┤
/// heard    ├─────── part ───────┼╲╱────── part ───────┼╲╱──
/// ```
///
/// A short part is read once and kept; a long one is read through each time.
final class LoopedAudio: AudioSource {
  /// What is read; set while it is needed.
  var source: (any AudioSource)?
  private let positions: LoopedPositions
  private let channels: Int
  private let joint: LoopJoint?
  /// The part, with a sample more on both sides.
  private var kept: AudioBuffer?
  private var reversed: ReversedAudio?
  /// What follows the part in the source, and what comes before it, with the number of the first sample.
  private var tails: [Bool: (start: Int64, sound: AudioBuffer)] = [:]

  /// Samples of a part that is kept, 22 s at 48 kHz.
  private static let keptLength = 1 << 20

  init(_ positions: LoopedPositions, _ joint: LoopJoint?, channels: Int) {
    self.positions = positions
    self.joint = joint
    self.channels = channels
  }

  var damage: [MediaID: [Range<Int64>]] { source?.damage ?? [:] }

  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    guard let source else { return }
    var done = 0
    while done < buffer.frameCount {
      let turn = positions.turn(at: sample + Int64(done))
      let count = Int(min(turn.count, Int64(buffer.frameCount - done)))
      if positions.part.count <= Self.keptLength {
        try copy(turn, count, media, span, source, to: &buffer, at: done)
      } else {
        var part = AudioBuffer(channelCount: channels, frameCount: count)
        if turn.isBackwards {
          var reversed = reversed ?? ReversedAudio(media, at: span, channels: channels)
          defer { self.reversed = reversed }
          try reversed.read(from: -1 - turn.source, into: &part, source: source)
        } else {
          try source.read(media, span: span, from: turn.source, into: &part)
        }
        for channel in 0..<min(channels, buffer.channelCount, part.channelCount) {
          let samples = part.channels[channel]
          buffer.withChannel(channel) { target in
            for index in 0..<min(count, samples.count) { target[done + index] = samples[index] }
          }
        }
      }
      try cross(turn, count, media, span, source, in: &buffer, at: done)
      done += count
    }
  }

  /// How the beginning of a time is crossed with what the one before would go on with.
  private struct Crossing {
    var length: Int
    /// Whether the beginning comes up, and whether the time before goes on and down.
    var rises = true
    var falls = true
    var isLinear = false
  }

  private func crossing(_ turn: LoopedPositions.Turn) -> Crossing? {
    if positions.overlap > 0 {
      return turn.number > 0 && !turn.isBackwards ? Crossing(length: Int(positions.overlap)) : nil
    }
    guard let joint, turn.number > joint.first else { return nil }
    var crossing = Crossing(length: Int(joint.length), isLinear: true)
    crossing.rises = turn.isBackwards ? joint.endsInside : joint.startsInside
    crossing.falls = turn.before.isBackwards ? joint.startsInside : joint.endsInside
    return crossing.rises || crossing.falls ? crossing : nil
  }

  /// Lets the beginning of a time come up while what follows the one before goes down.
  private func cross(
    _ turn: LoopedPositions.Turn, _ count: Int, _ media: MediaID, _ span: Int,
    _ source: any AudioSource, in buffer: inout AudioBuffer, at offset: Int
  ) throws(RenderError) {
    guard let crossing = crossing(turn), turn.passed < Int64(crossing.length) else { return }
    let passed = Int(turn.passed)
    let places = passed..<min(passed + count, crossing.length)
    let gains = CrossFadeRow(places, of: crossing.length, isLinear: crossing.isLinear)
    let (first, isBackwards) = turn.before
    let tail =
      crossing.falls ? try self.tail(isBackwards, crossing.length, media, span, source) : nil
    let shift = tail.map { Int(first - $0.start) } ?? 0
    for channel in 0..<min(channels, buffer.channelCount) {
      let samples = tail?.sound.channels[channel] ?? []
      buffer.withChannel(channel) { target in
        for (index, gain) in gains.values.enumerated() {
          var sum = crossing.rises ? target[offset + index] * gain.up : target[offset + index]
          let place = isBackwards ? shift - passed - index : shift + passed + index
          if samples.indices.contains(place) { sum += samples[place] * gain.down }
          target[offset + index] = sum
        }
      }
    }
  }

  /// What a time would go on with at the part's end, or backwards at its beginning.
  private func tail(
    _ isBackwards: Bool, _ length: Int, _ media: MediaID, _ span: Int, _ source: any AudioSource
  ) throws(RenderError) -> (start: Int64, sound: AudioBuffer) {
    if let known = tails[isBackwards] { return known }
    // Times are as long as the part, or a sample more or less.
    let count = length + 4
    let start =
      isBackwards
      ? positions.part.lowerBound + 2 - Int64(count) : positions.part.upperBound - 2
    var sound = AudioBuffer(channelCount: channels, frameCount: count)
    try source.read(media, span: span, from: start, into: &sound)
    guard sound.frameCount == count, sound.channelCount == channels else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    tails[isBackwards] = (start, sound)
    return (start, sound)
  }

  /// Copies from what is kept.
  private func copy(
    _ turn: LoopedPositions.Turn, _ count: Int, _ media: MediaID, _ span: Int,
    _ source: any AudioSource, to buffer: inout AudioBuffer, at offset: Int
  ) throws(RenderError) {
    let start = positions.part.lowerBound - 1
    let length = positions.part.count + 2
    if kept == nil {
      var whole = AudioBuffer(channelCount: channels, frameCount: length)
      try source.read(media, span: span, from: start, into: &whole)
      kept = whole
    }
    guard let kept, kept.frameCount == length else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    let first = Int(turn.source - start)
    for channel in 0..<min(channels, buffer.channelCount, kept.channelCount) {
      let samples = kept.channels[channel]
      buffer.withChannel(channel) { target in
        for index in 0..<count {
          let wanted = turn.isBackwards ? first - index : first + index
          target[offset + index] = samples[min(max(wanted, 0), samples.count - 1)]
        }
      }
    }
  }
}
