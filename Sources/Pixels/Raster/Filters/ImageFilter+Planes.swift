import BaseValues

/// A part of a picture, in shares of its width and height.
public struct PictureRegion: Hashable, Sendable {
  /// 0…1 each; what lies outside of the picture does not count.
  public var x, y, width, height: Double

  /// The whole picture.
  public static let all = PictureRegion(x: 0, y: 0, width: 1, height: 1)

  /// A part by its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The nearest luma samples of a picture.
  ///
  /// - Parameter basis: the size of which shares are: the picture's without the room around it, which is
  ///   part of the whole picture only.
  func rect(in size: Size, basis: Size) -> Rect {
    if self == .all { return size.bounds }
    return rect(in: basis).offset(
      x: (size.width - basis.width) / 2, y: (size.height - basis.height) / 2
    ).intersection(size.bounds)
  }

  private func rect(in size: Size) -> Rect {
    func place(_ share: Double, _ length: Int) -> Int {
      Int((min(max(share, 0), 1) * Double(length)).rounded())
    }
    let (left, top) = (place(x, size.width), place(y, size.height))
    return Rect(
      x: left, y: top, width: max(0, place(x + width, size.width) - left),
      height: max(0, place(y + height, size.height) - top))
  }
}

/// What a filter of planes knows of the plane.
struct PlaneContext: Sendable {
  /// Which of the picture's.
  let plane: Int
  /// Samples of luma for each of the plane's, across and down: 1 or 2.
  let step: Int
  /// Of the whole picture, in luma samples.
  let size: Size
  /// What lengths are shares of, in luma samples.
  let basis: Size
  /// The whole plane.
  let limits: Rect
  /// What of the plane the samples are.
  let frame: Rect
  /// What makes 1 of full alpha in 16 bits.
  let alphaUnit: Float
  /// Alpha of the same samples; `nil` where all is opaque, and of alpha itself.
  let alpha: FilterPlane?
  /// Where planes come from.
  let pool: ImagePool?

  var isLuma: Bool { plane == Plane.luma }
  var isAlpha: Bool { plane >= Plane.alpha }
  /// Black, or the code of no colour difference, in 16 bits.
  var base: Float { isLuma ? 16 * 256 : 128 * 256 }
}

extension ImageFilter {
  /// A filter of one plane after the other, alpha too. Colours are multiplied by alpha.
  ///
  /// - Parameters:
  ///   - region: where it is done; what is around it stays.
  ///   - spreads: whether something comes to where nothing was.
  ///   - isDithered: whether opaque pictures are dithered where codes are too few for what comes out, so that
  ///     soft gradients show no bands. Colours of others have to stay below their alpha.
  ///   - reach: how many luma samples around a sample decide, for a size that lengths are shares of.
  init(
    in region: PictureRegion, spreads: Bool = false, isDithered: Bool = false,
    reach: @escaping @Sendable (Size) -> Int,
    planes filter: @escaping @Sendable (inout FilterPlane, PlaneContext) -> Void
  ) {
    self.init(spread: { spreads && region == .all ? reach($0) : 0 }) { image, basis, pool in
      let part = region.rect(in: image.size, basis: basis)
      if part.isEmpty { return image }
      let reach = reach(basis)
      var result = MutableImage(format: image.format, size: image.size, pool: pool)
      if part != image.size.bounds { result.copy(from: image) }
      for plane in 0..<image.planeCount {
        let step = image.format.isChroma(plane: plane) ? 2 : 1
        let whole = Rect(
          x: 0, y: 0, width: image.width(of: plane), height: image.height(of: plane))
        let inner = part.divided(by: step, within: whole)
        let frame = inner.grown(by: reach / step + 2, within: whole)
        var samples = FilterPlane(image, plane: plane, part: frame, pool: pool)
        let alpha = step == 1 ? Plane.alpha : Plane.chromaAlpha
        filter(
          &samples,
          PlaneContext(
            plane: plane, step: step, size: image.size, basis: basis, limits: whole, frame: frame,
            alphaUnit: image.format.depth == UInt8.depth ? 1 / (255 * 256) : 1 / (1023 * 64),
            alpha: image.format.hasAlpha && plane < Plane.alpha
              ? FilterPlane(image, plane: alpha, part: frame, pool: pool) : nil,
            pool: pool))
        samples.write(
          inner, of: frame, plane: plane, isDithered: isDithered && !image.format.hasAlpha,
          into: &result)
      }
      return result.freeze()
    }
  }
}

extension Rect {
  /// In samples of which each covers `step` of both axes; those that are covered in part count.
  func divided(by step: Int, within limits: Rect) -> Rect {
    let (left, top) = (x / step, y / step)
    let (right, bottom) = (
      min(limits.width, (x + width + step - 1) / step),
      min(limits.height, (y + height + step - 1) / step)
    )
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// With as many samples more on each side.
  func grown(by margin: Int, within limits: Rect) -> Rect {
    let (left, top) = (max(0, x - margin), max(0, y - margin))
    let (right, bottom) = (
      min(limits.width, x + width + margin), min(limits.height, y + height + margin)
    )
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
