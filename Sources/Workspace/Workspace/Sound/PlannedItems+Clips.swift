import Diagnostics
import PlanModel
import RenderPlanning
import TimelineModel

extension PlannedItems {
  /// The clip that something of a plan is of; `nil` for what is of no clip.
  func clip(of origin: PlanOrigin) -> Clip? {
    guard case .clip(let number) = origin.item, let clips = track(origin.track)?.clips,
      clips.indices.contains(number)
    else { return nil }
    return clips[number]
  }

  /// The clips that show the edit an item lies in, the outermost first, where they are written.
  func clips(showing origin: PlanOrigin) -> [Located<String>] {
    way(to: origin).compactMap { use in
      clip(of: use).map { Located(value: use.label, range: $0.mediaRange) }
    }
  }
}
