import BaseValues
import FileSystem
import Foundation
import MovieBoxes
import OutputKinds
import Testing

@testable import MovieWriting

/// Values are those of ISO/IEC 14496-12 and of Apple's QuickTime File Format.
@Suite("What MP4 and QuickTime say of a movie")
struct DescribedBoxesTests {
  static let boxed = [MovieContainer.mp4, .mov]

  static func chapters(_ count: Int) -> [Chapter] {
    (0..<count).map { number in
      Chapter(
        start: Rational(Int64(number), 1000) ?? .zero, end: .one, title: "Kapitel \(number)")
    }
  }

  static let full = MovieDescription(
    tags: [
      MovieTag(.title, "Über Land"), MovieTag(.artist, "A"),
      MovieTag(.location, "+52.5200+013.4050/"),
      MovieTag(.track, "8/10"), MovieTag(name: "Mood of Day", value: "grey"),
      MovieTag(.software, "Editor 3"),
    ],
    artwork: [Artwork(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], format: .png)],
    chapters: [
      Chapter(start: .zero, end: .zero, title: "Eins"),
      Chapter(start: Rational(1, over: 2), end: .one, title: "Zwei"),
    ], timecode: StartTimecode(frame: 107_892, isDropFrame: true),
    tracks: [
      TrackDescription(),
      TrackDescription(language: LanguageTag("ger"), name: "Ton", isDefault: false),
      TrackDescription(
        language: LanguageTag("pt-br"), isDefault: true, roles: [.commentary], alternateGroup: 7),
    ])

  private func movie(_ container: MovieContainer, _ description: MovieDescription = full)
    -> DescribedMovie
  {
    var movie = DescribedMovie(container: container, description: description)
    movie.soundCount = 2
    return movie
  }

  @Test(
    "the pictures refer to chapters and to a timecode, and no other track to any", arguments: boxed)
  func references(_ container: MovieContainer) throws {
    let index = try movie(container).index()
    let tracks = index.tracks
    #expect(tracks.map(\.handler) == ["vide", "soun", "soun", "text", "tmcd"])
    #expect(tracks.map(\.trackNumber) == [1, 2, 3, 4, 5])
    #expect(tracks.map(\.references) == [["chap": [4], "tmcd": [5]], [:], [:], [:], [:]])
    // The number of the next track, at the end of the header.
    #expect(index["mvhd"]?.number(96) == 6)
  }

  @Test(
    "languages have three letters of their own, and more where those do not say all",
    arguments: boxed)
  func languages(_ container: MovieContainer) throws {
    let tracks = try movie(container).index().tracks
    // Five bits a letter: 0x10B5 deu, 0x41F2 por, 0x55C4 und, 0x7FFF not specified (QuickTime).
    let none = container.name == "mov" ? 0x7FFF : 0x55C4
    #expect(tracks.map(\.languageCode) == [none, 0x10B5, 0x41F2, 0x55C4, 0x55C4])
    #expect(
      tracks.map { $0.box("mdia", "elng")?.bytes } == [
        nil, nil, [0, 0, 0, 0] + Array("pt-BR".utf8) + [0], nil, nil,
      ])
  }

  @Test(
    "tracks are played, stand for each other and are called as they are said to", arguments: boxed)
  func tracks(_ container: MovieContainer) throws {
    let tracks = try movie(container).index().tracks
    #expect(tracks.map(\.trackFlags) == [3, 2, 3, 2, 2])
    #expect(tracks.map(\.alternateGroup) == [0, 1, 7, 0, 0])
    let name: [UInt8] = container.name == "mov" ? [3] + Array("Ton".utf8) : Array("Ton".utf8) + [0]
    #expect(tracks.map(\.handlerName) == [[0], name, [0], [0], [0]])
    #expect(tracks[1].box("udta", "name")?.bytes == Array("Ton".utf8))
    #expect(tracks[2].box("udta", "tagc")?.bytes == Array("public.auxiliary-content".utf8))
    let kind = Array("urn:mpeg:dash:role:2011\u{0}commentary\u{0}".utf8)
    #expect(
      tracks[2].box("udta", "kind")?.bytes == (container.name == "mp4" ? [0, 0, 0, 0] + kind : nil))
  }

  @Test(
    "chapters and the timecode have their samples, their times and an edit each", arguments: boxed)
  func samples(_ container: MovieContainer) throws {
    let bytes = try movie(container).bytes()
    let index = try #require(try Box.boxes(in: bytes).first { $0.type == "moov" })
    let tracks = index.tracks
    // 30 frames of 1001 in a scale of 30,000.
    #expect(tracks[0].timeRuns == [[30, 1001]])
    #expect(tracks[3].timeRuns == [[1, 15_000], [1, 15_030]])
    #expect(tracks[4].timeRuns == [[1, 30_030]])
    let encoding: [UInt8] = [0, 0, 0, 12] + Array("encd".utf8) + [0, 0, 1, 0]
    #expect(
      tracks[3].samples(in: bytes) == ["Eins", "Zwei"].map { [0, 4] + Array($0.utf8) + encoding })
    #expect(tracks[4].samples(in: bytes) == [[0x00, 0x01, 0xA5, 0x74]])
    // 8 bytes of the list, 8 of the entry's head, 8, unused 4; flags drop and 24 hours; 30000/1001; 30
    // numbers a second.
    let entry = try #require(tracks[4].table?["stsd"])
    #expect(
      Array(entry.bytes[28...]) == [0, 0, 0, 3, 0, 0, 0x75, 0x30, 0, 0, 3, 0xE9, 30, 0])
    let duration = index["mvhd"]?.number(16)
    for track in tracks {
      let edit = try #require(track.box("edts", "elst"))
      #expect(edit.number(4) == 1)
      #expect(edit.number(16) == 0x10000)
    }
    for track in tracks[3...] {
      #expect(track.box("edts", "elst")?.number(8) == duration)
      #expect(track["tkhd"]?.number(20) == duration)
    }
  }

  @Test("tags are items of iTunes, any other name is kept, and a location is user data")
  func items() throws {
    let index = try movie(.mp4).index()
    let items = try #require(index.box("udta", "meta", "ilst")).children
    #expect(
      items.map(\.type.description) == ["©too", "©nam", "©ART", "trkn", "covr", "----", "----"])
    #expect(items[1]["data"]?.bytes == [0, 0, 0, 1, 0, 0, 0, 0] + Array("Über Land".utf8))
    #expect(items[3]["data"]?.bytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 10, 0, 0])
    #expect(items[4]["data"]?.bytes.prefix(4) == [0, 0, 0, 14])
    #expect(items[5].children.map(\.type.description) == ["mean", "name", "data"])
    #expect(items[5]["name"]?.bytes == [0, 0, 0, 0] + Array("Mood of Day".utf8))
    #expect(items[6]["name"]?.bytes == [0, 0, 0, 0] + Array("software".utf8))
    // A length and the language und.
    #expect(
      index.box("udta", "©xyz")?.bytes == [0, 18, 0x55, 0xC4] + Array("+52.5200+013.4050/".utf8))
  }

  @Test("QuickTime has its own names beside the items of iTunes")
  func keys() throws {
    let index = try movie(.mov).index()
    let keys = try #require(index.box("meta", "keys"))
    var place = 8
    var names: [String] = []
    for _ in 0..<keys.number(4) {
      names.append(
        String(decoding: keys.bytes[(place + 8)..<(place + keys.number(place))], as: UTF8.self))
      place += keys.number(place)
    }
    let prefix = "com.apple.quicktime."
    #expect(
      names == [
        "encoding_tool", prefix + "title", prefix + "artist", prefix + "location.ISO6709", "track",
        "Mood of Day", prefix + "software", prefix + "artwork",
      ])
    let items = try #require(index.box("meta", "ilst")).children
    #expect(items.map(\.type.code) == Array(1...8))
    #expect(items[1]["data"]?.bytes == [0, 0, 0, 1, 0, 0, 0, 0] + Array("Über Land".utf8))
    #expect(index.box("udta", "meta", "ilst", "©nam") != nil)
    #expect(index.box("udta", "meta", "ilst", "covr") == nil)
  }

  @Test(
    "the index comes first, and media have the bytes that they have without a description",
    arguments: boxed, [1000, 40, nil])
  func media(_ container: MovieContainer, packetCount: Int?) throws {
    var described = movie(container)
    described.packetCount = packetCount
    // With much to say the room is not enough for what little is reserved, and media are moved.
    described.description.chapters = Self.chapters(300)
    var plain = described
    plain.description = MovieDescription()
    let (bytes, other) = (try described.bytes(), try plain.bytes())
    let (boxes, otherBoxes) = (try Box.boxes(in: bytes), try Box.boxes(in: other))
    let types = boxes.map(\.type.description).filter { $0 != "free" && $0 != "wide" }
    #expect(types == ["ftyp", "moov", "mdat", "mdat"])
    #expect(boxes.last?.content == otherBoxes.last?.content)
    let tracks = boxes.first { $0.type == "moov" }?.tracks ?? []
    let otherTracks = otherBoxes.first { $0.type == "moov" }?.tracks ?? []
    let distance = bytes.count - other.count
    for (track, otherTrack) in zip(tracks, otherTracks) {
      #expect(!track.chunkOffsets.isEmpty)
      #expect(track.chunkOffsets == otherTrack.chunkOffsets.map { $0 + distance })
    }
    #expect(try described.bytes() == bytes)
  }

  @Test("an empty description changes nothing", arguments: boxed)
  func empty(_ container: MovieContainer) throws {
    let plain = try movie(container, MovieDescription()).bytes()
    #expect(try movie(container, MovieDescription(tracks: [TrackDescription()])).bytes() == plain)
    let types = try Box.boxes(in: plain).map(\.type.description)
    #expect(types.filter { $0 == "mdat" }.count == 1)
  }

  @Test(
    "there may be no chapter, one, 255, and more than old lists count", arguments: [0, 1, 255, 256])
  func chapterCounts(_ count: Int) throws {
    var movie = DescribedMovie()
    movie.description.chapters = Self.chapters(count)
    movie.description.tags = [MovieTag(.title, "T")]
    let bytes = try movie.bytes()
    let index = try #require(try Box.boxes(in: bytes).first { $0.type == "moov" })
    let list = index.box("udta", "chpl")
    // A version, flags, 4 unused bytes, a count of 8 bits.
    #expect(list?.number(8, 1) == ((1...255).contains(count) ? count : nil))
    let texts = index.tracks.filter { $0.handler == "text" }
    #expect(texts.count == (count == 0 ? 0 : 1))
    #expect(texts.first.map { $0.samples(in: bytes).count } ?? 0 == count)
    #expect(texts.first.map { $0.timeRuns.reduce(0) { $0 + $1[0] * $1[1] } } ?? 30_030 == 30_030)
  }

  @Test("the first chapter begins at 0 and each lasts until the next")
  func chapterTimes() throws {
    var movie = DescribedMovie()
    movie.description.chapters = [
      Chapter(start: Rational(1, over: 10), end: Rational(2, over: 10), title: "a"),
      Chapter(start: Rational(1, over: 2), end: Rational(6, over: 10), title: "b"),
    ]
    let index = try movie.index()
    #expect(index.tracks.last?.timeRuns == [[1, 15_000], [1, 15_030]])
    // In 100 ns: 0 and half a second.
    let list = try #require(index.box("udta", "chpl"))
    #expect(list.number(9, 8) == 0 && list.number(19, 8) == 5_000_000)
  }

  @Test("a long title is whole for players of today and is cut between characters for old ones")
  func longTitle() throws {
    // ü has two bytes, of which 255 bytes hold the first one.
    let title = String(repeating: "a", count: 254) + String(repeating: "ü", count: 23)
    var movie = DescribedMovie()
    movie.description.chapters = [Chapter(start: .zero, end: .one, title: title)]
    let bytes = try movie.bytes()
    let index = try #require(try Box.boxes(in: bytes).first { $0.type == "moov" })
    let list = try #require(index.box("udta", "chpl"))
    #expect(Array(list.bytes[17...]) == [254] + [UInt8](repeating: 0x61, count: 254))
    let sample = try #require(index.tracks.last?.samples(in: bytes).first)
    #expect(Array(sample[2..<302]) == Array(title.utf8))
  }

  @Test("sound alone has chapters, and QuickTime a time of the poster and both a creation time")
  func times() throws {
    var movie = DescribedMovie(container: .mov)
    // 2026-11-26 13:00:00 UTC (date -u -d '2026-11-26 13:00' +%s), and 66 years with 17 leap days before
    // 1970.
    movie.description.creationTime = 1_795_698_000
    movie.description.posterTime = Rational(1, over: 2)
    let index = try movie.index()
    let header = try #require(index["mvhd"])
    #expect(header.number(4) == 1_795_698_000 + (66 * 365 + 17) * 86_400)
    #expect(header.number(80) * 2 == header.number(12))
    for track in index.tracks {
      #expect(track["tkhd"]?.number(4) == header.number(4))
      #expect(track.box("mdia", "mdhd")?.number(8) == header.number(4))
    }
    movie = DescribedMovie(container: .mp4)
    movie.hasPictures = false
    movie.description.chapters = Self.chapters(2)
    let sound = try movie.index()
    #expect(sound.tracks.map(\.references) == [["chap": [2]], [:]])
  }

  @Test(
    "our mark is found behind whatever a movie says",
    arguments: [MovieContainer.mp4, .mov, .matroska, .webm])
  func marks(_ container: MovieContainer) throws {
    let folder = try WritingFolder()
    let path = folder.file("a" + container.ending)
    var movie = DescribedMovie(container: container)
    movie.description.tags = (0..<1000).map { number in
      MovieTag(name: "name \(number)", value: String(repeating: "x", count: 200))
    }
    if container.name != "webm" { movie.description.artwork = Self.full.artwork }
    movie.description.chapters = Self.chapters(500)
    try movie.write(path)
    #expect(MovieContainer.isOurs(path))
    // A movie of somebody else whose title is our mark is not ours.
    var bytes = try folder.bytes("a" + container.ending)
    let mark = Array("cutlist".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    bytes.replaceSubrange(place..<(place + mark.count), with: Array("another".utf8))
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(!MovieContainer.isOurs(path))
  }

  @Test("what a container does not hold is refused before anything is written")
  func faults() throws {
    func fault(_ container: MovieContainer = .mp4, _ change: (inout MovieDescription) -> Void)
      -> String?
    {
      var description = MovieDescription()
      change(&description)
      return description.fault(in: container, trackCount: 2, rate: FrameRate(25))
    }
    let image = Self.full.artwork
    #expect(fault { $0 = MovieDescription(artwork: image) } == nil)
    #expect(fault(.webm) { $0.artwork = image } == "WebM holds no artwork")
    #expect(
      fault { $0.artwork = [Artwork(bytes: [1], format: .jpeg)] }?.contains("no JPEG") == true)
    #expect(fault { $0.tags = [MovieTag(name: "", value: "x")] } != nil)
    #expect(fault { $0.tags = [MovieTag(.title, "a\u{0}b")] } != nil)
    #expect(fault { $0.tags = [MovieTag(.title, "")] } != nil)
    #expect(
      fault { $0.tags = [MovieTag(.title, "a"), MovieTag(name: "TITLE", value: "b")] } != nil)
    #expect(fault { $0.tags = [MovieTag(name: "Encoding-Tool", value: "b")] } != nil)
    #expect(fault { $0.tags = [MovieTag(.track, "x/2")] } != nil)
    #expect(fault { $0.chapters = [Chapter(start: .one, end: .one, title: "")] } != nil)
    #expect(
      fault {
        $0.chapters = Array(repeating: Chapter(start: .one, end: .one, title: "a"), count: 2)
      } != nil)
    // Drop-frame is defined for 29.97 and 59.94 alone.
    #expect(fault { $0.timecode = StartTimecode(frame: 0, isDropFrame: true) } != nil)
    #expect(fault { $0.timecode = StartTimecode(frame: 25 * 86_400, isDropFrame: false) } != nil)
    #expect(fault { $0.timecode = StartTimecode(frame: 90_000, isDropFrame: false) } == nil)
    #expect(fault { $0.posterTime = .zero } == "MP4 has no poster time")
    #expect(fault(.mov) { $0.posterTime = .zero } == nil)
    #expect(fault { $0.creationTime = .max } != nil)
    #expect(fault { $0.tracks = Array(repeating: TrackDescription(name: "a"), count: 3) } != nil)
    #expect(fault { $0.tracks = [TrackDescription(alternateGroup: -1)] } != nil)
    #expect(fault { $0.tracks = [TrackDescription(roles: [.original, .dub])] } != nil)
    #expect(
      fault(.matroska) { $0.tracks = [TrackDescription(alternateGroup: 1)] }
        == "Matroska has no groups of tracks")
    #expect(
      fault(.webm) { $0.tracks = [TrackDescription(roles: [.dub])] }
        == "WebM cannot say that track 1 is 'dub'")
    #expect(fault(.webm) { $0.tracks = [TrackDescription(roles: [.forced])] } == nil)

    let folder = try WritingFolder()
    var movie = DescribedMovie()
    movie.description.chapters = [
      Chapter(start: .zero, end: .one, title: "a"),
      Chapter(start: Rational(5), end: Rational(6), title: "late"),
    ]
    let error = #expect(throws: MovieWriteError.self) { try movie.write(folder.file("a.mp4")) }
    #expect(error?.reason == .refused("chapter 2, 'late', begins where the movie has ended"))
    #expect(try folder.names.isEmpty)
  }
}
