internal import BaseValues
internal import Raster

/// The part of a picture that an effect changes, with keyframes for what moves through the picture.
enum RegionParameters {
  private static let x = Parameter.thousandths(
    "x", "a share", "Left edge of the region that is changed, in widths of the picture.",
    in: 0...1000, default: 0,
    example: 250)
  private static let y = Parameter.thousandths(
    "y", "a share", "Top edge, in heights of the picture.", in: 0...1000, default: 0, example: 250)
  private static let width = Parameter.thousandths(
    "width", "a share", "Width of the region, in widths of the picture.", in: 0...1000,
    default: 1000,
    example: 500)
  private static let height = Parameter.thousandths(
    "height", "a share", "Height, in heights of the picture.", in: 0...1000, default: 1000,
    example: 500)

  static let all = [x.description, y.description, width.description, height.description]

  static func region(_ values: EffectValues) -> PictureRegion {
    PictureRegion(x: values[x], y: values[y], width: values[width], height: values[height])
  }
}
