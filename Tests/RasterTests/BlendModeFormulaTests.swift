import BaseValues
import Raster
import Testing

/// Opaque colours in 8 bits, mixed as the formulas of W3C, Compositing and Blending Level 1, say: computed
/// elsewhere, in Python.
@Suite("formulas of blend modes") struct BlendModeFormulaTests {
  static let colors: [(below: [Int], own: [Int])] = [
    ([200, 120, 40], [90, 180, 60]),
    ([30, 60, 220], [250, 130, 5]),
    ([0, 0, 0], [255, 255, 255]),
    ([255, 255, 255], [0, 0, 0]),
    ([128, 128, 128], [128, 40, 200]),
    ([255, 10, 90], [10, 240, 128]),
    ([64, 63, 65], [127, 128, 129]),
  ]
  static let expected: [String: [[Double]]] = [
    "normal": [
      [90, 180, 60], [250, 130, 5], [255, 255, 255],
      [0, 0, 0], [128, 40, 200], [10, 240, 128],
      [127, 128, 129],
    ],
    "multiply": [
      [70.59, 84.71, 9.41], [29.41, 30.59, 4.31], [0, 0, 0],
      [0, 0, 0], [64.25, 20.08, 100.39], [10, 9.41, 45.18],
      [31.87, 31.62, 32.88],
    ],
    "screen": [
      [219.41, 215.29, 90.59], [250.59, 159.41, 220.69], [255, 255, 255],
      [255, 255, 255], [191.75, 147.92, 227.61], [255, 240.59, 172.82],
      [159.13, 159.38, 161.12],
    ],
    "overlay": [
      [183.82, 169.41, 18.82], [58.82, 61.18, 186.37], [0, 0, 0],
      [255, 255, 255], [128.5, 40.84, 200.22], [255, 18.82, 90.35],
      [63.75, 63.25, 65.76],
    ],
    "darken": [
      [90, 120, 40], [30, 60, 5], [0, 0, 0],
      [0, 0, 0], [128, 40, 128], [10, 10, 90],
      [64, 63, 65],
    ],
    "lighten": [
      [200, 180, 60], [250, 130, 220], [255, 255, 255],
      [255, 255, 255], [128, 128, 200], [255, 240, 128],
      [127, 128, 129],
    ],
    "color-dodge": [
      [255, 255, 52.31], [255, 122.4, 224.4], [0, 0, 0],
      [255, 255, 255], [255, 151.81, 255], [255, 170, 180.71],
      [127.5, 126.5, 131.55],
    ],
    "color-burn": [
      [99.17, 63.75, 0], [25.5, 0, 0], [0, 0, 0],
      [255, 255, 255], [1.99, 0, 93.08], [255, 0, 0],
      [0, 0, 0],
    ],
    "hard-light": [
      [141.18, 175.59, 18.82], [246.18, 63.82, 8.63], [255, 255, 255],
      [0, 0, 0], [128.5, 40.16, 200.22], [20, 226.18, 90.65],
      [63.75, 63.75, 67.24],
    ],
    "soft-light": [
      [187.31, 142.62, 22.15], [82.16, 61.25, 190.99], [0, 0, 0],
      [255, 255, 255], [128.21, 84.25, 157.95], [255, 32.54, 90.24],
      [63.81, 63.25, 65.75],
    ],
    "difference": [
      [110, 60, 20], [220, 70, 215], [255, 255, 255],
      [255, 255, 255], [0, 88, 72], [245, 230, 38],
      [63, 65, 64],
    ],
    "exclusion": [
      [148.82, 130.59, 81.18], [221.18, 128.82, 216.37], [255, 255, 255],
      [255, 255, 255], [127.5, 127.84, 127.22], [245, 231.18, 127.65],
      [127.25, 127.75, 128.24],
    ],
    "add": [
      [255, 255, 100], [255, 190, 225], [255, 255, 255],
      [255, 255, 255], [255, 168, 255], [255, 250, 218],
      [191, 191, 194],
    ],
    "subtract": [
      [110, 0, 0], [0, 0, 215], [0, 0, 0],
      [255, 255, 255], [0, 88, 0], [245, 0, 0],
      [0, 0, 0],
    ],
    "hue": [
      [68.8, 188.8, 28.8], [114.14, 58.23, 0], [0, 0, 0],
      [255, 255, 255], [128, 128, 128], [0, 142.78, 73.25],
      [62.71, 63.71, 64.71],
    ],
    "saturation": [
      [183.8, 123.8, 63.8], [21.08, 58.01, 255], [0, 0, 0],
      [255, 255, 255], [128, 128, 128], [245.04, 15.04, 90.14],
      [64, 63, 65],
    ],
    "color": [
      [85.4, 175.4, 55.4], [114.14, 58.23, 0], [0, 0, 0],
      [255, 255, 255], [172, 84, 244], [0, 142.78, 73.25],
      [62.71, 63.71, 64.71],
    ],
    "luminosity": [
      [204.6, 124.6, 44.6], [126.05, 146.41, 255], [255, 255, 255],
      [0, 0, 0], [84, 84, 84], [255, 109.96, 157.32],
      [128.29, 127.29, 129.29],
    ],
  ]

