import AudioMixing
import Foundation
import FileSystem
import LibAV
import BaseValues
import MovieWriting
import OutputKinds
import PlanModel
import Raster
import Rendering
import TimelineModel

/// A folder that is gone after the test.
final class WritingFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/cutlist-writing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Names in the folder, hidden ones too, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func file(_ name: String) -> String { path + "/" + name }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

enum Synthetic {
  static let size = Size(width: 320, height: 180)

  /// Luma of frame `number`: flat, so that a decoded frame tells which one it is.
  static func level(_ number: Int) -> UInt8 { UInt8(24 + number % 200) }

  /// Frame `number`: a flat grey and a square that moves by a pixel a frame.
  static func frame(
    _ number: Int, size: Size = size, bitDepth: Int = 8, pool: ImagePool? = nil
  ) -> Image {
    if bitDepth > 8 {
      var picture = MutableImage(format: .yuv420p10, size: size, pool: pool)
      let unit = UInt16(1) << UInt16(bitDepth - 8)
      picture.fill(
        ColorCodes<UInt16>(
          y: UInt16(level(number)) * unit, cb: 128 * unit, cr: 128 * unit))
      return picture.freeze()
    }
    var picture = MutableImage(format: .yuv420p8, size: size, pool: pool)
    picture.fill(y: level(number), u: 128, v: 128)
    let left = number % max(1, size.width - 16)
    for y in 0..<min(16, size.height) {
      var row = picture.mutableRow(0, y)
      for x in left..<min(left + 16, size.width) { row[x] = 235 }
    }
    return picture.freeze()
  }

  /// A 441 Hz square wave, at a tenth of full scale, from sample `start` of the movie on.
  static func sound(from start: Int, count: Int, rate: Int, channels: Int = 2) -> AudioBuffer {
    var buffer = AudioBuffer(channelCount: channels, frameCount: count)
    for channel in 0..<channels {
      buffer.withChannel(channel) { samples in
        for index in samples.indices {
          samples[index] = ((start + index) * 882 / rate) % 2 == 0 ? 0.1 : -0.1
        }
      }
    }
    return buffer
  }

  static func settings(
    rate: FrameRate, size: Size = size, gopFrames: Int = 60, preset: String = "ultrafast"
  ) -> VideoEncoderSettings {
    VideoEncoderSettings(
      size: size, rate: rate, rateControl: .crf(tenths: 235), preset: preset,
      gopFrames: gopFrames)
  }

  /// Frames `range`, encoded on their own.
  static func chunk(_ range: Range<Int>, _ settings: VideoEncoderSettings) throws -> EncodedChunk {
    let encoder = try VideoChunkEncoder(settings)
    for number in range {
      try encoder.encode(
        frame(number, size: settings.size, bitDepth: settings.bitDepth))
    }
    return try encoder.finish()
  }
}

/// Movies of one track of pictures, one of sound, or both.
extension MovieWriter {
  init(
    path: String, video: VideoEncoderSettings?, sound: StreamParameters?
  ) throws(MovieWriteError) {
    try self.init(
      path: path, tracks: (video.map { [.pictures($0)] } ?? []) + (sound.map { [.sound($0)] } ?? [])
    )
  }

  /// Appends pictures.
  mutating func append(_ chunk: EncodedChunk) throws(MovieWriteError) { try append(chunk, to: 0) }

  /// Appends sound.
  ///
  /// - Parameter track: 1 behind pictures.
  mutating func append(
    sound packets: [EncodedPacket], to track: Int = 0
  ) throws(MovieWriteError) {
    try append(EncodedChunk(parameters: [], packets: packets, frameCount: 0), to: track)
  }
}

extension VideoEncoderSettings {
  init(_ output: PlannedOutput) {
    self.init(output.video, size: output.size, rate: output.rate)
  }
}

