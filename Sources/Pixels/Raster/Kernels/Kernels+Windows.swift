import RowKernels
import WideRowKernels

extension Kernels {
  /// Mixes 6 × 6 samples of a plane around places between them; see `WindowMixing`.
  ///
  /// - Parameters:
  ///   - xs: places from the centre of the plane's first column, in 1/256 of a sample; `ys` from
  ///     that of its first row.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.turned`.
  static func mixWindows<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _: Sample.Type, xs: Span<Int32>, ys: Span<Int32>,
    into result: inout MutableSpan<Int16>
  ) {
    precondition(image.format.depth == Sample.depth, "\(Sample.self) of \(image.format)")
    let (width, height) = (image.width(of: plane), image.height(of: plane))
    // Safe: the plane is lent, it is as large as it says, and the tables have all phases.
    unsafe image.withUnsafePlane(plane) { (base, stride) in
      unsafe LanczosPhases.across.withUnsafeBytes { across in
        unsafe LanczosPhases.down.withUnsafeBytes { down in
          guard let across = across.baseAddress, let down = down.baseAddress else { return }
          let start = unsafe UnsafeRawPointer(base)
          if WideVectors.areUsed {
            unsafe WideRowKernels.WindowMixing.write(
              start, stride: stride, width: width, height: height, depth: Sample.depth, xs: xs,
              ys: ys, across: across, down: down, into: &result)
          } else {
            unsafe RowKernels.WindowMixing.write(
              start, stride: stride, width: width, height: height, depth: Sample.depth, xs: xs,
              ys: ys, across: across, down: down, into: &result)
          }
        }
      }
    }
  }
}
