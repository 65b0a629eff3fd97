import Foundation
import Testing

@Suite("times within a group that is shown faster")
struct GroupTimeTests {
  /// A movie of 10 frames a second that shows a group at a speed.
  private func project(_ tracks: String, speed: Int) -> String {
    """
    { "cutlist": 1, "output": { "size": "96x54", "frameRate": 10, "audio": false },
      "media": { "white": { "color": "white" }, "blue": { "color": "#204060" },
        "counter": { "generate": "counter" }, "bars": { "generate": "bars" } },
      "groups": {
        "inner": { "size": "48x28", "tracks": [ { "video": [ { "clip": "counter", "duration": "4s" } ] } ] },
        "g": { "tracks": [ \(tracks) ] } },
      "tracks": [ { "video": [ { "clip": "g", "speed": \(speed) } ] } ] }
    """
  }

  private static let spring = #""easing": { "spring": { "damping": 5 } }"#

  /// Frame k at twice the speed is at the group's time 2k/10, as frame 2k is at its own speed.
  @Test(
    "at twice the speed each frame is every second one, whatever moves",
    arguments: [
      #"""
      { "video": [ { "clip": "white", "duration": "4s", "animate": [
        { "property": "opacity", "from": 0, "to": 0.5, "duration": "1s", \#(spring) } ] } ] }
      """#,
      #"""
      { "video": [ { "clip": "bars", "duration": "4s", "scale": 0.2, "animate": [
        { "property": "position", "path": "M 10 10 L 80 40", "duration": "1s", \#(spring) } ] } ] }
      """#,
      #"""
      { "video": [ { "clip": "white", "duration": "2s" },
        { "transition": "wipe", "duration": "1s", \#(spring) }, { "clip": "blue", "duration": "2s" } ] }
      """#,
      #"""
      { "video": [ { "clip": "white", "duration": "2s" },
        { "transition": "overlay", "media": "counter", "cut": 0.9, "duration": "2s" },
        { "clip": "bars", "duration": "2s" } ] }
      """#,
      #"""
      { "titles": [ { "image": "counter", "imageWidth": 60, "at": 0, "duration": "4s" },
        { "image": "inner", "at": "0.4s", "duration": "3s", "position": ["80%", "80%"] } ] }
      """#,
      #"{ "filter": "hue=h=200*t", "video": [ { "clip": "bars", "duration": "4s" } ] }"#,
      #"{ "video": [ { "clip": "bars", "duration": "4s", "filter": "hue=h=200*t" } ] }"#,
    ])
  func speeds(tracks: String) throws {
    let sandbox = try Sandbox()
    func frames(_ speed: Int) throws -> [String] {
      let path = try sandbox.write("\(speed).json", project(tracks, speed: speed))
      let outcome = sandbox.run("frames", path)
      try #require(outcome.status == 0, "\(outcome.messages)")
      return outcome.output.split(separator: "\n").map { line in
        line.split(separator: " ").last.map(String.init) ?? ""
      }
    }
    let (slow, fast) = (try frames(1), try frames(2))
    #expect(slow.count == 40 && Set(slow).count > 3)
    #expect(fast == stride(from: 0, to: 40, by: 2).map { slow[$0] })
  }

  @Test("a spring in a group is where its equation says at the group's time")
  func equation() throws {
    let sandbox = try Sandbox()
    let tracks = #"""
      { "video": [ { "clip": "white", "duration": "2s", "animate": [
        { "property": "opacity", "from": 0, "to": 0.5, "duration": "1s", \#(Self.spring) } ] } ] }
      """#
    for speed in [1, 2, 4] {
      let path = try sandbox.write("p.json", project(tracks, speed: speed))
      let frame = 4 / speed
      // Mass 1, stiffness 100, damping 5, let go at rest.
      let (time, decay) = (0.4, 2.5)
      let turn = (100 - decay * decay).squareRoot()
      let rest = exp(-decay * time) * (cos(turn * time) + decay / turn * sin(turn * time))
      let expected = String(format: "opacity = %.6f", 0.5 * (1 - rest))
      let outcome = sandbox.run("explain", path, "--frame", "\(frame)")
      #expect(outcome.output.contains(expected), "\(speed): \(outcome.output)")
    }
  }
}
