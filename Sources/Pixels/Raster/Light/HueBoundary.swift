/// Where on the boundary of a set of primaries a colour outside of them has its own hue. What is said of BT.709 is the
/// same for others.
///
/// Hue is that of Oklab (B. Ottosson, *A perceptual color space for image processing*, 2020), by which
/// CSS Color 4 maps gamuts too. It does not depend on how bright a colour is, so a colour's place
/// follows from its chromaticity alone.
///
/// Blue is an exception. The blue of BT.2020 has the hue of a sky, in Oklab as in JzAzBz or ICtCp, and of that
/// hue BT.709 has but a third of its chroma: what shines blue would be grey and dark. Around blue a colour
/// therefore goes to the place that differs least from it, where a difference in hue counts the more the
/// further its hue lies from blue:
/// ```
/// hue             190°    210°    230°    250°    270°    290°    310°
/// difference      ∞       8.5     2.4     1¼      2.4     8.5     ∞        times as much as one in chroma
/// ```
/// The place of a colour:
///
/// ```
///            green 1
///             ╱    ╲            the place of a colour on the boundary: 0…3, from red
///            ╱      ╲           by green and blue back to red
///   red 0, 3 ──────── blue 2
/// ```
struct HueBoundary: Sendable {
  /// By the least component, how far it lies below zero, and the shares of the other two.
  private let places: [Double]

  private static let depths = 17
  private static let shares = 65
  /// The least component's part of the other two's sum, all taken from the least one: 0…this. Primaries
  /// of BT.2020 lie at 0.27.
  private static let deepest = 0.3125

  /// What colours are in.
  private let gamut: Gamut

  /// Made where it is first asked for, as is the other one.
  ///
  /// - Complexity: about 400 000 powers.
  static let bt709 = HueBoundary(
    Gamut(primaries: .bt709, toBT709: nil, luminance: (13_933, 46_871, 4732)))
  /// 0.2290, 0.6917 and 0.0793 of P3's light are its luminance (SMPTE EG 432-1, annex, for a white of D65).
  static let displayP3 = HueBoundary(
    Gamut(
      primaries: .displayP3, toBT709: ColorPrimaries.displayP3.matrix(to: .bt709),
      luminance: (15_006, 45_334, 5196)))

  /// A set of primaries.
  private struct Gamut {
    var primaries: ColorPrimaries
    /// `nil` for BT.709's own.
    var toBT709: [[Double]]?
    /// Parts of red, green and blue, of 65536.
    var luminance: (red: Double, green: Double, blue: Double)

