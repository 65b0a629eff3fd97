package import PlanModel
package import Raster
import Workers

/// Composes a plan's frames without encoding them, in order, on several threads.
package struct FrameExport: Sendable {
  private let plan: RenderPlan
  private let backend: any RenderBackend
  private let cancellation: Cancellation

  /// Frames that a thread composes at a time.
  private static let run = 4

  /// - Parameter cancellation: ends the export between frames.
  package init(plan: RenderPlan, backend: any RenderBackend, cancellation: Cancellation) {
    self.plan = plan
    self.backend = backend
    self.cancellation = cancellation
  }

  /// Composes all frames.
  ///
  /// - Parameters:
  ///   - jobs: threads; each holds a few frames.
  ///   - take: gets the frames in order.
  /// - Throws: what a source or `take` throws.
  package func run(
    jobs: Int, take: (Image) throws(RenderError) -> Void
  ) throws(RenderError) {
    let threads = max(1, min(jobs, (plan.output.frameCount + Self.run - 1) / Self.run))
    let composers = (0..<threads).map { _ in Composer(plan, backend) }
    var first = 0
    while first < plan.output.frameCount {
      let start = first
      let runs = WorkerPool.map(threads, threads: threads) { thread in
        Result { () throws(RenderError) in
          let begin = min(plan.output.frameCount, start + thread * Self.run)
          return try composers[thread].frames(
            begin..<min(plan.output.frameCount, begin + Self.run), cancellation)
        }
      }
      for run in runs {
        for image in try run.get() {
          try cancellation.check()
          try take(image)
        }
      }
      first += threads * Self.run
    }
  }

  /// Composes what it is asked for; used by one thread at a time.
  // Safe: each call of `run` gives each thread a composer of its own.
  private final class Composer: @unchecked Sendable {
    private let plan: RenderPlan
    private let images: any ImageSource
    private let compositor: Compositor
    private var open = 0..<0

    init(_ plan: RenderPlan, _ backend: any RenderBackend) {
      self.plan = plan
      images = backend.makeImageSource()
      compositor = Compositor(plan: plan, images: images, texts: backend.textSource)
    }

    func frames(
      _ range: Range<Int>, _ cancellation: Cancellation
    ) throws(RenderError) -> [Image] {
      var result: [Image] = []
      for frame in range {
        try cancellation.check()
        if !open.contains(frame), let segment = plan.segment(at: frame) {
          images.retain(only: plan.media(in: segment.frames))
          open = segment.frames
        }
        do throws(RenderError) {
          result.append(try compositor.compose(frame))
        } catch {
          throw RenderError(error.kind, error.message, frame: error.frame ?? frame)
        }
      }
      return result
    }
  }
}
