/// Every media is used.
enum UnusedMediaRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.isComplete else { return }
    var isUsed = Array(repeating: false, count: context.timeline.media.count)
    func use(_ id: MediaID) {
      if isUsed.indices.contains(id.index) { isUsed[id.index] = true }
    }
    for track in context.timeline.tracks {
      for clip in track.clips { use(clip.media) }
      for title in track.titles {
        for case .image(let id, _, _) in title.layers.map(\.content) { use(id) }
      }
    }
    for (index, item) in context.timeline.media.enumerated() where !isUsed[index] {
      context.report(RuleMessages.unusedMedia(item.name, range: item.nameRange))
    }
  }
}
