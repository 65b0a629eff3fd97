import BaseValues
import Testing

@testable import Raster

@Suite("masks made from shapes and pictures") struct MaskImageTests {
  private let hard = MaskRamp(threshold: 16384, softness: 0)

  @Test("a rectangle at half brightness holds the samples whose centres it holds")
  func rectangle() {
    let shape = MaskShape(.rectangle, x: 1, y: 1, width: 3, height: 2)
    let mask = hard.coverage(
      of: MaskBrightness(shape, on: Size(width: 6, height: 4)), as: UInt8.self)
    #expect(mask.format == .coverage8)
    #expect(
      mask.planes() == [
        [
          [0, 0, 0, 0, 0, 0], [0, 255, 255, 255, 0, 0], [0, 255, 255, 255, 0, 0],
          [0, 0, 0, 0, 0, 0],
        ]
      ])
  }

  @Test("an ellipse holds the samples whose centres it holds, at any threshold")
  func ellipse() {
    let (a, b) = (11.0, 7.0)
    let shape = MaskShape(.ellipse, x: 3, y: 2, width: 22, height: 14)
    for (threshold, scale) in [(16384, 1.0), (8192, 1.5), (24576, 0.5)] {
      let ramp = MaskRamp(threshold: threshold, softness: 0)
      let mask = ramp.coverage(
        of: MaskBrightness(shape, on: Size(width: 31, height: 19)), as: UInt16.self)
      for y in 0..<19 {
        let row = mask.row(Plane.coverage, y, as: UInt16.self)
        for x in 0..<31 {
          let (u, v) = ((Double(x) + 0.5 - 14) / a / scale, (Double(y) + 0.5 - 9) / b / scale)
          let distance = u * u + v * v
          // On the very edge rounding decides.
          if abs(distance - 1) < 1e-3 { continue }
          #expect(row[x] == (distance < 1 ? 1023 : 0))
        }
      }
    }
  }

  @Test("coverage rises from nothing at the threshold to all of it `softness` above")
  func ramp() {
    let ramp = MaskRamp(threshold: 1000, softness: 510)
    #expect(ramp.share(0, as: UInt8.self) == 0 && ramp.share(1000, as: UInt8.self) == 0)
    #expect(ramp.share(1002, as: UInt8.self) == 1 && ramp.share(1001, as: UInt8.self) == 1)
    #expect(ramp.share(1255, as: UInt8.self) == 128 && ramp.share(1509, as: UInt8.self) == 255)
    #expect(ramp.share(1510, as: UInt16.self) == 1023 && ramp.share(32768, as: UInt8.self) == 255)
    #expect(MaskRamp(threshold: 0, softness: 0).share(0, as: UInt8.self) == 255)
    let outside = MaskRamp(threshold: 1000, softness: 510, isInverted: true)
    for brightness in 900...1600 {
      let (share, rest) = (
        ramp.share(brightness, as: UInt8.self), outside.share(brightness, as: UInt8.self)
      )
      #expect(Int(share) + Int(rest) == 255)
    }
    #expect(
      MaskRamp(threshold: -99999, softness: 99999) == MaskRamp(threshold: -32768, softness: 32768))
    // A threshold below the darkest lets everything through in part.
    let low = MaskRamp(threshold: -510, softness: 1020)
    #expect(low.share(0, as: UInt8.self) == 128 && low.share(510, as: UInt8.self) == 255)
  }

  @Test("a picture's mask is its light: nothing in black, beside it and where it is transparent")
  func picture() {
    var picture = MutableImage(format: .yuva420p8, size: Size(width: 4, height: 1))
    picture.clear()
    picture.write(([235, 16, 0, 118] as [UInt8]).span, plane: Plane.luma, row: 0)
    picture.write(([255, 255, 0, 128] as [UInt8]).span, plane: Plane.alpha, row: 0)
    let ramp = MaskRamp(threshold: 0, softness: 32768)
    let size = Size(width: 5, height: 2)
    let mask = ramp.coverage(
      of: MaskBrightness(picture.freeze(), on: size, as: UInt8.self), as: UInt8.self)
    // White of alpha 128 has half of the light: (118 − 16 · 128 / 255) / 219.
    #expect(mask.planes() == [[[255, 0, 0, 128, 0], [0, 0, 0, 0, 0]]])
    var opaque = MutableImage(format: .yuv420p10, size: Size(width: 3, height: 1))
    opaque.clear()
    opaque.write(([64, 502, 1023] as [UInt16]).span, plane: Plane.luma, row: 0)
    let deep = ramp.coverage(
      of: MaskBrightness(opaque.freeze(), on: Size(width: 3, height: 1), as: UInt16.self),
      as: UInt16.self)
    let row = deep.row(Plane.coverage, 0, as: UInt16.self)
    #expect((0..<3).map { row[$0] } == [0, 512, 1023])
  }

  @Test("a hard edge parts what is darker than the threshold and its softness from all else")
  func hardEdge() {
    let shape = MaskShape(.ellipse, x: -3, y: -2, width: 31, height: 15)
    let mask = MaskBrightness(shape, on: Size(width: 23, height: 9))
    for threshold in [-1, 0, 9000, 16383, 32767] {
      for (softness, isInverted) in [(0, false), (1, false), (0, true), (1, true)] {
        let ramp = MaskRamp(threshold: threshold, softness: softness, isInverted: isInverted)
        let image = ramp.coverage(of: mask, as: UInt16.self)
        for y in 0..<9 {
          let row = image.row(Plane.coverage, y, as: UInt16.self)
          for x in 0..<23 {
            #expect(row[x] == ramp.share(Int(mask.values[23 * y + x]), as: UInt16.self))
          }
        }
      }
    }
  }

  @Test("a shape of huge numbers, or of none, is no trap")
  func hugeNumbers() {
    let size = Size(width: 3, height: 3)
    for (x, width) in [(Int.min, 5), (Int.max, Int.max), (0, 0), (0, -5), (1, Int.min)] {
      for kind in [MaskShape.Kind.rectangle, .ellipse] {
        let shape = MaskShape(kind, x: x, y: x, width: width, height: width)
        let mask = hard.coverage(of: MaskBrightness(shape, on: size), as: UInt8.self)
        #expect(mask.planes() == [[[0, 0, 0], [0, 0, 0], [0, 0, 0]]])
      }
    }
  }

  @Test("a picture of 8 bits in 10 has codes four times as large, and stays premultiplied")
  func widened() {
    let image = Image.noise(.yuva420p8, width: 19, height: 7, seed: 12)
    let deep = image.widened()
    #expect(deep.format == .yuva420p10)
    for plane in 0..<5 {
      for y in 0..<image.height(of: plane) {
        let (row, deepRow) = (image.row(plane, y), deep.row(plane, y, as: UInt16.self))
        for x in row.indices {
          let expected =
            plane < 3 ? Int(row[x]) * 4 : Int((Double(row[x]) * 1023 / 255).rounded())
          #expect(Int(deepRow[x]) == expected)
          guard plane < 3 else { continue }
          let alpha = deep.row(plane == 0 ? 3 : 4, y, as: UInt16.self)
          #expect(deepRow[x] <= alpha[x])
        }
      }
    }
  }

  /// A picture's brightness at a place, 0…1.
  private static let slopes: [(String, @Sendable (_ x: Double, _ y: Double) -> Double)] = [
    ("a circle", { x, y in ((x - 48) * (x - 48) + (y - 30) * (y - 30)).squareRoot() / 70 }),
    ("a diagonal", { x, y in (x * 0.7 + y * 0.4) / 100 }),
    ("a steep bar", { x, y in min(max((x - 40 - y * 0.3) / 16, 0), 1) }),
  ]

  @Test(
    "hard edges in a picture cover pixels by the part of them that is as bright", arguments: slopes)
  func pictureEdges(_ name: String, _ slope: @Sendable (Double, Double) -> Double) throws {
    let size = Size(width: 96, height: 60)
    let samples = (0..<size.width * size.height).map { index in
      let (x, y) = (Double(index % size.width) + 0.5, Double(index / size.width) + 0.5)
      return UInt16((min(max(slope(x, y), 0), 1) * 219 + 16) * 256)
    }
    let mask = try #require(MaskBrightness(deepLuma: samples, of: size))
    for threshold in [0.21, 0.4, 0.63] {
      let ramp = MaskRamp(threshold: Int(threshold * 32768), softness: 0)
      let found = ramp.coverage(of: mask, as: UInt16.self)
      var (sum, count) = (0.0, 0)
      for y in 0..<size.height {
        let row = found.row(Plane.coverage, y, as: UInt16.self)
        for x in 0..<size.width {
          var inside = 0
          for point in 0..<256 {
            let (u, v) = (Double(point % 16) / 16 + 1.0 / 32, Double(point / 16) / 16 + 1.0 / 32)
            if slope(Double(x) + u, Double(y) + v) >= threshold { inside += 1 }
          }
          if inside == 0 || inside == 256 {
            // What an edge only touches is found in the nearest part of it.
            #expect(abs(Int(row[x]) - inside * 1023 / 256) < 60)
            continue
          }
          let error = Double(row[x]) / 1023 - Double(inside) / 256
          (sum, count) = (sum + error * error, count + 1)
        }
      }
      let error = (sum / Double(count)).squareRoot()
      #expect(error < 0.033 && count > 30, "\(name): \(error) of \(count)")
    }
  }

  @Test("blocks of one brightness each are uncovered as they are, up to their edges")
  func blocks() throws {
    let size = Size(width: 40, height: 24)
    let samples = (0..<size.width * size.height).map { index in
      let block = index % size.width / 8 + 5 * (index / size.width / 8)
      return UInt16(16 * 256 + block * 7 % 15 * 219 * 256 / 15)
    }
    let mask = try #require(MaskBrightness(deepLuma: samples, of: size))
    for step in 1..<40 {
      let ramp = MaskRamp(threshold: step * 32768 / 40, softness: 0)
      let found = ramp.coverage(of: mask, as: UInt8.self)
      for y in 0..<size.height {
        let row = found.row(Plane.coverage, y, as: UInt8.self)
        for x in 0..<size.width {
          let isBright = mask.value(x: x, y: y) >= step * 32768 / 40
          #expect(row[x] == (isBright ? 255 : 0))
        }
      }
    }
  }
}
