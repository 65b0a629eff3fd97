import BaseValues

/// How long each clip of a track is shown and heard: over its own range and that of the transitions
/// at its ends.
struct ClipReach {
  private(set) var starts: [Rational]
  private(set) var ends: [Rational]

  init(_ track: Track) {
    starts = track.clips.map(\.placed.start)
    ends = track.clips.map(\.placed.end)
    for transition in track.transitions {
      if let to = transition.to, starts.indices.contains(to) {
        starts[to] = min(starts[to], transition.placed.start)
      }
      if let from = transition.from, ends.indices.contains(from) {
        ends[from] = max(ends[from], transition.placed.end)
      }
    }
  }
}

extension RuleContext {
  /// Where a clip of a track can be heard; `nil` where it brings no sound, or none is known of.
  func heard(_ index: Int, of track: Track, _ reach: ClipReach) throws(TimeOverflow) -> TimeRange? {
    let clip = track.clips[index]
    guard clip.sound != nil, !track.muted, let audio = catalog[clip.media]?.audio else {
      return nil
    }
    var start = reach.starts[index]
    var end = reach.ends[index]
    if let lead = clip.sound?.lead { start = try clip.placed.start - lead }
    if let tail = clip.sound?.tail { end = try clip.placed.end + tail }
    start = max(start, .zero)
    if let range = audio.range, let times = try clip.movieTimes(of: range) {
      (start, end) = (max(start, times.start), min(end, times.end))
    }
    return start < end ? TimeRange(start: start, end: end) : nil
  }

  /// Where a track sounds, in no order.
  func sounds(of track: Track) throws(TimeOverflow) -> [TimeRange] {
    let reach = ClipReach(track)
    var result: [TimeRange] = []
    for index in track.clips.indices {
      if let range = try heard(index, of: track, reach) { result.append(range) }
    }
    return result
  }
}
