import RowKernels
import SeededNumbers
import Testing
import WideRowKernels

@testable import Raster

/// Loops over places in turned pictures, narrow and wide, against formulas in plain numbers.
@Suite("places in narrow and wide registers")
struct PlaceKernelTests {
  private static let widths = WideVectors.areThere ? [false, true] : [false]

  // MARK: - Quotients

  private func quotients(
    _ isWide: Bool, _ count: Int, u: Int64, uStep: Int64, v: Int64, vStep: Int64, d: Int64,
    dStep: Int64
  ) -> (us: [Int64], vs: [Int64]) {
    var (us, vs) = ([Int64](repeating: 7, count: count), [Int64](repeating: 7, count: count))
    do {
      var uRow = us.mutableSpan
      var vRow = vs.mutableSpan
      if isWide {
        WideRowKernels.LineQuotients.write(
          u: u, uStep: uStep, v: v, vStep: vStep, d: d, dStep: dStep, into: &uRow, &vRow)
      } else {
        RowKernels.LineQuotients.write(
          u: u, uStep: uStep, v: v, vStep: vStep, d: d, dStep: dStep, into: &uRow, &vRow)
      }
    }
    return (us, vs)
  }

  /// A quotient rounded down, within 2^36, in numbers of 128 bits.
  private func expected(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = Int128(dividend).quotientAndRemainder(dividingBy: Int128(divisor))
    return Int64(min(max(rest < 0 ? quotient - 1 : quotient, -1 << 36), 1 << 36))
  }

  @Test("quotients are exact over divisors of all sizes, and where they are whole numbers")
  func quotients() {
    var generator = SeededGenerator(seed: 31)
    for round in 0..<4000 {
      let count = round % 40 + 1
      let bits = Int64.random(in: 1...46, using: &generator)
      var d = Int64.random(in: 1...(1 << bits), using: &generator)
      var dStep = Int64.random(in: -d / 41...d, using: &generator) / (round % 3 == 0 ? 1000 : 1)
      let most = min(62, bits + Int64.random(in: 1...37, using: &generator))
      func dividend() -> Int64 {
        Int64.random(in: -(1 << most)...(1 << most), using: &generator) / 2
      }
      var (u, v) = (dividend(), dividend())
      var (uStep, vStep) = (dividend() / 50, dividend() / 50)
      if round % 4 == 0 {
        // Whole numbers, one less and one more.
        (d, dStep) = (1 << (bits % 24), 0)
        u = u / 64 / d * d
        uStep = uStep / 64 / d * d
        v = v / 64 / d * d + Int64(round / 4 % 3) - 1
        vStep = vStep / 64 / d * d
      }
      for isWide in Self.widths {
        let found = quotients(
          isWide, count, u: u, uStep: uStep, v: v, vStep: vStep, d: d, dStep: dStep)
        for k in 0..<count {
          let divisor = d + Int64(k) * dStep
          #expect(found.us[k] == expected(u + Int64(k) * uStep, divisor), "wide \(isWide), \(k)")
          #expect(found.vs[k] == expected(v + Int64(k) * vStep, divisor), "wide \(isWide), \(k)")
        }
      }
    }
  }

  // MARK: - Windows

  private func mixed(
    _ isWide: Bool, _ bytes: [UInt8], from start: Int, stride: Int, _ width: Int, _ height: Int,
    _ depth: Int, _ xs: [Int32], _ ys: [Int32]
  ) -> [Int16] {
    let band = 16
    var memory = [Int16](repeating: 77, count: xs.count + 2 * band)
    do {
      var whole = memory.mutableSpan
      var row = whole._mutatingExtracting(band..<band + xs.count)
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe LanczosPhases.across.withUnsafeBytes { across in
          unsafe LanczosPhases.down.withUnsafeBytes { down in
            // Safe: the plane lies in the bytes.
            if isWide {
              unsafe WideRowKernels.WindowMixing.write(
                bytes.baseAddress! + start, stride: stride, width: width, height: height,
                depth: depth, xs: xs.span, ys: ys.span, across: across.baseAddress!,
                down: down.baseAddress!, into: &row)
            } else {
              unsafe RowKernels.WindowMixing.write(
                bytes.baseAddress! + start, stride: stride, width: width, height: height,
                depth: depth, xs: xs.span, ys: ys.span, across: across.baseAddress!,
                down: down.baseAddress!, into: &row)
            }
          }
        }
      }
    }
    for k in 0..<band { #expect(memory[k] == 77 && memory[band + xs.count + k] == 77) }
    return Array(memory[band..<band + xs.count])
  }

  @Test(
    "windows are mixed as their formula says, over planes of all sizes and places inside and outside",
    arguments: [8, 10, 16])
  func windows(depth: Int) {
    var generator = SeededGenerator(seed: 5 + UInt64(depth))
    let sampleBytes = depth == 8 ? 1 : 2
    for round in 0..<400 {
      let (width, height) = (round % 23 + 1, round % 17 + 1)
      let (stride, start) = ((width + round % 5) * sampleBytes, round % 7)
      let bytes = (0..<start + stride * height).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let mask: UInt16 = depth == 16 ? .max : 1 << UInt16(depth) - 1
      // Words have no more bits than they say.
      let plane = (0..<bytes.count).map { index -> UInt8 in
        guard depth != 8, index >= start else { return bytes[index] }
        return (index - start) % 2 == 1 ? bytes[index] & UInt8(mask >> 8) : bytes[index]
      }
      func code(_ x: Int, _ y: Int) -> Int32 {
        let (x, y) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
        let at = start + y * stride + x * sampleBytes
        let code = depth == 8 ? UInt16(plane[at]) : UInt16(plane[at]) | UInt16(plane[at + 1]) << 8
        return Int32(code) << Int32(16 - depth) - 32768
      }
      let count = round % 13 + 1
      let xs = (0..<count).map { _ in
        Int32.random(in: -256 * 12...256 * Int32(width + 12), using: &generator)
      }
      let ys = (0..<count).map { _ in
        Int32.random(in: -256 * 12...256 * Int32(height + 12), using: &generator)
      }
      let expected = (0..<count).map { k -> Int16 in
        let (column, row) = (Int(xs[k] >> 8) - 2, Int(ys[k] >> 8) - 2)
        let (across, down) = (
          LanczosPhases.across[Int(xs[k] & 255)], LanczosPhases.across[Int(ys[k] & 255)]
        )
        var sum: Int32 = 1 << 27 + 8192
        for i in 0..<6 {
          var mixed: Int32 = 3
          for j in 0..<6 { mixed += (code(column + i, row + j) * Int32(down[j])) >> 16 }
          sum += Int32(Int16(truncatingIfNeeded: mixed)) * Int32(across[i])
        }
        return Int16(min(max(sum >> 14, -32768), 32767))
      }
      for isWide in Self.widths {
        let found = mixed(
          isWide, plane, from: start, stride: stride, width, height, depth, xs, ys)
        #expect(found == expected, "\(width)x\(height), \(count) places, wide \(isWide)")
      }
    }
  }
}
