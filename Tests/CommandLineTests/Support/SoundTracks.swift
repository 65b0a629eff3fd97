import BaseValues
import Foundation
import LibAV

/// The tracks of sound of a movie, each decoded by itself from start to end.
struct SoundTracks {
  struct Track {
    var codec: String
    var channelCount: Int
    var language: String?
    var isDefault: Bool
    var metadata: [String: String]
    /// First channel; sample 0 is heard at time 0.
    var samples: [Float] = []

    /// The peak of the sine of a frequency in a stretch of samples, from its correlation with sine and cosine.
    func level(of frequency: Double, in range: Range<Int>) -> Double {
      let part = samples[range.clamped(to: 0..<samples.count)]
      var (sine, cosine) = (0.0, 0.0)
      var place = part.startIndex
      while place < part.endIndex {
        let angle = 2 * Double.pi * frequency * Double(place) / 48_000
        sine += Double(part[place]) * sin(angle)
        cosine += Double(part[place]) * cos(angle)
        place += 1
      }
      return 2 * (sine * sine + cosine * cosine).squareRoot() / Double(max(1, part.count))
    }

    /// The first sample that is louder than a level.
    func onset(above level: Float) -> Int? { samples.firstIndex { abs($0) > level } }
  }

  var tracks: [Track] = []

  init(_ path: String) throws {
    let input = try InputFile(path: path)
    for stream in input.streams where stream.kind == .audio {
      var track = Track(
        codec: stream.codecName, channelCount: stream.audio.channelCount,
        language: stream.language, isDefault: stream.isDefault, metadata: [:])
      for entry in stream.metadata { track.metadata[entry.key] = entry.value }
      try Self.decode(path, stream, into: &track)
      tracks.append(track)
    }
  }

  private static func decode(
    _ path: String, _ stream: StreamDescription, into track: inout Track
  ) throws {
    var input = try InputFile(path: path)
    var decoder = try Decoder(input, stream: stream.index)
    while let packet = try input.readPacket() {
      guard packet.streamIndex == stream.index else { continue }
      _ = try decoder.send(packet)
      try receive(&decoder, stream, &track)
    }
    _ = try decoder.sendEnd()
    try receive(&decoder, stream, &track)
  }

  private static func receive(
    _ decoder: inout Decoder, _ stream: StreamDescription, _ track: inout Track
  ) throws {
    while case .frame(let frame) = try decoder.receiveAudio() {
      let rate = Rational(Int64(frame.sampleRate))
      let base = stream.timeBase
      let time = Rational(
        (frame.timestamp ?? 0) * Int64(base.numerator), Int64(base.denominator))
      // Blocks follow each other; some containers round their times.
      let start =
        track.samples.isEmpty ? Int(try ((time ?? .zero) * rate).rounded()) : track.samples.count
      if frame.formatName == "fltp" {
        take(frame, from: start, &track)
        continue
      }
      var resampler = try Resampler(
        from: AudioFormat(
          sampleFormat: frame.formatName, layout: frame.layout, sampleRate: frame.sampleRate),
        sampleRate: frame.sampleRate)
      if let converted = try resampler.convert(frame) { take(converted, from: start, &track) }
    }
  }

  /// What lies before 0 is not heard.
  private static func take(_ frame: borrowing AudioFrame, from start: Int, _ track: inout Track) {
    track.samples.append(frame, from: start)
  }
}

extension [Float] {
  /// Appends the first channel of a block of `fltp`, with silence before it where there is nothing yet.
  ///
  /// - Parameter start: where it is heard, in samples; what lies before 0, or before the end of what is there, is
  ///   left out.
  mutating func append(_ frame: borrowing AudioFrame, from start: Int) {
    let channel = frame.channel(0)
    guard start + channel.count > count else { return }
    if start > count { self += [Float](repeating: 0, count: start - count) }
    // Safe: the rest is as long as it says. Sample by sample debug builds take long.
    unsafe channel.extracting((count - start)...).withUnsafeBufferPointer {
      unsafe append(contentsOf: $0)
    }
  }
}
