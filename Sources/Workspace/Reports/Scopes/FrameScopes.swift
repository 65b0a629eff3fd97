package import Raster

/// How the codes of a frame are spread: what waveform monitors, vectorscopes and histograms show.
///
/// Codes are those of the movie (Y′CbCr of its depth), limited range included: in 8 bits black is 16, white 235,
/// and grey has 128 in both chroma planes.
package struct FrameScopes: Hashable, Sendable {
  /// Bits of a code.
  package let depth: Int
  /// How often each code is there, for Y′, Cb and Cr.
  package let histograms: [[Int]]
  /// How often each of 256 levels of luma is there in each column, one column after the other.
  package let waveform: [Int]
  /// How often each pair of chroma codes, in 8 bits, is there: 256 of Cb for each Cr.
  package let vectors: [Int]

  /// Columns of the waveform.
  package static let columns = 512
  static let levels = 256

  /// - Complexity: O(samples of the frame)
  package init(of image: Image) {
    let image = image.laid(on: .black)
    self =
      image.format.bytesPerSample == 1
      ? Self(image, as: UInt8.self) : Self(image, as: UInt16.self)
  }

  private init<Sample: PixelSample>(_ image: Image, as type: Sample.Type) {
    depth = image.format.depth
    let shift = max(0, depth - 8)
    let codes = 1 << depth
    var histograms = [[Int]](repeating: [Int](repeating: 0, count: codes), count: 3)
    var waveform = [Int](repeating: 0, count: Self.columns * Self.levels)
    var vectors = [Int](repeating: 0, count: Self.levels * Self.levels)
    let width = image.width(of: 0)
    for y in 0..<image.height(of: 0) {
      let row = image.row(0, y, as: type)
      for x in 0..<width {
        let code = min(Int(row[x]), codes - 1)
        histograms[0][code] += 1
        waveform[x * Self.columns / width * Self.levels + (code >> shift)] += 1
      }
    }
    for y in 0..<image.height(of: 1) {
      let (blue, red) = (image.row(1, y, as: type), image.row(2, y, as: type))
      for x in 0..<image.width(of: 1) {
        let (cb, cr) = (min(Int(blue[x]), codes - 1), min(Int(red[x]), codes - 1))
        histograms[1][cb] += 1
        histograms[2][cr] += 1
        vectors[(cr >> shift) * Self.levels + (cb >> shift)] += 1
      }
    }
    self.histograms = histograms
    self.waveform = waveform
    self.vectors = vectors
  }

  /// Lowest, highest and mean code of a plane.
  package func range(of plane: Int) -> (lowest: Int, highest: Int, mean: Double) {
    let counts = histograms[plane]
    let total = counts.reduce(0, +)
    let sum = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    return (
      counts.firstIndex { $0 > 0 } ?? 0, counts.lastIndex { $0 > 0 } ?? 0,
      Double(sum) / Double(max(1, total))
    )
  }
}
