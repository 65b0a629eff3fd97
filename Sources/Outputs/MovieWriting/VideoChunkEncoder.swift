import FileSystem
import LibAV
import BaseValues
package import OutputKinds
package import Raster
package import Rendering

/// Encodes the frames of one chunk with an encoder of its own.
///
/// The chunk begins with a key frame and refers to nothing before or after it. Decoding times are
/// counted, not taken from encoders: x264 shifts them in chunks shorter than its reordering. Packet
/// `i` is decoded at `i - delay`, where the delay is the same for every chunk of the same settings.
/// So chunks follow each other without a seam.
///
/// Some encoders give the first key frame that they ever encode another quantizer than those that follow other
/// frames. So as many of the first frames as the codec says are encoded twice, and what comes of the first time is
/// thrown away:
/// ```
/// encoded   0 1 2 3 | 0 1 2 3 4 5 6 7 8 9 …
/// kept                0 1 2 3 4 5 6 7 8 9 …
/// ```
/// They are the chunk's own and not those before it, so that its bytes depend on nothing else.
package final class VideoChunkEncoder: ChunkEncoder {
  private static let activity = "encode pictures"

  private let settings: VideoEncoderSettings
  /// Frames that are encoded twice.
  private let repeatedPictures: Int
  private var encoder: VideoEncoder
  private let parameters: [UInt8]
  private let delay: Int64
  /// Brings composed pictures to the codec's format.
  private let conversion: PictureConversion
  /// Frames that wait for the lead-in to be complete; empty when it has been encoded.
  private var opening: [(image: Image, startsGroup: Bool)] = []
  /// Frames of the lead-in; `nil` before it was encoded.
  private var leadCount: Int?
  private var packets: [EncodedPacket] = []
  private var frameCount = 0

  /// Opens an encoder.
  ///
  /// - Throws: `RenderError` of kind `encoder` when it refuses the settings, with its words.
  package init(_ settings: VideoEncoderSettings) throws(RenderError) {
    if let fault = settings.fault {
      throw MovieWriteError(Self.activity, .refused(fault)).renderError
    }
    let opened = try Self.open(settings)
    parameters = opened.extradata
    delay = Int64(settings.codec.reordering ?? opened.reorderDelay)
    encoder = opened
    do throws(LibAVError) {
      conversion = try PictureConversion(settings)
    } catch {
      throw MovieWriteError(Self.activity, error).renderError
    }
    self.settings = settings
    repeatedPictures = settings.codec.repeatedPictures(
      settings.preset, settings.tune, settings.gopFrames)
  }

  private static func open(_ settings: VideoEncoderSettings) throws(RenderError) -> VideoEncoder {
    var log: [LogLine] = []
    do throws(LibAVError) {
      return try VideoEncoder(VideoEncoder.Configuration(settings)) { log.append($0) }
    } catch {
      throw MovieWriteError(Self.activity, error, log: log).renderError
    }
  }

  /// Encodes the next frame.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package func encode(_ image: Image) throws(RenderError) {
    try encode(image, startsGroup: false)
  }

  /// Encodes the next frame, as a key frame where `startsGroup` says so.
  ///
  /// - Throws: `RenderError` of kind `encoder`, also for a picture of another size or format.
  package func encode(_ image: Image, startsGroup: Bool) throws(RenderError) {
    let format = PixelFormat(depth: settings.bitDepth)
    guard image.size == settings.size, image.format.depth == format.depth,
      settings.hasAlpha || !image.format.hasAlpha
    else {
      throw MovieWriteError(
        Self.activity,
        .refused("frame is \(image.format) \(image.size), not \(format) \(settings.size)")
      ).renderError
    }
    do throws(LibAVError) {
      if leadCount == nil {
        opening.append((image, startsGroup))
        if opening.count >= repeatedPictures { try begin() }
      } else {
        try send(image, isKey: startsGroup)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Encodes the lead-in, and the frames that it was made of once more.
  private func begin() throws(LibAVError) {
    leadCount = repeatedPictures > 0 ? opening.count : 0
    for frame in opening.prefix(leadCount ?? 0) { try send(frame.image, isKey: frame.startsGroup) }
    for (index, frame) in opening.enumerated() {
      try send(frame.image, isKey: frame.startsGroup || index == 0)
    }
    opening = []
  }

  private func send(_ image: Image, isKey: Bool) throws(LibAVError) {
    var frame = try conversion.frame(of: image)
    frame.timestamp = Int64(frameCount)
    frame.isForcedKey = isKey || frameCount == 0
    try encoder.send(frame)
    frameCount += 1
    try drain()
  }

  /// Ends the chunk. The encoder takes no more frames.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package func finish() throws(RenderError) -> EncodedChunk {
    do throws(LibAVError) {
      if leadCount == nil { try begin() }
      try encoder.sendEnd()
      try drain()
    } catch {
      throw failure(error)
    }
    let chunk = EncodedChunk(
      parameters: parameters, packets: packets, frameCount: frameCount - (leadCount ?? 0))
    packets = []
    if let fault = chunk.fault(of: settings.codec) {
      throw MovieWriteError(Self.activity, .refused(fault)).renderError
    }
    return chunk
  }

  private func drain() throws(LibAVError) {
    let lead = Int64(leadCount ?? 0)
    // The key frame after the lead-in closes it: all of its packets come first.
    while case .packet(let packet) = try encoder.receive() {
      if packet.presentation < lead { continue }
      packets.append(
        EncodedPacket(
          data: packet.data, alpha: packet.alpha, presentation: packet.presentation - lead,
          decoding: Int64(packets.count) - delay, duration: 1, isKey: packet.isKey))
    }
  }

  private func failure(_ error: LibAVError) -> RenderError {
    var failure = MovieWriteError(Self.activity, error).renderError
    failure.frame = max(0, frameCount - (leadCount ?? 0))
    return failure
  }
}
