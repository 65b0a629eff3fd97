import FileSystem
import MovieBoxes
import OutputKinds
import PlanModel
package import Rendering
import Workers

// Safe: whoever joins the rendition uses it until it is complete, and after that the sink of the movie alone.
/// Takes a further rendition of the pictures of a movie of segments, until that movie is cut; see `SegmentedMovieSink`.
@safe package final class RenditionSink: MovieSink, @unchecked Sendable {
  /// What is made of it.
  let output: PlannedOutput
  private var whole: UncutMovie?
  /// Whether it is complete, or never will be; `nil` as long as it is neither.
  private let isComplete = Monitor<Bool?>(nil)
  private var movie: FragmentedMovie?

  /// - Parameter path: of the movie, beside which it is written without a name.
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  init(beside path: String, output: PlannedOutput) throws(RenderError) {
    self.output = output
    whole = try UncutMovie(beside: path, output)
  }

  /// Appends what follows of the pictures.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    try whole?.append(chunk, to: track)
  }

  /// Hands it to the sink of the movie.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      movie = try whole?.finish()
    } catch {
      throw error.renderError
    }
    isComplete.change { $0 = $0 ?? true }
  }

  /// Leaves nothing of it.
  package func cancel() {
    if isComplete.change({ $0 }) == nil { whole = nil }
    isComplete.change { $0 = $0 ?? false }
  }

  /// The rendition to be cut, as soon as it is complete; `nil` where it never will be.
  func completed() -> FragmentedMovie? { isComplete.wait { $0 } ? movie : nil }

  /// Frames with which its chunks begin.
  var chunkStarts: [Int] { whole?.chunkStarts ?? [] }

  /// Hands over bytes of it in blocks.
  func copy(
    _ ranges: [Range<Int>], to body: ([UInt8]) throws(MovieWriteError) -> Void
  ) throws(MovieWriteError) {
    try whole?.copy(ranges, to: body)
  }
}
