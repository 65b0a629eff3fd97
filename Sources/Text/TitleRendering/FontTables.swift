/// Looks whether a font file holds all that its directory says (OpenType 1.9, "Organization of an
/// OpenType font"; WOFF 2.0, 4.1).
///
/// FreeType opens what a cut-off file still has, and letters that are not there are drawn as nothing.
enum FontTables {
  /// What is missing, in words; `nil` for a whole file, and for one that is no font.
  static func fault(in bytes: Span<UInt8>) -> String? {
    guard bytes.count >= 16 else { return nil }
    switch number(bytes, 0) {
    case 0x774F_4646, 0x774F_4632:  // wOFF, wOF2
      let length = number(bytes, 8)
      return length > bytes.count ? cutOff("it", length, bytes) : nil
    case 0x7474_6366:  // ttcf
      for face in 0..<min(number(bytes, 8), 4096) {
        guard 16 + 4 * face <= bytes.count else { return cutOff("it", 16 + 4 * face, bytes) }
        if let fault = fault(inFaceAt: number(bytes, 12 + 4 * face), bytes) { return fault }
      }
      return nil
    case 0x0001_0000, 0x4F54_544F, 0x7472_7565:  // TrueType, OTTO, true
      return fault(inFaceAt: 0, bytes)
    default: return nil
    }
  }

  private static func fault(inFaceAt start: Int, _ bytes: Span<UInt8>) -> String? {
    guard start + 12 <= bytes.count else { return cutOff("it", start + 12, bytes) }
    let count = number(bytes, start + 4) >> 16
    for table in 0..<count {
      let entry = start + 12 + 16 * table
      guard entry + 16 <= bytes.count else { return cutOff("it", entry + 16, bytes) }
      let end = number(bytes, entry + 8) + number(bytes, entry + 12)
      // A signature is no part of what is drawn.
      guard end > bytes.count, number(bytes, entry) != 0x4453_4947 else { continue }
      return cutOff("its table '\(name(bytes, entry))'", end, bytes)
    }
    return nil
  }

  private static func cutOff(_ what: String, _ end: Int, _ bytes: Span<UInt8>) -> String {
    "is cut off: \(what) should reach to byte \(end), and the file has \(bytes.count)"
  }

  private static func name(_ bytes: Span<UInt8>, _ position: Int) -> String {
    (position..<position + 4).map { index in
      (0x21...0x7E).contains(bytes[index]) ? String(Unicode.Scalar(bytes[index])) : ""
    }.joined()
  }

  /// Four bytes, the most significant first.
  private static func number(_ bytes: Span<UInt8>, _ position: Int) -> Int {
    guard position >= 0, position + 4 <= bytes.count else { return 0 }
    return (position..<position + 4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }
}
