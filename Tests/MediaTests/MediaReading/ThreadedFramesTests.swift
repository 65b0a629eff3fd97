import Foundation
import LibAV
import MovieWriting
import BaseValues
import OutputKinds
import SeededNumbers
import Testing

@testable import MediaReading
@testable import MediaSources

@Suite("pictures decoded by several threads")
struct ThreadedFramesTests {
  private let folder: WritingFolder

  init() throws { folder = try WritingFolder() }

  /// A movie of 90 pictures in groups of 40, 30 and 20.
  private func movie() throws -> MediaFile {
    let rate = try Media.rate(25)
    var settings = Synthetic.settings(rate: rate, preset: "veryfast")
    settings.size = Size(width: 160, height: 96)
    try writeMovie(
      folder.file("movie.mp4"), rate: rate, chunks: [40, 30, 20], sampleRate: nil,
      settings: settings)
    return try Media.probe(folder.file("movie.mp4"))
  }

  /// The movie's bytes and where its packets lie in them.
  private func packets() throws -> (bytes: [UInt8], places: [Range<Int>]) {
    var places: [Range<Int>] = []
    var input = try InputFile(path: folder.file("movie.mp4"))
    while let packet = try input.readPacket() {
      let position = packet.position
      let start = Int(try #require(position))
      places.append(start..<start + packet.size)
    }
    return (try folder.bytes("movie.mp4"), places)
  }

  /// What each picture is; `nil` for those that are refused.
  private func pictures(_ frames: any StoredFrames, _ order: [Int]) throws -> [Int: UInt64?] {
    var result: [Int: UInt64?] = [:]
    for number in order {
      do throws(LibAVError) {
        result[number] = .some(try frames.frame(number).hash)
      } catch {
        guard error == .damagedPicture else { throw error }
        result[number] = .some(nil)
      }
    }
    return result
  }

  @Test("are those of one thread, in every order", arguments: [2, 4])
  func same(threads: Int) throws {
    let source = try movie()
    let order = Array(0..<90)
    let expected = try pictures(try VideoReader(source, protocols: []), order)
    #expect(Set(expected.values).count == 90)
    var random = SeededGenerator(seed: UInt64(threads))
    for order in [order, order.reversed(), order.shuffled(using: &random)] {
      let frames = try ThreadedFrames(source, protocols: [], threads: threads)
      #expect(try pictures(frames, order) == expected)
    }
  }

  @Test("are read on without a seek, and two are as far apart as with one")
  func positions() throws {
    let source = try movie()
    let frames = try ThreadedFrames(source, protocols: [], threads: 2)
    frames.kept = 3
    for number in [0, 1, 2] { _ = try frames.frame(number) }
    #expect(frames.restarts == 1)
    #expect(frames.count == 90)
    #expect(frames.distance(to: 0) == 0, "what is kept is at hand")
    #expect(frames.distance(to: 12) == 10)
    #expect(frames.distance(to: 88) == nil)
    #expect(frames.steps(backTo: 1))
  }

  @Test("of a damaged file are those of one thread, refused ones too", arguments: 0..<24)
  func damaged(seed: Int) throws {
    _ = try movie()
    var (bytes, places) = try packets()
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = places[Int.random(in: 1..<places.count, using: &random)]
      if seed.isMultiple(of: 3) {
        // A slice that the decoder is not to know is not there at all.
        bytes[place.lowerBound + 4] |= 31
      } else {
        for _ in 0..<4 {
          let byte = Int.random(in: place.lowerBound + 5..<place.upperBound, using: &random)
          bytes[byte] ^= UInt8.random(in: 1...255, using: &random)
        }
      }
    }
    let hit = folder.file("hit.mp4")
    try Data(bytes).write(to: URL(fileURLWithPath: hit))
    let source = try Media.probe(hit)
    let order = Array(0..<source.pictures!.index!.entries.count).shuffled(using: &random)
    let expected = try pictures(try VideoReader(source, protocols: []), order)
    let frames = try ThreadedFrames(source, protocols: [], threads: 4)
    #expect(try pictures(frames, order) == expected)
  }
}
