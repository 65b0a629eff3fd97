import Raster
import RowKernels
import SeededNumbers
import Testing
import WideRowKernels

/// Loops over rows, as they are compiled for every processor and for those with wide registers, against
/// formulas in plain numbers. Wide ones are tried where this processor has them.
@Suite("rows in narrow and wide registers")
struct RowKernelTests {
  /// Lengths around the sizes of registers, and a long one.
  static let counts = Array(1...70) + [1920]

  /// A stretch of numbers between others that must stay as they are.
  private func guarded<Number: FixedWidthInteger>(
    _ count: Int, _ write: (inout MutableSpan<Number>) -> Void
  ) -> [Number]? {
    let band = 40
    var memory = [Number](repeating: 77, count: count + 2 * band)
    do {
      var whole = memory.mutableSpan
      var row = whole._mutatingExtracting(band..<band + count)
      write(&row)
    }
    let isIntact = (0..<band).allSatisfy { memory[$0] == 77 && memory[count + band + $0] == 77 }
    return isIntact ? Array(memory[band..<band + count]) : nil
  }

  /// The registers that this processor has.
  private var widths: [Bool] { WideVectors.areThere ? [false, true] : [false] }

  private func mixed8(
    _ isWide: Bool, _ memory: [UInt8], from first: Int, _ stride: Int, _ rows: Int,
    _ pairs: [Int32], _ count: Int
  ) -> [Int16]? {
    unsafe memory.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let start = unsafe base + first
      return guarded(count) { (row: inout MutableSpan<Int16>) in
        // Safe: there are as many rows of as many samples.
        if isWide {
          unsafe WideRowKernels.RowMixing.mix8(
            start, stride: stride, rows: rows, taps: pairs.span, into: &row)
        } else {
          unsafe RowKernels.RowMixing.mix8(
            start, stride: stride, rows: rows, taps: pairs.span, into: &row)
        }
      }
    }
  }

  private func mixed16(
    _ isWide: Bool, _ memory: [UInt16], _ stride: Int, _ rows: Int, _ bits: Int,
    _ pairs: [Int32], _ count: Int
  ) -> [Int16]? {
    unsafe memory.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return guarded(count) { (row: inout MutableSpan<Int16>) in
        // Safe: as in `mixed8`.
        if isWide {
          unsafe WideRowKernels.RowMixing.mix16(
            start, stride: 2 * stride, rows: rows, bits: bits, taps: pairs.span, into: &row)
        } else {
          unsafe RowKernels.RowMixing.mix16(
            start, stride: 2 * stride, rows: rows, bits: bits, taps: pairs.span, into: &row)
        }
      }
    }
  }

  private func pairs(_ taps: [Int]) -> [Int32] {
    stride(from: 0, to: taps.count, by: 2).map { k in
      let second = k + 1 < taps.count ? taps[k + 1] : 0
      return Int32(second) << 16 | Int32(UInt16(truncatingIfNeeded: taps[k]))
    }
  }

  /// Taps like a window's: their sum is 16384, and none of them makes sums pass 16 bits.
  private func taps(_ count: Int, _ generator: inout SeededGenerator) -> [Int] {
    var taps = (0..<count).map { _ in Int(generator.next() % 2000) - 500 }
    taps[count / 2] += 16384 - taps.reduce(0, +)
    return count > 6 ? taps.map { $0 / 2 } : taps
  }

  @Test("rows of 8 bits are mixed as the sum says, whatever their number, length and place")
  func mixing8() {
    var generator = SeededGenerator(seed: 1)
    for count in Self.counts {
      for rows in [1, 2, 3, 6, 13, 14] {
        let taps = taps(rows, &generator)
        let stride = count + Int(generator.next() % 5)
        let shift = Int(generator.next() % 16)
        let memory = (0..<stride * rows + shift).map { _ in UInt8(generator.next() % 256) }
        let wanted = (0..<count).map { x in
          let sum = (0..<rows).reduce(128) { $0 + Int(memory[shift + $1 * stride + x]) * taps[$1] }
          return Int16(sum >> 8)
        }
        let pairs = pairs(taps)
        for isWide in widths {
          #expect(
            mixed8(isWide, memory, from: shift, stride, rows, pairs, count) == wanted,
            "\(count) samples of \(rows) rows, wide: \(isWide)")
        }
      }
    }
  }

  @Test("rows of 10 bits are mixed as the sum says", arguments: [9, 10, 12])
  func mixing16(bits: Int) {
    var generator = SeededGenerator(seed: UInt64(bits))
    for count in Self.counts {
      for rows in [1, 2, 5, 6, 13] {
        let taps = taps(rows, &generator)
        let stride = count + Int(generator.next() % 5)
        let memory = (0..<stride * rows).map { _ in UInt16(generator.next() % (1 << UInt64(bits))) }
        let wanted = (0..<count).map { x in
          let sum = (0..<rows).reduce(1 << (bits - 1)) {
            $0 + Int(memory[$1 * stride + x]) * taps[$1]
          }
          return Int16(sum >> bits)
        }
        let pairs = pairs(taps)
        for isWide in widths {
          #expect(
            mixed16(isWide, memory, stride, rows, bits, pairs, count) == wanted,
            "\(count) samples of \(rows) rows, wide: \(isWide)")
        }
      }
    }
  }

  @Test("windows are added up as the sum says", arguments: [8, 16, 24, 32, 40, 136])
  func sums(stride: Int) {
    var generator = SeededGenerator(seed: UInt64(stride))
    for count in Self.counts {
      let row = (0..<stride + 3 * count).map { _ in Int16(truncatingIfNeeded: generator.next()) >> 1
      }
      let firsts = (0..<count).map { _ in Int32(generator.next() % UInt64(3 * count)) }
      let taps = (0..<count * stride).map { _ in Int16(generator.next() % 1000) - 400 }
      let wanted = (0..<count).map { i in
        (0..<stride).reduce(Int32(0)) {
          $0 &+ Int32(row[Int(firsts[i]) + $1]) &* Int32(taps[i * stride + $1])
        }
      }
      for isWide in widths {
        let found = guarded(count) { (sums: inout MutableSpan<Int32>) in
          // Safe: windows lie in the row.
          if isWide {
            unsafe WideRowKernels.ColumnSums.write(
              row.span, firsts: firsts.span, taps: taps.span, stride: stride, into: &sums)
          } else {
            unsafe RowKernels.ColumnSums.write(
              row.span, firsts: firsts.span, taps: taps.span, stride: stride, into: &sums)
          }
        }
        #expect(found == wanted, "\(count) windows, wide: \(isWide)")
      }
    }
  }

  @Test("codes of 16 bits are rounded by their thresholds")
  func narrowing() {
    var generator = SeededGenerator(seed: 9)
    for count in Self.counts {
      let row = (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
      let (first, step) = (
        UInt32(truncatingIfNeeded: generator.next()), UInt32(truncatingIfNeeded: generator.next())
      )
      // The threshold is between 1/64 and 63/64 of a code.
      let wanted = (0..<count).map { x in
        let place = (Int(first) + x * Int(step)) % (1 << 32)
        let threshold = place - place / 32 + 1 << 26
        return UInt8(min((Int(row[x]) + threshold >> 24) >> 8, 255))
      }
      #expect(
        guarded(count) {
          RowKernels.RowNarrowing.narrow(row.span, first: first, step: step, into: &$0)
        } == wanted)
      guard WideVectors.areThere else { continue }
      #expect(
        guarded(count) {
          WideRowKernels.RowNarrowing.narrow(row.span, first: first, step: step, into: &$0)
        } == wanted)
    }
  }

  @Test("sums of products are the same bits in wide registers, and right to rounding")
  func products() {
    var generator = SeededGenerator(seed: 13)
    func numbers(_ count: Int) -> [Double] {
      (0..<count).map { _ in Double(Int32(truncatingIfNeeded: generator.next())) / 65536 }
    }
    for count in stride(from: 8, through: 400, by: 8) {
      let (first, second, weights) = (numbers(count), numbers(count), numbers(count))
      let wanted = (0..<count).reduce(0) { $0 + first[$1] * weights[$1] }
      let narrow = RowKernels.SampleProducts.sum(first.span, weights.span)
      let pair = RowKernels.SampleProducts.sums(first.span, second.span, weights.span)
      #expect(abs(narrow - wanted) < 1e-3 && pair[0] == narrow)
      #expect(pair[1] == RowKernels.SampleProducts.sum(second.span, weights.span))
      guard WideVectors.areThere else { continue }
      #expect(WideRowKernels.SampleProducts.sum(first.span, weights.span) == narrow)
      #expect(WideRowKernels.SampleProducts.sums(first.span, second.span, weights.span) == pair)
    }
  }

  @Test("components become the R′G′B′ that their matrix says, to a code")
  func components() {
    var generator = SeededGenerator(seed: 10)
    for count in Self.counts {
      let stored = (0..<3).map { _ in
        (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
      }
      // BT.709 in limited range, in doubles.
      let (luma, red, blue) = (65535 / (219.0 * 256), 1.5748, 1.8556)
      let difference = 65535 / (224.0 * 256)
      func whole(_ number: Double) -> Double { min(max(number.rounded(), 0), 65535) }
      func check(_ rows: [[UInt16]?]) {
        for x in 0..<count {
          let y = (Double(stored[0][x]) - 4096) * luma
          let (cb, cr) = (
            (Double(stored[1][x]) - 32768) * difference, (Double(stored[2][x]) - 32768) * difference
          )
          for (row, wanted) in zip(
            rows, [y + red * cr, y - 0.187324 * cb - 0.468124 * cr, y + blue * cb])
          {
            #expect(abs(Double(row?[x] ?? 7) - whole(wanted)) <= 1)
          }
        }
      }
      func factors(_ convert: (Float, Float, Float, Float, Float, Float) -> Void) {
        convert(
          4096, Float(luma), Float(red * difference), Float(-0.187324 * difference),
          Float(-0.468124 * difference), Float(blue * difference))
      }
      var (r, g, b) = (stored[0], stored[0], stored[0])
      func run(_ isWide: Bool) {
        factors { black, luma, redByCr, greenByCb, greenByCr, blueByCb in
          var (rs, gs, bs) = (r, g, b)
          do {
            var red = rs.mutableSpan
            var green = gs.mutableSpan
            var blue = bs.mutableSpan
            let (first, second, third) = (stored[0], stored[1], stored[2])
            let (y, cb, cr) = unsafe (first.span.bytes, second.span.bytes, third.span.bytes)
            if isWide {
              WideRowKernels.ComponentRows.convert(
                luma: y, cb: cb, cr: cr, black: black, luma: luma, redByCr: redByCr,
                greenByCb: greenByCb, greenByCr: greenByCr, blueByCb: blueByCb, red: &red,
                green: &green, blue: &blue)
            } else {
              RowKernels.ComponentRows.convert(
                luma: y, cb: cb, cr: cr, black: black, luma: luma, redByCr: redByCr,
                greenByCb: greenByCb, greenByCr: greenByCr, blueByCb: blueByCb, red: &red,
                green: &green, blue: &blue)
            }
          }
          (r, g, b) = (rs, gs, bs)
        }
        check([r, g, b])
      }
      run(false)
      guard WideVectors.areThere else { continue }
      let narrow = (r, g, b)
      run(true)
      #expect(narrow == (r, g, b))
    }
  }

  @Test("cells and weights of colours are the same in wide registers")
  func cells() {
    guard WideVectors.areThere else { return }
    var generator = SeededGenerator(seed: 11)
    for count in Self.counts where count <= 256 {
      let rows = (0..<3).map { _ in
        (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
      }
      let (red, green, blue) = (rows[0], rows[1], rows[2])
      #expect(
        guarded(count) {
          RowKernels.ColorCells.find(
            red: red.span, green: green.span, blue: blue.span, into: &$0)
        }
          == guarded(count) {
            WideRowKernels.ColorCells.find(
              red: red.span, green: green.span, blue: blue.span, into: &$0)
          })
      var weights: [[UInt16]?] = []
      for isWide in [false, true] {
        let places: [UInt16]? = guarded(512) { places in
          weights.append(
            guarded(768) {
              if isWide {
                WideRowKernels.ColorCells.divide(
                  red: red.span, green: green.span, blue: blue.span, capacity: 256, redStep: 4356,
                  greenStep: 66,
                  places: &places, weights: &$0)
              } else {
                RowKernels.ColorCells.divide(
                  red: red.span, green: green.span, blue: blue.span, capacity: 256, redStep: 4356,
                  greenStep: 66,
                  places: &places, weights: &$0)
              }
            })
        }
        weights.append(places)
      }
      #expect(weights[0] == weights[2] && weights[1] == weights[3] && weights[0] != nil)
    }
  }

  @Test("colours are mixed from their nodes as the formula says")
  func mixedColors() {
    var generator = SeededGenerator(seed: 12)
    let (capacity, across, nodeCount) = (256, 40, 300)
    for count in Self.counts where count <= capacity {
      let nodes = (0..<nodeCount).map { _ in generator.next() & 0xFFFF_3FFF_3FFF_3FFF }
      let first = (0..<capacity).map { _ in UInt32.random(in: 0..<250, using: &generator) }
      let places = (0..<2 * capacity).map { _ in UInt16.random(in: 0..<50, using: &generator) }
      var weights = [UInt16](repeating: 0, count: 3 * capacity)
      for x in 0..<capacity {
        var left: UInt16 = 128
        for row in 0..<3 {
          weights[x + row * capacity] = UInt16.random(in: 0...left, using: &generator)
          left -= weights[x + row * capacity]
        }
      }
      let expected = (0..<3).map { word in
        (0..<count).map { x in
          func code(_ place: Int) -> Int {
            Int(nodes[Int(first[x]) + place] >> UInt64(16 * word) & 0x3FFF)
          }
          let (a, b, c) = (
            Int(weights[x]), Int(weights[x + capacity]), Int(weights[x + 2 * capacity])
          )
          let sum =
            code(0) * (128 - a - b - c) + code(Int(places[x])) * a
            + code(Int(places[x + capacity])) * b + code(across) * c
          return UInt16(truncatingIfNeeded: (sum + 16) / 32)
        }
      }
      for isWide in widths {
        var (cb, cr): ([UInt16]?, [UInt16]?)
        let luma: [UInt16]? = guarded(count) { y in
          cb = guarded(count) { u in
            cr = guarded(count) { v in
              // Safe: places lie within the nodes.
              if isWide {
                unsafe WideRowKernels.ColorCells.mix(
                  nodes.span, first: first.span, places: places.span, weights: weights.span,
                  capacity: capacity, across: across, luma: &y, cb: &u, cr: &v)
              } else {
                unsafe RowKernels.ColorCells.mix(
                  nodes.span, first: first.span, places: places.span, weights: weights.span,
                  capacity: capacity, across: across, luma: &y, cb: &u, cr: &v)
              }
            }
          }
        }
        #expect([luma, cb, cr] == expected.map { $0 }, "\(count) colours, wide \(isWide)")
      }
    }
  }

  @Test("missing rows of fields are the same in wide registers", arguments: [255, 1023, 65535])
  func fields(maximum: Int) {
    guard WideVectors.areThere else { return }
    var generator = SeededGenerator(seed: UInt64(maximum))
    let length = RowKernels.FieldLayout.count * RowKernels.FieldLayout.length
    for count in [1, 2, 15, 16, 17, 33, 500, RowKernels.FieldLayout.capacity] {
      for (step, isBetween, spread) in [(1, true, 1), (2, true, 8), (3, false, 1), (1, false, 8)] {
        let limit = UInt64(maximum / spread + 1)
        let rows = (0..<length).map { _ in UInt16(generator.next() % limit) }
        let size = maximum > 255 ? 2 : 1
        let found = [false, true].map { isWide in
          guarded(count * size) { (bytes: inout MutableSpan<UInt8>) in
            var (measured, made) = (
              [UInt16](repeating: 0, count: RowKernels.FieldFilter.measureCount),
              [UInt16](repeating: 0, count: RowKernels.FieldLayout.capacity)
            )
            var measures = measured.mutableSpan
            var wanted = made.mutableSpan
            switch (isWide, size) {
            case (true, 1):
              WideRowKernels.FieldFilter.write8(
                rows.span, maximum: UInt16(maximum), step: step, isBetweenFields: isBetween,
                &measures, &wanted, into: &bytes)
            case (true, _):
              WideRowKernels.FieldFilter.write16(
                rows.span, maximum: UInt16(maximum), step: step, isBetweenFields: isBetween,
                &measures, &wanted, into: &bytes)
            case (false, 1):
              RowKernels.FieldFilter.write8(
                rows.span, maximum: UInt16(maximum), step: step, isBetweenFields: isBetween,
                &measures, &wanted, into: &bytes)
            case (false, _):
              RowKernels.FieldFilter.write16(
                rows.span, maximum: UInt16(maximum), step: step, isBetweenFields: isBetween,
                &measures, &wanted, into: &bytes)
            }
          }
        }
        #expect(found[0] == found[1] && found[0] != nil, "\(count) samples, step \(step)")
      }
    }
  }

  @Test("rows that are kept from one wanted row to the next give what fresh ones give")
  func advancing() {
    var generator = SeededGenerator(seed: 12)
    let planes = (0..<5).map { _ in (0..<40).map { _ in generator.bytes(300) } }
    func row(_ part: FieldRows.Part, _ y: Int) -> [UInt8] {
      let (plane, distance) =
        switch part {
        case .own(let d): (2, d)
        case .otherBefore(let d): (1, d)
        case .otherAfter(let d): (3, d)
        case .ownBefore(let d): (0, d)
        case .ownAfter(let d): (4, d)
        }
      return planes[plane][FieldRows.mirrored(y + distance, in: 40)]
    }
    func interpolated(_ rows: inout FieldRows) -> [UInt8]? {
      guarded(200) { rows.interpolate(isBetweenFields: true, into: &$0) }
    }
    var kept = FieldRows(bytesPerSample: 1, maximum: 255)
    for y in stride(from: 1, to: 40, by: 2) {
      if y > 1 { kept.advance() }
      for part in y == 1 ? FieldRows.Part.all : FieldRows.Part.leading {
        kept.load(part, row(part, y).span, 50..<250)
      }
      var fresh = FieldRows(bytesPerSample: 1, maximum: 255)
      for part in FieldRows.Part.all { fresh.load(part, row(part, y).span, 50..<250) }
      #expect(interpolated(&kept) == interpolated(&fresh), "row \(y)")
    }
  }
}
