import RasterReference
import Raster
import Testing

/// A plane as rows of samples.
typealias FieldPlane = [[Int]]

/// A plane whose missing rows `FieldRows` has made, in pieces of unequal length, the longest there may
/// be among them.
func filled(
  _ fields: Reference.Fields, keepsEven: Bool, maximum: Int, step: Int = 1
) -> FieldPlane {
  let bytesPerSample = maximum > 255 ? 2 : 1
  var rows = FieldRows(bytesPerSample: bytesPerSample, maximum: maximum, step: step)
  let own = fields.own
  var result = own
  for y in own.indices where (y % 2 == 0) != keepsEven {
    let width = own[y].count
    var first = 0
    while first < width {
      let count = min(first == 0 ? FieldRows.capacity : 37, width - first)
      for part in FieldRows.Part.all {
        let (plane, distance): (FieldPlane?, Int) =
          switch part {
          case .own(let dy): (own, dy)
          case .ownBefore(let dy): (fields.before, dy)
          case .ownAfter(let dy): (fields.after, dy)
          case .otherBefore(let dy): (fields.otherBefore, dy)
          case .otherAfter(let dy): (fields.otherAfter, dy)
          }
        guard let plane else { continue }
        let row = plane[FieldRows.mirrored(y + distance, in: own.count)]
        // Any distance from a multiple of 16 bytes, as columns of a picture have.
        let shift = (y + width) % 16
        let memory = Array(repeating: 0xFF, count: shift) + bytes(row, bytesPerSample)
        rows.load(part, memory.span.extracting(shift...), first..<first + count)
      }
      var output = GuardedRow(count: count * bytesPerSample)
      let isBetween = fields.otherBefore != nil && fields.otherAfter != nil
      output.write { rows.interpolate(isBetweenFields: isBetween, into: &$0) }
      #expect(output.isGuardIntact)
      let samples = output.samples
      for x in 0..<count {
        result[y][first + x] =
          bytesPerSample == 1
          ? Int(samples[x]) : Int(samples[2 * x]) | Int(samples[2 * x + 1]) << 8
      }
      first += count
    }
  }
  return result
}

private func bytes(_ row: [Int], _ bytesPerSample: Int) -> [UInt8] {
  // A loop in which debug builds lose little.
  var bytes: [UInt8] = []
  bytes.reserveCapacity(row.count * bytesPerSample)
  for value in row {
    bytes.append(UInt8(truncatingIfNeeded: value))
    if bytesPerSample == 2 { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
  }
  return bytes
}

/// A missing sample of 8 bits by the filter that FFmpeg calls `bwdif`: the one of three fields in
/// BBC PH-2071, where the rows above and below differ more than the fields before and after, else one
/// of four rows; held by the checks of `yadif`. To measure against.
///
/// - Precondition: rows up to four away from `y` are there.
func publishedSample(_ fields: Reference.Fields, _ x: Int, _ y: Int) -> Int {
  guard let before = fields.otherBefore, let after = fields.otherAfter else { return 0 }
  func own(_ dy: Int) -> Int { fields.own[y + dy][x] }
  func others(_ dy: Int) -> Int { before[y + dy][x] + after[y + dy][x] }
  func change(_ plane: FieldPlane) -> Int {
    (abs(plane[y - 1][x] - own(-1)) + abs(plane[y + 1][x] - own(1))) >> 1
  }
  let still = others(0) >> 1
  let otherChange = abs(before[y][x] - after[y][x])
  let movement = max(otherChange >> 1, change(fields.before), change(fields.after))
  if movement == 0 { return still }
  let above = others(-2) >> 1 - own(-1)
  let below = others(2) >> 1 - own(1)
  let (fromUpper, fromLower) = (still - own(-1), still - own(1))
  let most = max(fromLower, fromUpper, min(above, below))
  let least = min(fromLower, fromUpper, max(above, below))
  let reach = max(movement, least, -most)
  let (inner, outer) = (own(-1) + own(1), own(-3) + own(3))
  let high =
    5570 * others(0) - 3801 * (others(-2) + others(2)) + 1016 * (others(-4) + others(4))
  let guess =
    abs(own(-1) - own(1)) > otherChange
    ? (high >> 2 + 4309 * inner - 213 * outer) >> 13 : (5077 * inner - 981 * outer) >> 13
  return min(max(min(max(guess, still - reach), still + reach), 0), 255)
}
