import LibAV
import MediaOpening
import BaseValues

/// Tries out a chain of filters for sound with noise, which is loud for two seconds and then quiet.
///
/// ```
/// whole   ├─ loud ─┼─ memory ─┼─ compared ─┼─ memory ─┤
/// block            ├─ memory ─┼─ compared ─┼─ memory ─┤
/// ```
struct ChainTrial {
  let chain: SoundChain
  let input: SoundChain.Input
  /// Seconds that the chain is said to remember; `nil` for all.
  let memory: Rational?

  /// The largest difference that counts as none, of a whole of 1 at full scale: -80 dBFS.
  static let threshold: Float = 1e-4
  /// Loud samples, so many that nothing that turns evenly is where it began.
  private var head: Int { 2 * input.sampleRate + 12_347 }
  private static let comparedSeconds = 1
  /// As blocks of sound go into a chain.
  private static let frameLength = 1024

  /// How far what comes out of a block is from what comes out where all before it went in too.
  ///
  /// - Throws: also where not as many samples come out as go in.
  func difference() throws(LibAVError) -> Float {
    let rate = input.sampleRate
    guard let memory else {
      // Nothing is forgotten; what it holds back has to come out soon enough.
      let held = 1 << 18
      _ = try run(0..<held + rate, upTo: rate)
      return 0
    }
    let held = Int(clamping: (try? memory * Rational(Int64(rate)))?.ceil() ?? 1)
    let end = head + held + Self.comparedSeconds * rate
    let whole = try run(0..<end + held, upTo: end)
    let block = try run(head..<end + held, upTo: end)
    var largest: Float = 0
    for (one, other) in zip(whole, block) {
      for index in 0..<Self.comparedSeconds * rate {
        let (a, b) = (one[head + held + index], other[held + index])
        // What is no number is the filter's affair, as long as both have it.
        if a == b || a.isNaN && b.isNaN { continue }
        largest = max(largest, (a - b).isNaN ? 1 : (a - b).magnitude)
      }
    }
    return largest
  }

  /// Lets noise through a chain that is made anew.
  ///
  /// - Parameters:
  ///   - samples: of the noise.
  ///   - end: the sample up to which all has to come out while they go in.
  /// - Returns: the channels of what came out.
  private func run(_ samples: Range<Int>, upTo end: Int) throws(LibAVError) -> [[Float]] {
    _ = try chain.begin()
    var found = [[Float]](repeating: [], count: input.channels)
    var position = samples.lowerBound
    while position < samples.upperBound {
      let count = min(Self.frameLength, samples.upperBound - position)
      var block = try AudioFrame(
        layout: input.format.layout, sampleRate: input.sampleRate, sampleCount: count)
      for channel in 0..<input.channels {
        var row = block.mutableChannel(channel)
        for index in row.indices { row[index] = noise(position + index, channel) }
      }
      block.timestamp = Int64(position)
      try chain.send(block)
      position += count
      while let frame = try chain.block() {
        for channel in 0..<min(input.channels, frame.channelCount) {
          let row = frame.channel(channel)
          for index in row.indices { found[channel].append(row[index]) }
        }
      }
      if found.contains(where: { $0.count > position - samples.lowerBound }) {
        throw SoundChain.givesMore
      }
    }
    if found.contains(where: { $0.count < end - samples.lowerBound }) {
      throw SoundChain.givesFewer
    }
    return found
  }

  /// A number from the sample's and the channel's own, by SplitMix64's mixing.
  private func noise(_ sample: Int, _ channel: Int) -> Float {
    var mixed = UInt64(truncatingIfNeeded: sample * 64 + channel + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    let unit = Float(Int32(truncatingIfNeeded: mixed ^ (mixed >> 31)) >> 8) / Float(1 << 23)
    return unit * (sample < head ? 0.5 : 0.1)
  }
}
