import Diagnostics
import GoldenTesting
import Testing

@Suite("Merges of golden records")
struct GoldenMergeTests {
  private let base = """
    movie 64x36 rate 10 frames 3 samples 100
    frame 0 0000000000000000
    frame 1 1111111111111111
    frame 2 2222222222222222
    sound 0 3333333333333333
    loudness -20.00

    """

  private func merged(_ ours: String, _ theirs: String) -> (text: String, conflicts: Int) {
    GoldenMerge.merged(base: base, ours: ours, theirs: theirs)
  }

  @Test("entries that one side has changed, added or removed are as on that side")
  func apart() {
    let ours = base.replacing("0000000000000000", with: "aaaaaaaaaaaaaaaa")
    let theirs = base.replacing("frame 2 2222222222222222", with: "frame 10 bbbbbbbbbbbbbbbb")
    let both = ours.replacing("frame 2 2222222222222222", with: "frame 10 bbbbbbbbbbbbbbbb")
    let (text, conflicts) = merged(ours, theirs)
    #expect(text == both)
    #expect(conflicts == 0)
    #expect(merged(theirs, ours).text == both)
    #expect(merged(base, ours).text == ours)
  }

  @Test("entries that both have changed are marked together, and make the record unfinished")
  func together() {
    let ours = base.replacing("0000000000000000", with: "aaaaaaaaaaaaaaaa")
      .replacing("1111111111111111", with: "bbbbbbbbbbbbbbbb")
    let theirs = base.replacing("0000000000000000", with: "cccccccccccccccc")
      .replacing("frame 1 1111111111111111\n", with: "")
    let (text, conflicts) = merged(ours, theirs)
    #expect(conflicts == 2)
    #expect(
      text == """
        movie 64x36 rate 10 frames 3 samples 100
        <<<<<<< ours
        frame 0 aaaaaaaaaaaaaaaa
        frame 1 bbbbbbbbbbbbbbbb
        =======
        frame 0 cccccccccccccccc
        >>>>>>> theirs
        frame 2 2222222222222222
        sound 0 3333333333333333
        loudness -20.00

        """)
    let (record, findings) = GoldenText.read(
      SourceFile(path: "frames.txt", text: text), of: "day.json")
    #expect(record == nil)
    #expect(findings.map(\.id) == [.unfinishedMerge])
    #expect(findings[0].fixes[0].message.hasSuffix("with 'cutlist test --update day.json'"))
  }

  @Test(
    "a golden file tells its project",
    arguments: [
      ("day/golden/plan.txt", "day/day.json"), ("day/golden/night.frames.txt", "day/night.json"),
      ("a/day/golden/frame-75.png", "a/day/day.json"),
      ("day/golden/night.frame-75.png", "day/night.json"), ("golden/night.plan.txt", "night.json"),
      ("golden/plan.txt", nil), ("day/plan.txt", nil), ("day/golden/explain.txt", nil),
    ])
  func projects(_ path: String, _ project: String?) {
    #expect(GoldenNames.project(ofGolden: path) == project)
  }
}
