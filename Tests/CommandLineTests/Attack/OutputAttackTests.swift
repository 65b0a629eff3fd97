import Foundation
import LibAV
import Testing

@testable import CommandLineInterface

/// What outsiders found where kinds of outputs meet strange lengths, names and files.
@Suite("Outputs that were attacked", .timeLimit(.minutes(60)))
struct OutputAttackTests {
  private func project(
    _ output: String = "", duration: String = "0.4s", media: String = "", clips: String = ""
  ) -> String {
    """
    { "cutlist": 1, "output": { "size": "128x72", "frameRate": 25\(output) },
      "media": { "c": { "generate": "counter" }, "t": { "generate": "tone" }\(media) },
      "tracks": [ { "video": [ { "clip": "c", "duration": "\(duration)", "audio": false }\(clips) ] },
                  { "audio": [ { "clip": "t", "duration": "\(duration)" } ] } ] }
    """
  }

  @Test(
    "sound of every length is encoded by every codec", arguments: ["ac3", "aac", "mp3", "alac"])
  func lengths(_ codec: String) throws {
    let sandbox = try Sandbox()
    // At 24 frames a second three frames are 6000 samples, of which 1392 are left after whole packets of AC-3.
    for frames in 1...12 {
      try sandbox.write(
        "a.json",
        project(", \"audio\": { \"codec\": \"\(codec)\" }", duration: "\(frames)f").replacing(
          "\"frameRate\": 25", with: "\"frameRate\": 24"))
      let outcome = sandbox.render("a.json", to: "a.mov", "--verify")
      try #require(outcome.status == 0, "\(frames): \(outcome.messages)")
      #expect(try Movie(sandbox.file("a.mov")).samples.count >= frames * 2000)
    }
  }

  @Test("chapters in Ogg begin where they were put")
  func chapters() throws {
    let sandbox = try Sandbox()
    let markers = [("0", "A"), ("0.49s", "B"), ("0.5s", "C"), ("1.96s", "D")].map {
      "{ \"at\": \"\($0.0)\", \"name\": \"\($0.1)\", \"chapter\": true }"
    }.joined(separator: ", ")
    try sandbox.write(
      "a.json",
      project(duration: "3s").replacing(
        "\"cutlist\": 1,", with: "\"cutlist\": 1, \"markers\": [ \(markers) ],"))
    #expect(sandbox.render("a.json", to: "a.opus").status == 0)
    let text = String(decoding: try sandbox.bytes("a.opus").prefix(4096), as: UTF8.self)
    for chapter in [
      "CHAPTER001=00:00:00.000", "CHAPTER002=00:00:00.490", "CHAPTER003=00:00:00.500",
      "CHAPTER003NAME=C", "CHAPTER004=00:00:01.960",
    ] {
      #expect(text.contains(chapter), "\(chapter)")
    }
  }

