import Foundation
import BaseValues
import Raster
import Testing

/// The gradients of CSS Images Module Level 4, chapter 3, written from its text, in numbers of any size.
private struct CascadingGradient {
  enum Form {
    case linear(degrees: Double)
    case radial(x: Double, y: Double, radiusX: Double, radiusY: Double)
    case conic(x: Double, y: Double, degrees: Double)
  }

  var form: Form
  /// 0…255, alpha 0…1.
  var stops: [(red: Double, green: Double, blue: Double, alpha: Double, at: Double)]

  /// 3.1.1: "the gradient line's length … is abs(W * sin(A)) + abs(H * cos(A))".
  func position(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Double {
    switch form {
    case .linear(let degrees):
      let a = degrees * .pi / 180
      let length = abs(width * sin(a)) + abs(height * cos(a))
      return ((x - width / 2) * sin(a) - (y - height / 2) * cos(a)) / length + 0.5
    case .radial(let centerX, let centerY, let radiusX, let radiusY):
      return hypot((x - centerX) / radiusX, (y - centerY) / radiusY)
    case .conic(let centerX, let centerY, let degrees):
      let turns = atan2(x - centerX, centerY - y) / (2 * .pi) - degrees / 360
      return turns - turns.rounded(.down)
    }
  }

  /// 3.5.3: colours between stops are interpolated premultiplied. Red, green and blue, and alpha.
  func color(at position: Double) -> [Double] {
    func premultiplied(_ index: Int) -> [Double] {
      let stop = stops[index]
      return [
        stop.red * stop.alpha, stop.green * stop.alpha, stop.blue * stop.alpha, 255 * stop.alpha,
      ]
    }
    guard let next = stops.firstIndex(where: { $0.at > position }) else {
      return premultiplied(stops.count - 1)
    }
    if next == 0 { return premultiplied(0) }
    let share = (position - stops[next - 1].at) / (stops[next].at - stops[next - 1].at)
    return zip(premultiplied(next - 1), premultiplied(next)).map { $0 + ($1 - $0) * share }
  }

  /// Y, Cb, Cr of BT.709 with codes of 8 bits, times alpha, and alpha of 255.
  func codes(at position: Double) -> [Double] {
    let c = color(at: position)
    let alpha = c[3] / 255
    let luma = (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]) / 255
    return [
      16 * alpha + 219 * luma, 128 * alpha + 224 * (c[2] / 255 - luma) / 1.8556,
      128 * alpha + 224 * (c[0] / 255 - luma) / 1.5748, c[3],
    ]
  }
}

@Suite("gradients along paths") struct GradientPathTests {
  private static let size = Size(width: 96, height: 54)
  private static let clear = [
    (SolidColor(red: 255, green: 40, blue: 0), 0.1),
    (SolidColor(red: 0, green: 90, blue: 255, alpha: 160), 0.45),
    (SolidColor(red: 255, green: 255, blue: 0, alpha: 0), 0.8),
  ]
  private static let opaque = [
    (SolidColor(red: 10, green: 20, blue: 120), 0.0),
    (SolidColor(red: 255, green: 165, blue: 0), 0.7),
    (SolidColor(red: 255, green: 255, blue: 255), 1.0),
  ]

  private func css(_ form: CascadingGradient.Form, isClear: Bool) -> CascadingGradient {
    let numbers: [(Double, Double, Double, Double, Double)] =
      isClear
      ? [(255, 40, 0, 1, 0.1), (0, 90, 255, 160.0 / 255, 0.45), (255, 255, 0, 0, 0.8)]
      : [(10, 20, 120, 1, 0), (255, 165, 0, 1, 0.7), (255, 255, 255, 1, 1)]
    return CascadingGradient(form: form, stops: numbers.map { ($0, $1, $2, $3, $4) })
  }

  @Test("every sample is within a code of the formula of CSS", arguments: 0..<9, [false, true])
  func formula(number: Int, isClear: Bool) {
    // The farthest corner of a picture of 96 by 54 from (24, 36) is (96, 0).
    let cases: [(ColorPath, CascadingGradient.Form)] = [
      (.line(turns: 0), .linear(degrees: 0)), (.line(turns: 0.25), .linear(degrees: 90)),
      (.line(turns: 0.125), .linear(degrees: 45)),
      (.line(turns: 200.0 / 360), .linear(degrees: 200)),
      (
        .rays(x: 0.5, y: 0.5, radius: 0.5, isCircle: true),
        .radial(x: 48, y: 27, radiusX: 27, radiusY: 27)
      ),
      (
        .rays(x: 0.5, y: 0.5, radius: 0.4, isCircle: false),
        .radial(x: 48, y: 27, radiusX: 38.4, radiusY: 21.6)
      ),
      (
        .rays(x: 0.25, y: 2.0 / 3, radius: nil, isCircle: true),
        .radial(x: 24, y: 36, radiusX: hypot(72, 36), radiusY: hypot(72, 36))
      ),
      (
        .rays(x: 0.25, y: 2.0 / 3, radius: nil, isCircle: false),
        .radial(x: 24, y: 36, radiusX: 72 * 2.0.squareRoot(), radiusY: 36 * 2.0.squareRoot())
      ),
      (
        .circles(x: 0.3, y: 0.6, turns: 0.2), .conic(x: 0.3 * 96, y: 0.6 * 54, degrees: 72)
      ),
    ]
    let (path, form) = cases[number]
    let ramp = ColorRamp(isClear ? Self.clear : Self.opaque)
    expect(Gradient.image(size: Self.size, path, ramp), css(form, isClear: isClear), 1, UInt8.self)
    expect(
      Gradient.image(size: Self.size, path, ramp, as: UInt16.self), css(form, isClear: isClear), 4,
      UInt16.self)
  }

