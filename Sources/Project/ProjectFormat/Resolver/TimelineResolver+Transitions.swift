import Diagnostics
import BaseValues
import TimelineModel

// ```
//             cut
//  ┌───────────┬───────────┐
//  │     A     │     B     │
//  └───────────┴───────────┘
//          ├───┼───┤              center (the default)
//              ├───────┤          start
//      ├───────┤                  end
// ```
extension TimelineResolver {
  /// Keeps a transition until the clip after it is known.
  mutating func addTransition(
    _ written: TransitionDocument, _ layout: inout TrackLayout
  ) -> Bool {
    if let other = layout.pending {
      report(
        ProjectMessages.neighborTransitions(
          range: written.range, other: other.written.range))
      return false
    }
    guard written.isComplete, let duration = seconds(written.duration) else { return false }
    var media: Located<MediaID>?
    if let name = written.media {
      guard !isEdit(name.value) else {
        report(ProjectMessages.transitionOfEdit(shortened(name.value), range: name.range))
        return false
      }
      guard let id = self.media(name) else { return false }
      media = Located(value: id, range: name.range)
    }
    layout.pending = .init(
      written: written, media: media, duration: duration, from: layout.previous)
    return true
  }

  /// Whether a name is that of a project or group.
  private func isEdit(_ name: String) -> Bool {
    if document.groups.contains(where: { $0.name == name }) { return true }
    return mediaByName[name].map { document.projects[$0] != nil } ?? false
  }

  /// Places the waiting transition, if any, before the clip `next` or before nothing.
  ///
  /// - Throws: ``TimeOverflow`` when its range is not representable.
  mutating func close(_ layout: inout TrackLayout, next: Int?) throws(TimeOverflow) {
    guard let pending = layout.pending else { return }
    layout.pending = nil
    let written = pending.written
    let from = pending.from
    guard from != nil || next != nil else {
      report(ProjectMessages.missingNeighbor(range: written.range))
      layout.track.isComplete = false
      return
    }
    if written.overlaps, from == nil || next == nil {
      report(ProjectMessages.overlapWithoutClips(range: written.range))
      return
    }
    if let from, let next, !meet(from, next, pending, layout) { return }
    guard let placed = try fittingRange(of: pending, next: next, layout) else { return }
    layout.track.transitions.append(
      Transition(
        kind: written.kind, media: pending.media, placed: placed, from: from, to: next,
        sound: written.sound, easing: written.easing,
        handles: written.handles, overlaps: written.overlaps,
        durationRange: written.duration.range, easingRange: written.easingRange,
        range: written.range))
  }

  /// Whether the clips touch, or overlap by just the duration where they should.
  private mutating func meet(
    _ from: Int, _ next: Int, _ pending: TrackLayout.PendingTransition, _ layout: TrackLayout
  ) -> Bool {
    let before = layout.track.clips[from]
    let after = layout.track.clips[next]
    let wanted =
      pending.written.overlaps ? try? before.placed.end - pending.duration : before.placed.end
    if after.placed.start == wanted { return true }
    // Clips that overlap are for the rule about that.
    if after.placed.start < before.placed.end { return false }
    report(
      ProjectMessages.clipsApart(
        before: noun(before), end: text(before.placed.end), after: noun(after),
        start: text(after.placed.start), range: pending.written.range,
        beforeRange: before.range, afterRange: after.range))
    return false
  }

  /// Where a transition takes place, as long as there is material for where it says so; `nil` where the
  /// clips are cut, or after a report.
  private mutating func fittingRange(
    of pending: TrackLayout.PendingTransition, next: Int?, _ layout: TrackLayout
  ) throws(TimeOverflow) -> TimeRange? {
    guard let placed = try range(of: pending, next: next, layout) else { return nil }
    guard pending.written.handles == .shorten, !pending.written.overlaps, let from = pending.from,
      let next
    else { return placed }
    let grid = FrameGrid(rate)
    let clips = layout.track.clips
    let material = try TransitionMaterial(
      of: placed, from: clips[from], to: clips[next], on: layout.track.kind, in: catalog)
    if try material.suffices(grid) { return placed }
    let frames = try material.longest(grid)
    guard frames >= 1 else {
      report(
        ProjectMessages.transitionWithoutMaterial(
          between: noun(clips[from]), and: noun(clips[next]), range: pending.written.range))
      return nil
    }
    var shorter = pending
    shorter.duration = try grid.time(of: FrameIndex(frames))
    return try range(of: shorter, next: next, layout)
  }

  private mutating func range(
    of pending: TrackLayout.PendingTransition, next: Int?, _ layout: TrackLayout
  ) throws(TimeOverflow) -> TimeRange? {
    let duration = pending.duration
    let alignment: TransitionDocument.Alignment
    let cut: Rational
    if let from = pending.from {
      cut = layout.track.clips[from].placed.end
      alignment = pending.written.alignment?.value ?? (next == nil ? .end : .center)
    } else if let next {
      cut = layout.track.clips[next].placed.start
      alignment = pending.written.alignment?.value ?? .start
    } else {
      return nil
    }
    if pending.from == nil || next == nil, let written = pending.written.alignment {
      let natural = next == nil ? TransitionDocument.Alignment.end : .start
      guard alignment == natural else {
        report(
          ProjectMessages.transitionAlignment(
            alignment.rawValue, natural: natural.rawValue, range: written.range))
        return nil
      }
    }
    if pending.written.overlaps {
      return try TimeRange(start: cut - duration, duration: duration)
    }
    let before: Rational =
      switch alignment {
      case .center: try duration * .half
      case .start: .zero
      case .end: duration
      }
    return try TimeRange(start: cut - before, duration: duration)
  }

  /// `clip 'intro'`, by its id or else its media.
  func noun(_ clip: Clip) -> String {
    let media =
      document.mediaItems.indices.contains(clip.media.index)
      ? document.mediaItems[clip.media.index].name : ""
    return "clip \(quotedForMessage(clip.name?.value ?? media))"
  }
}
