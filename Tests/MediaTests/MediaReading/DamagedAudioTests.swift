import AudioMixing
import Foundation
import LibAV
import MovieWriting
import BaseValues
import OutputKinds
import PlanModel
import Raster
import Testing

@testable import MediaReading
@testable import MediaSources

@Suite("damaged sound")
struct DamagedAudioTests {
  private let folder: WritingFolder

  init() throws { folder = try WritingFolder() }

  /// Eight seconds of sound in AAC, of which some packets are turned over.
  private func source(damagedAt packets: Range<Int>) throws -> MediaFile {
    let rate = try Media.rate(25)
    var settings = Synthetic.settings(rate: rate, preset: "veryfast")
    settings.size = Size(width: 64, height: 48)
    try writeMovie(
      folder.file("movie.mp4"), rate: rate, chunks: [100, 100], sampleRate: 48_000,
      settings: settings)
    var bytes = try folder.bytes("movie.mp4")
    var input = try InputFile(path: folder.file("movie.mp4"))
    let stream = input.streams.first { $0.kind == .audio }?.index
    var number = 0
    while let packet = try input.readPacket() {
      guard packet.streamIndex == stream else { continue }
      if packets.contains(number), let position = packet.position {
        for byte in Int(position)..<Int(position) + packet.size { bytes[byte] = 0xff }
      }
      number += 1
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("hit.mp4")))
    return try Media.probe(folder.file("hit.mp4"))
  }

  /// Damaged samples of the ranges that are read, in order.
  private func damage(_ source: MediaFile, _ ranges: [Range<Int64>]) throws -> [Range<Int64>] {
    let reader = AudioReader(
      try AudioStream(.file(source), protocols: []), rate: 48_000, channels: 2)
    var found: [Range<Int64>] = []
    for range in ranges {
      var buffer = AudioBuffer(channelCount: 2, frameCount: range.count)
      try reader.read(from: range.lowerBound, into: &buffer)
      found += reader.damage
      for piece in reader.damage {
        let silent = buffer.channels[0][
          Int(piece.lowerBound - range.lowerBound)..<Int(piece.upperBound - range.lowerBound)]
        #expect(silent.allSatisfy { $0 == 0 }, "\(piece)")
      }
    }
    return found
  }

  @Test("samples that cannot be decoded are found, whatever was read before")
  func found() throws {
    let source = try source(damagedAt: 100..<104)
    let all = try damage(source, [0..<(8 * 48_000)])
    #expect(all.count == 1)
    let hole = try #require(all.first)
    #expect((3 * 1024...6 * 1024).contains(hole.count), "\(hole)")
    #expect((98 * 1024...102 * 1024).contains(hole.lowerBound), "\(hole)")
    let block: Int64 = 4800
    let blocks = (0..<80).map { ($0 * block)..<(($0 + 1) * block) }
    for order in [blocks, blocks.reversed()] {
      let pieces = try damage(source, order).sorted { $0.lowerBound < $1.lowerBound }
      #expect(pieces.reduce(0) { $0 + $1.count } == hole.count)
      #expect(pieces.first?.lowerBound == hole.lowerBound)
    }
    #expect(
      try damage(source, [0..<90_000, 120_000..<300_000]).isEmpty, "only what is used counts")
  }

  @Test("what cannot be decoded at the end of a stream is not there")
  func ends() throws {
    let source = try source(damagedAt: 374..<380)
    #expect(try damage(source, [0..<(9 * 48_000)]).isEmpty)
  }
}
