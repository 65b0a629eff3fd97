import BaseValues
import MovieWriting
import OutputKinds
import Raster
import Rendering
import Testing

@Suite struct LeadInTests {
  /// A still with detail everywhere: waves and grain.
  private static func still(_ size: Size) -> Image {
    var picture = MutableImage(format: .yuv420p8, size: size)
    picture.fill(y: 128, u: 128, v: 128)
    var state: UInt32 = 9
    for y in 0..<size.height {
      var row = picture.mutableRow(0, y)
      for x in row.indices {
        state = state &* 1_664_525 &+ 1_013_904_223
        row[x] = UInt8(90 + (x * y / 40) % 60 + Int(state >> 28))
      }
    }
    return picture.freeze()
  }

  @Test(
    "the first key frame of a chunk is as good as the next of the same still",
    arguments: [
      ("veryfast", nil), ("medium", nil), ("medium", "grain"), ("slow", "stillimage"),
      ("veryslow", nil),
    ] as [(String, String?)])
  func firstKeyFrame(_ preset: String, _ tune: String?) throws {
    let rate = try #require(FrameRate(25))
    for (depth, tenths) in [(8, 200), (8, 280), (10, 200)] {
      var settings = Synthetic.settings(rate: rate, gopFrames: 25, preset: preset)
      settings.tune = tune
      settings.bitDepth = depth
      settings.rateControl = .crf(tenths: tenths)
      let still = Self.still(settings.size)
      let picture = depth == 8 ? still : still.widened()
      let encoder = try VideoChunkEncoder(settings)
      for number in 0..<75 { try encoder.encode(picture, startsGroup: number % 25 == 0) }
      let chunk = try encoder.finish()
      let keys = chunk.packets.filter(\.isKey)
      #expect(keys.map(\.presentation) == [0, 25, 50])
      // The same picture at the same quality takes about the same bits.
      let sizes = keys.map(\.data.count)
      #expect((97...108).contains(sizes[0] * 100 / sizes[1]), "\(depth) bits: \(sizes)")
    }
  }

  @Test("where all pictures are key pictures, the first one is as the others")
  func allKeys() throws {
    let rate = try #require(FrameRate(25))
    let settings = Synthetic.settings(rate: rate, gopFrames: 1, preset: "veryfast")
    let still = Self.still(settings.size)
    let encoder = try VideoChunkEncoder(settings)
    for _ in 0..<10 { try encoder.encode(still) }
    let sizes = try encoder.finish().packets.map(\.data.count)
    #expect(sizes.allSatisfy { abs($0 - sizes[5]) * 50 <= sizes[5] }, "\(sizes)")
  }

  @Test("a chunk has its frames once, however few they are", arguments: [1, 2, 7, 8, 9, 30])
  func count(frames: Int) throws {
    let rate = try #require(FrameRate(25))
    let settings = Synthetic.settings(rate: rate, preset: "medium")
    let chunk = try Synthetic.chunk(0..<frames, settings)
    #expect(chunk.frameCount == frames)
    #expect(chunk.packets.map(\.presentation).sorted() == (0..<Int64(frames)).map { $0 })
    #expect(chunk.packets.first?.isKey == true && chunk.packets.count { $0.isKey } == 1)
    let delay = chunk.packets[0].decoding
    #expect(chunk.packets.map(\.decoding) == (0..<Int64(frames)).map { $0 + delay })
  }
}
