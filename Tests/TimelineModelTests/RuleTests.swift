import Diagnostics
import BaseValues
import OutputKinds
import Testing
import TimelineModel

@Suite struct RuleTests {
  /// One track of clips from media that are each 10 s long at 30 fps; times in frames.
  private func timeline(
    _ clips: [(start: Int64, length: Int64, sourceIn: Int64)], _ transitions: [Transition] = []
  ) -> Timeline {
    let picture = FrameProperties(placement: Placement(position: Point(x: .zero, y: .zero)))
    let track = Track(
      id: TrackID(0), kind: .video,
      clips: clips.map { clip in
        Clip(
          media: MediaID(0), mediaRange: SourceRange(at: 10),
          placed: TimeRange(
            start: frames(clip.start), end: frames(clip.start + clip.length))!,
          sourceStart: frames(clip.sourceIn), picture: picture, sound: nil,
          inRange: SourceRange(at: 11), outRange: SourceRange(at: 12),
          range: SourceRange(at: 10))
      }, transitions: transitions, range: SourceRange(at: 5))
    let item = MediaItem(
      id: MediaID(0), name: "m", nameRange: SourceRange(at: 1), valueRange: SourceRange(at: 2),
      content: .file(path: "m.mov", videoStream: nil, audioStream: nil))
    return Timeline(
      output: OutputSettings(
        size: Size(width: 640, height: 360), frameRate: FrameRate(30)!,
        video: VideoEncoding(), audio: AudioEncoding(), range: SourceRange(at: 0)), media: [item],
      tracks: [track])
  }

  /// A number of half frames as a time, so that edges between frames can be reached.
  private func halves(_ count: Int64) -> Rational { Rational(count, 60)! }
  private func frames(_ count: Int64) -> Rational { Rational(count, 30)! }

  private func transition(
    from: Int?, to: Int?, _ start: Int64, _ end: Int64, freeze: Bool = false,
    overlaps: Bool = false
  ) -> Transition {
    Transition(
      kind: KindChoice("dissolve"), placed: TimeRange(start: frames(start), end: frames(end))!,
      from: from,
      to: to, handles: freeze ? .freeze : .require, overlaps: overlaps,
      durationRange: SourceRange(at: 20), range: SourceRange(at: 20))
  }

  private func ids(_ timeline: Timeline, announcedEnd: Rational? = nil) -> [String] {
    var catalog = MediaCatalog(count: 1)
    catalog[MediaID(0)] = MediaFacts(
      video: VideoFacts(
        codedSize: Size(width: 640, height: 360),
        frames: .regular(start: .zero, rate: FrameRate(30)!, count: 300)), audio: nil,
      contentHash: "", announcedEnd: announcedEnd)
    return TimelineRules.check(timeline, catalog: catalog).map(\.id.rawValue)
  }

  @Test(
    "a clip that goes to the end of a file that is cut off is warned of, and no other",
    arguments: [(300, ["cut-off-media"]), (299, []), (150, [])] as [(Int64, [String])])
  func cutOffMedia(length: Int64, expected: [String]) {
    #expect(ids(timeline([(0, length, 0)]), announcedEnd: frames(900)) == expected)
    #expect(ids(timeline([(0, length, 0)])) == [])
  }

  @Test(
    "a fault in pictures is told of where a clip shows it, once",
    arguments: [(0, 100, 0, 1), (0, 90, 0, 0), (0, 50, 60, 1), (0, 50, 110, 0), (0, 10, 85, 1)]
      as [(Int64, Int64, Int64, Int)])
  func pictureFaults(start: Int64, length: Int64, source: Int64, count: Int) {
    let timeline = timeline([(start, length, source), (200, length, source)])
    var catalog = MediaCatalog(count: 1)
    var facts = MediaFacts(
      video: VideoFacts(
        codedSize: Size(width: 640, height: 360),
        frames: .regular(start: .zero, rate: FrameRate(30)!, count: 300)), audio: nil,
      contentHash: "")
    facts.pictureFaults = [
      MediaFault("it is torn", at: TimeRange(start: frames(90), end: frames(110)))
    ]
    catalog[MediaID(0)] = facts
    let findings = TimelineRules.check(timeline, catalog: catalog)
    #expect(findings.map(\.id) == Array(repeating: .pictureFault, count: count))
    if let finding = findings.first {
      #expect(finding.severity == .warning)
      #expect(finding.message == "clip 'm' shows its media at 3s of the source: it is torn")
    }
  }

