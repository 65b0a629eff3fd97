import Raster
import RasterReference
import RowKernels
import SeededNumbers
import Testing
import WideRowKernels

/// The end of a resampling and premultiplied rows, as they are compiled for every processor and for those with wide
/// registers, against formulas in plain numbers.
@Suite("resampled and premultiplied rows in narrow and wide registers")
struct ResampledRowTests {
  /// Lengths around the sizes of registers and of blocks.
  private static let counts = Array(1...70) + [127, 128, 129, 1920]

  private var widths: [Bool] { WideVectors.areThere ? [false, true] : [false] }

  @Test("windows that are alike are added up as the sum says", arguments: [1, 2], [8, 16, 24])
  func alike(step: Int, taps count: Int) {
    var generator = SeededGenerator(seed: UInt64(10 * step + count))
    for sums in Self.counts {
      // Windows often end with taps of 0, and what lies behind the row may be anything.
      let used = Int.random(in: 1...count, using: &generator)
      let taps = (0..<count).map { k in
        k < used ? Int16.random(in: -3000...9000, using: &generator) : 0
      }
      let first = Int.random(in: 0...5, using: &generator)
      let row = (0..<first + step * (sums - 1) + used + 8).map { _ in
        Int16.random(in: .min ... .max, using: &generator)
      }
      let wanted = (0..<sums).map { i in
        (0..<used).reduce(Int32(0)) {
          $0 &+ Int32(row[first + i * step + $1]) &* Int32(taps[$1])
        }
      }
      for isWide in widths {
        var found = [Int32](repeating: 7, count: sums)
        do {
          var span = found.mutableSpan
          // Safe: the windows lie in the row, and eight samples before its end.
          if isWide {
            unsafe WideRowKernels.ColumnSums.writeAlike(
              row.span, first: first, step: step, taps: taps.span, into: &span)
          } else {
            unsafe RowKernels.ColumnSums.writeAlike(
              row.span, first: first, step: step, taps: taps.span, into: &span)
          }
        }
        #expect(found == wanted, "\(sums) sums of \(used) taps, wide: \(isWide)")
      }
    }
  }

  @Test("sums are rounded to nearest, ties up, and cut to codes of 8, 10, 14 and 16 bits")
  func cutting() {
    var generator = SeededGenerator(seed: 3)
    for count in Self.counts {
      let sums = (0..<count).map { k -> Int32 in
        switch k % 4 {
        // Far outside, next to a tie, and within.
        case 0: Int32.random(in: -1 << 29...1 << 29, using: &generator)
        case 1: Int32.random(in: 0...255, using: &generator) << 20 + 1 << 19 - Int32(k % 3)
        default: Int32.random(in: 0..<1 << 28, using: &generator)
        }
      }
      func wanted(_ bits: Int, _ range: ClosedRange<Int>) -> [Int] {
        sums.map { sum in
          let rounded = (Double(sum) / Double(1 << bits) + 0.5).rounded(.down)
          return min(max(Int(rounded), range.lowerBound), range.upperBound)
        }
      }
      for isWide in widths {
        var (bytes, words) = (
          [UInt8](repeating: 7, count: count), [UInt16](repeating: 7, count: count)
        )
        var (deep, fine) = (
          [UInt16](repeating: 7, count: count), [Int16](repeating: 7, count: count)
        )
        do {
          var a = bytes.mutableSpan
          var b = words.mutableSpan
          var c = deep.mutableSpan
          var d = fine.mutableSpan
          if isWide {
            WideRowKernels.ResampledRows.cut(sums.span, into: &a)
            WideRowKernels.ResampledRows.cut(sums.span, into: &b)
            WideRowKernels.ResampledRows.cutDeep(sums.span, into: &c)
            WideRowKernels.ResampledRows.cutFine(sums.span, into: &d)
          } else {
            RowKernels.ResampledRows.cut(sums.span, into: &a)
            RowKernels.ResampledRows.cut(sums.span, into: &b)
            RowKernels.ResampledRows.cutDeep(sums.span, into: &c)
            RowKernels.ResampledRows.cutFine(sums.span, into: &d)
          }
        }
        #expect(bytes.map { Int($0) } == wanted(20, 0...255), "wide: \(isWide)")
        #expect(words.map { Int($0) } == wanted(18, 0...1023), "wide: \(isWide)")
        #expect(deep.map { Int($0) } == wanted(12, 0...65535), "wide: \(isWide)")
        #expect(fine.map { Int($0) } == wanted(14, -32768...32767), "wide: \(isWide)")
      }
    }
  }

  @Test(
    "premultiplied samples are held to their alpha, and divided by it where it is more than full")
  func limiting() {
    var generator = SeededGenerator(seed: 4)
    for count in Self.counts {
      // Stretches without alpha above full, and some with it.
      let alpha = (0..<count).map { k in
        k / 64 % 2 == 0
          ? Int16.random(in: -3000...16320, using: &generator)
          : Int16.random(in: 12000...22000, using: &generator)
      }
      let samples = (0..<count).map { _ in Int16.random(in: -9000...26000, using: &generator) }
      let wanted: [UInt8] = (0..<count).map {
        Reference.limited(Int(samples[$0]), alpha: Int(alpha[$0]))
      }
      let wantedDeep: [UInt16] = (0..<count).map {
        Reference.limited(Int(samples[$0]), alpha: Int(alpha[$0]))
      }
      for isWide in widths {
        var found = [UInt8](repeating: 7, count: count)
        var deep = [UInt16](repeating: 7, count: count)
        do {
          var a = found.mutableSpan
          var b = deep.mutableSpan
          if isWide {
            WideRowKernels.ResampledRows.limit(samples.span, alpha: alpha.span, into: &a)
            WideRowKernels.ResampledRows.limit(samples.span, alpha: alpha.span, into: &b)
          } else {
            RowKernels.ResampledRows.limit(samples.span, alpha: alpha.span, into: &a)
            RowKernels.ResampledRows.limit(samples.span, alpha: alpha.span, into: &b)
          }
        }
        #expect(found == wanted && deep == wantedDeep, "\(count) samples, wide: \(isWide)")
      }
    }
  }

  @Test(
    "premultiplied rows are laid over others exactly, at any share, transparent stretches included")
  func laying() {
    var generator = SeededGenerator(seed: 5)
    for count in Self.counts {
      for share in [1, 77, 16384, 32767, 32768] {
        let alpha = (0..<count).map { k in
          k / 64 % 2 == 0 ? UInt8.random(in: 0...255, using: &generator) : 0
        }
        let source = alpha.map { UInt8.random(in: 0...$0, using: &generator) }
        let below = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let wanted = (0..<count).map {
          Reference.over(source[$0], alpha: alpha[$0], weight: share, onto: below[$0])
        }
        for isWide in widths {
          var found = below
          do {
            var row = found.mutableSpan
            if isWide {
              WideRowKernels.PremultipliedRows.over(
                source.span, alpha: alpha.span, share: UInt32(share), into: &row)
            } else {
              RowKernels.PremultipliedRows.over(
                source.span, alpha: alpha.span, share: UInt32(share), into: &row)
            }
          }
          #expect(found == wanted, "\(count) samples, share \(share), wide: \(isWide)")
        }
      }
    }
  }
}
