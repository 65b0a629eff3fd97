import AudioMixing
import BaseValues
import OutputKinds
import Raster
import Rendering

/// An encoded chunk as the bytes of a file.
///
/// Little-endian numbers: the 8 bytes `cutchnk2`; XXH64 of everything after it; length of the key
/// and the key; frame count; length of the decoder's parameters and the parameters; number of
/// packets; for each packet presentation, decoding, duration, key (0 or 1, with alpha beside it 2 or 3), length, and the
/// data; then of alpha, where there is some, length and data.
///
/// With damage the mark is `cutchnk3`, and there follow the number of pieces of damage; for each the
/// length of the source's name and the name, kind (0 pictures, 1 sound), first and end.
///
/// Of sound the mark is `cutchnk4`: damage as above, perhaps of no pieces, then the bits of the true
/// peak, the peak's sample, the number of clipped samples and the first of them, −1 for none.
///
/// Of pictures of HDR10 the mark is `cutchnk5`: damage as above, perhaps of no pieces, then the light of the brightest
/// component and the greatest mean of a picture.
enum ChunkFile {
  private static let mark = Array("cutchnk2".utf8)
  private static let markWithDamage = Array("cutchnk3".utf8)
  private static let markOfSound = Array("cutchnk4".utf8)
  private static let markOfLight = Array("cutchnk5".utf8)

  /// What files of chunks begin with.
  static let marks = [mark, markWithDamage, markOfSound, markOfLight]

  /// Times that chunks have, in the units of their packets: sums of them are numbers.
  private static let times: Range<Int64> = -1 << 48..<1 << 48
  /// Bytes of a packet beside its data.
  private static let packetLength = 40

