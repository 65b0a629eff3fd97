public import BaseValues

/// A part of a picture that is shown, or that is not.
///
/// Masks in a row make one coverage, from one everywhere, or from none where the first one adds:
///
///     intersect   c · m
///     add         c + m, one at most
///     subtract    c · (1 − m)
///
/// with the coverage c so far and the mask's m, in 1.15 fixed point, rounded to nearest, ties up.
public struct PictureMask: Sendable {
  /// What its edge is.
  public enum Shape: Sendable {
    /// With corners of a radius in shares of the picture's height.
    case rectangle(radius: Double)
    case ellipse
    /// Points in shares of the box, joined by straight lines or by a closed curve.
    case polygon([(x: Double, y: Double)], isSmooth: Bool)
  }

  /// What it does to the coverage before it.
  public enum Combination: String, NamedChoice {
    case intersect, add, subtract

    /// What the word means.
    public var summary: String {
      switch self {
      case .intersect: "shows what is in both masks"
      case .add: "shows what is in either mask"
      case .subtract: "hides what is in this mask"
      }
    }
  }

  private let shape: Shape
  private let box: (x: Double, y: Double, width: Double, height: Double)
  private let turns: Double
  private let feather: Double
  private let opacity: Double
  private let isInverted: Bool
  private let combination: Combination

  /// - Parameters:
  ///   - box: where the shape is, in shares of the picture's width and height, also beyond it.
  ///   - turns: by which it is turned about the box's middle, clockwise; 1 is a full turn.
  ///   - feather: the width of the soft edge in heights: a Gaussian blur whose standard deviation is a
  ///     quarter of it, so that 95 % of the change lie within.
  ///   - opacity: 0…1, of the mask, after it is inverted.
  public init(
    _ shape: Shape, box: (x: Double, y: Double, width: Double, height: Double), turns: Double = 0,
    feather: Double = 0, opacity: Double = 1, isInverted: Bool = false,
    combination: Combination = .intersect
  ) {
    self.shape = shape
    self.box = box
    self.turns = turns
    self.feather = feather
    self.opacity = opacity
    self.isInverted = isInverted
    self.combination = combination
  }

  /// The coverage of a picture's luma samples by masks in a row, 0…32768.
  ///
  /// - Parameters:
  ///   - size: the picture's.
  ///   - basis: the size of which shares are: the picture's without the room around it.
  public static func coverage(
    of masks: [PictureMask], size: Size, basis: Size
  ) -> MaskCoverage {
    // Room is the same on both sides.
    let origin = (x: (size.width - basis.width) / 2, y: (size.height - basis.height) / 2)
    let area = Rect(x: -origin.x, y: -origin.y, width: size.width, height: size.height)
    let start = masks.first?.combination == .add ? 0 : UInt16(Kernels.fullWeight)
    var result = FilterPlane(width: size.width, height: size.height, filledWith: start)
    for mask in masks {
      let plane = mask.plane(area, basis)
      var samples = result.samples.mutableSpan
      Kernels.combine(plane.samples.span, mask.combination, into: &samples)
    }
    return MaskCoverage(plane: result)
  }

  /// How many samples around a picture of a size a soft edge is found in.
  public func reach(basis: Size) -> Int {
    let deviation = deviation(basis)
    return deviation < Self.sharpest ? 0 : Int((3.2 * deviation).rounded(.up)) + 3
  }

  /// Edges that are less soft are sharp.
  private static let sharpest = 0.05

  private func deviation(_ basis: Size) -> Double { feather / 4 * Double(basis.height) }

  /// Its own coverage.
  private func plane(_ area: Rect, _ basis: Size) -> FilterPlane {
    let outline = outline(in: basis)
    var plane: FilterPlane
    let (deviation, reach) = (deviation(basis), reach(basis: basis))
    if reach == 0 {
      plane = OutlineCoverage(outline).plane(area)
    } else {
      // What lies beside the picture is blurred into it.
      plane = OutlineCoverage(outline).plane(
        Rect(
          x: area.x - reach, y: area.y - reach, width: area.width + 2 * reach,
          height: area.height + 2 * reach))
      plane.blur(deviation: deviation, deviation)
      plane = plane.cropped(by: reach)
    }
    let share = UInt32((min(max(opacity, 0), 1) * 32768).rounded())
    if isInverted || share < 32768 {
      var samples = plane.samples.mutableSpan
      Kernels.settle(&samples, isInverted: isInverted, share: share)
    }
    return plane
  }

  private func outline(in basis: Size) -> MaskOutline {
    let (across, down) = (Double(basis.width), Double(basis.height))
    let (width, height) = (max(0, box.width) * across, max(0, box.height) * down)
    let outline =
      switch shape {
      case .rectangle(let radius):
        MaskOutline.rectangle(width: width, height: height, radius: radius * down)
      case .ellipse: MaskOutline.ellipse(width: width, height: height)
      case .polygon(let points, let isSmooth):
        Self.polygon(points, isSmooth, width, height)
      }
    return outline.turned(
      by: turns - turns.rounded(.down), x: box.x * across + width / 2,
      y: box.y * down + height / 2)
  }

  private static func polygon(
    _ points: [(x: Double, y: Double)], _ isSmooth: Bool, _ width: Double, _ height: Double
  ) -> MaskOutline {
    let outline = MaskOutline(
      points: points.map {
        MaskOutline.Point(x: ($0.x - 0.5) * width, y: ($0.y - 0.5) * height)
      })
    return isSmooth ? outline.smoothed : outline
  }
}

/// How much of each luma sample of a picture is shown, 0…32768.
public struct MaskCoverage: Sendable {
  package let plane: FilterPlane
}
