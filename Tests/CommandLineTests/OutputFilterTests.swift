import Foundation
import Testing

@testable import CommandLineInterface

/// The chain of filters that all sound goes through, as commands tell of it.
@Suite struct OutputFilterTests {
  private let sandbox: Sandbox
  private let project: String

  /// Two tones, the second panned, and a chain that halves their sum.
  init() throws {
    sandbox = try Sandbox()
    project = try sandbox.write(
      "a.json",
      """
      {
        "cutlist": 1,
        "output": {
          "size": "64x36", "frameRate": 25,
          "audio": { "audioFilter": { "chain": "volume=0.5", "memory": "1f" } }
        },
        "media": {
          "low": { "generate": "tone", "frequency": 100, "level": 0.2 },
          "high": { "generate": "tone", "frequency": 300, "level": 0.1 }
        },
        "tracks": [
          { "audio": [ { "clip": "low", "duration": "2s" } ] },
          { "audio": [ { "clip": "high", "duration": "2s", "pan": -0.5 } ] }
        ]
      }
      """)
  }

  @Test("a sample is explained clip by clip, and then what the output's chain makes of the sum")
  func explained() throws {
    let outcome = sandbox.run("explain", project, "--sample", "24040", "--json")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let items = try #require(json["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["media"] as? String } == ["low", "high"])
    let sum = try #require(json["sum"] as? [Double])
    let output = try #require(json["output"] as? [Double])
    // The tones' own sines, the right side of the second at the sine of half a quarter.
    func sine(_ frequency: Double, _ level: Double) -> Double {
      level * sin(2 * .pi * frequency * 24_040 / 48_000)
    }
    #expect(abs(sum[0] - sine(100, 0.2) - sine(300, 0.1)) < 1e-6)
    #expect(abs(sum[1] - sine(100, 0.2) - sine(300, 0.1) * 0.5.squareRoot()) < 1e-6)
    #expect(zip(sum, output).allSatisfy { abs($0 / 2 - $1) < 1e-6 })
    #expect((json["outputFilter"] as? String)?.contains("volume=0.5") == true)
  }

  @Test("the ledger of sound tells steady pans and chains beside gains")
  func ledger() throws {
    let outcome = sandbox.run("plan", project, "--audio")
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("  pan      -0.5"), "\(outcome.output)")
    #expect(outcome.output.contains("  filter   'volume=0.5' of output"), "\(outcome.output)")
  }

  @Test("a chain that is said to remember too long is not tried out for so long")
  func tooLong() throws {
    let text = String(decoding: try sandbox.bytes("a.json"), as: UTF8.self)
    let path = try sandbox.write("b.json", text.replacing("\"1f\"", with: "8000"))
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains("filter-memory-too-long")
        || outcome.output.contains("filter-memory-too-long"), "\(outcome.messages)")
  }
}
