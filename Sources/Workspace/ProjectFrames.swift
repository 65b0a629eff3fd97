public import PlanModel
public import Raster
import RenderPlanning
public import Rendering

/// Composes single frames of a plan as they are before any encoding, one at a time.
public struct ProjectFrames {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let compositor: Compositor

  public init(of plan: RenderPlan, backend: any RenderBackend) {
    self.plan = plan
    images = backend.makeImageSource()
    compositor = Compositor(plan: plan, images: images, texts: backend.textSource)
  }

  public func frame(_ number: Int) throws(RenderError) -> Image { try compositor.compose(number) }

  /// Damaged pictures that others were shown for so far.
  public func damage(in frames: Range<Int>) -> [SourceDamage] {
    plan.damage(in: frames, known: images.damage)
  }
}
