internal import PlanModel
internal import Raster
package import Rendering

extension FrameExplainer {
  /// A pixel after each of the layers that are seen is painted.
  ///
  /// Each step is a frame composed of the layers so far, by the compositor that composes movies.
  ///
  /// - Precondition: the pixel lies within the output; `explanation` is of this explainer's plan.
  /// - Throws: what the sources throw.
  package func pixel(
    x: Int, y: Int, in explanation: FrameExplanation, images: any ImageSource,
    texts: any TextSource
  ) throws(RenderError) -> PixelExplanation {
    var result = PixelExplanation(x: x, y: y, steps: [])
    var painted: Set<Int> = []
    func step(_ layer: Int?) throws(RenderError) {
      let part = plan.oneFrame(explanation.frame, layers: painted)
      let image = try Compositor(plan: part, images: images, texts: texts).compose(0)
      result.steps.append(PixelExplanation.Step(layer: layer, image: image, x: x, y: y))
    }
    try step(nil)
    for (number, layer) in explanation.layers.enumerated() where layer.hiddenBecause == nil {
      guard let index = layer.index else { continue }
      painted.insert(index)
      try step(number)
    }
    return result
  }
}

extension PixelExplanation.Step {
  fileprivate init(layer: Int?, image: Image, x: Int, y: Int) {
    if image.format.depth == UInt8.depth {
      self.init(layer: layer, image: image, x: x, y: y, as: UInt8.self)
    } else {
      self.init(layer: layer, image: image, x: x, y: y, as: UInt16.self)
    }
  }

  private init<Sample: PixelSample>(
    layer: Int?, image: Image, x: Int, y: Int, as sample: Sample.Type
  ) {
    let color = image.color
    let black = ColorCodes<Sample>.black
    func code(_ plane: Int, clear: Sample) -> Sample {
      let isChroma = image.format.isChroma(plane: plane)
      let (column, row) = isChroma ? (x / 2, y / 2) : (x, y)
      let code = image.row(plane, row, as: sample)[column]
      guard image.format.hasAlpha else { return code }
      let alpha = image.row(isChroma ? Plane.chromaAlpha : Plane.alpha, row, as: sample)[column]
      return StraightCodes.code(code, alpha: alpha, clear: clear)
    }
    let codes = ColorCodes(
      y: code(Plane.luma, clear: black.y), cb: code(Plane.cb, clear: black.cb),
      cr: code(Plane.cr, clear: black.cr))
    let rgb = codes.rgb(of: color)
    self.init(
      layer: layer,
      code: PlanModel.YCbCr(y: UInt16(codes.y), cb: UInt16(codes.cb), cr: UInt16(codes.cr)),
      alpha: image.format.hasAlpha ? Int(image.row(Plane.alpha, y, as: sample)[x]) : nil,
      red: rgb.red, green: rgb.green, blue: rgb.blue)
  }
}
