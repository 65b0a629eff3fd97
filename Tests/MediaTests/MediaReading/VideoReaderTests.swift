import Foundation
import LibAV
import BaseValues
import MovieWriting
import OutputKinds
import Raster
import Testing
import TimelineModel
import SeededNumbers

@testable import MediaReading
@testable import MediaSources

@Suite("video reader")
struct VideoReaderTests {
  /// A movie of 90 pictures in three groups with B-pictures, and its source.
  private func movie(
    _ folder: WritingFolder, preset: String = "veryfast", sound: Bool = false
  ) throws -> MediaFile {
    let rate = try Media.rate(30000, per: 1001)
    var settings = Synthetic.settings(rate: rate, preset: preset)
    settings.size = Size(width: 160, height: 96)
    try writeMovie(
      folder.file("movie.mp4"), rate: rate, chunks: [40, 30, 20],
      sampleRate: sound ? 48_000 : nil, settings: settings)
    return try Media.probe(folder.file("movie.mp4"))
  }

  private func hashes(_ reader: VideoReader, _ order: [Int]) throws -> [Int: UInt64] {
    var result: [Int: UInt64] = [:]
    for number in order { result[number] = try reader.frame(number).hash }
    return result
  }

  /// The same, without damaged pictures.
  private func wholeHashes(_ reader: VideoReader, _ order: [Int]) throws -> [Int: UInt64] {
    var result: [Int: UInt64] = [:]
    for number in order {
      do throws(LibAVError) {
        result[number] = try reader.frame(number).hash
      } catch {
        guard error == .damagedPicture else { throw error }
      }
    }
    return result
  }

