import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  mutating func resolve(_ written: TrackDocument, id: TrackID) -> Track {
    var track = Track(
      id: id, name: written.name, kind: written.kind, gain: written.gain,
      duck: written.duck.flatMap { duck($0) }, muted: written.isMuted, keys: written.keys,
      isComplete: written.isComplete && !document.hasSyntaxErrors, range: written.range)
    track.automation = gainChanges(written.automation, before: .one)
    if let matte = written.matte, let through = self.track(matte.track) {
      track.matte = TrackMatte(
        track: through, channel: matte.channel, isInverted: matte.isInverted,
        range: matte.track.range)
    }
    track.opacity = written.opacity
    track.textOutput = written.textOutput
    track.subtitles = written.subtitles
    track.filter = written.filter.flatMap { filter($0) }
    track.panAutomation = gainChanges(written.panAutomation, before: .zero)
    track.audioFilter = written.audioFilter.flatMap { soundFilter($0) }
    track.channelMap = written.channelMap
    track.width = written.width
    trackLook(written, &track)
    if written.captions != nil {
      track.captions = []
      track.captionLines = written.captionForm.drawnLines
    } else if written.kind.holdsTitles {
      resolveTitles(written, into: &track)
    } else {
      checkNames(written)
      var layout = TrackLayout(track: track)
      layOut(written.items, &layout)
      layout.finish()
      track = layout.track
    }
    return track
  }

  /// What is done with all of the track; movements of its effects need a duration of their own.
  private mutating func trackLook(_ written: TrackDocument, _ track: inout Track) {
    for animation in written.look.effects.flatMap(\.animations)
    where animation.value.duration == nil {
      report(ProjectMessages.trackAnimationWithoutDuration(range: animation.range))
      return
    }
    do throws(TimeOverflow) {
      track.look = try look(written.look, duration: Rational(86_400))
    } catch {
      report(ProjectMessages.timeOverflow("this track", range: written.range))
    }
  }

  /// Looks up the names of all clips, also of those that are not laid out.
  private mutating func checkNames(_ written: TrackDocument) {
    for case .clip(let clip) in written.items { _ = media(clip.media, given: clip.given) }
  }

  /// Puts items one after another, as far as all of them can be resolved.
  private mutating func layOut(_ items: [TrackItem], _ layout: inout TrackLayout) {
    for item in items where !document.hasSyntaxErrors {
      var isDone = false
      do throws(TimeOverflow) {
        switch item {
        case .clip(let clip): isDone = try add(clip, &layout)
        case .gap(let duration, let range): isDone = try addGap(duration, range, &layout)
        case .transition(let transition): isDone = addTransition(transition, &layout)
        case .unreadable: break
        }
      } catch {
        report(ProjectMessages.timeOverflow("this item", range: item.range))
      }
      guard isDone else {
        layout.track.isComplete = false
        return
      }
    }
    guard !layout.track.clips.isEmpty || layout.pending != nil else { return }
    do throws(TimeOverflow) {
      try close(&layout, next: nil)
    } catch {
      report(
        ProjectMessages.timeOverflow(
          "this transition", range: layout.pending?.written.range ?? .none))
      layout.track.isComplete = false
    }
  }

  private mutating func addGap(
    _ duration: Located<TimeExpression>, _ range: SourceRange, _ layout: inout TrackLayout
  ) throws(TimeOverflow) -> Bool {
    guard let length = seconds(duration) else { return false }
    try close(&layout, next: nil)
    layout.previous = nil
    layout.cursor = try layout.cursor + length
    layout.track.gapEnd = max(layout.track.gapEnd, layout.cursor)
    return true
  }
}

/// A track while its items are put one after another.
struct TrackLayout {
  struct PendingTransition {
    var written: TransitionDocument
    var media: Located<MediaID>?
    var duration: Rational
    /// Index of the clip before it, when one ends right there.
    var from: Int?
  }

  var track: Track
  /// Where the next item starts.
  var cursor = Rational.zero
  /// Index of the clip that was added last, unless a gap came after it.
  var previous: Int?
  /// A transition that waits for the clip after it.
  var pending: PendingTransition?

  /// Sorts clips by their starts; transitions follow them.
  mutating func finish() {
    let clips = track.clips
    let isSorted = clips.indices.dropFirst().allSatisfy {
      clips[$0 - 1].placed.start <= clips[$0].placed.start
    }
    guard !isSorted else { return }
    let order = clips.indices.sorted {
      (clips[$0].placed.start, $0) < (clips[$1].placed.start, $1)
    }
    var indexOf = Array(repeating: 0, count: clips.count)
    for (place, index) in order.enumerated() { indexOf[index] = place }
    track.clips = order.map { clips[$0] }
    for index in track.transitions.indices {
      track.transitions[index].from = track.transitions[index].from.map { indexOf[$0] }
      track.transitions[index].to = track.transitions[index].to.map { indexOf[$0] }
    }
    track.transitions.sort { $0.placed.start < $1.placed.start }
  }
}

extension TrackItem {
  var range: SourceRange {
    switch self {
    case .clip(let clip): clip.range
    case .gap(_, let range): range
    case .transition(let transition): transition.range
    case .unreadable(let range): range
    }
  }
}
