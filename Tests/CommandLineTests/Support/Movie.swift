import LibAV
import BaseValues

/// A movie read back without any of Cutlist's own indexing: decoded from start to end.
struct Movie {
  struct Picture {
    var time: Rational
    var width: Int
    var height: Int
    /// `width` × `height` samples.
    var luma: [UInt8]

    /// Mean absolute difference of luma.
    func distance(to other: Picture) -> Double {
      guard luma.count == other.luma.count, !luma.isEmpty else { return .infinity }
      var sum = 0
      for (one, two) in zip(luma, other.luma) { sum += abs(Int(one) - Int(two)) }
      return Double(sum) / Double(luma.count)
    }
  }

  /// In order of presentation.
  var pictures: [Picture] = []
  /// First channel of the sound; sample 0 is heard at time 0.
  var samples: [Float] = []
  var sampleRate = 0
  var sampleCount: Int { samples.count }

  init(_ path: String) throws {
    var input = try InputFile(path: path)
    let streams = input.streams
    var video: Decoder?
    var sound: Decoder?
    for stream in streams {
      if stream.kind == .video { video = try Decoder(input, stream: stream.index) }
      if stream.kind == .audio { sound = try Decoder(input, stream: stream.index) }
    }
    while let packet = try input.readPacket() {
      let stream = streams[packet.streamIndex]
      if stream.kind == .video {
        _ = try video?.send(packet)
        try receivePictures(&video, stream)
      } else if stream.kind == .audio {
        _ = try sound?.send(packet)
        try receiveSound(&sound, stream)
      }
    }
    for stream in streams {
      if stream.kind == .video {
        _ = try video?.sendEnd()
        try receivePictures(&video, stream)
      } else if stream.kind == .audio {
        _ = try sound?.sendEnd()
        try receiveSound(&sound, stream)
      }
    }
  }

  private mutating func receivePictures(
    _ decoder: inout Decoder?, _ stream: StreamDescription
  ) throws {
    while case .frame(let frame)? = try decoder?.receiveVideo() {
      var picture = Picture(
        time: try Self.time(frame.timestamp, stream), width: frame.width, height: frame.height,
        luma: [])
      picture.luma.reserveCapacity(frame.width * frame.height)
      for y in 0..<frame.height {
        let row = frame.row(y, ofPlane: 0)
        let bits =
          frame.formatName.contains("12le") ? 12 : frame.formatName.contains("10le") ? 10 : 8
        if bits == 8 {
          // Safe: the row is as long as it says. Pixel by pixel debug builds take long.
          unsafe row.withUnsafeBufferPointer { unsafe picture.luma.append(contentsOf: $0) }
        } else {
          for x in 0..<row.count / 2 {
            let code = Int(row[2 * x]) | Int(row[2 * x + 1]) << 8
            picture.luma.append(UInt8(truncatingIfNeeded: code >> (bits - 8)))
          }
        }
      }
      pictures.append(picture)
    }
  }

  private mutating func receiveSound(
    _ decoder: inout Decoder?, _ stream: StreamDescription
  ) throws {
    while case .frame(let frame)? = try decoder?.receiveAudio() {
      sampleRate = frame.sampleRate
      // Where the container says the block is heard; what lies before 0 is not.
      let start = Int(
        try (Self.time(frame.timestamp, stream) * Rational(Int64(sampleRate))).rounded())
      if frame.formatName == "fltp" {
        take(frame, from: start)
      } else {
        var resampler = try Resampler(
          from: AudioFormat(
            sampleFormat: frame.formatName, layout: frame.layout, sampleRate: sampleRate),
          sampleRate: sampleRate)
        if let converted = try resampler.convert(frame) { take(converted, from: start) }
      }
    }
  }

  private mutating func take(_ frame: borrowing AudioFrame, from start: Int) {
    samples.append(frame, from: start)
  }

  private static func time(
    _ timestamp: Int64?, _ stream: StreamDescription
  ) throws -> Rational {
    let base = stream.timeBase
    return Rational((timestamp ?? 0) * Int64(base.numerator), Int64(base.denominator)) ?? .zero
  }
}

extension Movie.Picture {
  /// The code of a counter that fills the picture; `nil` where it cannot be read beyond doubt.
  var code: FrameCode? {
    FrameCode(width: width, height: height) { x, y in Int(luma[y * width + x]) }
  }
}