  @Test(
    "a clip may end less than half a frame after its media",
    arguments: [(600, true), (601, false), (602, false)] as [(Int64, Bool)])
  func endOfMedia(end: Int64, isLegal: Bool) {
    var timeline = timeline([(0, 300, 0)])
    timeline.tracks[0].clips[0].placed = TimeRange(start: .zero, end: halves(end))!
    #expect(ids(timeline) == (isLegal ? [] : ["clip-within-media"]))
    timeline.tracks[0].clips[0].placed = TimeRange(start: .zero, end: Rational(1001, 100)!)!
    #expect(ids(timeline) == [])
  }

  @Test(
    "a transition may use just the material that there is",
    arguments: 0...3 as ClosedRange<Int64>)
  func material(missing: Int64) {
    // Ten frames behind the first clip's out point, ten before the second one's in point.
    let timeline = timeline(
      [(0, 290, 0), (290, 100, 10)],
      [transition(from: 0, to: 1, 280, 300 + missing)])
    #expect(ids(timeline) == (missing == 0 ? [] : ["transition-material"]))
    let before = self.timeline(
      [(0, 200, 0), (200, 100, 10)], [transition(from: 0, to: 1, 190 - missing, 210)])
    #expect(ids(before) == (missing == 0 ? [] : ["transition-material"]))
  }

