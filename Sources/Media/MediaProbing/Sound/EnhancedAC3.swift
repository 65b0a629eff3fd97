/// What the headers of Enhanced AC-3 say (ETSI TS 102 366, annex E).
enum EnhancedAC3 {
  /// Samples that a packet gives: blocks of 256, one, two, three or six in a frame, and perhaps
  /// several frames. Frames of further channels belong to the one before them.
  ///
  /// - Returns: `nil` where the packet does not hold whole frames, or holds AC-3.
  static func samples(in payload: Span<UInt8>) -> Int? {
    var position = 0
    var samples = 0
    while position < payload.count {
      guard position + 6 <= payload.count, payload[position] == 0x0B,
        payload[position + 1] == 0x77, payload[position + 5] >> 3 > 10
      else { return nil }
      let word = Int(payload[position + 2]) << 8 | Int(payload[position + 3])
      let isOwn = word >> 14 != 1 && word >> 11 & 7 == 0
      let codes = payload[position + 4]
      // Half rates have no room for the number of blocks: six.
      let blocks = codes >> 6 == 3 ? 6 : [1, 2, 3, 6][Int(codes >> 4 & 3)]
      if isOwn { samples += 256 * blocks }
      position += 2 * (word & 0x7FF) + 2
    }
    return samples > 0 && position == payload.count ? samples : nil
  }
}
