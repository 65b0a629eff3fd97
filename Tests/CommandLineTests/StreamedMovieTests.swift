import BaseValues
import Foundation
import FoundationXML
import LibAV
import Synchronization
import Testing

@testable import CommandLineInterface

/// A counter with a tone of 440 Hz, and what is asked of its output.
private func project(
  _ output: String = "", rate: String = "20", duration: String = "2.5s", sound: Bool = true,
  _ more: String = ""
) -> String {
  """
  { "cutlist": 1,
    "output": { "size": "256x144", "frameRate": \(rate)\(output)\(sound ? "" : ", \"audio\": false") }, \(more)
    "media": { "a": { "generate": "counter" }, "t": { "generate": "tone", "frequency": 440, "level": 0.25 } },
    "tracks": [ { "video": [ { "clip": "a", "duration": "\(duration)", "audio": false } ] }
      \(sound ? ", { \"audio\": [ { \"clip\": \"t\", \"duration\": \"\(duration)\" } ] }" : "") ] }
  """
}

private let hevc =
  ", \"video\": { \"codec\": \"hevc\", \"preset\": \"ultrafast\", \"bitDepth\": 10 }"

/// How far a tone of 440 Hz, which begins at 0 with its zero, is from the sound at some samples.
private func distance(_ samples: [Float], _ range: Range<Int>) -> Float {
  range.map { abs(samples[$0] - 0.25 * sin(2 * .pi * 440 * Float($0) / 48_000)) }.max() ?? 1
}

