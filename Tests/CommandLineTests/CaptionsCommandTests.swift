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

  @Test("captions of groups, projects and clips that are shown are a project's captions, too")
  func nested() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "inner.json",
      """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": 25 }, "tracks": [
        { "captions": [ { "at": "1s", "duration": "1s", "text": "Within" } ], "output": "track" } ] }
      """)
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": 50, "audio": false },
        "media": { "c": { "color": "navy" }, "in": { "project": "inner.json" } },
        "groups": { "g": { "tracks": [
          { "captions": [ { "duration": "2s", "text": "Group" } ],
            "subtitles": { "language": "de" } } ] } },
        "tracks": [
          { "video": [ { "clip": "c", "duration": "9s" } ] },
          { "video": [ { "gap": "1s" }, { "clip": "in", "duration": "1s", "speed": 2 },
            { "clip": "g", "duration": "2s" } ] },
          { "captions": [ { "at": "5s", "duration": "1s", "text": "Own" } ] } ] }
      """)
    let own = sandbox.run("captions", path, "--to", "srt")
    #expect(own.status == 0, "\(own.messages)")
    // The project within is shown from 1 s on, twice as fast: its caption from 1.5 s to 2 s.
    #expect(
      own.output == """
        1
        00:00:01,500 --> 00:00:02,000
        Within

        2
        00:00:05,000 --> 00:00:06,000
        Own

        """)
    let german = sandbox.run("captions", path, "--to", "srt", "--stream", "de")
    #expect(
      german.output == """
        1
        00:00:02,000 --> 00:00:04,000
        Group

        """, "\(german.messages)")
    // Half a second is too short, wherever it is written.
    let checked = sandbox.run("captions", path, "--check", "netflix-en")
    #expect(checked.status == 1)
    #expect(checked.messages.contains("inner.json:2"), "\(checked.messages)")
    #expect(checked.messages.contains("[caption-too-short]"), "\(checked.messages)")
  }

  @Test("what looks like a tag or an arrow is read back from a movie as it was written")
  func marks() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json",
      #"""
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "media": { "c": { "color": "navy" } }, "tracks": [
          { "video": [ { "clip": "c", "duration": "1s" } ] },
          { "captions": [ { "duration": "1s",
              "text": "type <b> or {\\an8} here\n1\n00:00:01,000 --> 00:00:02,000" } ],
            "output": "track" } ] }
      """#)
    for name in ["a.mkv", "a.webm", "a.mp4"] {
      let movie = sandbox.file(name)
      #expect(sandbox.run("render", path, "-o", movie, "--no-cache").status == 0)
      let text = sandbox.run("captions", movie, "--to", "txt").output
      #expect(
        text.replacing("\u{2060}", with: "")
          == "type <b> or {\\an8} here 1 00:00:01,000 --> 00:00:02,000\n", "\(name)")
    }
  }

  @Test("in place, what is mended does not count any more, and what is left does")
  func mendedStatus() throws {
    let sandbox = try Sandbox()
    let comma = try sandbox.write("a.json", #"[{"at":1,"duration":1,"text":"x"},]"#)
    #expect(sandbox.run("captions", comma).status == 1)
    #expect(sandbox.run("captions", "--fix", comma).status == 0)
    #expect(sandbox.run("captions", comma).status == 0)
    let both = try sandbox.write("b.srt", "1\n00:00:01.000 --> 00:00:02,000\nA\n\n2\nno time\nB\n")
    let found = sandbox.run("captions", both).status
    #expect(sandbox.run("captions", "--fix", both).status == found)
    let noun = try sandbox.write("c.json", #"[{"at":1,"duration":1,"text":"x"}] ["#)
    #expect(sandbox.run("captions", noun).messages.contains("text after the end of the captions"))
  }

  @Test("rules look at a named output, and at the lines that captions are drawn in")
  func namedOutput() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "1920x1080", "frameRate": 25, "audio": false },
        "outputs": { "story": { "size": "1080x1920" } },
        "media": { "c": { "color": "navy" } }, "tracks": [
          { "video": [ { "clip": "c", "duration": "8s" } ] },
          { "captions": [ { "at": "0s", "duration": "6s",
              "text": "Then let us all have tea now.\\nMilk? We only have the oat one." } ],
            "characters": 34, "lines": 2, "style": { "size": "6%" } } ] }
      """)
    let wide = sandbox.run("captions", path, "--check", "social")
    #expect(!wide.messages.contains("[caption-lines]"), "\(wide.messages)")
    let upright = sandbox.run("captions", path, "--check", "social", "--output", "story")
    #expect(upright.status == 1)
    #expect(upright.messages.contains("drawn in 4 lines; the limit is 2 [caption-lines]"))
    let check = sandbox.run("check", path, "--output", "story")
    #expect(check.messages.contains("[captions-wrapped]"), "\(check.messages)")
    #expect(check.messages.contains("\"characters\": "), "\(check.messages)")
    // Without a choice all outputs are checked, and it is said of which one each finding is.
    let all = sandbox.run("check", path).messages
    #expect(all.matches(of: /\[captions-wrapped\]/).count == 1, "\(all)")
    #expect(all.contains("note: of the output 'story'"), "\(all)")
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
