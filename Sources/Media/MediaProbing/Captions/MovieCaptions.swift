import BaseValues
package import CaptionFiles
package import Diagnostics
import LibAV
import MediaSources

/// Reads streams of subtitles out of movies.
package enum MovieCaptions {
  /// A stream of subtitles that are text.
  package struct Stream: Sendable {
    /// Its place among them, from 0.
    package let number: Int
    package let codec: String
    package let language: String?
  }

  package enum Problem: Error {
    /// The movie has none.
    case noTexts(pictures: Int)
    case unknown(choice: String, streams: [Stream])
    /// What libav says, for people.
    case unreadable(String)
  }

  /// The texts of one stream as a file of captions.
  ///
  /// - Parameters:
  ///   - choice: a number from 0, or a language; `nil` for the stream that the movie marks as its default, or else
  ///     the first.
  ///   - limit: bytes of text.
  ///   - shouldStop: asked often; `true` ends reading with a failure.
  package static func read(
    _ path: String, choice: String?, limit: Int, shouldStop: @escaping @Sendable () -> Bool
  ) throws(Problem) -> (file: SourceFile, format: CaptionFormat, stream: Stream, isWhole: Bool) {
    let found: Found
    do throws(LibAVError) {
      found = try find(path, choice, limit, shouldStop)
    } catch {
      throw .unreadable("\(error)")
    }
    switch found {
    case .none(let pictures): throw .noTexts(pictures: pictures)
    case .others(let streams): throw .unknown(choice: choice ?? "", streams: streams)
    case .texts(let captions, let header, let stream, let isWhole):
      guard
        let made = StoredCaptions.file(captions, codec: stream.codec, header: header, path: path)
      else { throw .noTexts(pictures: 1) }
      return (made.file, made.format, stream, isWhole)
    }
  }

  private enum Found {
    case none(pictures: Int)
    case others([Stream])
    case texts([StoredCaption], header: [UInt8], Stream, isWhole: Bool)
  }

  private static func find(
    _ path: String, _ choice: String?, _ limit: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) throws(LibAVError) -> Found {
    var options = InputFile.Options()
    options.shouldStop = shouldStop
    // What headers say is enough for text.
    options.findsStreamInformation = false
    var input = try InputFile(path: path, options: options)
    let subtitles = input.streams.filter { $0.mediaType == "subtitle" }
    let texts = subtitles.filter { InputFile.textCodecs.contains($0.codecName) }
    if texts.isEmpty { return .none(pictures: subtitles.count) }
    let streams = texts.enumerated().map {
      Stream(number: $0.offset, codec: $0.element.codecName, language: $0.element.language)
    }
    let number: Int? =
      if let choice {
        Int(choice).flatMap { texts.indices.contains($0) ? $0 : nil }
          ?? (Int(choice) == nil ? texts.firstIndex { Language.matches($0.language, choice) } : nil)
      } else {
        texts.firstIndex(where: \.isDefault) ?? 0
      }
    guard let number else { return .others(streams) }
    let base = texts[number].timeBase.rational ?? .one
    let (packets, isWhole) = try input.readTexts(stream: texts[number].index, limit: limit)
    let captions = packets.compactMap { packet -> StoredCaption? in
      guard let start = try? Rational(packet.start) * base else { return nil }
      let (sum, overflow) = packet.start.addingReportingOverflow(packet.duration)
      let end = packet.duration > 0 && !overflow ? try? Rational(sum) * base : nil
      return StoredCaption(start: start, end: end, bytes: packet.bytes)
    }
    return .texts(
      captions, header: input.codecConfiguration(texts[number].index), streams[number],
      isWhole: isWhole)
  }
}
