import MediaTime
import TimelineModel

extension DecoderBuffer {
  /// By how many bits packets take too much, where a picture is decoded each frame of `rate`.
  ///
  /// Every chunk begins with a buffer that is half full and leaves one that is at least half full. So
  /// chunks that keep the rule each on its own keep it in any order, and none must be encoded again
  /// for another one: a buffer that is fuller is only better.
  ///
  /// - Parameter packetBits: of one chunk, in the order of decoding.
  /// - Returns: 0 where the buffer never runs empty and is half full at the end.
  func excess(of packetBits: [Int], at rate: FrameRate) -> Int {
    // In bits times frames: what flows in during a frame is then a whole number.
    let unit = Int(rate.frames)
    let inflow = maxRate * Int(rate.seconds)
    let full = size * unit
    var filled = full / 2
    var lowest = filled
    for bits in packetBits {
      filled -= bits * unit
      lowest = min(lowest, filled)
      filled = min(filled + inflow, full)
    }
    let missing = max(-lowest, full / 2 - filled, 0)
    return (missing + unit - 1) / unit
  }
}
