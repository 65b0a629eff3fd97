import FileSystem
import Foundation
import BaseValues
import LibAV
import Raster
import Testing
import TimelineModel

@testable import ChunkStorage
@testable import MediaSources

@Suite("facts file")
struct FactsFileTests {
  private static let place = MediaLocator.Place.file(path: "/media/a.mov")

  private func decode(_ bytes: [UInt8], key: String = "key") -> MediaFile? {
    FactsFile.decode(
      bytes, key: key, contentHash: "file:1", writtenPath: "a.mov", place: Self.place)
  }

  private func source(_ video: VideoFacts?, _ audio: AudioFacts? = nil) -> MediaFile {
    MediaFile(
      "a.mov", at: Self.place, facts: MediaFacts(video: video, audio: audio, contentHash: "file:1"))
  }

  private var details: FileDetails {
    var details = FileDetails()
    details.format = "mov,mp4"
    details.announcedDuration = Rational(1001, 30_000)
    details.recorded = "2024-05-01T10:11:12.000000Z"
    details.streams = FileDetails.Stream.Kind.allCases.map { kind in
      FileDetails.Stream(
        index: 3, kind: kind, number: kind == .audio ? 1 : nil, mediaType: kind.rawValue,
        codec: "c", profile: kind == .video ? "High" : nil, isDefault: kind == .video,
        language: kind == .audio ? "deu" : nil, title: kind == .other ? "Ünder" : nil,
        roles: kind == .audio ? ["dub", "forced"] : [],
        tags: kind == .other ? [.init(name: "A", value: "ü")] : [],
        byteCount: kind == .cover ? 1234 : 0, width: 4,
        height: 2, sampleRate: .max >> 32, channels: 6, layout: "5.1", sampleFormat: "fltp")
    }
    details.coding = FileDetails.Coding(
      pixelFormat: "yuv420p", bitDepth: 8,
      tagged: .init(ColorTags(matrix: .bt709, transfer: .reserved)),
      assumed: .init(ColorTags(range: .full, primaries: .bt2020)), isInterlaced: true,
      isTopFieldFirst: false, profile: "ICC 'P3'")
    details.tags = [.init(name: "title", value: "Brücken"), .init(name: "b", value: "")]
    details.chapters = [
      .init(start: .zero, title: ""), .init(start: Rational(1001, 30_000) ?? .one, title: "Zwei"),
    ]
    details.timecode = "01:00:00:00"
    details.droppedSamples = 2112
    details.irregularities = [.init(id: .damaged, message: "it is"), .init(id: .note, message: "")]
    return details
  }

