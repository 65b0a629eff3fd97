import Foundation
import MediaIO
import MediaTime
import Raster
import RenderPlanning
import Rendering
import Testing

@testable import CommandLineInterface

/// Movies made of counters, read back by the code in their frames.
@Suite("frame truth")
struct FrameTruthTests {
  @Test(
    "every frame outside a transition carries the number that exact arithmetic says",
    arguments: ["24", "25", "30000/1001", "60"])
  func cuts(sourceRate: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "source.json",
      """
      { "cutlist": 1,
        "output": { "size": "320x180", "frameRate": "\(sourceRate)", "audio": false,
                    "video": { "preset": "ultrafast" } },
        "media": { "c": { "generate": "counter", "clip": 7 } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "3s" } ] } ] }
      """)
    #expect(sandbox.render("source.json", to: "source.mp4").status == 0)
    let source = try #require(FrameRate.parse(sourceRate)).rational
    for outputRate in ["24", "25", "30000/1001", "60"] {
      try sandbox.write(
        "edit.json",
        """
        { "cutlist": 1,
          "output": { "size": "320x180", "frameRate": "\(outputRate)", "audio": false,
                      "video": { "preset": "ultrafast", "crf": 12 } },
          "media": { "m": "source.mp4" },
          "tracks": [ { "video": [
            { "clip": "m", "in": "1/2s", "duration": "1s" },
            { "transition": "push", "duration": "0.2s" },
            { "clip": "m", "in": "1s", "duration": "1s" },
            { "transition": "wipe", "direction": "up", "duration": "0.2s" },
            { "clip": "m", "in": "3/2s", "duration": "1s" } ] } ] }
        """)
      #expect(sandbox.render("edit.json", to: "edit.mp4").status == 0)
      let rate = try #require(FrameRate.parse(outputRate)).rational
      let numbers = try Counter.numbers(in: sandbox.file("edit.mp4"), rate: rate)
      let count = try (Rational(3) * rate).rounded()
      #expect(numbers.count == Int(count))
      for (frame, number) in numbers.enumerated() {
        let time = try Rational(Int64(frame)) / rate
        let distance = try [1, 2].map { try (time - Rational($0)).magnitude() }.min() ?? .zero
        // Half the transition and a frame.
        if distance <= (try #require(Rational(1, 10)) + Rational(1) / rate) { continue }
        let clip = min(2, time.floor())
        let start = try #require(Rational(1 + clip, 2))
        let expected = try ((start + time - Rational(clip)) * source).floor()
        #expect(number == Int(expected), "\(sourceRate) to \(outputRate), frame \(frame)")
      }
    }
  }
}

/// Reads the number of a counter's frame: rows 0 and 1 of a 16 × 9 grid are its bits and their
/// complement.
enum Counter {
  static func numbers(in path: String, rate: Rational) throws -> [Int?] {
    let rateText = "\"\(rate)\""
    let text = """
      { "cutlist": 1, "output": { "size": "320x180", "frameRate": \(rateText), "audio": false },
        "media": { "m": "\(path)" }, "tracks": [ { "video": [ { "clip": "m" } ] } ] }
      """
    let console = Console(isTerminal: false, allowsColor: false) { _, _ in }
    let project = path + ".read.json"
    try Data(text.utf8).write(to: URL(filePath: project))
    let loader = ProjectLoader(arguments: try Arguments([], flags: []), console: console)
    let (loaded, plan) = try loader.plan(project)
    let backend = MediaBackend(
      plan: plan, library: loaded.library, textSource: TitleTexts(renderer: loaded.texts))
    let compositor = Compositor(
      plan: plan, images: backend.makeImageSource(), texts: backend.textSource)
    return try (0..<plan.output.frameCount).map { number(of: try compositor.compose($0)) }
  }

  /// `nil` where bits and complement do not fit together.
  static func number(of image: Image) -> Int? {
    var number = 0
    for column in 0..<16 {
      let bit = level(image, row: 0, column: column)
      let complement = level(image, row: 1, column: column)
      guard abs(bit - complement) > 80 else { return nil }
      number = number * 2 + (bit > complement ? 1 : 0)
    }
    return number
  }

  private static func level(_ image: Image, row: Int, column: Int) -> Int {
    let y = (2 * row + 1) * image.size.height / 18
    let x = (2 * column + 1) * image.size.width / 32
    return Int(image.row(Plane.luma, y)[x])
  }
}
