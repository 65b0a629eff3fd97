import Testing

@testable import CommandLineInterface

@Suite("Loudness on the page of inspect")
struct InspectLoudnessTests {
  /// A sine of 1 kHz at −18.06 dBFS in both channels, which is as many LUFS (EBU Tech 3341, case 1 at −23), after
  /// two seconds of silence.
  private let project = """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 },
      "media": { "c": { "color": "red" }, "s": { "filter": "sine=frequency=1000:sample_rate=48000:duration=10" } },
      "tracks": [ { "video": [ { "clip": "c", "duration": "10s" } ] },
        { "audio": [ { "gap": "2s" }, { "clip": "s", "out": "8s" } ] } ] }
    """

  @Test("the line of three seconds comes to the sine's loudness, and there is none in silence")
  func curve() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("p.json", project)
    let outcome = sandbox.run("inspect", path, "-o", sandbox.file("p.html"))
    #expect(outcome.status == 0, "\(outcome.messages)")
    let page = String(decoding: try sandbox.bytes("p.html"), as: UTF8.self)
    func points(_ style: String) throws -> [(x: Double, y: Double)] {
      let line = try #require(
        page.split(separator: "<polyline class=\"\(style)\" points=\"").dropFirst().first)
      return line.prefix { $0 != "\"" }.split(separator: " ").compactMap { point in
        let numbers = point.split(separator: ",").compactMap { Double($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
      }
    }
    // A width of 1000 stands for ten seconds.
    let long = try points("short-term")
    let short = try points("momentary")
    #expect(long.first.map { (295...315).contains($0.x) } == true, "\(long.prefix(2))")
    #expect(short.first.map { (205...215).contains($0.x) } == true, "\(short.prefix(2))")
    #expect(long.filter { $0.x >= 501 }.allSatisfy { abs($0.y - 18.06) <= 0.11 }, "\(long)")
    #expect(short.filter { $0.x >= 241 }.allSatisfy { abs($0.y - 18.06) <= 0.11 }, "\(short)")
    #expect(long.count >= 70 && short.count >= 79)
  }

  @Test("a movie without sound has no such row")
  func silent() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "media": { "c": { "color": "red" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }
      """)
    #expect(sandbox.run("inspect", path, "-o", sandbox.file("p.html")).status == 0)
    #expect(
      !String(decoding: try sandbox.bytes("p.html"), as: UTF8.self).contains(
        "class=\"lane loudness"))
  }
}
