import BaseValues
import OutputKinds
import PlanModel
import Rendering
import ScratchFolders
import Testing
import Workspace

@testable import TextReports

@Suite("Reports in plain text and JSON")
struct TextReportTests {
  @Test(
    "why a rate is missed is told",
    arguments: [
      (600, 400, "\"maxrate\" and \"bufsize\" let no more through"),
      (600, 20, "the best quality takes no more"), (1100, 1020, "the worst quality takes no less"),
      (980, 400, ""),
    ])
  func reason(bits: Int, best: Int, words: String) {
    let levels = QualityLevel(steps: best)...QualityLevel(steps: 1020)
    let text = RateReport(
      RateResult(
        wantedBits: 1000, bits: bits, levels: levels, scale: VideoCodec.h264.quality)
    ).text
    let end = words.isEmpty ? "to 51.0" : "; " + words
    #expect(text.hasSuffix(end), "\(text)")
  }

  private func loaded(_ text: String) throws -> (LoadedProject, RenderPlan) {
    let folder = try ScratchFolder()
    let loader = ProjectLoader()
    let project = loader.load(try loader.read(try folder.write("a.json", text)))
    return (project, try #require(project.plan))
  }

  private func sound(_ clips: String) -> String {
    """
    { "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 10, "audio": { "sampleRate": 48000 } },
      "media": { "low": { "generate": "tone", "frequency": 220, "level": 0.3 },
        "counter": { "generate": "counter" } },
      "tracks": [
        { "video": [ { "clip": "counter", "duration": "3s", "audio": false } ] },
        { "id": "music", "audio": [ \(clips) ] } ] }
    """
  }

  @Test("hashes of frames and sound are the same on 1, 2 and 4 threads")
  func threads() throws {
    let (project, plan) = try loaded(sound(#"{ "clip": "low", "duration": "2.5s" }"#))
    func lines(_ frames: Range<Int>, jobs: Int) throws -> String {
      try FrameHashes(of: frames, plan: plan, backend: project.backend(for: plan), jobs: jobs).lines
    }
    let all = 0..<plan.output.frameCount
    let expected = try lines(all, jobs: 1)
    // Thirty frames and three seconds.
    #expect(expected.split(separator: "\n").count == 33)
    for jobs in [2, 4] {
      #expect(try lines(all, jobs: jobs) == expected)
      #expect(try lines(3..<20, jobs: jobs) == lines(3..<20, jobs: 1))
    }
  }

  /// A seventh of a second is 48000/7 samples, 1/7 more than 6857.
  @Test("the ledger of sound says what whole samples make of exact times")
  func roundings() throws {
    let (project, plan) = try loaded(
      sound(
        #"{ "clip": "low", "in": "1/7s", "duration": "1s" }, { "clip": "low", "duration": "1s" }"#))
    let ledger = try #require(SyncLedger(plan, of: project))
    #expect(ledger.entries.map(\.rounding) == [Rational(-1, 7), .zero])
    #expect(ledger.text.contains("rounding -1/7 samples (-2.98 µs)"), "\(ledger.text)")
    #expect(ledger.json.contains("\"largestRounding\": \"1/7\""), "\(ledger.json)")
  }

  @Test("a name for each track makes a file for each that is heard, called so that it is one")
  func stems() throws {
    let (project, plan) = try loaded(sound(#"{ "clip": "low", "duration": "1s" }"#))
    #expect(try SoundStem.all("a.wav", of: project, plan).map(\.path) == ["a.wav"])
    #expect(try SoundStem.all("s/{track}.wav", of: project, plan).map(\.path) == ["s/music.wav"])
    let (odd, own) = try loaded(
      sound(#"{ "clip": "low", "duration": "1s" }"#).replacing("music", with: "a/b\\u0007"))
    #expect(try SoundStem.all("{track}.wav", of: odd, own).map(\.path) == ["a-b-.wav"])
  }

  @Test("a render is told with its size, and its length in seconds")
  func result() throws {
    let (project, plan) = try loaded(sound(#"{ "clip": "low", "duration": "1s" }"#))
    let json = RenderResult(
      movie: "/nowhere.mp4", plan: plan, statistics: RenderStatistics(), progress: nil,
      elapsed: 1.23456, isUnchanged: true, project: project,
      damage: DamageReport([], plan, project)
    ).json
    for part in [
      "\"frames\": 30", "\"seconds\": 3.0", "\"bytes\": null", "\"unchanged\": true",
      "\"elapsedSeconds\": 1.235", "\"rendered\": 0", "\"damage\": []",
    ] { #expect(json.contains(part), "\(part) in \(json)") }
  }
}
