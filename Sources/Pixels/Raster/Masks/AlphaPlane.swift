import BaseValues

/// Alpha of a picture's samples, all in one piece.
package struct AlphaPlane<Sample: PixelSample> {
  package let width: Int
  package let height: Int
  /// Row by row.
  package var samples: [Sample]

  package init(width: Int, height: Int, filledWith sample: Sample = 0) {
    self.width = width
    self.height = height
    samples = Array(repeating: sample, count: width * height)
  }

  /// That of a picture's luma or chroma; all opaque where it has none.
  package init(_ image: Image, ofChroma isChroma: Bool = false) {
    let plane = isChroma ? Plane.cb : Plane.luma
    self.init(
      width: image.width(of: plane), height: image.height(of: plane),
      filledWith: Sample(code: Sample.maximum))
    guard image.format.hasAlpha else { return }
    for y in 0..<height {
      let source = image.row(
        isChroma ? Plane.chromaAlpha : Plane.alpha, y, as: Sample.self)
      let columns = row(y)
      var all = samples.mutableSpan
      var row = all._mutatingExtracting(columns)
      Kernels.copy(source, into: &row)
    }
  }

  /// Where a row lies.
  func row(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }

  /// Means of squares of two samples: that of chroma.
  var halved: AlphaPlane {
    var result = AlphaPlane(width: width / 2 + width % 2, height: height / 2 + height % 2)
    let source = samples.span
    let chroma = (width: result.width, height: result.height)
    var target = result.samples.mutableSpan
    for y in 0..<chroma.height {
      var row = target._mutatingExtracting(y * chroma.width..<(y + 1) * chroma.width)
      Kernels.halve(
        source.extracting(self.row(2 * y)),
        source.extracting(self.row(min(2 * y + 1, height - 1))), into: &row)
    }
    return result
  }

  /// Whether all is opaque.
  var isOpaque: Bool {
    let samples = samples.span
    var all = Sample(code: Sample.maximum)
    for i in samples.indices { all &= samples[i] }
    return all.code == Sample.maximum
  }
}
