/// Transport streams of H.264 pictures, made by hand (ISO/IEC 13818-1).
enum TransportStream {
  /// One programme with the pictures of a byte stream, each in a packet of its own.
  ///
  /// - Parameters:
  ///   - stream: access units that begin with a delimiter (ITU-T H.264, Annex B).
  ///   - start: time of the first picture, 1/90000 s; the others follow every 1/25 s.
  static func bytes(_ stream: [UInt8], start: Int) -> [UInt8] {
    let pictures = units(stream)
    var result = table(0, program(0, [0x00, 0x01, 0xE1, 0x00]))
    // PCR and H.264 (stream type 0x1B), both on 0x101.
    result += table(0x100, map([0xE1, 0x01, 0xF0, 0x00, 0x1B, 0xE1, 0x01, 0xF0, 0x00]))
    var counter: UInt8 = 0
    for (number, picture) in pictures.enumerated() {
      result += packets(packet(picture, at: start + 3600 * number), &counter)
    }
    return result
  }

  /// Access units of a byte stream.
  private static func units(_ stream: [UInt8]) -> [[UInt8]] {
    let mark: [UInt8] = [0, 0, 0, 1, 0x09, 0x10]
    var starts = stream.indices.filter { stream[$0...].starts(with: mark) }
    starts.append(stream.count)
    return zip(starts, starts.dropFirst()).map { Array(stream[$0..<$1]) }
  }

  /// 2.4.3.6: a PES packet with a time of presentation.
  private static func packet(_ payload: [UInt8], at time: Int) -> [UInt8] {
    let parts = [time >> 30 & 7, time >> 15 & 0x7FFF, time & 0x7FFF]
    let clock: [UInt8] = [
      0x21 | UInt8(parts[0] << 1), UInt8(parts[1] >> 7), UInt8(parts[1] & 0x7F) << 1 | 1,
      UInt8(parts[2] >> 7), UInt8(parts[2] & 0x7F) << 1 | 1,
    ]
    return [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5] + clock + payload
  }

  /// 2.4.3.2: packets of 188 bytes, the last one filled up before its payload.
  private static func packets(_ payload: [UInt8], _ counter: inout UInt8) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: payload.count, by: 184) {
      let part = payload[start..<min(start + 184, payload.count)]
      let room = 184 - part.count
      result += [0x47, start == 0 ? 0x41 : 0x01, 0x01, (room > 0 ? 0x30 : 0x10) | counter]
      if room > 0 { result.append(UInt8(room - 1)) }
      if room > 1 { result += [0] + [UInt8](repeating: 0xFF, count: room - 2) }
      result += part
      counter = (counter + 1) & 15
    }
    return result
  }

  /// 2.4.4.3 and 2.4.4.8: sections of one number and one version.
  private static func program(_ table: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = UInt8(content.count + 9)
    let section = [table, 0xB0, length, 0x00, 0x01, 0xC1, 0x00, 0x00] + content
    return section + checksum(section)
  }

  private static func map(_ content: [UInt8]) -> [UInt8] { program(2, content) }

  private static func table(_ number: Int, _ section: [UInt8]) -> [UInt8] {
    let head: [UInt8] = [0x47, 0x40 | UInt8(number >> 8), UInt8(number & 0xFF), 0x10, 0]
    return head + section + [UInt8](repeating: 0xFF, count: 188 - head.count - section.count)
  }

  /// Annex A: CRC with the polynomial 04C11DB7.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var rest: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      rest ^= UInt32(byte) << 24
      for _ in 0..<8 { rest = rest & 0x8000_0000 != 0 ? rest << 1 ^ 0x04C1_1DB7 : rest << 1 }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: rest >> (24 - 8 * $0)) }
  }
}
