internal import MediaTime
internal import PixelGeometry
internal import PlanModel
internal import TimelineModel

extension LayerPlanner {
  /// Pictures that move during a frame, as the mean of some moments of it; others as they are.
  ///
  /// ```
  ///   frame k−1          frame k            frame k+1
  ///      ┼──────────·──·──·──┼──·──·──·──────────┼      moments, about the frame's time
  /// ```
  ///
  /// Moments are mixed two by two, and what is mixed two by two again, each sum rounded once; so there
  /// are as many as a power of two.
  ///
  /// - Parameter frames: those over which the recipe's picture was planned.
  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  func blurring(
    _ recipe: LayerRecipe, _ strip: PictureStrip, over frames: Range<Int>
  ) throws(TimeOverflow) -> PictureStrip {
    guard let blur = recipe.motionBlur, blur.samples > 1,
      let moments = try geometries(recipe, over: frames, moments: blur)
    else { return strip }
    var result = PictureStrip()
    for (range, picture) in strip.pieces {
      var start = range.lowerBound
      while start < range.upperBound {
        func moves(_ frame: Int) -> Bool {
          let offset = frame - frames.lowerBound
          return moments.contains { $0[offset] != moments[0][offset] }
        }
        let isMoving = moves(start)
        let end = (start..<range.upperBound).first { moves($0) != isMoving } ?? range.upperBound
        var piece = picture.slice(start - range.lowerBound..<end - range.lowerBound)
        if isMoving {
          let offsets = start - frames.lowerBound..<end - frames.lowerBound
          piece = mean(of: piece, at: moments.map { PerFrame(Array($0[offsets])) })
        }
        result.append(piece, over: start..<end)
        start = end
      }
    }
    return result
  }

  /// Where a picture stands at each moment of each frame; `nil` where it never moves.
  private func geometries(
    _ recipe: LayerRecipe, over frames: Range<Int>, moments blur: MotionBlur
  ) throws(TimeOverflow) -> [[Geometry]]? {
    let animation = try LayerAnimation(recipe, rate: rate)
    guard animation.movesPose, !frames.isEmpty,
      let scale = contentScale(recipe, frames.map { animation.pose(at: $0) })
    else { return nil }
    let count = Int64(blur.samples)
    let open = try blur.shutter * (Rational(1, 360) ?? .one) * rate.frameDuration
    var result: [[Geometry]] = []
    for index in 0..<count {
      // A later moment of the movement is one of an item that began earlier.
      let later = try open * (Rational(2 * index + 1 - count, 2 * count) ?? .zero)
      var shifted = recipe
      shifted.start = try recipe.start - later
      let moment = try LayerAnimation(shifted, rate: rate)
      result.append(
        frames.map { frame in
          let geometry =
            geometry(recipe, moment.pose(at: frame), scale)
            ?? geometry(recipe, animation.pose(at: frame), scale)
          return geometry ?? .offset(x: 0, y: 0)
        })
    }
    return result
  }

  /// The mean of a picture in several places, which are as many as a power of two.
  private func mean(of picture: PictureInput, at places: [PerFrame<Geometry>]) -> PictureInput {
    var parts = places.map { place in
      var part = picture
      part.opacity = .constant(PictureInput.one)
      part.geometry = place
      return part
    }
    while parts.count > 1 {
      parts = stride(from: 0, to: parts.count - 1, by: 2).map { index in
        var (from, to) = (parts[index], parts[index + 1])
        (from.side, to.side) = (.from, .to)
        (from.share, to.share) = (
          .constant(PictureInput.one / 2), .constant(PictureInput.one / 2)
        )
        let layer = PictureLayer(origin: picture.origin, name: "", inputs: [from, to])
        return PictureInput(
          origin: picture.origin,
          content: .group(Composition(size: output, layers: [layer])),
          geometry: .constant(.offset(x: 0, y: 0)))
      }
    }
    var result = parts[0]
    result.opacity = picture.opacity
    return result
  }
}
