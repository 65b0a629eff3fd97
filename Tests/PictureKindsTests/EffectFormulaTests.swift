import BaseValues
import PictureKinds
import Raster
import SeededNumbers
import Testing
import TimelineModel

/// Colours in 0…255 as effects change them by their formulas: computed elsewhere, in Python.
@Suite("formulas of effects") struct EffectFormulaTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let effect: String
    let values: [String: String]
    let expected: [[Double]]

    init(_ effect: String, _ values: [String: String], _ expected: [[Double]]) {
      self.effect = effect
      self.values = values
      self.expected = expected
    }

    var testDescription: String { "\(effect) \(values)" }
  }

  static let colors = [
    [200, 120, 40], [30, 60, 220], [128, 128, 128], [250, 250, 5], [10, 240, 130],
  ]
  static let cases: [Case] = [
    Case(
      "exposure", ["stops": "1"],
      [
        [255, 160.18, 53.39], [40.05, 80.09, 255], [170.86, 170.86, 170.86], [255, 255, 6.67],
        [13.35, 255, 173.53],
      ]),
    Case(
      "exposure", ["stops": "-1.5"],
      [
        [129.68, 77.81, 25.94], [19.45, 38.91, 142.65], [83.0, 83.0, 83.0], [162.1, 162.1, 3.24],
        [6.48, 155.62, 84.29],
      ]),
    Case(
      "contrast", ["amount": "1.5", "pivot": "0.4"],
      [
        [249.0, 129.0, 9.0], [0, 39.0, 255], [141.0, 141.0, 141.0], [255, 255, 0], [0, 255, 144.0],
      ]),
    Case(
      "brightness", ["amount": "-0.2"],
      [
        [149.0, 69.0, 0], [0, 9.0, 169.0], [77.0, 77.0, 77.0], [199.0, 199.0, 0], [0, 189.0, 79.0],
      ]),
    Case(
      "saturation", ["amount": "1.6"],
      [
        [241.26, 113.26, 0], [8.9, 56.9, 255], [128.0, 128.0, 128.0], [255, 255, 0],
        [0, 255, 98.1],
      ]),
    Case(
      "saturation", ["amount": "0"],
      [
        [131.23, 131.23, 131.23], [65.17, 65.17, 65.17], [128.0, 128.0, 128.0],
        [232.31, 232.31, 232.31], [183.16, 183.16, 183.16],
      ]),
    Case(
      "vibrance", ["amount": "0.8"],
      [
        [220.5, 116.65, 12.81], [22.83, 58.94, 251.57], [128.0, 128.0, 128.0], [250.55, 250.55, 0],
        [0, 244.46, 125.83],
      ]),
    Case(
      "vibrance", ["amount": "-0.5"],
      [
        [187.19, 122.09, 56.99], [34.48, 60.66, 200.27], [128.0, 128.0, 128.0],
        [249.65, 249.65, 9.46], [18.49, 237.21, 132.61],
      ]),
    Case(
      "hue", ["angle": "75"],
      [
        [60.9, 161.28, 41.28], [205.63, 15.92, 139.15], [128.0, 128.0, 128.0],
        [17.31, 255, 156.48], [87.01, 196.12, 255],
      ]),
    Case(
      "hue", ["angle": "-200"],
      [
        [35.48, 153.54, 193.55], [151.11, 53.0, 0], [128.0, 128.0, 128.0], [138.02, 239.5, 255],
        [255, 129.01, 255],
      ]),
    Case(
      "temperature", ["kelvin": "8000"],
      [
        [208.41, 119.34, 36.92], [31.26, 59.67, 203.08], [133.38, 127.29, 118.15],
        [255, 248.62, 4.62], [10.42, 238.67, 120.0],
      ]),
    Case(
      "temperature", ["kelvin": "3200"],
      [
        [150.83, 119.15, 59.71], [22.62, 59.58, 255], [96.53, 127.1, 191.07],
        [188.53, 248.24, 7.46], [7.54, 238.31, 194.06],
      ]),
    Case(
      "lift-gamma-gain",
      ["lift": "0.1", "gamma": "1.2", "gainRed": "1.3", "liftBlue": "-0.05", "gammaGreen": "0.8"],
      [
        [255, 129.95, 66.42], [85.02, 75.73, 226.97], [193.32, 137.26, 149.49],
        [255, 250.31, 27.35], [59.92, 240.95, 151.25],
      ]),
    Case(
      "cdl",
      [
        "slopeRed": "1.2", "slopeBlue": "0.9", "offsetGreen": "0.05", "powerRed": "0.8",
        "powerBlue": "1.5", "saturation": "1.2",
      ],
      [
        [255, 129.79, 0], [48.71, 72.11, 194.18], [175.51, 140.42, 64.44], [255, 255, 0],
        [0, 255, 56.86],
      ]),
    Case(
      "levels",
      ["inBlack": "0.1", "inWhite": "0.9", "gamma": "1.4", "outBlack": "0.05", "outWhite": "0.95"],
      [
        [218.02, 145.21, 47.47], [27.8, 77.24, 234.56], [153.12, 153.12, 153.12],
        [242.25, 242.25, 12.75], [12.75, 242.25, 155.07],
      ]),
    Case(
      "channel-mixer",
      ["redFromRed": "0.2", "redFromBlue": "0.8", "greenFromGreen": "0.5", "blueOffset": "0.1"],
      [
        [72.0, 60.0, 65.5], [182.0, 30.0, 245.5], [128.0, 64.0, 153.5], [54.0, 125.0, 30.5],
        [106.0, 120.0, 155.5],
      ]),
    Case(
      "black-and-white", ["red": "0.5", "green": "0.4", "blue": "0.1"],
      [
        [152.0, 152.0, 152.0], [61.0, 61.0, 61.0], [128.0, 128.0, 128.0], [225.5, 225.5, 225.5],
        [114.0, 114.0, 114.0],
      ]),
    Case(
      "sepia", ["amount": "0.7"],
      [
        [184.91, 147.19, 98.6], [78.66, 80.01, 114.31], [159.45, 146.19, 122.36],
        [255, 255, 143.01], [152.14, 204.98, 142.54],
      ]),
    Case(
      "invert", ["amount": "1"],
      [
        [55.0, 135.0, 215.0], [225.0, 195.0, 35.0], [127.0, 127.0, 127.0], [5.0, 5.0, 250.0],
        [245.0, 15.0, 125.0],
      ]),
    Case(
      "invert", ["amount": "0.25"],
      [
        [163.75, 123.75, 83.75], [78.75, 93.75, 173.75], [127.75, 127.75, 127.75],
        [188.75, 188.75, 66.25], [68.75, 183.75, 128.75],
      ]),
    Case(
      "posterize", ["levels": "4"],
      [
        [170.0, 85.0, 0], [0, 85.0, 255], [170.0, 170.0, 170.0], [255, 255, 0], [0, 255, 170.0],
      ]),
    Case(
      "threshold", ["level": "0.5"],
      [[255, 255, 255], [0, 0, 0], [255, 255, 255], [255, 255, 255], [255, 255, 255]]),
  ]

  private func change(_ effect: String, _ values: [String: String]) throws -> EffectKind.Change {
    let kind = try #require(EffectKind.named(effect))
    let choice = kind.choice { name in
      guard let text = values[name], let number = Rational.decimal(text) else { return nil }
      let isWhole = kind.parameters.contains {
        if case .whole = $0.type { $0.name == name } else { false }
      }
      return isWhole ? .whole(Int(number.numerator)) : .number(number)
    }
    return kind.change(kind.lower(choice))
  }

  @Test(
    "an outline of one point holds nothing, wherever that is", arguments: [-8, 0, 1, 8] as [Int64])
  func onePoint(place: Int64) throws {
    let kind = try #require(EffectKind.named("mask"))
    let point = Point(x: Rational(place), y: Rational(place))
    let choice = kind.choice { $0 == "points" ? .curve([point, point, point]) : nil }
    guard case .mask(let mask) = kind.change(kind.lower(choice)) else {
      Issue.record("no mask")
      return
    }
    let size = Size(width: 16, height: 8)
    let coverage = PictureMask.coverage(of: [mask], size: size, basis: size)
    #expect(coverage.plane.samples.array.allSatisfy { $0 == 0 })
  }

  @Test("an effect's colours are the formula's, within a tenth of a code", arguments: cases)
  func formula(_ test: Case) throws {
    guard case .colors(let colors) = try change(test.effect, test.values) else {
      Issue.record("no change of colours")
      return
    }
    var block = ColorBlock()
    for (index, color) in Self.colors.enumerated() {
      block[index] = (Float(color[0]) / 255, Float(color[1]) / 255, Float(color[2]) / 255)
    }
    colors.prepared()(&block, Self.colors.count)
    for (index, wanted) in test.expected.enumerated() {
      for (a, b) in zip([block[index].red, block[index].green, block[index].blue], wanted) {
        #expect(abs(min(max(Double(a) * 255, 0), 255) - b) < 0.1, "\(Self.colors[index])")
      }
    }
  }

  @Test("curves are SciPy's, the one of all components first")
  func curves() throws {
    func points(_ pairs: [(Int64, Int64)]) throws -> ParameterValue {
      .curve(
        try pairs.map {
          Point(x: try #require(Rational($0.0, 10)), y: try #require(Rational($0.1, 10)))
        })
    }
    let kind = try #require(EffectKind.named("curves"))
    let master = try points([(0, 0), (3, 2), (7, 8), (10, 10)])
    let red = try points([(0, 1), (5, 4), (10, 9)])
    let choice = kind.choice { $0 == "master" ? master : $0 == "red" ? red : nil }
    guard case .colors(let colors) = kind.change(kind.lower(choice)) else { return }
    var block = ColorBlock()
    for (index, color) in Self.colors.enumerated() {
      block[index] = (Float(color[0]) / 255, Float(color[1]) / 255, Float(color[2]) / 255)
    }
    colors.prepared()(&block, Self.colors.count)
    let expected = [
      [191.9, 114.07, 21.02], [31.62, 36.57, 237.43], [102.68, 128.4, 128.4], [227.46, 253.3, 1.7],
      [27.0, 249.03, 131.99],
    ]
    for (index, wanted) in expected.enumerated() {
      for (a, b) in zip([block[index].red, block[index].green, block[index].blue], wanted) {
        #expect(abs(Double(a) * 255 - b) < 0.1, "\(Self.colors[index])")
      }
    }
  }

  @Test("every effect whose formula is not given here is one of whole pictures")
  func complete() {
    for kind in EffectKind.all {
      guard case .colors = kind.change(kind.lower(kind.choice { _ in nil })) else { continue }
      // What files of colours make is held against OpenColorIO.
      if kind.takesMedia { continue }
      #expect(
        kind.name == "curves" || Self.cases.contains { $0.effect == kind.name }, "\(kind.name)")
    }
  }

  @Test(
    "no integers of a plan stop an effect, and a picture keeps its size", arguments: EffectKind.all)
  func anything(kind: EffectKind) {
    var generator = SeededGenerator(seed: 71)
    let extremes = [0, 1, -1, 1_000_000, -1_000_000, .max, .min, 255, 1 << 40]
    let formats: [PixelFormat] = [.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10]
    for round in 0..<24 {
      let numbers = (0..<kind.numberCount).map { _ in
        round < 12
          ? extremes[Int(generator.next() % UInt64(extremes.count))]
          : Int(truncatingIfNeeded: generator.next() % 2_000_000)
      }
      let size = Size(
        width: 1 + Int(generator.next() % 40), height: 1 + Int(generator.next() % 30))
      var image = MutableImage(format: formats[round % 4], size: size)
      SolidColor(red: 200, green: 90, blue: 30, alpha: 180).fill(&image)
      let result: Image
      switch kind.change(numbers) {
      case .colors(let colors): result = colors.applied(to: image.freeze())
      case .image(let filter): result = filter.applied(to: image.freeze())
      case .mask(let mask):
        let coverage = PictureMask.coverage(of: [mask], size: size, basis: size)
        result = image.freeze().masked(by: coverage)
      }
      #expect(result.size == size && result.format.depth == formats[round % 4].depth)
    }
  }

  @Test("effects whose numbers say that nothing is done leave every sample")
  func nothing() throws {
    let size = Size(width: 30, height: 20)
    let image = Gradient.image(
      size: size, from: SolidColor(red: 9, green: 90, blue: 200),
      to: SolidColor(red: 200, green: 9, blue: 90), direction: .down)
    let calm =
      [
        ("exposure", [:]), ("contrast", [:]), ("brightness", [:]), ("saturation", [:]),
        ("vibrance", [:]), ("hue", [:]), ("lift-gamma-gain", [:]), ("cdl", [:]), ("levels", [:]),
        ("channel-mixer", [:]), ("sepia", ["amount": "0"]), ("invert", ["amount": "0"]),
        ("temperature", [:]), ("curves", [:]), ("blur", ["radius": "0"]),
        ("box-blur", ["radius": "0"]),
        ("directional-blur", ["length": "0"]), ("zoom-blur", ["amount": "0"]),
        ("sharpen", ["amount": "0"]), ("pixelate", ["size": "0"]), ("vignette", ["amount": "0"]),
        ("grain", ["amount": "0"]), ("glow", ["amount": "0"]),
        ("mask", [:]), ("border", ["width": "0"]),
      ] as [(String, [String: String])]
    for (effect, values) in calm {
      switch try change(effect, values) {
      case .colors(let colors):
        #expect(ImageHash(colors.applied(to: image)) == ImageHash(image), "\(effect)")
      case .image(let filter):
        #expect(ImageHash(filter.applied(to: image)) == ImageHash(image), "\(effect)")
      case .mask(let mask):
        let coverage = PictureMask.coverage(of: [mask], size: size, basis: size)
        #expect(ImageHash(image.masked(by: coverage)) == ImageHash(image), "\(effect)")
      }
    }
  }
}
