import BaseValues
import Raster
import Reports
import Testing

@Suite("Scopes of a frame")
struct FrameScopesTests {
  /// The left half dark, the right half bright, 16 × 4.
  private var halves: Image {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 16, height: 4))
    image.fill(y: 40, u: 100, v: 200)
    for y in 0..<4 {
      var row = image.mutableRow(0, y, as: UInt8.self)
      for x in 8..<16 { row[x] = 180 }
    }
    return image.freeze()
  }

  @Test("each code is counted once for each sample that has it")
  func histograms() {
    let scopes = FrameScopes(of: halves)
    #expect(scopes.depth == 8)
    #expect(scopes.histograms.map { $0.reduce(0, +) } == [64, 16, 16])
    #expect(scopes.histograms[0][40] == 32 && scopes.histograms[0][180] == 32)
    #expect(scopes.histograms[1][100] == 16 && scopes.histograms[2][200] == 16)
    let luma = scopes.range(of: 0)
    #expect(luma.lowest == 40 && luma.highest == 180 && luma.mean == 110)
  }

  @Test(
    "the waveform has the luma of a column where the column is, the vectorscope pairs of chroma")
  func places() {
    let scopes = FrameScopes(of: halves)
    // Column 0 of 16 stands at 0 of 512, column 8 at 256.
    #expect(scopes.waveform[0 * 256 + 40] == 4 && scopes.waveform[256 * 256 + 180] == 4)
    #expect(scopes.waveform.reduce(0, +) == 64)
    #expect(scopes.vectors[200 * 256 + 100] == 16 && scopes.vectors.reduce(0, +) == 16)
  }

  @Test("a drawing is as large with any frame, and larger with loudness alone")
  func drawing() {
    let image = ScopeDrawing(FrameScopes(of: halves), loudness: nil, frame: 0).image
    #expect(image.size == Size(width: 816, height: 584))
  }
}
