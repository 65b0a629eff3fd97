package import PlanModel
package import Raster
package import Rendering

/// Composes frames of one movie, one at a time; only the sources of the segment at hand stay open.
/// Used by one thread only; frames in rising order are fast.
package final class ComposedFrames {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let compositor: Compositor
  /// The frames over which the open sources are needed.
  private var open = 0..<0

  /// Opens no source before a frame needs it.
  package init(plan: RenderPlan, sources: MovieSources) {
    self.plan = plan
    images = sources.images()
    compositor = Compositor(plan: plan, images: images, texts: sources.texts)
  }

  /// - Throws: what the sources throw, with the frame.
  package func frame(_ number: Int) throws(RenderError) -> Image {
    if !open.contains(number), let segment = plan.segment(at: number) {
      images.retain(only: plan.media(in: segment.frames))
      open = segment.frames
    }
    do throws(RenderError) {
      return try compositor.compose(number)
    } catch {
      throw RenderError(error.kind, error.message, frame: error.frame ?? number)
    }
  }
}
