import Testing

@Suite struct BelowInGroupTests {
  /// A group of some size with bars, inverted by what lies on them or by themselves.
  private func project(_ size: String, adjusting: Bool) -> String {
    let effect = #""effects": [{ "effect": "invert" }]"#
    let bars = #"{ "clip": "bars", "duration": "1s"\#(adjusting ? "" : ", " + effect) }"#
    let over = #"{ "video": [{ "clip": "below", "duration": "1s", \#(effect) }] }"#
    return """
      {
        "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "bars": { "generate": "bars" }, "below": { "generate": "below" } },
        "groups": {
          "card": { "size": "\(size)", "tracks": [{ "video": [\(bars)] }\(adjusting ? ", " + over : "")] }
        },
        "tracks": [{ "video": [{ "clip": "card" }] }]
      }
      """
  }

  @Test(
    "what lies below a clip of a group is as large as the group, whatever the movie's size",
    arguments: ["64x36", "32x18", "128x72", "48x48"], [[], ["--scale", "1/2"]])
  func sizes(size: String, options: [String]) throws {
    let sandbox = try Sandbox()
    let adjusted = try sandbox.write("a.json", project(size, adjusting: true))
    let plain = try sandbox.write("b.json", project(size, adjusting: false))
    let found = sandbox.run(["frames", adjusted] + options)
    #expect(found.status == 0, "\(found.messages)")
    #expect(found.output == sandbox.run(["frames", plain] + options).output)
  }
}
