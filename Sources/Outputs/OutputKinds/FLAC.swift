internal import BaseValues

extension AudioCodec {
  /// FLAC (RFC 9639) of 24 bits by libavcodec. Parameters are STREAMINFO without what only the whole tells.
  ///
  /// A packet is a frame, and says its number; else it needs nothing of others.
  package static let flac = AudioCodec(
    name: "flac", title: "FLAC",
    otherNames: ["libflac", "lossless"],
    encoder: "flac", sampleFormat: "s32", packetLength: 4096,
    leadingSamples: 0, lookaheadPackets: 0, prerollPackets: 0,
    sampleRates: AudioCodec.losslessRates, defaultSampleRate: 48_000, channels: [1, 2, 6, 8],
    defaultChannels: 2, bitRates: 1...1_000_000_000, defaultBitRatePerChannel: 1_152_000,
    isLossless: true, options: { _ in [] }, numbered: FLACFrame.numbered)
}

/// A frame of FLAC (RFC 9639, 9).
enum FLACFrame {
  /// The frame with another number, and its checksums (9.1.8 and 9.3) made anew; `nil` for what is no frame of a
  /// stream whose blocks are all as long.
  ///
  /// - Parameter number: of the frame in its stream, less than 2^31.
  static func numbered(_ frame: [UInt8], _ number: Int64) -> [UInt8]? {
    guard frame.count > 10, frame[0] == 0xFF, frame[1] == 0xF8, number >= 0, number < 1 << 31 else {
      return nil
    }
    let old = numberLength(frame[4])
    // What follows the number: the block's length and the rate where they are not among the usual.
    let block = frame[2] >> 4
    let rate = frame[2] & 15
    let more =
      (block == 6 ? 1 : block == 7 ? 2 : 0) + (rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0)
    let end = 4 + old + more
    guard old > 0, frame.count > end + 3 else { return nil }
    var result = Array(frame[..<4]) + coded(number) + frame[(4 + old)..<end]
    result.append(checksum8(result))
    result += frame[(end + 1)..<(frame.count - 2)]
    let sum = checksum16(result)
    return result + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  /// Bytes of a number that begins so; 0 for none.
  private static func numberLength(_ first: UInt8) -> Int {
    let ones = (~first).leadingZeroBitCount
    return ones == 0 ? 1 : (2...6).contains(ones) ? ones : 0
  }

  /// A number as UTF-8 would have it, up to 31 bits.
  private static func coded(_ number: Int64) -> [UInt8] {
    if number < 0x80 { return [UInt8(number)] }
    let bits = 64 - number.leadingZeroBitCount
    let length = (2...6).first { bits <= 5 * $0 + 1 } ?? 6
    let rest = (1..<length).reversed().map { place in
      0x80 | UInt8(truncatingIfNeeded: number >> Int64(6 * (place - 1)) & 0x3F)
    }
    let mark = UInt8(truncatingIfNeeded: 0xFF00 >> length)
    return [mark | UInt8(truncatingIfNeeded: number >> Int64(6 * (length - 1)))] + rest
  }

  /// x^8 + x^2 + x + 1.
  private static func checksum8(_ bytes: [UInt8]) -> UInt8 {
    bytes.reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
    }
  }

  /// x^16 + x^15 + x^2 + 1.
  private static func checksum16(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes { sum = sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }
    return sum
  }

  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { value, _ in
      value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1
    }
  }
}

extension SoundFormat {
  /// FLAC (RFC 9639) of 24 bits.
  package static let flac = SoundFormat(
    name: "flac", title: "FLAC", fileExtensions: ["flac"],
    names: { $0.vorbisName }, holdsChapters: true,
    isOurs: { file in
      let place = Int64(flacBeginning.count + 3 + flacInfoLength)
      return file.has(flacBeginning, at: 0) && file.has([flacComments], at: place)
        && file.has(flacVendor, at: place + 4)
    })

  /// The file's mark and the kind of its first block, STREAMINFO (0, of which more follow).
  private static let flacBeginning = Array("fLaC".utf8) + [0]
  private static let flacInfoLength = 34

  /// The last block before the frames, of kind 4.
  private static let flacComments: UInt8 = 0x80 | 4
  /// A vendor's name.
  private static let flacVendor = flacText(OwnMark.text)

  /// What comes before the frames.
  package static func flacHead(
    _ streamInfo: [UInt8], _ description: MovieDescription = .init()
  ) -> [UInt8] {
    let comments = flacTexts(description)
    let content = flacVendor + number(comments.count) + comments.flatMap { flacText($0) }
    return flacBeginning + length(streamInfo) + streamInfo + [flacComments] + length(content)
      + content
  }

  /// Comments as RFC 9639, 8.6, has them; chapters as programs for Vorbis agree on them.
  private static func flacTexts(_ description: MovieDescription) -> [String] {
    var texts = description.tags.compactMap { tag in tag.vorbisName.map { "\($0)=\(tag.value)" } }
    if let language = description.tracks.compactMap(\.language).first,
      !description.tags.contains(where: { $0.key == .language })
    {
      texts.append("LANGUAGE=\(language.text)")
    }
    for (place, chapter) in description.arrangedChapters.enumerated() {
      let number = digits(place, 3)
      let milliseconds = Int((try? chapter.start.scaled(by: 1000)) ?? 0)
      let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
      texts += [
        "CHAPTER\(number)=\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):"
          + "\(digits(seconds % 60, 2)).\(digits(rest, 3))",
        "CHAPTER\(number)NAME=\(chapter.title)",
      ]
    }
    return texts
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// A text with its length before it.
  private static func flacText(_ text: String) -> [UInt8] {
    number(text.utf8.count) + Array(text.utf8)
  }

  private static func number(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func length(_ bytes: [UInt8]) -> [UInt8] {
    [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
  }
}
