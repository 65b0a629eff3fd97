/// Clips of video tracks and images of titles have a picture, clips of audio tracks have sound.
enum ClipKindRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      check(track, &context)
      for title in track.titles {
        for layer in title.layers { check(layer, &context) }
      }
    }
  }

  /// One finding where all of a track's clips are of the other kind: then the track is.
  private static func check(_ track: Track, _ context: inout RuleContext) {
    let wrong = track.clips.filter { lacks($0, on: track.kind, context) }
    let isWhole = wrong.count > 1 && wrong.count == track.clips.count
    for clip in isWhole ? wrong.prefix(1) : wrong[...] {
      let item = context.timeline.media[clip.media.index]
      let others = isWhole ? wrong.count - 1 : 0
      context.report(
        track.kind.showsClips
          ? RuleMessages.clipWithoutPicture(
            context.noun(clip), media: item.name, others: others, range: clip.mediaRange,
            other: item.nameRange)
          : RuleMessages.clipWithoutSound(
            context.noun(clip), media: item.name, others: others, range: clip.mediaRange,
            other: item.nameRange))
    }
  }

  /// Whether the clip's media has nothing that the track shows or plays.
  private static func lacks(_ clip: Clip, on kind: Track.Kind, _ context: RuleContext) -> Bool {
    guard let facts = context.catalog[clip.media],
      context.timeline.media.indices.contains(clip.media.index)
    else { return false }
    return kind.showsClips
      ? facts.video == nil : kind.isHeard && facts.audio == nil && context.hasAudio
  }

  private static func check(_ layer: TitleLayer, _ context: inout RuleContext) {
    guard case .image(let media, _, _) = layer.content, let facts = context.catalog[media],
      facts.video == nil, context.timeline.media.indices.contains(media.index)
    else { return }
    let item = context.timeline.media[media.index]
    context.report(
      RuleMessages.imageWithoutPicture(
        media: item.name, range: layer.range, other: item.nameRange))
  }
}
