import Foundation
import LibAV
import Testing

@testable import CommandLineInterface

/// A second of a colour and a tone, and what is said of it.
private func project(_ output: String, _ more: String = "") -> String {
  """
  { "cutlist": 1,
    "output": { "size": "64x64", "frameRate": 25\(output) },
    \(more)
    "media": { "a": { "color": "#204060" }, "t": { "generate": "tone", "level": 0.25 } },
    "tracks": [ { "video": [ { "clip": "a", "duration": "1s" } ] },
                { "audio": [ { "clip": "t", "duration": "1s" } ] } ] }
  """
}

private let said = """
  , "audio": { "language": "pt-BR", "name": "Original" }, "startTimecode": "01:00:00:00",
  "metadata": { "title": "Brücken", "artist": "Ann Lee", "date": "2026", "edition": "first" }
  """

private let chapters = """
  "markers": [ { "at": 0, "name": "Opening", "chapter": true },
               { "at": "0.4s", "name": "The bridge", "chapter": true } ],
  """

@Suite("What files say of themselves") struct FileDescriptionCommandTests {
  private func tags(_ input: borrowing InputFile) -> [String: String] {
    let all = input.metadata + input.streams.flatMap(\.metadata)
    return Dictionary(all.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  @Test("probe tells tags, chapters, the timecode, and languages and names of tracks")
  func probe() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(said, chapters))
    for ending in ["mp4", "mov", "mkv"] {
      try #require(sandbox.render("a.json", to: "a.\(ending)").status == 0)
      let outcome = sandbox.run("probe", "--no-cache", sandbox.file("a.\(ending)"))
      let lines = outcome.output.split(separator: "\n").map {
        $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
      for line in [
        "tag title: Brücken", "tag artist: Ann Lee", "tag date: 2026",
        "timecode starts at 01:00:00:00", "chapter 1 at 0 s: Opening",
        "chapter 2 at 0.4 s: The bridge",
      ] { #expect(lines.contains(line), "\(ending): \(line) in \(outcome.output)") }
      #expect(lines.contains { $0.lowercased() == "tag edition: first" })
      #expect(outcome.output.contains("language por"))
      if ending == "mkv" { #expect(outcome.output.contains("title 'Original'")) }
      let json = sandbox.run("probe", "--json", "--no-cache", sandbox.file("a.\(ending)")).output
      let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let file = try #require((document?["files"] as? [[String: Any]])?.first)
      let tags = try #require(file["tags"] as? [String: String])
      #expect(tags["title"] == "Brücken" && tags["artist"] == "Ann Lee")
      #expect(file["timecode"] as? String == "01:00:00:00")
      let parts = try #require(file["chapters"] as? [[String: String]])
      #expect(
        parts == [
          ["start": "0", "title": "Opening"], ["start": "2/5", "title": "The bridge"],
        ])
    }
  }

  @Test("files of sound alone say what they can, and what they cannot is told")
  func sound() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(said, chapters))
    let wave = sandbox.run("mix", sandbox.file("a.json"), "-o", sandbox.file("a.wav"))
    #expect(wave.status == 0, "\(wave.messages)")
    #expect(wave.messages.contains("WAVE has no place for the tag 'edition', the chapters"))
    let waveTags = tags(try InputFile(path: sandbox.file("a.wav")))
    #expect(waveTags["title"] == "Brücken" && waveTags["artist"] == "Ann Lee")
    #expect(waveTags["date"] == "2026" && waveTags["language"] == "pt-BR")
    #expect(waveTags["encoder"] == "cutlist")

    let flac = sandbox.run("mix", sandbox.file("a.json"), "-o", sandbox.file("a.flac"))
    #expect(flac.status == 0, "\(flac.messages)")
    #expect(!flac.messages.contains("chapters"))
    let input = try InputFile(path: sandbox.file("a.flac"))
    let flacTags = tags(input)
    #expect(flacTags["title"] == "Brücken" && flacTags["edition"] == "first")
    #expect(flacTags["language"] == "pt-BR")
    #expect(input.chapters.map { $0.metadata.first?.value } == ["Opening", "The bridge"])
    #expect(
      input.chapters.map {
        Int($0.start) * Int($0.timeBase.numerator) * 1000 / Int($0.timeBase.denominator)
      } == [0, 400])
    // They are known as ours, and replaced without being asked.
    for name in ["a.wav", "a.flac"] {
      #expect(sandbox.run("mix", sandbox.file("a.json"), "-o", sandbox.file(name)).status == 0)
    }