  /// One source of each kind, with numbers at their limits.
  private func sources() throws -> [MediaFile] {
    let size = Size(width: 1920, height: 1080)
    var still = source(
      VideoFacts(
        codedSize: size, frames: .still, hasAlpha: true,
        storage: FrameStorage(bitsPerPixel: 64, bitDepth: 16)))
    still.pictures = PictureStream(
      stream: 1, fields: StoredFields(), unknownMatrix: "ycgco")
    var sound = source(
      nil,
      AudioFacts(
        sampleRate: 44_100, channels: 2,
        range: TimeRange(start: .zero, end: try #require(Rational(1_234_567, 44_100)))))
    sound.sounds = [
      AudioTrack(
        stream: 3, sampleRate: 44_100, channels: 1, isLossless: false, isMixed: true,
        index: AudioIndex(
          blockLength: 1024, runs: [-1024, 500_000, 1 << 40], runBlocks: [0, 7, 14],
          firstHeard: -3, moved: -3,
          tolerance: 45, places: [], clockPlaces: [], isContiguous: false)),
      AudioTrack(
        stream: 5, sampleRate: 48_000, channels: 1, isLossless: true,
        index: AudioIndex(
          blockLength: 0, runs: [0], runBlocks: [0], firstHeard: 0, moved: 0, tolerance: 49,
          places: [0, 128, 704], clockPlaces: [0, 132, 700], isContiguous: true)),
    ]
    sound.notes = ["its pictures (x) cannot be used: ünknown", ""]
    sound.headerSuffices.forSound = true
    sound.formatName = "mov,mp4"
    sound.details = details

    var regular = sound
    let rate = try Media.rate(30_000, per: 1001)
    regular.facts.video = VideoFacts(
      codedSize: size, pixelAspect: try #require(Rational(64, 45)), orientation: .transversed,
      frames: .regular(start: try #require(Rational(1, 90_000)), rate: rate, count: 3))
    regular.origin = try #require(Rational(-7, 48_000))
    regular.headerSuffices.forPictures = true
    let index = FrameTable(
      entries: [(-5, 0, 0), (0, 0, 2), (3003, 1, 1)].map {
        .init(presentation: $0.0, key: $0.1, order: $0.2)
      },
      keys: [
        .init(presentation: -5, decoding: .min, order: 0),
        .init(presentation: 3003, decoding: .max, order: 2),
      ], lastDuration: 3003, timeBase: try #require(Rational(1, 90_000)), origin: regular.origin,
      isCounted: false)
    regular.pictures = PictureStream(
      stream: 0, index: index,
      fields: StoredFields(isFirstInterlaced: true, container: .bottomFirst), peakLuminance: 4000)

    var irregular = regular
    let times: [Int64] = [0, 1, 2, 3, 1000, 1001, .max / 2]
    irregular.facts.video?.frames = .irregular(
      times: times, end: .max, timeBase: try #require(Rational(1, 1000)))
    irregular.pictures?.index = FrameTable(
      entries: times.map { .init(presentation: $0, key: 0, order: 0) },
      keys: [.init(presentation: 0, decoding: 0, order: 0)], lastDuration: 1,
      timeBase: try #require(Rational(1, 1000)), origin: .zero, isCounted: true)
    irregular.facts.audio = nil
    irregular.sounds = []
    return [still, sound, regular, irregular]
  }

  @Test("every kind of source comes back as it was")
  func roundTrip() throws {
    for source in try sources() {
      let bytes = FactsFile.encode(source, key: "key")
      #expect(decode(bytes) == source)
      #expect(decode(bytes, key: "other") == nil)
    }
  }

  @Test("a long movie takes few bytes")
  func compact() throws {
    var source = try sources()[2]
    let count = 200_000
    source.facts.video?.frames = .regular(start: .zero, rate: try Media.rate(25), count: count)
    source.pictures?.index = FrameTable(
      entries: (0..<Int32(count)).map { number in
        .init(presentation: Int64(number) * 512, key: number / 250, order: number)
      },
      keys: (0..<800).map {
        .init(presentation: $0 * 128_000, decoding: $0 * 128_000 - 1024, order: Int($0) * 250)
      }, lastDuration: 512, timeBase: try #require(Rational(1, 12_800)), origin: .zero,
      isCounted: false)
    let bytes = FactsFile.encode(source, key: "key")
    #expect(bytes.count < 6000)
    #expect(decode(bytes) == source)
  }

  @Test("a damaged, cut or lengthened record is nothing, whichever byte it is")
  func damaged() throws {
    for source in try sources() {
      let bytes = FactsFile.encode(source, key: "key")
      for position in bytes.indices {
        for change: UInt8 in [1, 0x80] {
          var wrong = bytes
          wrong[position] ^= change
          #expect(decode(wrong) == nil, "byte \(position)")
        }
        #expect(decode(Array(bytes.prefix(position))) == nil, "\(position) bytes")
      }
      #expect(decode(bytes + [0]) == nil)
    }
  }

  /// What a program with other ideas might have written, its check sum right.
  @Test("a record with impossible values is nothing, and no trap")
  func foreign() throws {
    for source in try sources() {
      let body = Array(FactsFile.encode(source, key: "key").dropFirst(16))
      var generator = XXH64()
      for position in body.indices.dropFirst(4) {
        for value: UInt8 in [0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff] {
          var wrong = body
          wrong[position] = value
          generator.update([value].span)
          // At times a few more bytes behind it.
          let more = Int(generator.finalize() % 9)
          if more > 5 {
            wrong.insert(contentsOf: [UInt8](repeating: 0xff, count: more), at: position)
          }
          if let found = decode(checked(wrong)) { try check(found) }
        }
      }
    }
  }

  /// What reading media relies on.
  private func check(_ source: MediaFile) throws {
    if let index = source.pictures?.index {
      #expect(!index.entries.isEmpty)
      #expect(index.entries.allSatisfy { index.keys.indices.contains(Int($0.key)) })
      #expect(
        zip(index.entries, index.entries.dropFirst())
          .allSatisfy { $0.presentation < $1.presentation })
      #expect(index.timeBase > .zero)
    }
    #expect((source.facts.video?.codedSize.width ?? 1) > 0)
    #expect((source.facts.video?.pixelAspect ?? .one) > .zero)
    #expect((source.facts.audio?.sampleRate ?? 1) > 0)
    #expect(decode(FactsFile.encode(source, key: "key")) == source)
  }

  private func checked(_ body: [UInt8]) -> [UInt8] {
    var hash = XXH64()
    hash.update(body.span)
    let sum = hash.finalize()
    return CacheFolder.factsMark + (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
      + body
  }
}
