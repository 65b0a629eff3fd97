public import BaseValues

extension Gradient {
  /// Draws colours along a path, or the part of that picture that lies in `window`, dithered by position as
  /// the straight gradient is; without alpha if all colours are opaque.
  ///
  /// A sample has the colour of the pixel's centre; a chroma sample that of where it is sited, in an even
  /// column's centre and between two rows. Edges between colours at one position are not smoothed.
  ///
  /// - Precondition: `window` lies in the picture and is not empty.
  /// - Complexity: O(samples · stops).
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func image<Sample: PixelSample>(
    size: Size, window: Rect? = nil, _ path: ColorPath, _ ramp: ColorRamp,
    as sample: Sample.Type = UInt8.self, pool: ImagePool? = nil
  ) -> Image {
    let window = window ?? size.bounds
    let position = path.position(on: size)
    let format = PixelFormat(sample, hasAlpha: !ramp.isOpaque)
    var image = MutableImage(format: format, size: window.size, pool: pool)
    func draw(
      _ planes: [(plane: Int, values: RampValues)], isChroma: Bool, on image: inout MutableImage
    ) {
      guard let first = planes.first?.plane else { return }
      let shift = isChroma ? 1 : 0
      // With one threshold for colour and alpha no colour is above its alpha.
      let kind = isChroma ? Plane.cb : Plane.luma
      var places = [Double](repeating: 0, count: image.width(of: first))
      for y in 0..<image.height(of: first) {
        let row = y << shift
        let below = min(row + shift, window.height - 1)
        let down = Double(2 * window.y + row + below + 1) / 2
        for x in places.indices {
          places[x] = position(Double(window.x + x << shift) + 0.5, down)
        }
        let rounding = Rounding.dithered(row: window.y >> shift + y, plane: kind)
        for (plane, values) in planes {
          var samples = image.mutableRow(plane, y, as: sample)
          for x in samples.indices {
            let value = UInt32(truncatingIfNeeded: values.value(at: places[x]))
            let threshold =
              rounding.threshold(window.x >> shift &+ x) &>> UInt32(32 - RampValues.fractionBits)
            samples[x] = Sample(code: (value &+ threshold) &>> UInt32(RampValues.fractionBits))
          }
        }
      }
    }
    let full = Sample(code: Sample.maximum)
    let alpha = ramp.values(as: sample) { _ in full }
    let luma = ramp.values(as: sample) { $0.codes(as: sample).y }
    let cb = ramp.values(as: sample) { $0.codes(as: sample).cb }
    let cr = ramp.values(as: sample) { $0.codes(as: sample).cr }
    let isClear = format.hasAlpha
    draw(
      [(Plane.luma, luma)] + (isClear ? [(Plane.alpha, alpha)] : []), isChroma: false,
      on: &image)
    draw(
      [(Plane.cb, cb), (Plane.cr, cr)] + (isClear ? [(Plane.chromaAlpha, alpha)] : []),
      isChroma: true, on: &image)
    return image.freeze()
  }
}
