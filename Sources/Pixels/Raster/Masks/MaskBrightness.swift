public import BaseValues

/// The brightness of a mask at each luma sample of a canvas. It is drawn once; how much it covers is
/// told by a `MaskRamp` in each frame.
public struct MaskBrightness: Sendable {
  /// In luma samples.
  public let canvas: Size
  /// Whether coverage is to have 10 bits whatever those of the movie are.
  public let isDeep: Bool
  /// 0…32768, row after row without padding; none where edges are known.
  let values: [UInt16]
  /// Where hard edges run through pixels, of a wipe that was asked for these.
  let edges: WipeEdges?
  /// Whether it is a picture's, in which hard edges run through samples too.
  let isPicture: Bool

  /// 0…32768 at a luma sample of the canvas.
  package func value(x: Int, y: Int) -> Int { Int(values[y * canvas.width + x]) }

  private init(
    _ canvas: Size, isPicture: Bool = false,
    row: (_ y: Int, _ row: inout MutableSpan<UInt16>) -> Void
  ) {
    let width = canvas.width
    var values = [UInt16](repeating: 0, count: width * canvas.height)
    var all = values.mutableSpan
    for y in 0..<canvas.height {
      var part = all._mutatingExtracting(y * width..<(y + 1) * width)
      row(y, &part)
    }
    self.canvas = canvas
    self.values = values
    self.isPicture = isPicture
    isDeep = false
    edges = nil
  }

  /// That of a shape.
  public init(_ shape: MaskShape, on canvas: Size) {
    self.init(canvas) { y, row in shape.write(row: y, to: &row) }
  }

  /// That of a wipe over a part of the canvas that begins at its upper left corner: dark where it
  /// begins.
  public init(_ shape: WipeShape, of size: Size, on canvas: Size) {
    let order = shape.order(on: size)
    self.init(canvas) { y, row in
      for x in row.indices {
        row[x] = UInt16((order(Double(x) + 0.5, Double(y) + 0.5) * 32768).rounded())
      }
    }
  }

  /// The same for hard edges alone, which cover pixels in part; where each pixel is uncovered on its own, as
  /// noise is, they do not.
  public init(hard shape: WipeShape, of size: Size, on canvas: Size) {
    self =
      shape.isGrained
      ? MaskBrightness(shape, of: size, on: canvas)
      : MaskBrightness(WipeEdges(on: canvas, shape.order(on: size)), on: canvas)
  }

  private init(_ edges: WipeEdges, on canvas: Size) {
    self.canvas = canvas
    self.edges = edges
    isPicture = false
    values = []
    isDeep = false
  }

  /// In no order, of squares with a side of `block` pixels from the upper left corner on: 0…32767, the
  /// same in every frame.
  public init(noiseOfBlocks block: Int, on canvas: Size) {
    let side = max(1, block)
    self.init(canvas) { y, row in
      for x in row.indices { row[x] = UInt16(WipeShape.noise(x / side, y / side) * 32768) }
    }
  }

  /// That of a picture of the canvas's size: 0 in black and where it is transparent, 32768 in white.
  /// Beside a picture that is smaller all is dark.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public init<Sample: PixelSample>(_ picture: Image, on canvas: Size, as sample: Sample.Type) {
    self.init(canvas, isPicture: true) { y, row in
      guard y < picture.size.height else { return }
      let luma = picture.row(Plane.luma, y, as: sample)
      for x in 0..<min(row.count, luma.count) {
        row[x] = Self.brightness(luma: luma[x], alpha: Sample(code: Sample.maximum))
      }
      guard picture.format.hasAlpha else { return }
      let alpha = picture.row(Plane.alpha, y, as: sample)
      for x in 0..<min(row.count, luma.count) {
        row[x] = Self.brightness(luma: luma[x], alpha: alpha[x])
      }
    }
  }

  /// That of luma codes of 16 bits and limited range, of a picture of the canvas's size, row after row: 0 in
  /// black, 32768 in white, rounded to nearest, ties up; `nil` where there are not as many.
  public init?(deepLuma: [UInt16], of canvas: Size) {
    guard deepLuma.count == canvas.width * canvas.height else { return nil }
    let white = 219 << 8
    self.canvas = canvas
    isDeep = true
    isPicture = true
    edges = nil
    values = deepLuma.map { code in
      let light = min(max(0, Int(code) &- 16 << 8), white)
      return UInt16(truncatingIfNeeded: (2 &* light &* 32768 &+ white) / (2 &* white))
    }
  }

  /// The alpha of a picture of the canvas's size: 0 where it is transparent, 32768 where it is opaque.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public init<Sample: PixelSample>(alphaOf picture: Image, on canvas: Size, as sample: Sample.Type)
  {
    self.init(canvas) { y, row in
      guard y < picture.size.height else { return }
      let count = min(row.count, picture.size.width)
      guard picture.format.hasAlpha else {
        for x in 0..<count { row[x] = 32768 }
        return
      }
      let alpha = picture.row(Plane.alpha, y, as: sample)
      let full = Int(Sample.maximum)
      for x in 0..<count {
        row[x] = UInt16(
          truncatingIfNeeded: (2 &* Int(alpha[x].code) &* 32768 &+ full) / (2 &* full))
      }
    }
  }

  /// The brightness of a premultiplied luma sample, 0…32768, rounded to nearest, ties up.
  private static func brightness<Sample: PixelSample>(luma: Sample, alpha: Sample) -> UInt16 {
    let unit = 1 << (Sample.depth - 8)
    let full = Int(Sample.maximum)
    // Black has 16 codes times alpha.
    let light = max(0, Int(luma.code) &* full &- 16 &* unit &* Int(alpha.code))
    let white = 219 &* unit &* full
    return UInt16(truncatingIfNeeded: min((2 &* light &* 32768 &+ white) / (2 &* white), 32768))
  }
}

extension WipeShape {
  /// When each place of a canvas is uncovered, 0…1; pixels are one long.
  fileprivate func order(on canvas: Size) -> (_ x: Double, _ y: Double) -> Double {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    func raw(_ x: Double, _ y: Double) -> Double {
      order(WipePlace(x: x, y: y, width: width, height: height))
    }
    func raw(_ x: Int, _ y: Int) -> Double { raw(Double(x) + 0.5, Double(y) + 0.5) }
    var largest = 1.0
    if isOutline {
      let columns = (0..<canvas.width).map { max(raw($0, 0), raw($0, canvas.height - 1)) }
      let rows = (0..<canvas.height).map { max(raw(0, $0), raw(canvas.width - 1, $0)) }
      largest = max(columns.max() ?? 0, rows.max() ?? 0)
      // One pixel.
      if largest <= 0 { largest = 1 }
    }
    return { x, y in min(max(raw(x, y) / largest, 0), 1) }
  }
}
