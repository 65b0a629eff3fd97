import Foundation
import Testing

/// Music as long as the movie, loops whose times cross over, and the ledger of sound.
@Suite struct SoundFitTests {
  private static func project(_ clip: String, channels: Int = 1) -> String {
    """
    {
      "cutlist": 1,
      "output": {
        "size": "16x16", "frameRate": 10, "audio": { "channels": \(channels), "declick": 0 }
      },
      "media": {
        "rising": { "filter": "aevalsrc=0.1*t:c=mono:s=48000:d=4" },
        "other": { "filter": "aevalsrc=0.1*sin(880*PI*t):c=mono:s=44100:d=4" }
      },
      "tracks": [
        { "video": [{ "gap": "5s" }] }, { "audio": [{ \(clip) }] }
      ]
    }
    """
  }

  private func mix(_ clip: String, _ sandbox: Sandbox) throws -> [Double] {
    let file = try sandbox.write("a.json", Self.project(clip))
    let outcome = sandbox.run(["mix", file, "-o", sandbox.file("a.wav")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    return try samples(ofWave: sandbox.file("a.wav"))[0]
  }

  /// The source is 0.1 · t, so that what is heard tells which part of it is.
  @Test("the times of a loop cross over with sin and cos, to the sample")
  func loops() throws {
    let sandbox = try Sandbox(readsApart: false)
    let heard = try mix(
      "\"clip\": \"rising\", \"in\": \"1s\", \"out\": \"3s\", \"duration\": \"5s\", "
        + "\"loop\": { \"crossFade\": \"0.5s\" }", sandbox)
    #expect(heard.count == 240_000)
    let (period, fade) = (72_000, 24_000)
    for place in stride(from: 0, to: heard.count, by: 331) {
      let (turn, passed) = (place / period, place % period)
      var wanted = 0.1 * (1 + Double(passed) / 48_000)
      if turn > 0, passed < fade {
        let angle = Double.pi / 2 * Double(passed) / Double(fade)
        let leaving = 0.1 * (1 + Double(period + passed) / 48_000)
        wanted = wanted * sin(angle) + leaving * cos(angle)
      }
      #expect(abs(heard[place] - wanted) < 1e-6, "\(place)")
    }
  }

  @Test("music that is too short is repeated to the movie's end, and fades out there")
  func repeated() throws {
    let sandbox = try Sandbox(readsApart: false)
    let heard = try mix("\"clip\": \"rising\", \"fit\": \"movie\"", sandbox)
    #expect(heard.count == 240_000)
    // Four seconds with a cross-fade of one: the second time begins at 3 s. It fades over 5 s / 4.
    for place in stride(from: 0, to: heard.count, by: 331) {
      let (turn, passed) = (place / 144_000, place % 144_000)
      var wanted = 0.1 * Double(passed) / 48_000
      if turn > 0, passed < 48_000 {
        let angle = Double.pi / 2 * Double(passed) / 48_000
        wanted = wanted * sin(angle) + 0.1 * Double(144_000 + passed) / 48_000 * cos(angle)
      }
      wanted *= min(1, Double(240_000 - place) / 60_000)
      #expect(abs(heard[place] - wanted) < 1e-6, "\(place)")
    }
  }

  @Test("music that is long enough is trimmed, without a loop")
  func trimmed() throws {
    let sandbox = try Sandbox(readsApart: false)
    let heard = try mix(
      "\"clip\": \"rising\", \"at\": \"2s\", \"fit\": \"movie\", \"fadeOut\": \"1s\"", sandbox)
    for place in stride(from: 96_000, to: heard.count, by: 331) {
      let gain = min(1, Double(240_000 - place) / 48_000)
      #expect(abs(heard[place] - 0.1 * Double(place - 96_000) / 48_000 * gain) < 1e-6)
    }
    #expect(!sandbox.run(["plan", sandbox.file("a.json")]).output.contains("loop"))
  }

  @Test("the ledger has exact ranges, ratios, roundings, their sum and the largest")
  func ledger() throws {
    let sandbox = try Sandbox(readsApart: false)
    let clips =
      "\"clip\": \"other\", \"at\": \"0.00001s\", \"in\": \"0.5s\", \"duration\": \"1s\" }, "
      + "{ \"clip\": \"rising\", \"at\": \"2s\", \"duration\": \"1s\""
    let file = try sandbox.write("a.json", Self.project(clips))
    let text = sandbox.run(["plan", file, "--audio"])
    #expect(text.status == 0, "\(text.messages)")
    // 0.00001 s are 0.48 samples: sample 0 is heard 0.48 samples early, and so is its source.
    for line in [
      "sound 48000 Hz, mono, 240000 samples",
      "  movie    samples 0..47999, 0 to 1 s",
      "  source   samples 22049559/1000 to 66149559/1000 at 44100 Hz, ratio 160/147",
      "  rounding 12/25 samples (10 µs)",
      "  movie    samples 96000..143999, 2 to 3 s",
      "sum of roundings 0.48 samples (10 µs)",
    ] {
      #expect(text.output.contains(line + "\n"), "\(line) in \(text.output)")
    }
    #expect(text.output.contains("largest rounding 0.48 samples (10 µs) of other"))
    let json = sandbox.run(["plan", file, "--audio", "--json"])
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let entries = try #require(data["clips"] as? [[String: Any]])
    #expect(entries.compactMap { $0["rounding"] as? String } == ["12/25", "0"])
    #expect(entries[0]["sourceStart"] as? String == "22049559/1000")
    #expect(data["sumOfRoundings"] as? String == "12/25")
  }

  @Test("a movie without sound has no ledger")
  func silent() throws {
    let sandbox = try Sandbox(readsApart: false)
    let file = try sandbox.write(
      "a.json",
      "{ \"cutlist\": 1, \"output\": { \"audio\": false }, \"tracks\": [{ \"video\": [{ \"gap\": \"1s\" }] }] }"
    )
    #expect(sandbox.run(["plan", file, "--audio"]).status == 1)
    #expect(sandbox.run(["plan", file, "--audio", "--cost"]).status == 2)
  }
}
