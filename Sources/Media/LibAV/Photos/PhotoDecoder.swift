internal import CLibAV

// Safe: one owner, the decoder; libav keeps no thread for one-threaded contexts.
/// What a decoder has for a photo beside its own context, which decodes the tiles.
@safe final class PhotoDecoder {
  private let photo: Photo
  /// Decodes the tiles of the alpha plane; freed with this.
  var alpha: UnsafeMutablePointer<AVCodecContext>?
  /// What was not decoded yet.
  private var packet: Packet?
  /// Whether no packet follows.
  var hasEnded = false

  init(_ photo: Photo) { self.photo = photo }

  deinit { unsafe avcodec_free_context(&alpha) }

  /// - Returns: `false` when a picture must be received first.
  func take(_ next: borrowing Packet) throws(LibAVError) -> Bool {
    guard packet == nil else { return false }
    packet = try next.newReference()
    return true
  }

  func receive(
    _ context: UnsafeMutablePointer<AVCodecContext>
  ) throws(LibAVError) -> Received<VideoFrame> {
    guard let packet = packet.take() else { return hasEnded ? .endOfStream : .needsInput }
    return try .frame(unsafe photo.picture(packet, context, alpha: alpha))
  }

  func reset() {
    packet = nil
    hasEnded = false
  }
}

extension Photo {
  /// Refuses a photo that is larger than what is decoded, in libav's words; its tiles may be small.
  func checkSize(_ options: Decoder.Options) throws(LibAVError) {
    let pixels = Int64(plane.width) * Int64(plane.height)
    let coded = Int64(plane.columns * plane.tileWidth) * Int64(plane.rows * plane.tileHeight)
    guard max(pixels, coded) > options.maximumPixels else { return }
    options.log?.add(
      LogLine(
        level: .error, source: "heic",
        text: "Picture size \(plane.width)x\(plane.height) exceeds specified max pixel count "
          + "\(options.maximumPixels)"))
    throw .library(status: cutlist_averror_invaliddata, doing: "open decoder")
  }
}
