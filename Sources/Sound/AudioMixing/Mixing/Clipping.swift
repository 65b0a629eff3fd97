/// Keeps sound inside what an encoder takes.
///
/// A mix is never limited while it is summed: parts that are too loud for themselves may cancel,
/// and a limiter would change sound that was right. Only what leaves for the encoder is cut; how much
/// that is, `OverloadMeter` tells of the sound before.
package enum Clipping {
  /// Limits every sample to −1…1; what is not a number becomes 0.
  ///
  /// - Returns: how many samples were changed, over all channels.
  /// - Complexity: O(samples).
  @discardableResult package static func clamp(_ buffer: inout AudioBuffer) -> Int {
    var count = 0
    for channel in 0..<buffer.channelCount {
      count += buffer.withChannel(channel) { samples in clamp(&samples) }
    }
    return count
  }

  static func clamp(_ samples: inout MutableSpan<Float>) -> Int {
    var count = 0
    for i in samples.indices {
      let value = samples[i]
      if value.magnitude <= 1 { continue }
      samples[i] = value > 0 ? 1 : value < 0 ? -1 : 0
      count &+= 1
    }
    return count
  }
}
