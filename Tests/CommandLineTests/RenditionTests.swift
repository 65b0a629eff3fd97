import BaseValues
import Foundation
import Testing

@testable import CommandLineInterface

/// A counter of 2.5 s with a tone, whose output has further renditions.
private func project(
  _ renditions: String, _ output: String = "\"container\": \"hls\", \"video\": { \"crf\": 20 }",
  duration: String = "2.5s"
) -> String {
  """
  { "cutlist": 1,
    "output": { "size": "512x288", "frameRate": 20, "segmentSeconds": 1, \(output),
      "renditions": \(renditions) },
    "media": { "a": { "generate": "counter" }, "t": { "generate": "tone", "frequency": 440 } },
    "tracks": [ { "video": [ { "clip": "a", "duration": "\(duration)", "audio": false } ] },
      { "titles": [ { "duration": "\(duration)", "text": "a", "size": 40, "position": ["90%", "90%"] } ] },
      { "audio": [ { "clip": "t", "duration": "\(duration)" } ] } ] }
  """
}

private let three = """
  [ { "size": "256x144", "video": { "crf": 30 } },
    { "size": "384x216", "video": { "codec": "hevc", "preset": "ultrafast", "bitDepth": 10 } } ]
  """

/// The same pictures in several sizes and qualities in one movie.
@Suite("Renditions", .timeLimit(.minutes(60)))
struct RenditionTests {
  /// What is in a folder of segments, by the names of its files.
  private func contents(_ sandbox: Sandbox, _ folder: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try sandbox.names(folder) {
      found[name] = try sandbox.bytes("\(folder)/\(name)")
    }
    return found
  }

