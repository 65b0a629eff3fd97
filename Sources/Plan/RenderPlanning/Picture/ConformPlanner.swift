internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// The part of a source's upright picture that is used, and its size at scale 1 in output pixels.
struct FittedFrame: Hashable, Sendable {
  var crop: Rect
  var size: Size
  /// Whether nothing is cut off.
  var isWhole = true

  /// Those of the source that are used, as far as a picture may have so many.
  var pixels: Size {
    Size(
      width: min(crop.width, Conform.largestSide), height: min(crop.height, Conform.largestSide))
  }
}

/// Brings source pictures to the output's shape: orientation, pixel aspect ratio, crop and fit.
enum ConformPlanner {
  /// A clip's picture in the output's frame.
  ///
  /// `cover` cuts off what would lie outside the output, on both sides by the anchor's share, so
  /// that no hidden pixel is scaled.
  static func fit(
    _ facts: VideoFacts, _ picture: FrameProperties, output: Size
  ) -> FittedFrame? {
    guard let upright = UprightImage(facts), let fitted = fit(upright, picture, output: output)
    else { return nil }
    let whole = upright.crop(.zero)
    return FittedFrame(crop: fitted.crop, size: fitted.size, isWhole: fitted.crop == whole)
  }

  private static func fit(
    _ upright: UprightImage, _ picture: FrameProperties, output: Size
  ) -> FittedFrame? {
    var crop = upright.crop(picture.crop)
    // The used part in square pixels, times `upright.unit`.
    let width = Int128(crop.width) * upright.across
    let height = Int128(crop.height) * upright.down
    let outputWidth = Int128(output.width)
    let outputHeight = Int128(output.height)
    let isWider = width * outputHeight > outputWidth * height
    switch picture.fit {
    case .stretch:
      return FittedFrame(crop: crop, size: output)
    case .none:
      return FittedFrame(
        crop: crop, size: natural(width, height, over: upright.unit, unit: picture.unit))
    case .contain, .blur:
      let size =
        isWider
        ? Size(width: output.width, height: side(height * outputWidth, over: width))
        : Size(width: side(width * outputHeight, over: height), height: output.height)
      return FittedFrame(crop: crop, size: size)
    case .cover:
      if isWider {
        let used = side(outputWidth * height, over: outputHeight * upright.across)
        let hidden = max(0, crop.width - used)
        crop.x += share(of: hidden, picture.placement.anchor.x)
        crop.width -= hidden
      } else {
        let used = side(outputHeight * width, over: outputWidth * upright.down)
        let hidden = max(0, crop.height - used)
        crop.y += share(of: hidden, picture.placement.anchor.y)
        crop.height -= hidden
      }
      return FittedFrame(crop: crop, size: output)
    }
  }

  /// A part of a clip's picture that has the output's shape and fills it.
  ///
  /// Made higher or wider about its middle where it has another shape, narrower and lower where that
  /// would be more than there is, and moved to lie within the picture.
  ///
  /// - Parameter view: left, top, width and height as shares of the cropped picture; what is below 0
  ///   follows from the rest.
  /// - Returns: the same in fixed point.
  static func view(
    _ view: [Rational], of facts: VideoFacts, _ picture: FrameProperties, output: Size
  ) -> AnimatedValue? {
    guard let upright = UprightImage(facts) else { return nil }
    let crop = upright.crop(picture.crop)
    let one = FixedPoint.one
    let given = AnimatedValue(view)
    // How much higher, in heights, what is a width wide has to be.
    let shape = roundDivide(
      (Int128(crop.width) * upright.across * Int128(output.height)) << 44,
      by: max(1, Int128(crop.height) * upright.down * Int128(output.width)))
    let across = roundDivide(one << 44, by: max(1, shape))
    var width = given.z
    if given.w > 0 { width = max(width, FixedPoint.multiply(min(given.w, one), across)) }
    width = min(max(width, one >> 12), min(one, across))
    let height = min(FixedPoint.multiply(width, shape), one)
    /// Where a part of a length begins that was asked for with another length.
    func start(_ first: Int128, _ asked: Int128, _ length: Int128) -> Int128 {
      if first < 0 { return (one - length) / 2 }
      let middle = first + (asked > 0 ? asked : length) / 2
      return min(max(middle - length / 2, 0), one - length)
    }
    return AnimatedValue(
      x: start(given.x, given.z, width), y: start(given.y, given.w, height), z: width, w: height)
  }

