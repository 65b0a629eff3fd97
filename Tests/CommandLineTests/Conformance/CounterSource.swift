import LibAV
import BaseValues

/// A file of numbered pictures as libav gives it from beginning to end: what its reading by number
/// and time is held against. Nothing of Cutlist's own indexing is in it.
struct CounterSource {
  /// Presentation times on the container's clock, in seconds, rising.
  var times: [Rational] = []
  /// What is written in each picture.
  var codes: [FrameCode?] = []
  /// When the first sound is heard on the container's clock.
  var firstSound: Rational?

  init(_ path: String) throws {
    var input = try InputFile(path: path)
    let streams = input.streams
    guard let picture = streams.first(where: { $0.kind == .video }) else { return }
    let sound = streams.first { $0.kind == .audio }
    var decoder: Decoder? = try Decoder(input, stream: picture.index)
    var audioDecoder = try sound.map { try Decoder(input, stream: $0.index) }
    while let packet = try input.readPacket() {
      if packet.streamIndex == picture.index {
        _ = try decoder?.send(packet)
        try receive(&decoder, picture)
      } else if packet.streamIndex == sound?.index, firstSound == nil, let sound {
        _ = try audioDecoder?.send(packet)
        if case .frame(let frame)? = try audioDecoder?.receiveAudio(), let time = frame.timestamp {
          firstSound = try Self.time(time, sound)
        }
      }
    }
    _ = try decoder?.sendEnd()
    try receive(&decoder, picture)
  }

  private mutating func receive(
    _ decoder: inout Decoder?, _ stream: StreamDescription
  ) throws {
    while case .frame(let frame)? = try decoder?.receiveVideo() {
      times.append(try Self.time(frame.timestamp ?? 0, stream))
      // Bytes of a sample and where in it the luma (or the green) is seen best.
      let bytes = frame.row(0, ofPlane: 0).count / max(1, frame.width)
      let isDeep = bytes == 2
      codes.append(
        FrameCode(width: frame.width, height: frame.height) { x, y in
          let row = frame.row(y, ofPlane: 0)
          if isDeep { return (Int(row[2 * x]) | Int(row[2 * x + 1]) << 8) >> 2 }
          return Int(row[bytes * x + (bytes > 1 ? 1 : 0)])
        })
    }
  }

  private static func time(_ time: Int64, _ stream: StreamDescription) throws -> Rational {
    let base = stream.timeBase
    return Rational(time * Int64(base.numerator), Int64(base.denominator)) ?? .zero
  }

  /// Times counted from the presentation's start.
  ///
  /// A movie file (`.mp4`, `.mov`) has a clock that begins at 0. Elsewhere the presentation begins
  /// with the earlier of picture and sound, less than a frame of sound left out, so that pictures
  /// begin on their own grid.
  ///
  /// - Parameters:
  ///   - hasClock: whether the container's clock begins at 0.
  ///   - rate: pictures a second where the container's clock is too coarse to say.
  func presented(hasClock: Bool, rate: Rational?) throws -> [Rational] {
    guard let first = times.first, times.count > 1 else { return times }
    if hasClock { return times }
    let grid = try rate ?? Rational(1) / (times[1] - first)
    var start = first
    if let firstSound, firstSound < first {
      start = try first - Rational(((first - firstSound) * grid).floor()) / grid
    }
    return try times.enumerated().map { place, time in
      guard let rate else { return try time - start }
      return try Rational(Int64(place)) / rate + (first - start)
    }
  }
}

/// The number of the picture shown at `time`: of the one whose [time, next time) holds it, of the
/// first one before that.
///
/// - Parameter times: rising.
func pictureShown(at time: Rational, _ times: [Rational]) -> Int {
  var low = 0
  var high = times.count
  while low < high {
    let middle = (low + high) / 2
    if times[middle] <= time { low = middle + 1 } else { high = middle }
  }
  return max(0, low - 1)
}
