import MediaTime
import PixelGeometry
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
    #expect(bytes(pictures()) == 12 * area * 3 / 2)
    #expect(bytes(pictures(bits: 24)) == 12 * area * 3)
    #expect(bytes(pictures(bits: 64, standAlone: true)) == 3 * area * 8)
  }

  @Test("what goes through light needs 16 bits a component at the size it is scaled to")
  func light() {
    // The plan's conform is 4 by 2.
    let deep = bytes(pictures(bits: 24, depth: 10)) - bytes(pictures(bits: 24))
    #expect(deep == 4 * 2 * 8)
    let said = Interpretation(colors: ColorSpaceTags(primaries: .bt2020))
    #expect(bytes(pictures(), reading: said) - bytes(pictures()) == 4 * 2 * 8)
    let seen = bytes(pictures(), isOpaque: false) - bytes(pictures())
    #expect(seen == 4 * 2 * 13 / 2)
  }
}
