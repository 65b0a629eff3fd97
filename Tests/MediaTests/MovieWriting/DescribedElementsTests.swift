import BaseValues
import Foundation
import MovieBoxes
import OutputKinds
import Testing

@testable import MovieWriting

/// An element of EBML, read for tests alone.
private struct Node {
  var id: UInt32
  var content: [UInt8]
  var children: [Node] = []

  /// Segment, Info, Tracks, TrackEntry, Audio, Tags, Tag, SimpleTag, Targets, Chapters, EditionEntry,
  /// ChapterAtom, ChapterDisplay, Attachments, AttachedFile, Cluster, BlockGroup.
  private static let masters: Set<UInt32> = [
    0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0xAE, 0xE1, 0x1254_C367, 0x7373, 0x67C8, 0x63C0,
    0x1043_A770,
    0x45B9, 0xB6, 0x80, 0x1941_A469, 0x61A7, 0x1F43_B675, 0xA0,
  ]

  static func all(in bytes: ArraySlice<UInt8>) -> [Node] {
    var nodes: [Node] = []
    var place = bytes.startIndex
    func number(_ keepsMark: Bool) -> Int {
      let length = bytes[place].leadingZeroBitCount + 1
      var value = keepsMark ? Int(bytes[place]) : Int(bytes[place]) & (0xFF >> length)
      for next in bytes[(place + 1)..<(place + length)] { value = value << 8 | Int(next) }
      place += length
      return value
    }
    while place < bytes.endIndex {
      let id = UInt32(number(true))
      let size = number(false)
      let content = bytes[place..<(place + size)]
      nodes.append(
        Node(
          id: id, content: masters.contains(id) ? [] : Array(content),
          children: masters.contains(id) ? all(in: content) : []))
      place += size
    }
    return nodes
  }

  func all(_ id: UInt32) -> [Node] { children.filter { $0.id == id } }
  subscript(_ path: UInt32...) -> Node? {
    path.reduce(Optional(self)) { node, id in node?.children.first { $0.id == id } }
  }
  var number: Int { content.reduce(0) { $0 << 8 | Int($1) } }
  var text: String { String(decoding: content, as: UTF8.self) }
}

/// Names of elements by RFC 9559.
@Suite("What Matroska and WebM say of a movie")
struct DescribedElementsTests {
  private func segment(_ movie: DescribedMovie) throws -> Node {
    let bytes = try movie.bytes()
    #expect(try movie.bytes() == bytes)
    return try #require(Node.all(in: bytes[...]).first { $0.id == 0x1853_8067 })
  }

  private static let containers = [MovieContainer.matroska, .webm]

  @Test("tags, chapters, languages, names and roles are said", arguments: containers)
  func description(_ container: MovieContainer) throws {
    var movie = DescribedMovie(container: container)
    movie.soundCount = 2
    movie.description = DescribedBoxesTests.full
    movie.description.tracks[2].alternateGroup = nil
    let isWebM = container.name == "webm"
    if isWebM {
      movie.description.artwork = []
      movie.description.tracks[2].roles = []
    }
    movie.description.creationTime = 1_795_698_000
    let segment = try segment(movie)
    let entries = try #require(segment[0x1654_AE6B]).all(0xAE)
    #expect(entries.count == 3)
    // Language (B codes), LanguageBCP47, Name, FlagDefault, FlagCommentary.
    #expect(entries.map { $0[0x22B59C]?.text } == ["und", "ger", "por"])
    #expect(entries.map { $0[0x22B59D]?.text } == [nil, nil, "pt-BR"])
    #expect(entries.map { $0[0x536E]?.text } == [nil, "Ton", nil])
    #expect(entries.map { $0[0x88]?.number ?? 1 } == [1, 0, 1])
    #expect(entries.map { $0[0x55AF]?.number } == [nil, nil, isWebM ? nil : 1])
    // Numbers that no random generator chose.
    #expect(entries.map { $0[0x73C5]?.number } == [1, 2, 3])
    // A picture lasts 1001/30000 s, in nanoseconds.
    #expect(entries[0][0x23E383]?.number == 33_366_666)

    let tags = try #require(segment[0x1254_C367]).all(0x7373)
    func texts(_ tag: Node) -> [[String]] {
      tag.all(0x67C8).map { [$0[0x45A3]?.text ?? "", $0[0x4487]?.text ?? ""] }
    }
    #expect(
      texts(tags[0]) == [
        ["WRITING_APP", "cutlist"], ["ARTIST", "A"], ["LOCATION", "+52.5200+013.4050/"],
        ["PART_NUMBER", "8/10"], ["MOOD_OF_DAY", "grey"], ["SOFTWARE", "Editor 3"],
      ])
    // The title stands in Info; the date there counts nanoseconds from 2001, 978,307,200 s after 1970.
    #expect(segment[0x1549_A966, 0x7BA9]?.text == "Über Land")
    #expect(segment[0x1549_A966, 0x4461]?.number == (1_795_698_000 - 978_307_200) * 1_000_000_000)
    #expect(tags.contains { texts($0).contains(["TIMECODE", "01:00:00;00"]) })

