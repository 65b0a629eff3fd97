import Diagnostics
import BaseValues
import OutputKinds

/// Values do something where they stand. Those of sound that there is not are for `AudioKeyRule`.
enum KeyEffectRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for item in context.timeline.media.prefix(context.timeline.ownMediaCount) {
      check(item, &context)
    }
    for track in context.timeline.tracks {
      checkPanAutomation(of: track.keys, &context)
      for clip in track.clips {
        if track.kind.showsClips { checkPicture(clip, &context) }
        if clip.sound != nil, context.hasAudio { checkSound(clip, &context) }
      }
      for title in track.titles { check(title, &context) }
      for transition in track.transitions
      where track.kind.isHeardAlone && !transition.easingRange.isNone && context.hasAudio {
        context.report(
          RuleMessages.keyWithoutEffect(
            "easing", "a cross-fade of sound runs evenly", range: transition.easingRange))
      }
    }
  }

  // MARK: - Media

  private static func check(_ item: MediaItem, _ context: inout RuleContext) {
    guard !item.keys.isEmpty, let facts = context.catalog[item.id] else { return }
    for key in item.keys {
      let reason: String?
      if facts.video == nil {
        reason = "the file has no picture"
      } else if key.value == "alpha", item.reading.alpha == .premultiplied,
        facts.video?.hasAlpha == false
      {
        reason = "no picture of the file has alpha"
      } else if key.value == "interlace", item.reading.interlace == .telecine,
        facts.video?.unit != .film
      {
        reason =
          facts.video?.isStill == true
          ? "a single picture was not telecined"
          : "the file's pictures are not shown for equal times, as where telecine is a matter of "
            + "flags: they are film already"
      } else {
        reason = nil
      }
      if let reason {
        context.report(RuleMessages.keyWithoutEffect(key.value, reason, range: key.range))
      }
    }
  }

  // MARK: - Clips

  private static func check(_ effects: [Effect], _ context: inout RuleContext) {
    for idle in effects.flatMap(\.idleKeys) {
      context.report(RuleMessages.keyWithoutEffect(idle.key, idle.reason, range: idle.range))
    }
  }

  private static func checkPicture(_ clip: Clip, _ context: inout RuleContext) {
    check(clip.picture.look.effects, &context)
    guard context.timeline.media.indices.contains(clip.media.index) else { return }
    func report(_ key: String, _ reason: String, _ context: inout RuleContext) {
      guard let range = clip.keys.range(of: key) else { return }
      context.report(RuleMessages.keyWithoutEffect(key, reason, range: range))
    }
    switch context.timeline.media[clip.media.index].content {
    case .color:
      report("crop", "a colour has no parts, it fills the picture", &context)
      report("fit", "a colour fills the picture", &context)
      report("view", "a colour has no parts, it fills the picture", &context)
      report("scaling", "a colour has no pixels", &context)
    case .generator(.qr):
      report("fit", "a QR code is shown whole and keeps its shape", &context)
      report("scaling", "a QR code has whole pixels at any size", &context)
    case .generator where clip.picture.crop == .zero:
      report("fit", "a generated picture has the shape of the canvas", &context)
    default: break
    }
    if context.timeline.media[clip.media.index].content == .generator(.below) {
      checkBelow(clip, &context)
    }
    // With an out point the two say how long the clip is. An in point may wait for other media.
    if context.catalog[clip.media]?.video?.isStill == true, case .duration = clip.length,
      context.timeline.media[clip.media.index].content != .generator(.below),
      !clip.speedRange.isNone, clip.speed != .one || clip.curve != nil
    {
      context.report(
        RuleMessages.keyWithoutEffect(
          clip.retimingKey, "\(context.noun(clip)) is the same at any time", range: clip.speedRange)
      )
    }
    if clip.picture.sampling != .nearest {
      switch context.timeline.media[clip.media.index].content {
      case .color: report("frames", "a colour is the same at any time", &context)
      case .edit: report("frames", "an edit has all frames that the movie has", &context)
      default:
        if context.catalog[clip.media]?.video?.isStill == true || clip.speed == .zero {
          report("frames", "\(context.noun(clip)) is the same at any time", &context)
        }
      }
    }
    if clip.picture.motionBlur != nil, !moves(clip.picture.animations) {
      report("motionBlur", "\(context.noun(clip)) does not move", &context)
    }
    if !turns(clip.picture.placement, clip.picture.animations) {
      report("perspective", "\(context.noun(clip)) is not turned about x or y", &context)
    }
  }

  /// What lies below is seen as it is at the same time.
  private static func checkBelow(_ clip: Clip, _ context: inout RuleContext) {
    let reason = "\(context.noun(clip)) shows what lies below it as that is at the same time"
    func report(_ key: String, _ range: SourceRange) {
      context.report(RuleMessages.keyWithoutEffect(key, reason, range: range))
    }
    if clip.speed == .zero {
      report("freeze", clip.inRange)
    } else if !clip.speedRange.isNone, clip.speed != .one || clip.curve != nil {
      report(clip.retimingKey, clip.speedRange)
    } else if clip.sourceStart != .zero, !clip.inRange.isNone, clip.inRange != clip.mediaRange {
      report("in", clip.inRange)
    }
  }

  private static func checkSound(_ clip: Clip, _ context: inout RuleContext) {
    if clip.tempo == .one, clip.curve == nil, let range = clip.keys.range(of: "pitch") {
      context.report(
        RuleMessages.keyWithoutEffect(
          "pitch", "\(context.noun(clip)) plays at its own speed", range: range))
    }
    checkPanAutomation(of: clip.keys, &context)
    checkCenter(clip, &context)
    if isMono(context), clip.sound?.pan != .zero,
      let range = clip.keys.range(of: "pan")
    {
      context.report(
        RuleMessages.keyWithoutEffect("pan", "the movie's sound has one channel", range: range))
    }
  }

  /// Whether no track of sound has sides.
  private static func isMono(_ context: RuleContext) -> Bool {
    let mixes = context.timeline.output.mixes
    return !mixes.isEmpty && mixes.allSatisfy { $0.encoding.channels == 1 }
  }

  /// What moves sound between sides, where there are none.
  private static func checkPanAutomation(
    of keys: [Located<String>], _ context: inout RuleContext
  ) {
    guard isMono(context) else { return }
    for key in ["panAutomation", "width"] {
      guard let range = keys.range(of: key) else { continue }
      context.report(
        RuleMessages.keyWithoutEffect(key, "the movie's sound has one channel", range: range))
    }
  }

  /// What one channel is in 5.1 or 7.1 is heard from the centre, which is on no side.
  private static func checkCenter(_ clip: Clip, _ context: inout RuleContext) {
    let mixes = context.timeline.output.mixes
    guard !mixes.isEmpty, mixes.allSatisfy({ $0.encoding.channels > 2 }),
      let sound = clip.sound, sound.channelMap == nil,
      context.catalog[clip.media]?.audio?.channels == 1
    else { return }
    for key in ["pan", "panAutomation", "width"] {
      guard let range = clip.keys.range(of: key) else { continue }
      context.report(
        RuleMessages.keyWithoutEffect(
          key,
          "the one channel of \(context.noun(clip)) is heard from the centre; with \"channelMap\": "
            + "{ \"left\": 1, \"right\": 1 } from both sides", range: range))
    }
  }

  // MARK: - Titles

  private static func check(_ title: Title, _ context: inout RuleContext) {
    if let range = title.keys.range(of: "perspective"),
      !turns(nil, title.animations),
      !title.layers.contains(where: { turns($0.placement, $0.animations) })
    {
      context.report(
        RuleMessages.keyWithoutEffect(
          "perspective", "\(context.noun(title)) is not turned about x or y", range: range))
    }
    if title.motionBlur != nil, let range = title.keys.range(of: "motionBlur"),
      !moves(title.animations + title.layers.flatMap(\.animations))
    {
      context.report(
        RuleMessages.keyWithoutEffect(
          "motionBlur", "\(context.noun(title)) does not move", range: range))
    }
    for layer in title.layers {
      check(layer.look.effects, &context)
      guard case .text(let style) = layer.content else { continue }
      for (key, reason) in idleKeys(of: style) {
        if let range = layer.keys.range(of: key) {
          context.report(RuleMessages.keyWithoutEffect(key, reason, range: range))
        }
      }
    }
  }

  /// Keys that do nothing to a text whoever writes them, each with the reason.
  private static func idleKeys(of style: TextStyle) -> [(key: String, reason: String)] {
    var keys: [(String, String)] = []
    let isOneLine = !style.text.contains(where: \.isNewline)
    if isOneLine, style.maximumWidth == nil {
      keys = [
        (
          "align",
          "it says how lines stand to each other, and the text has one; \"position\" and "
            + "\"anchor\" say where it stands"
        ), ("lineSpacing", "the text has one line"),
      ]
    }
    if isOneLine { keys.append(("paragraphSpacing", "the text itself breaks no line")) }
    if style.maximumHeight == nil {
      keys.append(("overflow", "without \"height\" a text is as high as it is"))
    }
    if style.maximumHeight == nil || style.overflow != .shrink {
      keys.append(("leastSize", "nothing shrinks without \"height\" and \"overflow\": \"shrink\""))
    }
    return keys
  }

  /// Whether anything but opacity, colour and outline changes.
  private static func moves(_ animations: [Animation]) -> Bool {
    animations.contains { ![.opacity, .color, .drawn, .path].contains($0.property) }
  }

  /// Whether something is turned out of its plane, now or at some time.
  private static func turns(_ placement: Placement?, _ animations: [Animation]) -> Bool {
    placement.map { $0.rotationX != .zero || $0.rotationY != .zero } ?? false
      || animations.contains { $0.property == .rotationX || $0.property == .rotationY }
  }
}
