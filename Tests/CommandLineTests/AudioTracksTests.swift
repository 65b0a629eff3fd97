import Foundation
import Testing

@testable import CommandLineInterface

/// Tones of 440 Hz (voice, from 0.5 s to 1.5 s), 880 Hz (music, all the time), 1760 Hz (effects, from 1 s on) and
/// 660 Hz (commentary, from 0.25 s on), each with a peak of 0.2, in a movie of 2 s.
private func project(_ audio: String, music: String = "", output: String = "") -> String {
  """
  { "cutlist": 1,
    "output": { "size": "64x36", "frameRate": 25, "video": { "preset": "ultrafast" }\(output),
                "audio": { "declick": 0, \(audio) } },
    "media": { "v": { "generate": "tone", "frequency": 440, "level": 0.2 },
               "m": { "generate": "tone", "frequency": 880, "level": 0.2 },
               "e": { "generate": "tone", "frequency": 1760, "level": 0.2 },
               "c": { "generate": "tone", "frequency": 660, "level": 0.2 } },
    "tracks": [ { "video": [ { "gap": "2s" } ] },
                { "id": "voice", "audio": [ { "clip": "v", "at": "0.5s", "duration": "1s" } ] },
                { "id": "music", "audio": [ { "clip": "m", "duration": "2s" } ]\(music) },
                { "id": "effects", "audio": [ { "clip": "e", "at": "1s", "duration": "1s" } ] },
                { "id": "commentary", "audio": [ { "clip": "c", "at": "0.25s", "duration": "1.75s" } ] } ] }
  """
}

