import Raster

/// Reads `.3dl` files of Autodesk's Lustre and Flame: a line of whole numbers that is the input's curve,
/// then a colour a line in whole numbers, blue changing fastest.
///
/// How many bits the numbers have is said by `Mesh`, or else told by the greatest: twice as much as
/// there is room for is taken for overshoot, as OpenColorIO does it.
struct LustreReader {
  private var lines: LookLines
  private var mesh: (points: Int, bits: Int)?
  private var inputs: [Double]?
  private var colors: [SIMD4<Float>] = []
  private var greatest = 0.0

  static func read(_ bytes: [UInt8]) throws(LookFault) -> ColorLook {
    var reader = LustreReader(lines: LookLines(bytes))
    return try reader.look()
  }

  private init(lines: LookLines) { self.lines = lines }

  private mutating func look() throws(LookFault) -> ColorLook {
    while try lines.next() {
      if lines.isWord {
        try readKeyword()
      } else {
        try readNumbers()
      }
    }
    // The curve of a grid of three points along each axis looks as a colour does.
    if inputs == nil, colors.count == 3 * 3 * 3 + 1 {
      let first = colors.removeFirst()
      inputs = [first.x, first.y, first.z].map(Double.init)
      greatest = colors.map { Double(max($0.x, $0.y, $0.z)) }.max() ?? 0
    }
    let size = try size()
    let scale = Float(Self.full(mesh?.bits, greatest))
    var nodes = [SIMD4<Float>](repeating: .zero, count: colors.count)
    for (place, color) in colors.enumerated() {
      let (red, rest) = place.quotientAndRemainder(dividingBy: size * size)
      let (green, blue) = rest.quotientAndRemainder(dividingBy: size)
      nodes[red + green * size + blue * size * size] = color / scale
    }
    let cube = ColorLook.Step.cube(ColorCube(size: size, nodes, domain: .full))
    return ColorLook([curve].compactMap(\.self) + [cube])
  }

  /// The points along each axis.
  private func size() throws(LookFault) -> Int {
    let said = inputs?.count ?? mesh?.points
    guard let size = (2...ColorCube.largestSize).first(where: { $0 * $0 * $0 == colors.count }),
      said == nil || said == size
    else { throw .missingPoints(colors.count, of: said) }
    return size
  }

  /// What is done before the grid; `nil` where its line says nothing but even steps.
  private var curve: ColorLook.Step? {
    guard let inputs, inputs.count >= 2 else { return nil }
    let full = Self.full(nil, inputs.max() ?? 0)
    let step = full / Double(inputs.count - 1)
    // Programs round steps in several ways.
    let isEven = inputs.enumerated().allSatisfy { abs($1 - Double($0) * step) < 2 }
    if isEven { return nil }
    let entries = inputs.map { SIMD4<Float>(repeating: Float($0 / full)) }
    return .table(ComponentTable(entries, domain: .full))
  }

  /// The number that stands for 1.
  private static func full(_ bits: Int?, _ greatest: Double) -> Double {
    if let bits { return Double(1 << bits - 1) }
    let likely = [8, 10, 12, 14].first { greatest < Double(2 << $0) } ?? 16
    return Double(1 << likely - 1)
  }

  // MARK: - Lines

  private mutating func readKeyword() throws(LookFault) {
    let word = lines.nextWord()
    switch word.lowercased() {
    case "3dmesh", "lut8", "lut10", "lut12", "lut16": return
    case "mesh":
      guard let points = lines.nextNumber(), let bits = lines.nextNumber() else {
        throw .missingNumbers(word, count: 2, line: lines.number)
      }
      guard (1...7).contains(points), points == points.rounded(.down) else {
        throw .numberRange("2 to the power of 1 to 7 points", line: lines.number)
      }
      guard [8, 10, 12, 14, 16].contains(bits) else {
        throw .numberRange("8, 10, 12, 14 or 16 bits", line: lines.number)
      }
      mesh = (points: 1 << Int(points) + 1, bits: Int(bits))
    case "gamma":
      guard lines.nextNumber() == 1 else { throw .gamma(line: lines.number) }
    default: throw .unknownKeyword(line: lines.number)
    }
  }

  private mutating func readNumbers() throws(LookFault) {
    var numbers: [Double] = []
    while !lines.isAtEnd {
      guard let number = lines.nextNumber(), numbers.count < ColorCube.largestSize else {
        throw .notAColor(line: lines.number)
      }
      guard number == number.rounded(.down), (0...131_071).contains(number) else {
        throw .numberRange("whole numbers from 0 to 131071", line: lines.number)
      }
      numbers.append(number)
    }
    if colors.isEmpty, inputs == nil, numbers.count != 3 {
      inputs = numbers
      return
    }
    guard numbers.count == 3 else { throw .notAColor(line: lines.number) }
    let limit = ColorCube.largestSize
    guard colors.count < limit * limit * limit else {
      throw .manyColors(limit * limit * limit, line: lines.number)
    }
    greatest = max(greatest, numbers[0], numbers[1], numbers[2])
    colors.append([Float(numbers[0]), Float(numbers[1]), Float(numbers[2]), 0])
  }
}
