import Diagnostics
import Foundation
import BaseValues
import PlanModel
import ProjectFormat
import RenderPlanning
import Testing
import TimelineModel

@testable import Explaining

@Suite("What explain says of media files")
struct ExplainMediaTests {
  private func json(_ outcome: Outcome) throws -> [String: Any] {
    try #require(outcome.status == 0, "\(outcome.messages)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test("a file's frame has its stream, its container's timestamp and its colours")
  func file() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "make.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 },
        "media": { "one": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "one", "duration": "1s" } ] } ] }
      """)
    try #require(sandbox.render("make.json", to: "made.mp4").status == 0)
    let project = try sandbox.write(
      "use.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 30 },
        "media": { "made": { "file": "made.mp4", "colorSpace": { "matrix": "bt601" } } },
        "tracks": [ { "video": [ { "clip": "made", "in": "0.4s", "duration": "0.5s" } ] } ] }
      """)
    let words = ["explain", project, "--no-cache", "--json"]
    let said = try json(sandbox.run(words + ["--frame", "7"]))
    let layer = try #require((said["layers"] as? [[String: Any]])?.first)
    #expect(layer["sourceKind"] as? String == "file")
    #expect((layer["source"] as? String)?.hasSuffix("/made.mp4") == true)
    #expect(layer["pictureStream"] as? Int == 0)
    // 0.4 + 7/30 = 19/30 s is within frame 15, which begins at 0.6 s.
    #expect(layer["sourceFrame"] as? Int == 15)
    #expect(layer["sourceTime"] as? String == "19/30")
    #expect(layer["shownFrom"] as? String == "3/5" && layer["shownTo"] as? String == "16/25")
    #expect(layer["times"] as? String == "regular 25")
    let container = try #require(layer["container"] as? [String: Any])
    #expect(container["sourceTime"] as? String == "3/5" && container["exact"] as? Bool == true)
    let colours = try #require(layer["colours"] as? [[String: String]])
    #expect(colours.map { $0["name"] } == ["matrix", "range", "primaries", "transfer"])
    #expect(colours[0] == ["name": "matrix", "value": "bt601", "basis": "said by the project"])
    #expect(colours[1] == ["name": "range", "value": "limited", "basis": "stated"])

    let sound = try json(sandbox.run(words + ["--sample", "12000"]))
    let item = try #require((sound["items"] as? [[String: Any]])?.first)
    #expect(item["position"] as? String == "31200" && item["sourceTime"] as? String == "13/20")
    let stream = try #require((item["streams"] as? [[String: Any]])?.first)
    #expect(stream["layout"] as? String == "stereo" && stream["sampleRate"] as? Int == 48_000)
    #expect(stream["downMix"] as? [[Double]] == [[1, 0], [0, 1]])
  }

  // MARK: - Words for what files may say

  /// Facts of a file that a test makes up.
  private struct MadeUp: ExplanationFacts {
    var source: SourceDescription

    func source(_ media: MediaID) -> SourceDescription? { source }
    func fonts(of style: TextStyle) -> [FontDescription] { [] }
    func record(of chunk: Chunk) -> ChunkRecord { ChunkRecord(key: "k", isStored: nil) }
    func record(of chunk: AudioChunk) -> ChunkRecord { ChunkRecord(key: "k", isStored: nil) }
  }

  /// What is said of frame 4 of a project that shows a made-up file.
  private func text(_ frames: FrameTimes, _ source: SourceDescription) throws -> String {
    let file = SourceFile(
      path: "a.json",
      text: """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 30, "audio": false },
          "media": { "m": "m.mkv" },
          "tracks": [ { "video": [ { "clip": "m", "in": "1s", "duration": "1s" } ] } ] }
        """)
    let document = try #require(ProjectCompiler.document(from: file).0)
    var catalog = MediaCatalog(count: 1)
    catalog[MediaID(0)] = MediaFacts(
      video: VideoFacts(
        codedSize: Size(width: 40, height: 36), pixelAspect: Rational(8, 5)!,
        orientation: .rotated180, frames: frames), audio: nil, contentHash: "m")
    let timeline = try #require(
      ProjectCompiler.timeline(from: document, catalog: catalog).0)
    let explainer = FrameExplainer(
      try RenderPlanner.plan(timeline, catalog: catalog), of: timeline, catalog: catalog,
      file: file, facts: MadeUp(source: source))
    return try #require(explainer.explanation(of: 4)).text
  }

  private func source(
    _ timestamp: @escaping @Sendable (Int) -> SourceTimestamp?
  ) -> SourceDescription {
    SourceDescription(
      kind: "file", text: "/m.mkv", frameStream: 2,
      coding: CodingDescription(
        pixelFormat: "yuva420p", bitDepth: 8,
        colours: [
          CodingDescription.Colour(name: "matrix", value: "bt709", basis: .stated),
          CodingDescription.Colour(name: "range", value: "limited", basis: .assumed),
        ], light: "tone-mapped from HLG", isDeinterlaced: true, alpha: "straight"),
      timestamp: timestamp)
  }

  @Test("a coarse timestamp is said to be snapped, an exact one not")
  func snapped() throws {
    let rate = try #require(FrameRate(30_000, per: 1001))
    let grid = FrameTimes.regular(start: .zero, rate: rate, count: 100)
    // 1 + 4/30 s lies in frame 33, from 1.1011 s on; milliseconds say 1.101 s.
    let coarse = try text(
      grid,
      source { number in
        SourceTimestamp(
          ticks: Int64((number * 1001 * 2 / 30 + 1) / 2) + 7, timeBase: Rational(1, 1000)!,
          origin: Rational(7, 1000)!, isCounted: false)
      })
    for line in [
      "frame      33, shown from 11011/10000 s (1.1011 s) to 17017/15000 s (1.134466667 s) of the "
        + "source",
      "because    source time 1 + (2/15 − 0) · 1 = 17/15 s (1.133333333 s); [11011/10000, "
        + "17017/15000) holds it",
      "times      a regular grid of 30000/1001 fps, to which the container's timestamp is snapped: "
        + "1108 · 1/1000 − 7/1000 = 1101/1000 s (1.101 s)",
    ] {
      #expect(coarse.contains("  \(line)\n"), "\(coarse)")
    }
    #expect(
      coarse.contains(
        "stored 40×36 with pixels 8/5 as wide as high, turned by 180°, used 40×36 at 0,0, scaled to "
          + "64×36"))
    #expect(
      coarse.contains(
        "yuva420p, 8 bits, matrix bt709, range limited (assumed), deinterlaced, tone-mapped from "
          + "HLG, alpha straight"))
    let exact = try text(
      grid,
      source { number in
        SourceTimestamp(
          ticks: Int64(1001 * number), timeBase: Rational(1, 30_000)!, origin: .zero,
          isCounted: true)
      })
    #expect(
      exact.contains(
        "a regular grid of 30000/1001 fps; the container's decoding time, for it gives no others "
          + "33033 · 1/30000 − 0 = 11011/10000 s (1.1011 s)"))
  }

  @Test("beyond its end a source's last frame is held")
  func held() throws {
    let short = FrameTimes.irregular(times: [0, 500, 900], end: 1000, timeBase: Rational(1, 1000)!)
    let text = try text(short, source { _ in nil })
    #expect(text.contains("frame      2, shown from 9/10 s (0.9 s) to 1 s of the source"))
    #expect(text.contains("that lies after the source's last frame, which is held"))
    #expect(text.contains("times      each frame's own\n"))
  }
}
