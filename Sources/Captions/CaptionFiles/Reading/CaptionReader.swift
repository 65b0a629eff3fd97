internal import BaseValues
package import Diagnostics

/// How much a file of captions may hold, which bounds the time and memory that reading takes.
package struct CaptionLimits: Hashable, Sendable {
  /// Length of the file.
  package var bytes: Int
  /// Captions in one file.
  package var captions: Int
  /// Code points of one caption.
  package var codePoints: Int

  /// Room for a day of speech, and for nothing that is none, unless said otherwise.
  package init(bytes: Int = 64 << 20, captions: Int = 100_000, codePoints: Int = 20_000) {
    self.bytes = bytes
    self.captions = captions
    self.codePoints = codePoints
  }
}

/// Reads files of captions: SubRip, WebVTT, ASS, Timed Text, and the times of words that recognisers of speech write.
///
/// A mistake in one caption leaves the others as they are: there is a finding with its place, what was made of it,
/// and a way out.
package enum CaptionReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - format: `nil` goes by the content, then by the ending of the path.
  ///   - encoding: `nil` goes by the bytes, see ``CaptionEncoding``.
  /// - Returns: the captions, `nil` where the file is none of captions; its text in UTF-8, which ranges point
  ///   into, with lone carriage returns as line feeds and without NULs, which are U+FFFD in WebVTT; and what there is to say, in order of place.
  /// - Complexity: O(bytes), and O(n log n) for n captions.
  package static func read(
    _ file: SourceFile, format: CaptionFormat? = nil, encoding: CaptionEncoding? = nil,
    limits: CaptionLimits = CaptionLimits()
  ) -> (file: CaptionFile?, text: SourceFile, findings: [Diagnostic]) {
    if file.bytes.count > limits.bytes {
      return (nil, file, [CaptionMessages.captionFileSize(file.bytes.count, limit: limits.bytes)])
    }
    let (read, refusal) = EncodedText.read(file.bytes, as: encoding)
    guard var read else {
      return (nil, file, [CaptionMessages.captionEncoding(isUTF32: refusal == .utf32)])
    }
    let kind = format ?? self.format(of: read.bytes, path: file.path)
    read.replaceZeros(isShown: kind == .vtt)
    let text =
      read.bytes == file.bytes ? file : SourceFile(path: file.path, bytes: read.bytes)
    var collector = CaptionCollector(text, limits)
    report(read, isShown: kind == .vtt, to: &collector)
    guard let kind, kind != .txt else {
      collector.report(CaptionMessages.captionFormat())
      return (nil, text, collector.finished())
    }
    var isRead = true
    switch kind {
    case .srt: SubRipReader.read(&collector)
    case .vtt: WebVTTReader.read(&collector)
    case .ass: SubStationReader.read(&collector)
    case .ttml: isRead = TimedTextReader.read(&collector)
    case .json: isRead = WordTimesReader.read(&collector)
    case .txt: isRead = false
    }
    guard isRead else { return (nil, text, collector.finished()) }
    if collector.captions.isEmpty, !collector.findings.containsErrors {
      collector.report(CaptionMessages.captionFileEmpty(kind))
    }
    var result = CaptionFile(captions: collector.captions, language: collector.language)
    result.format = kind
    result.encoding = read.encoding
    return (result, text, collector.finished())
  }

  /// The text of a file with all mistakes of spelling mended that have one meaning only; all else stays as it is.
  ///
  /// - Parameters:
  ///   - text: as ``read(_:format:encoding:limits:)`` gave it, or any file in UTF-8.
  ///   - format: as it was read.
  package static func mended(
    _ text: SourceFile, format: CaptionFormat?, limits: CaptionLimits = CaptionLimits()
  ) -> SourceFile {
    var text = text
    // Fixes whose edits lie between each other's are made one after the other.
    for _ in 0..<8 {
      let edits = text.certainEdits(of: read(text, format: format, limits: limits).findings)
      guard !edits.isEmpty, let bytes = text.applying(edits) else { break }
      text = SourceFile(path: text.path, bytes: bytes)
    }
    return text
  }

  /// What the content says; where it has nothing but arrows, the ending tells the two formats apart that have them.
  private static func format(of bytes: [UInt8], path: String) -> CaptionFormat? {
    let ending = CaptionFormat(ending: path)
    guard let content = CaptionFormat(content: bytes) else { return ending }
    return content == .srt && ending == .vtt ? .vtt : content
  }

  private static func report(
    _ read: EncodedText, isShown: Bool, to collector: inout CaptionCollector
  ) {
    let first = read.bytes.firstIndex { $0 >= 0x80 } ?? 0
    if let name = read.unknownName {
      collector.report(
        CaptionMessages.captionEncodingUnknown(name, read.encoding, SourceRange(at: first)))
    } else if read.isGuess {
      collector.report(CaptionMessages.captionEncodingGuess(read.encoding, SourceRange(at: first)))
    }
    if read.damagedCount > 0 {
      collector.report(
        CaptionMessages.captionBytes(
          read.damagedCount, read.encoding,
          SourceRange(lower: read.firstDamage, upper: read.firstDamage + 3)))
    }
    if read.nulCount > 0 {
      collector.report(CaptionMessages.captionZeroBytes(read.nulCount, isShown: isShown))
    }
  }
}
