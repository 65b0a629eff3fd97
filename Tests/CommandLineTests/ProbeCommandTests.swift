import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct ProbeCommandTests {
  /// A 16-bit mono WAV file of silence at 8 kHz.
  private func wave(samples: Int) -> Data {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let head = Array("RIFF".utf8) + little(36 + samples * 2, 4) + Array("WAVEfmt ".utf8)
    let format = little(16, 4) + little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4)
    let data = little(2, 2) + little(16, 2) + Array("data".utf8) + little(samples * 2, 4)
    return Data(head + format + data + [UInt8](repeating: 0, count: samples * 2))
  }

  /// The document's parts that are the same on every machine.
  private func json(_ text: String) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(document?["files"] as? [[String: Any]])
  }

  @Test("sound is told to the sample")
  func sound() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.wav", wave(samples: 1234))
    let outcome = sandbox.run("probe", "--no-cache", path)
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(
      outcome.output == """
        container  WAV / WAVE (Waveform Audio) (wav)
        duration   0.15425 s
        stream 0   audio 0, pcm_s16le, 8000 Hz, 1 channel, s16, used
        sound      samples 0 to 1233 at 8000 Hz

        """)
  }

  @Test("the JSON document has these members")
  func document() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.wav", wave(samples: 8000))
    let outcome = sandbox.run("probe", "--json", "--no-cache", path, sandbox.file("none.mp4"))
    #expect(outcome.status == 3)
    #expect(
      outcome.output == """
        {
          "files": [
            {
              "file": "\(path)",
              "format": "wav",
              "formatTitle": "WAV / WAVE (Waveform Audio)",
              "duration": "1",
              "announcedDuration": "1",
              "recorded": null,
              "timecode": null,
              "tags": {},
              "chapters": [],
              "streams": [
                {
                  "index": 0,
                  "kind": "audio",
                  "number": 0,
                  "mediaType": "audio",
                  "used": true,
                  "default": false,
                  "codec": "pcm_s16le",
                  "profile": null,
                  "language": null,
                  "title": null,
                  "roles": [],
                  "tags": {},
                  "sampleRate": 8000,
                  "channels": 1,
                  "layout": null,
                  "sampleFormat": "s16"
                }
              ],
              "sequence": null,
              "video": null,
              "audio": {
                "sampleRate": 8000,
                "channels": 1,
                "firstSample": 0,
                "lastSample": 7999,
                "droppedSamples": 0
              },
              "irregularities": []
            },
            {
              "file": "\(sandbox.file("none.mp4"))",
              "error": {
                "id": "media-not-found",
                "message": "media file '\(sandbox.file("none.mp4"))' does not exist",
                "notes": [
                  "looked for '\(sandbox.file("none.mp4"))'"
                ],
                "fixes": []
              }
            }
          ]
        }

        """)
  }

  @Test("a movie's pictures are told with their exact rate and times, and remembered facts agree")
  func movie() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", Projects.counter(seconds: 1, rate: "30000/1001", size: "160x90", gop: 8))
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    let words = ["probe", "--json", "--cache", sandbox.cache, sandbox.file("a.mp4")]
    let outcome = sandbox.run(words)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let file = try #require(try json(outcome.output).first)
    let video = try #require(file["video"] as? [String: Any])
    #expect(video["frameRate"] as? String == "30000/1001")
    #expect(video["frames"] as? Int == 30)
    #expect(video["first"] as? String == "0" && video["last"] as? String == "29029/30000")
    #expect(video["end"] as? String == "1001/1000")
    #expect(video["keyFrames"] as? Int == 4 && video["greatestKeyDistance"] as? Int == 8)
    #expect(video["pixelFormat"] as? String == "yuv420p" && video["bitDepth"] as? Int == 8)
    let colour = try #require(video["colour"] as? [String: [String: String]])
    #expect(colour["tagged"] == colour["assumed"])
    #expect(
      colour["tagged"] == [
        "matrix": "bt709", "range": "limited", "primaries": "bt709", "transfer": "bt709",
      ])
    let audio = try #require(file["audio"] as? [String: Any])
    #expect(audio["firstSample"] as? Int == 0)
    #expect(audio["droppedSamples"] as? Int ?? 0 > 0, "an AAC encoder begins before the sound")
    #expect((file["irregularities"] as? [Any])?.isEmpty == true)
    #expect(sandbox.run(words).output == outcome.output)
  }

  @Test("a movie that was cut off tells what it announces and what it has")
  func cut() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 3, size: "160x90"))
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    let bytes = try sandbox.bytes("a.mp4")
    try sandbox.write("cut.mp4", bytes.prefix(bytes.count * 2 / 3))
    let outcome = sandbox.run("probe", "--json", "--no-cache", sandbox.file("cut.mp4"))
    let file = try #require(try json(outcome.output).first)
    let found = try #require(file["irregularities"] as? [[String: String]])
    #expect(found.contains { $0["id"] == "ends-early" && $0["message"]?.contains("3 s") == true })
  }

  @Test("files that cannot be read are named, the others told of, and the status is 3")
  func mixed() throws {
    let sandbox = try Sandbox()
    let good = try sandbox.write("good.wav", wave(samples: 80))
    try sandbox.makeFolder("folder")
    let pipe = sandbox.file("pipe")
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    let empty = try sandbox.write("empty.mp4", Data())
    let text = try sandbox.write("text.mp4", "once upon a time")
    let outcome = sandbox.run(
      "probe", "--no-cache", sandbox.file("folder"), good, pipe, empty, text, "/dev/zero", good)
    #expect(outcome.status == 3)
    for words in [
      "is a folder", "'\(pipe)' is not a regular file", "is empty (0 bytes)",
      "'\(text)' is not a media file", "'/dev/zero' is not a regular file",
    ] {
      #expect(outcome.messages.contains(words), "\(outcome.messages)")
    }
    #expect(outcome.output.split(separator: "\n").filter { $0 == "\(good):" }.count == 2)
    #expect(!outcome.messages.contains("project file"))
  }

  @Test("a stream is chosen by its number; one that is not there is an error")
  func stream() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.wav", wave(samples: 80))
    #expect(sandbox.run("probe", "--no-cache", "--audio", "0", path).status == 0)
    let outcome = sandbox.run("probe", "--no-cache", "--audio", "1", path)
    #expect(outcome.status == 3 && outcome.messages.contains("has no audio stream 1"))
    #expect(sandbox.run("probe", "--audio", "one", path).status == 2)
    #expect(sandbox.run("probe").status == 2)
  }
}
