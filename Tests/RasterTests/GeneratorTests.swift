import BaseValues
import RasterReference
import Raster
import Testing

@Suite struct ColorBarsTests {
  @Test("the bars have the codes of 100/0/75/0 bars")
  func codes() {
    #expect(
      ColorBars.colors == [
        YCbCr(y: 235, cb: 128, cr: 128), YCbCr(y: 168, cb: 44, cr: 136),
        YCbCr(y: 145, cb: 147, cr: 44), YCbCr(y: 133, cb: 63, cr: 52),
        YCbCr(y: 63, cb: 193, cr: 204), YCbCr(y: 51, cb: 109, cr: 212),
        YCbCr(y: 28, cb: 212, cr: 120), YCbCr(y: 16, cb: 128, cr: 128),
      ])
  }

  @Test(
    "every sample is where the layout says",
    arguments: [(16, 16), (320, 180), (321, 181), (7, 3), (1, 1)])
  func layout(width: Int, height: Int) {
    let image = ColorBars.image(size: Size(width: width, height: height))
    func color(_ x: Int, _ y: Int) -> YCbCr {
      if y < 3 * height / 4 {
        return ColorBars.colors[(0..<8).last { $0 * width / 8 <= x }!]
      }
      if x < width / 2 {
        let steps = max(1, width / 2 - 1)
        return YCbCr(y: UInt8(16 + Reference.rounded(219 * x, over: steps)), cb: 128, cr: 128)
      }
      let start = 3 * width / 4
      if x < start { return .white }
      let strip = (0..<5).first { x < start + ($0 + 1) * (width - start) / 5 }!
      return YCbCr(y: [16, 12, 16, 20, 16][strip], cb: 128, cr: 128)
    }
    expectPicture(image, color)
  }
}

/// Compares an opaque picture with a colour for each luma sample.
private func expectPicture(_ image: Image, _ color: (Int, Int) -> YCbCr) {
  for y in 0..<image.size.height {
    for x in 0..<image.size.width where image.row(0, y)[x] != color(x, y).y {
      Issue.record("luma \(image.row(0, y)[x]) at \(x), \(y) of \(image.size)")
    }
  }
  for y in 0..<image.size.chroma.height {
    for x in 0..<image.size.chroma.width {
      let rows = (2 * y)..<min(2 * y + 2, image.size.height)
      let columns = (2 * x)..<min(2 * x + 2, image.size.width)
      let cell = rows.flatMap { row in columns.map { color($0, row) } }
      let cb = Reference.rounded(cell.reduce(0) { $0 + Int($1.cb) }, over: cell.count)
      let cr = Reference.rounded(cell.reduce(0) { $0 + Int($1.cr) }, over: cell.count)
      if Int(image.row(1, y)[x]) != cb || Int(image.row(2, y)[x]) != cr {
        Issue.record("chroma at \(x), \(y) of \(image.size)")
      }
    }
  }
}

