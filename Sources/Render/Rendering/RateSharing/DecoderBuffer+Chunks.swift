import BaseValues
import OutputKinds
import TimelineModel

extension DecoderBuffer {
  /// By how many bits packets take too much, where a picture is decoded each frame of `rate`.
  ///
  /// Every chunk begins with a buffer that is full to nine tenths, as x264's is at the beginning of a movie,
  /// and leaves one that is at least as full. So chunks that keep the rule each on its own keep it in any
  /// order, and none must be encoded again for another one: a buffer that is fuller is only better. With
  /// less at the beginning, a short buffer would not have room for a key picture.
  ///
  /// - Parameter packetBits: of one chunk, in the order of decoding.
  /// - Returns: 0 where the buffer never runs empty and is as full at the end as it was.
  func excess(of packetBits: [Int], at rate: FrameRate) -> Int {
    // In bits times frames: what flows in during a frame is then a whole number.
    let unit = Int(rate.frames)
    let inflow = maxRate * Int(rate.seconds)
    let full = size * unit
    let start = full / 10 * 9
    var filled = start
    var lowest = filled
    for bits in packetBits {
      filled -= bits * unit
      lowest = min(lowest, filled)
      filled = min(filled + inflow, full)
    }
    let missing = max(-lowest, start - filled, 0)
    return (missing + unit - 1) / unit
  }
}