  @Test(
    "each has all frames at the movie's times, in segments that begin together, beside one sound")
  func playlists() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(three))
    let outcome = sandbox.render("a.json", to: "a.m3u8", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    #expect(
      movie.renditions.map { $0.attributes["RESOLUTION"] } == ["512x288", "256x144", "384x216"])
    let codecs = movie.renditions.map { $0.attributes["CODECS"] ?? "" }
    #expect(codecs[0].hasPrefix("avc1.") && codecs[1].hasPrefix("avc1."), "\(codecs)")
    #expect(codecs[2].hasPrefix("hvc1.") && codecs.allSatisfy { $0.hasSuffix(",mp4a.40.2") })
    #expect(movie.renditions.allSatisfy { $0.attributes["AUDIO"] == "audio" })
    #expect(movie.lines.filter { $0.contains("TYPE=AUDIO") }.count == 1)
    let bandwidths = movie.renditions.compactMap { Int($0.attributes["BANDWIDTH"] ?? "") }
    #expect(bandwidths.count == 3 && bandwidths[1] < bandwidths[0])
    for (place, rendition) in movie.renditions.enumerated() {
      #expect(rendition.track.lengths == ["1.000000", "1.000000", "0.500000"])
      let whole = try Movie(
        StreamedMovie.join(rendition.track, 0..<3, to: sandbox.file("\(place).mp4")))
      #expect(whole.pictures.compactMap { $0.code?.frame } == Array(0..<50), "\(place)")
      #expect(whole.pictures.map(\.time) == (0..<50).map { Rational($0, 20) })
      let second = try Movie(
        StreamedMovie.join(rendition.track, 1..<2, to: sandbox.file("\(place)-1.mp4")))
      #expect(second.pictures.compactMap { $0.code?.frame } == Array(20..<40))
    }
  }

  @Test(
    "a rendition is the movie of its own size and quality, and workers and kept chunks change no byte"
  )
  func bytes() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(three))
    try #require(sandbox.render("a.json", to: "a.m3u8", "--jobs", "1").status == 0)
    let first = try contents(sandbox, "a.segments")
    let text = try sandbox.bytes("a.m3u8")
    for jobs in ["2", "4"] {
      let outcome = sandbox.render("a.json", to: "a.m3u8", "--jobs", jobs, "--force", "--no-cache")
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(try contents(sandbox, "a.segments") == first && sandbox.bytes("a.m3u8") == text)
    }
    // With kept chunks, after a file was lost.
    let lost = try #require(first.keys.first { $0.hasPrefix("video3-00001") })
    try FileManager.default.removeItem(atPath: sandbox.file("a.segments/\(lost)"))
    #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
    #expect(try contents(sandbox, "a.segments") == first)
    // The same without the others, at the size for which lengths are meant.
    try sandbox.write(
      "b.json",
      project("[]", "\"container\": \"hls\", \"design\": \"512x288\", \"video\": { \"crf\": 30 }")
        .replacing("\"size\": \"512x288\"", with: "\"size\": \"256x144\""))
    let alone = sandbox.render("b.json", to: "b.m3u8")
    try #require(alone.status == 0, "\(alone.messages)")
    let names = try contents(sandbox, "b.segments")
    for (name, bytes) in names where name.hasPrefix("video-") && name.hasSuffix(".m4s") {
      #expect(first["video2-" + name.dropFirst(6)] == bytes, "\(name)")
    }
    // An edit of the titles renders what shows them, and leaves what does not name the older files.
    try sandbox.write(
      "a.json", project(three).replacing("\"text\": \"a\"", with: "\"text\": \"b\""))
    #expect(sandbox.render("a.json", to: "a.m3u8").status == 0)
    #expect(
      Set(try sandbox.names("a.segments")).isDisjoint(
        with: first.keys.filter { $0.hasPrefix("video") && $0.hasSuffix("m4s") }))
  }

  @Test("in DASH those of one codec are a set, and lengths are scaled with the picture")
  func presentation() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(three, "\"container\": \"dash\""))
    let outcome = sandbox.render("a.json", to: "a.mpd", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let text = String(decoding: try sandbox.bytes("a.mpd"), as: UTF8.self)
    #expect(
      text.contains(
        "contentType=\"video\" mimeType=\"video/mp4\" maxWidth=\"512\" maxHeight=\"288\""))
    #expect(
      text.contains("contentType=\"video\" mimeType=\"video/mp4\" width=\"384\" height=\"216\""))
    #expect(text.matches(of: #/<Representation id="video2?" .* width="/#).count == 2)
    #expect(
      text.matches(of: #/<AdaptationSet id="([0-9])"/#).map { String($0.1) } == ["0", "5", "1"])
    let names = try sandbox.names("a.segments")
    #expect(names.filter { $0.hasPrefix("video3-0000") }.count == 3)
  }

  @Test(
    "renditions of a bit rate, of one frame, of a part, and of another size are made",
    arguments: [
      ("\"video\": { \"bitRate\": \"200k\" }", "2.5s", [String](), 50, ["512x288", "128x72"]),
      ("\"video\": { \"crf\": 20 }", "1f", [], 1, ["512x288", "128x72"]),
      ("\"video\": { \"crf\": 20 }", "2.5s", ["--range", "0.5s..2s"], 30, ["512x288", "128x72"]),
      ("\"video\": { \"crf\": 20 }", "1s", ["--scale", "1/2"], 20, ["256x144", "64x36"]),
    ])
  func forms(
    _ video: String, _ duration: String, _ options: [String], _ frames: Int, _ sizes: [String]
  ) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json",
      project(
        "[ { \"size\": \"128x72\" } ]", "\"container\": \"hls\", \(video)", duration: duration))
    let outcome = sandbox.run(
      ["render", sandbox.file("a.json"), "-o", sandbox.file("a.m3u8"), "--verify"] + options)
    try #require(outcome.status == 0, "\(outcome.messages)")
    let movie = try StreamedMovie(sandbox.file("a.m3u8"))
    #expect(movie.renditions.map { $0.attributes["RESOLUTION"] } == sizes)
    for rendition in movie.renditions {
      let count = rendition.track.segments.count
      let whole = try Movie(
        StreamedMovie.join(rendition.track, 0..<count, to: sandbox.file("whole.mp4")))
      #expect(whole.pictures.count == frames)
    }
  }

  @Test(
    "renditions of several codecs are read back in their order, and tracks name none that is not there"
  )
  func mixedCodecs() throws {
    let sandbox = try Sandbox(readsApart: false)
    let text = project(
      """
      [ { "size": "128x72", "video": { "codec": "vp9", "speed": 8 } }, { "size": "256x144" },
        { "size": "64x36", "video": { "codec": "vp9", "speed": 8 } } ]
      """, "\"container\": \"dash\"", duration: "2s")
    try sandbox.write(
      "a.json",
      text.replacing(
        "\"tracks\":",
        with: "\"markers\": [ { \"at\": \"0s\", \"name\": \"A\", \"chapter\": true } ], \"tracks\":"
      ))
    let outcome = sandbox.render("a.json", to: "a.mpd", "--verify")
    #expect(outcome.status == 0, "\(outcome.messages)")
    for name in try sandbox.names("a.segments") where name.hasSuffix(".mp4") {
      #expect(
        try sandbox.bytes("a.segments/\(name)").range(of: Data("tref".utf8)) == nil, "\(name)")
    }
  }

  @Test(
    "other outputs have nothing of renditions that they do not hold, and there are sixteen at most")
  func others() throws {
    let sandbox = try Sandbox(readsApart: false)
    let text = project(
      "[ { \"video\": { \"bitRate\": \"200k\" } } ]", "\"container\": \"hls\", \"video\": {}")
    try sandbox.write(
      "a.json",
      text.replacing(
        "\"media\":",
        with:
          "\"outputs\": { \"w\": { \"container\": \"webp\" }, \"g\": { \"container\": \"gif\" } }, \"media\":"
      ))
    let outcome = sandbox.run(["check", sandbox.file("a.json")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    // What encoders of movies are told means nothing to pictures that move.
    try sandbox.write(
      "b.json",
      project("[]", "\"video\": { \"crf\": 20 }", duration: "0.2s")
        .replacing("\"segmentSeconds\": 1, ", with: "")
        .replacing(#/,\s*"renditions": \[\]/#, with: ""))
    for name in ["b.webp", "b.apng", "b.gif"] {
      let outcome = sandbox.render("b.json", to: name)
      #expect(outcome.status == 0, "\(name): \(outcome.messages)")
    }
    let many = Array(repeating: "{ \"size\": \"64x36\" }", count: 17).joined(separator: ", ")
    try sandbox.write("c.json", project("[ \(many) ]"))
    let crowd = sandbox.run(["check", sandbox.file("c.json")])
    #expect(crowd.status == 1 && crowd.messages.contains("16"), "\(crowd.messages)")
    // A finding says that it is about a rendition.
    try sandbox.write("d.json", project("[ { \"size\": \"8192x8192\" } ]"))
    let large = sandbox.run(["check", sandbox.file("d.json")])
    #expect(large.status == 1 && large.messages.contains("rendition"), "\(large.messages)")
  }

  @Test("what is wrong with a movie is said once, and artwork is left to those that hold it")
  func saidOnce() throws {
    let sandbox = try Sandbox(readsApart: false)
    for word in ["\"sise\": \"128x72\"", "\"video\": { \"bitrate\": \"200k\" }"] {
      try sandbox.write("a.json", project("[ { \(word) } ]"))
      let outcome = sandbox.run(["check", sandbox.file("a.json")])
      #expect(
        outcome.status == 1 && outcome.messages.hasSuffix("1 error, 0 warnings\n"),
        "\(outcome.messages)")
    }
    let unnamed = project("[ { \"size\": \"128x72\" } ]", "\"video\": { \"crf\": 20 }")
      .replacing("\"segmentSeconds\": 1, ", with: "")
    try sandbox.write("b.json", unnamed)
    let outcome = sandbox.run(["check", sandbox.file("b.json")])
    #expect(outcome.messages.hasSuffix("1 error, 0 warnings\n"), "\(outcome.messages)")
    #expect(sandbox.render("b.json", to: "b.m3u8").status == 0)
    try sandbox.write("c.json", project(three, "\"container\": \"hls\", \"artwork\": \"a\""))
    let artwork = sandbox.run(["check", sandbox.file("c.json")])
    #expect(artwork.status == 1 && artwork.messages.contains("artwork"), "\(artwork.messages)")
    let rows = sandbox.run([
      "render", sandbox.file("a.json"), "--all", "--data", sandbox.file("t.csv"), "-o",
      "{name}.mp4",
    ])
    #expect(rows.status == 2 && rows.messages.contains("--data"), "\(rows.messages)")
  }

  @Test("what is wrong with a rendition is found by check, at its place")
  func mistakes() throws {
    let sandbox = try Sandbox(readsApart: false)
    let cases = [
      ("[ { \"size\": \"128x71\" } ]", "\"container\": \"hls\"", "even"),
      ("[ { \"video\": { \"codec\": \"vp9\" } } ]", "\"container\": \"hls\"", "vp9"),
      ("[ { \"video\": { \"gop\": \"1s\" } } ]", "\"container\": \"hls\"", "gop"),
      ("[ { \"frameRate\": 10 } ]", "\"container\": \"hls\"", "frameRate"),
      ("[ { \"video\": { \"crf\": 99 } } ]", "\"container\": \"hls\"", "99"),
      ("[ { \"size\": \"128x72\" } ]", "\"container\": \"mp4\"", "renditions"),
      (
        "[ { \"size\": \"1920x1080\", \"video\": { \"level\": \"1\" } } ]",
        "\"container\": \"hls\"", "level"
      ),
    ]
    for (renditions, output, word) in cases {
      var text = project(renditions, output)
      if output.contains("mp4") { text = text.replacing("\"segmentSeconds\": 1, ", with: "") }
      try sandbox.write("a.json", text)
      let outcome = sandbox.run(["check", sandbox.file("a.json")])
      #expect(outcome.status == 1, "\(renditions): \(outcome.messages)")
      #expect(outcome.messages.contains(word), "\(outcome.messages)")
      #expect(outcome.messages.contains("a.json:3:"), "\(outcome.messages)")
    }
  }

  @Test("what knows one rendition says so, and a movie that is too large leaves nothing")
  func refusals() throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project(three))
    let farm = sandbox.run([
      "farm", "slurm", sandbox.file("a.json"), "-o", sandbox.file("a.m3u8"),
    ])
    #expect(farm.status == 1 && farm.messages.contains("renditions"), "\(farm.messages)")
    let fitted = sandbox.render("a.json", to: "a.m3u8", "--fit-size", "1MB")
    #expect(fitted.status == 2 && fitted.messages.contains("rendition"), "\(fitted.messages)")
    let plan = sandbox.run(["plan", sandbox.file("a.json"), "--write", sandbox.file("plan.json")])
    #expect(plan.status == 0 && plan.messages.contains("renditions"), "\(plan.messages)")
    try sandbox.write("b.json", project(three, "\"container\": \"hls\", \"maxSize\": \"20kB\""))
    #expect(sandbox.render("b.json", to: "b.m3u8").status != 0)
    #expect(!sandbox.exists("b.m3u8") && !sandbox.exists("b.segments"))
    // A movie of another kind of the same project has none.
    try sandbox.write(
      "c.json",
      project(three).replacing(
        "\"media\":", with: "\"outputs\": { \"file\": { \"container\": \"mp4\" } }, \"media\":"))
    let file = sandbox.run([
      "render", sandbox.file("c.json"), "--output", "file", "-o", sandbox.file("c.mp4"),
    ])
    #expect(file.status == 0, "\(file.messages)")
  }
}