  /// - Parameter unit: codes of the picture's depth in one of 8 bits.
  private func expect<Sample: PixelSample>(
    _ image: Image, _ css: CascadingGradient, _ unit: Double, _ sample: Sample.Type
  ) {
    let (width, height) = (Double(Self.size.width), Double(Self.size.height))
    var worst = 0.0
    for plane in 0..<(image.format.hasAlpha ? 5 : 3) {
      let isChroma = image.format.isChroma(plane: plane)
      for y in 0..<image.height(of: plane) {
        let row = image.row(plane, y, as: sample)
        for x in 0..<image.width(of: plane) {
          // Chroma is sited in the even column, between two rows.
          let place =
            isChroma
            ? (Double(2 * x) + 0.5, Double(2 * y) + 1) : (Double(x) + 0.5, Double(y) + 0.5)
          let position = css.position(place.0, place.1, width, height)
          // Where a wheel begins again, a hair's breadth decides.
          if case .conic = css.form, min(position, 1 - position) < 1e-4 { continue }
          let codes = css.codes(at: position)
          let alpha = plane > 2
          // 255 and 1023, but 16 and 64.
          let scale = alpha && unit > 1 ? 1023.0 / 255 : unit
          let wanted = codes[alpha ? 3 : plane] * scale
          worst = max(worst, abs(Double(row[x]) - wanted) / unit)
        }
      }
    }
    // A stop's own code is half a code off at most, and what is dithered less than one.
    #expect(worst < (unit > 1 ? 0.6 : 1.5))
  }

  @Test("in the mean over some samples it is the formula")
  func mean() {
    let image = Gradient.image(
      size: Self.size, .line(turns: 0.1), ColorRamp(Self.opaque))
    let css = css(.linear(degrees: 36), isClear: false)
    var sum = 0.0
    for y in 0..<54 {
      for x in 0..<96 {
        let position = css.position(Double(x) + 0.5, Double(y) + 0.5, 96, 54)
        sum += Double(image.row(0, y)[x]) - css.codes(at: position)[0]
      }
    }
    #expect(abs(sum / (96 * 54)) < 0.3)
  }

  @Test("a colour that fades to nothing stays that colour")
  func noFringe() {
    let white = SolidColor(red: 255, green: 255, blue: 255)
    let none = SolidColor(red: 0, green: 0, blue: 0, alpha: 0)
    let image = Gradient.image(
      size: Size(width: 64, height: 2), .line(turns: 0.25), ColorRamp([(white, 0), (none, 1)]))
    for x in 0..<64 {
      // White is 235 of 255 parts of alpha; black would be 16.
      let alpha = Double(image.row(Plane.alpha, 0)[x])
      #expect(abs(Double(image.row(Plane.luma, 0)[x]) - alpha * 235 / 255) < 1.1)
    }
  }

  @Test("two stops at one place make an edge")
  func edge() {
    let (red, blue) = (
      SolidColor(red: 255, green: 0, blue: 0), SolidColor(red: 0, green: 0, blue: 255)
    )
    let image = Gradient.image(
      size: Size(width: 40, height: 2), .line(turns: 0.25),
      ColorRamp([(red, 0), (red, 0.5), (blue, 0.5), (blue, 1)]))
    #expect(image.samples(0, 0) == (0..<40).map { $0 < 20 ? 63 : 32 })
  }

  @Test("colours stay below their alpha, and a window is that part of the whole")
  func windows() {
    let path = ColorPath.circles(x: 0.4, y: 0.6, turns: 0.3)
    let whole = Gradient.image(size: Self.size, path, ColorRamp(Self.clear))
    let part = Gradient.image(
      size: Self.size, window: Rect(x: 20, y: 12, width: 30, height: 20), path,
      ColorRamp(Self.clear))
    for plane in 0..<5 {
      let step = part.format.isChroma(plane: plane) ? 2 : 1
      for y in 0..<part.height(of: plane) {
        let row = whole.samples(plane, 12 / step + y)
        let columns = (20 / step)..<(20 / step + part.width(of: plane))
        #expect(part.samples(plane, y) == Array(row[columns]))
      }
    }
    for (plane, alpha) in [(Plane.luma, Plane.alpha), (Plane.cb, Plane.chromaAlpha)] {
      for y in 0..<whole.height(of: plane) {
        #expect(zip(whole.samples(plane, y), whole.samples(alpha, y)).allSatisfy { $0 <= $1 })
      }
    }
  }
}
