/// What movement is looked for in: a picture's luma in 8 bits, and that halved again and again, with room
/// around in which its edges go on.
struct MotionGuide: Sendable {
  /// From the picture's own size down.
  let levels: [Level]

  /// One size of it.
  struct Level: Sendable {
    /// Samples around the picture on each side.
    static let margin = 24

    let width: Int
    let height: Int
    private let stride: Int
    private var samples: [UInt8]

    fileprivate init(width: Int, height: Int) {
      self.width = width
      self.height = height
      stride = width + 2 * Self.margin
      samples = [UInt8](repeating: 0, count: stride * (height + 2 * Self.margin))
    }
  }

  /// No side of a level is shorter than this, but for the picture's own.
  private static let shortest = 20
  private static let mostLevels = 6

  /// A picture's. Where it is transparent its alpha counts as much as its luma, so that dark things
  /// are seen too.
  init(_ image: Image) {
    var level =
      image.format.depth > 8
      ? Level(image, as: UInt16.self, shift: UInt32(image.format.depth - 8))
      : Level(image, as: UInt8.self, shift: 0)
    var levels = [level]
    while levels.count < Self.mostLevels, min(level.width, level.height) >= 2 * Self.shortest {
      level = level.halved()
      levels.append(level)
    }
    self.levels = levels
  }
}

extension MotionGuide.Level {
  fileprivate init<Sample: PixelSample>(_ image: Image, as: Sample.Type, shift: UInt32) {
    self.init(width: image.width(of: Plane.luma), height: image.height(of: Plane.luma))
    for y in 0..<height {
      let luma = image.row(Plane.luma, y, as: Sample.self)
      let range = rowRange(y)
      var span = samples.mutableSpan
      var row = span._mutatingExtracting(range)
      if image.format.hasAlpha {
        let alpha = image.row(Plane.alpha, y, as: Sample.self)
        for i in luma.indices {
          row[i] = UInt8(
            truncatingIfNeeded: (luma[i].code &+ alpha[i].code &+ 1) &>> (shift &+ 1))
        }
      } else {
        for i in luma.indices { row[i] = UInt8(truncatingIfNeeded: luma[i].code &>> shift) }
      }
    }
    extendEdges()
  }

  /// Half the size, rounded up; each sample is the rounded mean of four.
  fileprivate func halved() -> Self {
    var result = Self(width: (width + 1) / 2, height: (height + 1) / 2)
    for y in 0..<result.height {
      let upper = row(2 * y, from: 0, count: 2 * result.width)
      let lower = row(2 * y + 1, from: 0, count: 2 * result.width)
      let range = result.rowRange(y)
      var span = result.samples.mutableSpan
      var row = span._mutatingExtracting(range)
      Kernels.halve(upper, lower, into: &row)
    }
    result.extendEdges()
    return result
  }

  private mutating func extendEdges() {
    let margin = Self.margin
    for y in 0..<height {
      let range = rowRange(y)
      let (left, right) = (samples[range.lowerBound], samples[range.upperBound - 1])
      for i in 1...margin {
        samples[range.lowerBound - i] = left
        samples[range.upperBound + i - 1] = right
      }
    }
    let first = margin * stride
    let last = (margin + height - 1) * stride
    for y in 0..<margin {
      for x in 0..<stride {
        samples[y * stride + x] = samples[first + x]
        samples[last + (y + 1) * stride + x] = samples[last + x]
      }
    }
  }

  private func rowRange(_ y: Int) -> Range<Int> {
    let start = (y + Self.margin) * stride + Self.margin
    return start..<start + width
  }

  /// Samples of a row, of those around the picture too.
  ///
  /// - Precondition: they lie within the margin.
  @_lifetime(borrow self)
  func row(_ y: Int, from x: Int, count: Int) -> Span<UInt8> {
    let start = (y &+ Self.margin) &* stride &+ Self.margin &+ x
    return samples.span.extracting(start..<start &+ count)
  }

  // MARK: - Windows

  /// A vector that leads a window no farther than the margin.
  func limited(
    _ vector: MotionVector, from x: Int, _ y: Int, side: Int
  ) -> MotionVector {
    // One sample more is read where a vector ends between two.
    let reach = Self.margin - 1
    return MotionVector(
      x: min(max(vector.x, 4 * (-reach - x)), 4 * (width + reach - side - x)),
      y: min(max(vector.y, 4 * (-reach - y)), 4 * (height + reach - side - y)))
  }

  /// How far a square window is from the same one of another picture, apart from being lighter or
  /// darker.
  func shape(_ x: Int, _ y: Int, side: Int, from other: Self) -> Int {
    var lighter = 0
    for row in 0..<side {
      let (here, there) = (start(x, y &+ row), other.start(x, y &+ row))
      for column in 0..<side {
        lighter &+= Int(samples[here &+ column]) &- Int(other.samples[there &+ column])
      }
    }
    let mean = lighter / (side &* side)
    var sum = 0
    for row in 0..<side {
      let (here, there) = (start(x, y &+ row), other.start(x, y &+ row))
      for column in 0..<side {
        sum &+= abs(Int(samples[here &+ column]) &- Int(other.samples[there &+ column]) &- mean)
      }
    }
    return sum
  }

  /// How far the samples of a square window are from their mean, all together.
  func contrast(_ x: Int, _ y: Int, side: Int) -> Int {
    var total = 0
    for row in 0..<side {
      let start = start(x, y &+ row)
      for column in 0..<side { total &+= Int(samples[start &+ column]) }
    }
    let mean = total / (side &* side)
    var sum = 0
    for row in 0..<side {
      let start = start(x, y &+ row)
      for column in 0..<side { sum &+= abs(Int(samples[start &+ column]) &- mean) }
    }
    return sum
  }

  /// Where a sample stands.
  private func start(_ x: Int, _ y: Int) -> Int {
    (y &+ Self.margin) &* stride &+ Self.margin &+ x
  }

  /// How far a square window is from that of another picture to which a vector leads.
  ///
  /// - Parameters:
  ///   - x: its left column, at least half a window before the picture.
  ///   - y: its upper row, likewise.
  ///   - vector: one that ``limited(_:from:_:side:)`` lets through.
  ///   - limit: from where on the exact number does not matter.
  func difference(
    _ x: Int, _ y: Int, side: Int, from other: Self, _ vector: MotionVector, limit: Int
  ) -> Int {
    let (left, top) = (x &+ vector.x &>> 2, y &+ vector.y &>> 2)
    let (right, down) = (vector.x & 3, vector.y & 3)
    var sum = 0
    if right == 0, down == 0 {
      for row in 0..<side {
        sum &+= Kernels.difference(
          self.row(y &+ row, from: x, count: side), other.row(top &+ row, from: left, count: side))
        if sum >= limit { return sum }
      }
      return sum
    }
    for row in 0..<side {
      sum &+= Kernels.difference(
        self.row(y &+ row, from: x, count: side),
        upper: other.row(top &+ row, from: left, count: side &+ 1),
        lower: other.row(top &+ row &+ 1, from: left, count: side &+ 1), right: right, down: down)
      if sum >= limit { return sum }
    }
    return sum
  }
}
