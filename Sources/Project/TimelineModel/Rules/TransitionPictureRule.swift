import Diagnostics

/// What a transition takes its order from is a picture.
enum TransitionPictureRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let items = context.timeline.media
    for media in context.timeline.tracks.flatMap(\.transitions).compactMap(\.media)
    where items.indices.contains(media.value.index) {
      let item = items[media.value.index]
      switch item.content {
      case .color, .edit, .captions, .generator(.below), .canvasFilter, .audioFilter: break
      case .file, .sequence, .filter, .filtered, .generator, .look:
        // Facts that are missing have been reported.
        if context.catalog[media.value].map({ $0.video != nil }) ?? true { continue }
      }
      context.report(
        RuleMessages.transitionWithoutPicture(
          media: item.name, range: media.range, other: item.nameRange))
    }
  }
}
