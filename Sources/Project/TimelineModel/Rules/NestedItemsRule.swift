import Diagnostics
import BaseValues

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
    checkDirections(counts, &context)
    checkFilters(&context)
  }

  /// A chain of filters hears sound as time goes on: within an edit that is played as it is.
  private static func checkFilters(_ context: inout RuleContext) {
    let timeline = context.timeline
    // Of each edit, where it has a chain, or one that it shows.
    var places: [SourceRange?] = []
    for edit in timeline.edits {
      places.append(
        edit.timeline.tracks.lazy.filter { !$0.muted }.compactMap { track in
          track.audioFilter?.range
            ?? track.clips.lazy.compactMap { clip in
              guard let sound = clip.sound else { return nil }
              return sound.filter?.range
                ?? timeline.place(ofEdit: clip.media).flatMap {
                  places.indices.contains($0) ? places[$0] : nil
                }
            }.first
        }.first)
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) where !track.muted {
      for clip in track.clips where clip.speed != .one || !clip.runsEvenly {
        guard clip.sound != nil, let place = timeline.place(ofEdit: clip.media),
          places.indices.contains(place), let filter = places[place]
        else { continue }
        context.report(
          RuleMessages.nestedFilter(
            context.noun(clip), edit: timeline.edits[place].name, filter: filter,
            range: clip.speedRange.isNone ? clip.inRange : clip.speedRange))
      }
    }
  }

  /// The sound of an edit can be turned and repeated, but does not follow a speed that changes.
  private static func checkDirections(_ counts: [Int], _ context: inout RuleContext) {
    let timeline = context.timeline
    var heard: [Bool] = []
    var ramps: [Bool] = []
    for edit in timeline.edits {
      heard.append(
        edit.timeline.tracks.contains { track in
          !track.muted
            && track.clips.contains { clip in
              clip.sound != nil
                && (timeline.place(ofEdit: clip.media).map {
                  heard.indices.contains($0) && heard[$0]
                }
                  ?? (context.catalog[clip.media]?.audio != nil))
            }
        })
      ramps.append(
        edit.timeline.tracks.flatMap(\.clips).contains { clip in
          clip.sound != nil
            && (clip.curve != nil
              || timeline.place(ofEdit: clip.media).map { ramps.indices.contains($0) && ramps[$0] }
                ?? false)
        })
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips where clip.speed <= .zero || !clip.runsEvenly {
        guard let place = timeline.place(ofEdit: clip.media), clip.sound != nil,
          heard.indices.contains(place), heard[place]
        else { continue }
        let name = timeline.edits[place].name
        let range = clip.speedRange.isNone ? clip.inRange : clip.speedRange
        let canBeSilent = track.kind.showsClips
        if clip.curve != nil {
          context.report(
            RuleMessages.nestedRamp(
              context.noun(clip), edit: name, canBeSilent: canBeSilent, range: range))
        } else if clip.speed < .zero || clip.loop?.isPingPong == true,
          ramps.indices.contains(place),
          ramps[place]
        {
          context.report(
            RuleMessages.nestedBackwards(
              context.noun(clip), edit: name, canBeSilent: canBeSilent, range: range))
        }
        checkRepeats(clip, of: name, counts.indices.contains(place) ? counts[place] : 0, &context)
      }
    }
  }

  /// Each time that an edit is heard again its items count again.
  private static func checkRepeats(
    _ clip: Clip, of edit: String, _ items: Int, _ context: inout RuleContext
  ) {
    guard let loop = clip.loop, clip.curve == nil else { return }
    let limit = context.limits[.items]
    let times = try? clip.placed.duration * clip.tempo / loop.length
    if let times, times <= Rational(Int64(limit / max(1, items))) { return }
    context.report(RuleMessages.nestedItems(edit, limit: limit, range: clip.inRange))
  }

  /// Where speeds multiply, the pitch is treated in one way.
  private static func checkPitches(_ context: inout RuleContext) {
    let timeline = context.timeline
    var pitches: [[PitchUse]] = []
    for edit in timeline.edits {
      pitches.append(edit.timeline.pitches(within: timeline, pitches))
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips {
        guard let sound = clip.sound, clip.tempo != .one,
          let place = timeline.place(ofEdit: clip.media), pitches.indices.contains(place),
          let other = pitches[place].first(where: {
            $0.pitch != sound.pitch && clip.shows($0.times)
          })
        else { continue }
        context.report(
          RuleMessages.nestedPitch(
            context.noun(clip), edit: timeline.edits[place].name,
            pitch: sound.pitch.rawValue, other: other.range,
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
        edit.timeline.tracks.contains { !$0.panAutomation.isEmpty }
          || edit.timeline.tracks.flatMap(\.clips).contains { clip in
            clip.sound.map { $0.pan != .zero || !$0.panAutomation.isEmpty } ?? false
              || timeline.place(ofEdit: clip.media).map { pans.indices.contains($0) && pans[$0] }
                ?? false
          })
    }
    for track in timeline.tracks + timeline.edits.flatMap(\.timeline.tracks) {
      for clip in track.clips {
        guard let sound = clip.sound, sound.pan != .zero || !sound.panAutomation.isEmpty,
          let place = timeline.place(ofEdit: clip.media), pans.indices.contains(place), pans[place]
        else { continue }
        context.report(
          RuleMessages.nestedPan(
            context.noun(clip), edit: timeline.edits[place].name,
            range: clip.keys.range(of: "pan") ?? clip.keys.range(of: "panAutomation")
              ?? clip.mediaRange))
      }
    }
  }
}

/// A clip of an edit that changes its speed.
private struct PitchUse {
  var pitch: Pitch
  /// When it is shown, in times of the edit.
  var times: TimeRange
  /// Where its media is written.
  var range: SourceRange
}

extension Clip {
  /// Whether some of a stretch of its source is shown; so where that cannot be told.
  fileprivate func shows(_ source: TimeRange) -> Bool {
    guard let times = try? movieTimes(of: source) else { return true }
    return times.start < placed.end && placed.start < times.end
  }
}

extension Timeline {
  /// The place in ``edits`` of the one that a media item is.
  func place(ofEdit media: MediaID) -> Int? {
    guard self.media.indices.contains(media.index),
      case .edit(let place) = self.media[media.index].content
    else { return nil }
    return place
  }

  /// What its clips and those of the edits that they show do with the pitch where they change speed: for each
  /// way the first that does so, and when the edit shows it.
  fileprivate func pitches(within movie: Timeline, _ known: [[PitchUse]]) -> [PitchUse] {
    var result: [PitchUse] = []
    for clip in tracks.flatMap(\.clips) {
      guard let sound = clip.sound else { continue }
      if clip.tempo != .one || clip.curve != nil {
        result.append(
          PitchUse(pitch: sound.pitch, times: clip.placed, range: clip.mediaRange))
      }
      if let place = movie.place(ofEdit: clip.media), known.indices.contains(place) {
        for use in known[place] where clip.shows(use.times) {
          result.append(PitchUse(pitch: use.pitch, times: clip.placed, range: use.range))
        }
      }
      // As many as there may be items: the first are as good as all.
      if result.count > 10_000 { return result }
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