  @Test(
    "sound that a file has after its last picture is told of where the clip's length is not said",
    arguments: [
      (15, Rational?.none, true, 1), (10, nil, true, 0), (15, Rational.zero, true, 0),
      (15, nil, false, 0),
    ])
  func soundBeyondPicture(seconds: Int64, tail: Rational?, isWhole: Bool, count: Int) throws {
    var timeline = timeline([(0, 300, 0)])
    timeline.tracks[0].clips[0].sound = AudioProperties()
    timeline.tracks[0].clips[0].sound?.tail = tail
    timeline.tracks[0].clips[0].length =
      isWhole
      ? .wholeMedia : .duration(try TimeExpression(parsing: "10s"))
    var catalog = MediaCatalog(count: 1)
    catalog[MediaID(0)] = MediaFacts(
      video: VideoFacts(
        codedSize: Size(width: 640, height: 360),
        frames: .regular(start: .zero, rate: FrameRate(30)!, count: 300)),
      audio: AudioFacts(
        sampleRate: 48_000, channels: 2, range: TimeRange(start: .zero, end: Rational(seconds))),
      contentHash: "")
    let found = TimelineRules.check(timeline, catalog: catalog).filter {
      $0.id == .soundBeyondPicture
    }
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.message.contains("the last 5s of its sound") })
  }

  @Test("clips of different blend modes in one transition are told of, with both places")
  func blendModes() throws {
    let multiply = BlendModeName(rawValue: "multiply")
    var timeline = timeline(
      [(0, 200, 0), (200, 100, 100)], [transition(from: 0, to: 1, 190, 210)])
    timeline.tracks[0].clips[1].picture.look.blendMode = multiply
    timeline.tracks[0].clips[1].picture.look.blendRange = SourceRange(at: 30)
    let finding = try #require(
      TimelineRules.check(timeline, catalog: MediaCatalog(count: 0)).first {
        $0.id == .transitionBlendModes
      })
    #expect(finding.severity == .warning && finding.range == SourceRange(at: 10))
    #expect(finding.notes.map(\.range) == [SourceRange(at: 30)])
    #expect(
      finding.message
        == "clip 'm' has the blend mode 'normal', but 'multiply' as soon as the transition to clip "
        + "'m' begins: its look changes there at once")
    timeline.tracks[0].clips[0].picture.look.blendMode = multiply
    #expect(ids(timeline) == [])
    // Where there is no outgoing clip, nothing changes.
    timeline.tracks[0].clips[0].picture.look.blendMode = .normal
    timeline.tracks[0].transitions[0].from = nil
    #expect(ids(timeline) == [])
  }

  @Test("frozen frames and clips moved over each other need no material")
  func noMaterial() {
    let clips: [(start: Int64, length: Int64, sourceIn: Int64)] = [(0, 300, 0), (300, 300, 0)]
    #expect(ids(timeline(clips, [transition(from: 0, to: 1, 290, 310)])) == ["transition-material"])
    #expect(ids(timeline(clips, [transition(from: 0, to: 1, 290, 310, freeze: true)])) == [])
    let moved = timeline(
      [(0, 300, 0), (280, 300, 0)], [transition(from: 0, to: 1, 280, 300, overlaps: true)])
    #expect(ids(moved) == [])
    #expect(ids(timeline([(0, 300, 0), (280, 300, 0)])) == ["track-overlap"])
  }

  @Test(
    "two transitions may use up a clip, but not more",
    arguments: [(40, []), (39, ["clip-shorter-than-transitions"])] as [(Int64, [String])])
  func shortClip(length: Int64, expected: [String]) {
    let second = 100 + length
    let timeline = timeline(
      [(0, 100, 100), (100, length, 100), (second, 100, 100)],
      [
        transition(from: 0, to: 1, 80, 120),
        transition(from: 1, to: 2, second - 20, second + 20),
      ])
    #expect(ids(timeline) == expected)
  }

  @Test("a clip hidden inside an earlier one overlaps it, also past a later one")
  func nestedOverlap() {
    let timeline = timeline([(0, 100, 0), (10, 20, 0), (50, 20, 0), (100, 10, 0)])
    #expect(ids(timeline) == ["track-overlap", "track-overlap"])
  }

  @Test("a circle of three tracks is found once, and a chain into it is none")
  func duckCircle() {
    var timeline = timeline([(0, 30, 0)])
    let clip = timeline.tracks[0].clips[0]
    timeline.tracks = [1, 2, 3, 1].enumerated().map { index, under in
      var track = Track(id: TrackID(index), kind: .audio, range: SourceRange(at: 5))
      track.clips = [clip]
      track.clips[0].sound = AudioProperties()
      track.duck = Duck(
        under: [.track(TrackID(under))], to: .half, attack: .zero, hold: .zero, release: .zero,
        range: SourceRange(at: 100 + index))
      return track
    }
    let findings = TimelineRules.check(timeline, catalog: MediaCatalog(count: 0))
      .filter { $0.id == .duckCycle }
    #expect(findings.map(\.range) == [SourceRange(at: 101)])
    #expect(findings.first?.notes.map(\.range) == [SourceRange(at: 102), SourceRange(at: 103)])
  }

  @Test("an incomplete track brings no findings about what may be missing")
  func incomplete() {
    var timeline = timeline([])
    #expect(ids(timeline) == ["unused-media", "empty-timeline"])
    timeline.tracks[0].isComplete = false
    #expect(ids(timeline) == [])
  }

  @Test("a movie of a day can be made, a longer one cannot")
  func longest() {
    var timeline = timeline([(0, 30, 0)])
    timeline.output.duration = Located(value: Rational(86_400), range: SourceRange(at: 3))
    #expect(ids(timeline) == [])
    timeline.output.duration?.value = Rational(86_400 * 30 + 1, 30)!
    #expect(ids(timeline) == ["output-too-long"])
  }

  @Test("times beyond 64 bits become a finding")
  func overflow() {
    var timeline = timeline([(0, 30, 0)])
    timeline.tracks[0].clips[0].sourceStart = Rational(Int64.max - 1, 7)!
    timeline.tracks[0].clips[0].speed = Rational(1, Int64.max)!
    #expect(ids(timeline).contains("time-too-fine"))
  }
}
