import Diagnostics
import BaseValues
import TimelineModel

/// A side, a corner or the middle of the canvas.
enum CanvasPlace: String, NamedChoice {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// Where it is along one direction.
  enum Side: Sendable {
    case near, middle, far

    /// A picture's own point that is put there.
    var anchor: Rational {
      switch self {
      case .near: .zero
      case .middle: .half
      case .far: .one
      }
    }

    /// The place in pixels.
    func position(_ length: Int, margin: Rational) throws(TimeOverflow) -> Rational {
      let length = Rational(Int64(length))
      switch self {
      case .near: return margin
      case .middle: return try length * .half
      case .far: return try length - margin
      }
    }
  }

  var across: Side {
    switch self {
    case .topLeft, .left, .bottomLeft: .near
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .far
    }
  }

  var down: Side {
    switch self {
    case .topLeft, .top, .topRight: .near
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .far
    }
  }

  var anchor: Point { Point(x: across.anchor, y: down.anchor) }

  var summary: String { "at the \(rawValue.replacing("-", with: " ")) of the canvas" }
}

/// Reads how far from the edges something stands.
enum Margin {
  /// The safe area for graphics and titles of EBU R 95: 5 % of the width and of the height.
  static let standard = LengthPair(
    x: Length(amount: Rational(5), unit: .percent), y: Length(amount: Rational(5), unit: .percent))

  static let shape: Shape<LengthPair> = {
    let one = Shape<Length>.length
    let both = Shape<LengthPair>.position
    return Shape(
      expected: "a length or two of them", example: "\"5%\"",
      schema: .any([one.schema, both.schema])
    ) { value, reading in
      if case .array = value.kind { return both.read(value, &reading) }
      return one.read(value, &reading).map { LengthPair(x: $0, y: $0) }
    }
  }()
}
