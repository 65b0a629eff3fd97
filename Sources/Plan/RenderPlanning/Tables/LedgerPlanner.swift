internal import Diagnostics
internal import BaseValues
import OutputKinds
internal import PlanModel
internal import TimelineModel

/// Writes down how every edit point was rounded.
enum LedgerPlanner {
  /// Entries in the order of tracks and items: first where an item begins, then where it ends.
  static func ledger(
    _ edit: PlacedEdit, _ catalog: MediaCatalog
  ) throws(PlanningError) -> [LedgerEntry] {
    let timeline = edit.timeline
    var ledger = Ledger(
      frames: FrameGrid(timeline.output.frameRate),
      samples: timeline.output.audio.map { SampleGrid(rate: $0.sampleRate) })
    for track in timeline.tracks {
      let isSilent = track.muted || !track.kind.isHeard
      for (index, clip) in track.clips.enumerated() {
        let hasAudio = !isSilent && clip.sound != nil && catalog[clip.media]?.audio != nil
        let origin = track.origin(ofClip: index, in: timeline)
        try locating(clip.range) { () throws(TimeOverflow) in
          try ledger.add(
            clip.placed, origin, "", picture: track.kind.showsClips, sound: hasAudio)
        }
      }
      for (index, transition) in track.transitions.enumerated() {
        let origin = track.origin(ofTransition: index)
        try locating(transition.range) { () throws(TimeOverflow) in
          try ledger.add(
            transition.placed, origin, "transition ", picture: track.kind.showsClips,
            sound: !isSilent)
        }
      }
      for (index, title) in track.titles.enumerated() {
        let origin = track.origin(ofTitle: index, layer: 0)
        try locating(title.range) { () throws(TimeOverflow) in
          try ledger.add(title.placed, origin, "", picture: true, sound: false)
        }
      }
    }
    // Points within a film are not points of the movie.
    for inner in edit.edits where inner.film == nil {
      ledger.entries += try self.ledger(inner, catalog)
    }
    return ledger.entries
  }
}

private struct Ledger {
  let frames: FrameGrid
  let samples: SampleGrid?
  var entries: [LedgerEntry] = []

  mutating func add(
    _ range: TimeRange, _ origin: PlanOrigin, _ prefix: String, picture: Bool, sound: Bool
  ) throws(TimeOverflow) {
    for (point, time) in [(prefix + "start", range.start), (prefix + "end", range.end)] {
      if picture {
        let frame = frames.nearestFrame(to: time)
        entries.append(
          LedgerEntry(
            origin: origin, point: point, unit: .frame, exact: time, position: frame.value,
            error: try frames.time(of: frame) - time))
      }
      if sound, let samples {
        let sample = samples.nearestSample(to: time)
        entries.append(
          LedgerEntry(
            origin: origin, point: point, unit: .sample, exact: time, position: sample.value,
            error: try samples.time(of: sample) - time))
      }
    }
  }
}
