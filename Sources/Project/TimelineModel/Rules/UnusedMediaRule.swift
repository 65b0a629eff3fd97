import Diagnostics

/// Every media is used.
enum UnusedMediaRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    // Clips that could not be read may use some.
    guard context.isComplete, context.timeline.ownMediaCount > 0,
      context.timeline.edits.allSatisfy({ $0.timeline.tracks.allSatisfy(\.isComplete) })
    else { return }
    var isUsed = Array(repeating: false, count: context.timeline.media.count)
    func use(_ id: MediaID) {
      if isUsed.indices.contains(id.index) { isUsed[id.index] = true }
    }
    if let artwork = context.timeline.output.artwork { use(artwork.value) }
    if let describing = context.timeline.output.describingMedia { use(describing) }
    // An entry that takes parameters is an item for each set of their values.
    let places = context.timeline.media.map(\.nameRange)
    let edits = context.timeline.edits
    for track in context.timeline.tracks + edits.flatMap(\.timeline.tracks) {
      for clip in track.clips { use(clip.media) }
      for media in track.captionMedia { use(media) }
      for media in track.effects.compactMap(\.media) { use(media.value) }
      for media in track.transitions.compactMap(\.media) { use(media.value) }
      for title in track.titles {
        for case .image(let id, _, _) in title.layers.map(\.content) { use(id) }
      }
    }
    // What another project names is its own affair.
    let own = context.timeline.media.prefix(context.timeline.ownMediaCount)
    let used = Set(places.indices.filter { isUsed[$0] }.map { places[$0] })
    for item in own where !used.contains(item.nameRange) && !item.isNamedWhereLeftOut {
      context.report(RuleMessages.unusedMedia(item.name, range: item.nameRange))
    }
  }
}
