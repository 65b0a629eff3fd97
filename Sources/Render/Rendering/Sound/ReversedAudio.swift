import AudioMixing
import PlanModel
import TimelineModel

/// A source that is heard from its end to its beginning.
///
/// Sample m of the reversed sound is sample −1 − m of the source. It is read in blocks, each forward, so
/// that a decoder begins anew once a block and not for every request.
///
/// ```
/// source     │ block │ block │◀── from here back
/// reversed             ──────▶│ block │ block │
/// ```
struct ReversedAudio {
  private let media: MediaID
  private let spanIndex: Int
  private let channels: Int
  /// The last block read, reversed, and the reversed sound's sample that it begins with.
  private var block: (start: Int64, buffer: AudioBuffer)?

  /// Samples in a block, 1.4 s at 48 kHz.
  private static let blockLength = 1 << 16

  init(_ media: MediaID, at spanIndex: Int, channels: Int) {
    self.media = media
    self.spanIndex = spanIndex
    self.channels = channels
  }

  /// Replaces everything in `buffer` by the reversed sound from `sample` on.
  mutating func read(
    from sample: Int64, into buffer: inout AudioBuffer, source: any AudioSource
  ) throws(RenderError) {
    var done = 0
    while done < buffer.frameCount {
      let wanted = sample + Int64(done)
      let start = wanted & ~Int64(Self.blockLength - 1)
      if block?.start != start { block = (start, try read(blockAt: start, source)) }
      guard let held = block?.buffer else { return }
      let offset = Int(wanted - start)
      let count = min(Self.blockLength - offset, buffer.frameCount - done)
      for channel in 0..<channels {
        let samples = held.channels[channel]
        buffer.withChannel(channel) { target in
          for index in 0..<count { target[done + index] = samples[offset + index] }
        }
      }
      done += count
    }
  }

  private func read(
    blockAt start: Int64, _ source: any AudioSource
  ) throws(RenderError) -> AudioBuffer {
    var forward = AudioBuffer(channelCount: channels, frameCount: Self.blockLength)
    try source.read(
      media, span: spanIndex, from: -start - Int64(Self.blockLength), into: &forward)
    guard forward.channelCount == channels, forward.frameCount == Self.blockLength else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    for channel in 0..<channels {
      forward.withChannel(channel) { samples in
        for index in 0..<samples.count / 2 {
          samples.swapAt(index, samples.count - 1 - index)
        }
      }
    }
    return forward
  }
}