    #expect(sandbox.render("a.json", to: "a.mp3").messages.contains("the name of the sound"))
    #expect(tags(try InputFile(path: sandbox.file("a.mp3")))["language"] == "por")
  }

  @Test("an animated PNG holds texts, and GIF and numbered pictures tell what they drop")
  func pictures() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(said, chapters))
    let apng = sandbox.render("a.json", to: "a.apng")
    #expect(apng.messages.contains("has no place for the chapters and the start timecode"))
    let bytes = try sandbox.bytes("a.apng")
    // With their checksums, by Python's zlib.
    let title: [UInt8] =
      [0, 0, 0, 18] + Array("iTXtTitle\0\0\0\0\0Brücken".utf8) + [0x34, 0x8E, 0x90, 0xAB]
    let author: [UInt8] =
      [0, 0, 0, 14] + Array("tEXtAuthor\0Ann Lee".utf8) + [0x79, 0xB6, 0x45, 0xB3]
    #expect(Data(bytes).range(of: Data(title)) != nil)
    #expect(Data(bytes).range(of: Data(author)) != nil)
    let gif = sandbox.render("a.json", to: "a.gif")
    #expect(gif.status == 0)
    for word in ["GIF", "'title'", "'edition'", "the chapters", "the start timecode"] {
      #expect(gif.messages.contains(word), "\(word) in \(gif.messages)")
    }
    #expect(sandbox.render("a.json", to: "a-%02d.png").messages.contains("metadata-lost"))
    #expect(!sandbox.render("a.json", to: "a.mkv").messages.contains("metadata-lost"))
  }

  @Test("tags of a media item are carried over where the movie says nothing else")
  func from() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(said))
    try #require(sandbox.render("a.json", to: "a.mkv").status == 0)
    func edit(_ metadata: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "64x64", "metadata": \(metadata) },
        "media": { "a": "a.mkv" }, "tracks": [ { "video": [ { "clip": "a", "duration": "0.4s" } ] } ] }
      """
    }
    try sandbox.write("b.json", edit(#"{ "artist": "Bo", "from": "a" }"#))
    try #require(sandbox.render("b.json", to: "b.mp4").status == 0)
    let all = tags(try InputFile(path: sandbox.file("b.mp4")))
    #expect(all["title"] == "Brücken" && all["artist"] == "Bo" && all["date"] == "2026")
    #expect(all["edition"] == "first" && all["encoder"] == "cutlist")
    try sandbox.write("c.json", edit(#"{ "from": { "media": "a", "names": ["title", "genre"] } }"#))
    let outcome = sandbox.render("c.json", to: "c.mp4")
    #expect(outcome.messages.contains("'a' says nothing of itself under 'genre'"))
    let some = tags(try InputFile(path: sandbox.file("c.mp4")))
    #expect(some["title"] == "Brücken" && some["artist"] == nil)
  }

  @Test("artwork is in the file as it is, or as PNG", arguments: ["mp4", "m4a", "mkv", "mp3"])
  func artwork(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(""))
    for kind in ["png", "jpg", "webp"] {
      try #require(
        sandbox.run(
          "frame", sandbox.file("a.json"), "--frame", "0", "-o", sandbox.file("c.\(kind)")
        )
        .status == 0)
      try sandbox.write(
        "\(kind).json",
        project(", \"artwork\": \"cover\"").replacing(
          "\"media\": {", with: "\"media\": { \"cover\": \"c.\(kind)\","))
      let outcome = sandbox.render("\(kind).json", to: "\(kind).\(ending)", "--verify")
      try #require(outcome.status == 0, "\(outcome.messages)")
      let input = try InputFile(path: sandbox.file("\(kind).\(ending)"))
      let cover = try #require(input.streams.first { $0.isAttachedPicture })
      let picture = input.attachedPicture(cover.index, atMost: 1 << 20)
      let bytes = try #require(picture)
      let file = try sandbox.bytes("c.\(kind)")
      if kind == "webp" {
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      } else {
        #expect(bytes == Array(file))
      }
      let probe = sandbox.run("probe", "--no-cache", sandbox.file("\(kind).\(ending)")).output
      #expect(probe.contains("cover picture, \(kind == "jpg" ? "mjpeg" : "png")"))
      #expect(probe.contains("\(bytes.count) bytes"))
    }
    #expect(sandbox.render("png.json", to: "a.webm").messages.contains("WebM holds no artwork"))
  }
}

@Suite("Messages about outputs") struct OutputMessageTests {
  private let outputs = """
    "parameters": { "hello": { "type": "text", "default": "Hi" } },
    "outputs": { "one": { "container": "mkv" }, "two": { "container": "mp4" } },
    """

  @Test("what is wrong with the project is said once for all outputs")
  func once() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(", \"audio\": { \"loudness\": -20 }", outputs))
    let outcome = sandbox.run(
      "render", sandbox.file("a.json"), "--all", "-o", sandbox.file("{name}{ext}"), "--no-cache")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.components(separatedBy: "[parameter-unused]").count == 2)
  }

  @Test("a value for a parameter that is not there has its place")
  func given() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project("", outputs.replacing("\"mkv\"", with: "\"mkv\", \"with\": { \"helo\": 1 }")))
    for words in [[], ["--output", "one"]] {
      let outcome = sandbox.run(["check", sandbox.file("a.json")] + words)
      #expect(outcome.status != 0)
      let line = "a.json:4:53: error: there is no parameter 'helo' [unknown-parameter]"
      #expect(outcome.output.contains(line) || outcome.messages.contains(line), "\(outcome)")
    }
  }

  @Test("a finding says which output it is about")
  func named() throws {
    let sandbox = try Sandbox()
    let wrong = outputs.replacing("\"mkv\"", with: "\"webm\"")
    try sandbox.write("a.json", project(", \"video\": { \"codec\": \"h264\" }", wrong))
    let outcome = sandbox.run("check", sandbox.file("a.json"))
    #expect(outcome.messages.contains("WebM cannot hold H.264"), "\(outcome)")
    #expect(outcome.messages.contains("of the output 'one'"), "\(outcome)")
  }

  @Test("single pictures and the mix do not need a codec that fits the container")
  func unused() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", project(", \"container\": \"webm\", \"video\": { \"codec\": \"h264\" }"))
    #expect(sandbox.render("a.json", to: "a.webm").status == 1)
    for words in [
      ["frame", "--frame", "0", "-o", sandbox.file("a.png")], ["mix", "-o", sandbox.file("a.wav")],
    ] {
      let outcome = sandbox.run([words[0], sandbox.file("a.json")] + words.dropFirst())
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(outcome.messages.contains("warning: WebM cannot hold H.264"))
    }
  }

  @Test("help tells every kind of file that render writes")
  func help() throws {
    let sandbox = try Sandbox()
    let text = sandbox.run("help", "render").output
    for word in [".wav", ".flac", "shot-%04d.png", ".jpg", ".tif", ".mkv", "y4m", "nut"] {
      #expect(text.contains(word), "\(word)")
    }
    #expect(!text.contains("[-o FILE.mp4]"))
  }
}