    let atoms = try #require(segment[0x1043_A770, 0x45B9]).all(0xB6)
    #expect(atoms.map { $0[0x91]?.number } == [0, 500_000_000])
    #expect(atoms.map { $0[0x92]?.number } == [500_000_000, 1_000_000_000])
    #expect(atoms.map { $0[0x80, 0x85]?.text } == ["Eins", "Zwei"])

    let file = segment[0x1941_A469, 0x61A7]
    #expect(file?[0x466E]?.text == (isWebM ? nil : "cover.png"))
    #expect(file?[0x4660]?.text == (isWebM ? nil : "image/png"))
    #expect(file?[0x465C]?.content == movie.description.artwork.first?.bytes)
  }

  /// Samples before the sound, as encoders have them, and what follows it in the last packet.
  static let sounds: [(MovieContainer, AudioCodec, delay: Int?, discarded: Int?)] = [
    // 1024 samples of 48,000; 48 packets of 1024 hold them and 48,048, and 80 more.
    (.matroska, .aac, 21_333_333, 1_666_667),
    // 312 samples; 51 packets of 960 hold 600 more.
    (.matroska, .opus, 6_500_000, 12_500_000), (.webm, .opus, 6_500_000, 12_500_000),
    // 1105 samples; 43 packets of 1152 hold 383 more.
    (.matroska, .mp3, 23_020_833, 7_979_167),
    // 256 samples; 32 packets of 1536 hold 848 more.
    (.matroska, .ac3, 5_333_333, 17_666_667),
    (.matroska, .flac, nil, nil), (.matroska, .pcm, nil, nil),
  ]

  @Test("pictures begin at 0, and sound begins and ends where it is to", arguments: sounds.indices)
  func times(_ place: Int) throws {
    let (container, codec, delay, discarded) = Self.sounds[place]
    var movie = DescribedMovie(container: container)
    movie.codecs = (container.name == "webm" ? .vp9 : .h264, codec)
    let segment = try segment(movie)
    let entries = try #require(segment[0x1654_AE6B]).all(0xAE)
    #expect(entries.map { $0[0x56AA]?.number } == [nil, delay])
    // A millisecond.
    #expect(segment[0x1549_A966, 0x2AD7B1]?.number == 1_000_000)
    var first: [Int: Int] = [:]
    var padding: [Int] = []
    var pictures: [Int] = []
    for cluster in segment.all(0x1F43_B675) {
      let time = cluster[0xE7]?.number ?? 0
      for child in cluster.children {
        let block = child.id == 0xA3 ? child : child[0xA1]
        guard let block else { continue }
        let track = Int(block.content[0] & 0x7F)
        let relative = Int(
          Int16(truncatingIfNeeded: Int(block.content[1]) << 8 | Int(block.content[2])))
        first[track] = first[track] ?? time + relative
        if track == 1 { pictures.append(time + relative) }
        if let end = child[0x75A2]?.number { padding.append(end) }
      }
    }
    #expect(first == [1: 0, 2: 0])
    #expect(padding == [discarded].compactMap { $0 })
    // The nearest milliseconds of k · 1001/30000.
    #expect(pictures.sorted() == (0..<30).map { ($0 * 1001 + 15) / 30 })
  }

  @Test("libav hears the sound from its first to its last sample", arguments: sounds.indices)
  func heard(_ place: Int) throws {
    let (container, codec, _, _) = Self.sounds[place]
    var movie = DescribedMovie(container: container)
    movie.codecs = (container.name == "webm" ? .vp9 : .h264, codec)
    let folder = try WritingFolder()
    try movie.write(folder.file("a"))
    // Of other codecs than Opus it gives what comes before, too, with times before 0.
    let before = codec == .opus ? 0 : Int(codec.leadingSamples)
    #expect(try DescribedMovie.heardSamples(folder.file("a")) == movie.sampleCount + before)
  }

  @Test("a list of tracks keeps its size and gets a right checksum")
  func checksum() throws {
    // python3: zlib.crc32(b'123456789')
    #expect(CRC.reference(Array("123456789".utf8)) == 0xCBF4_3926)
    var movie = DescribedMovie(container: .matroska)
    movie.description.tracks = [TrackDescription(language: LanguageTag("zh-Hant-TW"), name: "x")]
    let bytes = try movie.bytes()
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x16, 0x54, 0xAE, 0x6B]) && $0 > 200 })
    let header = try #require(ElementHeader(bytes[start...], rest: bytes.count - start))
    let list = bytes[(start + header.length)..<(start + header.length + header.contentSize)]
    #expect(list.starts(with: [0xBF, 0x84]))
    let sum = list.dropFirst(2).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    #expect(sum == CRC.reference(Array(list.dropFirst(6))))
  }

  /// By the polynomial, bit for bit (ISO 3309).
  private enum CRC {
    static func reference(_ bytes: [UInt8]) -> UInt32 {
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        for bit in 0..<8 {
          let isOdd = (sum ^ UInt32(byte >> UInt8(bit))) & 1 == 1
          sum = isOdd ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
        }
      }
      return ~sum
    }
  }
}

