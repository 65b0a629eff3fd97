package import EditComparison
package import GoldenTesting
package import BaseValues
import OutputKinds
package import PlanModel
package import Rendering
package import Workspace

/// Two versions that were composed, and all that was measured.
package struct ComposedDifference {
  package let result: ProjectResult
  package let base: ComparedMovie
  package let other: ComparedMovie
}

/// Which frames and seconds of sound two versions of a movie have different, by their numbers.
package struct MovieDifference {
  /// Frames that differ or that only one version has, rising.
  package let frames: [Int]
  /// Seconds of sound that differ or that only one version has, counted from 0, rising.
  package let seconds: [Int]
  /// Frames of the longer version.
  package let frameCount: Int
  /// Seconds of sound of the longer version, the last one begun.
  let secondCount: Int
  /// How long the pictures of both versions are, in seconds; `nil` where that cannot be told.
  let lengths: (base: Rational, other: Rational)?
  /// `nil` where only what the plans say was compared.
  package let composed: ComposedDifference?
  /// The frames and whole seconds of sound that both versions have.
  let common: (frames: Int, seconds: Int)
  private let rates: (base: FrameRate, other: FrameRate)

  /// Compares what would be rendered: frames by key, and by pixel where their keys differ.
  package init(
    _ a: (LoadedProject, RenderPlan), _ b: (LoadedProject, RenderPlan), jobs: Int
  ) throws(RenderError) {
    let (base, other) = (Self.movie(a), Self.movie(b))
    let result = try MovieComparison(base, other, jobs: jobs, measures: false).run()
    composed = ComposedDifference(result: result, base: base, other: other)
    let counts = (a.1.output.frameCount, b.1.output.frameCount)
    frameCount = max(counts.0, counts.1)
    let common = min(counts.0, counts.1)
    // Pictures of another size are all others.
    frames =
      (result.pictures.map { $0.differences.map(\.frame) } ?? Array(0..<common))
      + Array(common..<frameCount)
    let lengths = (Self.seconds(a.1), Self.seconds(b.1))
    secondCount = max(lengths.0, lengths.1)
    let both = min(lengths.0, lengths.1)
    let rate = Int64(max(a.1.audio?.sampleRate ?? 1, 1))
    seconds =
      (result.sound.map { $0.differences.map { Int($0.sample / rate) } } ?? Array(0..<both))
      + Array(both..<secondCount)
    rates = (a.1.output.rate, b.1.output.rate)
    self.lengths = Self.lengths(counts, rates)
    self.common = (common, both - 1)
  }

  /// Compares two versions by what their plans say, without composing anything: of what is named, a
  /// little may look and sound the same after all.
  package init(_ a: VersionContent, _ b: VersionContent) {
    composed = nil
    let counts = (a.pictures.frameCount, b.pictures.frameCount)
    let common = min(counts.0, counts.1)
    frameCount = max(counts.0, counts.1)
    frames =
      (0..<common).filter { a.pictures[$0] != b.pictures[$0] } + Array(common..<frameCount)
    let lengths = (a.seconds.count, b.seconds.count)
    let both = min(lengths.0, lengths.1)
    secondCount = max(lengths.0, lengths.1)
    seconds = (0..<both).filter { a.seconds[$0] != b.seconds[$0] } + Array(both..<secondCount)
    rates = (a.frameRate, b.frameRate)
    self.lengths = Self.lengths(counts, rates)
    self.common = (common, both - 1)
  }

  private static func lengths(
    _ counts: (Int, Int), _ rates: (base: FrameRate, other: FrameRate)
  ) -> (base: Rational, other: Rational)? {
    guard let base = try? FrameGrid(rates.base).time(of: FrameIndex(Int64(counts.0))),
      let other = try? FrameGrid(rates.other).time(of: FrameIndex(Int64(counts.1)))
    else { return nil }
    return (base, other)
  }

  private static func movie(_ side: (LoadedProject, RenderPlan)) -> ComparedMovie {
    let (project, plan) = side
    let texts = project.texts
    return ComparedMovie(name: project.path, plan: plan, sources: project.sources(for: plan)) {
      $0.contexts(texts: texts)
    }
  }

  private static func seconds(_ plan: RenderPlan) -> Int {
    guard let audio = plan.audio, audio.sampleRate > 0 else { return 0 }
    return Int((audio.sampleCount + Int64(audio.sampleRate) - 1) / Int64(audio.sampleRate))
  }

  // MARK: - Shares

  /// What of it lies where a change is seen or heard.
  ///
  /// - Parameter senses: what may be another. Whatever it is may make the movie longer, where it is
  ///   not only a property or words that are others.
  package func share(of change: EditChange, as senses: ChangeSenses) -> (
    frames: [Int], seconds: [Int]
  ) {
    let keepsLength =
      switch change.kind {
      case .property, .reworded, .renamed, .slipped: true
      default: false
      }
    let addedFrames = keepsLength ? frameCount : common.frames
    let addedSeconds = keepsLength ? secondCount : common.seconds
    let frames = senses.pictures ? frames : frames.filter { $0 >= addedFrames }
    let seconds = senses.sound ? seconds : seconds.filter { $0 >= addedSeconds }
    if change.concernsAll { return (frames, seconds) }
    return share(frames, seconds, at: change.baseTimes, change.otherTimes)
  }

  /// What of it lies in some times of either version.
  package func share(
    at baseTimes: [TimeRange], _ otherTimes: [TimeRange]
  ) -> (frames: [Int], seconds: [Int]) { share(frames, seconds, at: baseTimes, otherTimes) }

  private func share(
    _ frames: [Int], _ seconds: [Int], at baseTimes: [TimeRange], _ otherTimes: [TimeRange]
  ) -> (frames: [Int], seconds: [Int]) {
    let touched =
      baseTimes.map { frameRange($0, rates.base) } + otherTimes.map { frameRange($0, rates.other) }
    let heard = (baseTimes + otherTimes).map { range in
      Int(clamping: range.start.floor())..<Int(clamping: max(range.end.ceil(), range.start.floor()))
    }
    return (Self.members(frames, of: touched), Self.members(seconds, of: heard))
  }

  private func frameRange(_ range: TimeRange, _ rate: FrameRate) -> Range<Int> {
    let grid = FrameGrid(rate)
    let first = grid.frameContaining(range.start).value
    let end = grid.firstFrame(atOrAfter: range.end).value
    return Int(clamping: first)..<Int(clamping: max(end, first))
  }

  /// Those of some rising numbers that lie in any of some ranges.
  private static func members(_ numbers: [Int], of ranges: [Range<Int>]) -> [Int] {
    var result: [Int] = []
    var index = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      while index < numbers.count, numbers[index] < range.lowerBound { index += 1 }
      while index < numbers.count, numbers[index] < range.upperBound {
        result.append(numbers[index])
        index += 1
      }
    }
    return result
  }
}
