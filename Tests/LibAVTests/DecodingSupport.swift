import Foundation
import LibAV

/// A folder that is gone after the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A stereo 16-bit WAV file: left holds `frame`, right `-frame`.
func waveFile(frames: Int, sampleRate: Int = 48_000, channels: Int = 2) -> [UInt8] {
  func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let dataSize = frames * channels * 2
  var file: [UInt8] = []
  file += Array("RIFF".utf8) + little(36 + dataSize, 4) + Array("WAVEfmt ".utf8)
  file += little(16, 4) + little(1, 2) + little(channels, 2) + little(sampleRate, 4)
  file += little(sampleRate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2)
  file += Array("data".utf8) + little(dataSize, 4)
  for frame in 0..<frames {
    for channel in 0..<channels { file += little(channel == 0 ? frame : -frame, 2) }
  }
  return file
}

/// A 4:2:0 YUV4MPEG2 file; every luma sample of picture k is `16 + k`, every chroma sample 128.
func rawVideoFile(width: Int, height: Int, pictures: Int, rate: String = "25:1") -> [UInt8] {
  var file = Array("YUV4MPEG2 W\(width) H\(height) F\(rate) Ip A1:1 C420mpeg2\n".utf8)
  let chroma = ((width + 1) / 2) * ((height + 1) / 2)
  for picture in 0..<pictures {
    file += Array("FRAME\n".utf8)
    file += [UInt8](repeating: UInt8(16 + picture), count: width * height)
    file += [UInt8](repeating: 128, count: 2 * chroma)
  }
  return file
}

/// What one pass over a stream gave.
struct Pass: Equatable {
  var timestamps: [Int64?] = []
  var sums: [Int] = []
  var errors = 0
}

/// Decodes a whole video stream; `sums` are the luma sums of its pictures.
func decodeVideo(
  _ input: inout InputFile, stream: Int, options: Decoder.Options = Decoder.Options(),
  limit: Int = .max
) throws -> Pass {
  var decoder = try Decoder(input, stream: stream, options: options)
  var pass = Pass()
  func receive(_ decoder: inout Decoder) throws {
    while pass.sums.count < limit {
      switch try decoder.receiveVideo() {
      case .frame(let frame):
        pass.timestamps.append(frame.timestamp)
        var sum = 0
        for y in 0..<min(frame.height, 4) {
          let row = frame.row(y, ofPlane: 0)
          for x in row.indices { sum += Int(row[x]) }
        }
        pass.sums.append(sum)
      case .needsInput: return
      case .endOfStream: return
      }
    }
  }
  while pass.sums.count < limit, let packet = try input.readPacket() {
    guard packet.streamIndex == stream else { continue }
    do {
      if try !decoder.send(packet) {
        try receive(&decoder)
        _ = try decoder.send(packet)
      }
      try receive(&decoder)
    } catch {
      pass.errors += 1
    }
  }
  _ = try? decoder.sendEnd()
  try receive(&decoder)
  return pass
}

/// Decodes a whole audio stream to its frame count and the number of errors.
func decodeAudio(
  _ input: inout InputFile, stream: Int, options: Decoder.Options = Decoder.Options(),
  limit: Int = .max, each: (borrowing AudioFrame) throws -> Void = { _ in }
) throws -> (samples: Int, errors: Int) {
  var decoder = try Decoder(input, stream: stream, options: options)
  var samples = 0
  var errors = 0
  func receive(_ decoder: inout Decoder) throws {
    while true {
      switch try decoder.receiveAudio() {
      case .frame(let block):
        samples += block.sampleCount
        try each(block)
      case .needsInput: return
      case .endOfStream: return
      }
    }
  }
  while samples < limit, let packet = try input.readPacket() {
    guard packet.streamIndex == stream else { continue }
    do {
      if try !decoder.send(packet) {
        try receive(&decoder)
        _ = try decoder.send(packet)
      }
      try receive(&decoder)
    } catch is LibAVError {
      errors += 1
    }
  }
  _ = try? decoder.sendEnd()
  try receive(&decoder)
  return (samples, errors)
}
