import Foundation
import Testing

@testable import CommandLineInterface

/// Chains of filters of clips and tracks on their way through the commands.
@Suite struct FilterCommandTests {
  private static func project(clip: String, track: String = "") -> String {
    """
    {
      "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": {
        "test": { "filter": "testsrc2=size=64x36:rate=25:duration=4,format=yuv420p" },
        "white": { "color": "white" }
      },
      "tracks": [
        { "video": [ \(clip) ]\(track) }
      ]
    }
    """
  }

  private func lines(_ outcome: Outcome) -> [Substring] { outcome.output.split(separator: "\n") }

  @Test(
    "a frame is the same in the whole movie and in a part of it",
    arguments: [
      #""hue=h=40*t""#, #"{ "chain": "tmix=frames=4", "memory": "4f" }"#,
      #"{ "chain": "hqdn3d=8", "memory": "0.2s" }"#, #"{ "chain": "lagfun", "memory": "start" }"#,
    ])
  func parts(filter: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    let clips = [
      #"{ "clip": "test", "in": "0.5s", "duration": "1.6s", "filter": \#(filter) }"#,
      #"{ "clip": "test", "in": "2s", "out": "3s", "speed": -1, "filter": \#(filter) }"#,
    ]
    let project = try sandbox.write(
      "cut.json", Self.project(clip: clips.joined(separator: ", ")))
    let whole = sandbox.run("frames", project)
    try #require(whole.status == 0, "\(whole.messages)")
    let all = Set(lines(whole).map(String.init))
    let part = sandbox.run("frames", project, "--range", "1.4s..2.2s")
    let some = lines(part).map(String.init)
    #expect(some.count == 20)
    for line in some { #expect(all.contains(line), "\(line)") }
  }

  @Test("what is composed goes through a track's chain, and what is drawn through a clip's")
  func canvas() throws {
    let sandbox = try Sandbox(readsApart: false)
    let chain = #""filter": "lutyuv=y=100:u=90:v=200""#
    let track = try sandbox.write(
      "track.json",
      Self.project(clip: #"{ "clip": "white", "duration": "4f" }"#, track: ", " + chain))
    let clip = try sandbox.write(
      "clip.json", Self.project(clip: #"{ "clip": "white", "duration": "4f", \#(chain) }"#))
    for project in [track, clip] {
      let explained = sandbox.run("explain", project, "--frame", "1", "--pixel", "9,9")
      #expect(explained.output.contains("Y′CbCr 100 90 200"), "\(explained)")
      #expect(explained.output.contains("filter 'lutyuv=y=100:u=90:v=200' at frame 1"))
    }
    #expect(sandbox.run("frames", track).output == sandbox.run("frames", clip).output)
  }

  @Test("chains are looked at when a project is checked, at their places")
  func checking() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write(
      "cut.json",
      Self.project(
        clip: #"{ "clip": "test", "duration": "1s", "filter": "fps=50" }"#,
        track: #", "filter": "scale=20:20""#))
    let outcome = sandbox.run("check", project)
    #expect(outcome.status != 0)
    let text = outcome.output + outcome.messages
    #expect(text.contains("the chain changes the times of pictures [filter-pictures]"))
    #expect(text.contains("the chain makes pictures of 20x20 out of 64x36"))
  }

  @Test("a plan that travels has its chains with it")
  func plan() throws {
    let sandbox = try Sandbox(readsApart: false)
    let project = try sandbox.write(
      "cut.json",
      Self.project(
        clip: #"{ "clip": "test", "duration": "1s", "filter": "hue=s=0" }"#,
        track: #", "filter": "negate""#))
    let plan = sandbox.file("plan.json")
    try #require(sandbox.run("plan", project, "--write", plan).status == 0)
    let (one, other) = (sandbox.file("one.mp4"), sandbox.file("other.mp4"))
    try #require(sandbox.run("render", project, "-o", one, "--no-cache").status == 0)
    let outcome = sandbox.run("render", "--plan", plan, "-o", other, "--no-cache")
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(try sandbox.bytes("one.mp4") == sandbox.bytes("other.mp4"))
  }
}
