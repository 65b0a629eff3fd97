import AudioMixing
import PlanModel
import TimelineModel

/// A part of a source that is heard again and again: a source whose samples are counted on through all
/// times. Times follow each other without a fade.
///
/// A short part is read once and kept; a long one is read through each time.
final class LoopedAudio: AudioSource {
  /// What is read; set while it is needed.
  var source: (any AudioSource)?
  private let positions: LoopedPositions
  private let channels: Int
  private var kept: AudioBuffer?
  private var reversed: ReversedAudio?

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
      done += count
    }
  }

  /// Copies from what is kept.
  private func copy(
    _ turn: LoopedPositions.Turn, _ count: Int, _ media: MediaID, _ span: Int,
    _ source: any AudioSource, to buffer: inout AudioBuffer, at offset: Int
  ) throws(RenderError) {
    let part = positions.part
    if kept == nil {
      var whole = AudioBuffer(channelCount: channels, frameCount: part.count)
      try source.read(media, span: span, from: part.lowerBound, into: &whole)
      kept = whole
    }
    guard let kept, kept.frameCount == part.count else {
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