private let four = #"""
  "language": "en", "tracks": [
    { "name": "Full mix", "without": "commentary" },
    { "name": "Music and effects", "from": ["music", "effects"], "language": "zxx" },
    { "name": "Deutsch", "without": ["voice", "commentary"], "language": "de", "role": "dub" },
    { "name": "Commentary", "from": "commentary", "role": "commentary", "channels": 1%% } ]
  """#

private func mixes(codec: String, last: String = "") -> String {
  "\"codec\": \"\(codec)\", " + four.replacing("%%", with: last)
}

@Suite("Several tracks of sound", .timeLimit(.minutes(60)))
struct AudioTracksTests {
  /// Peaks of 440, 880, 1760 and 660 Hz where all four sound, of each track. 5 · 48,000/440 samples and the like
  /// are not whole, so a tenth of a second is looked at, in which all have whole periods.
  private static let heard: [[Double]] = [
    [0.2, 0.2, 0.2, 0], [0, 0.2, 0.2, 0], [0, 0.2, 0.2, 0], [0, 0, 0, 0.2],
  ]
  /// Where the first tone of each track begins, in samples.
  private static let onsets = [0, 0, 0, 12_000]

  private func check(_ path: String, tolerance: Double, _ codecs: [String]) throws {
    let tracks = try SoundTracks(path).tracks
    try #require(tracks.count == 4)
    #expect(tracks.map(\.codec) == codecs)
    for (number, track) in tracks.enumerated() {
      for (frequency, level) in zip([440.0, 880, 1760, 660], Self.heard[number]) {
        let found = track.level(of: frequency, in: 57_600..<62_400)
        #expect(abs(found - level) < tolerance, "track \(number), \(frequency) Hz: \(found)")
      }
    }
  }

  @Test("each has the tones of its tracks, to the sample", arguments: ["mp4", "mov", "mkv"])
  func exact(_ ending: String) throws {
    let sandbox = try Sandbox()
    let codec = ending == "mkv" ? "flac" : "alac"
    try sandbox.write("a.json", project(mixes(codec: codec)))
    let outcome = sandbox.render("a.json", to: "a.\(ending)", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let path = sandbox.file("a.\(ending)")
    try check(path, tolerance: 0.001, [codec, codec, codec, codec])
    let found = try SoundTracks(path).tracks
    // Of the formula of the tone: sample n is 0.2 · sin(2π · f · n / 48,000), 0 before it begins.
    let frequencies = [880.0, 880, 880, 660]
    for (number, track) in found.enumerated() {
      #expect(track.samples.count == 96_000)
      let start = Self.onsets[number]
      #expect(track.samples[..<start].allSatisfy { $0 == 0 })
      for place in 0..<200 {
        let wanted = 0.2 * sin(2 * .pi * frequencies[number] * Double(place) / 48_000)
        #expect(abs(Double(track.samples[start + place]) - wanted) < 0.0005)
      }
    }
    #expect(found.map(\.channelCount) == [2, 2, 2, 1])
    #expect(found.map(\.isDefault) == [true, false, false, false])
    let languages = ["eng", "zxx", ending == "mkv" ? "ger" : "deu", "eng"]
    #expect(found.map(\.language) == languages)
    let key = ending == "mkv" ? "title" : "handler_name"
    #expect(
      found.map { $0.metadata[key] }
        == ["Full mix", "Music and effects", "Deutsch", "Commentary"])
  }

  @Test(
    "codecs and channels may differ, and the bytes are those of any number of workers",
    arguments: [("mp4", "aac", "opus"), ("mkv", "aac", "flac"), ("nut", "pcm_s24le", "mp3")])
  func mixed(_ kind: (ending: String, codec: String, last: String)) throws {
    let sandbox = try Sandbox()
    let last = kind.last == "flac" ? "" : ", \"bitRate\": 64000"
    try sandbox.write(
      "a.json", project(mixes(codec: kind.codec, last: ", \"codec\": \"\(kind.last)\"\(last)")))
    let name = "a.\(kind.ending)"
    let outcome = sandbox.render("a.json", to: name, "--jobs", "1", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let bytes = try sandbox.bytes(name)
    try check(
      sandbox.file(name), tolerance: 0.02,
      [kind.codec, kind.codec, kind.codec, kind.last])
    let found = try SoundTracks(sandbox.file(name)).tracks
    // The commentary begins a quarter of a second after the music, whatever the codec: 0.02 is reached after 2
    // samples of 880 Hz and 3 of 660 Hz; encoders begin up to 2 ms early.
    let first = try #require(found[0].onset(above: 0.02))
    let late = try #require(found[3].onset(above: 0.02))
    #expect(abs(late - first - 12_000) < 100, "\(first), \(late)")
    #expect(sandbox.render("a.json", to: "b.\(kind.ending)", "--jobs", "2").status == 0)
    #expect(try sandbox.bytes("b.\(kind.ending)") == bytes)
    #expect(
      sandbox.render("a.json", to: "c.\(kind.ending)", "--jobs", "4", "--no-cache").status == 0)
    #expect(try sandbox.bytes("c.\(kind.ending)") == bytes)
    // With some of the chunks gone the same is rendered again.
    for chunk in sandbox.files(below: "cache", ending: ".chunk").enumerated()
    where chunk.offset % 2 == 0 {
      try FileManager.default.removeItem(atPath: sandbox.cache + "/" + chunk.element)
    }
    #expect(sandbox.render("a.json", to: "d.\(kind.ending)").status == 0)
    #expect(try sandbox.bytes("d.\(kind.ending)") == bytes)
    // A file of ours that is what would be written is left.
    let again = sandbox.render("a.json", to: name)
    #expect(again.status == 0)
  }

  /// Places are those of ISO/IEC 14496-12, 8.3.2.
  @Test(
    "in boxes one track of sound is enabled, and all are alternatives", arguments: ["mp4", "mov"])
  func boxes(_ ending: String) throws {
    let sandbox = try Sandbox()
    let text = mixes(codec: "aac").replacing(
      "\"language\": \"zxx\"", with: "\"language\": \"pt-BR\", \"default\": true")
    try sandbox.write("a.json", project(text))
    let outcome = sandbox.render("a.json", to: "a.\(ending)")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let bytes = [UInt8](try sandbox.bytes("a.\(ending)"))
    func places(_ name: String) -> [Int] {
      let name = Array(name.utf8)
      return bytes.indices.filter { bytes[$0...].starts(with: name) }.map { $0 + 4 }
    }
    let headers = places("tkhd").map { (flags: bytes[$0 + 3], group: bytes[$0 + 35]) }
    #expect(headers.map(\.flags) == [3, 2, 3, 2, 2])
    #expect(headers.map(\.group) == [0, 1, 1, 1, 1])
    let extended = places("elng").map { String(decoding: bytes[$0 + 4..<$0 + 9], as: UTF8.self) }
    #expect(extended == ["pt-BR"])
    // The urn of DASH's roles is MP4's; Apple's characteristics are both's.
    let roles = places("tagc").map { place in
      String(decoding: bytes[place...].prefix { $0 >= 0x2D }, as: UTF8.self)
    }
    #expect(roles == ["public.translation.dubbed", "public.auxiliary-content"])
    #expect(places("kind").count == (ending == "mp4" ? 2 : 0))
  }

  @Test("a plan's chunks of all tracks are rendered in runs and joined to the same movie")
  func farm() throws {
    let sandbox = try Sandbox()
    // Over a minute: two chunks of each track. Few samples a second are encoded fast.
    let text = project(
      "\"sampleRate\": 8000, \"bitRate\": \"32k\", "
        + mixes(codec: "aac", last: ", \"codec\": \"alac\"")
    )
    .replacing("\"gap\": \"2s\"", with: "\"gap\": \"66s\"")
    .replacing(
      "\"clip\": \"m\", \"duration\": \"2s\"", with: "\"clip\": \"m\", \"duration\": \"66s\"")
    try sandbox.write("a.json", text)
    let outcome = sandbox.render("a.json", to: "a.mp4", "--jobs", "2")
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(
      sandbox.run("plan", sandbox.file("a.json"), "--write", sandbox.file("p.json")).status == 0)
    #expect(
      sandbox.run(
        "render", "--plan", sandbox.file("p.json"), "-o", sandbox.file("b.mp4"), "--no-cache"
      ).status == 0)
    #expect(try sandbox.bytes("b.mp4") == sandbox.bytes("a.mp4"))
    let store = ["--store", sandbox.file("store")]
    let run = sandbox.run(["chunks", sandbox.file("p.json")] + store)
    try #require(run.status == 0, "\(run.messages)")
    let join = sandbox.run(["join", sandbox.file("p.json"), "-o", sandbox.file("c.mp4")] + store)
    try #require(join.status == 0, "\(join.messages)")
    #expect(try sandbox.bytes("c.mp4") == sandbox.bytes("a.mp4"))
  }

  @Test("what ducks under a voice ducks in a mix without it, too")
  func duck() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project(
        #""codec": "alac", "tracks": [ {}, { "from": "music", "name": "M" } ]"#,
        music: #", "duck": { "under": "voice", "to": 0.25, "attack": "0.1s", "release": "0.1s" }"#))
    let outcome = sandbox.render("a.json", to: "a.mp4")
    try #require(outcome.status == 0, "\(outcome.messages)")
    for track in try SoundTracks(sandbox.file("a.mp4")).tracks {
      #expect(abs(track.level(of: 880, in: 28_800..<43_200) - 0.05) < 0.001)
      #expect(abs(track.level(of: 880, in: 81_600..<91_200) - 0.2) < 0.001)
    }
  }

  @Test("mix writes the first track, and another by its name or number")
  func mix() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.json", project(mixes(codec: "aac")))
    func peaks(_ words: String...) throws -> [Double] {
      let outcome = sandbox.run(["mix", file, "-o", sandbox.file("a.wav")] + words)
      try #require(outcome.status == 0, "\(outcome.messages)")
      let samples = try samples(ofWave: sandbox.file("a.wav"))
      let track = SoundTracks.Track(
        codec: "", channelCount: samples.count, language: nil, isDefault: false, metadata: [:],
        samples: samples[0].map(Float.init))
      return [440.0, 880, 1760, 660].map {
        (track.level(of: $0, in: 57_600..<62_400) * 1000).rounded() / 1000
      }
    }
    #expect(try peaks() == Self.heard[0])
    #expect(try peaks("--track", "Music and effects") == Self.heard[1])
    #expect(try peaks("--track", "4") == Self.heard[3])
    let wrong = sandbox.run("mix", file, "-o", sandbox.file("b.wav"), "--track", "Comentary")
    #expect(wrong.status == 2)
    #expect(wrong.messages.contains("did you mean 'Commentary'?"), "\(wrong.messages)")
    #expect(sandbox.run("mix", file, "-o", sandbox.file("b.wav"), "--track", "5").status == 2)
  }

  @Test("chains of filters go with the channels of each track")
  func filters() throws {
    let sandbox = try Sandbox()
    // 6 dB less by the chain of the track, and 6 more by that of all.
    try sandbox.write(
      "a.json",
      project(
        #""codec": "alac", "audioFilter": "volume=0.5", "tracks": [ {}, { "from": "music", "channels": "mono" }, { "from": "music", "channels": "5.1" } ]"#,
        music: #", "audioFilter": "volume=0.5""#))
    let outcome = sandbox.render("a.json", to: "a.mp4", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let tracks = try SoundTracks(sandbox.file("a.mp4")).tracks
    #expect(tracks.map(\.channelCount) == [2, 1, 6])
    for track in tracks.prefix(2) {
      #expect(abs(track.level(of: 880, in: 57_600..<62_400) - 0.05) < 0.001)
    }
  }

  @Test("each is brought to the loudness of the output by itself")
  func loudness() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project(
        #""codec": "alac", "loudness": -20, "tracks": [ {}, { "from": "music", "channels": 1 } ]"#))
    let outcome = sandbox.render("a.json", to: "a.mp4")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let tracks = try SoundTracks(sandbox.file("a.mp4")).tracks
    // BS.1770: a sine of 997 Hz with a peak of 1 in one channel is -3.01 LUFS. At 880 Hz the filter takes a
    // quarter of a decibel more.
    let level = 20 * log10(tracks[1].level(of: 880, in: 48_000..<91_200)) - 3.01
    #expect(abs(level + 20) < 0.3, "\(level)")
    #expect(tracks[0].level(of: 880, in: 48_000..<91_200) < 0.1)
  }

  @Test("a movie of one frame has all tracks, and of a part each its own")
  func short() throws {
    let sandbox = try Sandbox()
    let text = project(
      mixes(codec: "aac", last: ", \"codec\": \"opus\""), output: ", \"duration\": \"1f\""
    )
    .replacing("\"without\": \"commentary\"", with: "\"from\": \"music\"")
    try sandbox.write("a.json", text)
    let outcome = sandbox.render("a.json", to: "a.mp4", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let tracks = try SoundTracks(sandbox.file("a.mp4")).tracks
    #expect(tracks.count == 4)
    #expect(tracks.allSatisfy { $0.samples.count >= 1920 })

    try sandbox.write("b.json", project(mixes(codec: "alac")))
    let part = sandbox.render("b.json", to: "b.mp4", "--range", "0.2s..1.4s", "--verify")
    try #require(part.status == 0, "\(part.messages)")
    let found = try SoundTracks(sandbox.file("b.mp4")).tracks
    #expect(found.map(\.samples.count) == [57_600, 57_600, 57_600, 57_600])
    // 0.25 s of the movie are 2,400 samples into the part; a sine begins with 0.
    #expect(found[3].onset(above: 0.0001) == 2401)
  }

  @Test("a mix in which nothing sounds is told and written")
  func silence() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "a.json",
      project(
        #""codec": "alac", "tracks": [ {}, { "name": "Nothing", "without": ["voice", "music", "effects", "commentary"] } ]"#
      ))
    let said = sandbox.run("check", file)
    #expect(
      said.messages.contains("nothing is heard in the track of sound 'Nothing'"), "\(said.messages)"
    )
    let outcome = sandbox.render("a.json", to: "a.mp4", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let tracks = try SoundTracks(sandbox.file("a.mp4")).tracks
    #expect(tracks[1].samples.count == 96_000 && tracks[1].samples.allSatisfy { $0 == 0 })
  }

  @Test("files of one track of sound refuse several, and an output that says one is written")
  func single() throws {
    let sandbox = try Sandbox()
    let outputs =
      #""pod": { "container": "mp3", "audio": { "codec": "mp3", "tracks": [ { "from": "music" } ] } }"#
    let file = try sandbox.write(
      "a.json",
      project(#""tracks": [ {}, { "from": "voice" } ]"#).replacing(
        "\"media\":", with: "\"outputs\": { \(outputs) }, \"media\":"))
    let refused = sandbox.render("a.json", to: "a.mp3")
    #expect(refused.status != 0)
    #expect(refused.messages.contains("MP3 holds one track of sound;"), "\(refused.messages)")
    #expect(refused.messages.contains("Matroska"))
    let pod = sandbox.run(
      "render", file, "--output", "pod", "-o", sandbox.file("pod.mp3"), "--no-cache")
    #expect(pod.status == 0, "\(pod.messages)")
    let tracks = try SoundTracks(sandbox.file("pod.mp3")).tracks
    #expect(tracks.count == 1)
    #expect(abs(tracks[0].level(of: 880, in: 57_600..<62_400) - 0.2) < 0.01)
    // Several are fine in a file of sound alone that is an MP4.
    let m4a = sandbox.render("a.json", to: "a.m4a")
    #expect(m4a.status == 0, "\(m4a.messages)")
    #expect(try SoundTracks(sandbox.file("a.m4a")).tracks.count == 2)
  }

  @Test("a movie that is passed on as it is made has all tracks")
  func pipe() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(mixes(codec: "aac", last: ", \"codec\": \"opus\"")))
    let outcome = try sandbox.execute(
      "/bin/bash",
      ["-c", "'\(RunningProgram.path)' render a.json -o - --format mkv --no-cache | cat > a.mkv"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    try check(sandbox.file("a.mkv"), tolerance: 0.01, ["aac", "aac", "aac", "opus"])
  }
}
