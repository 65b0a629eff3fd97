import BaseValues

extension ImageFilter {
  /// A Gaussian blur. Beyond the picture's edges their samples go on.
  ///
  /// - Parameter deviation: the standard deviation in shares of the picture's height.
  public static func gaussianBlur(
    deviation: Double, in region: PictureRegion = .all
  ) -> ImageFilter {
    if deviation <= 0 { return .none }
    return ImageFilter(in: region, spreads: true, isDithered: true) {
      // Three boxes reach a little farther than three deviations.
      Int((3.2 * deviation * Double($0.height)).rounded(.up)) + 3
    } planes: { samples, context in
      let size = deviation * Double(context.basis.height) / Double(context.step)
      samples.blur(deviation: size, size)
    }
  }

  /// Means of squares.
  ///
  /// - Parameter radius: half a side in shares of the picture's height.
  public static func boxBlur(radius: Double, in region: PictureRegion = .all) -> ImageFilter {
    if radius <= 0 { return .none }
    return ImageFilter(in: region, spreads: true, isDithered: true) {
      Int((radius * Double($0.height)).rounded(.up)) + 1
    } planes: { samples, context in
      let width = 1 + 2 * radius * Double(context.basis.height) / Double(context.step)
      samples.average(width: width, width)
    }
  }

  /// Means along straight lines, as of something that passes.
  ///
  /// - Parameters:
  ///   - length: of the lines, in shares of the picture's height.
  ///   - turns: of the lines, clockwise from the right; 1 is a full turn.
  public static func directionalBlur(
    length: Double, turns: Double, in region: PictureRegion = .all
  ) -> ImageFilter {
    if length <= 0 { return .none }
    let turns = turns - turns.rounded(.down)
    let (sine, cosine) = (Sine.of(turns: turns), Sine.of(turns: turns + 0.25))
    return ImageFilter(in: region, spreads: true, isDithered: true) {
      Int((length / 2 * Double($0.height)).rounded(.up)) + 1
    } planes: { samples, context in
      let half = length / 2 * Double(context.basis.height) / Double(context.step)
      // A sample for each of the line, up to a thousand.
      let steps = min(512, max(1, Int((half * max(sine.magnitude, cosine.magnitude)).rounded())))
      let offsets = (-steps...steps).map { step in
        let place = half * Double(step) / Double(steps)
        return (x: Int((place * cosine).rounded()), y: Int((place * sine).rounded()))
      }
      samples.average(offsets)
    }
  }

  /// Means along lines towards a point, as of something that comes nearer.
  ///
  /// - Parameters:
  ///   - amount: how long a line is, in shares of the distance to the point, 0…1.
  ///   - x, y: the point, in shares of the width and the height.
  public static func zoomBlur(
    amount: Double, x: Double, y: Double, in region: PictureRegion = .all
  ) -> ImageFilter {
    if amount <= 0 { return .none }
    return ImageFilter(in: region, isDithered: true) {
      max($0.width, $0.height)
    } planes: { samples, context in
      let size = (Double(context.size.width), Double(context.size.height))
      let basis = (Double(context.basis.width), Double(context.basis.height))
      let step = Double(context.step)
      // Room around the picture is the same on both sides.
      let center = (
        (x * basis.0 + (size.0 - basis.0) / 2) / step - Double(context.frame.x),
        (y * basis.1 + (size.1 - basis.1) / 2) / step - Double(context.frame.y)
      )
      let longest = amount * max(size.0, size.1) / step / 2
      let count = min(64, max(2, Int(longest.rounded(.up))))
      let scales = (0..<count).map { 1 - amount * (Double($0) + 0.5) / Double(count) }
      samples.average(towards: center, scales)
    }
  }
}

extension FilterPlane {
  /// Means of samples at some offsets from each.
  mutating func average(_ offsets: [(x: Int, y: Int)]) {
    let width = width
    average(offsets.count) { plane, samples, y, sum in
      for offset in offsets {
        let line = samples.extracting(plane.row(y + offset.y))
        let (first, last) = (min(max(0, -offset.x), width), max(0, min(width, width - offset.x)))
        for x in 0..<first { sum[x] &+= UInt32(line[0]) }
        if first < last {
          let part = line.extracting(first + offset.x..<last + offset.x)
          var inner = sum._mutatingExtracting(first..<last)
          for x in part.indices { inner[x] &+= UInt32(part[x]) }
        }
        for x in max(first, last)..<width { sum[x] &+= UInt32(line[width - 1]) }
      }
    }
  }

  /// Means of the nearest samples to places between each and a centre.
  mutating func average(towards center: (x: Double, y: Double), _ scales: [Double]) {
    func places(_ scale: Double, _ center: Double, _ count: Int) -> [Int] {
      (0..<count).map { index in
        let place = center + (Double(index) + 0.5 - center) * scale - 0.5
        return min(max(Int(place.rounded()), 0), count - 1)
      }
    }
    let columns = scales.map { places($0, center.x, width) }
    let rows = scales.map { places($0, center.y, height) }
    average(scales.count) { plane, samples, y, sum in
      for index in columns.indices {
        let line = samples.extracting(plane.row(rows[index][y]))
        let places = columns[index]
        for x in sum.indices { sum[x] &+= UInt32(line[places[x]]) }
      }
    }
  }

  /// Means of so many samples for each, rounded to nearest, ties to even.
  ///
  /// - Parameter add: adds to a row's sums, which begin at 0, the samples that count.
  @inline(__always)
  private mutating func average(
    _ count: Int,
    _ add: (
      _ plane: FilterPlane, _ samples: Span<UInt16>, _ y: Int, _ sum: inout MutableSpan<UInt32>
    ) -> Void
  ) {
    let plane = self
    let source = plane.samples.span
    var result = PlaneSamples(uninitialized: samples.count, pool: samples.pool)
    var target = result.mutableSpan
    var sums = [UInt32](repeating: 0, count: width)
    var sum = sums.mutableSpan
    let scale = 1 / Float(count)
    for y in 0..<height {
      for x in sum.indices { sum[x] = 0 }
      add(plane, source, y, &sum)
      var row = target._mutatingExtracting(y * width..<(y + 1) * width)
      for x in row.indices {
        let mean = Float(Int32(truncatingIfNeeded: sum[x])) * scale
        row[x] = UInt16(truncatingIfNeeded: (mean + 0x1.8p23).bitPattern)
      }
    }
    samples = result
  }
}
