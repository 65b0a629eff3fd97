package import BaseValues
package import Diagnostics

/// A text of a movie's stream of subtitles.
package struct StoredCaption: Hashable, Sendable {
  /// In seconds.
  package var start: Rational
  /// In seconds; `nil` where the movie does not say.
  package var end: Rational?
  /// In the form of the stream's codec.
  package var bytes: [UInt8]

  /// A text and when it is shown.
  package init(start: Rational, end: Rational?, bytes: [UInt8]) {
    self.start = start
    self.end = end
    self.bytes = bytes
  }
}

/// Makes files of captions of streams of subtitles.
package enum StoredCaptions {
  /// The file that has the texts of a stream.
  ///
  /// Times of ASS are in hundredths of a second, as in Matroska; all others in thousandths.
  /// - Parameters:
  ///   - codec: libav's name: `subrip`, `webvtt`, `ass`, `mov_text` or `text`.
  ///   - header: what the container says of the codec: the head of an ASS file.
  ///   - path: what messages call it.
  /// - Returns: `nil` for a codec that is no text.
  package static func file(
    _ captions: [StoredCaption], codec: String, header: [UInt8], path: String
  ) -> (file: SourceFile, format: CaptionFormat)? {
    switch codec {
    case "subrip", "srt", "text":
      var bytes: [UInt8] = []
      for (index, caption) in captions.enumerated() where !isBlank(caption.bytes) {
        bytes += "\(index + 1)\n\(times(caption, ",", captions, index))\n".utf8
        bytes += caption.bytes + Array("\n\n".utf8)
      }
      return (SourceFile(path: path, bytes: bytes), .srt)
    case "webvtt", "mov_text":
      var bytes = Array("WEBVTT\n\n".utf8)
      for (index, caption) in captions.enumerated() {
        let text =
          codec == "webvtt" ? caption.bytes : Array(TimedTextSample.text(caption.bytes).utf8)
        if isBlank(text) { continue }
        bytes += "\(times(caption, ".", captions, index))\n".utf8
        bytes += withoutEmptyLines(text) + Array("\n\n".utf8)
      }
      return (SourceFile(path: path, bytes: bytes), .vtt)
    case "ass", "ssa":
      var bytes = header.filter { $0 != 0 }
      if !String(decoding: bytes, as: UTF8.self).contains("[Events]") {
        bytes +=
          """

          [Events]
          Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

          """.utf8
      }
      if bytes.last != 0x0A { bytes.append(0x0A) }
      for (index, caption) in captions.enumerated() {
        // The order of reading, the layer, and then what stands behind the times in a file.
        let parts = caption.bytes.split(
          separator: 0x2C, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { continue }
        let end = end(of: caption, captions, index)
        bytes += "Dialogue: ".utf8 + parts[1]
        bytes += ",\(hundredths(caption.start)),\(hundredths(end)),".utf8 + parts[2] + [0x0A]
      }
      return (SourceFile(path: path, bytes: bytes), .ass)
    default: return nil
    }
  }

  /// A text without zero bytes, whose empty lines do not end its caption.
  private static func withoutEmptyLines(_ text: [UInt8]) -> [UInt8] {
    Array(
      text.filter { $0 != 0 }.split { $0 == 0x0A || $0 == 0x0D }.joined(separator: [0x0A]))
  }

  private static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 <= 0x20 } }

  private static func end(
    of caption: StoredCaption, _ captions: [StoredCaption], _ index: Int
  ) -> Rational {
    caption.end
      ?? ReadingTime.end(
        from: caption.start, characters: caption.bytes.count,
        next: index + 1 < captions.count ? captions[index + 1].start : nil)
  }

  private static func times(
    _ caption: StoredCaption, _ separator: String, _ captions: [StoredCaption], _ index: Int
  ) -> String {
    ClockText.text(caption.start, separator: separator) + " --> "
      + ClockText.text(end(of: caption, captions, index), separator: separator)
  }

  private static func hundredths(_ time: Rational) -> String {
    SubStationWriter.clock(max(0, (try? time.scaled(by: 100)) ?? 0))
  }
}

/// A sample of timed text (3GPP TS 26.245, section 5.17): a length of two bytes, text, and boxes, of which `styl` has
/// the form of parts.
enum TimedTextSample {
  /// The text with tags as WebVTT has them.
  static func text(_ sample: [UInt8]) -> String {
    guard sample.count >= 2 else { return "" }
    let end = min(sample.count, 2 + Int(sample[0]) << 8 + Int(sample[1]))
    let bytes = Array(sample[2..<end])
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let plain =
      isWide
      ? String(decoding: EncodedText.read(bytes, as: nil).0?.bytes ?? [], as: UTF8.self)
      : String(decoding: bytes, as: UTF8.self)
    let scalars = Array(plain.unicodeScalars)
    let faces = faces(sample[end...], count: scalars.count)
    var text = ""
    var face: UInt8 = 0
    for (index, scalar) in scalars.enumerated() {
      if faces[index] != face {
        text += tags(face, closes: true) + tags(faces[index], closes: false)
        face = faces[index]
      }
      text += WebVTTWriter.escaped(String(scalar == "\r" ? "\n" : scalar))
    }
    return text + tags(face, closes: true)
  }

  /// Bits of each character: 1 bold, 2 italic, 4 underlined.
  private static func faces(_ boxes: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    var faces = [UInt8](repeating: 0, count: count)
    var rest = boxes
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    while rest.count >= 8 {
      let size = number(rest.prefix(4))
      guard size >= 8, size <= rest.count else { break }
      let box = rest.prefix(size)
      if box.dropFirst(4).prefix(4).elementsEqual("styl".utf8) {
        var records = box.dropFirst(10)
        while records.count >= 12 {
          let first = number(records.prefix(2))
          let last = min(number(records.dropFirst(2).prefix(2)), count)
          let face = (records.dropFirst(6).first ?? 0) & 7
          if first < last { for index in first..<last { faces[index] = face } }
          records = records.dropFirst(12)
        }
      }
      rest = rest.dropFirst(size)
    }
    return faces
  }

  private static func tags(_ face: UInt8, closes: Bool) -> String {
    let tags = [(UInt8(1), "b"), (2, "i"), (4, "u")].filter { face & $0.0 != 0 }.map(\.1)
    return (closes ? tags.reversed() : tags).map { closes ? "</\($0)>" : "<\($0)>" }.joined()
  }
}