/// Playlists and segments, read back by a reader of their own and by libav.
@Suite("Movies of segments", .timeLimit(.minutes(60)))
struct StreamedMovieTests {
  @Test(
    "segments have the frames of the movie, and each can be decoded without those before it",
    arguments: [
      ("20", "2.5s", "", [1_000_000, 1_000_000, 500_000]),
      ("\"30000/1001\"", "2s", "", [1_001_000, 1_001_000]),
      ("60", "1.5s", hevc, [1_000_000, 500_000]),
      ("25", "1f", "", [40_000]),
    ])
  func frames(_ rate: String, _ duration: String, _ video: String, _ lengths: [Int]) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json", project(", \"segmentSeconds\": 1\(video)", rate: rate, duration: duration))
    let outcome = sandbox.render("a.json", to: "a.m3u8", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    let numbers = rate.filter { $0 != "\"" }.split(separator: "/").compactMap { Int64($0) }
    let frameRate = try #require(FrameRate(numbers[0], per: numbers.count > 1 ? numbers[1] : 1))
    #expect(movie.video.lengths.map(StreamedMovie.Track.microseconds) == lengths)
    #expect(movie.video.value("#EXT-X-TARGETDURATION") == "1")
    #expect(movie.video.lines.last == "#EXT-X-ENDLIST")

    let all = 0..<lengths.count
    let whole = try Movie(
      StreamedMovie.join(movie.video, all, to: sandbox.file("whole.mp4")))
    let count = whole.pictures.count
    #expect(
      count * Int(frameRate.seconds) * 1_000_000 / Int(frameRate.frames) == lengths.reduce(0, +))
    for (frame, picture) in whole.pictures.enumerated() {
      #expect(picture.code?.frame == frame)
      #expect(
        picture.time == Rational(Int64(frame) * frameRate.seconds, frameRate.frames), "\(frame)")
    }
    var first = 0
    for number in all {
      let alone = try Movie(
        StreamedMovie.join(movie.video, number..<number + 1, to: sandbox.file("alone.mp4")))
      #expect(alone.pictures.first?.code?.frame == first)
      first += alone.pictures.count
      #expect(alone.pictures.last?.code?.frame == first - 1)
    }
    #expect(first == count)
  }

  @Test("sound lies at its samples, from the first one on, and its lengths' sum is the movie's")
  func sound() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    try #require(sandbox.render("a.json", to: "a.m3u8").status == 0)
    let track = try #require(try StreamedMovie(sandbox.file("a.m3u8")).audio)
    #expect(track.segments.count == 3)
    #expect(track.microseconds == 2_500_000)
    let sound = try Movie(StreamedMovie.join(track, 0..<3, to: sandbox.file("sound.mp4")))
    #expect((120_000..<121_024).contains(sound.samples.count))
    // AAC of 440 Hz is within a few hundredths; one sample aside it would be 0.014, a packet aside 0.5.
    #expect(distance(sound.samples, 2000..<118_000) < 0.03)
  }

  @Test("texts have segments as long as those of the pictures, each with all that is shown in it")
  func subtitles() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json",
      project(", \"segmentSeconds\": 1").replacing(
        "\"tracks\": [",
        with: """
          "tracks": [ { "output": "track", "subtitles": { "language": "de", "name": "Deutsch", "default": true },
            "titles": [ { "at": "0.5s", "duration": "1s", "text": "Guten <Tag>" },
                        { "at": "2.2s", "duration": "0.3s", "text": "Ende" } ] },
          """))
    let outcome = sandbox.render("a.json", to: "a.m3u8", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    let line = try #require(movie.lines.first { $0.contains("TYPE=SUBTITLES") })
    for part in ["LANGUAGE=\"de\"", "NAME=\"Deutsch\"", "DEFAULT=YES", "FORCED=NO"] {
      #expect(line.contains(part), "\(line)")
    }
    #expect(movie.pictures["SUBTITLES"] == "subtitles")
    let address = try #require(line.split(separator: "URI=\"").last?.dropLast())
    let list = String(decoding: try sandbox.bytes(String(address)), as: UTF8.self)
    let lines = list.split(separator: "\n").map(String.init)
    #expect(!lines.contains { $0.hasPrefix("#EXT-X-MAP") })
    let lengths = lines.filter { $0.hasPrefix("#EXTINF") }
    #expect(lengths == ["#EXTINF:1.000000,", "#EXTINF:1.000000,", "#EXTINF:0.500000,"])
    let texts = try lines.filter { !$0.hasPrefix("#") }.map {
      String(decoding: try sandbox.bytes("a.segments/\($0)"), as: UTF8.self)
    }
    let first = "00:00:00.500 --> 00:00:01.500\nGuten &lt;Tag&gt;\n"
    #expect(texts.map { $0.contains(first) } == [true, true, false])
    #expect(
      texts.map { $0.contains("00:00:02.200 --> 00:00:02.500\nEnde\n") } == [false, false, true])
    #expect(
      texts.allSatisfy { $0.hasPrefix("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n") })
    // A movie without a file that it names is not complete, and is made again; surplus ones go.
    let before = try FileManager.default.contentsOfDirectory(atPath: sandbox.file("a.segments"))
    let vtt = try #require(before.first { $0.hasSuffix(".vtt") })
    try FileManager.default.removeItem(atPath: sandbox.file("a.segments/\(vtt)"))
    #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
    #expect(sandbox.exists("a.segments/\(vtt)"))
    // So is one with a file that was cut.
    for name in [vtt, try #require(before.first { $0.hasSuffix(".m4s") })] {
      let whole = try sandbox.bytes("a.segments/\(name)")
      try sandbox.write("a.segments/\(name)", whole.prefix(whole.count / 2))
      #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
      #expect(try sandbox.bytes("a.segments/\(name)") == whole)
    }
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
    #expect(!sandbox.exists("a.segments/\(vtt)"))
  }

  @Test("the playlist says what the movie is")
  func attributes() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json",
      project(
        ", \"segmentSeconds\": 1, \"audio\": { \"language\": \"pt-BR\", \"name\": \"O \\\"som\\\"\" }",
        "\"markers\": [ { \"at\": \"1s\", \"name\": \"Second\", \"chapter\": true } ],"))
    try #require(sandbox.render("a.json", to: "my movie.m3u8").status == 0)
    let movie = try StreamedMovie(sandbox.file("my movie.m3u8"))
    #expect(movie.lines.first == "#EXTM3U")
    #expect(movie.lines.contains("#EXT-X-INDEPENDENT-SEGMENTS"))
    #expect(movie.pictures["RESOLUTION"] == "256x144")
    #expect(movie.pictures["FRAME-RATE"] == "20.000")
    #expect(movie.pictures["AUDIO"] == movie.sound["GROUP-ID"])
    #expect(movie.sound["LANGUAGE"] == "pt-BR" && movie.sound["NAME"] == "O 'som'")
    #expect(movie.sound["CHANNELS"] == "2")
    // Profile, constraints and level follow the first byte of the decoder's set-up (ISO/IEC 14496-15, 5.3.3.1).
    let index = try [UInt8](Data(contentsOf: URL(fileURLWithPath: movie.video.index)))
    let name = Array("avcC".utf8)
    let place = try #require(index.indices.dropLast(8).first { Array(index[$0..<$0 + 4]) == name })
    let profile = index[place + 5..<place + 8].map { String(format: "%02X", $0) }.joined()
    #expect(movie.pictures["CODECS"] == "avc1.\(profile),mp4a.40.2")

    // The most that segments in a row have, which last half a target duration to one and a half (RFC 8216, 4.3.4.2).
    func peak(_ track: StreamedMovie.Track) throws -> Double {
      var most = 0.0
      for first in 0..<3 {
        var (bits, seconds) = (0.0, 0.0)
        for place in first..<3 {
          bits +=
            8 * Double(try Data(contentsOf: URL(fileURLWithPath: track.segments[place])).count)
          seconds += Double(StreamedMovie.Track.microseconds(track.lengths[place])) / 1_000_000
          if (0.5...1.5).contains(seconds) { most = max(most, bits / seconds) }
        }
      }
      return most
    }
    let peaks = try [peak(movie.video), peak(#require(movie.audio))]
    let wanted = try #require(movie.pictures["BANDWIDTH"].flatMap(Double.init))
    #expect(abs(wanted - peaks[0] - peaks[1]) <= 2, "\(wanted) \(peaks)")
    let average = try #require(movie.pictures["AVERAGE-BANDWIDTH"].flatMap(Double.init))
    #expect(average <= wanted && average > 0)

    let chapters = try #require(movie.lines.first { $0.contains("com.apple.hls.chapters") })
    #expect(chapters.contains("URI=\"my%20movie.segments/chapters-"))
    let file = try #require(try sandbox.names("my movie.segments").first { $0.hasSuffix(".json") })
    let list = try JSONSerialization.jsonObject(with: sandbox.bytes("my movie.segments/\(file)"))
    let entry = try #require((list as? [[String: Any]])?.first)
    #expect(entry["start-time"] as? Double == 0 && entry["duration"] as? Double == 2.5)
  }

  @Test("the files are the same for any number of workers, and for the joined chunks of a farm")
  func workers() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    for (folder, jobs) in [("one", "1"), ("four", "4")] {
      try sandbox.makeFolder(folder)
      #expect(
        sandbox.render("a.json", to: "\(folder)/a.m3u8", "--jobs", jobs, "--no-cache").status == 0)
    }
    let names = try sandbox.names("one/a.segments")
    #expect(names.count == 10)
    #expect(try sandbox.names("four/a.segments") == names)
    #expect(try sandbox.bytes("one/a.m3u8") == sandbox.bytes("four/a.m3u8"))
    for name in names {
      #expect(
        try sandbox.bytes("one/a.segments/\(name)") == sandbox.bytes("four/a.segments/\(name)"))
    }
    let plan = sandbox.file("a.plan")
    try sandbox.write("b.json", project(", \"segmentSeconds\": 1, \"container\": \"hls\""))
    try #require(sandbox.run("plan", sandbox.file("b.json"), "--write", plan).status == 0)
    #expect(sandbox.run("render", "--plan", plan, "-o", sandbox.file("c.m3u8")).status == 0)
    #expect(try sandbox.names("c.segments") == names)
  }

  @Test("a render over an older one takes away its segments, and nothing of somebody else's")
  func replaced() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    try #require(sandbox.render("a.json", to: "a.m3u8").status == 0)
    let old = try sandbox.names("a.segments")
    // One has a hash for its name, but not its own.
    let foreign = ["notes.txt", "video-00000-0123456789abcdef.m4s"]
    for name in foreign { try sandbox.write("a.segments/\(name)", "somebody's") }
    // What is missing is made again, though the playlist is as it was.
    let lost = try #require(old.first { $0.hasPrefix("video-00001") })
    try FileManager.default.removeItem(atPath: sandbox.file("a.segments/\(lost)"))
    #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
    #expect(try sandbox.names("a.segments") == (old + foreign).sorted())

    try sandbox.write("b.json", project(", \"segmentSeconds\": 2", duration: "2s"))
    #expect(sandbox.render("b.json", to: "a.m3u8").status == 0)
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    let kept = ([movie.video, try #require(movie.audio)].flatMap { [$0.index] + $0.segments })
      .map { ($0 as NSString).lastPathComponent }
    #expect(kept.count == 4)
    let names = try sandbox.names("a.segments")
    #expect(names.count == 6 + foreign.count)
    #expect(Set(names).isSuperset(of: kept + foreign))

    // A playlist of somebody else's is replaced when that is asked for alone.
    try sandbox.write("c.m3u8", "#EXTM3U\n")
    #expect(sandbox.render("b.json", to: "c.m3u8").status == 2)
    #expect(!sandbox.exists("c.segments"))
    #expect(sandbox.render("b.json", to: "c.m3u8", "--force").status == 0)
  }

  @Test("where segments cannot be written nothing is left, and the older movie is whole")
  func failure() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    try sandbox.write("a.segments", "a file")
    let outcome = sandbox.render("a.json", to: "a.m3u8")
    #expect(outcome.status != 0 && outcome.messages.contains("a.segments"))
    #expect(!sandbox.exists("a.m3u8"))
    #expect(sandbox.render("a.json", to: "b.m3u8").status == 0)
    let before = try sandbox.names("b.segments")
    let playlist = try sandbox.bytes("b.m3u8")
    try sandbox.write(
      "b.json", project(", \"segmentSeconds\": 1").replacing("440", with: "441"))
    try sandbox.allow(0o555, "b.segments")
    let denied = sandbox.render("b.json", to: "b.m3u8")
    try sandbox.allow(0o755, "b.segments")
    // The system's manager may write everywhere.
    if denied.status != 0 {
      #expect(try sandbox.names("b.segments") == before)
      #expect(try sandbox.bytes("b.m3u8") == playlist)
    }
  }

  @Test("a part of the movie begins where it was asked to, and segments are not longer")
  func part() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    let outcome = sandbox.render("a.json", to: "a.m3u8", "--range", "0.5s..2.2s", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    #expect(movie.video.lengths == ["0.500000", "1.000000", "0.200000"])
    #expect(movie.audio?.microseconds == 1_700_000)
  }

  @Test("silent movies have one track, and what a movie of segments cannot have is refused")
  func faults() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(sound: false))
    #expect(sandbox.render("a.json", to: "a.m3u8", "--verify").status == 0)
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    #expect(movie.audio == nil && movie.pictures["AUDIO"] == nil)
    #expect(movie.video.lengths == ["2.500000"])
    #expect(movie.video.value("#EXT-X-TARGETDURATION") == "3")

    #expect(
      sandbox.run("render", sandbox.file("a.json"), "-o", "-", "--format", "hls").messages
        .contains("several files"))
    try sandbox.write("b.json", project(", \"segmentSeconds\": 4"))
    let other = sandbox.render("b.json", to: "b.mp4")
    #expect(other.messages.contains("MP4 has no \"segmentSeconds\""))
    #expect(other.messages.contains("set \"container\" to \"hls\""))
    try sandbox.write("c.json", project(", \"video\": { \"codec\": \"vp9\" }"))
    #expect(sandbox.render("c.json", to: "c.m3u8").messages.contains("HLS cannot hold VP9"))
    try sandbox.write("d.json", project(", \"startTimecode\": \"01:00:00:00\""))
    #expect(sandbox.render("d.json", to: "d.m3u8").messages.contains("HLS has no timecode"))
  }
}

