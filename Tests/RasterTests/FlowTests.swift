import BaseValues
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

@Suite struct FlowTests {
  // MARK: - Pictures

  /// A texture at any place: waves of several lengths and directions, in codes of 8 bits around 120.
  private static func texture(_ x: Double, _ y: Double) -> Double {
    120 + 28 * wave(x * 0.31 + y * 0.17) + 22 * wave(x * 0.12 - y * 0.23 + 1)
      + 18 * wave(x * 0.071 + y * 0.053 + 2) + 12 * wave(y * 0.41 + 0.5) + 9 * wave(x * 0.53 + 3)
  }

  /// A sine by its series, without a library.
  private static func wave(_ angle: Double) -> Double {
    let turn = 2 * Double.pi
    let x = angle - turn * (angle / turn).rounded()
    var (term, sum) = (x, x)
    for n in 1...9 {
      term *= -x * x / Double((2 * n) * (2 * n + 1))
      sum += term
    }
    return sum
  }

  /// A picture by a formula for its codes of 8 bits, which 10 bits have in quarters; grey.
  private static func picture(
    _ width: Int, _ height: Int, depth: Int = 8, _ code: (Double, Double) -> Double
  ) -> Image {
    depth == 8
      ? picture(width, height, UInt8.self, 1, code) : picture(width, height, UInt16.self, 4, code)
  }