  @Test("every picture is the same forward, backward and shuffled")
  func orders() throws {
    let folder = try WritingFolder()
    let source = try movie(folder)
    let index = try #require(source.pictures?.index)
    #expect(index.keys.count == 3)
    #expect(index.entries.count == 90)
    #expect(
      source.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(30000, per: 1001), count: 90))

    let forward = try VideoReader(source, protocols: [])
    let expected = try hashes(forward, Array(0..<90))
    #expect(Set(expected.values).count == 90)
    #expect(forward.restarts == 1)
    for number in stride(from: 0, to: 90, by: 7) {
      let level = Int(Media.level(try forward.frame(number)))
      #expect(abs(level - Int(Synthetic.level(number))) <= 2)
    }

    let backward = try VideoReader(source, protocols: [])
    #expect(try hashes(backward, (0..<90).reversed()) == expected)
    // A group is decoded once for all of its pictures.
    #expect(backward.restarts <= 4, "\(backward.restarts)")

    var random = SeededGenerator(seed: 20)
    let shuffled = try VideoReader(source, protocols: [])
    #expect(try hashes(shuffled, (0..<90).shuffled(using: &random)) == expected)
  }

  @Test("reading on decodes on, and only a far picture is sought")
  func positioning() throws {
    let folder = try WritingFolder()
    let reader = try VideoReader(try movie(folder), protocols: [])
    for number in [0, 1, 5, 20, 39, 40, 41] { _ = try reader.frame(number) }
    #expect(reader.restarts == 1)
    _ = try reader.frame(41)
    #expect(reader.restarts == 1, "the last picture is kept")
    _ = try reader.frame(85)
    #expect(reader.restarts == 2)
    _ = try reader.frame(2)
    #expect(reader.restarts == 3)
  }

  @Test("two places of one file are played backwards by turns, each group decoded once for each")
  func placesBackwards() throws {
    let folder = try WritingFolder()
    let source = try movie(folder)
    let expected = try hashes(try VideoReader(source, protocols: []), Array(0..<90))
    let pool = ReaderPool(.file(source), protocols: [])
    for step in 0..<25 {
      #expect(try pool.frame(39 - step).hash == expected[39 - step])
      #expect(try pool.frame(89 - 2 * step).hash == expected[89 - 2 * step])
    }
    #expect(pool.count == 2)
    #expect(pool.restarts <= 6, "\(pool.restarts)")
  }

  @Test("two places of one file are read by turns without seeking back and forth")
  func places() throws {
    let folder = try WritingFolder()
    let source = try movie(folder)
    let expected = try hashes(try VideoReader(source, protocols: []), Array(0..<90))
    let pool = ReaderPool(.file(source), protocols: [])
    for step in 0..<20 {
      #expect(try pool.frame(step).hash == expected[step])
      #expect(try pool.frame(60 + step).hash == expected[60 + step])
    }
    #expect(pool.count == 2)
    #expect(pool.restarts == 2)
    for step in 20..<40 { #expect(try pool.frame(step).hash == expected[step]) }
    #expect(pool.count == 1, "a place that is read no more is closed")
  }

  @Test("many places of one file need no more readers than there may be")
  func manyPlaces() throws {
    let folder = try WritingFolder()
    let source = try movie(folder)
    let expected = try hashes(try VideoReader(source, protocols: []), Array(0..<90))
    let pool = ReaderPool(.file(source), protocols: [])
    for step in 0..<3 {
      for place in (0..<9).reversed() {
        let number = 10 * place + step
        #expect(try pool.frame(number).hash == expected[number])
      }
    }
    #expect(pool.count <= 6)
  }

  @Test("a picture that does not exist is an error, and the reader goes on")
  func outside() throws {
    let folder = try WritingFolder()
    let reader = try VideoReader(try movie(folder), protocols: [])
    #expect(throws: LibAVError.self) { try reader.frame(90) }
    #expect(throws: LibAVError.self) { try reader.frame(-1) }
    #expect(abs(Int(Media.level(try reader.frame(12))) - Int(Synthetic.level(12))) <= 2)
  }

  @Test("a movie cut short gives its beginning, the same in every order")
  func truncated() throws {
    let folder = try WritingFolder()
    _ = try movie(folder)
    let bytes = try folder.bytes("movie.mp4")
    let cut = folder.file("cut.mp4")
    try Data(bytes[..<(bytes.count * 7 / 10)]).write(to: URL(fileURLWithPath: cut))
    let source = try Media.probe(cut)
    let count = try #require(source.pictures?.index).entries.count
    #expect((20..<90).contains(count))
    let order = Array(0..<count)
    let expected = try wholeHashes(try VideoReader(source, protocols: []), order)
    #expect(expected.count >= count - 1, "only the last picture may be cut")
    #expect(try wholeHashes(try VideoReader(source, protocols: []), order.reversed()) == expected)
  }

  @Test("damage costs the damaged pictures, and which these are does not depend on the order")
  func damaged() throws {
    let folder = try WritingFolder()
    let whole = try movie(folder)
    let healthy = try hashes(try VideoReader(whole, protocols: []), Array(0..<90))
    var bytes = try folder.bytes("movie.mp4")
    // The index comes first in the file: what is hit in its second half is pictures.
    var random = SeededGenerator(seed: 4)
    for _ in 0..<40 {
      bytes[Int.random(in: bytes.count * 5 / 10..<bytes.count * 6 / 10, using: &random)] ^= 0x55
    }
    let hit = folder.file("hit.mp4")
    try Data(bytes).write(to: URL(fileURLWithPath: hit))
    let source = try Media.probe(hit)
    let order = Array(0..<(try #require(source.pictures?.index).entries.count))
    let forward = try wholeHashes(try VideoReader(source, protocols: []), order)
    #expect(forward.count < healthy.count)
    let wrong = forward.keys.filter { healthy[$0] != forward[$0] }.sorted()
    // Damage in the last rows of a picture may leave a stream that reads well.
    #expect(wrong.count <= 1, "what is given is whole")
    #expect(forward[0] != nil)
    #expect(forward[89] != nil, "the group after the damage is whole")
    #expect(try wholeHashes(try VideoReader(source, protocols: []), order.reversed()) == forward)
    #expect(
      try wholeHashes(try VideoReader(source, protocols: []), order.shuffled(using: &random))
        == forward)
  }

  @Test("an index that names pictures and key packets which are not there shows the neighbours")
  func wrongIndex() throws {
    let folder = try WritingFolder()
    var source = try movie(folder)
    let index = try #require(source.pictures?.index)
    // Pretends that there were a picture between any two, and key packets nowhere in the file.
    let ticks = index.entries.map(\.presentation)
    let step = ticks[1] - ticks[0]
    var packets: [IndexedPacket] = []
    for (number, tick) in ticks.enumerated() {
      packets.append(
        IndexedPacket(
          presentation: tick, decoding: tick, duration: step, isKey: number % 40 == 0, isShown: true
        ))
      packets.append(
        IndexedPacket(
          presentation: tick + step / 2, decoding: tick + step / 2, duration: step,
          isKey: number == 50, isShown: true))
    }
    source.pictures?.index = FrameTable(packets: packets, timeBase: index.timeBase, origin: .zero)
    let reader = try VideoReader(source, protocols: [])
    for number in [3, 101, 178, 7, 120] {
      let level = Int(Media.level(try reader.frame(number)))
      #expect(abs(level - Int(Synthetic.level(number / 2))) <= 2, "picture \(number)")
    }
  }

  @Test("moving pictures of raw video have every order, too")
  func rawVideo() throws {
    let folder = try WritingFolder()
    var file = Array("YUV4MPEG2 W32 H16 F24000:1001 Ip A1:1 C420mpeg2\n".utf8)
    for picture in 0..<30 {
      file += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(16 + picture * 4), count: 512)
      file += [UInt8](repeating: 128, count: 256)
    }
    try Data(file).write(to: URL(fileURLWithPath: folder.file("raw.y4m")))
    let source = try Media.probe(folder.file("raw.y4m"))
    #expect(
      source.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(24000, per: 1001), count: 30))
    let reader = try VideoReader(source, protocols: [])
    for number in [29, 0, 17, 16, 3, 28] {
      #expect(Media.level(try reader.frame(number)) == UInt8(16 + number * 4))
    }
  }
}
