import Diagnostics
import BaseValues
import Testing
import TimelineModel
import SeededNumbers

@testable import PlanModel
@testable import RenderPlanning

private func small() throws -> RenderPlan {
  var scene = Scene()
  let bridge = scene.add("bridge")
  let garden = scene.add("garden two", Scene.movie, nil)
  scene.add(
    .video,
    [scene.clip(bridge, r(0), r(2), in: r(8, 5)), scene.clip(garden, r(2), r(3), in: r(10))],
    [transition(.dissolve, r(9, 5), r(11, 5), from: 0, to: 1)])
  return try scene.plan()
}

@Suite struct PlanDumpTests {
  @Test("a plan prints as text with runs of frames, envelopes, chunks and the ledger")
  func text() throws {
    #expect(
      PlanDump.text(try small()) == """
        plan 1280x720 at 30 fps, 90 frames
        background 16 128 128
        sources
          bridge file "bridge.mp4" hash hash of bridge
          "garden two" file "garden two.mp4" hash hash of garden two
        conforms
          #0 bridge crop 1280x720 at 0,0 to 1280x720
          #1 "garden two" crop 1280x720 at 0,0 to 1280x720
        segments
          frames 0..53
            bridge (track 0 clip 0): source bridge 48..101 conform #0
              offset 0,0
          frames 54..65
            dissolve on track 0 weight 0..30037 evenly over 12 frames, digest 1fdc2497
              from bridge (track 0 clip 0): source bridge 102..113 conform #0
                offset 0,0
              to "garden two" (track 0 clip 1): source "garden two" 294..305 conform #1
                offset 0,0
          frames 66..89
            "garden two" (track 0 clip 1): source "garden two" 306..329 conform #1
              offset 0,0
        sound 48000 Hz, 2 channels, 144000 samples
          samples 0..105599 bridge (track 0 clip 0): source bridge from 76800
            cross-fade 86400=16777216~ 105600=0
        chunks
          #0 frames 0..59
          #1 frames 60..89
        ledger
          bridge (track 0 clip 0) start at 0 s: frame 0, off by 0 s
          bridge (track 0 clip 0) start at 0 s: sample 0, off by 0 s
          bridge (track 0 clip 0) end at 2 s: frame 60, off by 0 s
          bridge (track 0 clip 0) end at 2 s: sample 96000, off by 0 s
          "garden two" (track 0 clip 1) start at 2 s: frame 60, off by 0 s
          "garden two" (track 0 clip 1) end at 3 s: frame 90, off by 0 s
          dissolve (track 0 transition 0) transition start at 9/5 s: frame 54, off by 0 s
          dissolve (track 0 transition 0) transition start at 9/5 s: sample 86400, off by 0 s
          dissolve (track 0 transition 0) transition end at 11/5 s: frame 66, off by 0 s
          dissolve (track 0 transition 0) transition end at 11/5 s: sample 105600, off by 0 s
        """ + "\n")
  }

  @Test("numbers of each frame print as runs, or as ends and a digest where they are many")
  func runs() {
    func text(_ values: [Int]) -> String { PlanRun.text(PerFrame(values), count: values.count) }
    #expect(text([5]) == "5")
    #expect(text([7, 7, 7]) == "7")
    #expect(text([48, 49, 50]) == "48..50")
    #expect(text([0, 2, 4, 9]) == "0..4 by 2, 9")
    #expect(text([0, 0, 1]) == "0 x2, 1")
    #expect(text((0..<14).map { $0 * 10 / 3 }).hasPrefix("0..43 evenly over 14 frames, digest "))
    let many = (0..<40).map { $0 * $0 }
    #expect(text(many).hasPrefix("0 to 1521 over 40 frames, digest "))
    #expect(text(many) != text(many.map { $0 == 400 ? 401 : $0 }))
  }

  @Test("runs hold every value")
  func runsAreComplete() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let values = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        Int.random(in: -2...2, using: &generator)
      }
      let expanded = PlanRun.runs(values).flatMap { run in
        (0..<run.count).map { run.first + $0 * run.step }
      }
      #expect(expanded == values)
    }
  }

  @Test("a plan prints as one JSON document with the same numbers")
  func json() throws {
    let text = PlanJSON.text(try small(), style: .compact)
    #expect(text.contains(#""frameCount":90"#))
    #expect(text.contains(#""sourceFrame":[[102,1,12]]"#))
    #expect(text.contains(#""share":[["#))
    #expect(text.contains(#""opacity":32768,"#))
    #expect(text.contains(#""frames":[[0,54],"#) == false)
    #expect(text.contains(#""frames":[0,54]"#))
  }
}
