/// What is known of the bits that one chunk takes at each level, and what follows for others.
///
/// Between two levels, and beyond them, bits fall by the same share from step to step. Powers and
/// roots are made of products: they come out the same on every processor, which those of the C library
/// need not.
struct BitEstimate {
  /// Bits by level, the levels rising.
  private var points: [(level: Int, bits: Int)] = []
  /// From each point to the next: how many times as many bits a step takes.
  private var decays: [Double] = []

  /// A step where only one level is known: about a tenth less for each whole rate factor.
  static let commonDecay = 0.9945
  /// Steps of real pictures: noise loses a third of its bits from one rate factor to the next.
  private static let possibleDecays = 0.95...0.9995

  var isEmpty: Bool { points.isEmpty }

  mutating func add(_ bits: Int, at level: Int) {
    let index = points.firstIndex { $0.level >= level } ?? points.count
    if index < points.count, points[index].level == level { points.remove(at: index) }
    points.insert((level, bits), at: index)
    decays = zip(points, points.dropFirst()).map { low, high in
      Self.root(Double(high.bits) / Double(max(1, low.bits)), high.level - low.level)
    }
  }

  func exactly(_ level: Int) -> Int? { points.first { $0.level == level }?.bits }

  /// How many times as many bits the step at a level takes; `nil` where fewer than two are known.
  func decay(at level: Int) -> Double? {
    if decays.isEmpty { return nil }
    let above = points.firstIndex { $0.level > level } ?? points.count
    return decays[min(max(above - 1, 0), decays.count - 1)]
  }

  /// Bits at a level.
  ///
  /// - Parameter decay: that of a step where this chunk's own is not known.
  /// - Precondition: something is known.
  func bits(at level: Int, decay: Double? = nil) -> Double {
    precondition(!points.isEmpty, "nothing is known of the chunk")
    let above = points.firstIndex { $0.level > level } ?? points.count
    let point = points[max(above - 1, 0)]
    let step = self.decay(at: level) ?? decay ?? Self.commonDecay
    let power = Self.power(step, abs(level - point.level))
    return level >= point.level ? Double(point.bits) * power : Double(point.bits) / power
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// The number within what is possible that comes nearest to `value` as a power.
  private static func root(_ value: Double, _ degree: Int) -> Double {
    var low = possibleDecays.lowerBound
    var high = possibleDecays.upperBound
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if power(middle, degree) < value { low = middle } else { high = middle }
    }
    return low
  }
}
