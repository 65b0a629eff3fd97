/// A block of sound: planar 32-bit float samples, nominal range −1…1.
///
/// Shape: `channelCount` planes of `frameCount` samples.
package struct AudioBuffer: Hashable, Sendable {
  /// One array a channel, all of the same length.
  package private(set) var channels: [[Float]]

  /// Silence.
  ///
  /// Negative counts are 0.
  package init(channelCount: Int, frameCount: Int) {
    // One allocation a channel: a shared one would be copied at the first write.
    channels = (0..<max(0, channelCount)).map { _ in
      Array(repeating: 0, count: max(0, frameCount))
    }
  }

  /// Takes samples over; `nil` when the channels are not equally long.
  package init?(channels: [[Float]]) {
    guard channels.allSatisfy({ $0.count == channels[0].count }) else { return nil }
    self.channels = channels
  }

  /// Number of planes.
  package var channelCount: Int { channels.count }

  /// Samples in each channel.
  package var frameCount: Int { channels.first?.count ?? 0 }

  /// Lends the samples of a channel for writing; the count stays.
  ///
  /// - Precondition: the channel exists.
  package mutating func withChannel<R, E: Error>(
    _ channel: Int, _ body: (inout MutableSpan<Float>) throws(E) -> R
  ) throws(E) -> R {
    var span = channels[channel].mutableSpan
    return try body(&span)
  }

  /// Puts a block in place of the samples from `offset` on.
  ///
  /// - Precondition: the block has the buffer's channels and lies inside it.
  package mutating func replace(from offset: Int, with block: AudioBuffer) {
    precondition(block.channelCount == channelCount, "channels differ")
    precondition(
      offset >= 0 && block.frameCount <= frameCount - offset, "frames outside of the buffer")
    for channel in channels.indices {
      channels[channel].replaceSubrange(
        offset..<offset + block.frameCount, with: block.channels[channel])
    }
  }

  /// Makes every sample 0.
  package mutating func silence() {
    for channel in channels.indices {
      withChannel(channel) { samples in samples.update(repeating: 0) }
    }
  }
}
