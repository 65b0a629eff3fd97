/// The part of a source's sound that is at hand while something moves through it.
///
/// Reads its source in rising order only, each sample once, however the parts asked for overlap.
package struct SampleWindow: Sendable {
  /// The number of the first sample at hand.
  package private(set) var start: Int64 = 0
  private var channels: [[Float]]

  /// - Parameter channelCount: channels of the source.
  package init(channelCount: Int) {
    channels = Array(repeating: [], count: max(0, channelCount))
  }

  /// Number of channels.
  package var channelCount: Int { channels.count }

  /// The number after the last sample at hand.
  package var end: Int64 { start + Int64(channels.first?.count ?? 0) }

  /// Makes a stretch available and forgets what lies before it.
  ///
  /// - Parameters:
  ///   - stretch: numbers of samples; should not begin before what was asked for last, or everything
  ///     is read again.
  ///   - read: fills a block with the samples from a number on.
  /// - Complexity: O(samples).
  package mutating func require<E: Error>(
    _ stretch: Range<Int64>, read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    if stretch.lowerBound < start || stretch.lowerBound >= end {
      move(to: stretch.lowerBound, dropping: channels.first?.count ?? 0)
    } else {
      // Moving the rest up is worth it when it is the smaller part.
      let unused = Int(stretch.lowerBound - start)
      if unused > 8192, unused * 2 > channels.first?.count ?? 0 {
        move(to: stretch.lowerBound, dropping: unused)
      }
    }
    guard stretch.upperBound > end else { return }
    var block = AudioBuffer(
      channelCount: channels.count, frameCount: Int(stretch.upperBound - end))
    try read(end, &block)
    for channel in channels.indices where channel < block.channelCount {
      channels[channel] += block.channels[channel]
    }
  }

  private mutating func move(to position: Int64, dropping count: Int) {
    for channel in channels.indices { channels[channel].removeFirst(count) }
    start = position
  }

  /// What is at hand of one channel.
  func channel(_ channel: Int) -> [Float] { channels[channel] }

  /// Where a stretch is in what is at hand.
  func offsets(_ stretch: Range<Int64>) -> Range<Int> {
    Int(stretch.lowerBound - start)..<Int(stretch.upperBound - start)
  }
}
