import Diagnostics
import Foundation
import ProjectFormat
import Testing

/// Wrong projects, mended: nothing is found where nothing is wrong.
@Suite struct RightTwinTests {
  struct Twin: CustomTestStringConvertible, Sendable {
    var name: String
    /// What is written in place of what.
    var changes: [(String, String)]
    var testDescription: String { name }
  }

  static let twins = [
    Twin(
      name: "animation-longer-than-item",
      changes: [
        (#""to": 2, "duration": "5s""#, #""to": 2, "duration": "4s""#),
        (#""begin": "3s", "duration": "1s""#, #""begin": "1s", "duration": "1s""#),
        (#""text": "held""#, #""text": "held", "at": "1s""#),
        (#""autoreverse": true"#, #""autoreverse": true, "duration": "1s""#),
      ]),
    Twin(
      name: "automation-after-end",
      changes: [
        (#""at": "5s", "duration": "2s""#, #""at": "4s", "duration": "2s""#),
        (#"{ "at": "8s", "gain": 1 }"#, #"{ "at": "6s", "gain": 1 }"#),
        (#""at": "10s""#, #""at": "5s""#),
      ]),
    Twin(
      name: "duck-never-happens",
      changes: [
        (#""attack": "0.5s""#, #""attack": "1.01s""#), (#""to": 1 }"#, #""to": 0.99 }"#),
      ]),
    Twin(
      name: "key-without-effect",
      changes: [
        (#""channels": 1"#, #""channels": 2"#), (#", "alpha": "premultiplied""#, ""),
        (#", "interlace": "none""#, ""), (#", "crop": { "left": 0.1 }, "fit": "cover""#, ""),
        (#""fit": "cover" },"#, #""fit": "cover", "crop": { "left": 0.1 } },"#),
        (#""in": "2s", "duration": "1s", "speed": 2"#, #""in": "2s", "out": "4s", "speed": 2"#),
        (#""perspective": 500"#, #""perspective": 500, "rotation": { "y": 20 }"#),
        (#""pitch""#, #""speed": 2, "pitch""#), (#", "easing": "ease-in""#, ""),
        (#""one line""#, #""two\nlines""#),
        (
          #""perspective": 700"#,
          #""perspective": 700, "animate": [ { "property": "rotation.x", "from": 90 } ]"#
        ),
      ]),
    Twin(name: "picture-after-sound", changes: [("6.5s", "7.97s")]),
    Twin(
      name: "sound-after-picture",
      changes: [("10s", "8.03s"), (#""at": "4s""#, #""at": "3s""#), ("12s", "10s")]),
    Twin(
      name: "sound-key-without-sound",
      changes: [
        (#""audio": false, "#, ""), (#", "gain": "-6dB", "pan": 0.5"#, ""),
        (#", "fadeOut": "1s""#, #", "muted": true, "fadeOut": "1s""#),
        (#""gain": 0.5, "duck": { "under": "voice", "to": 0.2 }"#, #""muted": false"#),
      ]),
  ]

  @Test("a wrong project that is mended gives no finding", arguments: twins)
  func twin(_ twin: Twin) throws {
    var text = String(decoding: try WrongProjectTests.folder.source(twin.name).bytes, as: UTF8.self)
    for (old, new) in twin.changes {
      try #require(text.contains(old), "\(old)")
      let range = try #require(text.range(of: old))
      text.replaceSubrange(range, with: new)
    }
    let source = SourceFile(path: "right.json", text: text)
    let findings = compile(source).diagnostics
    #expect(DiagnosticRenderer.text(findings, in: source, color: false) == "")
  }

  @Test(
    "sound that ends with the pictures as they are meant to end gives no finding",
    arguments: [
      // Credits on an empty picture, a gap that says so, a fixed length, a voice that pauses.
      #"{ "video": [ { "clip": "a", "duration": "8s" } ] }, { "audio": [ { "clip": "music", "duration": "10s" } ] }, { "titles": [ { "at": "7s", "duration": "3s", "text": "credits" } ] }"#,
      #"{ "video": [ { "clip": "a", "duration": "8s" }, { "gap": "2s" } ] }, { "audio": [ { "clip": "music", "duration": "10s" } ] }"#,
      #"{ "video": [ { "clip": "a", "duration": "8s" } ] }, { "audio": [ { "clip": "music", "at": "2s", "duration": "3s" } ] }"#,
      #"{ "audio": [ { "clip": "music", "duration": "10s" } ] }"#,
    ])
  func ends(tracks: String) {
    let text = """
      { "cutlist": 1, "media": { "a": "silent.mov", "music": "music.mp3" }, "tracks": [ \(tracks) ] }
      """
    let ids = compile(text).diagnostics.map(\.id)
    #expect(!ids.contains(.soundAfterPicture))
    #expect(!ids.contains(.pictureAfterSound))
  }
}
