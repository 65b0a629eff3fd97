import Testing
import TimelineModel
import SeededNumbers

@testable import PlanModel
@testable import RenderPlanning

/// What is seen of a frame, said plainly: the twin of what the keys hash.
private struct PlainFrame: Hashable {
  var layers: [PictureLayer] = []
  var showsBackground = true

  init(_ frame: Int, of plan: RenderPlan) {
    guard let segment = plan.segment(at: frame) else { return }
    for planned in segment.layers.reversed() {
      let seen = plan.visible(planned, at: frame - segment.frames.lowerBound)
      for layer in seen.reversed() {
        layers.append(layer.withoutLabels)
        if plan.hides(layer) {
          showsBackground = false
          return
        }
      }
    }
  }
}

extension PictureLayer {
  fileprivate var withoutLabels: PictureLayer {
    var layer = self
    layer.origin = PlanOrigin(track: TrackID(0), item: .clip(0), label: "")
    layer.name = ""
    for place in inputs.indices {
      layer.inputs[place].origin = layer.origin
      layer.inputs[place].side = .only
    }
    return layer
  }
}

@Suite struct KeyPropertyTests {
  @Test("stretches have the same key exactly where they show the same", arguments: 0..<6)
  func exact(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let plan = try randomScene(&generator).plan()
    let frames = (0..<plan.output.frameCount).map { PlainFrame($0, of: plan) }
    for length in [1, 5] {
      var shown: [String: [PlainFrame]] = [:]
      var keys: [[PlainFrame]: String] = [:]
      for first in stride(from: 0, to: frames.count - length, by: 3) {
        let key = plan.key(ofFrames: first..<first + length)
        let stretch = Array(frames[first..<first + length])
        let isSame =
          (shown[key] ?? stretch) == stretch && (keys[stretch] ?? key) == key
        if !isSame { Issue.record("frames \(first)..<\(first + length) of seed \(seed)") }
        shown[key] = stretch
        keys[stretch] = key
      }
    }
  }

  @Test("where a plan cuts its segments does not count", arguments: 0..<6)
  func cuts(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let plan = try randomScene(&generator).plan()
    var cut = plan
    cut.segments = plan.segments.flatMap { segment in
      var pieces: [PictureSegment] = []
      var first = 0
      while first < segment.frames.count {
        let end = min(segment.frames.count, first + Int.random(in: 1...9, using: &generator))
        let start = segment.frames.lowerBound
        pieces.append(
          PictureSegment(
            frames: start + first..<start + end,
            layers: segment.layers.map { $0.slice(first..<end) }))
        first = end
      }
      return pieces
    }
    #expect(cut.pictureKeys() == plan.pictureKeys())
    #expect(
      plan.chunks.allSatisfy { chunk in
        cut.visibleTexts(in: chunk.frames) == plan.visibleTexts(in: chunk.frames)
      })
  }

  @Test("all keys at once are the keys one by one")
  func together() throws {
    var generator = SeededGenerator(seed: 7)
    let plan = try randomScene(&generator).plan()
    #expect(
      plan.pictureKeys { "\($0.index)" }
        == plan.chunks.indices.map { plan.key(ofChunk: $0, context: "\($0)") })
    #expect(Set(plan.pictureKeys { "\($0.index)" }).count == plan.chunks.count)
  }

  @Test("numbers are written as the longest arithmetic runs from the left")
  func runs() {
    func written(_ numbers: [Int64]) -> [Int64] {
      var runs = ArithmeticRuns()
      for number in numbers { runs.append(number) }
      return runs.written
    }
    #expect(written([]) == [])
    #expect(written([5]) == [5, 0, 1])
    #expect(written([5, 5, 5]) == [5, 0, 3])
    #expect(written([7, 8, 9, 10, 20, 22]) == [7, 1, 4, 20, 2, 2])
    #expect(written([1, 3, 4, 5, 5]) == [1, 2, 2, 4, 1, 2, 5, 0, 1])
    // Many at once are the same as one by one.
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var (one, many) = (ArithmeticRuns(), ArithmeticRuns())
      for _ in 0..<6 {
        let number = Int64.random(in: 0...2, using: &random)
        let count = Int64.random(in: 0...4, using: &random)
        many.append(number, count: count)
        for _ in 0..<count { one.append(number) }
      }
      #expect(many.written == one.written)
    }
    #expect(written([.min, .max, .max - 1]) == [.min, -1, 3])
  }
}
