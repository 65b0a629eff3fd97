public import AudioMixing
import FileSystem
public import Rendering

/// Writes sound to a WAVE file: linear PCM of 24 bits, little-endian, interleaved (RIFF; beyond 4 GB RF64, EBU
/// Tech 3306).
///
/// ```
/// RIFF  WAVE  JUNK or ds64  LIST INFO ISFT "cutlist"  fmt  data
/// ```
/// The file appears under its name when it is complete.
public struct WaveFileSink: SoundFileSink, ~Copyable {
  private var file: PartialFile
  private let channels: Int
  private var framesLeft: Int64

  /// Bytes before the samples.
  private static let headerLength = markOffset + 28 + 24 + 8
  /// Where the mark is.
  static let markOffset = 12 + 36
  private static let bytesPerSample = 3

  /// Begins a file.
  ///
  /// - Parameter frameCount: samples in each channel that will be written.
  /// - Throws: `RenderError` of kind `disk`.
  public init(
    path: String, sampleRate: Int, channels: Int, frameCount: Int64
  ) throws(RenderError) {
    let header = Self.header(
      sampleRate: sampleRate, channels: channels, frameCount: frameCount)
    file = try Self.begun(path, header)
    self.channels = channels
    framesLeft = frameCount
  }

  private static func begun(_ path: String, _ header: [UInt8]) throws(RenderError) -> PartialFile {
    do throws(MovieWriteError) {
      let file = try PartialFile(destination: path, activity: "write sound")
      try file.write(header)
      return file
    } catch {
      throw error.renderError
    }
  }

  /// Writes the samples that follow.
  public mutating func append(_ block: AudioBuffer) throws(RenderError) {
    let count = Int(min(Int64(block.frameCount), framesLeft))
    framesLeft -= Int64(count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * channels * Self.bytesPerSample)
    for frame in 0..<count {
      for channel in 0..<min(channels, block.channelCount) {
        let word = Self.word(block.channels[channel][frame])
        bytes.append(UInt8(truncatingIfNeeded: word))
        bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      }
    }
    do throws(MovieWriteError) { try file.write(bytes) } catch { throw error.renderError }
  }

  /// Completes the file.
  ///
  /// - Throws: `RenderError` of kind `disk`; then there is none.
  public mutating func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      if framesLeft > 0 {
        let silence = [UInt8](
          repeating: 0, count: Int(framesLeft) * channels * Self.bytesPerSample)
        framesLeft = 0
        try file.write(silence)
      }
      try file.publish()
    } catch {
      throw error.renderError
    }
  }

  /// A sample in 24 bits, to nearest, ties away from 0.
  static func word(_ sample: Float) -> Int32 {
    guard !sample.isNaN else { return 0 }
    return Int32((Double(min(max(sample, -1), 1)) * 8_388_608).rounded().clamped)
  }

  private static func header(sampleRate: Int, channels: Int, frameCount: Int64) -> [UInt8] {
    let frameLength = channels * bytesPerSample
    let length = frameCount * Int64(frameLength)
    // A chunk of odd length is followed by a byte of nothing, which six or three bytes a frame may need; the
    // file's end stands for it.
    let whole = Int64(headerLength - 8) + length
    let isLarge = whole >= 1 << 32
    var bytes = Array((isLarge ? "RF64" : "RIFF").utf8)
    bytes += number(isLarge ? -1 : whole, 4)
    bytes += Array("WAVE".utf8)
    bytes += Array((isLarge ? "ds64" : "JUNK").utf8) + number(28, 4)
    bytes +=
      isLarge
      ? number(whole, 8) + number(length, 8) + number(frameCount, 8) + number(0, 4)
      : [UInt8](repeating: 0, count: 28)
    bytes += mark
    bytes += Array("fmt ".utf8) + number(16, 4) + number(1, 2) + number(Int64(channels), 2)
    bytes += number(Int64(sampleRate), 4) + number(Int64(sampleRate * frameLength), 4)
    bytes += number(Int64(frameLength), 2) + number(24, 2)
    return bytes + Array("data".utf8) + number(isLarge ? -1 : length, 4)
  }

  /// A list of information with the program that made it, 28 bytes.
  static let mark: [UInt8] =
    Array("LIST".utf8) + number(20, 4) + Array("INFOISFT".utf8) + number(8, 4)
    + Array("cutlist\u{0}".utf8)

  private static func number(_ value: Int64, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
  }
}

extension Double {
  /// Within 24 bits.
  fileprivate var clamped: Double { Swift.min(Swift.max(self, -8_388_608), 8_388_607) }
}

/// The mark that every WAVE file of ours carries.
public enum WaveMark {
  /// Whether the file is a WAVE file with our mark.
  public static func isIn(_ path: String) -> Bool {
    let length = WaveFileSink.markOffset + WaveFileSink.mark.count
    guard let head = WritingLocation.beginning(of: path, limit: length), head.count == length
    else { return false }
    let kind = String(decoding: head[..<4], as: UTF8.self)
    return ["RIFF", "RF64"].contains(kind)
      && Array(head[WaveFileSink.markOffset...]) == WaveFileSink.mark
  }
}
