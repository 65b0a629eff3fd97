internal import PlanModel
internal import Raster
public import Rendering

extension FrameExplainer {
  /// A pixel after each of the layers that are seen is painted.
  ///
  /// Each step is a frame composed of the layers so far, by the compositor that composes movies.
  ///
  /// - Precondition: the pixel lies within the output; `explanation` is of this explainer's plan.
  /// - Throws: what the sources throw.
  public func pixel(
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
    let luma = image.row(Plane.luma, y)[x]
    let cb = image.row(Plane.cb, y / 2)[x / 2]
    let cr = image.row(Plane.cr, y / 2)[x / 2]
    let rgb = Raster.YCbCr(y: luma, cb: cb, cr: cr).rgb
    self.init(
      layer: layer, code: PlanModel.YCbCr(y: luma, cb: cb, cr: cr), red: rgb.red,
      green: rgb.green, blue: rgb.blue)
  }
}