@Suite("How files call codecs")
struct CodecNameTests {
  /// Sample entries of MP4 and QuickTime.
  static let entries: [String: String] = [
    "h264": "avc1", "hevc": "hvc1", "prores": "apch", "dnxhd": "AVdh", "mjpeg": "jpeg",
    "aac": "mp4a", "vp9": "vp09", "av1": "av01", "opus": "Opus",
    "pcm_s24le": "in24", "alac": "alac", "ac3": "ac-3", "mp3": ".mp3",
  ]
  /// RFC 9559's registry of codecs. libav 5.1 has FFV1 in the older form, with the four characters of
  /// Windows.
  static let identifiers: [String: String] = [
    "h264": "V_MPEG4/ISO/AVC", "hevc": "V_MPEGH/ISO/HEVC", "vp9": "V_VP9", "av1": "V_AV1",
    "prores": "V_PRORES", "ffv1": "V_MS/VFW/FOURCC", "mjpeg": "V_MJPEG", "aac": "A_AAC",
    "opus": "A_OPUS",
    "flac": "A_FLAC", "mp3": "A_MPEG/L3", "ac3": "A_AC3", "pcm_s24le": "A_PCM/INT/LIT",
  ]

  @Test(
    "every codec of every container has the name that players know",
    arguments: MovieContainer.all.filter { container in
      (container.descriptionForm.hasBoxes || container.descriptionForm.hasElements)
        && container.holdsPictures && container.holdsSound
    })
  func names(_ container: MovieContainer) throws {
    let count = max(container.videoCodecs.count, container.audioCodecs.count)
    for place in 0..<count {
      let video = container.videoCodecs[place % container.videoCodecs.count]
      let audio = container.audioCodecs[place % container.audioCodecs.count]
      var movie = DescribedMovie(container: container)
      movie.frameCount = 6
      // DNxHR begins here.
      movie.size = Size(width: 256, height: 256)
      movie.codecs = (video, audio)
      let bytes = try movie.bytes()
      #expect(try movie.bytes() == bytes, "\(video) \(audio)")
      if container.descriptionForm.hasBoxes {
        let index = try #require(try Box.boxes(in: bytes).first { $0.type == "moov" })
        let names = index.tracks.map { track in
          String(decoding: track.table?["stsd"]?.bytes[12..<16] ?? [], as: UTF8.self)
        }
        // MP4 has MP3 among the kinds of MPEG-4 (ISO/IEC 14496-1, objectTypeIndication 0x6B).
        let sound = audio == .mp3 && container == .mp4 ? "mp4a" : Self.entries[audio.name] ?? "?"
        #expect(names == [Self.entries[video.name] ?? "?", sound])
      } else {
        let segment = try #require(Node.all(in: bytes[...]).first { $0.id == 0x1853_8067 })
        let names = segment[0x1654_AE6B]?.all(0xAE).map { $0[0x86]?.text ?? "" }
        #expect(
          names == [Self.identifiers[video.name] ?? "?", Self.identifiers[audio.name] ?? "?"])
      }
    }
  }
}
