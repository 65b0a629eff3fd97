import BaseValues
import PlanModel
import Rendering
import Testing
import TimelineModel

@Suite struct MemoryEstimateTests {
  /// Bytes a worker needs beyond what it does without the source's pictures.
  private func bytes(
    _ pictures: PlannedFrames?, isOpaque: Bool = true,
    reading: Interpretation = Interpretation()
  ) -> Int {
    func estimate(_ pictures: PlannedFrames?) -> Int {
      var plan = sessionPlan(chunks: 2)
      plan.sources[0].pictures = pictures
      plan.sources[0].isOpaque = isOpaque
      plan.sources[0].reading = reading
      return MemoryEstimate(plan).bytesPerWorker
    }
    return estimate(pictures) - estimate(nil)
  }

  private func pictures(
    bits: Int = 12, depth: Int = 8, standAlone: Bool = false
  ) -> PlannedFrames {
    PlannedFrames(
      size: Size(width: 1920, height: 1080),
      storage: FrameStorage(bitsPerPixel: bits, bitDepth: depth), standAlone: standAlone)
  }

  @Test("pictures count as they are stored, twelve of a stream and three that stand alone")
  func stored() {
    let area = 1920 * 1080
    #expect(bytes(pictures()) == 12 * area * 3 / 2 + matrix)
    #expect(bytes(pictures(bits: 24)) == 12 * area * 3 + matrix)
    #expect(bytes(pictures(bits: 64, standAlone: true)) == 3 * area * 8 + matrix)
  }

  /// What a picture of another matrix needs at the plan's 4 by 2: 16 bits of luma and, in a quarter of
  /// them, of two differences and 32 of what these add to luma.
  private let matrix = 4 * 2 * 2 + 2 * 1 * (2 * 2 + 4)

  @Test("a matrix needs samples of 16 bits, twice where pictures are scaled, and cuts need chroma")
  func conforming() {
    func more(_ crop: Rect, isOpaque: Bool = true) -> Int {
      var plan = sessionPlan(chunks: 2)
      plan.sources[0].pictures = pictures()
      plan.sources[0].isOpaque = isOpaque
      let plain = MemoryEstimate(plan).bytesPerWorker
      plan.conforms[0].crop = crop
      return MemoryEstimate(plan).bytesPerWorker - plain
    }
    #expect(more(Rect(x: 2, y: 4, width: 4, height: 2)) == 0)
    #expect(more(Rect(x: 0, y: 0, width: 8, height: 2)) == (4 * 2 + 2 * 2 * 1) * 2)
    #expect(more(Rect(x: 1, y: 0, width: 4, height: 2)) == 4 * 2 * 3)
    #expect(more(Rect(x: 2, y: 3, width: 4, height: 2), isOpaque: false) == 4 * 2 * 4)
  }

  @Test("what goes through light needs 16 bits a component at the size it is scaled to")
  func light() {
    // The plan's conform is 4 by 2.
    let deep = bytes(pictures(bits: 24, depth: 10)) - bytes(pictures(bits: 24))
    #expect(deep == 4 * 2 * 8 - matrix)
    let said = Interpretation(colors: ColorSpaceTags(primaries: .bt2020))
    #expect(bytes(pictures(), reading: said) - bytes(pictures()) == 4 * 2 * 8 - matrix)
    let seen = bytes(pictures(), isOpaque: false) - bytes(pictures())
    #expect(seen == 4 * 2 * 13 / 2 - matrix)
  }

  @Test("a group is a canvas with alpha for this frame and one for the frame before")
  func groups() {
    let plain = MemoryEstimate(sessionPlan(chunks: 2)).bytesPerWorker
    var plan = sessionPlan(chunks: 2)
    func wrap(_ width: Int, _ height: Int) {
      for place in plan.segments.indices {
        var input = plan.segments[place].layers[0].inputs[0]
        let size = Size(width: width, height: height)
        input.content = .group(Composition(size: size, layers: plan.segments[place].layers))
        plan.segments[place].layers = [PictureLayer(input)]
      }
    }
    // Luma and alpha in full, two colours and their alpha in quarters.
    wrap(64, 32)
    let canvas = 2 * (64 * 32 * 2 + 3 * 32 * 16)
    #expect(MemoryEstimate(plan).bytesPerWorker == plain + canvas)
    wrap(8, 8)
    #expect(
      MemoryEstimate(plan).bytesPerWorker == plain + canvas + 2 * (8 * 8 * 2 + 3 * 4 * 4))
  }

  @Test("in 10 bits what is composed and encoded counts twice, and what is read is widened")
  func depth() {
    var plan = sessionPlan(chunks: 2)
    func more() -> Int {
      var deep = plan
      deep.output.bitDepth = 10
      return MemoryEstimate(deep).bytesPerWorker - MemoryEstimate(plan).bytesPerWorker
    }
    // Six of the compositor's, 114 that x264's preset "medium" holds and 8 of the lead-in.
    let picture = plan.output.size.width * plan.output.size.height * 3 / 2
    let composed = (6 + 114 + 8) * picture
    // The plan's conform is 4 by 2: two pictures of two bytes a sample.
    plan.sources[0].isOpaque = true
    #expect(more() == composed + 2 * 2 * (4 * 2 + 2 * 2 * 1))
    plan.sources[0].isOpaque = false
    #expect(more() == composed + 2 * 2 * (4 * 2 * 2 + 3 * 2 * 1))
  }

  @Test("a source that is played backwards has its pictures kept")
  func backwards() {
    func estimate(_ numbers: [Int]) -> Int {
      var plan = sessionPlan(chunks: 2)
      let conform = ConformID(0)
      plan.segments[0].layers[0].inputs[0].content = .picture(
        PerFrame(numbers.map { .source(conform, sourceFrame: $0) }))
      return MemoryEstimate(plan).bytesPerWorker
    }
    #expect(estimate([1, 2, 2, 3]) == estimate([2, 2, 2, 2]))
    #expect(estimate([3, 3, 2, 1]) == estimate([1, 2, 2, 3]) + MemoryEstimate.backwardBytes)
  }
}