  @Test(
    "pictures of every kind are known again, and read as before they had a mark",
    arguments: ["png", "jpg", "tif"])
  func marks(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    for _ in 0..<2 {
      let outcome = sandbox.render("a.json", to: "x-%02d.\(ending)")
      #expect(outcome.status == 0, "\(outcome.messages)")
    }
    let picture = try Movie(sandbox.file("x-07.\(ending)"))
    #expect(picture.pictures.count == 1 && picture.pictures[0].width == 128)
    // Somebody else's has no mark.
    try Data([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0]).write(
      to: URL(fileURLWithPath: sandbox.file("x-05.\(ending)")))
    let outcome = sandbox.render("a.json", to: "x-%02d.\(ending)")
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("x-05.\(ending)"))
  }

  @Test("numbered pictures never replace what the project reads, with or without --force")
  func protected() throws {
    let sandbox = try Sandbox()
    try sandbox.write("source.json", project())
    #expect(sandbox.render("source.json", to: "s-%02d.png").status == 0)
    let before = try sandbox.bytes("s-07.png")
    try sandbox.write(
      "still.json",
      project(
        media: ", \"p\": \"s-07.png\"", clips: ", { \"clip\": \"p\", \"duration\": \"0.2s\" }"))
    try sandbox.write(
      "sequence.json",
      project(
        media: ", \"p\": { \"sequence\": \"s-%02d.png\", \"frameRate\": 25 }",
        clips: ", { \"clip\": \"p\", \"duration\": \"0.2s\" }"))
    for name in ["still.json", "sequence.json"] {
      for force in [[], ["--force"]] {
        let outcome = sandbox.run(
          ["render", sandbox.file(name), "-o", sandbox.file("s-%02d.png")] + force)
        #expect(outcome.status == 2, "\(name) \(force): \(outcome.messages)")
        #expect(outcome.messages.contains("one of the project's own files"))
      }
    }
    #expect(try sandbox.bytes("s-07.png") == before)
  }

  @Test("numbered pictures are not written through links")
  func links() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("x-03.png"), withDestinationPath: sandbox.file("nowhere"))
    for force in [[], ["--force"]] {
      let outcome = sandbox.run(
        ["render", sandbox.file("a.json"), "-o", sandbox.file("x-%02d.png")] + force)
      #expect(outcome.status == 2)
      #expect(outcome.messages.contains("x-03.png' is a link"))
    }
  }

  @Test("what an encoder cannot do is said before it is asked")
  func limits() throws {
    let sandbox = try Sandbox()
    for (output, ending, words) in [
      (", \"audio\": { \"codec\": \"mp3\", \"channels\": 6 }", "mkv", "only of 1, 2"),
      (", \"audio\": { \"codec\": \"alac\", \"channels\": 8 }", "mov", "only of 1, 2, 6"),
      (", \"video\": { \"codec\": \"hevc\" }, \"note\": \"\"", "mp4", "at least 50x16"),
      (", \"audio\": false", "m4a", "holds sound alone"),
    ] {
      var text = project(output)
      if words.contains("50x16") {
        text = text.replacing("128x72", with: "40x130").replacing(", \"note\": \"\"", with: "")
      }
      if output.contains("false") {
        text = text.replacing("{ \"audio\": [", with: "{ \"muted\": true, \"audio\": [")
      }
      try sandbox.write("a.json", text)
      let outcome = sandbox.render("a.json", to: "a.\(ending)")
      #expect(outcome.status == 1, "\(output): \(outcome.messages)")
      #expect(outcome.messages.contains(words), "\(outcome.messages)")
    }
    try sandbox.write("a.json", project())
    #expect(
      sandbox.run("render", sandbox.file("a.json"), "-o", sandbox.file("x-%s.png")).status == 2)
  }

  @Test("a movie is made to fit a size, or is said not to", arguments: ["mp4", "mkv", "webm"])
  func fit(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(duration: "4s"))
    let outcome = sandbox.render("a.json", to: "a.\(ending)", "--fit-size", "250kB")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let size = try sandbox.bytes("a.\(ending)").count
    // Sound takes 64 to 96 kB of it.
    #expect(size <= 250_000 && size > 90_000, "\(size)")
    let small = sandbox.render("a.json", to: "b.\(ending)", "--fit-size", "20kB")
    #expect(small.status == 2 && small.messages.contains("it takes at"))
    #expect(sandbox.render("a.json", to: "b.\(ending)", "--fit-size", "much").status == 2)
    let still = sandbox.render("a.json", to: "b.gif", "--fit-size", "1MB")
    #expect(still.status == 2 && still.messages.contains("has none"))
  }

  @Test("subtitles are in fragments as in whole movies, and forced ones say so")
  func fragments() throws {
    let sandbox = try Sandbox()
    let titles =
      "{ \"output\": \"track\", \"subtitles\": { \"forced\": true }, \"titles\": [ "
      + "{ \"at\": \"1s\", \"duration\": \"1s\", \"text\": \"Schild\" } ] }"
    for fragmented in ["", ", \"fragmented\": true"] {
      try sandbox.write(
        "a.json",
        project(fragmented, duration: "3s").replacing(
          "\"tracks\": [", with: "\"tracks\": [ \(titles),"))
      let outcome = sandbox.render("a.json", to: "a.mp4", "--verify")
      try #require(outcome.status == 0, "\(outcome.messages)")
      let bytes = [UInt8](try sandbox.bytes("a.mp4"))
      let mark = Array("tx3g".utf8)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
      #expect(bytes[place + 12] == 0xC0)
      #expect(String(decoding: bytes, as: UTF8.self).contains("Schild"))
    }
  }

  @Test("a movie in pieces keeps its largest size too, and leaves nothing where it does not")
  func largestOfPieces() throws {
    let sandbox = try Sandbox()
    for (more, name) in [(", \"fragmented\": true", "a.mp4"), ("", "a.m3u8")] {
      try sandbox.write("a.json", project("\(more), \"maxSize\": \"20kB\"", duration: "3s"))
      let names = try sandbox.names()
      let outcome = sandbox.render("a.json", to: name, "--no-cache")
      #expect(outcome.status == 3, "\(outcome.messages)")
      #expect(outcome.messages.contains("\"maxSize\" allows 20000"), "\(outcome.messages)")
      #expect(try sandbox.names() == names)
    }
  }
}
