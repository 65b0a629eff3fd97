import SeededNumbers
import Testing

import RasterReference
@testable import Raster

@Suite("codes of other matrices, ranges and sitings")
struct CodeTransformTests {
  private static let colors: [[Double]] = [
    [0, 0, 0], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0.75, 0.35, 0.2],
    [0.2, 0.5, 0.7], [0.05, 0.1, 0.02], [0.5, 0.5, 0.5],
  ]
  /// Shares of red and blue: H.273, table 4.
  private static let weights: [(ComponentDecoder.Matrix, Double, Double)] = [
    (.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722), (.bt2020, 0.2627, 0.0593),
    (.fcc, 0.3, 0.11), (.smpte240M, 0.212, 0.087),
  ]

  /// Y′, P′b and P′r.
  private func components(_ color: [Double], _ red: Double, _ blue: Double) -> [Double] {
    let y = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
    return [y, (color[2] - y) / (2 * (1 - blue)), (color[0] - y) / (2 * (1 - red))]
  }

  private func convert(
    _ transform: CodeTransform, _ luma: inout [UInt16], _ cb: inout [UInt16],
    _ cr: inout [UInt16], _ moved: inout [Int32]
  ) {
    var cb = cb.mutableSpan
    var cr = cr.mutableSpan
    do {
      var moved = moved.mutableSpan
      transform.differences(&cb, &cr, moved: &moved)
    }
    var luma = luma.mutableSpan
    if transform.movesLuma {
      transform.luma(&luma, near: moved.span, far: moved.span)
    } else {
      transform.luma(&luma)
    }
  }

  @Test(
    "codes become those of BT.709, within a hundredth of one of 8 bits and what they were short of")
  func codes() {
    for (matrix, red, blue) in Self.weights {
      for (isFull, depth) in [(false, 8), (false, 10), (true, 8), (true, 10), (false, 16)] {
        let transform = CodeTransform(matrix, isFullRange: isFull, bitDepth: depth)
        #expect(transform.movesLuma == (matrix != .bt709))
        for color in Self.colors {
          let unit = Double(1 << (depth - 8))
          let full = Double(1 << depth - 1)
          let exact = components(color, red, blue).enumerated().map { index, value in
            isFull
              ? value * full + (index == 0 ? 0 : 128 * unit)
              : (value * (index == 0 ? 219 : 224) + (index == 0 ? 16 : 128)) * unit
          }
          let stored = exact.map { min(max($0.rounded(), 0), full) }
          let codes = stored.map { UInt16($0) << UInt16(16 - depth) }
          var (luma, cb, cr, moved) = ([codes[0]], [codes[1]], [codes[2]], [Int32(0)])
          convert(transform, &luma, &cb, &cr, &moved)
          // What was lost when the source was rounded, and a colour that no code was left for.
          let loss = zip(exact, stored).map { abs($0 - $1) / unit }.reduce(0, +) * 1.2
          let wanted = components(color, 0.2126, 0.0722)
          for (found, wanted) in zip(
            [luma[0], cb[0], cr[0]],
            [wanted[0] * 219 + 16, wanted[1] * 224 + 128, wanted[2] * 224 + 128])
          {
            #expect(
              abs(Double(found) / 256 - wanted) < 0.02 + loss,
              "\(matrix) \(isFull) \(depth) \(color)")
          }
        }
      }
    }
  }

  @Test(
    "BT.709 of limited range becomes BT.601 of full range, as JFIF has it, within a fiftieth of a code"
  )
  func jfif() {
    let transform = CodeTransform(
      .bt709, isFullRange: false, bitDepth: 8, to: .bt601, isFullTarget: true)
    for color in Self.colors {
      let exact = components(color, 0.2126, 0.0722)
      let codes = [
        exact[0] * 219 + 16, exact[1] * 224 + 128, exact[2] * 224 + 128,
      ].map { UInt16(($0 * 256).rounded()) }
      var (luma, cb, cr, moved) = ([codes[0]], [codes[1]], [codes[2]], [Int32(0)])
      convert(transform, &luma, &cb, &cr, &moved)
      // T.871, section 7: what is beyond the last code is cut off.
      let wanted = components(color, 0.299, 0.114)
      for (found, wanted) in zip(
        [luma[0], cb[0], cr[0]], [wanted[0] * 255, wanted[1] * 255 + 128, wanted[2] * 255 + 128])
      {
        #expect(abs(Double(found) / 256 - min(wanted, 65535 / 256)) < 0.02, "\(color)")
      }
    }
  }

  @Test("BT.709 in limited range stays as it is, in every code")
  func untouched() {
    let transform = CodeTransform(.bt709, isFullRange: false, bitDepth: 8)
    let all = (0...255).map { UInt16($0) << 8 }
    var (luma, cb, cr) = (all, all, all)
    var moved = [Int32](repeating: 7, count: 256)
    convert(transform, &luma, &cb, &cr, &moved)
    #expect(luma == all && cb == all && cr == all && moved.allSatisfy { $0 == 0 })
  }

  @Test("luma is changed by the colour where it lies: a slope of chroma moves it along the slope")
  func between() {
    let transform = CodeTransform(.bt601, isFullRange: false, bitDepth: 8)
    for width in [1, 2, 7, 16] {
      let count = width / 2 + width % 2
      let near = (0..<count).map { Int32($0) * 800 }
      let far = near.map { $0 + 400 }
      var row = [UInt16](repeating: 30_000, count: width)
      do {
        var row = row.mutableSpan
        transform.luma(&row, near: near.span, far: far.span)
      }
      for x in 0..<width {
        let wanted = 30_000 + min(x * 400, (count - 1) * 800) + 100
        #expect(Int(row[x]) == wanted, "\(x) of \(width)")
      }
    }
  }

  @Test("chroma on a slope is found where it should lie")
  func slopes() {
    let (width, height) = (12, 9)
    for column in 0...2 {
      for row in 0...2 {
        for isLinear in [false, true] {
          // Value of a place: 100 across and 300 down for a luma sample.
          func value(_ x: Double, _ y: Double) -> Double { 1000 + 100 * x + 300 * y }
          var plane: [UInt16] = []
          for y in 0..<height {
            for x in 0..<width {
              plane.append(
                UInt16(value(Double(4 * x + column) / 2, Double(4 * y + row) / 2)))
            }
          }
          ChromaResiting(column: column, row: row).apply(
            to: &plane, width: width, isLinear: isLinear)
          for y in 2..<height - 2 {
            for x in 2..<width - 2 {
              let wanted = value(Double(2 * x), Double(2 * y) + 0.5)
              #expect(abs(Double(plane[y * width + x]) - wanted) <= 1.5, "from \(column), \(row)")
            }
          }
        }
      }
    }
    #expect(ChromaResiting(column: 0, row: 1).isNothing)
    #expect(!ChromaResiting(column: 1, row: 1).isNothing)
  }

  @Test("samples are moved as the reference says, in 8 and 16 bits, at any width")
  func shifts() {
    var generator = SeededGenerator(seed: 31)
    for width in [1, 2, 3, 5, 33] {
      for quarters in -2...2 {
        for isLinear in [false, true] {
          let shift = ChromaShift(from: 0, to: quarters)
          let bytes = generator.bytes(width)
          var result = [UInt8](repeating: 0, count: width)
          do {
            var result = result.mutableSpan
            Kernels.shift(bytes.span, shift, isLinear: isLinear, into: &result)
          }
          #expect(
            result.map(Int.init)
              == Reference.shifted(
                bytes.map(Int.init), quarters: quarters, isLinear: isLinear, maximum: 255))
          let words = bytes.map { UInt16($0) * 257 }
          var deep = [UInt16](repeating: 0, count: width)
          do {
            var deep = deep.mutableSpan
            Kernels.shift(words.span, shift, isLinear: isLinear, into: &deep)
          }
          #expect(
            deep.map(Int.init)
              == Reference.shifted(
                words.map(Int.init), quarters: quarters, isLinear: isLinear, maximum: 65535))
        }
      }
    }
  }

  @Test("narrowed codes that are whole stay, and others are right in the mean")
  func narrowed() {
    for rounding in [Rounding.nearest, .dithered(row: 5, plane: 1)] {
      let whole = (0...255).map { UInt16($0) << 8 }
      var bytes = [UInt8](repeating: 0, count: 256)
      do {
        var bytes = bytes.mutableSpan
        Kernels.narrow(whole.span, rounding, into: &bytes)
      }
      #expect(bytes == (0...255).map { UInt8($0) })
    }
    for fraction in stride(from: 0, through: 255, by: 15) {
      let row = [UInt16](repeating: 100 << 8 + UInt16(fraction), count: 4096)
      var bytes = [UInt8](repeating: 0, count: 4096)
      do {
        var bytes = bytes.mutableSpan
        Kernels.narrow(row.span, .dithered(row: 3, plane: 0), into: &bytes)
      }
      let mean = bytes.reduce(0.0) { $0 + Double($1) } / 4096
      #expect(abs(mean - 100 - Double(fraction) / 256) < 0.02)
    }
  }
}
