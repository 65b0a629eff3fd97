import Foundation
import BaseValues
import Raster
import Testing
import SeededNumbers

@testable import TitleRendering

@Suite struct MaskTests {
  private static func spot(_ size: Int) -> CoverageMask {
    CoverageMask(
      bounds: Rect(x: 10, y: -4, width: size, height: size),
      samples: [UInt8](repeating: 255, count: size * size))
  }

  private static func at(_ mask: CoverageMask, _ x: Int, _ y: Int) -> Int {
    mask.bounds.contains(x: x, y: y)
      ? Int(mask.samples[(y - mask.bounds.y) * mask.bounds.width + x - mask.bounds.x]) : 0
  }

  @Test("united masks cover at least what each covers, and never overflow")
  func union() {
    for a in 0...255 {
      let one = CoverageMask(
        bounds: Rect(x: 0, y: 0, width: 1, height: 1), samples: [UInt8(a)])
      let other = CoverageMask(
        bounds: Rect(x: 0, y: 0, width: 2, height: 1), samples: [200, 7])
      let both = CoverageMask(uniting: [one, other])
      #expect(both.bounds.width == 2)
      #expect(both.samples[0] >= max(UInt8(a), 200))
      #expect(a < 255 || both.samples[0] == 255)
      #expect(both.samples[1] == 7)
    }
  }

  @Test("what is subtracted leaves the rest")
  func subtraction() {
    let mask = Self.spot(4).subtracting(Self.spot(2))
    #expect(Self.at(mask, 10, -4) == 0)
    #expect(Self.at(mask, 11, -3) == 0)
    #expect(Self.at(mask, 12, -3) == 255)
    #expect(Self.at(mask, 13, -1) == 255)
  }

  @Test("a blur keeps the amount and the centre", arguments: [1, 2, 3, 4, 5, 8, 13])
  func blur(deviation: Int) {
    let mask = Self.spot(9)
    let blur = BoxBlur(deviation: deviation * 65536)
    let blurred = blur.apply(to: mask)
    let before = mask.samples.reduce(0) { $0 + Int($1) }
    let after = blurred.samples.reduce(0) { $0 + Int($1) }
    // Rounding of each pixel to a whole code is what may get lost.
    #expect(abs(before - after) < blurred.samples.count / 2)
    for y in blurred.bounds.rows {
      for x in blurred.bounds.columns {
        let value = Self.at(blurred, x, y)
        // The spot's centre is the pixel (14, 0).
        #expect(abs(value - Self.at(blurred, 28 - x, y)) <= 1)
        #expect(abs(value - Self.at(blurred, x, -y)) <= 1)
      }
    }
  }

  @Test("a blur is near the Gaussian it stands for")
  func gaussian() {
    // A long edge: half of it is over at the edge, and 84 % one deviation inside.
    let mask = CoverageMask(
      bounds: Rect(x: 0, y: 0, width: 100, height: 100),
      samples: [UInt8](repeating: 255, count: 10000))
    let blurred = BoxBlur(deviation: 8 * 65536).apply(to: mask)
    let edge = (Self.at(blurred, -1, 50) + Self.at(blurred, 0, 50)) / 2
    #expect(abs(edge - 127) <= 2)
    let inside = (Self.at(blurred, 7, 50) + Self.at(blurred, 8, 50)) / 2
    #expect(abs(inside - 215) <= 3)
  }

  @Test("a blur of less than a pixel changes nothing")
  func noBlur() {
    #expect(BoxBlur(deviation: 0).apply(to: Self.spot(3)) == Self.spot(3))
    #expect(BoxBlur(deviation: -5).reach == 0)
  }

  @Test("scaling keeps the colour inside a picture", arguments: [7, 31, 64, 100, 640])
  func scaledColor(size: Int) throws {
    let (width, height) = (12, 9)
    let pixels = [[UInt8]](repeating: [200, 100, 3, 255], count: width * height).flatMap { $0 }
    let scaler = ImageScaler(from: 64, to: size)
    let horizontal = scaler.taps(count: width, origin: 30_000)
    let vertical = scaler.taps(count: height, origin: -100_000)
    let result = ImageScaler.resample(pixels, width, height, horizontal, vertical)
    let columns = horizontal.taps.count
    #expect(result.count == 4 * columns * vertical.taps.count)
    var area = 0.0
    for place in stride(from: 0, to: result.count, by: 4) {
      area += Double(result[place + 3]) / 255
      guard result[place + 3] == 255 else { continue }
      #expect(Array(result[place..<place + 4]) == [200, 100, 3, 255])
    }
    let expected = Double(width * height * size * size) / 4096
    #expect(abs(area - expected) < expected * 0.02 + 0.4)
  }

  @Test("scaling keeps what is wider than two pixels, and averages away what is finer")
  func scaledDetail() {
    // Waves of a period in pixels of the result, which is a third as large.
    func swing(period: Double) -> Double {
      let width = 360
      let pixels = (0..<width).flatMap { x -> [UInt8] in
        let code = UInt8((128 + 100 * sin(2 * Double.pi * Double(x) / 3 / period)).rounded())
        return [code, code, code, 255]
      }
      let scaler = ImageScaler(from: 300, to: 100)
      let result = ImageScaler.resample(
        pixels, width, 1, scaler.taps(count: width, origin: 0),
        ImageScaler(from: 100, to: 100).taps(count: 1, origin: 0))
      let row = result.count / 4 / 3
      let inside = (10..<110).map { Double(result[4 * (row + 1 + $0)]) - 128 }
      return (inside.reduce(0) { $0 + $1 * $1 } / 100 * 2).squareRoot() / 100
    }
    // The mean of an area keeps 0.83 and 0.33 of these, a window of Lanczos of three lobes 0.99 and 0.03.
    #expect(swing(period: 3) > 0.95)
    #expect(swing(period: 1.3) < 0.1)
  }

  @Test("scaling to the same size at a whole pixel copies")
  func copied() {
    var random = SeededGenerator(seed: 5)
    let pixels = (0..<35).flatMap { _ in
      let alpha = UInt8.random(in: 0...255, using: &random)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
    let scaler = ImageScaler(from: 100, to: 100)
    let horizontal = scaler.taps(count: 7, origin: 0)
    let vertical = scaler.taps(count: 5, origin: 0)
    let result = ImageScaler.resample(pixels, 7, 5, horizontal, vertical)
    for y in 0..<5 {
      for x in 0..<28 {
        let row = y - vertical.start
        let column = x - 4 * horizontal.start
        #expect(result[row * 4 * horizontal.taps.count + column] == pixels[y * 28 + x])
      }
    }
  }
}
