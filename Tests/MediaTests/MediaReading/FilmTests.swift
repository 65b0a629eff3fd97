import FileSystem
import Foundation
import LibAV
import BaseValues
import SeededNumbers
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

@Suite("film in telecined pictures")
struct FilmTests {
  private static let width = 96
  private static let height = 32

  /// A bar that moves over stripes, a step with each picture of film.
  private static func luma(_ x: Int, _ y: Int, film: Int) -> UInt8 {
    let left = film * 3 % 80
    if (left..<left + 20).contains(x) { return 210 }
    return (x / 8 + y / 8) % 2 == 0 ? 60 : 90
  }

  private static func picture(film: Int) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).map { luma($0, y, film: film) } }
  }

  /// The picture of film that a field shows: three fields of one, two of the next.
  private static func film(ofField field: Int) -> Int {
    2 * (field / 5) + (field % 5 < 3 ? 0 : 1)
  }

  /// Raw video of telecined pictures.
  ///
  /// - Parameter field: where in the pattern each field lies.
  private func movie(
    _ folder: WritingFolder, _ name: String, letter: String = "t", topFirst: Bool = true,
    count: Int, field: (Int) -> Int
  ) throws -> MediaFile {
    var file = Data(
      "YUV4MPEG2 W\(Self.width) H\(Self.height) F30000:1001 I\(letter) A1:1 C420mpeg2\n".utf8)
    for number in 0..<count {
      file += Data("FRAME\n".utf8)
      for y in 0..<Self.height {
        let isLater = (y % 2 == 0) != topFirst
        let film = Self.film(ofField: field(2 * number + (isLater ? 1 : 0)))
        file += Data((0..<Self.width).map { Self.luma($0, y, film: film) })
      }
      file += Data(repeating: 128, count: Self.width * Self.height / 2)
    }
    let path = folder.file("\(name).y4m")
    try file.write(to: URL(fileURLWithPath: path))
    var item = Media.item(path)
    item.reading.interlace = .telecine
    return try #require(
      try Media.prober(MediaLocator(projectFolder: "/")).probe(item).get().file)
  }

  private func luma(_ frame: SharedFrame) -> [UInt8] {
    frame.withFrame { frame in
      (0..<frame.height).flatMap { y in
        let row = frame.row(y, ofPlane: 0)
        return row.indices.map { row[$0] }
      }
    }
  }

  /// The picture of film that a frame is, to the last sample; `nil` for none.
  private func film(_ frame: SharedFrame, upTo count: Int) -> Int? {
    let found = luma(frame)
    return (0..<count).first { Self.picture(film: $0) == found }
  }

  @Test(
    "wherever the pattern begins each picture of film comes out once, as it was",
    arguments: 0..<10, ["t", "b", "p"])
  func phases(phase: Int, letter: String) throws {
    let folder = try WritingFolder()
    // Where nothing says which field is earlier, it is found out, too.
    let topFirst = letter == "t" || letter == "p" && phase % 2 == 0
    let source = try movie(
      folder, "film", letter: letter, topFirst: topFirst, count: 20
    ) { $0 + phase }
    #expect(source.facts.video?.unit == .film)
    #expect(
      source.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(24_000, per: 1001), count: 16))
    let reader = try FrameReader(.file(source), protocols: [])
    let frames = try (0..<16).map { try reader.frame($0) }
    let found = frames.map { film($0, upTo: 30) }
    let first = try #require(found[0])
    // Of the last picture of film the file may have one field alone.
    let isCut = Self.film(ofField: 39 + phase) != Self.film(ofField: 38 + phase)
    #expect(Array(found.prefix(15)) == (first..<first + 15).map { Optional($0) })
    #expect(found[15] == first + 15 || isCut)
    let distance = zip(luma(frames[15]), Self.picture(film: first + 15)).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    // Where nothing says which field is the later one, it may be that of the picture before.
    #expect(distance / (Self.width * Self.height) <= (letter == "p" ? 12 : 3))
    // The first one lies no more than a field and a half beside its time.
    let field = try #require((0..<60).first { Self.film(ofField: $0 + phase) == first })
    #expect(field <= 2)
  }

  @Test("the same pictures come forward, backward, shuffled and alone")
  func order() throws {
    let folder = try WritingFolder()
    let source = try movie(folder, "film", count: 17) { $0 + 4 }
    let count = 13
    #expect(
      source.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(24_000, per: 1001), count: count))
    let forward = try FrameReader(.file(source), protocols: [])
    let wanted = try (0..<count).map { try forward.frame($0).hash }
    #expect(Set(wanted).count == count)
    let backward = try FrameReader(.file(source), protocols: [])
    for number in (0..<count).reversed() {
      #expect(try backward.frame(number).hash == wanted[number])
    }
    var generator = SeededGenerator(seed: 24)
    let shuffled = try FrameReader(.file(source), protocols: [])
    for number in (0..<count).shuffled(using: &generator) + [3, 3, 12, 0] {
      #expect(try shuffled.frame(number).hash == wanted[number])
    }
    for number in 0..<count {
      #expect(try FrameReader(.file(source), protocols: []).frame(number).hash == wanted[number])
    }
  }

  @Test("an edit that breaks the pattern leaves no combs beyond the pictures around it")
  func edit() throws {
    let folder = try WritingFolder()
    // At the 15th picture film goes on elsewhere in the pattern.
    let source = try movie(folder, "film", count: 30) { $0 < 30 ? $0 : $0 + 7 }
    let reader = try FrameReader(.file(source), protocols: [])
    let found = try (0..<24).map { film(try reader.frame($0), upTo: 30) }
    #expect(found == Array(0..<12).map { $0 } + Array(15..<27).map { $0 })
  }

  @Test("pictures of one time each stay as they are where there is no pattern to be found")
  func still() throws {
    let folder = try WritingFolder()
    let source = try movie(folder, "film", count: 10) { _ in 0 }
    let reader = try FrameReader(.file(source), protocols: [])
    for number in 0..<8 { #expect(film(try reader.frame(number), upTo: 1) == 0) }
  }

  @Test("film that is only flagged as telecined has its own times and is left as it is")
  func flagged() throws {
    let third = try #require(Rational(1, 60))
    let facts = VideoFacts(
      codedSize: .init(width: 96, height: 32),
      frames: .irregular(times: [0, 3, 5, 8, 10], end: 13, timeBase: third))
    #expect(facts.countingFilm() == nil)
  }

  @Test("a cadence takes the pictures that have no combs")
  func cadences() {
    for firstMixed in 0..<5 {
      var whole = [0, 0, 0, 0, 0]
      whole[firstMixed] = 100
      whole[(firstMixed + 1) % 5] = 100
      var woven = [100, 100, 100, 100, 100]
      woven[firstMixed] = 0
      let cadence = FilmCadence(whole: whole, woven: woven)
      #expect(cadence.firstMixed == firstMixed)
      #expect(cadence.combs(whole: whole, woven: woven) == 0)
      let parts = (0..<4).map { cadence.parts(of: $0) }
      #expect(Set(parts).count == 4 && parts.contains(.woven(firstMixed)))
    }
    #expect(FilmCadence(whole: [], woven: []).firstMixed == 0)
  }
}
