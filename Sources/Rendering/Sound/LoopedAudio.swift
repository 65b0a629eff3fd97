import AudioMixing
import PlanModel
import TimelineModel

/// A part of a source that is heard again and again: a source whose samples are counted on through all
/// times. Times follow each other, or cross over with equal power:
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
  private var kept: AudioBuffer?
  private var reversed: ReversedAudio?
  /// What follows the part in the source, from a sample before its shortest length on.
  private var tail: AudioBuffer?

  /// Samples of a part that is kept, 22 s at 48 kHz.
  private static let keptLength = 1 << 20

  init(_ positions: LoopedPositions, channels: Int) {
    self.positions = positions
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

  /// Lets the beginning of a time come up while what follows the one before goes down.
  private func cross(
    _ turn: LoopedPositions.Turn, _ count: Int, _ media: MediaID, _ span: Int,
    _ source: any AudioSource, in buffer: inout AudioBuffer, at offset: Int
  ) throws(RenderError) {
    guard let before = turn.before, turn.passed < positions.overlap, !turn.isBackwards else {
      return
    }
    let length = Int(positions.overlap)
    // Times are as long as the part, or a sample more or less.
    let first = positions.part.upperBound - 1
    if tail == nil {
      var read = AudioBuffer(channelCount: channels, frameCount: length + 2)
      try source.read(media, span: span, from: first, into: &read)
      tail = read
    }
    guard let tail, tail.frameCount == length + 2 else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    let passed = Int(turn.passed)
    let shift = Int(min(max(0, positions.part.lowerBound + before - first), 2))
    let gains = CrossFadeRow(passed..<min(passed + count, length), of: length)
    for channel in 0..<min(channels, buffer.channelCount) {
      let samples = tail.channels[channel]
      buffer.withChannel(channel) { target in
        for (index, gain) in gains.values.enumerated() {
          target[offset + index] =
            target[offset + index] * gain.up + samples[passed + index + shift] * gain.down
        }
      }
    }
  }

  /// Copies from what is kept.
  private func copy(
    _ turn: LoopedPositions.Turn, _ count: Int, _ media: MediaID, _ span: Int,
    _ source: any AudioSource, to buffer: inout AudioBuffer, at offset: Int
  ) throws(RenderError) {
    let part = positions.part
    // What follows the part is there to be crossed over, so a time of a sample more has that, too.
    let length = part.count + (positions.overlap > 0 ? 1 : 0)
    if kept == nil {
      var whole = AudioBuffer(channelCount: channels, frameCount: length)
      try source.read(media, span: span, from: part.lowerBound, into: &whole)
      kept = whole
    }
    guard let kept, kept.frameCount == length else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    let first = Int(turn.source - part.lowerBound)
    for channel in 0..<min(channels, buffer.channelCount, kept.channelCount) {
      let samples = kept.channels[channel]
      buffer.withChannel(channel) { target in
        for index in 0..<count {
          // A time that takes a sample more than the part has ends with the one before it.
          let wanted = turn.isBackwards ? first - index : first + index
          target[offset + index] = samples[min(max(wanted, 0), samples.count - 1)]
        }
      }
    }
  }
}
