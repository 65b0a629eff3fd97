import LibAV

/// Decodes one video stream forward from wherever it was positioned.
struct PictureDecoder: ~Copyable {
  private var input: InputFile
  private var decoder: Decoder
  private let stream: Int
  private var isDraining = false

  init(_ place: MediaLocator.Place, stream: Int, protocols: [String]) throws(LibAVError) {
    var input = try InputFile(place, protocols: protocols)
    for other in 0..<input.streamCount where other != stream {
      input.setDiscarded(true, stream: other)
    }
    var options = Decoder.Options()
    switch input.stream(stream)?.codecName {
    case "vp8" where input.stream(stream)?.video.hasAlpha == true:
      options.preferredDecoder = "libvpx"
    case "vp9" where input.stream(stream)?.video.hasAlpha == true:
      options.preferredDecoder = "libvpx-vp9"
    default: break
    }
    decoder = try Decoder(input, stream: stream, options: options)
    self.input = input
    self.stream = stream
  }

  /// Moves to a key packet and begins decoding with it.
  ///
  /// - Returns: false when the container does not get there; the position is undefined then.
  mutating func begin(atKey entry: PictureIndex.Entry) throws(LibAVError) -> Bool {
    do throws(LibAVError) {
      try input.seek(stream: stream, to: entry.keyDecoding)
    } catch {
      return false
    }
    decoder.reset()
    isDraining = false
    while let packet = try input.readPacket() {
      guard packet.streamIndex == stream,
        let time = packet.presentationTimestamp ?? packet.decodingTimestamp
      else { continue }
      if time == entry.keyPresentation {
        _ = try decoder.send(packet)
        return true
      }
      if packet.isKey, time > entry.keyPresentation { return false }
    }
    return false
  }

  /// The next shown picture; `nil` at the end.
  mutating func next() throws(LibAVError) -> VideoFrame? {
    while true {
      switch try decoder.receiveVideo() {
      case .frame(let frame):
        return frame
      case .endOfStream:
        return nil
      case .needsInput:
        if isDraining { return nil }
        try feed()
      }
    }
  }

  private mutating func feed() throws(LibAVError) {
    while true {
      guard let packet = try input.readPacket() else {
        isDraining = true
        _ = try decoder.sendEnd()
        return
      }
      guard packet.streamIndex == stream else { continue }
      do throws(LibAVError) {
        _ = try decoder.send(packet)
      } catch {
        // A damaged packet costs its own pictures, not the rest of the stream.
        if !error.isInvalidData { throw error }
      }
      return
    }
  }
}