  @Test("a mode's function is the formula, within a hundredth of a code", arguments: BlendMode.all)
  func function(mode: BlendMode) throws {
    let expected = try #require(Self.expected[mode.name])
    var colors = BlendedColors()
    colors.count = Self.colors.count
    for (index, pair) in Self.colors.enumerated() {
      colors.mixed[index] = color(pair.below)
      colors.own[index] = color(pair.own)
    }
    mode.mixColors(&colors)
    for (index, wanted) in expected.enumerated() {
      let found = colors.mixed[index]
      for (a, b) in zip([found.red, found.green, found.blue], wanted) {
        #expect(abs(min(max(Double(a) * 255, 0), 255) - b) < 0.01, "\(mode.name) \(index)")
      }
    }
  }

  @Test("a mixed picture is the formula's within a code of the output", arguments: BlendMode.all)
  func picture(mode: BlendMode) throws {
    let expected = try #require(Self.expected[mode.name])
    let size = Size(width: 4, height: 2)
    for (pair, wanted) in zip(Self.colors, expected) {
      func rows(_ color: [Int]) -> CellRows<UInt16> {
        let solid = SolidColor(
          red: UInt8(color[0]), green: UInt8(color[1]), blue: UInt8(color[2]))
        var image = MutableImage(format: .yuv420p10, size: size)
        solid.fill(&image)
        var rows = CellRows<UInt16>(width: 4)
        rows.load(image, row: 0)
        return rows
      }
      var own = rows(pair.own)
      var scratch = BlendMode.Scratch()
      mode.mix(&own, with: rows(pair.below), columns: 0..<2, through: &scratch)
      // ITU-R BT.709-6, 3.2 to 3.4, in 10 bits.
      let (r, g, b) = (wanted[0] / 255, wanted[1] / 255, wanted[2] / 255)
      let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
      let codes = [64 + 876 * y, 512 + 896 * (b - y) / 1.8556, 512 + 896 * (r - y) / 1.5748]
      // The colours that are mixed are rounded to codes of 10 bits, which dividing modes make greater.
      let limit = mode.name.hasPrefix("color-") ? 16.0 : mode.name == "hue" ? 5 : 3
      for (found, code) in zip([own.luma[0][1], own.cb[1], own.cr[1]], codes) {
        #expect(abs(Double(found) - code) < limit, "\(mode.name) \(pair)")
      }
    }
  }

  private func color(_ bytes: [Int]) -> ColorBlock.Color {
    (Float(bytes[0]) / 255, Float(bytes[1]) / 255, Float(bytes[2]) / 255)
  }
}
