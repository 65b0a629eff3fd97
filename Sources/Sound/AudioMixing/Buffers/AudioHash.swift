import BaseValues

/// A fingerprint of a block of sound: blocks with the same bits have equal hashes.
///
/// XXH64 with seed 0 over the numbers of channels and frames (eight bytes each), then the bit
/// patterns of the samples, four bytes each, channel by channel; all least significant byte first.
/// Zero and minus zero differ.
package struct AudioHash: Hashable, Sendable {
  /// The 64 bits.
  package let value: UInt64

  /// A hash that was computed elsewhere.
  package init(value: UInt64) { self.value = value }

  /// Hashes a block.
  ///
  /// - Complexity: O(samples).
  package init(_ buffer: AudioBuffer) {
    var hash = XXH64()
    hash.update(UInt64(buffer.channelCount))
    hash.update(UInt64(buffer.frameCount))
    for channel in buffer.channels {
      #if _endian(little)
        // Safe: floats have no padding.
        unsafe hash.update(channel.span.bytes)
      #else
        unsafe hash.update(channel.map { $0.bitPattern.littleEndian }.span.bytes)
      #endif
    }
    value = hash.finalize()
  }

  /// Reads 16 hexadecimal digits, as `description` writes them.
  package init?(_ description: String) {
    guard description.utf8.count == 16,
      description.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt64(description, radix: 16)
    else { return nil }
    self.value = value
  }
}

extension AudioHash: LosslessStringConvertible {
  /// 16 lower-case hexadecimal digits.
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
