package import AudioMixing
package import FileSystem
import LibAV
package import OutputKinds
package import Rendering

/// Writes sound to a FLAC file (RFC 9639) of 24 bits: the samples of `WaveFileSink`, without loss.
///
/// ```
/// fLaC  STREAMINFO  VORBIS_COMMENT "cutlist"  frames
/// ```
/// The file appears under its name when it is complete. It holds no version: the same samples have the
/// same bytes as long as the encoder is the same.
package struct FLACFileSink: SoundFileSink, ~Copyable {
  private static let activity = "write sound"

  private var file: PartialFile
  private var encoder: FLACEncoder
  private let channels: Int
  private let description: MovieDescription
  /// Samples in each channel that the encoder takes at a time.
  private let frameSize: Int
  private var framesLeft: Int64
  /// Samples that do not fill a frame of the encoder's yet, those of all channels beside each other.
  private var pending: [Int32] = []

  /// Begins a file.
  ///
  /// - Parameter frameCount: samples in each channel that will be written.
  /// - Throws: `RenderError` of kind `disk`, or of kind `encoder` for a rate that FLAC does not have.
  package init(
    to destination: Destination, sampleRate: Int, channels: Int, frameCount: Int64,
    description: MovieDescription = .init()
  ) throws(RenderError) {
    let encoder = try Self.opened(sampleRate: sampleRate, channels: channels)
    file = try Self.begun(destination, SoundFormat.flacHead(encoder.streamInfo, description))
    self.description = description
    frameSize = encoder.frameSize
    self.encoder = encoder
    self.channels = channels
    framesLeft = frameCount
  }

  private static func opened(
    sampleRate: Int, channels: Int
  ) throws(RenderError) -> FLACEncoder {
    do throws(LibAVError) {
      return try FLACEncoder(sampleRate: sampleRate, channels: channels)
    } catch {
      throw MovieWriteError(activity, error).renderError
    }
  }

  private static func begun(
    _ destination: Destination, _ head: [UInt8]
  ) throws(RenderError) -> PartialFile {
    do throws(MovieWriteError) {
      let file = try PartialFile(destination: destination, activity: activity)
      try file.write(head)
      return file
    } catch {
      throw error.renderError
    }
  }

  /// Writes the samples that follow, as `WaveFileSink` rounds them.
  package mutating func append(_ block: AudioBuffer) throws(RenderError) {
    let count = Int(min(Int64(block.frameCount), framesLeft))
    framesLeft -= Int64(count)
    for frame in 0..<count {
      for channel in 0..<channels {
        pending.append(
          channel < block.channelCount
            ? SampleWords.word(block.channels[channel][frame]) : 0)
      }
    }
    try encode(whole: true)
  }

  /// Completes the file.
  package mutating func finish() throws(RenderError) {
    while framesLeft > 0 {
      let count = Int(min(framesLeft, Int64(frameSize)))
      pending += [Int32](repeating: 0, count: count * channels)
      framesLeft -= Int64(count)
      try encode(whole: true)
    }
    try encode(whole: false)
    do throws(LibAVError) {
      try encoder.sendEnd()
    } catch {
      throw MovieWriteError(Self.activity, error).renderError
    }
    try drain()
    do throws(MovieWriteError) {
      // With the number of samples and their hash, which are known only now.
      try file.write(SoundFormat.flacHead(encoder.streamInfo, description), at: 0)
      try file.publish()
    } catch {
      throw error.renderError
    }
  }

  /// Encodes full frames, or everything.
  private mutating func encode(whole: Bool) throws(RenderError) {
    var start = 0
    while start < pending.count, !whole || pending.count - start >= frameSize * channels {
      let end = min(pending.count, start + frameSize * channels)
      let block = Array(pending[start..<end])
      do throws(LibAVError) {
        try encoder.send(block.span)
      } catch {
        throw MovieWriteError(Self.activity, error).renderError
      }
      start = end
      try drain()
    }
    pending.removeFirst(start)
  }

  private mutating func drain() throws(RenderError) {
    while true {
      let output: EncoderOutput
      do throws(LibAVError) {
        output = try encoder.receive()
      } catch {
        throw MovieWriteError(Self.activity, error).renderError
      }
      guard case .packet(let packet) = output else { return }
      try write(packet.data)
    }
  }

  private func write(_ bytes: [UInt8]) throws(RenderError) {
    do throws(MovieWriteError) { try file.write(bytes) } catch { throw error.renderError }
  }
}
