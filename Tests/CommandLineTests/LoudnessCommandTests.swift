import Foundation
import Testing

@Suite struct LoudnessCommandTests {
  /// Two tracks of sines of 1 kHz, whose loudness is their peak's level in dBFS: −26 from 0 s, −20 from 5 s on.
  private static let text = """
    {
      "cutlist": 1,
      "output": { "size": "16x16", "frameRate": 10, "audio": { "sampleRate": 48000 } },
      "media": { "tone": { "generate": "tone", "frequency": 1000, "level": 1 } },
      "tracks": [
        { "video": [{ "gap": "20s" }] },
        { "id": "low", "audio": [{ "clip": "tone", "id": "first", "duration": "5s", "gain": "-26dB" }] },
        {
          "id": "high", "gain": 0.5,
          "audio": [{ "clip": "tone", "at": "5s", "duration": "15s", "gain": 0.2 }]
        }
      ]
    }
    """

  private struct Levels: Decodable {
    struct Row: Decodable {
      var of, name, from, to: String
      var integrated, range, shortTerm, momentary, truePeak: Double?
    }

    var levels: [Row]
    var target, gain, truePeakThen: Double?
  }

  @Test("the movie, its tracks and its clips have the loudness of their sines")
  func sines() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    let outcome = sandbox.run(["loudness", project, "--json", "--target", "-16 LUFS"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    let found = try JSONDecoder().decode(Levels.self, from: Data(outcome.output.utf8))
    #expect(found.levels.map(\.of) == ["movie", "track", "clip", "track", "clip"])
    #expect(found.levels.map(\.name) == ["movie", "low", "first", "high", "tone"])
    #expect(found.levels.map(\.from) == ["0", "0", "0", "5", "5"])
    #expect(found.levels.map(\.to) == ["20", "5", "5", "20", "20"])
    for (row, level) in zip(found.levels.dropFirst(), [-26.0, -26, -20, -20]) {
      for value in [row.integrated, row.shortTerm, row.momentary, row.truePeak] {
        #expect(abs((value ?? 0) - level) < 0.1, "\(row)")
      }
      #expect(abs(row.range ?? 9) < 0.1)
    }
    // A quarter of the time 6 dB less: 10 · log10((0.25 · 10^−0.6 + 0.75)) dB below the louder part.
    let movie = try #require(found.levels.first)
    #expect(abs((movie.integrated ?? 0) + 20 + 0.900) < 0.1)
    #expect(found.target == -16)
    #expect(abs((found.gain ?? 0) - (-16 - (movie.integrated ?? 0))) < 1e-9)
    #expect(abs((found.truePeakThen ?? 0) - (-20 + (found.gain ?? 0))) < 0.1)
  }

  @Test(
    "the table is text that is replaced without asking, and it is the same with any number of jobs")
  func table() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    let file = sandbox.file("levels.txt")
    #expect(sandbox.run(["loudness", project, "-o", file, "--jobs", "1"]).status == 0)
    let first = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      first.contains("\n  low           -26.0         0.0       -26.0       -26.0       -26.0\n"))
    #expect(sandbox.run(["loudness", project, "-o", file, "--jobs", "3"]).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == first)
  }

  @Test(
    "targets that are no loudness are refused",
    arguments: ["loud", "3", "-71", "nan", "inf", "-16dB"])
  func targets(target: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write("a.json", Self.text)
    let outcome = sandbox.run(["loudness", project, "--target=" + target])
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("--target takes a loudness from -70 to 0 LUFS"))
  }

  @Test("silence has no loudness, and a movie without sound is refused")
  func silence() throws {
    let sandbox = try Sandbox(readsApart: false)
    let silent = try sandbox.write(
      "a.json", Self.text.replacing("\"level\": 1", with: "\"level\": 0"))
    let outcome = sandbox.run(["loudness", silent, "--target", "-23"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("the movie is too quiet to be brought to a loudness"))
    let none = try sandbox.write(
      "b.json",
      Self.text.replacing("{ \"sampleRate\": 48000 }", with: "false"))
    #expect(sandbox.run(["loudness", none]).status == 1)
  }
}
