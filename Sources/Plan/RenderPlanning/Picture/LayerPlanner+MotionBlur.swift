internal import BaseValues
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
  /// are as many as a power of two. Where nobody says how many, there are so many that nothing goes farther
  /// than `longestStep` from one to the next, and no stripes are seen.
  ///
  /// - Parameter frames: those over which the recipe's picture was planned.
  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  func blurring(
    _ recipe: LayerRecipe, _ strip: PictureStrip, over frames: Range<Int>
  ) throws(TimeOverflow) -> PictureStrip {
    guard let blur = recipe.motionBlur, !frames.isEmpty else { return strip }
    let animation = try LayerAnimation(recipe, rate: rate)
    guard animation.movesPose,
      let scale = contentScale(recipe, frames.map { animation.pose(at: $0) })
    else { return strip }
    let count = blur.samples ?? MotionBlur.fewestSamples
    guard count > 1 else { return strip }
    let moments = try geometries(recipe, scale, over: frames, shutter: blur.shutter, count)
    let counts = frames.indices.map { index in
      let offset = index - frames.lowerBound
      let places = moments.map { $0[offset] }
      if places.allSatisfy({ $0 == places[0] }) { return 1 }
      return blur.samples ?? momentCount(places, recipe, scale)
    }
    var result = PictureStrip()
    for (range, picture) in strip.pieces {
      var start = range.lowerBound
      while start < range.upperBound {
        let count = counts[start - frames.lowerBound]
        let end =
          (start..<range.upperBound).first { counts[$0 - frames.lowerBound] != count }
          ?? range.upperBound
        var piece = picture.slice(start - range.lowerBound..<end - range.lowerBound)
        if count > 1 {
          let places =
            count == moments.count
            ? moments.map { Array($0[start - frames.lowerBound..<end - frames.lowerBound]) }
            : try geometries(recipe, scale, over: start..<end, shutter: blur.shutter, count)
          piece = mean(of: piece, at: places.map { PerFrame($0) })
        }
        result.append(piece, over: start..<end)
        start = end
      }
    }
    return result
  }

  /// Where a picture stands at each moment of each frame.
  private func geometries(
    _ recipe: LayerRecipe, _ scale: ContentScale, over frames: Range<Int>, shutter: Rational,
    _ moments: Int
  ) throws(TimeOverflow) -> [[Geometry]] {
    let animation = try LayerAnimation(recipe, rate: rate)
    let count = Int64(moments)
    let open = try shutter * Rational(1, over: 360) * rate.frameDuration
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

  // MARK: - How many moments

  /// How far something may go from one moment to the next, in pixels.
  private static let longestStep = 1.5

  /// The least power of two of moments between which nothing that is seen goes farther than that.
  private func momentCount(
    _ places: [Geometry], _ recipe: LayerRecipe, _ scale: ContentScale
  ) -> Int {
    let maps = places.map { place -> PlaneMap? in
      place.projection.flatMap { PlaneMap($0) }
    }
    var longest = 0.0
    for (before, after) in zip(maps, maps.dropFirst()) {
      // Where it is seen from its edge nothing is known.
      guard let before, let after else { continue }
      longest = max(longest, way(from: before, to: after, of: contentArea(recipe, scale)))
    }
    var count = places.count
    while longest > Self.longestStep, count < MotionBlur.mostSamples {
      count *= 2
      longest /= 2
    }
    return count
  }

  /// What there is of a picture in its own pixels. Of texts, whose size is not known here, what is as wide as
  /// two thirds of the canvas.
  private func contentArea(
    _ recipe: LayerRecipe, _ scale: ContentScale
  ) -> (left: Double, top: Double, width: Double, height: Double) {
    guard scale.isText else {
      return (0, 0, Double(scale.content.width), Double(scale.content.height))
    }
    let across = Double(output.width * scale.content.width) / 3
    let down = Double(output.height * scale.content.height) / 12
    return (-across, -down, 2 * across, 2 * down)
  }

  /// How far that of a picture which is seen goes, at most, between two moments: nine points of the picture
  /// and nine of the canvas tell.
  private func way(
    from before: PlaneMap, to after: PlaneMap,
    of area: (left: Double, top: Double, width: Double, height: Double)
  ) -> Double {
    var longest = 0.0
    let canvas = (width: Double(output.width), height: Double(output.height))
    func isSeen(_ point: (x: Double, y: Double)) -> Bool {
      point.x >= 0 && point.y >= 0 && point.x <= canvas.width && point.y <= canvas.height
    }
    for index in 0..<9 {
      let (across, down) = (Double(index % 3) / 2, Double(index / 3) / 2)
      let own = (x: area.left + across * area.width, y: area.top + down * area.height)
      if let first = before.onCanvas(own), let second = after.onCanvas(own),
        isSeen(first) || isSeen(second)
      {
        longest = max(longest, distance(first, second))
      }
      let point = (x: across * canvas.width, y: down * canvas.height)
      if let shown = before.onPicture(point), shown.x >= area.left, shown.y >= area.top,
        shown.x <= area.left + area.width, shown.y <= area.top + area.height,
        let second = after.onCanvas(shown)
      {
        longest = max(longest, distance(point, second))
      }
    }
    return longest
  }

  private func distance(_ one: (x: Double, y: Double), _ other: (x: Double, y: Double)) -> Double {
    let (across, down) = (one.x - other.x, one.y - other.y)
    return (across * across + down * down).squareRoot()
  }
}

/// A projective map between the pixels of a canvas and those of a picture. Only IEEE additions,
/// multiplications and divisions decide, so that it is the same everywhere.
private struct PlaneMap {
  private let rows: [Double]
  private let inverse: [Double]

  /// `nil` where the plane is seen from its edge.
  init?(_ p: Projection) {
    let m = [p.a, p.b, p.c, p.d, p.e, p.f, p.g, p.h, p.i].map { Double($0) }
    rows = m
    inverse = [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    let determinant = m[0] * inverse[0] + m[1] * inverse[3] + m[2] * inverse[6]
    if determinant == 0 { return nil }
  }

  func onPicture(_ point: (x: Double, y: Double)) -> (x: Double, y: Double)? {
    Self.map(rows, point)
  }

  func onCanvas(_ point: (x: Double, y: Double)) -> (x: Double, y: Double)? {
    Self.map(inverse, point)
  }

  private static func map(
    _ m: [Double], _ point: (x: Double, y: Double)
  ) -> (x: Double, y: Double)? {
    // Maps are told in half pixels.
    let (x, y) = (2 * point.x, 2 * point.y)
    let scale = m[6] * x + m[7] * y + m[8]
    if scale == 0 { return nil }
    let (u, v) = ((m[0] * x + m[1] * y + m[2]) / scale, (m[3] * x + m[4] * y + m[5]) / scale)
    return u.isFinite && v.isFinite ? (u / 2, v / 2) : nil
  }
}