  /// A title's picture at its own size, or at the size asked for with the shape kept.
  ///
  /// - Parameter unit: pixels of the output for a square pixel of its own size.
  static func natural(
    _ facts: VideoFacts, width: Int?, height: Int?, unit: Rational = .one
  ) -> FittedFrame? {
    guard let upright = UprightImage(facts) else { return nil }
    let crop = Rect(x: 0, y: 0, width: upright.width, height: upright.height)
    let across = Int128(upright.width) * upright.across
    let down = Int128(upright.height) * upright.down
    let size =
      switch (width, height) {
      case (let width?, let height?):
        Size(width: bounded(width), height: bounded(height))
      case (let width?, nil):
        Size(
          width: bounded(width), height: side(Int128(bounded(width)) * down, over: across))
      case (nil, let height?):
        Size(
          width: side(Int128(bounded(height)) * across, over: down), height: bounded(height))
      case (nil, nil):
        natural(across, down, over: upright.unit, unit: unit)
      }
    return FittedFrame(crop: crop, size: size)
  }

  private static func natural(
    _ width: Int128, _ height: Int128, over square: Int128, unit: Rational
  ) -> Size {
    let (factor, divisor) = (Int128(unit.numerator), Int128(unit.denominator))
    func side(_ length: Int128) -> Int {
      let (product, isTooMuch) = length.multipliedReportingOverflow(by: factor)
      let (whole, isTooFine) = square.multipliedReportingOverflow(by: divisor)
      return isTooMuch || isTooFine
        ? Self.side(length, over: square) : Self.side(product, over: whole)
    }
    return Size(width: side(width), height: side(height))
  }

  /// The nearest whole number of pixels, at least one.
  private static func side(_ length: Int128, over unit: Int128) -> Int {
    bounded(Int(clamping: roundDivide(length, by: unit)))
  }

  private static func bounded(_ side: Int) -> Int { min(max(1, side), 1 << 16) }

  private static func share(of length: Int, _ fraction: Rational) -> Int {
    let part = min(max(fraction, .zero), .one)
    return Int(
      roundDivide(Int128(length) * Int128(part.numerator), by: Int128(part.denominator)))
  }
}

/// A source's picture after its orientation is applied.
private struct UprightImage {
  /// Stored pixels.
  let width: Int
  let height: Int
  /// A pixel's width and height in square pixels, over `unit`.
  let across: Int128
  let down: Int128
  let unit: Int128

  /// `nil` for a picture without pixels.
  init?(_ facts: VideoFacts) {
    let coded = facts.codedSize
    guard (1...1 << 16).contains(coded.width), (1...1 << 16).contains(coded.height) else {
      return nil
    }
    let aspect = facts.pixelAspect
    // Numbers beyond 31 bits are a broken file; its pixels count as square.
    let isSane = aspect > .zero && aspect.numerator < 1 << 31 && aspect.denominator < 1 << 31
    let wide = isSane ? Int128(aspect.numerator) : 1
    let high = isSane ? Int128(aspect.denominator) : 1
    unit = high
    if facts.orientation.swapsAxes {
      (width, height) = (coded.height, coded.width)
      (across, down) = (high, wide)
    } else {
      (width, height) = (coded.width, coded.height)
      (across, down) = (wide, high)
    }
  }

  /// The part that a crop leaves, at least one pixel.
  func crop(_ crop: Crop) -> Rect {
    let (x, right) = Self.edges(width, crop.left, crop.right)
    let (y, bottom) = Self.edges(height, crop.top, crop.bottom)
    return Rect(x: x, y: y, width: right - x, height: bottom - y)
  }

  private static func edges(_ length: Int, _ near: Rational, _ far: Rational) -> (Int, Int) {
    func pixels(_ fraction: Rational) -> Int {
      let part = min(max(fraction, .zero), .one)
      return Int(
        roundDivide(Int128(length) * Int128(part.numerator), by: Int128(part.denominator)))
    }
    let first = min(pixels(near), length - 1)
    return (first, max(first + 1, length - pixels(far)))
  }
}
