import BaseValues
import Foundation
import FileSystem
import LibAV
import MediaSources
import OutputKinds
import Testing

@testable import CommandLineInterface

/// A counter of 2.5 s with a tone, in two chunks, and what is asked of its output.
private func project(_ output: String = "", _ more: String = "") -> String {
  """
  { "cutlist": 1,
    "output": { "size": "256x144", "frameRate": 20\(output) },
    \(more)
    "media": { "a": { "generate": "counter" }, "t": { "generate": "tone", "frequency": 440, "level": 0.25 } },
    "tracks": [ { "video": [ { "clip": "a", "duration": "2.5s", "audio": false } ] },
                { "audio": [ { "clip": "t", "duration": "2.5s" } ] } ] }
  """
}

/// Movies of all kinds, read back by libav: every frame says its number, and the tone is where it belongs.
@Suite("Movies of all kinds", .timeLimit(.minutes(60)))
struct OutputKindCommandTests {
  private static let kinds: [(ending: String, video: String, audio: String)] = [
    ("mp4", #""codec": "hevc", "preset": "ultrafast""#, #""codec": "aac""#),
    ("mp4", #""codec": "hevc", "preset": "ultrafast", "bitDepth": 10"#, #""codec": "alac""#),
    ("mp4", #""codec": "av1", "preset": 12"#, #""codec": "opus""#),
    ("mov", #""codec": "prores""#, #""codec": "pcm_s24le""#),
    ("mov", #""codec": "prores", "profile": "4444""#, #""codec": "alac""#),
    ("mov", #""codec": "dnxhd""#, #""codec": "ac3""#),
    ("mov", #""codec": "dnxhd", "bitDepth": 10"#, #""codec": "mp3""#),
    ("mkv", #""codec": "ffv1""#, #""codec": "flac""#),
    ("mkv", #""codec": "h264", "preset": "ultrafast""#, #""codec": "mp3""#),
    ("mkv", #""codec": "mjpeg""#, #""codec": "ac3""#),
    ("webm", #""codec": "vp9", "speed": 8"#, #""codec": "opus""#),
    ("nut", #""codec": "ffv1", "bitDepth": 10"#, #""codec": "pcm_s24le""#),
  ]

  @Test("frames and sound are where they belong, with any number of workers", arguments: 0..<12)
  func movie(_ index: Int) throws {
    let kind = Self.kinds[index]
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", project(", \"video\": { \(kind.video) }, \"audio\": { \(kind.audio) }"))
    let name = "a.\(kind.ending)"
    let outcome = sandbox.render("a.json", to: name, "--jobs", "1", "--verify", "--no-cache")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try Movie(sandbox.file(name))
    #expect(movie.pictures.count == 50)
    for (frame, picture) in movie.pictures.enumerated() {
      let code = FrameCode(width: picture.width, height: picture.height) { x, y in
        Int(picture.luma[y * picture.width + x])
      }
      #expect(code?.frame == frame)
    }
    let bytes = try sandbox.bytes(name)
    for jobs in ["2", "4"] {
      #expect(sandbox.render("a.json", to: "b.\(kind.ending)", "--jobs", jobs).status == 0)
      #expect(try sandbox.bytes("b.\(kind.ending)") == bytes, "\(jobs) workers")
    }
    // Ours is replaced without being asked, and left alone where it is the same.
    #expect(sandbox.render("a.json", to: name).status == 0)
  }

  @Test(
    "a bit rate is kept by every codec that has one, with any number of workers",
    arguments: ["hevc", "vp9", "av1"])
  func rate(_ codec: String) throws {
    let sandbox = try Sandbox()
    let speed = [
      "hevc": "\"preset\": \"ultrafast\"", "vp9": "\"speed\": 8", "av1": "\"preset\": 13",
    ]
    let video = "\"codec\": \"\(codec)\", \"bitRate\": \"150k\", \(speed[codec] ?? "")"
    try sandbox.write(
      "a.json", project(", \"video\": { \(video) }, \"audio\": false"))
    let outcome = sandbox.render("a.json", to: "a.mkv", "--jobs", "1", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    // 2.5 s; whole steps of quality are an eighth of the bits apart.
    let bytes = try sandbox.bytes("a.mkv")
    #expect(abs(8 * bytes.count - 375_000) < 120_000, "\(8 * bytes.count) bits")
    #expect(sandbox.render("a.json", to: "b.mkv", "--jobs", "2", "--no-cache").status == 0)
    #expect(try sandbox.bytes("b.mkv") == bytes)
  }

  @Test(
    "a tuning is the encoder's own, in all chunks, and an unknown one is answered with those there are"
  )
  func tunings() throws {
    let sandbox = try Sandbox()
    func render(_ video: String) throws -> [UInt8] {
      try sandbox.write("a.json", project(", \"video\": { \(video) }, \"audio\": false"))
      let outcome = sandbox.render("a.json", to: "a.mp4", "--verify", "--no-cache", "--force")
      try #require(outcome.status == 0, "\(outcome.messages)")
      return [UInt8](try sandbox.bytes("a.mp4"))
    }
    let gop = "\"preset\": \"veryfast\", \"gop\": \"0.5s\""
    let plain = try render(gop)
    for tuning in ["film", "animation", "grain", "stillimage", "fastdecode", "zerolatency"] {
      #expect(try render("\(gop), \"tune\": \"\(tuning)\"") != plain)
    }
    let hevc = "\"codec\": \"hevc\", \"preset\": \"ultrafast\""
    #expect(try render(hevc) != render("\(hevc), \"tune\": \"grain\""))
    let path = try sandbox.write("b.json", project(", \"video\": { \"tune\": \"movie\" }"))
    let told = sandbox.run("check", path)
    #expect(told.status == 1 && told.messages.contains("film"))
  }

  @Test(
    "a GIF of more frames than its clock counts is refused, and small movies where a codec has none"
  )
  func limits() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", project().replacing("\"frameRate\": 20", with: "\"frameRate\": 240"))
    #expect(sandbox.render("a.json", to: "a.gif").messages.contains("counts 100 times a second"))
    try sandbox.write(
      "b.json",
      project(", \"video\": { \"codec\": \"av1\" }").replacing("256x144", with: "32x32"))
    #expect(sandbox.render("b.json", to: "b.mkv").messages.contains("at least 64x64"))
  }

  @Test("the ending of the name chooses the container, and that its codecs")
  func ending() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    for (ending, codecs) in [
      ("mov", ["h264", "aac"]), ("mkv", ["h264", "aac"]), ("webm", ["vp9", "opus"]),
      ("m4a", ["aac"]), ("mp3", ["mp3"]), ("opus", ["opus"]), ("flac", ["flac"]),
      ("wav", ["pcm_s24le"]), ("nut", ["h264", "pcm_s24le"]),
    ] {
      let outcome = sandbox.render("a.json", to: "a.\(ending)")
      try #require(outcome.status == 0, "\(ending): \(outcome.messages)")
      let input = try InputFile(path: sandbox.file("a.\(ending)"))
      #expect(input.streams.map(\.codecName) == codecs, "\(ending)")
    }
  }

  @Test("sound alone is as long as it was to be, whatever encoders put around it")
  func soundAlone() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    for ending in ["m4a", "mp3", "opus", "flac", "wav"] {
      #expect(sandbox.render("a.json", to: "a.\(ending)").status == 0)
      let sound = try Movie(sandbox.file("a.\(ending)"))
      #expect(sound.pictures.isEmpty)
      // Files of MP3 begin with the encoder's own samples, and decoders may hand over the rest of the last packet.
      let samples = sound.samples.dropFirst(ending == "mp3" ? 1105 : 0)
      #expect((120_000..<120_000 + 1536).contains(samples.count), "\(ending): \(samples.count)")
      // The tone's first quarter of a period ends 27 samples in.
      let peak = samples.prefix(48).max() ?? 0
      #expect(abs(peak - 0.25) < 0.06, "\(ending): \(peak)")
    }
  }

  @Test("what does not fit together says what would")
  func faults() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(", \"video\": { \"codec\": \"prores\" }"))
    let outcome = sandbox.render("a.json", to: "a.webm")
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("WebM cannot hold ProRes"))
    #expect(outcome.messages.contains("choose \"vp9\", \"av1\""))
    #expect(sandbox.render("a.json", to: "a.png").messages.contains("a-%04d.png"))
    try sandbox.write("b.json", project(", \"container\": \"mov\""))
    #expect(sandbox.render("b.json", to: "b.mkv").status == 2)
    #expect(
      sandbox.run("render", sandbox.file("b.json"), "-o", "-", "--format", "mkv").status == 2)
    #expect(
      sandbox.run("render", sandbox.file("a.json"), "-o", "-", "--format", "pngs").status == 2)
    // What names a codec alone has the first container that holds it.
    #expect(sandbox.run("check", sandbox.file("a.json")).status == 0)
    try sandbox.write(
      "c.json", project(", \"video\": { \"codec\": \"vp9\", \"preset\": \"fast\" }"))
    #expect(sandbox.render("c.json", to: "c.webm").messages.contains("VP9 has no \"preset\""))
  }

  @Test("numbered pictures are the frames, and replace nothing that is not ours")
  func pictures() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    for ending in ["png", "jpg", "tif"] {
      let outcome = sandbox.render("a.json", to: "f-%03d.\(ending)")
      try #require(outcome.status == 0, "\(outcome.messages)")
      for frame in [0, 17, 49] {
        let name = String(format: "f-%03d.\(ending)", frame)
        let picture = try #require(try Movie(sandbox.file(name)).pictures.first)
        // Three samples a pixel where they are red, green and blue.
        let step = picture.luma.count / (picture.width * picture.height)
        let code = FrameCode(width: picture.width, height: picture.height) { x, y in
          Int(picture.luma[step * (y * picture.width + x)])
        }
        #expect(code?.frame == frame, "\(name)")
      }
      #expect(!sandbox.exists("f-050.\(ending)"))
    }
    #expect(sandbox.render("a.json", to: "f-%03d.png").status == 0)
    try sandbox.write("f-003.png", "somebody's")
    #expect(sandbox.render("a.json", to: "f-%03d.png").status == 2)
    #expect(try sandbox.bytes("f-003.png") == Data("somebody's".utf8))
  }

