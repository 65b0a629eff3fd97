import BaseValues

/// A fingerprint of a picture: equal pictures have equal hashes, however their rows are padded.
///
/// XXH64 with seed 0 over the format's raw value, width and height (eight bytes each, least
/// significant first), then the visible samples of every plane, row by row from the top (two bytes
/// each, least significant first, where samples have more than 8 bits).
public struct ImageHash: Hashable, Sendable {
  /// The 64 bits.
  public let value: UInt64

  /// A hash that was computed elsewhere.
  public init(value: UInt64) { self.value = value }

  /// Hashes a picture.
  ///
  /// - Complexity: O(samples).
  public init(_ image: Image) {
    var hash = XXH64()
    hash.update(UInt64(image.format.rawValue))
    hash.update(UInt64(image.size.width))
    hash.update(UInt64(image.size.height))
    for plane in 0..<image.planeCount {
      for y in 0..<image.height(of: plane) { hash.update(image.bytes(plane, y)) }
    }
    value = hash.finalize()
  }

  /// Reads 16 hexadecimal digits, as `description` writes them.
  public init?(_ description: String) {
    guard description.utf8.count == 16,
      description.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt64(description, radix: 16)
    else { return nil }
    self.value = value
  }
}

extension ImageHash: LosslessStringConvertible {
  /// 16 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