@Suite struct GradientTests {
  @Test(
    "is its formula in each direction, within a code, and in the mean over a few samples",
    arguments: Gradient.Direction.allCases)
  func formula(direction: Gradient.Direction) {
    let (from, to) = (YCbCr(y: 235, cb: 100, cr: 50), YCbCr(y: 20, cb: 101, cr: 240))
    for (width, height) in [(1, 1), (2, 2), (17, 9), (200, 150)] {
      let image = Gradient.image(
        size: Size(width: width, height: height), from: from, to: to, direction: direction)
      for plane in 0..<3 {
        let ends = [(from.y, to.y), (from.cb, to.cb), (from.cr, to.cr)][plane]
        // Positions of luma; chroma is sited at even columns and between two rows.
        let step = plane == 0 ? 1.0 : 2.0
        func exact(_ x: Int, _ y: Int) -> Double {
          let column = Double(x) * step
          let row =
            plane == 0 ? Double(y) : (Double(2 * y) + Double(min(2 * y + 1, height - 1))) / 2
          let (line, count) =
            switch direction {
            case .right: (column, width)
            case .left: (Double(width - 1) - column, width)
            case .down: (row, height)
            case .up: (Double(height - 1) - row, height)
            }
          if count == 1 { return Double(ends.0) }
          return Double(ends.0) + (Double(ends.1) - Double(ends.0)) * line / Double(count - 1)
        }
        var errors: [Double] = []
        for y in 0..<image.height(of: plane) {
          for x in 0..<image.width(of: plane) {
            let (found, wanted) = (Double(image.row(plane, y)[x]), exact(x, y))
            errors.append(found - wanted)
            #expect(abs(found - wanted) < 1, "plane \(plane) at \(x), \(y)")
            if abs(wanted - wanted.rounded()) < 0.001 { #expect(found == wanted.rounded()) }
          }
        }
        let mean = errors.reduce(0, +) / Double(errors.count)
        if errors.count > 1000 { #expect(abs(mean) < 0.02, "\(direction) plane \(plane)") }
      }
    }
  }

  @Test("a gradient of few codes has neither steps nor rows that are alike")
  func noSteps() {
    let image = Gradient.image(
      size: Size(width: 1280, height: 40), from: YCbCr(y: 40, cb: 128, cr: 128),
      to: YCbCr(y: 78, cb: 128, cr: 128))
    for y in 0..<40 {
      let row = image.samples(0, y)
      var longest = 0
      var length = 0
      for x in 1..<1280 {
        length = row[x] == row[x - 1] ? length + 1 : 0
        longest = max(longest, length)
      }
      // A step is 34 columns wide.
      #expect(longest < 24)
      if y > 0 { #expect(row != image.samples(0, y - 1)) }
    }
    #expect(image.samples(1, 0).allSatisfy { $0 == 128 })
  }

  @Test("begins with one colour and ends with the other")
  func ends() {
    let image = Gradient.image(
      size: Size(width: 100, height: 2), from: .black, to: .white, direction: .left)
    #expect(image.row(0, 0)[99] == 16)
    #expect(image.row(0, 1)[0] == 235)
  }
}

@Suite struct ClearGradientTests {
  /// Red to nothing over five pixels: red is Y 63, Cb 102, Cr 240 (ITU-R BT.709), alpha is 255, 191,
  /// 128, 64 and 0, and a code is multiplied by alpha / 255.
  @Test("a gradient to nothing is premultiplied, its alpha runs straight")
  func toNothing() {
    let red = SolidColor(red: 255, green: 0, blue: 0)
    let none = SolidColor(red: 255, green: 0, blue: 0, alpha: 0)
    for direction in [Gradient.Direction.right, .down] {
      let isDown = direction == .down
      let image = Gradient.image(
        size: Size(width: isDown ? 3 : 5, height: isDown ? 5 : 3), from: red, to: none,
        direction: direction)
      #expect(image.format == .yuva420p8)
      func line(_ plane: Int) -> [UInt8] {
        isDown
          ? (0..<image.height(of: plane)).map { image.row(plane, $0)[0] }
          : (0..<image.width(of: plane)).map { image.row(plane, 0)[$0] }
      }
      func expect(_ plane: Int, _ wanted: [Double]) {
        for (found, wanted) in zip(line(plane), wanted) {
          #expect(abs(Double(found) - wanted) < 1, "plane \(plane): \(line(plane))")
        }
        #expect(line(plane).count == wanted.count)
      }
      expect(3, [255, 191.25, 127.5, 63.75, 0])
      expect(0, [63, 47.25, 31.5, 15.75, 0])
      // Across, chroma is that of every second pixel; down, the mean of two.
      expect(1, isDown ? [89.25, 38.25, 0] : [102, 51, 0])
      expect(2, isDown ? [210, 90, 0] : [240, 120, 0])
      expect(4, isDown ? [223.1, 95.6, 0] : [255, 127.5, 0])
      for (plane, alpha) in [(0, 3), (1, 4), (2, 4)] {
        #expect(zip(line(plane), line(alpha)).allSatisfy { $0 <= $1 })
      }
    }
  }

  @Test("a window is that part of the whole")
  func window() {
    let from = SolidColor(red: 0, green: 200, blue: 90, alpha: 20)
    let to = SolidColor(red: 90, green: 0, blue: 255, alpha: 240)
    let size = Size(width: 40, height: 6)
    let whole = Gradient.image(size: size, from: from, to: to)
    let part = Gradient.image(
      size: size, window: Rect(x: 10, y: 2, width: 8, height: 2), from: from, to: to)
    for plane in 0..<5 {
      let step = PixelFormat.yuva420p8.isChroma(plane: plane) ? 2 : 1
      for x in 0..<part.width(of: plane) {
        #expect(part.row(plane, 0)[x] == whole.row(plane, 2 / step)[x + 10 / step])
      }
    }
  }
}

@Suite struct FrameCounterTests {
  /// Reads the cells back as the test media's decoder does, from the middle of each cell.
  private func read(_ image: Image) -> (index: Int, clip: Int, flash: Bool)? {
    func cell(_ row: Int, _ column: Int) -> Int {
      let x = (2 * column + 1) * image.size.width / 32
      let y = (2 * row + 1) * image.size.height / 18
      return Int(image.row(0, y)[x])
    }
    var index = 0
    var clip = 0
    for column in 0..<16 {
      let difference = cell(0, column) - cell(1, column)
      guard abs(difference) == 219 else { return nil }
      index = index * 2 + (difference > 0 ? 1 : 0)
    }
    for column in 0..<8 {
      let difference = cell(2, column) - cell(2, column + 8)
      guard abs(difference) == 219 else { return nil }
      clip = clip * 2 + (difference > 0 ? 1 : 0)
    }
    return (index, clip, cell(8, 8) > 128)
  }

  @Test(
    "number, clip and flash read back at any size",
    arguments: [(16, 9), (33, 19), (320, 180), (640, 360), (361, 641)])
  func readsBack(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    for (frame, clip) in [(0, 0), (1, 255), (24, 7), (25, 170), (65535, 1), (65536, 2), (70001, 3)]
    {
      let image = FrameCounter.image(
        size: size, frame: frame, rateNumerator: 25, rateDenominator: 1, clip: clip)
      let code = try #require(read(image))
      #expect(code.index == frame % 65536)
      #expect(code.clip == clip)
      #expect(code.flash == (frame % 25 == 0))
    }
  }

  @Test(
    "exactly the first frame at or after each whole second flashes",
    arguments: [(24000, 1001), (25, 1), (30000, 1001), (60000, 1001), (1, 1), (1, 3), (25, 2)])
  func flash(numerator: Int, denominator: Int) {
    let rate = FrameCounter.Rate(numerator: numerator, denominator: denominator)
    for frame in 0..<2500 {
      // Some whole second s has frame - 1 < s · rate <= frame.
      let second = frame * denominator / numerator
      let isFirst = second * numerator > (frame - 1) * denominator
      #expect(rate.isFirstOfSecond(frame) == isFirst, "frame \(frame)")
    }
  }

  @Test(
    "timecodes follow SMPTE ST 12-1",
    arguments: [
      (25, 1, 0, "00:00:00:00"), (25, 1, 89_999, "00:59:59:24"), (25, 1, 90_000, "01:00:00:00"),
      (25, 1, 2_160_000, "00:00:00:00"), (24000, 1001, 24, "00:00:01:00"),
      (24000, 1001, 86_400, "01:00:00:00"), (30000, 1001, 1799, "00:00:59;29"),
      (30000, 1001, 1800, "00:01:00;02"), (30000, 1001, 17_981, "00:09:59;29"),
      (30000, 1001, 17_982, "00:10:00;00"), (30000, 1001, 107_892, "01:00:00;00"),
      (30000, 1001, 2_589_407, "23:59:59;29"), (30000, 1001, 2_589_408, "00:00:00;00"),
      (60000, 1001, 3599, "00:00:59;59"), (60000, 1001, 3600, "00:01:00;04"),
      (60000, 1001, 215_784, "01:00:00;00"), (120, 1, 119, "00:00:00:119"),
      (1, 2, 3, "00:00:03:00"),
    ])
  func timecodes(numerator: Int, denominator: Int, frame: Int, expected: String) {
    let rate = FrameCounter.Rate(numerator: numerator, denominator: denominator)
    #expect(rate.timecode(of: frame) == expected)
  }

  @Test("extreme numbers are drawn, not trapped on")
  func extremes() {
    let size = Size(width: 64, height: 36)
    func hash(_ frame: Int, _ numerator: Int, _ denominator: Int, _ clip: Int) -> ImageHash {
      ImageHash(
        FrameCounter.image(
          size: size, frame: frame, rateNumerator: numerator, rateDenominator: denominator,
          clip: clip))
    }
    #expect(hash(-9, 25, 1, 0) == hash(0, 25, 1, 0))
    #expect(hash(0, 0, -3, 0) == hash(0, 1, 1, 0))
    #expect(hash(.max, .max, 1, .max) != hash(.max, 1, .max, .min))
    #expect(hash(.max, 30000, 1001, 0) != hash(.max - 1, 30000, 1001, 0))
  }

  @Test("figures stay between the code and the flash, with ground around them")
  func figuresKeepOut() {
    for (width, height) in [(320, 180), (160, 90), (1280, 720), (100, 400), (16, 16)] {
      let image = FrameCounter.image(
        size: Size(width: width, height: height), frame: 888_888, rateNumerator: 30,
        rateDenominator: 1)
      for y in [3 * height / 9, 8 * height / 9 - 1] {
        #expect(image.samples(0, y).allSatisfy { $0 == 64 })
      }
      for y in (3 * height / 9)..<(8 * height / 9) {
        #expect(image.row(0, y)[0] == 64 && image.row(0, y)[width - 1] == 64)
      }
      let figures = ((3 * height / 9)..<(8 * height / 9)).contains { y in
        image.samples(0, y).contains(235)
      }
      #expect(figures == (width > 16))
    }
  }
}

@Suite struct GeneratedPictureGoldenTests {
  @Test(
    "generated pictures keep their hashes",
    arguments: [
      ("bars", "3c636a85e800879b"), ("gradient", "69e2018a3e050476"),
      ("counter", "ad770b3622e9a5a0"),
    ])
  func golden(name: String, hash: String) {
    let size = Size(width: 320, height: 180)
    let image =
      switch name {
      case "bars": ColorBars.image(size: size)
      case "gradient":
        Gradient.image(
          size: size, from: YCbCr(red: 255, green: 0, blue: 0),
          to: YCbCr(red: 0, green: 0, blue: 255), direction: .down)
      default:
        FrameCounter.image(
          size: size, frame: 1234, rateNumerator: 30000, rateDenominator: 1001, clip: 5)
      }
    #expect(ImageHash(image).description == hash)
  }
}

@Suite struct GeneratedWindowTests {
  private static let size = Size(width: 86, height: 63)

  private func image(_ name: String, window: Rect? = nil) -> Image {
    switch name {
    case "bars": ColorBars.image(size: Self.size, window: window)
    case "across":
      Gradient.image(
        size: Self.size, window: window, from: YCbCr(red: 255, green: 0, blue: 0),
        to: YCbCr(red: 0, green: 0, blue: 255), direction: .left)
    case "down":
      Gradient.image(
        size: Self.size, window: window, from: YCbCr(red: 255, green: 0, blue: 0),
        to: YCbCr(red: 0, green: 0, blue: 255), direction: .down)
    default:
      FrameCounter.image(
        size: Self.size, window: window, frame: 1234, rateNumerator: 30, rateDenominator: 1,
        clip: 5)
    }
  }

  @Test(
    "a part of a generated picture is that part of the whole",
    arguments: ["bars", "across", "down", "counter"],
    [
      Rect(x: 0, y: 0, width: 86, height: 63), Rect(x: 14, y: 8, width: 30, height: 40),
      Rect(x: 7, y: 3, width: 21, height: 13), Rect(x: 40, y: 49, width: 46, height: 14),
      Rect(x: 85, y: 62, width: 1, height: 1),
    ])
  func window(name: String, window: Rect) {
    let whole = image(name)
    let part = image(name, window: window)
    #expect(part.size == window.size)
    for y in 0..<window.height {
      #expect(part.samples(0, y) == Array(whole.samples(0, window.y + y)[window.columns]))
    }
    guard window.x % 2 == 0, window.y % 2 == 0 else { return }
    // Where the part ends on an odd line, its last chroma samples cover less than the whole's.
    for plane in 1...2 {
      for y in 0..<(window.height / 2) {
        let row = whole.samples(plane, window.y / 2 + y)
        let columns = (window.x / 2)..<(window.x / 2 + window.width / 2)
        #expect(part.samples(plane, y).prefix(window.width / 2) == row[columns])
      }
    }
  }
}

@Suite struct BitmapFontTests {
  @Test("digits are all different when drawn")
  func digitsDiffer() {
    let size = Size(width: 320, height: 180)
    let hashes = (0...9).map { digit in
      let image = FrameCounter.image(
        size: size, frame: digit * 111_111, rateNumerator: 1, rateDenominator: 1)
      // The upper line of figures only.
      return (60..<120).map { image.samples(0, $0) }
    }
    #expect(Set(hashes).count == 10)
  }
}
