import LibAV
import PixelGeometry
import Raster

/// Scales pictures plane by plane, as numbers, whatever they mean: also premultiplied ones.
final class PlaneScaler {
  let source: Size
  let format: PixelFormat
  private let target: Size
  // Planes of one size share one.
  private let full: PlaneContext
  private let half: PlaneContext

  init(
    from source: Size, to target: Size, format: PixelFormat
  ) throws(LibAVError) {
    self.source = source
    self.target = target
    self.format = format
    full = try PlaneContext(from: source, to: target)
    half = try PlaneContext(from: source.chroma, to: target.chroma)
  }

  func scale(_ image: Raster.Image, pool: ImagePool) throws(LibAVError) -> Raster.Image {
    var result = MutableImage(format: format, size: target, pool: pool)
    for plane in 0..<format.planeCount {
      let context = format.isChroma(plane: plane) ? half : full
      // Safe: both pictures outlive the call.
      let output = unsafe result.withUnsafeMutablePlane(plane) { (base, stride) in
        unsafe Scaler.Plane(base: UnsafeMutableRawPointer(base), stride: stride)
      }
      try unsafe image.withUnsafePlane(plane) { (base, stride) throws(LibAVError) in
        try unsafe context.scaler.scale(plane: base, stride: stride, into: output)
      }
    }
    return result.freeze()
  }
}

private final class PlaneContext {
  var scaler: Scaler

  init(from source: Size, to target: Size) throws(LibAVError) {
    let colour = ColorTags(range: .full)
    scaler = try Scaler(
      from: Scaler.Picture(
        format: "gray", width: source.width, height: source.height, colour: colour),
      to: Scaler.Picture(
        format: "gray", width: target.width, height: target.height, colour: colour),
      interpolation: .bilinear)
  }
}
