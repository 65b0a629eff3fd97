import Foundation
import Testing

@Suite("captions")
struct CaptionsCommandTests {
  private static let loose = """
    1
    00:00:01.000 -> 00:00:02.000
    One

    2
    00:00:02,100 --> 00:00:04,000
    <i>Two</i>

    """

  private func text(_ name: String, _ sandbox: Sandbox) throws -> String {
    try String(decoding: sandbox.bytes(name), as: UTF8.self)
  }

  @Test("facts are printed, findings told, and nothing is written")
  func facts() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.srt", Self.loose)
    let outcome = sandbox.run("captions", path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("captions   2\ntimes      00:00:01.000 to 00:00:04.000\n"))
    #expect(outcome.messages.contains("[caption-spelling]"))
    #expect(try text("a.srt", sandbox) == Self.loose)
  }

  @Test("in place mistakes of spelling are mended, and all else stays as it is written")
  func fix() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.srt", Self.loose)
    #expect(sandbox.run("captions", "--fix", path).status == 0)
    let mended = Self.loose.replacing("01.000 -> 00:00:02.000", with: "01,000 --> 00:00:02,000")
    #expect(try text("a.srt", sandbox) == mended)
  }

  @Test("rules that are broken end with 1, and what has one way out is mended in place")
  func rules() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.srt", Self.loose)
    let outcome = sandbox.run("captions", "--check", "netflix-en", path)
    #expect(outcome.status == 1 && outcome.messages.contains("[caption-gap-open]"))
    #expect(sandbox.run("captions", "--check", "netflix-en", "--fix", path).status == 0)
    #expect(try text("a.srt", sandbox).hasPrefix("1\n00:00:01,000 --> 00:00:02,020\n"))
    let broken = try sandbox.write("b.srt", Self.loose + "\n3\nx:00:05 --> 00:00:06,000\nLost\n")
    let before = try text("b.srt", sandbox)
    #expect(sandbox.run("captions", "--check", "netflix-en", "--fix", broken).status == 1)
    #expect(try text("b.srt", sandbox) == before)
  }

  @Test("captions of a project are held against its picture, its other texts, its cuts and its end")
  func projectRules() throws {
    let sandbox = try Sandbox()
    func found(_ captions: String, _ style: String = "{}", size: String = "640x360") throws
      -> [String]
    {
      let path = try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "\(size)", "frameRate": 25, "audio": false },
          "media": { "a": { "color": "navy" }, "b": { "color": "olive" } },
          "tracks": [
            { "video": [ { "clip": "a", "duration": "4s" }, { "clip": "b", "duration": "4s" } ] },
            { "titles": [ { "at": "6.3s", "duration": "1s", "text": "Ann Lee", "position": ["50%", "90%"] } ] },
            { "captions": [ \(captions) ], "style": \(style) } ] }
        """)
      let outcome = sandbox.run("captions", path, "--check", "netflix-en")
      #expect(outcome.status == (outcome.messages.contains("warning") ? 1 : 0))
      return outcome.messages.matches(of: /\[caption-([a-z-]+)\]/).map { String($0.1) }
    }
    let plain = "{ \"at\": \"1s\", \"duration\": \"2s\", \"text\": \"One of them\" }"
    #expect(try found(plain) == [])
    // 4.2 s is 0.2 s after the cut; 4 s is on it.
    #expect(try found(plain.replacing("1s", with: "4.2s")) == ["cut"])
    #expect(try found(plain.replacing("1s", with: "4s")) == [])
    #expect(try found(plain.replacing("1s", with: "5s")) == ["on-text"])
    #expect(try found(plain.replacing("1s", with: "6.5s")) == ["past-end", "on-text"])
    // 5 % of 360 pixels are 18.
    #expect(try found(plain, "{ \"place\": \"bottom\", \"margin\": 4 }") == ["safe-area"])
    #expect(try found(plain, "{ \"place\": \"top\", \"margin\": 4 }") == ["safe-area"])
    #expect(try found(plain, "{ \"place\": \"left\", \"margin\": 4 }") == ["safe-area"])
    #expect(try found(plain, "{ \"place\": \"left\", \"margin\": 40 }") == [])
  }

  @Test("a project's track of captions is written at the times of its movie")
  func project() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.srt", Self.loose)
    let project = """
      { "cutlist": 1, "media": { "s": "a.srt", "c": { "color": "navy" } }, "tracks": [
        { "video": [ { "clip": "c", "duration": "9s" } ] },
        { "captions": [ { "clip": "s", "at": "3s" } ] },
        { "captions": [ { "text": "Zwei", "duration": "1s" } ], "output": "track",
          "subtitles": { "language": "de" } } ] }
      """
    let path = try sandbox.write("a.json", project)
    let first = sandbox.run("captions", path, "--to", "srt")
    #expect(first.status == 0, "\(first.messages)")
    #expect(
      first.output == """
        1
        00:00:04,000 --> 00:00:05,000
        One

        2
        00:00:05,100 --> 00:00:07,000
        Two

        """)
    for choice in ["1", "de"] {
      let other = sandbox.run("captions", path, "--stream", choice, "--to", "vtt")
      #expect(other.output.contains("00:00:00.000 --> 00:00:01.000\nZwei"), "\(other.messages)")
    }
    let none = sandbox.run("captions", path, "--stream", "fr", "--to", "vtt")
    #expect(none.status == 2 && none.messages.contains("there are 0, 1 (de)"), "\(none.messages)")
    #expect(sandbox.run("captions", path, "--fix", "--check", "netflix-en").status == 2)
    #expect(try text("a.json", sandbox) == project)
  }

  @Test("another format goes to standard output or to a file, which is never one that is there")
  func write() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.srt", Self.loose)
    let outcome = sandbox.run("captions", "--to", "vtt", "--shift", "-1", path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("00:00:01.100 --> 00:00:03.000\n<i>Two</i>\n"))
    #expect(sandbox.run("captions", path, "-o", sandbox.file("b.vtt")).status == 0)
    #expect(try text("b.vtt", sandbox).hasPrefix("WEBVTT\n"))
    #expect(sandbox.run("captions", path, "-o", sandbox.file("b.vtt")).status == 2)
    #expect(sandbox.run("captions", path, "-o", path, "--force").status == 2)
    #expect(sandbox.run("captions", sandbox.file("none.srt")).status == 2)
    #expect(sandbox.run("captions", path, "--stretch", "25/0").status == 2)
    #expect(try text("a.srt", sandbox) == Self.loose)
  }
}