    @inline(__always)
    func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
      (luminance.red * red + luminance.green * green + luminance.blue * blue) * (1.0 / 65536)
    }
  }

  /// The luminance of light of the primaries.
  @inline(__always)
  func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    gamut.luminance(red, green, blue)
  }

  private init(_ gamut: Gamut) {
    self.gamut = gamut
    let wide = gamut.primaries.matrix(to: .bt2020)
    var places: [Double] = []
    places.reserveCapacity(3 * Self.depths * Self.shares)
    for least in 0..<3 {
      let edge = (0..<Self.shares).map { Double(least + 1) + Double($0) / Double(Self.shares - 1) }
      // From the boundary outwards, so that a hue is looked for next to where it was found last.
      var rows = [edge]
      for depth in 1..<Self.depths {
        let below = Self.deepest * Double(depth) / Double(Self.depths - 1)
        let before = rows[depth - 1]
        rows.append(
          before.indices.map { share in
            let last = Double(share) / Double(Self.shares - 1)
            var color = [-below, -below, -below]
            color[(least + 1) % 3] += 1 - last
            color[(least + 2) % 3] += last
            // Oklab says little of colours that are none, beyond those of BT.2020.
            let isColor = wide.allSatisfy { row in
              row[0] * color[0] + row[1] * color[1] + row[2] * color[2] > -0.01
            }
            return isColor ? Self.place(of: color, near: before[share], in: gamut) : before[share]
          })
      }
      places += rows.joined()
    }
    self.places = places
  }

  /// The colour of the same luminance and hue on the boundary.
  ///
  /// - Parameters:
  ///   - lowest: the least component, below zero.
  ///   - luminance: at least zero.
  /// - Returns: components of at least zero.
  @inline(__always)
  func color(
    _ red: Double, _ green: Double, _ blue: Double, lowest: Double, luminance: Double
  ) -> (red: Double, green: Double, blue: Double) {
    let least = lowest == red ? 0 : lowest == green ? 1 : 2
    let next = (least == 0 ? green : least == 1 ? blue : red) - lowest
    let last = (least == 0 ? blue : least == 1 ? red : green) - lowest
    let sum = next + last
    guard sum > 0, luminance > 0 else { return (0, 0, 0) }
    let part = 1 / sum
    let depth = min(-lowest * part, Self.deepest) * (Double(Self.depths - 1) / Self.deepest)
    let place = interpolated(least, depth, last * part * Double(Self.shares - 1))
    // Tents around 0 and 3, 1, and 2.
    let r = max(0, max(1 - place, place - 2))
    let g = max(0, 1 - (place - 1).magnitude)
    let b = max(0, 1 - (place - 2).magnitude)
    let scale = luminance / gamut.luminance(r, g, b)
    return (r * scale, g * scale, b * scale)
  }

  @inline(__always)
  private func interpolated(_ least: Int, _ depth: Double, _ share: Double) -> Double {
    let row = min(Int(depth), Self.depths - 2)
    let column = min(Int(share), Self.shares - 2)
    let (down, across) = (depth - Double(row), share - Double(column))
    let first = (least &* Self.depths &+ row) &* Self.shares &+ column
    let places = self.places.span
    precondition(first >= 0 && first &+ Self.shares &+ 1 < places.count)
    // Safe: the last of the four is inside.
    let upper = unsafe (places[unchecked: first], places[unchecked: first &+ 1])
    let lower = unsafe (
      places[unchecked: first &+ Self.shares], places[unchecked: first &+ Self.shares &+ 1]
    )
    let above = upper.0 + (upper.1 - upper.0) * across
    let below = lower.0 + (lower.1 - lower.0) * across
    let place = above + (below - above) * down
    return place < 0 ? place + 3 : place >= 3 ? place - 3 : place
  }

  // MARK: - Hue

  /// The place that has a colour's hue, in the turn in which it is next to `previous`.
  private static func place(
    of color: [Double], near previous: Double, in gamut: Gamut
  ) -> Double {
    let oklab = oklab(color, gamut)
    let hue = (oklab.a, oklab.b)
    // What lies at one side of a hue's line through grey turns its sign once within half a turn.
    func side(_ place: Double) -> Double {
      let other = Self.oklab(boundary(place), gamut)
      return hue.0 * other.b - hue.1 * other.a
    }
    var (low, high) = (previous - 0.75, previous + 0.75)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if side(middle) < 0 { low = middle } else { high = middle }
    }
    let place = (low + high) / 2
    guard let weight = hueWeight(oklab) else { return place }
    let luminance = gamut.luminance(color[0], color[1], color[2])
    return luminance > 0
      ? nearest(to: oklab, luminance, weight, around: place, in: gamut) : place
  }

  /// How much more a difference in hue counts than one in chroma; `nil` where no other hue will do.
  private static func hueWeight(_ color: Oklab) -> Double? {
    // The cosine of what it lies off 250°.
    let cosine = -(0.342_020 * color.a + 0.939_693 * color.b) / max(color.chroma, 1e-9)
    // Near 250° the square of the angle in 20°.
    return cosine > 0.5 ? 1.25 + 16.4 * (1 - cosine) / (2 * cosine - 1) : nil
  }

  /// The place of the boundary's colour of some luminance that differs least from a colour.
  private static func nearest(
    to color: Oklab, _ luminance: Double, _ weight: Double, around place: Double,
    in gamut: Gamut
  ) -> Double {
    func difference(_ place: Double) -> Double {
      let edge = boundary(place)
      let scale = luminance / gamut.luminance(edge[0], edge[1], edge[2])
      let other = oklab(edge.map { $0 * scale }, gamut)
      let lightness = color.lightness - other.lightness
      let chroma = color.chroma - other.chroma
      let hue = 2 * (color.chroma * other.chroma - color.a * other.a - color.b * other.b)
      return lightness * lightness + chroma * chroma + weight * weight * hue
    }
    // There may be two least ones: at a corner, and beside it.
    let step = 1.0 / 32
    var best = (place: place, difference: difference(place))
    for index in -12...12 {
      let other = place + Double(index) * step
      let found = difference(other)
      if found < best.difference { best = (other, found) }
    }
    var (low, high) = (best.place - step, best.place + step)
    for _ in 0..<24 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      if difference(first) < difference(second) { high = second } else { low = first }
    }
    return (low + high) / 2
  }

  private static func boundary(_ place: Double) -> [Double] {
    let turned = place < 0 ? place + 3 : place >= 3 ? place - 3 : place
    let edge = min(Int(turned), 2)
    var color = [0.0, 0, 0]
    color[edge] = 1 - (turned - Double(edge))
    color[(edge + 1) % 3] = turned - Double(edge)
    return color
  }

  /// A colour in Oklab.
  private struct Oklab {
    var lightness: Double
    var a: Double
    var b: Double
    var chroma: Double { (a * a + b * b).squareRoot() }
  }

  private static func oklab(_ light: [Double], _ gamut: Gamut) -> Oklab {
    let color =
      gamut.toBT709.map { rows in
        rows.map { $0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2] }
      } ?? light
    func cone(_ red: Double, _ green: Double, _ blue: Double) -> Double {
      let sum = red * color[0] + green * color[1] + blue * color[2]
      return sum < 0 ? -Power.of(-sum, 1.0 / 3) : Power.of(sum, 1.0 / 3)
    }
    let l = cone(0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9)
    let m = cone(0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6)
    let s = cone(0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5)
    return Oklab(
      lightness: 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
      a: 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
      b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
  }
}
