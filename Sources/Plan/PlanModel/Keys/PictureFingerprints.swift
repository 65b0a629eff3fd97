import BaseValues

/// What each frame of a movie shows, as numbers: the same number is the same picture, whichever
/// frame of whichever version of the movie it is.
///
/// They tell what keys tell, and how the movie is encoded apart. Where pictures of a source follow
/// each other their numbers do too, so that a stretch of them is as short as a clip:
/// ```
/// frames 0..99     a, a + s, a + 2·s, …
/// frames 100..149  b, b + s, …
/// ```
package struct PictureFingerprints: Hashable, Sendable {
  /// Frames whose layers all go on in steps.
  struct Run: Hashable, Sendable {
    var frames: Range<Int>
    /// From front to back: what is seen of the first frame, and how it goes on.
    var layers: [Layer]
  }

  struct Layer: Hashable, Sendable {
    var first: UInt64
    var step: UInt64
  }

  /// Without gap or overlap from frame 0.
  var runs: [Run] = []

  /// Those of no frames.
  init() {}

  /// Those of all frames of a movie.
  ///
  /// - Complexity: O(frames · layers).
  package init(_ plan: RenderPlan) {
    var hasher = PictureHasher(plan: plan)
    var base = FrameDescription()
    base.shape = [Int64(plan.output.size.width), Int64(plan.output.size.height)]
    let depth = plan.output.bitDepth
    if depth != 8 { base.shape.append(Int64(depth)) }
    if let color = PictureColor.allCases.firstIndex(of: plan.output.color), color > 0 {
      base.shape += [-1, Int64(color)]
    }
    let size = Self.fingerprint(base)
    for segment in plan.segments {
      var layers = hasher.seen(segment, of: plan, at: 0..<segment.frames.count)
      let isSteady = layers.allSatisfy(\.isSteady)
      var first: [UInt64] = []
      for offset in 0..<segment.frames.count {
        if isSteady, offset > 0 {
          append(Self.moved(first, layers, to: offset, hasher))
          continue
        }
        first.removeAll(keepingCapacity: true)
        hasher.forEachSeen(&layers, of: plan, at: offset) {
          first.append(Self.fingerprint($0) &+ size)
        }
        append(first)
      }
    }
  }

  /// Steady layers differ from frame to frame in which pictures of sources they are.
  private static func moved(
    _ first: [UInt64], _ layers: [SeenLayer], to offset: Int, _ hasher: PictureHasher
  ) -> [UInt64] {
    var result = first
    for (index, layer) in layers.filter({ $0.opacity[0] > 0 }).enumerated()
    where index < result.count && !layer.sources.isEmpty {
      let before = hasher.pictureNumber(of: layer.sources[0]) ?? 0
      let now = hasher.pictureNumber(of: layer.sources[offset]) ?? 0
      result[index] &+= factor(1) &* UInt64(bitPattern: now &- before)
    }
    return result
  }

  mutating func append(_ layers: [UInt64]) {
    let number = frameCount
    if let last = runs.indices.last, runs[last].layers.count == layers.count {
      let count = UInt64(runs[last].frames.count)
      if count == 1 {
        for index in layers.indices {
          runs[last].layers[index].step = layers[index] &- runs[last].layers[index].first
        }
        runs[last].frames = number - 1..<number + 1
        return
      }
      let goesOn = zip(runs[last].layers, layers).allSatisfy { $0.first &+ $0.step &* count == $1 }
      if goesOn {
        runs[last].frames = runs[last].frames.lowerBound..<number + 1
        return
      }
    }
    runs.append(
      Run(frames: number..<number + 1, layers: layers.map { Layer(first: $0, step: 0) }))
  }

  // MARK: - Looking

  /// Frames of the movie.
  package var frameCount: Int { runs.last?.frames.upperBound ?? 0 }

  /// The number of a frame's picture.
  ///
  /// - Precondition: there is such a frame.
  package subscript(frame: Int) -> UInt64 {
    let run = runs[runIndex(of: frame)]
    return run.fingerprint.first &+ run.fingerprint.step &* UInt64(frame - run.frames.lowerBound)
  }

  /// The number of each layer that is seen in a frame, from front to back; the last is the
  /// background's where that is seen.
  ///
  /// - Precondition: there is such a frame.
  package func layers(of frame: Int) -> [UInt64] {
    let run = runs[runIndex(of: frame)]
    let offset = UInt64(frame - run.frames.lowerBound)
    return run.layers.map { $0.first &+ $0.step &* offset }
  }

  /// The frames that show a picture.
  ///
  /// - Complexity: O(frames).
  package func frames(showing picture: UInt64) -> [Range<Int>] {
    var found = FrameList()
    for run in runs { found.add(run.frames, of: run.fingerprint, equalTo: picture) }
    return found.ranges
  }

  /// The frames in which a layer is seen, whatever the others show.
  ///
  /// - Complexity: O(frames · layers).
  package func frames(withLayer number: UInt64) -> [Range<Int>] {
    var found = FrameList()
    for run in runs {
      var own: [Range<Int>] = []
      for layer in run.layers {
        var frames = FrameList()
        frames.add(run.frames, of: layer, equalTo: number)
        own += frames.ranges
      }
      for range in own.sorted(by: { $0.lowerBound < $1.lowerBound }) { found.add(range) }
    }
    return found.ranges
  }

  private func runIndex(of frame: Int) -> Int {
    precondition((0..<frameCount).contains(frame), "frame \(frame) of \(frameCount)")
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if runs[middle].frames.lowerBound <= frame { low = middle } else { high = middle }
    }
    return low
  }
}

extension PictureFingerprints.Run {
  /// All layers together.
  var fingerprint: PictureFingerprints.Layer {
    var sum = PictureFingerprints.Layer(first: 0, step: 0)
    for (index, layer) in layers.enumerated() {
      let factor = PictureFingerprints.factor(1000 + index)
      sum.first &+= factor &* layer.first
      sum.step &+= factor &* layer.step
    }
    return sum
  }
}

extension PictureFingerprints {
  /// A hash that grows in steps where one of the numbers does: the shape's hash, and the numbers with
  /// a factor each.
  fileprivate static func fingerprint(_ frame: FrameDescription) -> UInt64 {
    var hash = XXH64()
    for number in frame.shape { hash.update(UInt64(bitPattern: number)) }
    var sum = hash.finalize()
    for (index, number) in frame.numbers.enumerated() {
      sum &+= factor(index) &* UInt64(bitPattern: number)
    }
    return sum
  }

  /// An odd number that looks like chance: the steps of SplitMix64.
  static func factor(_ index: Int) -> UInt64 {
    var number = (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return (number ^ number >> 31) | 1
  }
}

/// Frames as ranges that do not touch.
private struct FrameList {
  var ranges: [Range<Int>] = []

  mutating func add(_ range: Range<Int>) {
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] =
        last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }

  mutating func add(
    _ frames: Range<Int>, of layer: PictureFingerprints.Layer, equalTo number: UInt64
  ) {
    if layer.step == 0 {
      if layer.first == number { add(frames) }
      return
    }
    var next = layer.first
    for frame in frames {
      if next == number { add(frame..<frame + 1) }
      next &+= layer.step
    }
  }
}