  @Test(
    "JPEG has luma and chroma as JFIF says, whatever the matrix of the movie is",
    arguments: ["a-%d.jpg", "a.mkv", "a.mov"])
  func jpegColours(_ name: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    // Y′CbCr of red, green, blue and grey: ITU-T T.871, 6.2.
    for (color, codes) in [
      ("#ff0000", [76, 85, 255]), ("#00ff00", [150, 44, 21]), ("#0000ff", [29, 255, 107]),
      ("#808080", [128, 128, 128]),
    ] {
      let video =
        name.contains("%") ? "" : ", \"video\": { \"codec\": \"mjpeg\", \"quantizer\": 1 }"
      try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "64x64", "frameRate": 25, "audio": false\(video) },
          "media": { "c": { "color": "\(color)" } },
          "tracks": [ { "video": [ { "clip": "c", "duration": "1f" } ] } ] }
        """)
      let outcome = sandbox.render("a.json", to: name, "--force")
      try #require(outcome.status == 0, "\(outcome.messages)")
      let path = sandbox.file(name.replacing("%d", with: "0"))
      var decoder = try FrameDecoder(.file(path: path), stream: 0, protocols: [])
      let picture = try #require(try decoder.next())
      picture.frame.withFrame { frame in
        for plane in 0..<3 {
          let code = Int(frame.row(8, ofPlane: plane)[8])
          #expect(abs(code - codes[plane]) <= 3, "\(color), plane \(plane)")
        }
      }
      // As H.273 numbers BT.601's two.
      let stream = try #require(try InputFile(path: path).streams.first)
      #expect([5, 6].contains(stream.video.colour.matrix.rawValue))
    }
  }

  @Test("Matroska says which ProRes it holds, and how long Opus is decoded after a jump")
  func matroskaSetUp() throws {
    let sandbox = try Sandbox(readsApart: false)
    for (profile, name) in [("lt", "LT"), ("4444", "4444")] {
      try sandbox.write(
        "a.json", project(", \"video\": { \"codec\": \"prores\", \"profile\": \"\(profile)\" }"))
      let outcome = sandbox.render("a.json", to: "a.mkv", "--force", "--verify")
      try #require(outcome.status == 0, "\(outcome.messages)")
      let stream = try #require(try InputFile(path: sandbox.file("a.mkv")).streams.first)
      #expect(stream.profileName == name)
    }
    try sandbox.write("b.json", project(", \"video\": { \"codec\": \"vp9\", \"speed\": 8 }"))
    try #require(sandbox.render("b.json", to: "b.webm").status == 0)
    // SeekPreRoll: 80 ms in nanoseconds (RFC 9559, 5.1.4.1.26).
    let element = Data([0x56, 0xBB, 0x84, 0x04, 0xC4, 0xB4, 0x00])
    #expect(try sandbox.bytes("b.webm").range(of: element) != nil)
  }

  @Test("a GIF and an APNG have all frames at their times", arguments: ["gif", "apng"])
  func animation(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    let outcome = sandbox.render("a.json", to: "a.\(ending)", "--jobs", "1")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try Movie(sandbox.file("a.\(ending)"))
    #expect(movie.pictures.count == 50)
    for (frame, picture) in movie.pictures.enumerated() {
      #expect(picture.time == Rational(Int64(frame), 20))
    }
    let bytes = try sandbox.bytes("a.\(ending)")
    #expect(sandbox.render("a.json", to: "b.\(ending)", "--jobs", "4", "--no-cache").status == 0)
    #expect(try sandbox.bytes("b.\(ending)") == bytes)
  }
}

/// WebP pictures that move, read by the letter of RFC 9649.
@Suite("Animated WebP", .timeLimit(.minutes(60)))
struct AnimatedWebPTests {
  private struct Chunk {
    var name: String
    var data: [UInt8]

    func number(_ place: Int, _ count: Int) -> Int {
      data[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private func chunks(_ bytes: ArraySlice<UInt8>) throws -> [Chunk] {
    var place = bytes.startIndex
    var found: [Chunk] = []
    while place < bytes.endIndex {
      let head = bytes[place..<place + 8]
      let size = head.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      found.append(
        Chunk(
          name: String(decoding: head.prefix(4), as: UTF8.self),
          data: Array(bytes[place + 8..<place + 8 + size])))
      place += 8 + size + size % 2
    }
    #expect(place == bytes.endIndex)
    return found
  }

  @Test(
    "it has all frames at the nearest millisecond, each a whole picture, with alpha where the movie has it",
    arguments: [
      ("20", "", false), ("\"30000/1001\"", "", false),
      ("25", ", \"background\": \"transparent\"", true),
    ])
  func frames(_ rate: String, _ output: String, _ hasAlpha: Bool) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json", project(output).replacing("\"frameRate\": 20", with: "\"frameRate\": \(rate)"))
    let outcome = sandbox.render("a.json", to: "a.webp", "--jobs", "1")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let bytes = [UInt8](try sandbox.bytes("a.webp"))
    #expect(bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual("WEBP".utf8))
    #expect(bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == bytes.count - 8)
    let all = try chunks(bytes[12...])
    let numbers = rate.filter { $0 != "\"" }.split(separator: "/").compactMap { Double($0) }
    let frameRate = numbers[0] / (numbers.count > 1 ? numbers[1] : 1)
    let count = Int((2.5 * frameRate).rounded())
    #expect(
      all.map(\.name) == ["VP8X", "ANIM"] + Array(repeating: "ANMF", count: count) + ["cutl"])
    #expect(all[0].data[0] == (hasAlpha ? 0x12 : 0x02))
    #expect(all[0].number(4, 3) + 1 == 256 && all[0].number(7, 3) + 1 == 144)
    #expect(all[1].data == [0, 0, 0, 0, 0, 0])
    var time = 0
    for (number, frame) in all.filter({ $0.name == "ANMF" }).enumerated() {
      #expect(time == Int((Double(number) * 1000 / frameRate).rounded()), "\(number)")
      time += frame.number(12, 3)
      #expect(frame.number(6, 3) + 1 == 256 && frame.number(9, 3) + 1 == 144)
      #expect(frame.data[15] == 2)
      // As a file of one picture it is read by libav.
      var still = frame.data[16...]
      if hasAlpha {
        let canvas: [UInt8] = [0x10, 0, 0, 0] + frame.data[6..<12]
        still = ArraySlice(Array("VP8X".utf8) + [10, 0, 0, 0] + canvas + Array(still))
      }
      let size = still.count + 4
      let head = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
      try sandbox.write(
        "frame.webp", Data(Array("RIFF".utf8) + head + Array("WEBP".utf8) + Array(still)))
      let picture = try #require(try Movie(sandbox.file("frame.webp")).pictures.first)
      #expect(picture.code?.frame == number)
    }
    for jobs in ["2", "4"] {
      let more = sandbox.render("a.json", to: "b\(jobs).webp", "--jobs", jobs, "--no-cache")
      #expect(more.status == 0)
      #expect(try [UInt8](sandbox.bytes("b\(jobs).webp")) == bytes)
    }
    // What is ours is replaced, and what is not is not.
    #expect(sandbox.render("a.json", to: "a.webp", "--range", "0s..1s").status == 0)
    let own = try sandbox.bytes("a.webp")
    try sandbox.write("c.webp", own.dropLast(8))
    #expect(sandbox.render("a.json", to: "c.webp").status == 2)
  }
}

/// Several movies of one project.
@Suite("Named outputs", .timeLimit(.minutes(60)))
struct NamedOutputCommandTests {
  private static let outputs = """
    "parameters": { "shade": { "type": "color", "default": "#ff0000" } },
    "outputs": {
      "square": { "size": "128x128", "video": { "bitRate": "200k" } },
      "web": { "container": "webm", "video": { "codec": "vp9", "speed": 8 } },
      "sound": { "container": "mp3" },
      "blue": { "with": { "shade": "#0000ff" } } },
    """

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let text = project(
      ", \"video\": { \"crf\": 30, \"preset\": \"ultrafast\" }, \"background\": \"{shade}\"",
      Self.outputs)
    try sandbox.write(
      "a.json",
      text.replacing(
        "\"a\": { \"generate\": \"counter\" },",
        with: "\"a\": { \"generate\": \"counter\" }, \"u\": { \"color\": \"{shade}\" },"
      ).replacing("\"clip\": \"a\"", with: "\"clip\": \"u\""))
    return sandbox
  }

  @Test("the manual's table of what kinds of files hold is true")
  func table() throws {
    let page = GalleryProject.folder.deletingLastPathComponent().appending(
      path: "Sources/cutlist/CommandLineInterface/Manual.docc/Formats.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## What each kind holds\n").last)
    let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter {
      $0.hasPrefix("|")
    }
    let rows = lines.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func kinds(_ title: String) -> [MovieContainer] {
      switch title {
      case "numbered PNG, TIFF, WebP": [.pngPictures, .tiffPictures, .webpPictures]
      case "numbered JPEG": [.jpegPictures]
      default: MovieContainer.all.filter { $0.title == title }
      }
    }
    #expect(Set(rows.flatMap { kinds($0[0]) }) == Set(MovieContainer.all))
    func word(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }
    for row in rows {
      for kind in kinds(row[0]) {
        let codecs = kind.videoCodecs
        let deep = codecs.contains { $0.formats.contains { $0.bitDepth == 10 } }
        let chapters = MovieDescription(
          chapters: [Chapter(start: .zero, end: Rational(1), title: "a")])
        let wanted = [
          word(codecs.contains(where: kind.holdsAlpha(of:))), word(deep && kind.isReadBack),
          word(deep && kind.isReadBack),
          kind.holdsSound ? (kind.isOfOneSound ? "one" : "several") : "none",
          word(kind.holdsSubtitles), word(chapters.losses(in: kind, soundTrack: nil).isEmpty),
          word(kind.holdsArtwork),
        ]
        #expect(Array(row.dropFirst()) == wanted, "\(kind.title)")
      }
    }
  }

  @Test("an output says what differs, and all of them are rendered by one command")
  func all() throws {
    let sandbox = try sandbox()
    #expect(sandbox.run("check", sandbox.file("a.json")).status == 0)
    let outcome = sandbox.render("a.json", to: "{name}{ext}", "--all")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let square = try #require(try Movie(sandbox.file("square.mp4")).pictures.first)
    #expect(square.width == 128 && square.height == 128)
    #expect(
      try InputFile(path: sandbox.file("web.webm")).streams.map(\.codecName) == ["vp9", "opus"])
    #expect(try InputFile(path: sandbox.file("sound.mp3")).streams.map(\.codecName) == ["mp3"])
    // BT.709 luma of pure blue and red (ITU-R BT.709-6, 3.3).
    let blue = try #require(try Movie(sandbox.file("blue.mp4")).pictures.first)
    #expect(abs(Int(blue.luma[64 * 256 + 100]) - 32) <= 2)
    #expect(square.luma.count == 128 * 128 && abs(Int(square.luma[8000]) - 63) <= 2)
  }

  @Test(
    "outputs that are rendered side by side have the bytes that each has alone",
    arguments: [1, 2, 4])
  func together(jobs: Int) throws {
    let sandbox = try Sandbox(readsApart: false)
    let outputs = """
      "outputs": {
        "plain": {}, "same": { "container": "mkv" }, "small": { "size": "128x72" },
        "pro": { "container": "mov", "video": { "codec": "prores" }, "audio": { "codec": "pcm_s24le" } },
        "deep": { "video": { "codec": "hevc", "preset": "ultrafast", "bitDepth": 10 } },
        "rate": { "frameRate": 30 }, "silent": { "audio": false }, "dash": { "container": "dash" } },
      """
    let text = project(
      ", \"video\": { \"crf\": 30, \"preset\": \"ultrafast\", \"gop\": \"0.5s\" }", outputs)
    try sandbox.write("a.json", text)
    let names = [
      "plain.mp4", "same.mkv", "small.mp4", "pro.mov", "deep.mp4", "rate.mp4", "silent.mp4",
      "dash.mpd",
    ]
    for folder in ["together", "alone"] { try sandbox.makeFolder(folder) }
    let outcome = sandbox.render(
      "a.json", to: "together/{name}{ext}", "--all", "--no-cache", "--jobs", "\(jobs)", "--json")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    #expect(
      list?.count == names.count && list?.allSatisfy { $0["frames"] as? Int ?? 0 > 0 } == true)
    for name in names {
      let output = String(name.prefix { $0 != "." })
      let alone = sandbox.render(
        "a.json", to: "alone/\(name)", "--output", output, "--no-cache", "--jobs", "1")
      try #require(alone.status == 0, "\(alone.messages)")
      #expect(try sandbox.bytes("together/\(name)") == sandbox.bytes("alone/\(name)"), "\(name)")
    }
    // What is there is left as it is, and what is not is made.
    try FileManager.default.removeItem(atPath: sandbox.file("together/small.mp4"))
    #expect(sandbox.render("a.json", to: "together/{name}{ext}", "--all").status == 0)
    #expect(try sandbox.bytes("together/small.mp4") == sandbox.bytes("alone/small.mp4"))
  }

  @Test("an output that fails does not stop those that are rendered with it")
  func failing() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project(
        ", \"video\": { \"crf\": 30, \"preset\": \"ultrafast\" }",
        """
        "outputs": { "one": {}, "tight": { "size": "128x72", "maxSize": "1kB" }, "two": { "size": "64x36" } },
        """))
    let outcome = sandbox.render("a.json", to: "{name}{ext}", "--all")
    #expect(outcome.status == 3 && outcome.messages.contains("output 'tight'"))
    #expect(sandbox.exists("one.mp4") && sandbox.exists("two.mp4") && !sandbox.exists("tight.mp4"))
    #expect(try Movie(sandbox.file("two.mp4")).pictures.first?.width == 64)
  }

  @Test("what fails in an output alone is found by check, once, and its place is in the project")
  func outputFindings() throws {
    let sandbox = try Sandbox()
    for (output, id) in [
      ("\"maxDuration\": \"1s\"", "output-beyond-limit"),
      ("\"artwork\": \"nope\"", "unknown-media"),
      ("\"artwork\": \"a\"", "artwork-unusable"),
      ("\"container\": \"hls\", \"startTimecode\": \"01:00:00:00\"", "metadata"),
      ("\"audio\": { \"tracks\": [ { \"name\": \"a\", \"from\": \"zz\" } ] }", "unknown-track"),
    ] {
      try sandbox.write(
        "a.json", project("", "\"outputs\": { \"plain\": {}, \"odd\": { \(output) } },"))
      let outcome = sandbox.run("check", sandbox.file("a.json"))
      #expect(outcome.status == 1 && outcome.messages.contains("[\(id)]"), "\(outcome.messages)")
      #expect(outcome.messages.contains("a.json:3:") && outcome.messages.contains("1 error"))
      let alone = sandbox.run("check", sandbox.file("a.json"), "--output", "odd")
      #expect(alone.status == 1 && alone.messages.contains("1 error"), "\(alone.messages)")
      #expect(sandbox.run("check", sandbox.file("a.json"), "--output", "plain").status == 0)
    }
  }

  @Test("artwork of an output is used, and keys of another container or codec do not hold")
  func otherContainers() throws {
    let sandbox = try Sandbox()
    try sandbox.write("c.json", project())
    try #require(
      sandbox.run("frame", sandbox.file("c.json"), "--at", "0", "-o", sandbox.file("cover.png"))
        .status == 0)
    try sandbox.write(
      "a.json",
      project(
        """
        , "container": "hls", "segmentSeconds": 1, "audio": { "sampleRate": 44100 },
        "video": { "crf": 30, "preset": "ultrafast" }
        """,
        """
        "outputs": { "proxy": { "purpose": "proxy" }, "plain": { "container": "mp4", "artwork": "cover" },
          "sound": { "purpose": "web", "container": "m4a" } },
        """
      ).replacing("\"media\": {", with: "\"media\": { \"cover\": \"cover.png\","))
    let check = sandbox.run("check", sandbox.file("a.json"))
    #expect(check.status == 0 && !check.messages.contains("unused-media"), "\(check.messages)")
    let outcome = sandbox.render("a.json", to: "{name}{ext}", "--all")
    try #require(outcome.status == 0, "\(outcome.messages)")
    for name in ["proxy.mov", "plain.mp4", "sound.m4a"] {
      let probed = sandbox.run("probe", sandbox.file(name), "--json").output
      #expect(probed.contains("44100"), "\(name): \(probed)")
    }
    // One output may be called by a pattern too.
    #expect(sandbox.render("a.json", to: "one-{name}{ext}", "--output", "plain").status == 0)
    #expect(sandbox.exists("one-plain.mp4"))
    let both = sandbox.render("a.json", to: "{name}{ext}", "--all", "--check-determinism")
    #expect(both.status == 2 && both.messages.contains("one output at a time"))
  }

  @Test("a nested project is as large as its purpose says")
  func nestedPurpose() throws {
    let sandbox = try Sandbox()
    let inner = project().replacing("\"size\": \"256x144\"", with: "\"purpose\": \"square\"")
    try sandbox.write("inner.json", inner)
    try sandbox.write(
      "outer.json",
      """
      { "cutlist": 1, "output": { "size": "64x64", "frameRate": 20 },
        "media": { "i": { "project": "inner.json" } },
        "tracks": [ { "video": [ { "clip": "i" } ] } ] }
      """)
    let plan = sandbox.run("plan", sandbox.file("outer.json"))
    #expect(plan.status == 0 && plan.output.contains("1080x1080"), "\(plan.messages)")
  }

  @Test("one output is chosen by its name, and a name that is none is told")
  func one() throws {
    let sandbox = try sandbox()
    #expect(sandbox.render("a.json", to: "b.mp4", "--output", "square").status == 0)
    #expect(try Movie(sandbox.file("b.mp4")).pictures.first?.width == 128)
    let wrong = sandbox.render("a.json", to: "c.mp4", "--output", "sqare")
    #expect(wrong.status == 1)
    #expect(wrong.messages.contains("there is no output 'sqare'"))
    #expect(wrong.messages.contains("did you mean \"square\"?"))
    // A value that looks like a file's name is a file.
    #expect(
      sandbox.run("render", sandbox.file("a.json"), "--output", sandbox.file("d.mp4")).status == 0)
    #expect(sandbox.exists("d.mp4"))
  }

  @Test("a mistake in an output is found by check, at its place")
  func mistakes() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", project("", "\"outputs\": { \"one\": { \"size\": \"7x7\" }, \"a.b\": {} },"))
    let outcome = sandbox.run("check", sandbox.file("a.json"))
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("a.json:3:33"))
    #expect(outcome.messages.contains("'a.b' is no name for an output"))
    // Nor does a render write a file that is called so.
    try sandbox.write("b.json", project("", "\"outputs\": { \"../evil\": {} },"))
    let evil = sandbox.render("b.json", to: "{name}{ext}", "--all")
    #expect(evil.status == 1 && evil.messages.contains("'../evil' is no name for an output"))
  }
}

/// What a movie says of itself, from the project's text to libav's reading of the file.
@Suite("Metadata and chapters", .timeLimit(.minutes(60)))
struct DescriptionCommandTests {
  private static let text = project(
    """
    , "metadata": { "title": "Brücken", "artist": "Ann", "date": "2026", "own-key": "kept" },
      "startTimecode": "01:00:00:00", "audio": { "language": "pt-BR", "name": "Original" }
    """,
    """
    "markers": [ { "at": "1s", "name": "Second", "chapter": true },
                 { "at": 0, "name": "First", "chapter": true }, { "at": "2s", "name": "no chapter" } ],
    """)

  @Test("tags and chapters are in every kind of movie", arguments: ["mp4", "mov", "mkv", "webm"])
  func described(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Self.text)
    let outcome = sandbox.render("a.json", to: "a.\(ending)")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let bytes = try sandbox.bytes("a.\(ending)")
    for text in ["Brücken", "Ann", "2026", "kept", "First", "Second", "Original"] {
      #expect(bytes.range(of: Data(text.utf8)) != nil, "\(text)")
    }
    #expect(bytes.range(of: Data("no chapter".utf8)) == nil)
    #expect(sandbox.render("a.json", to: "b.\(ending)", "--no-cache").status == 0)
    #expect(try sandbox.bytes("b.\(ending)") == bytes)
  }

  @Test("the plan says all of it, and a part of the movie its own part")
  func plan() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Self.text)
    #expect(
      sandbox.run("plan", sandbox.file("a.json"), "--write", sandbox.file("p.plan")).status == 0)
    let plan = String(decoding: try sandbox.bytes("p.plan"), as: UTF8.self)
    #expect(plan.contains(#"{"name": "title", "value": "Brücken"}"#))
    #expect(plan.contains(#"{"start": "1", "end": "5/2", "title": "Second"}"#))
    #expect(plan.contains(#""timecode": {"frame": 72000, "isDropFrame": false}"#))
    #expect(plan.contains(#""language": "pt-BR""#))
    #expect(
      sandbox.run("render", "--plan", sandbox.file("p.plan"), "-o", sandbox.file("p.mp4")).status
        == 0)
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    #expect(try sandbox.bytes("p.mp4") == sandbox.bytes("a.mp4"))
  }

  @Test("chapters without a name, at one time, and languages that are none are told")
  func mistakes() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project(
        ", \"audio\": { \"language\": \"not a tag\" }, \"metadata\": { \"title\": [] }",
        """
        "markers": [ { "at": "1s", "chapter": true }, { "at": "2s", "name": "a", "chapter": true },
                     { "at": "40f", "name": "b", "chapter": true } ],
        """))
    let outcome = sandbox.run("check", sandbox.file("a.json"))
    #expect(outcome.status == 1)
    for id in ["language", "wrong-type"] { #expect(outcome.messages.contains("[\(id)]"), "\(id)") }
    try sandbox.write(
      "b.json",
      project(
        "",
        """
        "markers": [ { "at": "1s", "chapter": true }, { "at": "2s", "name": "a", "chapter": true },
                     { "at": "40f", "name": "b", "chapter": true } ],
        """))
    let other = sandbox.run("check", sandbox.file("b.json"))
    for id in ["chapter-without-name", "chapters-at-one-time"] {
      #expect(other.messages.contains("[\(id)]"), "\(id)")
    }
  }
}
