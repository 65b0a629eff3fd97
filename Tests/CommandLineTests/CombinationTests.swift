import PictureKinds
import Raster
import Testing
import TimelineModel

@testable import CommandLineInterface

/// Kinds of transitions, blend modes and ways to fit, each with each.
@Suite struct CombinationTests {
  /// What a transition needs, by its name.
  private static func keys(of kind: TransitionKind) -> String {
    kind.name == "overlay" ? #", "media": "flash", "blend": "screen""# : ""
  }

  /// Two clips for each transition and way to fit, both only seen in the transition of two frames.
  private static func project(_ blend: String) -> String {
    var items: [String] = []
    for fit in Fit.allCases {
      let look = #""duration": "2f", "fit": "\#(fit.rawValue)", "blend": "\#(blend)""#
      for kind in TransitionKind.all {
        items += [
          #"{ "clip": "bars", "in": "1s", "crop": { "left": "40%" }, \#(look) }"#,
          #"{ "transition": "\#(kind.name)", "duration": "2f"\#(keys(of: kind)) }"#,
          #"{ "clip": "count", "in": "1s", "crop": { "top": "50%" }, \#(look) }"#,
        ]
      }
    }
    return """
      { "cutlist": 1, "output": { "size": "32x18", "frameRate": 10, "audio": false },
        "media": { "bars": { "generate": "bars" }, "count": { "generate": "counter" },
          "flash": { "generate": "gradient", "kind": "radial", "stops": ["#ffffffc0", "transparent"] },
          "sky": { "generate": "gradient", "from": "navy", "to": "orange" } },
        "tracks": [ { "video": [ { "clip": "sky", "duration": "\(2 * pairs)f" } ] },
          { "video": [ \(items.joined(separator: ",\n")) ] } ] }
      """
  }

  private static let pairs = Fit.allCases.count * TransitionKind.all.count

  @Test("every transition goes with every blend mode and every way to fit", arguments: BlendMode.names)
  func combinations(_ blend: String) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("all.json", Self.project(blend))
    let outcome = sandbox.run("frames", path, "--no-cache")
    #expect(outcome.status == 0, "\(outcome.messages.prefix(800))")
    #expect(!outcome.messages.contains("error"), "\(outcome.messages.prefix(800))")
    let frames = outcome.output.split(separator: "\n").filter { $0.hasPrefix("frame ") }
    #expect(frames.count == 2 * Self.pairs)
    // In most of them the two frames differ, and from those of others.
    let hashes = frames.map { $0.split(separator: " ").last ?? "" }
    #expect(Set(hashes).count > Self.pairs, "\(Set(hashes).count) of \(hashes.count)")
  }
}
