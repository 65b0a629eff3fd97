import Diagnostics
import ProjectFormat
import Testing

/// Mistakes for which no text can be offered, and those that used to make many findings of one.
@Suite struct MistakeAdviceTests {
  private func findings(_ text: String) -> [Diagnostic] {
    compile(SourceFile(path: "p.json", text: text)).diagnostics
  }

  private func clip(_ members: String) -> String {
    """
    {"cutlist": 1, "media": {"a": "a.mov"}, "tracks": [
      {"video": [{"clip": "a", "duration": "2s", \(members)}]}]}
    """
  }

  @Test(
    "what other programs have and this one has not is said, with another way",
    arguments: [
      ("crossfade", "{ \"transition\": \"dissolve\", \"duration\": \"1s\" }"),
      ("transitions", "{ \"transition\": \"dissolve\", \"duration\": \"1s\" }"),
      ("stabilize", "FFmpeg's filters do that"), ("lut", "\"effect\": \"lut\""),
      ("reverse", "in reverse"),
      ("fps", "\"output\": { \"frameRate\": 30 }"),
    ])
  func absent(key: String, way: String) throws {
    let finding = try #require(findings(clip("\"\(key)\": 1")).first)
    #expect(finding.id == .unknownKey)
    #expect(finding.fixes.count == 1)
    #expect(finding.fixes[0].edits.isEmpty)
    #expect(finding.fixes[0].message.contains(way))
  }

  @Test(
    "a loop that crosses over faster than clicks go is refused, with the shortest that is none",
    arguments: [
      ("0.00001s", "", "0.005s"), ("4.999ms", "", "0.005s"), ("5ms", "", nil),
      ("5ms", ", \"speed\": 2", "0.01s"), ("3ms", ", \"pitch\": \"follow\", \"speed\": 0.5", nil),
    ])
  func fastLoops(fade: String, more: String, shortest: String?) {
    let found = findings(
      """
      {"cutlist": 1, "media": {"t": {"generate": "tone"}}, "tracks": [
        {"audio": [{"clip": "t", "in": "1s", "out": "2s", "duration": "9s"\(more),
                    "loop": {"crossFade": "\(fade)"}}]}]}
      """
    ).filter { $0.id == .loopCrossFadeTooShort }
    #expect(found.count == (shortest == nil ? 0 : 1))
    if let shortest {
      #expect(found.first?.fixes.first?.message.hasPrefix("set it to \"\(shortest)\"") == true)
    }
  }

  @Test("a gain below 0 is one in decibels, which is written with its unit")
  func negativeGain() throws {
    let text = clip("\"volume\": -6")
    let finding = try #require(findings(text).first)
    #expect(finding.fixes.map(\.message) == ["write \"gain\": \"-6dB\""])
    let file = SourceFile(path: "p.json", text: text)
    let mended = try #require(file.applying(finding.fixes[0].edits))
    #expect(String(decoding: mended, as: UTF8.self) == clip("\"gain\": \"-6dB\""))
    #expect(findings(clip("\"volume\": 0.5")).first?.fixes.map(\.message) == ["write \"gain\""])
  }

  @Test(
    "values of other programs are told by what they are here",
    arguments: [
      ("optical-flow", "flow"), ("minterpolate", "flow"), ("frame-blending", "blend"),
      ("frame sampling", "nearest"),
    ])
  func frames(word: String, ours: String) throws {
    let finding = try #require(findings(clip("\"frames\": \"\(word)\"")).first)
    #expect(finding.id == .unknownName)
    #expect(finding.fixes.map(\.message) == ["did you mean \"\(ours)\"?"])
  }

  @Test(
    "what is no generator is told how it is made",
    arguments: [
      ("color", "{ \"color\": \"red\" }"), ("black", "{ \"color\": \"black\" }"),
      ("noise", "\"filter\""), ("smptebars", "did you mean \"bars\"?"),
      ("timecode", "did you mean \"counter\"?"),
    ])
  func generators(word: String, way: String) throws {
    let text = """
      {"cutlist": 1, "media": {"a": {"generate": "\(word)"}}, "tracks": [
        {"video": [{"clip": "a", "duration": "2s"}]}]}
      """
    let finding = try #require(findings(text).first)
    #expect(finding.fixes.first?.message.contains(way) == true, "\(finding)")
  }

