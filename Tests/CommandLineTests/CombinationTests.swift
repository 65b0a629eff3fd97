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

  /// Two clips for each transition, a frame of each beside the transition of two. How they are fitted
  /// changes from one to the next, so that over all blend modes each way meets each transition.
  private static func project(_ blend: String) -> String {
    let first = BlendMode.names.firstIndex(of: blend) ?? 0
    var items: [String] = []
    for (index, kind) in TransitionKind.all.enumerated() {
      let fit = Fit.allCases[(first + index) % Fit.allCases.count]
      let look = #""duration": "2f", "fit": "\#(fit.rawValue)", "blend": "\#(blend)""#
      items += [
        #"{ "clip": "bars", "in": "1s", "crop": { "left": "40%" }, \#(look) }"#,
        #"{ "transition": "\#(kind.name)", "duration": "2f"\#(keys(of: kind)) }"#,
        #"{ "clip": "count", "in": "1s", "crop": { "top": "50%" }, \#(look) }"#,
      ]
    }
    return """
      { "cutlist": 1, "output": { "size": "32x18", "frameRate": 10, "audio": false },
        "media": { "bars": { "generate": "bars" }, "count": { "generate": "counter" },
          "flash": { "generate": "gradient", "kind": "radial", "stops": ["#ffffffc0", "transparent"] },
          "sky": { "generate": "gradient", "from": "navy", "to": "orange" } },
        "tracks": [ { "video": [ { "clip": "sky", "duration": "\(4 * pairs)f" } ] },
          { "video": [ \(items.joined(separator: ",\n")) ] } ] }
      """
  }

  private static let pairs = TransitionKind.all.count

  @Test(
    "every transition goes with every blend mode and every way to fit", arguments: BlendMode.names)
  func combinations(_ blend: String) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("all.json", Self.project(blend))
    let outcome = sandbox.run("frames", path)
    #expect(outcome.status == 0, "\(outcome.messages.prefix(800))")
    #expect(!outcome.messages.contains("error"), "\(outcome.messages.prefix(800))")
    let frames = outcome.output.split(separator: "\n").filter { $0.hasPrefix("frame ") }
    #expect(frames.count == 4 * Self.pairs)
    // In most of them the frames differ, and from those of others.
    let hashes = frames.map { $0.split(separator: " ").last ?? "" }
    #expect(
      Set(hashes).count > Self.pairs, "\(Set(hashes).count) of \(hashes.count)")
  }

  @Test("a mask whose points are all one shows nothing")
  func onePoint() throws {
    let sandbox = try Sandbox()
    func frames(_ more: String) throws -> String {
      let path = try sandbox.write(
        "mask.json",
        """
        { "cutlist": 1, "output": { "size": "32x18", "frameRate": 10, "audio": false },
          "media": { "white": { "color": "white" } },
          "tracks": [ { "video": [ { "clip": "white", "duration": "2f", \(more) } ] } ] }
        """)
      return sandbox.run("frames", path).output
    }
    let hidden = try frames(#""opacity": 0"#)
    for points in ["[[0, 0], [0, 0], [0, 0]]", "[[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]"] {
      #expect(try frames(#""effects": [ { "effect": "mask", "points": \#(points) } ]"#) == hidden)
    }
    #expect(try frames(#""opacity": 1"#) != hidden)
  }
}
