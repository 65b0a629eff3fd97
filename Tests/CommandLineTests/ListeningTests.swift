import Foundation
import Testing

/// What a plan hears of the sound it is made of. The voice is a tone of 440 Hz from 1 s to 2 s and from 3.5 s
/// to 4.5 s, with noise 50 dB below it; the music is one of 1 kHz.
@Suite struct ListeningTests {
  private func project(_ voice: String = "", duck: String = "", gain: String = "1") -> String {
    """
    {
      "cutlist": 1,
      "output": { "size": "16x16", "frameRate": 10, "audio": { "sampleRate": 48000 } },
      "media": {
        "music": { "generate": "tone", "frequency": 1000, "level": 0.25 },
        "voice": {
          "filter": "aevalsrc=\(gain)*(0.2*sin(880*PI*t)*(between(t\\\\,1\\\\,2)+between(t\\\\,3.5\\\\,4.5))+0.0006*sin(7919*t*t)):s=48000:d=6"
        }
      },
      "tracks": [
        { "video": [{ "gap": "6s" }] },
        {
          "id": "music", "audio": [{ "clip": "music", "duration": "6s" }],
          "duck": { "under": "voice", "during": "speech", "to": 0.1, "attack": "0.2s", "release": "0.2s"\(duck) }
        },
        { "id": "voice", "audio": [{ "clip": "voice"\(voice) }] }
      ]
    }
    """
  }

  /// The largest sample of each hundredth of a second.
  private func levels(_ samples: [Double]) -> [Double] {
    stride(from: 0, to: samples.count, by: 480).map { start in
      samples[start..<min(start + 480, samples.count)].map(\.magnitude).max() ?? 0
    }
  }

