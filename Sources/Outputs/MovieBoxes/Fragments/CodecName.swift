/// What a track was encoded with, in the words of RFC 6381 and of the codecs' own standards, as playlists say it.
enum CodecName {
  /// The name of the only entry of `stsd`; `nil` for codecs that have none here.
  static func name(of descriptions: Box?) -> String? {
    // A version, flags and a count come before the entry.
    guard let bytes = descriptions?.bytes, bytes.count > 16,
      let entries = try? Box.boxes(in: Array(bytes[8...])), let entry = entries.first
    else { return nil }
    switch entry.type {
    case "avc1", "avc3":
      return configuration("avcC", in: entry, head: 78).flatMap { avc(entry.type, $0) }
    case "hvc1", "hev1":
      return configuration("hvcC", in: entry, head: 78).flatMap { hevc(entry.type, $0) }
    case "av01": return configuration("av1C", in: entry, head: 78).flatMap(av1)
    case "vp09": return configuration("vpcC", in: entry, head: 78).flatMap(vp9)
    case "mp4a":
      return configuration("esds", in: entry, head: 28).flatMap(mpeg4Audio)
    case "ac-3", "ec-3", "alac": return "\(entry.type)"
    case "Opus": return "opus"
    default: return nil
    }
  }

  /// What is in a box of an entry, behind the fields that every entry of its kind has (ISO/IEC 14496-12, 12.1.3 and
  /// 12.2.3).
  private static func configuration(_ type: BoxType, in entry: Box, head: Int) -> [UInt8]? {
    let bytes = entry.bytes
    guard bytes.count > head, let boxes = try? Box.boxes(in: Array(bytes[head...])) else {
      return nil
    }
    return boxes.first { $0.type == type }?.bytes
  }

  private static func hexadecimal(_ number: some BinaryInteger, digits: Int = 1) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Profile, constraints and level, two digits each (RFC 6381, 3.3).
  private static func avc(_ type: BoxType, _ bytes: [UInt8]) -> String? {
    guard bytes.count >= 4 else { return nil }
    return "\(type)." + bytes[1...3].map { hexadecimal($0, digits: 2) }.joined()
  }

  /// ISO/IEC 14496-15, E.3.
  private static func hevc(_ type: BoxType, _ bytes: [UInt8]) -> String? {
    guard bytes.count >= 13 else { return nil }
    let space = ["", "A", "B", "C"][Int(bytes[1] >> 6)]
    let tier = bytes[1] & 0x20 == 0 ? "L" : "H"
    // Bits of compatible profiles, the lowest one first.
    let profiles = bytes[2...5].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let reversed = (0..<32).reduce(UInt32(0)) { $0 << 1 | (profiles >> UInt32($1)) & 1 }
    var constraints = Array(bytes[6...11])
    while constraints.last == 0 { constraints.removeLast() }
    var parts = [
      "\(type)", "\(space)\(bytes[1] & 0x1F)", hexadecimal(reversed), "\(tier)\(bytes[12])",
    ]
    parts += constraints.map { hexadecimal($0) }
    return parts.joined(separator: ".")
  }

  /// Profile, level and tier, and bits (AV1 in ISO Base Media File Format, 5), from 2.3.3 there.
  private static func av1(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 3 else { return nil }
    let (profile, level) = (bytes[1] >> 5, Int(bytes[1] & 0x1F))
    let tier = bytes[2] & 0x80 == 0 ? "M" : "H"
    let bits = bytes[2] & 0x40 == 0 ? 8 : bytes[2] & 0x20 == 0 ? 10 : 12
    return "av01.\(profile).\(decimal(level))\(tier).\(decimal(bits))"
  }

  /// Profile, level and bits (VP codec ISO media file format binding, "Codecs parameter string"), behind a version and
  /// flags.
  private static func vp9(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 7 else { return nil }
    let numbers = [bytes[4], bytes[5], bytes[6] >> 4].map { decimal(Int($0)) }
    return "vp09." + numbers.joined(separator: ".")
  }

  /// Two digits.
  private static func decimal(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  /// The kind of object and, of MPEG-4 audio, which (RFC 6381, 3.3): from the descriptors of ISO/IEC 14496-1, 7.2.6.
  private static func mpeg4Audio(_ bytes: [UInt8]) -> String? {
    var place = 4
    /// Enters a descriptor: a tag, and a length in groups of seven bits.
    func enter(_ tag: UInt8) -> Bool {
      guard place < bytes.count, bytes[place] == tag else { return false }
      place += 1
      while place < bytes.count {
        place += 1
        if bytes[place - 1] & 0x80 == 0 { return true }
      }
      return false
    }
    guard enter(3), bytes.count - place >= 3, bytes[place + 2] & 0xE0 == 0 else { return nil }
    place += 3
    guard enter(4), bytes.count - place >= 13 else { return nil }
    let object = bytes[place]
    place += 13
    guard object == 0x40 else { return "mp4a.\(hexadecimal(object, digits: 2))" }
    guard enter(5), place < bytes.count else { return nil }
    let kind = bytes[place] >> 3
    return kind == 31 ? nil : "mp4a.40.\(kind)"
  }
}
