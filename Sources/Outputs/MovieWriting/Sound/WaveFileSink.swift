package import AudioMixing
package import FileSystem
package import OutputKinds
package import Rendering

/// Writes sound to a WAVE file: linear PCM of 24 bits, little-endian, interleaved (RIFF; beyond 4 GB RF64, EBU
/// Tech 3306).
///
/// ```
/// RIFF  WAVE  JUNK or ds64  LIST INFO ISFT "cutlist" …  fmt  data
/// ```
/// 5.1 and 7.1 name their loudspeakers (WAVE_FORMAT_EXTENSIBLE).
/// The file appears under its name when it is complete.
package struct WaveFileSink: SoundFileSink, ~Copyable {
  private var file: PartialFile
  private let channels: Int
  private var framesLeft: Int64

  /// Bytes before the samples.
  private static func headerLength(channels: Int, list: [UInt8]) -> Int {
    SoundFormat.waveMarkPlace + list.count + (channels > 2 ? 48 : 24) + 8
  }
  private static let bytesPerSample = 3

  /// Begins a file.
  ///
  /// - Parameter frameCount: samples in each channel that will be written.
  /// - Throws: `RenderError` of kind `disk`.
  package init(
    to destination: Destination, sampleRate: Int, channels: Int, frameCount: Int64,
    description: MovieDescription = .init()
  ) throws(RenderError) {
    let header = Self.header(
      sampleRate: sampleRate, channels: channels, frameCount: frameCount,
      description: description)
    file = try Self.begun(destination, header)
    self.channels = channels
    framesLeft = frameCount
  }

  private static func begun(
    _ destination: Destination, _ header: [UInt8]
  ) throws(RenderError) -> PartialFile {
    do throws(MovieWriteError) {
      let file = try PartialFile(destination: destination, activity: "write sound")
      try file.write(header)
      return file
    } catch {
      throw error.renderError
    }
  }

  /// Writes the samples that follow.
  package mutating func append(_ block: AudioBuffer) throws(RenderError) {
    let count = Int(min(Int64(block.frameCount), framesLeft))
    framesLeft -= Int64(count)
    let bytes = Self.bytes(of: block, count: count, channels: channels)
    do throws(MovieWriteError) { try file.write(bytes) } catch { throw error.renderError }
  }

  /// The first samples of a block as they stand in the file.
  package static func bytes(of block: AudioBuffer, count: Int, channels: Int) -> [UInt8] {
    let frameLength = channels * Self.bytesPerSample
    var bytes = [UInt8](repeating: 0, count: count * frameLength)
    for channel in 0..<min(channels, block.channelCount) {
      let samples = block.channels[channel]
      var span = bytes.mutableSpan
      SampleWords.write(
        samples.span.extracting(0..<count), to: &span, from: channel * Self.bytesPerSample,
        stride: frameLength)
    }
    return bytes
  }

  /// Completes the file.
  ///
  /// - Throws: `RenderError` of kind `disk`; then there is none.
  package mutating func finish() throws(RenderError) {
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

  /// What comes before the samples.
  package static func header(
    sampleRate: Int, channels: Int, frameCount: Int64, description: MovieDescription = .init()
  ) -> [UInt8] {
    let list = SoundFormat.waveList(description)
    let frameLength = channels * bytesPerSample
    let length = frameCount * Int64(frameLength)
    // A chunk of odd length is followed by a byte of nothing, which six or three bytes a frame may need; the
    // file's end stands for it.
    let whole = Int64(headerLength(channels: channels, list: list) - 8) + length
    let isLarge = whole >= 1 << 32
    var bytes = Array((isLarge ? "RF64" : "RIFF").utf8)
    bytes += number(isLarge ? -1 : whole, 4)
    bytes += Array("WAVE".utf8)
    bytes += Array((isLarge ? "ds64" : "JUNK").utf8) + number(28, 4)
    bytes +=
      isLarge
      ? number(whole, 8) + number(length, 8) + number(frameCount, 8) + number(0, 4)
      : [UInt8](repeating: 0, count: 28)
    bytes += list
    let isExtended = channels > 2
    bytes += Array("fmt ".utf8) + number(isExtended ? 40 : 16, 4)
    bytes += number(isExtended ? 0xFFFE : 1, 2) + number(Int64(channels), 2)
    bytes += number(Int64(sampleRate), 4) + number(Int64(sampleRate * frameLength), 4)
    bytes += number(Int64(frameLength), 2) + number(24, 2)
    if isExtended {
      bytes += number(22, 2) + number(24, 2) + number(speakers(channels), 4) + pcm
    }
    return bytes + Array("data".utf8) + number(isLarge ? -1 : length, 4)
  }

  /// Bits for front left and right, centre, low-frequency effects, back left and right, and for 7.1 the sides.
  private static func speakers(_ channels: Int) -> Int64 { channels == 6 ? 0x3F : 0x63F }

  /// The identifier of linear PCM.
  private static let pcm: [UInt8] = [
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]

  private static func number(_ value: Int64, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
  }
}