/// Descriptions of presentations, read back by a reader of XML and by libav.
@Suite("Movies of segments for DASH", .timeLimit(.minutes(60)))
struct PresentationTests {
  /// What a description names: elements with their attributes in the order of the file.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String], text: String)] = []

    init(_ data: Data) throws {
      super.init()
      let parser = XMLParser(data: data)
      parser.delegate = self
      try #require(parser.parse())
    }

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      all.append((name, attributes, ""))
    }

    func parser(_: XMLParser, foundCharacters text: String) {
      if !all.isEmpty { all[all.count - 1].text += text }
    }

    func attributes(_ name: String) -> [[String: String]] {
      all.filter { $0.name == name }.map(\.attributes)
    }

    /// Of the last element of a name.
    func text(_ name: String) -> String? {
      all.last { $0.name == name }?.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  private func elements(_ sandbox: Sandbox, _ name: String) throws -> Elements {
    try Elements(try sandbox.bytes(name))
  }

  /// Files that a movie's file names, and the playlists that it names.
  private func named(_ sandbox: Sandbox, _ name: String, in folder: String) throws -> [String] {
    let text = String(decoding: try sandbox.bytes(name), as: UTF8.self)
    let files = text.matches(of: #/[a-z0-9]+(-[0-9]+)?-[0-9a-f]{16}\.[a-z0-9]+/#).map {
      String($0.output.0)
    }
    #expect(!files.isEmpty)
    let lists = files.filter { $0.hasSuffix(".m3u8") && sandbox.exists("\(folder)/\($0)") }
    return try files + lists.flatMap { try named(sandbox, "\(folder)/\($0)", in: folder) }
  }

  private static let subtitles = """
    "tracks": [ { "output": "track", "subtitles": { "language": "de", "name": "A & B", "hearingImpaired": true },
      "titles": [ { "at": "0.5s", "duration": "1s", "text": "Guten <Tag>" } ] },
    """

  @Test(
    "the description names the segments, which together are the movie",
    arguments: [
      (", \"segmentSeconds\": 1", "20", "avc1.", "mp4a.40.2"),
      (
        ", \"segmentSeconds\": 1, \"video\": { \"codec\": \"av1\", \"preset\": 13 }", "20",
        "av01.0.", "mp4a.40.2"
      ),
      (
        ", \"segmentSeconds\": 1, \"video\": { \"codec\": \"vp9\", \"speed\": 8 }, \"audio\": { \"codec\": \"opus\" }",
        "\"20000/1001\"", "vp09.00.", "opus"
      ),
    ])
  func segments(_ output: String, _ rate: String, _ video: String, _ audio: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json",
      project(output + ", \"metadata\": { \"title\": \"<1>\" }", rate: rate)
        .replacing("\"tracks\": [", with: Self.subtitles))
    let outcome = sandbox.render("a.json", to: "my a.mpd", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try elements(sandbox, "my a.mpd")
    #expect(found.text("Title") == "<1>" && found.text("Label") == "A & B")
    #expect(found.all.first { $0.name == "BaseURL" }?.text.hasPrefix("./") == true)
    let codecs = found.attributes("Representation").compactMap { $0["codecs"] }
    #expect(codecs.count == 2 && codecs[0].hasPrefix(video) && codecs[1] == audio, "\(codecs)")
    let sets = found.attributes("AdaptationSet")
    #expect(sets.map { $0["contentType"] } == ["video", "audio", "text"])
    #expect(sets[0]["width"] == "256" && sets[0]["height"] == "144")
    #expect(sets[0]["frameRate"] == rate.filter { $0 != "\"" })
    #expect(sets[2]["lang"] == "de" && sets[2]["mimeType"] == "text/vtt")
    #expect(found.attributes("Role").map { $0["value"] } == ["main", "caption"])
    #expect(found.attributes("Accessibility").map { $0["value"] } == ["2"])

    // Each track's files behind one another are a movie.
    var files: [[String]] = []
    for (name, attributes, _) in found.all {
      if name == "Initialization" { files.append([attributes["sourceURL"] ?? ""]) }
      if name == "SegmentURL" { files[files.count - 1].append(attributes["media"] ?? "") }
    }
    var counts: [Int] = []
    for (place, files) in files.enumerated() {
      var data = Data()
      for file in files {
        #expect(file.hasPrefix("my%20a.segments/"))
        data += try sandbox.bytes(file.removingPercentEncoding ?? file)
      }
      try sandbox.write("\(place).mp4", data)
      counts.append(files.count)
    }
    #expect(counts == [4, 4])
    let pictures = try Movie(sandbox.file("0.mp4")).pictures
    #expect(pictures.compactMap { $0.code?.frame } == Array(0..<50))
    let sound = try Movie(sandbox.file("1.mp4")).samples
    #expect(distance(sound, 2000..<118_000) < 0.03)
    let text = try #require(found.text("BaseURL")).removingPercentEncoding
    let cues = String(decoding: try sandbox.bytes(try #require(text)), as: UTF8.self)
    // 10 frames of 20 a second, or of 20000/1001, begin and end it.
    let times = rate == "20" ? "00:00:00.500 --> 00:00:01.500" : "00:00:00.501 --> 00:00:01.502"
    #expect(cues == "WEBVTT\n\n\(times)\nGuten &lt;Tag&gt;\n")
    // Lengths: 20 frames of 20 a second, or of 20000/1001.
    let list = try #require(found.attributes("SegmentList").first)
    let length = try #require(
      Rational(Int64(list["duration"] ?? "") ?? 0, Int64(list["timescale"] ?? "") ?? 0))
    #expect(length == (rate == "20" ? Rational(1) : Rational(1001, 1000)))
  }

  @Test("where segments are not equally long, each one's length is said")
  func unevenLengths() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"segmentSeconds\": 1"))
    let outcome = sandbox.render("a.json", to: "a.mpd", "--range", "0.5s..2.2s", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try elements(sandbox, "a.mpd")
    let lists = found.attributes("SegmentList")
    #expect(lists.allSatisfy { $0["duration"] == nil })
    let scale = try #require(lists.first?["timescale"].flatMap(Int.init))
    let times = found.attributes("S").prefix(3).map { (Int($0["t"] ?? ""), Int($0["d"] ?? "")) }
    let wanted = [(0, 5), (5, 10), (15, 2)].map { ($0.0 * scale / 10, $0.1 * scale / 10) }
    #expect(times.map(\.0) == wanted.map(\.0) && times.map(\.1) == wanted.map(\.1))
  }

  @Test("HLS and DASH of one name share their segments, and neither takes away the other's")
  func shared() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json",
      project(", \"segmentSeconds\": 1").replacing("\"tracks\": [", with: Self.subtitles))
    try #require(sandbox.render("a.json", to: "a.m3u8").status == 0)
    let playlists = try sandbox.names("a.segments")
    try #require(sandbox.render("a.json", to: "a.mpd").status == 0)
    let both = try sandbox.names("a.segments")
    #expect(Set(both).subtracting(playlists).count == 1)
    #expect(both.filter { $0.hasSuffix(".m4s") } == playlists.filter { $0.hasSuffix(".m4s") })
    #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
    #expect(try sandbox.names("a.segments") == both)
    // A file that is gone is made again.
    let lost = try #require(both.first { $0.hasPrefix("video-00001") })
    try FileManager.default.removeItem(atPath: sandbox.file("a.segments/\(lost)"))
    #expect(sandbox.render("a.json", to: "a.mpd").status == 0)
    #expect(try sandbox.names("a.segments") == both)
    // The older movie's segments stay as long as the other kind has them.
    try sandbox.write("b.json", project(", \"segmentSeconds\": 2", duration: "2s"))
    #expect(sandbox.render("b.json", to: "a.mpd").status == 0)
    #expect(Set(try sandbox.names("a.segments")).isSuperset(of: playlists))
    #expect(sandbox.render("b.json", to: "a.m3u8").status == 0)
    #expect(Set(try sandbox.names("a.segments")).isDisjoint(with: playlists))
    // Beside each other at the same time they do not take away each other's files.
    for round in 0..<6 {
      try sandbox.write(
        "c.json",
        project(", \"segmentSeconds\": 1, \"background\": \"#0000\(round)0\"").replacing(
          "440", with: "44\(round)"))
      let done = Mutex<[Int32]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { place in
        let status = sandbox.render("c.json", to: place == 0 ? "c.m3u8" : "c.mpd").status
        done.withLock { $0.append(status) }
      }
      #expect(done.withLock { $0 } == [0, 0])
      for name in ["c.m3u8", "c.mpd"] {
        for file in try named(sandbox, name, in: "c.segments") {
          #expect(sandbox.exists("c.segments/\(file)"), "\(round) \(name) \(file)")
        }
      }
    }
    // A description of somebody else's is not replaced.
    try sandbox.write("d.mpd", "<?xml version=\"1.0\"?>\n<MPD/>\n")
    #expect(sandbox.render("b.json", to: "d.mpd").status == 2)
  }
}

