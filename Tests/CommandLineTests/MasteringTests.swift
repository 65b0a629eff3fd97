import Foundation
import Testing

@Suite struct MasteringTests {
  /// A sine of 1 kHz, whose loudness is its level in dBFS, with a louder one for 5 ms each second
  /// where `hits` are asked for.
  private func text(_ audio: String, level: String = "-26dB", hits: Bool = false) -> String {
    let hit = #"{ "clip": "tone", "duration": "5ms" }, { "gap": "995ms" }"#
    let loud = (0..<6).map { _ in hit }.joined(separator: ", ")
    return """
      {
        "cutlist": 1,
        "output": { "size": "16x16", "frameRate": 10, "audio": \(audio) },
        "media": { "tone": { "generate": "tone", "frequency": 1000, "level": 1 } },
        "tracks": [
          { "video": [{ "gap": "6s" }] },
          { "audio": [{ "clip": "tone", "duration": "6s", "gain": "\(level)" }] },
          { "audio": [\(hits ? loud : #"{ "gap": "1s" }"#)] }
        ]
      }
      """
  }

  private struct Levels: Decodable {
    struct Row: Decodable {
      var integrated, truePeak: Double?
    }

    var levels: [Row]
  }

  private func movie(_ sandbox: Sandbox, _ text: String) throws -> (Double, Double, String) {
    let project = try sandbox.write("a.json", text)
    let outcome = sandbox.run(["loudness", project, "--json"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    let found = try JSONDecoder().decode(Levels.self, from: Data(outcome.output.utf8)).levels[0]
    return (found.integrated ?? 0, found.truePeak ?? 0, outcome.messages)
  }

  @Test("a movie comes to its loudness by one gain", arguments: [-23.0, -5.5])
  func loudness(target: Double) throws {
    let sandbox = try Sandbox(readsApart: false)
    let (integrated, peak, messages) = try movie(sandbox, text(#"{ "loudness": \#(target) }"#))
    #expect(abs(integrated - target) < 0.06)
    #expect(abs(peak - target) < 0.1)
    #expect(messages.isEmpty)
    // The plan says the gain, which is that of the levels of the sines.
    let plan = sandbox.run(["plan", sandbox.file("a.json")]).output
    let gain = pow(10, (target + 26) / 20) * 16_777_216
    let word = try #require(plan.split(separator: "loudness 0=").dropFirst().first)
    let found = try #require(Double(word.prefix { $0.isNumber }))
    #expect(abs(20 * log10(found / gain)) < 0.06)
    // An encoder may take what is 4.5 dB below a ceiling beyond it.
    #expect(plan.contains("limited to -1 dBTP") == (target == -5.5))
  }

  @Test(
    "what is too loud for the ceiling is limited, and the movie comes to its loudness all the same")
  func limited() throws {
    let sandbox = try Sandbox(readsApart: false)
    let (integrated, peak, messages) = try movie(
      sandbox, text(#"{ "loudness": -14, "truePeak": -3 }"#, hits: true))
    #expect(abs(integrated + 14) < 0.1)
    #expect(peak < -2.95)
    #expect(messages.isEmpty)
    #expect(sandbox.run(["plan", sandbox.file("a.json")]).output.contains("limited to -3 dBTP"))
  }

  @Test("a loudness that a ceiling forbids is a warning that says what becomes of it")
  func impossible() throws {
    let sandbox = try Sandbox(readsApart: false)
    let (integrated, peak, messages) = try movie(
      sandbox, text(#"{ "loudness": -6, "truePeak": -9 }"#))
    #expect(peak < -8.95)
    #expect(integrated < -8)
    #expect(messages.contains("\"loudness-not-reached\""))
    #expect(messages.contains("not -6"))
  }

  @Test("a loudness that takes too much gain is told for that reason, not for the limiter's")
  func tooQuiet() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", text(#"{ "loudness": -20 }"#, level: "-65dB"))
    let outcome = sandbox.run(["check", project])
    #expect(outcome.messages.contains("raised by 40 dB"), "\(outcome.messages)")
    #expect(!outcome.messages.contains("limited too much"))
  }

  @Test("sound alone is told of, but not where it is written as sound, or is meant so")
  func soundAlone() throws {
    let sandbox = try Sandbox(readsApart: false)
    func project(_ video: String) throws -> String {
      try sandbox.write(
        "b.json",
        """
        {
          "cutlist": 1, "output": { "audio": {} },
          "media": { "tone": { "generate": "tone", "frequency": 1000, "level": 0.1 } },
          "tracks": [\(video){ "audio": [{ "clip": "tone", "duration": "1s" }] }]
        }
        """)
    }
    let alone = try project("")
    let told = sandbox.run(["check", alone])
    #expect(told.messages.contains("1280x720 [sound-alone]"), "\(told.messages)")
    let mixed = sandbox.run(["mix", alone, "-o", sandbox.file("b.wav")])
    #expect(mixed.status == 0 && !mixed.messages.contains("sound-alone"), "\(mixed.messages)")
    let meant = sandbox.run(["check", try project("{ \"video\": [{ \"gap\": \"1s\" }] }, ")])
    #expect(!meant.messages.contains("sound-alone"), "\(meant.messages)")
  }

  @Test("a gain and a ceiling hold without a loudness")
  func gain() throws {
    let sandbox = try Sandbox(readsApart: false)
    let (integrated, _, _) = try movie(sandbox, text(#"{ "gain": "+6dB" }"#))
    #expect(abs(integrated + 20) < 0.06)
    let (_, peak, _) = try movie(
      sandbox, text(#"{ "gain": "+30dB", "truePeak": -2 }"#))
    #expect(abs(peak + 2) < 0.05)
  }

  /// A sine of 1 kHz, whose peaks are those of its samples to 0.01 dB.
  @Test("a file of sound keeps 0.1 dB below the ceiling")
  func between() throws {
    let sandbox = try Sandbox(readsApart: false)
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<96_000).flatMap { number in
      little(Int((16_384 * sin(Double(number) / 48 * 2 * .pi)).rounded()), 2)
    }
    let head =
      Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(1, 2) + little(48_000, 4) + little(96_000, 4) + little(2, 2)
      + little(16, 2) + Array("data".utf8) + little(samples.count, 4)
    try sandbox.write("s.wav", Data(head + samples))
    let project = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "audio": { "gain": "+12dB", "truePeak": -1 } },
        "media": { "s": "s.wav" }, "tracks": [ { "audio": [ { "clip": "s" } ] } ] }
      """)
    let outcome = sandbox.run("mix", project, "-o", sandbox.file("a.wav"))
    #expect(outcome.status == 0, "\(outcome.messages)")
    // A whole number of periods in the middle.
    let heard = try CommandLineTests.samples(ofWave: sandbox.file("a.wav"))[0][24_000..<72_000]
    var (sine, cosine) = (0.0, 0.0)
    for (index, sample) in heard.enumerated() {
      sine += sample * sin(Double(index) / 48 * 2 * .pi) / 24_000
      cosine += sample * cos(Double(index) / 48 * 2 * .pi) / 24_000
    }
    let peak = 20 * log10((sine * sine + cosine * cosine).squareRoot())
    #expect(abs(peak + 1.1) < 0.02, "\(peak) dBTP")
  }

  @Test("silence is left as it is, with a warning")
  func silence() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", text(#"{ "loudness": -16 }"#, level: "-120dB"))
    let outcome = sandbox.run(["check", project])
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("[no-loudness]") || outcome.output.contains("[no-loudness]"))
  }

  @Test("cold, warm, in parts and with any number of jobs a movie of a loudness has the same bytes")
  func bytes() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", text(#"{ "loudness": -14 }"#, hits: true))
    var hashes: Set<Data> = []
    for (turn, jobs) in ["1", "4", "2"].enumerated() {
      let file = sandbox.file("\(turn).mp4")
      let cache = turn == 1 ? ["--no-cache"] : []
      let outcome = sandbox.run(
        ["render", project, "-o", file, "--jobs", jobs, "--progress", "none"] + cache)
      #expect(outcome.status == 0, "\(outcome.messages)")
      hashes.insert(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    #expect(hashes.count == 1)
    // A plan carries the gain: what renders it measures nothing.
    let plan = sandbox.file("a.plan.json")
    #expect(sandbox.run(["plan", project, "--write", plan]).status == 0)
    let file = sandbox.file("plan.mp4")
    #expect(sandbox.run(["render", "--plan", plan, "-o", file, "--progress", "none"]).status == 0)
    #expect(hashes.contains(try Data(contentsOf: URL(fileURLWithPath: file))))
  }
}