  @Test("a file that is named in a clip is to be named in media")
  func fileInClip() {
    let found = findings(clip("\"file\": \"a.mov\""))
    #expect(found.map(\.id) == [.unknownKey])
    #expect(
      found[0].notes.map(\.message) == [
        "a clip names an entry of \"media\", where its file is named: "
          + "\"media\": { \"bridge\": \"bridge.mp4\" }"
      ])
  }

  @Test("of many keys the nearest are shown, and how many there are")
  func nearestKeys() {
    let found = findings(clip("\"fader\": 1"))
    #expect(found[0].notes.isEmpty)
    #expect(found[0].fixes.map(\.message) == ["did you mean \"fade\"?"])
    let far = findings(clip("\"zzzzzz\": 1"))
    #expect(
      far[0].notes.map(\.message) == ["its keys are 53 in all; 'cutlist help clip' tells them"])
    let near = findings(clip("\"animator\": 1"))
    #expect(near[0].fixes.count + near[0].notes.count == 1)
  }

  @Test("six equal mistakes explain themselves once, and each has its fix")
  func explainedOnce() {
    let items = Array(
      repeating: #"{"clip": "a", "duration": "1s", "begin": 0, "zzzzzz": 1}"#, count: 6)
    let found = findings(
      #"{"cutlist": 1, "media": {"a": "a.mov"}, "tracks": [{"video": ["#
        + items.joined(separator: ",\n") + "]}]}")
    #expect(found.count == 12)
    #expect(found.count { !$0.notes.isEmpty } == 2)
    #expect(found.filter { $0.message.contains("begin") }.allSatisfy { $0.fixes.count == 1 })
  }

  @Test("marks of git are one finding for each conflict, with the lines of both sides")
  func unfinishedMerge() throws {
    let text = """
      {
        "cutlist": 1,
        "media": { "a": "a.mov" },
      <<<<<<< HEAD
        "output": { "frameRate": 25 },
      ||||||| base
      =======
        "output": {
          "frameRate": 30 },
      >>>>>>> a branch
        "tracks": []
      }

      """
    for ends in ["\n", "\r\n"] {
      let found = findings(text.replacing("\n", with: ends))
      #expect(found.map(\.id) == [.unfinishedMerge])
      #expect(found[0].message == "unfinished merge: git left both sides here")
      #expect(
        found[0].notes.map(\.message) == [
          "one side, 'HEAD': line 5", "before both, 'base': nothing",
          "the other side, 'a branch': lines 8 to 9",
        ])
    }
    #expect(findings(text + text).map(\.id) == [.unfinishedMerge, .unfinishedMerge])
    // Equal signs alone are no conflict.
    #expect(!findings("{}\n=======\n").map(\.id).contains(.unfinishedMerge))
  }

  @Test("a title among clips is one finding that names the track it belongs on")
  func titleAmongClips() {
    let found = findings(
      """
      {"cutlist": 1, "media": {"a": "a.mov"}, "tracks": [{"video": [
        {"clip": "a"}, {"text": "Hi", "duration": "1s"}, {"text": "Ho", "duration": "1s"}]}]}
      """)
    #expect(found.map(\.message) == ["this is a title, and this is a video track"])
    #expect(found[0].notes.count == 1)
    #expect(
      found[0].fixes.map(\.message) == [
        "move it to a track of its own: { \"titles\": [ … ] }"
      ])
  }

  @Test("a whole track of the wrong kind is one finding")
  func wrongKind() {
    let clips = Array(repeating: #"{"clip": "v"}"#, count: 5).joined(separator: ", ")
    let found = findings(
      #"{"cutlist": 1, "media": {"v": "voice.wav"}, "tracks": [{"video": [\#(clips)]}]}"#)
    #expect(found.map(\.id) == [.clipWithoutPicture])
    #expect(
      found[0].fixes.map(\.message) == [
        "write \"audio\" for \"video\": so it is with all 5 clips of this track"
      ])
  }

  @Test("an unknown media is told with those that there are, once for each name")
  func unknownMedia() {
    let found = findings(
      """
      {"cutlist": 1, "media": {"a": "a.mov"}, "tracks": [{"video": [
        {"clip": "a"}, {"clip": "shots/night.mp4"}, {"clip": "shots/night.mp4"}]}]}
      """)
    #expect(found.map(\.id) == [.unknownMedia, .unknownMedia])
    #expect(found[0].notes.map(\.message) == ["there is only \"a\""])
    #expect(
      found[0].fixes.map(\.message) == [
        "add it, as in \"media\": { \"night\": \"shots/night.mp4\" }",
        "and name it here: \"night\"",
      ])
    #expect(found[1].notes.isEmpty && found[1].fixes.isEmpty)
  }

  @Test("colours that nobody knows are told with the notations and the nearest names")
  func colors() {
    let found = findings(
      #"{"cutlist": 1, "output": {"background": "bluegrey", "duration": 1}, "tracks": []}"#)
    #expect(
      found[0].notes.map(\.message) == [
        "\"#rgb\", \"#rrggbb\" and \"#rrggbbaa\" are understood; the nearest of the 21 names: "
          + "\"blue\", \"grey\""
      ])
  }

  @Test("times that read well in other programs are read here too")
  func rightTimes() {
    for time in ["\"1:30\"", "\"500ms\"", "\"0.5s\"", "90"] {
      let text =
        #"{"cutlist": 1, "output": {"duration": \#(time)}, "tracks": []}"#
      #expect(findings(text) == [], "\(time)")
    }
    #expect(
      findings(#"{"cutlist": 1, "output": {"frameRate": "29.97", "duration": 1}, "tracks": []}"#)
        == [])
  }

  @Test("ten thousand mistakes and more are bounded in number, in text and as data")
  func bounded() {
    let item = #"{"clip": "nowhere", "dur": 1}"#
    let items = Array(repeating: item, count: 12_000).joined(separator: ",")
    let source = SourceFile(
      path: "p.json", text: #"{"cutlist": 1, "tracks": [{"video": ["# + items + "]}]}")
    let found = compile(source).diagnostics
    #expect(found.count <= 20_002)
    #expect(found.count { $0.id == .tooManyFindings } == 2)
    #expect(found.containsErrors)
    let text = DiagnosticRenderer.text(found, in: source, color: false)
    #expect(text.split(separator: "\n").count < 100)
    #expect(text.contains("more like it, the next one here"))
    #expect(DiagnosticRenderer.json(found, in: source).utf8.count < 4_000_000)
  }
}