/// One file in fragments.
@Suite("Fragmented movies", .timeLimit(.minutes(60)))
struct FragmentedMovieTests {
  /// The boxes of a file by type, with where they begin and how long they are.
  private func boxes(_ data: Data) -> [(type: String, place: Int, size: Int)] {
    let bytes = [UInt8](data)
    var result: [(type: String, place: Int, size: Int)] = []
    var place = 0
    while bytes.count - place >= 8 {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      result.append((String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), place, size))
      if size < 8 { break }
      place += size
    }
    return result
  }

  @Test(
    "a file has a fragment for each group of pictures, and frames and sound are where they were",
    arguments: [
      ("mp4", ", \"video\": { \"gop\": \"0.5s\" }", 5), ("mp4", hevc, 2), ("mov", "", 2),
      ("mov", ", \"video\": { \"codec\": \"prores\" }, \"audio\": { \"codec\": \"alac\" }", 2),
    ])
  func fragments(_ ending: String, _ output: String, _ count: Int) throws {
    let sandbox = try Sandbox(readsApart: false)
    let markers = "\"markers\": [ { \"at\": \"1s\", \"name\": \"Second\", \"chapter\": true } ],"
    try sandbox.write(
      "a.json",
      project(
        ", \"fragmented\": true, \"metadata\": { \"title\": \"Brücken\" }, \"startTimecode\": \"01:00:00:00\""
          + output, markers))
    let outcome = sandbox.render("a.json", to: "a.\(ending)", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let data = try sandbox.bytes("a.\(ending)")
    let boxes = boxes(data)
    #expect(boxes.filter { $0.type == "moof" }.count == count)
    #expect(boxes.map(\.type).prefix(2) == ["ftyp", "moov"])
    #expect((boxes.last?.place ?? 0) + (boxes.last?.size ?? 0) == data.count)
    for text in ["Brücken", "Second"] { #expect(data.range(of: Data(text.utf8)) != nil) }

    // The index of fragments (ISO/IEC 14496-12, 8.16.3) leads from its end to each of them.
    let index = try #require(boxes.first { $0.type == "sidx" })
    let bytes = [UInt8](data[index.place..<index.place + index.size])
    #expect(bytes[38..<40].reduce(0) { $0 << 8 | Int($1) } == count)
    var place = index.place + index.size
    for (number, fragment) in boxes.filter({ $0.type == "moof" }).enumerated() {
      #expect(fragment.place == place)
      place += bytes[40 + 12 * number..<44 + 12 * number].reduce(0) { $0 << 8 | Int($1) }
    }
    // What follows has the texts, and every track a box of what its samples have in common (8.8.3.1).
    let last = try #require(boxes.last)
    #expect(last.type == "mdat" && last.place == place)
    let head = String(decoding: data[..<index.place], as: UTF8.self)
    #expect(
      head.components(separatedBy: "trex").count == head.components(separatedBy: "tkhd").count)

    // Pictures have no length beside their fragments (8.6.6.1), and a scale that no reader takes for a rate.
    let list = try #require(data.range(of: Data("elst".utf8)))
    #expect(data[list.upperBound + 8..<list.upperBound + 12].allSatisfy { $0 == 0 })
    let scale = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
    #expect(scale >= 1000)

    let movie = try Movie(sandbox.file("a.\(ending)"))
    #expect(movie.pictures.count == 50)
    for (frame, picture) in movie.pictures.enumerated() {
      #expect(picture.code?.frame == frame)
      #expect(picture.time == Rational(Int64(frame), 20))
    }
    #expect((120_000..<121_024).contains(movie.samples.count))
    #expect(distance(movie.samples, 2000..<118_000) < 0.03)
    #expect(sandbox.render("a.json", to: "b.\(ending)", "--jobs", "4", "--no-cache").status == 0)
    #expect(try sandbox.bytes("b.\(ending)") == data)
    // Ours is known again.
    #expect(sandbox.render("a.json", to: "b.\(ending)", "--no-cache").status == 0)
  }

  @Test("what cannot be cut is refused")
  func faults() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(", \"fragmented\": true"))
    let outcome = sandbox.render("a.json", to: "a.mkv")
    #expect(outcome.messages.contains("Matroska has no \"fragmented\""))
    #expect(outcome.messages.contains("set \"container\" to \"mp4\" or \"mov\""))
    try sandbox.write(
      "b.json", project(", \"fragmented\": true, \"audio\": { \"codec\": \"pcm_s24le\" }"))
    #expect(sandbox.render("b.json", to: "b.mov").messages.contains("[fragmented-pcm]"))
  }
}
