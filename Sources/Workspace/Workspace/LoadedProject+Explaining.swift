import Explaining
package import PlanModel
import RenderPlanning

extension LoadedProject {
  /// Why a frame is what it is, in words; `nil` where that cannot be said.
  package func explanation(of frame: Int, plan: RenderPlan) -> String? {
    guard let timeline else { return nil }
    return FrameExplainer(
      plan, of: timeline, catalog: catalog, file: file,
      facts: ProjectFacts(self, plan, cache: nil)
    ).explanation(of: frame)?.text
  }
}
