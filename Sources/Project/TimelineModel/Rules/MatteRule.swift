import Diagnostics
import BaseValues

/// Tracks are seen through others that have pictures and no matte themselves; what needs pictures of its
/// own is not what lies below.
enum MatteRule: TimelineRule {
  /// As many clips of what lies below may lie over each other: each draws all that is below it again.
  static let mostBelow = 4

  static func check(_ context: inout RuleContext) {
    let tracks = context.timeline.tracks
    checkBelow(tracks, &context)
    let mattes = Set(tracks.compactMap { $0.matte?.track.index })
    for (index, track) in tracks.enumerated() {
      if mattes.contains(index), let clip = track.clips.first(where: { isBelow($0.media, context) })
      {
        context.report(RuleMessages.belowInMatte(context.noun(clip), range: clip.mediaRange))
      }
      if let matte = track.matte, tracks.indices.contains(matte.track.index) {
        check(matte, of: track, through: tracks[matte.track.index], &context)
      }
      for title in track.titles {
        for layer in title.layers {
          guard case .image(let media, _, _) = layer.content, isBelow(media, context) else {
            continue
          }
          context.report(
            RuleMessages.belowInTitle(
              media: context.timeline.media[media.index].name, range: layer.range))
        }
      }
      for clip in track.clips where clip.picture.fit == .blur {
        guard context.timeline.media.indices.contains(clip.media.index) else { continue }
        let content = context.timeline.media[clip.media.index].content
        guard case .edit = content else { continue }
        context.report(
          RuleMessages.blurredFitOfEdit(
            context.noun(clip), range: clip.keys.range(of: "fit") ?? clip.range))
      }
    }
  }

  /// Clips of what lies below end with that.
  private static func checkEnds(
    of track: Track, over end: Rational?, _ context: inout RuleContext
  ) {
    guard context.isComplete else { return }
    for clip in track.clips where isBelow(clip.media, context) {
      guard let end else {
        context.report(RuleMessages.belowNothing(context.noun(clip), range: clip.mediaRange))
        continue
      }
      context.attemptQuietly { context throws(TimeOverflow) in
        guard try clip.placed.end - end > context.rate.frameDuration else { return }
        context.report(
          RuleMessages.belowAlone(
            context.noun(clip), end: context.text(clip.placed.end), below: context.text(end),
            range: clip.outRange.isNone ? clip.mediaRange : clip.outRange))
      }
    }
  }

  private static func checkBelow(_ tracks: [Track], _ context: inout RuleContext) {
    // Of long edits each look at all clips is felt.
    let media = context.timeline.media
    guard media.indices.contains(where: { isBelow(MediaID($0), context) }) else { return }
    var before: [[Clip]] = []
    var end: Rational?
    for track in tracks where track.kind.isSeen {
      defer {
        let own = track.clips.filter { !isBelow($0.media, context) }.map(\.placed.end)
        end = ([end].compactMap(\.self) + own + track.titles.map(\.placed.end)).max()
      }
      if !track.kind.showsClips { continue }
      checkEnds(of: track, over: end, &context)
      let own = track.clips.filter { isBelow($0.media, context) }
      for clip in own {
        if clip.picture.motionBlur != nil {
          context.report(
            RuleMessages.belowWithMotionBlur(
              context.noun(clip), range: clip.keys.range(of: "motionBlur") ?? clip.range))
        }
        let under = before.count { clips in
          clips.contains { $0.placed.start < clip.placed.end && clip.placed.start < $0.placed.end }
        }
        guard under >= mostBelow else { continue }
        context.report(
          RuleMessages.tooManyBelow(context.noun(clip), limit: mostBelow, range: clip.range))
        return
      }
      if !own.isEmpty { before.append(own) }
    }
  }

  private static func check(
    _ matte: TrackMatte, of track: Track, through other: Track, _ context: inout RuleContext
  ) {
    let name = other.name?.value ?? "\(other.id.index + 1)"
    if other.id == track.id {
      context.report(RuleMessages.matteItself(range: matte.range))
    } else if other.kind.isHeardAlone {
      context.report(RuleMessages.matteWithoutPicture(name, range: matte.range))
    } else if let inner = other.matte {
      context.report(RuleMessages.matteOfMatte(name, range: matte.range, other: inner.range))
    } else if track.isComplete, other.isComplete, !track.shownTimes.isEmpty,
      !meet(track.shownTimes, other.shownTimes)
    {
      context.report(
        RuleMessages.matteNeverThere(name, isInverted: matte.isInverted, range: matte.range))
    }
  }

  /// Whether two lists of times have a moment in common.
  ///
  /// - Complexity: O(n log n) for n times.
  private static func meet(_ some: [TimeRange], _ others: [TimeRange]) -> Bool {
    let sorted = others.sorted { $0.start < $1.start }
    // Items of one track hardly overlap: the furthest end so far bounds all before.
    var ends: [Rational] = []
    for time in sorted { ends.append(max(ends.last ?? .zero, time.end)) }
    return some.contains { time in
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].start < time.end { low = middle + 1 } else { high = middle }
      }
      return low > 0 && ends[low - 1] > time.start
    }
  }

  private static func isBelow(_ media: MediaID, _ context: RuleContext) -> Bool {
    context.timeline.media.indices.contains(media.index)
      && context.timeline.media[media.index].content == .generator(.below)
  }
}

extension Track {
  /// When something of it is shown.
  fileprivate var shownTimes: [TimeRange] { clips.map(\.placed) + titles.map(\.placed) }
}
