/// Samples waiting to be read: appended at one end, taken at the other.
struct SampleQueue: ~Copyable {
  private var channels: [[Float]]
  /// Samples at the beginning of each array that are gone.
  private var head = 0

  init(channelCount: Int) {
    channels = Array(repeating: [], count: channelCount)
  }

  var count: Int { (channels.first?.count ?? 0) - head }

  /// Appends to one channel; all channels must get the same.
  mutating func append(_ samples: Span<Float>, channel: Int) {
    // Safe: the samples are copied while they are lent.
    unsafe samples.withUnsafeBufferPointer { unsafe channels[channel].append(contentsOf: $0) }
  }

  /// Appends silence to all channels.
  mutating func appendSilence(_ count: Int) {
    for channel in channels.indices {
      channels[channel] += repeatElement(0, count: max(0, count))
    }
  }

  /// Lends all samples of a channel.
  func withSamples(_ channel: Int, _ body: (Span<Float>) -> Void) {
    let samples = channels[channel]
    body(samples.span.extracting(droppingFirst: head))
  }

  /// Copies samples from `offset` on into `target`, as many as fit.
  func copy(
    from offset: Int, count: Int, channel: Int, into target: inout MutableSpan<Float>, at: Int
  ) {
    let first = head + offset
    for index in 0..<count { target[at + index] = channels[channel][first + index] }
  }

  /// Forgets the first samples.
  ///
  /// - Complexity: O(1) amortised: the rest moves up when more than half is gone.
  mutating func drop(_ count: Int) {
    head += min(max(0, count), self.count)
    guard head > 8192, head * 2 > channels.first?.count ?? 0 else { return }
    for channel in channels.indices { channels[channel].removeFirst(head) }
    head = 0
  }

  mutating func removeAll() {
    for channel in channels.indices { channels[channel].removeAll(keepingCapacity: true) }
    head = 0
  }
}
