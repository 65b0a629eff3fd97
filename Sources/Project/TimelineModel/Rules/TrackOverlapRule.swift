import BaseValues

/// Clips of a track overlap only where a transition moves them over each other.
enum TrackOverlapRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks { check(track, &context) }
  }

  private static func check(_ track: Track, _ context: inout RuleContext) {
    var isMoved = Array(repeating: false, count: track.clips.count)
    for transition in track.transitions where transition.overlaps {
      for index in [transition.from, transition.to] {
        if let index, isMoved.indices.contains(index) { isMoved[index] = true }
      }
    }
    // Clips are in the order of their starts; the one that ends last is enough to compare with.
    guard var last = track.clips.indices.first else { return }
    for index in track.clips.indices.dropFirst() {
      let clip = track.clips[index]
      let earlier = track.clips[last]
      // Too much overlap of moved clips is for the rule about clips and their transitions.
      if clip.placed.start < earlier.placed.end, !(isMoved[index] && isMoved[last]) {
        report(clip, earlier, &context)
      }
      if clip.placed.end > earlier.placed.end { last = index }
    }
  }

  private static func report(_ clip: Clip, _ earlier: Clip, _ context: inout RuleContext) {
    context.report(
      RuleMessages.trackOverlap(
        context.noun(clip), start: context.text(clip.placed.start),
        other: context.noun(earlier), end: context.text(earlier.placed.end),
        range: clip.mediaRange, otherRange: earlier.mediaRange))
  }
}
