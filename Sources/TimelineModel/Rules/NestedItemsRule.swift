import Diagnostics
import MediaTime

/// With all that projects and groups within it show, a movie has no more items than a project may
/// have; and what a clip does to the sound of one can be done.
enum NestedItemsRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    if timeline.edits.isEmpty { return }
    let limit = context.limits[.items]
    // Of each edit, with those that it shows.
    var counts: [Int] = []
    for edit in timeline.edits {
      counts.append(edit.timeline.itemCount(within: timeline, counts, limit: limit))
      if counts[counts.count - 1] > limit {
        context.report(
          RuleMessages.nestedItems(edit.name, limit: limit, range: edit.way.last?.range ?? .none))
        return
      }
    }
    if timeline.itemCount(within: timeline, counts, limit: limit) > limit {
      context.report(RuleMessages.nestedItems(nil, limit: limit, range: timeline.output.range))
    }
    checkPans(&context)
    checkPitches(&context)
    checkDirections(&context)
  }

  /// What is laid out anew in the movie's time goes on in that.
  private static func checkDirections(_ context: inout RuleContext) {
    let timeline = context.timeline
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips where clip.speed <= .zero || !clip.runsEvenly {
        guard let place = timeline.place(ofEdit: clip.media) else { continue }
        if !clip.runsEvenly {
          context.report(
            RuleMessages.nestedRamp(
              context.noun(clip), edit: timeline.edits[place].name,
              does: clip.loop == nil ? "changes its speed" : "repeats it",
              range: clip.speedRange.isNone ? clip.inRange : clip.speedRange))
          continue
        }
        context.report(
          RuleMessages.nestedBackwards(
            context.noun(clip), edit: timeline.edits[place].name, isFrozen: clip.speed == .zero,
            range: clip.speedRange.isNone ? clip.inRange : clip.speedRange))
      }
    }
  }

  /// Where speeds multiply, the pitch is treated in one way.
  private static func checkPitches(_ context: inout RuleContext) {
    let timeline = context.timeline
    var pitches: [Set<Pitch>] = []
    for edit in timeline.edits {
      pitches.append(edit.timeline.pitches(within: timeline, pitches))
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips {
        guard let sound = clip.sound, clip.speed != .one,
          let place = timeline.place(ofEdit: clip.media), pitches.indices.contains(place),
          pitches[place].contains(where: { $0 != sound.pitch })
        else { continue }
        context.report(
          RuleMessages.nestedPitch(
            context.noun(clip), edit: timeline.edits[place].name,
            range: clip.keys.range(of: "pitch")
              ?? (clip.speedRange.isNone ? clip.mediaRange : clip.speedRange)))
      }
    }
  }

  /// Sound is panned once.
  private static func checkPans(_ context: inout RuleContext) {
    let timeline = context.timeline
    var pans: [Bool] = []
    for edit in timeline.edits {
      pans.append(
        edit.timeline.tracks.flatMap(\.clips).contains { clip in
          clip.sound.map { $0.pan != .zero } ?? false
            || timeline.place(ofEdit: clip.media).map { pans.indices.contains($0) && pans[$0] }
              ?? false
        })
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips {
        guard let sound = clip.sound, sound.pan != .zero,
          let place = timeline.place(ofEdit: clip.media), pans.indices.contains(place), pans[place]
        else { continue }
        context.report(
          RuleMessages.nestedPan(
            context.noun(clip), edit: timeline.edits[place].name,
            range: clip.keys.range(of: "pan") ?? clip.mediaRange))
      }
    }
  }
}

extension Timeline {
  /// The place in ``edits`` of the one that a media item is.
  fileprivate func place(ofEdit media: MediaID) -> Int? {
    guard self.media.indices.contains(media.index),
      case .edit(let place) = self.media[media.index].content
    else { return nil }
    return place
  }

  /// What its clips and those of the edits that they show do with the pitch where they change speed.
  fileprivate func pitches(within movie: Timeline, _ known: [Set<Pitch>]) -> Set<Pitch> {
    var result: Set<Pitch> = []
    for clip in tracks.flatMap(\.clips) {
      guard let sound = clip.sound else { continue }
      if clip.speed != .one || clip.curve != nil { result.insert(sound.pitch) }
      if let place = movie.place(ofEdit: clip.media), known.indices.contains(place) {
        result.formUnion(known[place])
      }
    }
    return result
  }

  /// Its items and those of the edits that they show, each as often as it is shown; a little more than
  /// the limit where there are more.
  fileprivate func itemCount(within movie: Timeline, _ counts: [Int], limit: Int) -> Int {
    var sum = 0
    func add(_ count: Int) { sum = min(sum + count, limit + 1) }
    func add(_ media: MediaID) {
      guard let place = movie.place(ofEdit: media), counts.indices.contains(place) else { return }
      add(counts[place])
    }
    for track in tracks {
      add(track.clips.count + track.transitions.count + track.titles.count)
      for clip in track.clips { add(clip.media) }
      for layer in track.titles.flatMap(\.layers) {
        if case .image(let media, _, _) = layer.content { add(media) }
      }
    }
    return sum
  }
}
