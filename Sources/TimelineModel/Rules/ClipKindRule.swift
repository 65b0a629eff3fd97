/// Clips of video tracks and images of titles have a picture, clips of audio tracks have sound.
enum ClipKindRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      for clip in track.clips { check(clip, on: track.kind, &context) }
      for title in track.titles {
        for layer in title.layers { check(layer, &context) }
      }
    }
  }

  private static func check(_ clip: Clip, on kind: Track.Kind, _ context: inout RuleContext) {
    guard let facts = context.catalog[clip.media],
      context.timeline.media.indices.contains(clip.media.index)
    else { return }
    let item = context.timeline.media[clip.media.index]
    if kind == .video, facts.video == nil {
      context.report(
        RuleMessages.clipWithoutPicture(
          context.noun(clip), media: item.name, range: clip.mediaRange, other: item.nameRange))
    } else if kind == .audio, facts.audio == nil, context.hasSound {
      context.report(
        RuleMessages.clipWithoutSound(
          context.noun(clip), media: item.name, range: clip.mediaRange, other: item.nameRange))
    }
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
