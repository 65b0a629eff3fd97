package import PlanModel
package import Raster
package import Rendering
import Synchronization
package import Workspace

/// Composes frames of one plan for whoever asks, one at a time; decoders stay open in between.
package final class WarmFrames: Sendable {
  private let plan: RenderPlan
  private let backend: MediaBackend
  private let frames = Mutex<ProjectFrames?>(nil)

  /// Opens nothing before the first frame.
  package init(of plan: RenderPlan, in project: LoadedProject) {
    self.plan = plan
    backend = project.backendOfSingleFrames(for: plan)
  }

  /// A frame as it is before any encoding; waits for whoever was first.
  ///
  /// - Throws: what reading media and drawing texts throw.
  package func frame(_ number: Int) throws(RenderError) -> Image {
    let (plan, backend) = (plan, backend)
    let result: Result<Image, RenderError> = frames.withLock { frames in
      let ready = frames ?? ProjectFrames(of: plan, backend: backend)
      do throws(RenderError) {
        let image = try ready.frame(number)
        frames = ready
        return .success(image)
      } catch {
        // A decoder that failed is not used again.
        frames = nil
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Closes decoders until the next frame.
  package func rest() { frames.withLock { $0 = nil } }
}
