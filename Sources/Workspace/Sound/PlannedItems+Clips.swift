import Diagnostics
import PlanModel
import RenderPlanning
import TimelineModel

extension PlannedItems {
  /// The clips that show the edit an item lies in, the outermost first, where they are written.
  func clips(showing origin: PlanOrigin) -> [Located<String>] {
    way(to: origin).compactMap { use in
      guard case .clip(let number) = use.item, let clips = track(use.track)?.clips,
        clips.indices.contains(number)
      else { return nil }
      return Located(value: use.label, range: clips[number].mediaRange)
    }
  }
}
