/// A block of sound: planar 32-bit float samples, nominal range −1…1.
///
/// Shape: `channelCount` planes of `frameCount` samples.
public struct AudioBuffer: Hashable, Sendable {
  /// One array a channel, all of the same length.
  public private(set) var channels: [[Float]]

  /// Silence.
  public init(channelCount: Int, frameCount: Int) {
    channels = Array(
      repeating: Array(repeating: 0, count: max(0, frameCount)), count: max(0, channelCount))
  }

  public var channelCount: Int { channels.count }

  /// Samples in each channel.
  public var frameCount: Int { channels.first?.count ?? 0 }

  /// Lends the samples of a channel for writing; the count stays.
  ///
  /// - Precondition: the channel exists.
  public mutating func withChannel<R, E: Error>(
    _ channel: Int, _ body: (inout MutableSpan<Float>) throws(E) -> R
  ) throws(E) -> R {
    var span = channels[channel].mutableSpan
    return try body(&span)
  }

  mutating func add(_ value: Float, channel: Int, frame: Int) { channels[channel][frame] += value }

  /// Makes every sample 0.
  public mutating func silence() {
    for channel in channels.indices {
      for index in channels[channel].indices { channels[channel][index] = 0 }
    }
  }
}
