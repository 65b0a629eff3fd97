import BaseValues

/// The fades of a clip fit into it one after the other.
enum FadeRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks {
      for clip in track.clips { check(clip, &context) }
    }
  }

  private static func check(_ clip: Clip, _ context: inout RuleContext) {
    guard let sound = clip.sound, let fade = sound.fadeOut ?? sound.fadeIn else { return }
    context.attempt(fade.range) { context throws(TimeOverflow) in
      let sum =
        try (sound.fadeIn?.duration ?? .zero) + (sound.fadeOut?.duration ?? .zero)
      let heard = try clip.placed.duration + (sound.lead ?? .zero) + (sound.tail ?? .zero)
      guard sum > heard else { return }
      context.report(
        RuleMessages.fadesLongerThanClip(
          context.noun(clip), duration: context.text(heard),
          fades: context.text(sum), range: fade.range,
          other: sound.fadeOut == nil ? nil : sound.fadeIn?.range))
    }
  }
}
