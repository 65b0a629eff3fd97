import Raster

/// Reads `.cube` files: Adobe's *Cube LUT Specification* 1.0, and what Resolve adds to it, input ranges
/// and a 1-D LUT before a 3-D one.
struct CubeReader {
  private var lines: LookLines
  private var tableSize: Int?
  private var cubeSize: Int?
  private var lowest: [Double]?
  private var highest: [Double]?
  private var tableRange: [Double]?
  private var cubeRange: [Double]?
  private var colors: [SIMD4<Float>] = []

  static func read(_ bytes: [UInt8]) throws(LookFault) -> ColorLook {
    var reader = CubeReader(lines: LookLines(bytes))
    return try reader.look()
  }

  private init(lines: LookLines) { self.lines = lines }

  private mutating func look() throws(LookFault) -> ColorLook {
    while try lines.next() {
      if lines.isWord {
        try readKeyword()
      } else {
        try readColor()
      }
    }
    guard tableSize != nil || cubeSize != nil else { throw .missingSize(line: nil) }
    if colors.count < wanted { throw .missingColors(colors.count, of: wanted) }
    var steps: [ColorLook.Step] = []
    let entries = tableSize ?? 0
    if tableSize != nil {
      steps.append(
        .table(ComponentTable(Array(colors[..<entries]), domain: try domain(tableRange))))
    }
    if let cubeSize {
      // Where a 1-D LUT stands before it, the domain is that one's.
      let own = cubeRange == nil && tableSize != nil ? .full : try domain(cubeRange)
      steps.append(.cube(ColorCube(size: cubeSize, Array(colors[entries...]), domain: own)))
    }
    return ColorLook(steps)
  }

  /// Colours that the sizes ask for.
  private var wanted: Int {
    (tableSize ?? 0) + (cubeSize.map { $0 * $0 * $0 } ?? 0)
  }

  private func domain(_ range: [Double]?) throws(LookFault) -> ColorDomain {
    let low = range.map { Array(repeating: $0[0], count: 3) } ?? lowest ?? [0, 0, 0]
    let high = range.map { Array(repeating: $0[1], count: 3) } ?? highest ?? [1, 1, 1]
    guard zip(low, high).allSatisfy({ $1 - $0 >= LookLimits.narrowestDomain }) else {
      throw .emptyDomain(line: lines.number)
    }
    return ColorDomain(lowest: low, highest: high)
  }

  // MARK: - Lines

  private mutating func readKeyword() throws(LookFault) {
    let word = lines.nextWord()
    let line = lines.number
    guard colors.isEmpty else { throw .keywordAfterColors(line: line) }
    switch word {
    case "TITLE": return
    case "LUT_1D_SIZE": try readSize(word, \.tableSize, ComponentTable.largestSize)
    case "LUT_3D_SIZE": try readSize(word, \.cubeSize, ColorCube.largestSize)
    case "DOMAIN_MIN": try readNumbers(word, \.lowest, 3)
    case "DOMAIN_MAX": try readNumbers(word, \.highest, 3)
    case "LUT_1D_INPUT_RANGE": try readNumbers(word, \.tableRange, 2)
    case "LUT_3D_INPUT_RANGE": try readNumbers(word, \.cubeRange, 2)
    case "LUT_IN_VIDEO_RANGE", "LUT_OUT_VIDEO_RANGE": throw .videoRange(word, line: line)
    default: throw .unknownKeyword(line: line)
    }
    if lowest != nil || highest != nil, tableRange != nil || cubeRange != nil {
      throw .conflictingDomains(line: line)
    }
  }

  private mutating func readSize(
    _ word: String, _ size: WritableKeyPath<CubeReader, Int?>, _ limit: Int
  ) throws(LookFault) {
    guard self[keyPath: size] == nil else { throw .twice(word, line: lines.number) }
    guard let number = lines.nextNumber(), lines.isAtEnd else {
      throw .missingNumbers(word, count: 1, line: lines.number)
    }
    guard let whole = Int(exactly: number), (2...limit).contains(whole) else {
      throw .size(limit: limit, line: lines.number)
    }
    self[keyPath: size] = whole
    // Lines of colours have six bytes at least.
    colors.reserveCapacity(min(wanted, lines.count / 6 + 1))
  }

  private mutating func readNumbers(
    _ word: String, _ numbers: WritableKeyPath<CubeReader, [Double]?>, _ count: Int
  ) throws(LookFault) {
    guard self[keyPath: numbers] == nil else { throw .twice(word, line: lines.number) }
    var found: [Double] = []
    for _ in 0..<count {
      guard let number = lines.nextNumber() else {
        throw .missingNumbers(word, count: count, line: lines.number)
      }
      try LookLimits.check(number, line: lines.number)
      found.append(number)
    }
    guard lines.isAtEnd else { throw .missingNumbers(word, count: count, line: lines.number) }
    self[keyPath: numbers] = found
  }

  private mutating func readColor() throws(LookFault) {
    guard tableSize != nil || cubeSize != nil else { throw .missingSize(line: lines.number) }
    guard colors.count < wanted else { throw .manyColors(wanted, line: lines.number) }
    guard let red = lines.nextNumber(), let green = lines.nextNumber(),
      let blue = lines.nextNumber(), lines.isAtEnd
    else { throw .notAColor(line: lines.number) }
    for number in [red, green, blue] { try LookLimits.check(number, line: lines.number) }
    colors.append([Float(red), Float(green), Float(blue), 0])
  }
}

/// Which numbers LUT and CDL files may have.
enum LookLimits {
  /// The largest number of half precision, which such files are made with.
  static let largest = 65_504.0
  static let narrowestDomain = 0.000_001

  static func check(_ number: Double, line: Int) throws(LookFault) {
    guard abs(number) <= largest else {
      throw .numberRange("from -65504 to 65504", line: line)
    }
  }
}