  private static func picture<Sample: PixelSample>(
    _ width: Int, _ height: Int, _: Sample.Type, _ scale: Double, _ code: (Double, Double) -> Double
  ) -> Image {
    var image = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: false), size: Size(width: width, height: height))
    for plane in 0..<3 {
      for y in 0..<image.height(of: plane) {
        var row = image.mutableRow(plane, y, as: Sample.self)
        for x in row.indices {
          let value = plane == 0 ? code(Double(x), Double(y)) : 128
          row[x] = Sample(code: UInt32(min(max((value * scale).rounded(), 0), 255 * scale)))
        }
      }
    }
    return image.freeze()
  }

  /// Of luma in dB, the outer samples left out.
  private static func quality(_ image: Image, _ truth: Image, border: Int = 16) -> Double {
    var (sum, count) = (0.0, 0.0)
    for y in border..<image.height(of: 0) - border {
      let (a, b) = (image.row(0, y), truth.row(0, y))
      for x in border..<a.count - border {
        let error = Double(a[x]) - Double(b[x])
        sum += error * error
        count += 1
      }
    }
    return sum == 0 ? 99 : 10 * log10(255 * 255 * count / sum)
  }

  /// To a thousandth: bits of a power of two at a time.
  private static func log10(_ value: Double) -> Double {
    let exponent = Double(value.exponent)
    var (mantissa, fraction, bit) = (value.significand, 0.0, 0.5)
    for _ in 0..<20 {
      mantissa *= mantissa
      if mantissa >= 2 {
        mantissa /= 2
        fraction += bit
      }
      bit /= 2
    }
    return (exponent + fraction) * 0.301_029_995_663_981_2
  }

  private static func between(_ first: Image, _ second: Image, _ share: Int) throws -> Image {
    try #require(PairMotion(from: first, to: second)).image(at: share)
  }

  // MARK: - Movement

  @Test(
    "a texture that moves is where it is by then",
    arguments: [(3.0, 0.0), (5.3, -2.6), (-9.5, 4.25)])
  func movingTexture(_ dx: Double, _ dy: Double) throws {
    func moved(_ part: Double) -> Image {
      Self.picture(128, 96) { Self.texture($0 - part * dx, $1 - part * dy) }
    }
    let (first, second) = (moved(0), moved(1))
    let motion = try #require(PairMotion(from: first, to: second))
    #expect(!motion.isCut)
    for share in [8192, 16_384, 22_000] {
      let truth = moved(Double(share) / 32_768)
      let quality = Self.quality(motion.image(at: share), truth)
      let mixed = try #require(first.mixed(with: second, weight: share))
      let blend = Self.quality(mixed, truth)
      #expect(
        quality > 36 && quality > blend + 12,
        "\(dx), \(dy) at \(share): \(quality) dB, blended \(blend) dB")
    }
  }

  @Test("a thing that moves before a texture at rest is where it is by then, and the rest stays")
  func movingThing() throws {
    // A square of 32 samples with a texture of its own, 12 samples to the right.
    func frame(_ part: Double) -> Image {
      Self.picture(128, 96) { x, y in
        let left = 36 + 12 * part
        let isInside = x >= left && x < left + 32 && y >= 32 && y < 64
        return isInside
          ? 60 + Self.texture(3 * (x - left), 2 * y + 50) / 2 : Self.texture(x * 0.8, y * 0.8) + 30
      }
    }
    let (first, second, truth) = (frame(0), frame(1), frame(0.5))
    let image = try Self.between(first, second, 16_384)
    let mixed = try #require(first.mixed(with: second, weight: 16_384))
    let (quality, blend) = (Self.quality(image, truth), Self.quality(mixed, truth))
    #expect(quality > 30 && quality > blend + 3, "\(quality) dB, blended \(blend) dB")
    for y in 0..<12 { #expect(image.samples(0, y) == truth.samples(0, y)) }
    for y in 84..<96 { #expect(image.samples(0, y) == truth.samples(0, y)) }
  }

  @Test("what is the same in both stays to the bit, in all formats and odd sizes")
  func still() throws {
    for format in [PixelFormat.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10] {
      for (width, height) in [(1, 1), (2, 5), (17, 9), (67, 45)] {
        let image = Image.noise(format, width: width, height: height, seed: 7)
        let again = Image.noise(format, width: width, height: height, seed: 7)
        let between = try Self.between(image, again, 12_345)
        if format.depth == 8 {
          #expect(between.planes() == image.planes(), "\(format) \(width)x\(height)")
        } else {
          #expect(between.planes(as: UInt16.self) == image.planes(as: UInt16.self))
        }
      }
    }
  }

  @Test("letters at rest stay while something passes elsewhere")
  func letters() throws {
    func frame(_ part: Double) -> Image {
      Self.picture(160, 96) { x, y in
        if y < 24 { return Int(x / 3) % 2 == 0 && Int(y / 5) % 2 == 0 ? 235 : 16 }
        return y > 48 ? Self.texture(x - 10 * part, y) : 16
      }
    }
    let (first, second) = (frame(0), frame(1))
    let image = try Self.between(first, second, 10_000)
    for y in 0..<32 { #expect(image.samples(0, y) == first.samples(0, y), "row \(y)") }
  }

  @Test("over a cut the nearer frame is shown whole")
  func cut() throws {
    let first = Self.picture(128, 96) { Self.texture($0, $1) }
    let second = Self.picture(128, 96) { x, y in 255 - Self.texture(2 * y + 40, x * 1.7) }
    let motion = try #require(PairMotion(from: first, to: second))
    #expect(motion.isCut)
    #expect(motion.image(at: 16_383) === first)
    #expect(motion.image(at: 16_384) === second)
  }

  @Test("a cut is told between shots that are alike in parts, and from black")
  func shots() throws {
    // Bars above and below, and a dark shot, in which much likeness is found for each block.
    func shot(_ code: @escaping (Double, Double) -> Double) -> Image {
      Self.picture(320, 180) { x, y in y < 22 || y >= 158 ? 16 : code(x, y) }
    }
    let first = shot { x, y in 20 + Self.texture(x, y) * 0.4 }
    let second = shot { x, y in 90 + Self.texture(-y * 0.4, x * 0.3) * 0.6 }
    let black = shot { _, _ in 16 }
    for (one, other) in [(first, second), (second, first), (black, second), (second, black)] {
      #expect(try #require(PairMotion(from: one, to: other)).isCut)
      #expect(ShotGuide(one).isCut(before: ShotGuide(other)))
    }
  }

  @Test("what moves, fades or flickers is one shot")
  func oneShot() throws {
    func shot(_ left: Double, _ lighter: Double) -> Image {
      Self.picture(320, 180) { x, y in lighter + Self.texture(x + left, y + left / 3) * 0.7 }
    }
    let first = shot(0, 30)
    for other in [shot(5, 30), shot(12, 30), shot(0, 50), shot(0, 10), first] {
      #expect(try !#require(PairMotion(from: first, to: other)).isCut)
      #expect(!ShotGuide(first).isCut(before: ShotGuide(other)))
    }
  }

  @Test("a step of a dissolve is no cut", arguments: [0.25, 0.35])
  func dissolve(_ share: Double) throws {
    let first = Self.picture(640, 360) { x, y in 1.5 * Self.texture(x / 3, y / 3) - 60 }
    let second = Self.picture(640, 360) { x, y in
      let other = 1.5 * Self.texture(-y / 3 + 200, x / 4 + 50) - 60
      return (1 - share) * (1.5 * Self.texture(x / 3, y / 3) - 60) + share * other
    }
    let isCut = ShotGuide(first).isCut(before: ShotGuide(second))
    #expect(!isCut)
  }

  @Test("at its ends it is the frames themselves")
  func ends() throws {
    let first = Image.noise(.yuv420p8, width: 40, height: 30, seed: 1)
    let second = Image.noise(.yuv420p8, width: 40, height: 30, seed: 2)
    let motion = try #require(PairMotion(from: first, to: second))
    #expect(motion.image(at: 0) === first && motion.image(at: 32_768) === second)
  }

  @Test("frames of different forms have no movement")
  func forms() {
    let image = Image.noise(.yuv420p8, width: 40, height: 30, seed: 1)
    #expect(
      PairMotion(from: image, to: .noise(.yuv420p8, width: 40, height: 32, seed: 1)) == nil)
    #expect(
      PairMotion(from: image, to: .noise(.yuva420p8, width: 40, height: 30, seed: 1)) == nil)
    let mask = Image.noise(.coverage8, width: 40, height: 30, seed: 1)
    #expect(PairMotion(from: mask, to: mask) == nil)
  }

  @Test(
    "colour is not above its alpha by more than rounding, and is found by alpha where it is dark")
  func alpha() throws {
    // A black square on nothing moves 8 samples.
    func frame(_ left: Int) -> Image {
      var image = MutableImage(format: .yuva420p8, size: Size(width: 96, height: 64))
      for plane in 0..<5 {
        let scale = image.format.isChroma(plane: plane) ? 2 : 1
        for y in 0..<image.height(of: plane) {
          var row = image.mutableRow(plane, y, as: UInt8.self)
          for x in row.indices {
            let isInside = (left..<left + 32).contains(x * scale) && (16..<48).contains(y * scale)
            row[x] = !isInside ? 0 : plane == 0 ? 16 : plane < 3 ? 128 : 255
          }
        }
      }
      return image.freeze()
    }
    let image = try Self.between(frame(24), frame(32), 16_384)
    let truth = frame(28)
    for plane in 0..<5 {
      let alpha = plane == 1 || plane == 2 ? 4 : plane == 0 ? 3 : plane
      for y in 0..<image.height(of: plane) {
        let (samples, limits) = (image.samples(plane, y), image.samples(alpha, y))
        #expect(zip(samples, limits).allSatisfy { Int($0) <= Int($1) + 1 })
        #expect(
          zip(samples, truth.samples(plane, y)).allSatisfy { abs(Int($0) - Int($1)) <= 2 },
          "plane \(plane), row \(y)")
      }
    }
  }

  @Test("8 bits that were widened move as they do in 8")
  func depths() throws {
    func frame(_ part: Double) -> Image {
      Self.picture(96, 64) { Self.texture($0 - 6 * part, $1 + 3 * part) }
    }
    let (first, second) = (frame(0), frame(1))
    let narrow = try #require(PairMotion(from: first, to: second))
    let wide = try #require(PairMotion(from: first.widened(), to: second.widened()))
    #expect(narrow.forward.vectors == wide.forward.vectors)
    #expect(narrow.backward.vectors == wide.backward.vectors)
    let (small, large) = (narrow.image(at: 11_000), wide.image(at: 11_000))
    for y in 0..<64 {
      #expect(
        zip(small.samples(0, y), large.samples(0, y, as: UInt16.self)).allSatisfy {
          abs(4 * Int($0) - Int($1)) <= 2
        })
    }
  }

  // MARK: - Kernels

  @Test("rows differ by the reference's sum, on samples and between them")
  func differences() {
    var generator = SeededGenerator(seed: 77)
    for width in [0, 1, 2, 7, 8, 15, 16, 17, 33] {
      let a = generator.bytes(width)
      let (upper, lower) = (generator.bytes(width + 1), generator.bytes(width + 1))
      let b = Array(upper.prefix(width))
      #expect(Kernels.difference(a.span, b.span) == Reference.difference(a, b))
      for right in 0..<4 {
        for down in 0..<4 {
          let sum = Kernels.difference(
            a.span, upper: upper.span, lower: lower.span, right: right, down: down)
          #expect(
            sum
              == Reference.difference(a, upper: upper, lower: lower, right: right, down: down))
        }
      }
    }
  }

  @Test("windows are taken from between samples as the reference does, beyond edges too")
  func windows() {
    let image = Image.noise(.yuv420p8, width: 21, height: 19, seed: 5)
    let rows = (0..<19).map { image.samples(0, $0).map(Int.init) }
    for isLinear in [false, true] {
      let taps = FlowTaps(isLinear: isLinear)
      for phase in 0..<32 {
        let weights = taps.weights(phase)
        #expect(weights.0 + weights.1 + weights.2 + weights.3 == 128)
      }
      var scratch = FlowScratch<UInt8>(side: 16)
      for (x, y, right, down) in [
        (0, 0, 0, 0), (2, 1, 5, 31), (-4, -4, -37, 12), (12, 12, 70, -16), (-40, 60, 3, 3),
      ] {
        var patch = [Int32](repeating: 0, count: 256)
        scratch.sample(image, 0, x, y, right, down, taps, &patch)
        for i in 0..<256 {
          let expected = Reference.sample(
            rows, x: 32 * (x + i % 16) + right, y: 32 * (y + i / 16) + down, cubic: !isLinear)
          #expect(Int(patch[i]) == expected)
        }
      }
    }
  }
}
