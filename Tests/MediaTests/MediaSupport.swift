import AudioMixing
import Diagnostics
import FileSystem
import Foundation
import LibAV
import MediaOpening
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// What reading tests need: items, probing, and small files made by hand.
enum Media {
  static func item(
    _ path: String, video: Int? = nil, audio: AudioSelection? = nil
  ) -> MediaItem {
    let range = SourceRange(at: 0)
    return MediaItem(
      id: MediaID(0), name: "clip", nameRange: range, valueRange: range,
      content: .file(path: path, videoStream: video, audioStream: audio))
  }

  static func prober(_ locator: MediaLocator) throws -> MediaProber {
    MediaProber(
      locator: locator, outputSize: Size(width: 320, height: 180),
      outputRate: try rate(25), sampleRate: 48_000)
  }

  static func probe(
    _ path: String, video: Int? = nil, audio: AudioSelection? = nil, in folder: String = "/"
  ) throws -> MediaFile {
    try #require(
      try prober(MediaLocator(projectFolder: folder))
        .probe(item(path, video: video, audio: audio)).get().file)
  }

  /// What a person is told of a file that cannot be used.
  static func problem(_ path: String, _ locator: MediaLocator) throws -> Diagnostic? {
    switch try prober(locator).probe(item(path)) {
    case .success: nil
    case .failure(let problem): problem.diagnostic
    }
  }

  static func rate(_ frames: Int64, per seconds: Int64 = 1) throws -> FrameRate {
    guard let rate = FrameRate(frames, per: seconds) else { throw TimeOverflow() }
    return rate
  }

  /// Samples of the first channel, read in blocks.
  static func samples(
    _ source: MediaFile, from start: Int64 = 0, count: Int, rate: Int = 48_000,
    channels: Int = 2, channel: Int = 0
  ) throws -> [Float] {
    let reader = AudioReader(
      try AudioStream(.file(source), protocols: []), rate: rate, channels: channels)
    var result: [Float] = []
    while result.count < count {
      var buffer = AudioBuffer(channelCount: channels, frameCount: min(1999, count - result.count))
      try reader.read(from: start + Int64(result.count), into: &buffer)
      result += buffer.channels[channel]
    }
    return result
  }

  /// A 16-bit WAV file of the given samples, the same in each channel.
  static func wave(_ samples: [Int16], rate: Int, channels: Int = 1) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * channels * 2
    var file = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8)
    file += little(16, 4) + little(1, 2) + little(channels, 2) + little(rate, 4)
    file += little(rate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2)
    file += Array("data".utf8) + little(size, 4)
    for sample in samples {
      for _ in 0..<channels { file += little(Int(sample), 2) }
    }
    return file
  }

  /// An uncompressed BMP file, 24 bits, of a picture given by its colours.
  static func bitmap(
    width: Int, height: Int, _ color: (Int, Int) -> (red: UInt8, green: UInt8, blue: UInt8)
  ) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let stride = (width * 3 + 3) / 4 * 4
    var file = Array("BM".utf8) + little(54 + stride * height, 4) + little(0, 4) + little(54, 4)
    file += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
    file += little(0, 4) + little(stride * height, 4) + little(2835, 4) + little(2835, 4)
    file += little(0, 8)
    for y in (0..<height).reversed() {
      var row: [UInt8] = []
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        row += [blue, green, red]
      }
      file += row + [UInt8](repeating: 0, count: stride - row.count)
    }
    return file
  }

  /// Middle luma sample near the bottom: what `Synthetic.frame` fills a frame with.
  static func level(_ frame: SharedFrame) -> UInt8 {
    frame.withFrame { $0.row($0.height - 8, ofPlane: 0)[$0.width / 2] }
  }
}