  /// - Parameter key: what the chunk is stored under.
  static func encode(_ chunk: EncodedChunk, key: String) -> [UInt8] {
    // The hash is put in at the end, so that nothing is copied twice.
    let mark =
      chunk.level != nil
      ? markOfSound
      : chunk.light != nil ? markOfLight : chunk.damage.isEmpty ? Self.mark : markWithDamage
    var file = mark + Array(repeating: 0, count: 8)
    let size = chunk.packets.reduce(key.utf8.count + chunk.parameters.count + 48) {
      $0 + $1.data.count + $1.alpha.count + 48
    }
    file.reserveCapacity(size)
    append(Int64(key.utf8.count), to: &file)
    file += key.utf8
    append(Int64(chunk.frameCount), to: &file)
    append(Int64(chunk.parameters.count), to: &file)
    file += chunk.parameters
    append(Int64(chunk.packets.count), to: &file)
    for packet in chunk.packets {
      append(packet.presentation, to: &file)
      append(packet.decoding, to: &file)
      append(packet.duration, to: &file)
      append((packet.isKey ? 1 : 0) + (packet.alpha.isEmpty ? 0 : 2), to: &file)
      append(Int64(packet.data.count), to: &file)
      file += packet.data
      guard !packet.alpha.isEmpty else { continue }
      append(Int64(packet.alpha.count), to: &file)
      file += packet.alpha
    }
    if !chunk.damage.isEmpty || chunk.level != nil || chunk.light != nil {
      append(chunk.damage, to: &file)
    }
    if let level = chunk.level {
      append(level, to: &file)
    } else if let light = chunk.light {
      append(Int64(light.content), to: &file)
      append(Int64(light.frameAverage), to: &file)
    }
    let hash = hash(file.span.extracting(16..<file.count))
    for index in 0..<8 { file[8 + index] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * index)) }
    return file
  }

  /// The chunk, or `nil` when the bytes are not exactly what was written under `key`.
  static func decode(_ bytes: [UInt8], key: String) -> EncodedChunk? {
    guard bytes.count >= 16 else { return nil }
    let isDamaged = bytes[..<8].elementsEqual(markWithDamage)
    let isAudio = bytes[..<8].elementsEqual(markOfSound)
    let isLight = bytes[..<8].elementsEqual(markOfLight)
    guard isDamaged || isAudio || isLight || bytes[..<8].elementsEqual(mark) else { return nil }
    var reader = Reader(bytes: bytes, position: 8)
    guard let hashWritten = reader.number(),
      UInt64(bitPattern: hashWritten) == hash(bytes.span.extracting(16..<bytes.count)),
      let keyCount = reader.number(), let keyWritten = reader.bytes(keyCount),
      keyWritten.elementsEqual(key.utf8), let frameCount = reader.number(),
      let parameterCount = reader.number(),
      let parameters = reader.bytes(parameterCount), let packetCount = reader.number(),
      packetCount >= 0, packetCount <= bytes.count / packetLength
    else { return nil }
    var packets: [EncodedPacket] = []
    packets.reserveCapacity(Int(packetCount))
    for _ in 0..<packetCount {
      guard let presentation = reader.number(), let decoding = reader.number(),
        let duration = reader.number(), let key = reader.number(), let length = reader.number(),
        let data = reader.bytes(length), times.contains(presentation),
        times.contains(decoding), (0..<times.upperBound).contains(duration)
      else { return nil }
      var alpha: [UInt8] = []
      if key & 2 != 0 {
        guard let length = reader.number(), let bytes = reader.bytes(length), !bytes.isEmpty else {
          return nil
        }
        alpha = bytes
      }
      packets.append(
        EncodedPacket(
          data: data, alpha: alpha, presentation: presentation, decoding: decoding,
          duration: duration, isKey: key & 1 != 0))
    }
    guard
      let damage =
        isDamaged || isAudio || isLight ? damage(&reader, atLeast: isDamaged ? 1 : 0) : []
    else { return nil }
    let level = isAudio ? Self.level(&reader) : nil
    let light = isLight ? Self.light(&reader) : nil
    guard reader.isAtEnd, isAudio == (level != nil), isLight == (light != nil),
      let frames = Int(exactly: frameCount)
    else {
      return nil
    }
    return EncodedChunk(
      parameters: parameters, packets: packets, frameCount: frames, damage: damage, level: level,
      light: light)
  }

  private static func light(_ reader: inout Reader) -> LightLevels? {
    let candela: ClosedRange<Int64> = 0...10_000
    guard let content = reader.number(), candela.contains(content),
      let average = reader.number(), candela.contains(average)
    else { return nil }
    return LightLevels(content: Int(content), frameAverage: Int(average))
  }

  // MARK: - Levels

  /// A level without a chunk: the 8 bytes `cutlevl1`, XXH64 of everything after it, length of the
  /// key and the key, and the level as in a chunk.
  static func encode(_ level: AudioLevel, key: String) -> [UInt8] {
    sealed(markOfLevel, key) { append(level, to: &$0) }
  }

  /// The level, or `nil` when the bytes are not exactly what was written under `key`.
  static func decodeLevel(_ bytes: [UInt8], key: String) -> AudioLevel? {
    guard var reader = opened(bytes, markOfLevel, key), let level = level(&reader), reader.isAtEnd
    else { return nil }
    return level
  }

  /// What files of levels begin with.
  static let markOfLevel = Array("cutlevl1".utf8)

  private static func append(_ level: AudioLevel, to bytes: inout [UInt8]) {
    append(Int64(level.truePeak.bitPattern), to: &bytes)
    append(level.peakSample, to: &bytes)
    append(level.clippedCount, to: &bytes)
    append(level.firstClipped ?? -1, to: &bytes)
  }

  private static func level(_ reader: inout Reader) -> AudioLevel? {
    guard let word = reader.number(), let bits = UInt32(exactly: word),
      let peakSample = reader.number(), let count = reader.number(), count >= 0,
      let first = reader.number(), first >= -1
    else { return nil }
    return AudioLevel(
      truePeak: Float(bitPattern: bits), peakSample: peakSample, clippedCount: count,
      firstClipped: first < 0 ? nil : first)
  }

  // MARK: - Measures

  /// Bits of a chunk without the chunk: the 8 bytes `cutmeas1`, XXH64 of everything after it, length
  /// of the key and the key, number of packets, the bits of each, and damage as in a chunk.
  static func encode(_ measure: ChunkMeasure, key: String) -> [UInt8] {
    sealed(markOfMeasure, key) { file in
      append(Int64(measure.packetBits.count), to: &file)
      for bits in measure.packetBits { append(Int64(bits), to: &file) }
      append(measure.damage, to: &file)
    }
  }

  /// The measure, or `nil` when the bytes are not exactly what was written under `key`.
  static func decodeMeasure(_ bytes: [UInt8], key: String) -> ChunkMeasure? {
    guard var reader = opened(bytes, markOfMeasure, key), let count = reader.number(), count >= 0,
      count <= bytes.count / 8
    else { return nil }
    var packetBits: [Int] = []
    packetBits.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let bits = reader.number(), (0..<1 << 36).contains(bits) else { return nil }
      packetBits.append(Int(bits))
    }
    guard let damage = damage(&reader, atLeast: 0), reader.isAtEnd else { return nil }
    return ChunkMeasure(packetBits: packetBits, damage: damage)
  }

  /// What files of measures begin with.
  static let markOfMeasure = Array("cutmeas1".utf8)

  // MARK: - Numbers

  /// Numbers under a key: a mark of 8 bytes, XXH64 of everything after it, length of the key and the key, and
  /// the numbers.
  static func encode(_ numbers: [Int64], mark: [UInt8], key: String) -> [UInt8] {
    sealed(mark, key) { file in for number in numbers { append(number, to: &file) } }
  }

  /// The numbers, or `nil` when the bytes are not exactly what was written under `key`.
  static func decodeNumbers(_ bytes: [UInt8], mark: [UInt8], key: String) -> [Int64]? {
    guard var reader = opened(bytes, mark, key) else { return nil }
    var numbers: [Int64] = []
    while let number = reader.number() { numbers.append(number) }
    return reader.isAtEnd ? numbers : nil
  }

  private static func sealed(
    _ mark: [UInt8], _ key: String, _ body: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var file = mark + Array(repeating: 0, count: 8)
    append(Int64(key.utf8.count), to: &file)
    file += key.utf8
    body(&file)
    let hash = hash(file.span.extracting(16..<file.count))
    for index in 0..<8 { file[8 + index] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * index)) }
    return file
  }

  /// What follows the key; `nil` when the mark, the hash or the key is another.
  private static func opened(_ bytes: [UInt8], _ mark: [UInt8], _ key: String) -> Reader? {
    guard bytes.count >= 16, bytes[..<8].elementsEqual(mark) else { return nil }
    var reader = Reader(bytes: bytes, position: 8)
    guard let hashWritten = reader.number(),
      UInt64(bitPattern: hashWritten) == hash(bytes.span.extracting(16..<bytes.count)),
      let keyCount = reader.number(), let keyWritten = reader.bytes(keyCount),
      keyWritten.elementsEqual(key.utf8)
    else { return nil }
    return reader
  }

  // MARK: - Damage

  private static func append(_ damage: [SourceDamage], to bytes: inout [UInt8]) {
    append(Int64(damage.count), to: &bytes)
    for piece in damage {
      append(Int64(piece.source.utf8.count), to: &bytes)
      bytes += piece.source.utf8
      append(Int64(piece.kind.rawValue), to: &bytes)
      append(piece.range.lowerBound, to: &bytes)
      append(piece.range.upperBound, to: &bytes)
    }
  }

  private static func damage(_ reader: inout Reader, atLeast least: Int64) -> [SourceDamage]? {
    guard let count = reader.number(), count >= least else { return nil }
    var result: [SourceDamage] = []
    for _ in 0..<count {
      guard let length = reader.number(), let name = reader.bytes(length),
        let source = String(validating: name, as: UTF8.self), let word = reader.number(),
        let kind = Int(exactly: word).flatMap(SourceDamage.Kind.init), let first = reader.number(),
        let end = reader.number(), first < end
      else { return nil }
      result.append(SourceDamage(source: source, kind: kind, range: first..<end))
    }
    return result
  }

  private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = XXH64()
    hash.update(bytes)
    return hash.finalize()
  }

  private static func append(_ value: Int64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Int64(shift)))
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> Int64? {
      guard bytes.count - position >= 8 else { return nil }
      var value: UInt64 = 0
      for index in 0..<8 { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
      position += 8
      return Int64(bitPattern: value)
    }

    mutating func bytes(_ count: Int64) -> [UInt8]? {
      guard count >= 0, count <= Int64(bytes.count - position) else { return nil }
      let end = position + Int(count)
      defer { position = end }
      return Array(bytes[position..<end])
    }
  }
}