/// Writes a movie of `frameCount` frames in chunks of the given lengths, and as much sound.
func writeMovie(
  _ path: String, rate: FrameRate, chunks: [Int], sampleRate: Int? = 48_000,
  settings: VideoEncoderSettings? = nil, soundFirst: Bool = false
) throws {
  let settings = settings ?? Synthetic.settings(rate: rate)
  let frameCount = chunks.reduce(0, +)
  let end = try FrameGrid(rate).time(of: FrameIndex(Int64(frameCount)))
  var sound = try sampleRate.map { rate in
    try AudioTrackEncoder(AudioEncoderSettings(bitRate: 96_000, sampleRate: rate, channels: 2))
  }
  let parameters = sound?.parameters
  var writer = try MovieWriter(path: path, video: settings, sound: parameters)

  var packets: [EncodedPacket] = []
  if let sampleRate {
    let total = Int(SampleGrid(rate: sampleRate).nearestSample(to: end).value)
    for start in stride(from: 0, to: total, by: 10_000) {
      let block = Synthetic.sound(
        from: start, count: min(10_000, total - start), rate: sampleRate)
      packets += try sound?.append(block) ?? []
    }
    packets += try sound?.finish() ?? []
    if soundFirst { try writer.append(sound: packets, to: 1) }
  }
  var start = 0
  for count in chunks {
    try writer.append(Synthetic.chunk(start..<start + count, settings))
    start += count
  }
  if sampleRate != nil, !soundFirst { try writer.append(sound: packets, to: 1) }
  try writer.finish()
}

/// What reading a movie back gave.
struct ReadBack {
  struct Packet: Equatable {
    var presentation: Rational
    var isKey: Bool
  }

  var streams: [StreamDescription] = []
  /// Of the video stream, in order of presentation.
  var pictures: [Packet] = []
  /// Middle luma sample of each decoded picture, in order of presentation.
  var levels: [UInt8] = []
  /// First channel of the decoded sound.
  var samples: [Float] = []

  init(_ path: String) throws {
    var input = try InputFile(path: path)
    streams = input.streams
    var decoders: [Int: Int] = [:]
    var video: Decoder?
    var audio: Decoder?
    for stream in streams {
      decoders[stream.index] = stream.index
      if stream.kind == .video { video = try Decoder(input, stream: stream.index) }
      if stream.kind == .audio { audio = try Decoder(input, stream: stream.index) }
    }
    while let packet = try input.readPacket() {
      let stream = streams[packet.streamIndex]
      if stream.kind == .video {
        let base = stream.timeBase
        let time = Rational(
          (packet.presentationTimestamp ?? 0) * Int64(base.numerator), Int64(base.denominator))
        pictures.append(Packet(presentation: time ?? .zero, isKey: packet.isKey))
        _ = try video?.send(packet)
        try receivePictures(&video)
      } else {
        _ = try audio?.send(packet)
        try receiveSound(&audio)
      }
    }
    _ = try video?.sendEnd()
    try receivePictures(&video)
    _ = try audio?.sendEnd()
    try receiveSound(&audio)
    pictures.sort { $0.presentation < $1.presentation }
  }

  private mutating func receivePictures(_ decoder: inout Decoder?) throws {
    while case .frame(let frame)? = try decoder?.receiveVideo() {
      levels.append(frame.row(frame.height - 8, ofPlane: 0)[frame.width / 2])
    }
  }

  private mutating func receiveSound(_ decoder: inout Decoder?) throws {
    while case .frame(let frame)? = try decoder?.receiveAudio() {
      let channel = frame.channel(0)
      for index in channel.indices { samples.append(channel[index]) }
      // Of words only the number counts.
      if channel.isEmpty { samples += [Float](repeating: 0, count: frame.sampleCount) }
    }
  }

  func stream(_ kind: StreamDescription.Kind) -> StreamDescription? {
    streams.first { $0.kind == kind }
  }
}

extension StreamDescription {
  /// When the stream begins and how long it lasts, in seconds.
  var exactStart: Rational? { startTime.flatMap(seconds) }
  var exactDuration: Rational? { duration.flatMap(seconds) }

  private func seconds(_ units: Int64) -> Rational? {
    Rational(units * Int64(timeBase.numerator), Int64(timeBase.denominator))
  }
}

/// A program of the system, where it is installed.
enum Tool {
  static func isInstalled(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + name)
  }

  /// What the program printed.
  static func run(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/" + name)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
