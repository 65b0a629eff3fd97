internal import BaseValues

/// Where a text's raster pixels, counted from its anchor, lie on a canvas: turned, scaled, mirrored
/// or skewed, and moved.
///
///     x = xx · u + xy · v + dx      y = yx · u + yy · v + dy      y downwards
package struct TextTransform: Hashable, Sendable {
  /// Fractional bits of the four factors.
  package static let factorBits = 32
  /// Fractional bits of the anchor's place.
  package static let placeBits = 16

  /// Factors in 2^-32.
  package var xx, xy, yx, yy: Int
  /// The anchor on the canvas, in 1/65536 pixel.
  package var dx, dy: Int

  /// A transform by its six numbers.
  ///
  /// - Returns: `nil` where a text would be more than 256 times as large, or farther away than 2^20
  ///   pixels, or thinner than 1/256 of what it is.
  package init?(xx: Int, xy: Int, yx: Int, yy: Int, dx: Int, dy: Int) {
    let largest = 1 << (Self.factorBits + 8)
    guard [xx, xy, yx, yy].allSatisfy({ abs($0) <= largest }),
      [dx, dy].allSatisfy({ abs($0) <= 1 << (20 + Self.placeBits) })
    else { return nil }
    (self.xx, self.xy, self.yx, self.yy) = (xx, xy, yx, yy)
    (self.dx, self.dy) = (dx, dy)
    guard area >= 1 << 8 else { return nil }
  }

  /// The canvas's area of a raster pixel, in 1/65536 pixel.
  private var area: Int {
    let bits = Int128(2 * Self.factorBits - 16)
    return Int(((Int128(xx) * Int128(yy) - Int128(xy) * Int128(yx)) >> bits).magnitude)
  }

  /// How much larger lengths get in every direction, in 1/65536; `nil` where that depends on the
  /// direction by more than a thousandth.
  var evenScale: Int? {
    let most = max(abs(xx), abs(xy), abs(yx), abs(yy)) >> 10
    let isTurned = abs(xx - yy) <= most && abs(xy + yx) <= most
    let isMirrored = abs(xx + yy) <= most && abs(xy - yx) <= most
    guard isTurned || isMirrored else { return nil }
    return Int(Double(area << 16).squareRoot().rounded())
  }

  /// A place in 1/65536 raster pixel from the anchor, in 1/65536 pixel of the canvas.
  func place(_ u: Int, _ v: Int) -> (x: Int, y: Int) {
    let (x, y) = direction(u, v)
    return (x + dx, y + dy)
  }

  /// The same for what only has a length and a direction.
  func direction(_ u: Int, _ v: Int) -> (x: Int, y: Int) {
    let half: Int128 = 1 << Int128(Self.factorBits - 1)
    func sum(_ a: Int, _ b: Int) -> Int {
      Int((Int128(a) * Int128(u) + Int128(b) * Int128(v) + half) >> Int128(Self.factorBits))
    }
    return (sum(xx, xy), sum(yx, yy))
  }
}

/// A canvas that a text is drawn for as a transform shows it.
struct TextCanvas: Sendable {
  var transform: TextTransform
  /// What can be seen.
  var bounds: Rect
}
