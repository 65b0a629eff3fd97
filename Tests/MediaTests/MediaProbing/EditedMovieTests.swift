import Foundation
import BaseValues
import MovieWriting
import OutputKinds
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Edit lists (ISO/IEC 14496-12, 8.6.6).
@Suite("edited movies")
struct EditedMovieTests {
  /// Ten pictures of 40 ms in a clock of 1/1000 s that begins at 80.
  private func media() throws -> FrameTable {
    let packets = (0..<10).map { number in
      let time = Int64(80 + 40 * number)
      return IndexedPacket(
        presentation: time, decoding: time, duration: 40, isKey: true, isShown: true)
    }
    return try #require(
      FrameTable(packets: packets, timeBase: try milliseconds(1), origin: .zero))
  }

  private func milliseconds(_ count: Int64) throws -> Rational {
    try #require(Rational(count, 1000))
  }

  private func edit(_ duration: Int64?, _ media: Int64?) throws -> MovieEdits.Edit {
    MovieEdits.Edit(
      duration: try duration.map(milliseconds), media: try media.map(milliseconds))
  }

  private func shown(_ edits: [MovieEdits.Edit]) throws -> EditedPictures {
    try EditedPictures(try media(), edits, movieTick: try milliseconds(1))
  }

  @Test("an edit that begins within a picture shows it to its end")
  func within() throws {
    let shown = try shown([try edit(nil, 150)])
    // Picture 1 lasts from 120 to 160: it is shown for 10 ms.
    #expect(shown.runs == [PictureRun(part: 0, pictures: 1..<10)])
    #expect(shown.origin == (try milliseconds(150)))
    #expect(Array(shown.times.prefix(3)) == [120, 160, 200])
  }

  @Test("edits follow one another, and between them nothing else is shown")
  func several() throws {
    let shown = try shown([
      try edit(100, 200), try edit(60, nil), try edit(90, 90), try edit(40, 400),
    ])
    // 200…300 are pictures 3, 4 and half of 5; 90…180 parts of 0 to 2; 400…440 picture 8.
    #expect(
      shown.runs == [
        PictureRun(part: 0, pictures: 3..<6), PictureRun(part: 0, pictures: 0..<3),
        PictureRun(part: 0, pictures: 8..<9),
      ])
    // On a clock that is 200 when the movie begins.
    #expect(shown.origin == (try milliseconds(200)))
    #expect(shown.times == [200, 240, 280, 360, 390, 430, 450])
    #expect(shown.lastDuration == 40)
  }

  @Test("of a picture that an edit's rounded length touches nothing is shown")
  func slivers() throws {
    // 121 ms where three pictures were meant.
    let shown = try shown([try edit(121, 80), try edit(80, 240)])
    #expect(shown.runs.map(\.pictures) == [0..<3, 4..<6])
    let dwell = MovieEdits.Edit(
      duration: try milliseconds(500), media: try milliseconds(130), isDwell: true)
    let held = try self.shown([dwell, try edit(40, 80)])
    #expect(held.runs.map(\.pictures) == [1..<2, 0..<1])
    #expect(held.times == [130, 630])
  }

  @Test("a moment that is held last is held for as long as its edit")
  func heldLast() throws {
    let dwell = MovieEdits.Edit(
      duration: try milliseconds(500), media: try milliseconds(130), isDwell: true)
    for before in [[], [try edit(80, 80)]] {
      let shown = try shown(before + [dwell])
      let part = PicturePart(FilePart(ignoresEditLists: true), index: try media())
      let table = try #require(
        FrameTable(
          shown.runs, of: [part], times: shown.times, lastDuration: shown.lastDuration,
          timeBase: try milliseconds(1), origin: shown.origin))
      let frames = try #require(table.frameTimes(RateHints(), holdingLast: shown.holdsLast))
      let count = before.isEmpty ? 1 : 3
      #expect(table.entries.count == count)
      #expect(
        try frames.range(ofFrame: count - 1)?.end == milliseconds(before.isEmpty ? 500 : 580))
    }
  }

  /// Where the last entry of a file's first edit list says with what its media begin.
  private func entry(of bytes: [UInt8]) throws -> Range<Int> {
    let mark = Array("elst".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    // Name, version and flags, count; then entries of a length, the media's time and a rate.
    let count = Int(bytes[place + 11])
    let size = bytes[place + 4] == 1 ? 20 : 12
    let width = size == 20 ? 8 : 4
    let start = place + 12 + (count - 1) * size + width
    return start..<start + width
  }

  @Test("a movie that was cut between two pictures shows them when its sound says so")
  func cutMovie() throws {
    let folder = try WritingFolder()
    let rate = try Media.rate(25)
    var settings = Synthetic.settings(rate: rate)
    settings.size = .init(width: 160, height: 96)
    try writeMovie(
      folder.file("movie.mp4"), rate: rate, chunks: [30, 20], sampleRate: nil, settings: settings)
    var bytes = try folder.bytes("movie.mp4")
    let place = try entry(of: bytes)
    let before = try #require(
      try Media.probe(folder.file("movie.mp4")).pictures?.index?.timeBase)
    // The media begin a quarter of a picture later than picture 2 does.
    let units = try ((Rational(9, 4) ?? .one) * rate.frameDuration / before).rounded()
    var value = bytes[place].reduce(Int64(0)) { $0 << 8 | Int64($1) } + units
    for index in place.reversed() {
      bytes[index] = UInt8(truncatingIfNeeded: value)
      value >>= 8
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("cut.mp4")))
    let file = try Media.probe(folder.file("cut.mp4"))
    let start = try #require(Rational(-1, 100))
    #expect(file.facts.video?.frames == .regular(start: start, rate: rate, count: 48))
    let reader = try FrameReader(.file(file), protocols: [])
    for number in [0, 1, 20, 47, 27, 28, 0] {
      #expect(
        abs(Int(Media.level(try reader.frame(number))) - Int(Synthetic.level(number + 2))) <= 2)
    }
  }

  @Test("an edit without a duration shows its media to their end, without sound too")
  func withoutDuration() throws {
    let folder = try WritingFolder()
    let rate = try Media.rate(25)
    var settings = Synthetic.settings(rate: rate)
    settings.size = .init(width: 160, height: 96)
    try writeMovie(
      folder.file("movie.mp4"), rate: rate, chunks: [20], sampleRate: nil, settings: settings)
    var bytes = try folder.bytes("movie.mp4")
    let place = try entry(of: bytes)
    // The duration stands before the media's time, and is as wide.
    for index in place.lowerBound - place.count..<place.lowerBound { bytes[index] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("open.mp4")))
    let file = try Media.probe(folder.file("open.mp4"))
    #expect(file.facts.video?.frames == .regular(start: .zero, rate: rate, count: 20))
    let reader = try FrameReader(.file(file), protocols: [])
    for number in [0, 19, 7] {
      #expect(abs(Int(Media.level(try reader.frame(number))) - Int(Synthetic.level(number))) <= 2)
    }
    #expect(
      try movie([(0, 9600)], folder).facts.audio?.range?.end == Rational(48_000 - 9600, 48_000))
  }

  @Test("sound is heard where each edit says, to the sample")
  func sound() throws {
    let folder = try WritingFolder()
    let samples = (0..<48_000).map { Int16(truncatingIfNeeded: $0) }
    // 100 ms from sample 9600, 50 ms of silence, 200 ms from sample 240.
    let edits: [(Int, Int)] = [(100, 9600), (50, -1), (200, 240)]
    try Data(QuickTime.movie([QuickTime.Track(samples: samples, edits: edits)]))
      .write(to: URL(fileURLWithPath: folder.file("sound.mov")))
    let file = try Media.probe(folder.file("sound.mov"))
    #expect(file.facts.audio?.range?.end == Rational(350, 1000))
    let heard = try Media.samples(file, count: 17_000, channels: 1)
    var expected = samples[9600..<14_400].map { Float($0) / 32768 }
    expected += [Float](repeating: 0, count: 2400)
    expected += samples[240..<9840].map { Float($0) / 32768 }
    expected += [Float](repeating: 0, count: 17_000 - expected.count)
    #expect(heard == expected)
    // The same from the middle.
    #expect(
      try Media.samples(file, from: 7000, count: 500, channels: 1) == Array(expected[7000..<7500]))
  }

  private func movie(
    _ edits: [(Int, Int)], rates: [Int] = [], _ folder: WritingFolder
  ) throws -> MediaFile {
    let samples = (0..<48_000).map { Int16(truncatingIfNeeded: $0) }
    let track = QuickTime.Track(samples: samples, edits: edits, rates: rates)
    try Data(QuickTime.movie([track])).write(to: URL(fileURLWithPath: folder.file("sound.mov")))
    return try Media.probe(folder.file("sound.mov"))
  }

  @Test("a moment that is held is silent, alone too")
  func heldSound() throws {
    let folder = try WritingFolder()
    let file = try movie([(400, 9600)], rates: [0], folder)
    #expect(file.facts.audio?.range?.end == Rational(400, 1000))
    let heard = try Media.samples(file, count: 19_200, channels: 1)
    #expect(heard == [Float](repeating: 0, count: 19_200))
  }

  @Test(
    "a speed that is not followed is said",
    arguments: [(0x20000, "2 times"), (-0x10000, "-1 times"), (0x8000, "0.5 times")])
  func speeds(rate: Int, words: String) throws {
    let folder = try WritingFolder()
    for rest in [[], [(100, 0)]] {
      let file = try movie([(400, 9600)] + rest, rates: [rate], folder)
      #expect(file.notes.contains { $0.contains(words) }, "\(file.notes)")
      let heard = try Media.samples(file, from: 100, count: 100, channels: 1)
      #expect(heard == (9700..<9800).map { Float($0) / 32768 })
    }
    #expect(try movie([(400, 9600)], folder).notes.isEmpty)
  }

  @Test("an edit that never ends is shown to the end of its media, and that is said")
  func endless() throws {
    let folder = try WritingFolder()
    let file = try movie([(1 << 62, 9600), (400, 0)], folder)
    #expect(file.facts.audio?.range?.end == Rational(48_000 - 9600, 48_000))
    #expect(file.notes.contains { $0.contains("longer than any media") }, "\(file.notes)")
    let heard = try Media.samples(file, count: 100, channels: 1)
    #expect(heard == (9600..<9700).map { Float($0) / 32768 })
  }
}
