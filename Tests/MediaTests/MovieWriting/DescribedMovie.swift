import BaseValues
import Foundation
import LibAV
import MovieBoxes
import MovieWriting
import OutputKinds
import Raster
import Rendering

/// A short movie with a description, in any container.
struct DescribedMovie {
  var container = MovieContainer.mp4
  var description = MovieDescription()
  var frameCount = 30
  var rate = FrameRate(30_000, per: 1001)!
  var soundCount = 1
  var hasPictures = true
  var packetCount: Int? = 1000
  var size = Size(width: 64, height: 64)
  /// The ones of the container that are quickest.
  var codecs: (video: VideoCodec, audio: AudioCodec)?

  private var video: VideoCodec { codecs?.video ?? (container.name == "webm" ? .vp9 : .h264) }
  private var audio: AudioCodec { codecs?.audio ?? (container.name == "webm" ? .opus : .aac) }

  /// Samples of its sound.
  var sampleCount: Int {
    frameCount * 48_000 * Int(rate.seconds) / Int(rate.frames)
  }

  func write(_ path: String) throws {
    var settings = VideoEncoderSettings(
      VideoEncoding(video, preset: video.fastPreset), size: size, rate: rate)
    if video.tunings.contains("zerolatency") { settings.tune = "zerolatency" }
    var encoder = try AudioTrackEncoder(AudioEncoderSettings(AudioEncoding(audio, channels: 2)))
    var tracks: [MovieTrack] = hasPictures ? [.pictures(settings)] : []
    tracks += Array(repeating: .sound(encoder.parameters), count: soundCount)
    var writer = try MovieWriter(
      path: path, tracks: tracks, packetCount: packetCount, container: container,
      description: description)
    if hasPictures {
      try writer.append(chunk(settings), to: 0)
    }
    let sound = Synthetic.sound(from: 0, count: sampleCount, rate: 48_000)
    let packets = try encoder.append(sound) + encoder.finish()
    for number in 0..<soundCount {
      try writer.append(
        EncodedChunk(parameters: [], packets: packets, frameCount: 0),
        to: number + (hasPictures ? 1 : 0))
    }
    try writer.finish()
  }

  /// Flat pictures of any depth.
  private func chunk(_ settings: VideoEncoderSettings) throws -> EncodedChunk {
    let encoder = try VideoChunkEncoder(settings)
    for number in 0..<frameCount {
      var picture = MutableImage(format: PixelFormat(depth: settings.bitDepth), size: size)
      if settings.bitDepth == 8 {
        picture.fill(y: Synthetic.level(number), u: 128, v: 128)
      } else {
        for plane in 0..<3 { picture.fill(plane: plane, UInt16(plane == 0 ? 100 + number : 512)) }
      }
      try encoder.encode(picture.freeze())
    }
    return try encoder.finish()
  }

  /// Samples that libav makes of the first track of sound.
  static func heardSamples(_ path: String) throws -> Int {
    var input = try InputFile(path: path)
    guard let stream = input.streams.first(where: { $0.kind == .audio }) else { return 0 }
    var decoder = try Decoder(input, stream: stream.index)
    var count = 0
    while let packet = try input.readPacket() {
      guard packet.streamIndex == stream.index else { continue }
      _ = try decoder.send(packet)
      while case .frame(let frame) = try decoder.receiveAudio() { count += frame.sampleCount }
    }
    _ = try decoder.sendEnd()
    while case .frame(let frame) = try decoder.receiveAudio() { count += frame.sampleCount }
    return count
  }

  /// The bytes of the movie.
  func bytes() throws -> [UInt8] {
    let folder = try WritingFolder()
    try write(folder.file("a" + container.ending))
    return try folder.bytes("a" + container.ending)
  }

  /// The boxes of the movie.
  func boxes() throws -> [Box] { try Box.boxes(in: bytes()) }

  /// The index of the movie.
  func index() throws -> Box {
    guard let index = try boxes().first(where: { $0.type == "moov" }) else { throw Missing() }
    return index
  }

  struct Missing: Error {}
}

/// Fields of ISO/IEC 14496-12, by their places.
extension Box {
  var tracks: [Box] { children.filter { $0.type == "trak" } }

  func number(_ place: Int, _ count: Int = 4) -> Int {
    guard bytes.count >= place + count else { return -1 }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Of a track; all headers are of version 0 in short movies.
  var trackNumber: Int { self["tkhd"]?.number(12) ?? -1 }
  var trackFlags: Int { self["tkhd"]?.number(1, 3) ?? -1 }
  var alternateGroup: Int { self["tkhd"]?.number(34, 2) ?? -1 }
  var languageCode: Int { box("mdia", "mdhd")?.number(20, 2) ?? -1 }
  var handler: String {
    String(decoding: box("mdia", "hdlr")?.bytes.dropFirst(8).prefix(4) ?? [], as: UTF8.self)
  }
  var handlerName: [UInt8] { Array(box("mdia", "hdlr")?.bytes.dropFirst(24) ?? []) }
  var table: Box? { box("mdia", "minf", "stbl") }
  var timeRuns: [[Int]] {
    guard let box = table?["stts"] else { return [] }
    return (0..<box.number(4)).map { [box.number(8 + 8 * $0), box.number(12 + 8 * $0)] }
  }
  var references: [String: [Int]] {
    var result: [String: [Int]] = [:]
    for box in self["tref"]?.children ?? [] {
      result[box.type.description, default: []] += stride(from: 0, to: box.bytes.count, by: 4)
        .map { box.number($0) }
    }
    return result
  }

  /// Samples of a track whose samples lie in one piece.
  func samples(in file: [UInt8]) -> [[UInt8]] {
    guard let offsets = table?["stco"], let sizes = table?["stsz"], offsets.number(4) == 1 else {
      return []
    }
    var place = offsets.number(8)
    return (0..<sizes.number(8)).map { number in
      let size = sizes.number(4) == 0 ? sizes.number(12 + 4 * number) : sizes.number(4)
      defer { place += size }
      return Array(file[place..<(place + size)])
    }
  }

  /// Where the chunks of a track lie.
  var chunkOffsets: [Int] {
    if let box = table?["stco"] { return (0..<box.number(4)).map { box.number(8 + 4 * $0) } }
    guard let box = table?["co64"] else { return [] }
    return (0..<box.number(4)).map { box.number(8 + 8 * $0, 8) }
  }
}
