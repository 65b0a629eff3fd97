internal import BaseValues
internal import PlanModel

extension PictureInput {
  /// Moves the picture with its whole canvas; the canvas's edges are its window.
  mutating func move(_ moves: [(x: Int, y: Int)], on canvas: Size) {
    geometry = PerFrame(moves.enumerated().map { geometry[$0].moved(x: $1.x, y: $1.y) })
    coverage = PerFrame(
      moves.map { x, y in
        .window(
          Rect(
            x: max(0, x), y: max(0, y), width: max(0, canvas.width - abs(x)),
            height: max(0, canvas.height - abs(y))))
      })
  }
}

extension PictureInput {
  /// Moves the picture with its whole canvas by shares of that, in 1/32768, between pixels too: the edges of
  /// the canvas cover the pixels in part through which they run.
  mutating func slide(_ shares: [(x: Int, y: Int)], on canvas: Size) {
    var inner = self
    inner.share = .constant(Self.one)
    content = .group(Composition(size: canvas, layers: [PictureLayer(inner)]))
    opacity = .constant(Self.one)
    effects = []
    mattes = []
    coverage = .constant(.all)
    geometry = PerFrame(shares.map { Geometry(sliding: canvas, x: $0.x, y: $0.y) })
  }
}

extension PictureInput {
  /// Scales the picture about the middle of the canvas, by a factor across and one down in each frame.
  mutating func scale(_ scales: some Sequence<(Scale, Scale)>, on canvas: Size) {
    geometry = PerFrame(
      scales.enumerated().map { geometry[$0].scaled($1.0, $1.1, on: canvas) })
  }
}

extension Geometry {
  /// A canvas that is moved by shares of it in 1/32768.
  fileprivate init(sliding canvas: Size, x: Int, y: Int) {
    let one = PictureInput.one
    let (across, down) = (canvas.width * x, canvas.height * y)
    if across.isMultiple(of: one), down.isMultiple(of: one) {
      self = .offset(x: across / one, y: down / one)
      return
    }
    let unit = Int64(one)
    self = .projective(
      Projection(
        a: unit, b: 0, c: -2 * Int64(across), d: 0, e: unit, f: -2 * Int64(down), g: 0, h: 0,
        i: unit))
  }

  /// The same picture moved by whole pixels of the canvas.
  fileprivate func moved(x: Int, y: Int) -> Geometry {
    switch self {
    case .offset(let left, let top):
      // Positions are within ±2^31, so that sums cannot overflow.
      return .offset(x: left + x, y: top + y)
    case .projective(let p), .nearest(let p):
      let (x, y) = (2 * Int64(x), 2 * Int64(y))
      return with(
        Projection(
          a: p.a, b: p.b, c: p.c &- p.a &* x &- p.b &* y,
          d: p.d, e: p.e, f: p.f &- p.d &* x &- p.e &* y,
          g: p.g, h: p.h, i: p.i &- p.g &* x &- p.h &* y))
    }
  }

  /// The same picture scaled about the middle of a canvas; itself where that cannot be computed.
  func scaled(_ across: Scale, _ down: Scale, on canvas: Size) -> Geometry {
    if across.isOne, down.isOne { return self }
    let rows: [[Int128]] =
      switch self {
      case .offset(let x, let y): [[1, 0, -2 * Int128(x)], [0, 1, -2 * Int128(y)], [0, 0, 1]]
      case .projective(let p), .nearest(let p):
        [[p.a, p.b, p.c], [p.d, p.e, p.f], [p.g, p.h, p.i]].map { $0.map { Int128($0) } }
      }
    // In half pixels the canvas's middle is at its width and height.
    let (middleX, middleY) = (Int128(canvas.width), Int128(canvas.height))
    let (n, d) = (across.numerator, across.denominator)
    let (m, e) = (down.numerator, down.denominator)
    let scaled = rows.map { row in
      [
        row[0] * d * m, row[1] * e * n,
        row[2] * n * m + row[0] * middleX * (n - d) * m + row[1] * middleY * (m - e) * n,
      ]
    }
    return Projection(rows: scaled, over: canvas).map(with) ?? self
  }
}

/// How many times as large something becomes.
struct Scale: Hashable, Sendable {
  /// 1…2^21
  var numerator: Int128
  /// 1…2^17
  var denominator: Int128

  static let one = Scale(numerator: 1, denominator: 1)

  var isOne: Bool { numerator == denominator }
}
