import Diagnostics
import BaseValues
import PlanModel
import Raster
import TimelineModel

/// Which frames of a movie are kept.
struct FrameSelection {
  /// Rising, each once.
  var frames: [Int]
  /// Those of them that are kept as pictures too; rising, each once.
  var pictures: [Int]

  /// Movies of up to so many frames are kept whole unless they say otherwise.
  static let wholeMovie = 300

  init(_ plan: RenderPlan, _ choice: GoldenChoice) {
    let count = plan.output.frameCount
    let grid = FrameGrid(plan.output.rate)
    func shown(at times: [Located<Rational>]) -> Set<Int> {
      Set(
        times.map { Int(clamping: grid.frameContaining($0.value).value) }
          .filter { (0..<count).contains($0) })
    }
    var frames: Set<Int>
    switch choice.frames {
    case .all: frames = Set(0..<count)
    case .at(let times): frames = shown(at: times)
    case .default:
      frames =
        count <= Self.wholeMovie ? Set(0..<count) : Set(plan.segments.flatMap { $0.samples })
    }
    var pictures: Set<Int> = []
    if let times = choice.pictures {
      pictures = shown(at: times)
    } else if !frames.isEmpty {
      // Of the frames that are kept the one in the middle of the movie, or the next before it.
      pictures = [frames.filter { $0 <= count / 2 }.max() ?? frames.min() ?? 0]
    }
    frames.formUnion(pictures)
    self.frames = frames.sorted()
    self.pictures = pictures.sorted()
  }
}

extension PictureSegment {
  /// The first, the middle and the last frame.
  fileprivate var samples: [Int] {
    [frames.lowerBound, frames.lowerBound + frames.count / 2, frames.upperBound - 1]
  }
}

extension MovieShape {
  init(_ plan: RenderPlan) {
    let output = plan.output
    self.init(
      size: output.size, rate: output.rate,
      frameCount: output.frameCount, sampleCount: plan.audio?.sampleCount)
  }
}