  private func stem(_ name: String, _ text: String, _ sandbox: Sandbox) throws -> [Double] {
    let file = try sandbox.write("a.json", text)
    let outcome = sandbox.run(["mix", file, "-o", sandbox.file("{track}.wav")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    return try leftSamples(ofWave: sandbox.file("\(name).wav"))
  }

  @Test("music is lowered while somebody speaks, and up again in between, within 0.05 s")
  func speech() throws {
    let sandbox = try Sandbox(readsApart: false)
    for gain in ["1", "0.05"] {
      let music = levels(try stem("music", project(gain: gain), sandbox))
      for (first, last) in [(0, 73), (228, 323), (478, 598)] {
        #expect(music[first..<last].allSatisfy { abs($0 - 0.25) < 0.001 }, "\(first) of \(gain)")
      }
      for (first, last) in [(105, 195), (355, 445)] {
        #expect(music[first..<last].allSatisfy { abs($0 - 0.025) < 0.001 }, "\(first) of \(gain)")
      }
      // Half of the way down, in decibels, half of the attack before the voice.
      for down in [90, 340] { #expect(abs(20 * log10(music[down] / 0.25) + 10) < 6) }
    }
  }

  @Test("moving and repeating what is said moves the ducks with it")
  func moved() throws {
    let sandbox = try Sandbox(readsApart: false)
    let voice = ", \"at\": \"0.5s\", \"in\": \"1.5s\", \"duration\": \"4s\", \"speed\": 1"
    let music = levels(try stem("music", project(voice), sandbox))
    // Source 1.5 s to 2 s is heard at 0.5 s, 3.5 s at 2.5 s.
    #expect(music[55..<95].allSatisfy { abs($0 - 0.025) < 0.001 })
    #expect(music[255..<345].allSatisfy { abs($0 - 0.025) < 0.001 })
    #expect(music[130..<222].allSatisfy { abs($0 - 0.25) < 0.001 })
  }

  @Test("where nobody speaks it is said, and the music stays up")
  func silence() throws {
    let sandbox = try Sandbox(readsApart: false)
    let file = try sandbox.write("a.json", project(gain: "0"))
    let outcome = sandbox.run(["check", file])
    #expect(outcome.messages.contains("[duck-without-speech]"), "\(outcome.messages)")
    let music = levels(try stem("music", project(gain: "0"), sandbox))
    #expect(music.allSatisfy { $0 > 0.249 || $0 == music.last })
  }

  /// A sine of 1 kHz in two channels is as many LUFS as its peak is dBFS (EBU Tech 3341, case 1).
  @Test(
    "a clip is brought to its loudness before its own gain", arguments: [("1", 0.1), ("0.5", 0.05)])
  func leveling(gain: String, peak: Double) throws {
    let sandbox = try Sandbox(readsApart: false)
    let text = """
      {
        "cutlist": 1,
        "output": { "size": "16x16", "frameRate": 10, "audio": { "sampleRate": 48000 } },
        "media": { "tone": { "generate": "tone", "frequency": 1000, "level": 0.8 } },
        "tracks": [
          { "video": [{ "gap": "4s" }] },
          {
            "id": "a", "gain": 1,
            "audio": [{ "clip": "tone", "duration": "4s", "loudness": -20, "gain": \(gain), "fadeIn": "1s" }]
          }
        ]
      }
      """
    let samples = try stem("a", text, sandbox)
    let found = samples[96_000..<144_000].map(\.magnitude).max() ?? 0
    #expect(abs(20 * log10(found / peak)) < 0.1)
  }

  @Test("a clip without loudness is left as it is, and that is said")
  func withoutLoudness() throws {
    let sandbox = try Sandbox(readsApart: false)
    let file = try sandbox.write("a.json", project(", \"loudness\": -20", gain: "0"))
    let outcome = sandbox.run(["check", file])
    #expect(outcome.messages.contains("[clip-without-loudness]"), "\(outcome.messages)")
  }

  @Test("what was heard is remembered, and the same with any number of jobs")
  func remembered() throws {
    let sandbox = try Sandbox(readsApart: false)
    let file = try sandbox.write("a.json", project(", \"loudness\": -18"))
    var sounds: Set<Data> = []
    // What the first one hears the others find in the cache, but for the last.
    for (jobs, options) in [("1", []), ("2", []), ("4", []), ("4", ["--no-cache"])] {
      let output = sandbox.file("\(jobs).mp4")
      let cache = options.isEmpty ? ["--cache", sandbox.cache] : options
      let outcome = sandbox.run(["render", file, "-o", output, "--jobs", jobs] + cache)
      #expect(outcome.status == 0, "\(outcome.messages)")
      sounds.insert(try Data(contentsOf: URL(fileURLWithPath: output)))
    }
    #expect(FileManager.default.fileExists(atPath: sandbox.cache + "/loudness"))
    #expect(sounds.count == 1)
  }

  @Test("a clip that is too quiet for its loudness is told with what it comes to")
  func tooQuiet() throws {
    let sandbox = try Sandbox(readsApart: false)
    // A sine of 1 kHz and -70 dBFS in two channels is -70 LUFS; 40 dB bring it to -30.
    let text = """
      {
        "cutlist": 1,
        "output": { "size": "16x16", "frameRate": 10, "audio": { "sampleRate": 48000 } },
        "media": { "tone": { "generate": "tone", "frequency": 1000, "level": 0.000562 } },
        "tracks": [
          { "video": [{ "gap": "4s" }] },
          { "audio": [{ "clip": "tone", "duration": "4s", "loudness": -20 }] }
        ]
      }
      """
    let outcome = sandbox.run(["check", try sandbox.write("a.json", text)])
    #expect(outcome.messages.contains("[clip-loudness-not-reached]"), "\(outcome.messages)")
    #expect(outcome.messages.contains("comes to -25"), "\(outcome.messages)")
  }

  @Test("explanations tell the loudness and whose speech it is")
  func explained() throws {
    let sandbox = try Sandbox(readsApart: false)
    let file = try sandbox.write("a.json", project(", \"loudness\": -18"))
    let outcome = sandbox.run(["explain", file, "--sample", "1.5s"])
    #expect(outcome.output.contains("under speech in track 'voice'"), "\(outcome.output)")
    #expect(outcome.output.contains("brings the clip to -18 LUFS"))
  }
}
