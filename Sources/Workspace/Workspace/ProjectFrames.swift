package import PlanModel
package import Raster
import RenderPlanning
package import Rendering

/// Composes single frames of a plan as they are before any encoding, one at a time.
package struct ProjectFrames {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let compositor: Compositor

  /// The frames of a plan; the backend's readers stay open as long as this lives.
  package init(of plan: RenderPlan, backend: any RenderBackend) {
    self.plan = plan
    images = backend.makeImageSource()
    compositor = Compositor(plan: plan, images: images, texts: backend.textSource)
  }

  /// A frame of the output, counted from 0; fast in rising order.
  ///
  /// - Throws: what reading media and drawing texts throw.
  package func frame(_ number: Int) throws(RenderError) -> Image { try compositor.compose(number) }

  /// Damaged pictures that others were shown for so far.
  package func damage(in frames: Range<Int>) -> [SourceDamage] {
    plan.damage(in: frames, known: images.damage)
  }
}
