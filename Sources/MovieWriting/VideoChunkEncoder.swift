import FileSystem
import LibAV
import PixelGeometry
public import Raster
public import Rendering

/// Encodes the frames of one chunk with an encoder of its own.
///
/// The chunk begins with a key frame and refers to nothing before or after it. Decoding times are
/// counted, not taken from x264, which shifts them in chunks shorter than its reordering: packet
/// `i` is decoded at `i - delay`, where the delay is the same for every chunk of the same settings.
/// So chunks follow each other without a seam.
public final class VideoChunkEncoder: ChunkEncoder {
  private static let activity = "encode pictures"

  private let settings: VideoEncoderSettings
  private var encoder: VideoEncoder
  private let parameters: [UInt8]
  private let delay: Int64
  private var packets: [MoviePacket] = []
  private var frameCount = 0

  /// Opens an encoder.
  ///
  /// - Throws: `RenderError` of kind `encoder` when x264 refuses the settings, with its words.
  public init(_ settings: VideoEncoderSettings) throws(RenderError) {
    if let fault = settings.fault {
      throw MovieWriteError(Self.activity, .refused(fault)).renderError
    }
    let opened = try Self.open(settings)
    parameters = opened.parameters.extradata
    delay = Int64(opened.reorderDelay)
    encoder = opened
    self.settings = settings
  }

  private static func open(_ settings: VideoEncoderSettings) throws(RenderError) -> VideoEncoder {
    var log: [LogLine] = []
    do throws(LibAVError) {
      return try VideoEncoder(settings.configuration) { log.append($0) }
    } catch {
      throw MovieWriteError(Self.activity, error, log: log).renderError
    }
  }

  /// Encodes the next frame.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  public func encode(_ image: Image) throws(RenderError) {
    try encode(image, startsGroup: false)
  }

  /// Encodes the next frame, as a key frame where `startsGroup` says so.
  ///
  /// - Throws: `RenderError` of kind `encoder`, also for a picture of another size or format.
  public func encode(_ image: Image, startsGroup: Bool) throws(RenderError) {
    guard image.size == settings.size, image.format == .yuv420p8 else {
      throw MovieWriteError(
        Self.activity,
        .refused("frame is \(image.format) \(image.size), not yuv420p8 \(settings.size)")
      ).renderError
    }
    do throws(LibAVError) {
      var frame = try Self.frame(over: image)
      frame.timestamp = Int64(frameCount)
      frame.isForcedKey = startsGroup || frameCount == 0
      try encoder.send(frame)
      frameCount += 1
      try drain()
    } catch {
      throw failure(error)
    }
  }

  /// Ends the chunk. The encoder takes no more frames.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  public func finish() throws(RenderError) -> EncodedChunk {
    do throws(LibAVError) {
      try encoder.sendEnd()
      try drain()
    } catch {
      throw failure(error)
    }
    let chunk = EncodedChunk(parameters: parameters, packets: packets, frameCount: frameCount)
    packets = []
    if let fault = chunk.fault(of: settings.codec) {
      throw MovieWriteError(Self.activity, .refused(fault)).renderError
    }
    return chunk
  }

  private func drain() throws(LibAVError) {
    while case .packet(let packet) = try encoder.receive() {
      packets.append(
        MoviePacket(
          data: packet.data, presentation: packet.presentation,
          decoding: Int64(packets.count) - delay, duration: 1, isKey: packet.isKey))
    }
  }

  private func failure(_ error: LibAVError) -> RenderError {
    var failure = MovieWriteError(Self.activity, error).renderError
    failure.frame = frameCount
    return failure
  }

  /// A frame over the picture's own memory; the picture lives until the encoder lets go of it.
  private static func frame(over image: Image) throws(LibAVError) -> VideoFrame {
    var planes = unsafe [PlaneMemory]()
    for plane in 0..<image.planeCount {
      // Safe: the frame keeps the picture alive, and encoders only read.
      unsafe image.withUnsafePlane(plane) { base, stride in
        unsafe planes.append(
          PlaneMemory(
            base: UnsafeMutableRawPointer(mutating: base), stride: stride,
            rowBytes: image.width(of: plane), rows: image.height(of: plane)))
      }
    }
    return unsafe try VideoFrame(
      format: "yuv420p", width: image.size.width, height: image.size.height, planes: planes,
      keepingAlive: image)
  }
}
