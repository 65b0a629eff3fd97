import Diagnostics
import BaseValues

/// Not too many pictures and texts are shown at the same time: each takes memory and time in every
/// frame.
enum LayersRule: TimelineRule {
  private struct Change {
    var time: Rational
    /// Layers that appear; below 0 that go.
    var layers: Int
    var range: SourceRange
  }

  static func check(_ context: inout RuleContext) {
    let limit = context.limits[.layers]
    let most = first(above: limit, in: changes(context.timeline, withMoments: false) { _ in 1 })
    if let most {
      context.report(
        RuleMessages.tooManyLayers(
          most.count, limit: limit, at: context.text(most.time), range: most.range))
      return
    }
    checkDrawn(&context)
  }

  /// What is drawn for one frame, with what groups and projects show and with every moment of motion
  /// blur: inside each other these multiply.
  private static func checkDrawn(_ context: inout RuleContext) {
    let timeline = context.timeline
    let limit = context.limits[.drawn]
    // Of each edit, with those that it shows.
    var counts: [Int] = []
    for shown in timeline.edits.map(\.timeline) + [timeline] {
      let changes = changes(shown, withMoments: true) { clip in
        let place = timeline.place(ofEdit: clip.media)
        let nested = place.map { counts.indices.contains($0) ? counts[$0] : 1 } ?? 1
        // Neither is above a limit that is far from where this would overflow.
        return nested * clip.moments
      }
      if let most = first(above: limit, in: changes) {
        context.report(RuleMessages.tooManyDrawn(most.count, limit: limit, range: most.range))
        return
      }
      counts.append(greatest(in: changes))
    }
  }

  /// The first moment at which there are more than the limit.
  private static func first(
    above limit: Int, in changes: [Change]
  ) -> (count: Int, time: Rational, range: SourceRange)? {
    var shown = 0
    for change in changes {
      shown += change.layers
      if shown > limit { return (shown, change.time, change.range) }
    }
    return nil
  }

  /// How many there are at the same time at most.
  private static func greatest(in changes: [Change]) -> Int {
    var (shown, most) = (0, 0)
    for change in changes {
      shown += change.layers
      most = max(most, shown)
    }
    return most
  }

  /// Where layers come and go, in order; at the same time what goes is first.
  private static func changes(
    _ timeline: Timeline, withMoments: Bool, layersOf: (Clip) -> Int
  ) -> [Change] {
    var changes: [Change] = []
    func add(_ layers: Int, _ placed: TimeRange, _ range: SourceRange) {
      changes.append(Change(time: placed.start, layers: layers, range: range))
      changes.append(Change(time: placed.end, layers: -layers, range: range))
    }
    for track in timeline.tracks {
      if track.kind.showsClips {
        for clip in track.clips { add(layersOf(clip), clip.placed, clip.range) }
      }
      for title in track.titles {
        add(title.layers.count * (withMoments ? title.moments : 1), title.placed, title.range)
      }
    }
    return changes.sorted {
      ($0.time, $0.layers, $0.range.lower) < ($1.time, $1.layers, $1.range.lower)
    }
  }
}

extension Clip {
  /// Of how many pictures a frame is the mean.
  fileprivate var moments: Int { picture.motionBlur?.countedSamples ?? 1 }
}

extension Title {
  /// Of how many pictures a frame is the mean.
  fileprivate var moments: Int { motionBlur?.countedSamples ?? 1 }
}

extension MotionBlur {
  /// Where nobody says how many, quick movements alone need more.
  fileprivate var countedSamples: Int { samples ?? Self.fewestSamples }
}
