import FileSystem

/// The mark that every PNG picture of ours carries: the text `Software: cutlist` (ISO/IEC 15948,
/// 11.3.4.3).
public enum FrameMark {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// A chunk's length, its type, its data and their checksum; no byte depends on anything.
  private static let chunk: [UInt8] = {
    let content = Array("tEXtSoftware\u{0}cutlist".utf8)
    return bytes(UInt32(content.count - 4)) + content + bytes(checksum(content))
  }()
  /// The signature and the chunk `IHDR`, which comes first and is always as long.
  private static let headerLength = 8 + 25

  /// The picture with the mark behind its header; as it is where it is no PNG.
  static func marked(_ png: [UInt8]) -> [UInt8] {
    guard png.count > headerLength, png.starts(with: signature) else { return png }
    return Array(png[..<headerLength]) + chunk + Array(png[headerLength...])
  }

  /// Whether the file is a PNG picture with our mark.
  public static func isIn(_ path: String) -> Bool {
    let length = headerLength + chunk.count
    guard let head = WritingLocation.beginning(of: path, limit: length) else { return false }
    return head.starts(with: signature) && head.count == length
      && Array(head[headerLength...]) == chunk
  }

  /// Whether the file is a PNG picture, whoever made it.
  public static func isPNG(_ path: String) -> Bool {
    WritingLocation.beginning(of: path, limit: signature.count) == signature
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  /// CRC-32 as in annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return ~sum
  }
}
