internal import BaseValues
internal import PictureKinds
internal import PlanModel
internal import TimelineModel

extension LayerPlanner {
  /// The back of a filled picture is made smaller by this much: it is blurred anyway.
  static let fillReduction = 8
  /// The standard deviation of its blur, in heights.
  private static let fillBlur = Rational(4, over: 100)

  /// A picture in front of itself, blurred, on a canvas of the output's size.
  ///
  /// - Parameter pictures: what is shown of a part of the source, at a size.
  func filled(
    _ front: FittedFrame, _ back: FittedFrame,
    _ pictures: (FittedFrame) -> PerFrame<PictureContent>, _ recipe: LayerRecipe
  ) -> Composition {
    let origin = recipe.origin
    var layers: [PictureLayer] = []
    let pose = LayerPose(
      position: AnimatedValue(
        x: Int128(output.width) * (FixedPoint.one / 2),
        y: Int128(output.height) * (FixedPoint.one / 2)),
      anchor: AnimatedValue(x: FixedPoint.one / 2, y: FixedPoint.one / 2))
    let enlarged = GeometryPlanner(output: output).projection(
      pose, group: .identity, perspective: FixedPoint.value(Rational(1000)),
      content: ContentScale(content: back.size, layer: output))
    if let enlarged {
      let kind = EffectKind.blur
      let blur = kind.lower(kind.choice { $0 == "radius" ? .number(Self.fillBlur) : nil })
      layers.append(
        PictureLayer(
          PictureInput(
            origin: origin, content: .picture(pictures(back)),
            geometry: .constant(.projective(enlarged)),
            effects: [
              PlannedEffect(
                name: kind.name, parameters: blur.map(PerFrame.constant))
            ])))
    }
    let (x, y) = (
      (output.width - front.size.width) / 2, (output.height - front.size.height) / 2
    )
    var own = front
    var geometry = Geometry.offset(x: x, y: y)
    if recipe.keepsPixels, let picked = picked(front.pixels, shownAs: front.size, x: x, y: y) {
      own.size = front.pixels
      geometry = picked
    }
    layers.append(
      PictureLayer(
        PictureInput(
          origin: origin, content: .picture(pictures(own)), geometry: .constant(geometry))))
    return Composition(size: output, layers: layers)
  }
}
