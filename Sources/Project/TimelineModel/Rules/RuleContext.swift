import Diagnostics
import BaseValues
import OutputKinds

/// What rules look at, and what they have found.
struct RuleContext {
  let timeline: Timeline
  let catalog: MediaCatalog
  let limits: ProjectLimits
  let grid: FrameGrid
  private(set) var findings: [Diagnostic] = []
  private var counts: [Severity: Int] = [:]

  init(_ timeline: Timeline, _ catalog: MediaCatalog, _ limits: ProjectLimits) {
    self.limits = limits
    self.timeline = timeline
    self.catalog = catalog
    grid = FrameGrid(timeline.output.frameRate)
  }

  var rate: FrameRate { grid.rate }

  /// Whether sound is heard at all; where it is not, nothing about it is wrong.
  var hasAudio: Bool { timeline.output.audio != nil }

  /// Whether every item of the project is in the timeline.
  var isComplete: Bool { timeline.tracks.allSatisfy(\.isComplete) }

  /// Nobody reads more than this of a kind; a file of nothing but mistakes must not fill the memory.
  private static let limit = 10_000

  mutating func report(_ finding: Diagnostic) {
    // Counted apart, so that no warning pushes out an error.
    let count = counts[finding.severity, default: 0]
    guard count < Self.limit else { return }
    counts[finding.severity] = count + 1
    findings.append(finding)
  }

  /// Runs a check; times beyond 64-bit fractions become a finding at `range`.
  mutating func attempt(
    _ range: SourceRange, _ check: (inout RuleContext) throws(TimeOverflow) -> Void
  ) {
    do throws(TimeOverflow) {
      try check(&self)
    } catch {
      report(RuleMessages.timeTooFine(range: range))
    }
  }

  /// Runs a check of something that another rule checks too: times beyond 64-bit fractions are not
  /// reported twice.
  mutating func attemptQuietly(
    _ check: (inout RuleContext) throws(TimeOverflow) -> Void
  ) {
    do throws(TimeOverflow) {
      try check(&self)
    } catch {
      return
    }
  }

  /// Runs a check of every clip that is shown or heard with the kind of its track.
  mutating func attemptClips(
    _ check: (Clip, Track.Kind, inout RuleContext) throws(TimeOverflow) -> Void
  ) {
    for track in timeline.tracks where track.kind.isSeen || hasAudio {
      for clip in track.clips {
        attempt(clip.mediaRange) { context throws(TimeOverflow) in
          try check(clip, track.kind, &context)
        }
      }
    }
  }

  // MARK: - Words

  func text(_ time: Rational) -> String { TimeText.short(time, rate) }

  /// A time that a fix writes, which may be no later.
  func atMost(_ time: Rational, like written: TimeExpression? = nil) -> String {
    TimeText.atMost(time, rate, like: written)
  }

  /// `clip 'intro'`, by its id or else its media.
  func noun(_ clip: Clip) -> String {
    "clip '\(shortened(clip.name?.value ?? mediaName(clip.media)))'"
  }

  func noun(_ title: Title) -> String {
    if let name = title.name { return "title '\(shortened(name.value))'" }
    switch title.layers.first?.content {
    case .text(let style): return "title '\(shortened(style.text))'"
    case .shape(let style): return "this \(style.kind.rawValue)"
    default: return "this title"
    }
  }

  func mediaName(_ id: MediaID) -> String {
    timeline.media.indices.contains(id.index) ? timeline.media[id.index].name : "?"
  }

  // MARK: - Material

  /// Where the clip's media has what its track shows or plays; `nil` where that is not known.
  func extent(of clip: Clip, on kind: Track.Kind) throws(TimeOverflow) -> MediaExtent? {
    try catalog.extent(of: clip, on: kind)
  }

  /// `'intro.mov' has 240 frames at 24 fps`, pointing at the media.
  func note(about id: MediaID, end: Rational, kind: Track.Kind) -> Note? {
    guard timeline.media.indices.contains(id.index) else { return nil }
    let item = timeline.media[id.index]
    var message = "media '\(shortened(item.name))' ends at \(text(end))"
    if kind.showsClips, let video = catalog[id]?.video,
      case .regular(_, let rate, let count?) = video.frames
    {
      let frames =
        video.unit == .fields ? "\(count) fields" : TimeText.frames(Int64(count))
      message = "media '\(shortened(item.name))' has \(frames) at \(rate.shortDescription) fps"
    }
    return Note(message: message, range: item.nameRange)
  }
}
