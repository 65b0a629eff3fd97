internal import BaseValues
import OutputKinds
internal import PlanModel
internal import TimelineModel

/// Cuts the movie into chunks that are rendered and encoded on their own.
enum ChunkPlanner {
  /// Chunks of as many whole groups of pictures as begin and end within two seconds, at least one.
  ///
  /// The boundaries depend on the number of frames and the group's length alone, so that an edit
  /// changes the keys of no chunks but those it shows in. Where the movie is cut into segments, each begins with a
  /// chunk.
  static func chunks(
    frameCount: Int, rate: FrameRate, gopFrames: Int?, segmentFrames: Int? = nil
  ) -> [Chunk] {
    let twoSeconds = max(1, Int(FrameGrid(rate).nearestFrame(to: Rational(2)).value))
    let group = min(max(1, gopFrames ?? twoSeconds), 1 << 30)
    let length = group * max(1, twoSeconds / group)
    var chunks: [Chunk] = []
    var first = 0
    while first < frameCount {
      var end = min(first + length, frameCount)
      if let segmentFrames { end = min(end, (first / segmentFrames + 1) * segmentFrames) }
      chunks.append(Chunk(index: chunks.count, frames: first..<end))
      first = end
    }
    return chunks
  }
}
