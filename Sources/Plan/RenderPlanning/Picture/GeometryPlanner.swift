internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// How a layer stands at one frame, in fixed point.
struct LayerPose: Hashable, Sendable {
  var position = AnimatedValue(x: 0)
  var scale = AnimatedValue(x: FixedPoint.one, y: FixedPoint.one)
  /// Degrees about x, y and z.
  var rotation = AnimatedValue(x: 0)
  /// Degrees by which upright and level edges lean.
  var skew = AnimatedValue(x: 0)
  /// The point at the position, in widths and heights; of texts nothing, their rasters know.
  var anchor = AnimatedValue(x: 0)

  static let identity = LayerPose()

  /// Whether edges do not stay upright and level, or the plane is turned.
  var isRotated: Bool {
    if skew.x != 0 || skew.y != 0 { return true }
    let turn = 360 * FixedPoint.one
    return rotation.x % turn != 0 || rotation.y % turn != 0 || rotation.z % turn != 0
  }

  /// Rx · Ry · Rz · K · S, with y down and z towards the viewer: positive angles turn as in CSS
  /// Transforms Level 2 and Core Animation (about z clockwise, about y the right side away).
  fileprivate var matrix: Matrix3 {
    let (sx, cx) = FixedPoint.sineAndCosine(degrees: rotation.x)
    let (sy, cy) = FixedPoint.sineAndCosine(degrees: rotation.y)
    let (sz, cz) = FixedPoint.sineAndCosine(degrees: rotation.z)
    let one = FixedPoint.one
    let aboutX = Matrix3([one, 0, 0, 0, cx, -sx, 0, sx, cx])
    let aboutY = Matrix3([cy, 0, sy, 0, one, 0, -sy, 0, cy])
    let aboutZ = Matrix3([cz, -sz, 0, sz, cz, 0, 0, 0, one])
    let scaling = Matrix3([boundedScale(scale.x), 0, 0, 0, boundedScale(scale.y), 0, 0, 0, one])
    let turned = aboutX.times(aboutY).times(aboutZ)
    if skew.x == 0, skew.y == 0 { return turned.times(scaling) }
    let leaning = Matrix3([one, tangent(skew.x), 0, tangent(skew.y), one, 0, 0, 0, one])
    return turned.times(leaning).times(scaling)
  }

  /// Of an angle within ±85 degrees; beyond, of that.
  private func tangent(_ degrees: Int128) -> Int128 {
    let limit = 85 * FixedPoint.one
    let (sine, cosine) = FixedPoint.sineAndCosine(degrees: min(max(degrees, -limit), limit))
    return roundDivide(sine << 44, by: cosine)
  }

  /// Beyond ±4096 nothing is told apart any more.
  private func boundedScale(_ raw: Int128) -> Int128 {
    min(max(raw, -FixedPoint.one << 12), FixedPoint.one << 12)
  }
}

/// A picture's own pixels against the layer's units at scale 1.
struct ContentScale: Hashable, Sendable {
  /// Content pixels for each `layer` pixels.
  var content: Size
  var layer: Size
  /// Whether points of it are told from its anchor.
  var isText = false
}

/// Works out the map from output pixels to a layer's pixels.
struct GeometryPlanner: Sendable {
  let output: Size

  /// The map for a layer in a group, `nil` where the plane is seen from its edge or from behind the
  /// eye everywhere.
  ///
  /// A layer's point p lies at q = G · (R · S · p + position − centre) + offset from the output's
  /// centre, G and offset the group's; the eye at `perspective` above the centre sees it at
  /// q / (1 − q.z / perspective). The map is the inverse of that plane-to-plane projection.
  func projection(
    _ layer: LayerPose, group: LayerPose, perspective: Int128, content: ContentScale
  ) -> Projection? {
    let one = FixedPoint.one
    let outer = group.matrix
    let inner = layer.matrix
    let turned = outer.times(inner)
    let fromCentre = AnimatedValue(
      x: layer.position.x - Int128(output.width) * (one / 2),
      y: layer.position.y - Int128(output.height) * (one / 2))
    var middle = outer.times(fromCentre)
    middle.x += group.position.x
    middle.y += group.position.y
    // Closer than one pixel the eye would stand in the picture.
    let eye = max(perspective, one)
    func overEye(_ z: Int128) -> Int128 { roundDivide(z << 44, by: eye) }
    let forward = Matrix3([
      turned[0, 0], turned[0, 1], middle.x,
      turned[1, 0], turned[1, 1], middle.y,
      -overEye(turned[2, 0]), -overEye(turned[2, 1]), one - overEye(middle.z),
    ])
    guard let inverse = forward.positiveInverse() else { return nil }
    return projection(inverse, content: content, anchor: layer.anchor)
  }

  /// Goes over to half pixels and to the content's own pixels, and scales to the integers' limits.
  private func projection(
    _ inverse: Matrix3, content: ContentScale, anchor: AnimatedValue
  ) -> Projection? {
    let u = contentRow(
      inverse, 0, content.content.width, over: content.layer.width,
      anchor: content.isText ? 0 : anchor.x * Int128(content.content.width))
    let v = contentRow(
      inverse, 1, content.content.height, over: content.layer.height,
      anchor: content.isText ? 0 : anchor.y * Int128(content.content.height))
    let rows = [
      halfPixels(u.0, u.1, u.2), halfPixels(v.0, v.1, v.2),
      halfPixels(inverse[2, 0], inverse[2, 1], inverse[2, 2]),
    ]
    return Projection(rows: rows, over: output)
  }

  /// Row of the numerator of twice a content coordinate.
  private func contentRow(
    _ inverse: Matrix3, _ row: Int, _ content: Int, over layer: Int, anchor: Int128
  ) -> (Int128, Int128, Int128) {
    // Anchors have 20 of their 44 fractional bits left, so that products stay below 2^126.
    let shortAnchor = (anchor + (1 << 23)) >> 24
    func entry(_ column: Int) -> Int128 {
      2 * roundDivide(inverse[row, column] * Int128(content), by: Int128(max(1, layer)))
        + ((2 * inverse[2, column] * shortAnchor + (1 << 19)) >> 20)
    }
    return (entry(0), entry(1), entry(2))
  }

  /// A row for pixels from the centre as a row for half pixels from the corner, doubled.
  private func halfPixels(_ p: Int128, _ q: Int128, _ s: Int128) -> [Int128] {
    [p, q, 2 * s - Int128(output.width) * p - Int128(output.height) * q]
  }
}
