internal import BaseValues
package import Diagnostics
package import TimelineModel

// The order of the fields is that of files and of what is said.

extension ShapeStyle: PlanRecord {
  package static var blank: ShapeStyle {
    ShapeStyle(kind: .path, path: ShapePath(), width: 0, height: 0, fill: nil)
  }

  package static let fields: [RecordField<ShapeStyle>] = [
    // What decides the picture is its outline.
    .label("kind", \.kind),
    RecordField("path", \.path),
    RecordField("width", \.width, limits: .range(0...2 * ShapePath.farthest)),
    RecordField("height", \.height, limits: .range(0...2 * ShapePath.farthest)),
    RecordField(optional: "fill", \.fill, order: 1, fact: { fact("fill", $0.fill) }),
    RecordField(optional: "shading", \.shading, order: 1),
    RecordField(
      optional: "stroke", \.stroke, order: 1, fact: { fact("stroke", $0.stroke?.color) }),
    RecordField(
      "headSize", \.headSize, usual: .zero, limits: .range(TextStyle.drawn(headSizes))),
    RecordField("heads", \.heads, usual: .end),
    RecordField("drawnFrom", \.drawnFrom, usual: 0, limits: .range(0...wholeOutline)),
    RecordField("drawnTo", \.drawnTo, usual: wholeOutline, limits: .range(0...wholeOutline)),
    RecordField("shadows", \.shadows, usual: [], limits: .count(0...TextStyle.mostShadows)),
  ]

  private static func fact(_ word: String, _ color: Color?) -> PlanFact? {
    color.map { PlanFact(word, $0) }
  }
}

extension ShapeStroke: PlanRecord {
  package static var blank: ShapeStroke { ShapeStroke(width: .zero, color: .clear) }

  package static let fields: [RecordField<ShapeStroke>] = [
    RecordField("width", \.width, limits: .range(TextStyle.drawn(TextStyle.lengths))),
    RecordField("color", \.color),
    RecordField("dashes", \.dashes, usual: [], limits: dashLimits),
    RecordField(
      "dashOffset", \.dashOffset, usual: .zero, limits: .range(TextStyle.drawn(TextStyle.offsets))),
    RecordField("cap", \.cap, usual: .butt),
    RecordField("join", \.join, usual: .miter),
    RecordField("side", \.side, usual: .center),
  ]

  private static let dashLimits = PlanLimits<[Rational]> { name, dashes, inspector in
    inspector.check(name, dashes.count, in: 0...mostDashes)
    for dash in dashes {
      inspector.check(name, dash, in: TextStyle.drawn(ShapeStyle.dashLengths))
    }
  }
}

extension ShapeKind: PlanCodable, KeyValue {}
extension StrokeCap: PlanCodable, KeyValue {}
extension StrokeJoin: PlanCodable, KeyValue {}
extension StrokeSide: PlanCodable, KeyValue {}
extension ArrowHeads: PlanCodable, KeyValue {}

// MARK: - Outlines

/// In a file like path data, but in whole numbers of 1/65536 pixel: `M0 0L65536 0Z`.
extension ShapePath: PlanCodable, KeyValue {
  package func write(to json: inout JSONWriter, count: Int) {
    var text = ""
    for part in parts {
      text += part.letter
      text += part.places.map { "\($0.x) \($0.y)" }.joined(separator: " ")
    }
    json.string(text)
  }

  package static func read(
    _ value: JSONValue, count: Int, _ reader: inout PlanReader
  ) -> ShapePath? {
    guard case .string(let text) = value.kind, let path = ShapePath(planned: text) else {
      return reader.wrong(
        value, "an outline of M, L, C and Z with whole numbers, of at most \(mostParts) parts")
    }
    return path
  }

  /// The outline of a text that `write` has made; `nil` for all else.
  private init?(planned text: String) {
    var parts: [Part] = []
    var bytes = Array(text.utf8)[...]
    func number() -> Int? {
      if bytes.first == 0x20 { bytes.removeFirst() }
      var digits = bytes.prefix { $0 == 0x2D || (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      let isNegative = digits.first == 0x2D
      if isNegative { digits.removeFirst() }
      guard (1...15).contains(digits.count), !digits.contains(0x2D) else { return nil }
      let size = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
      return size <= Self.farthest ? (isNegative ? -size : size) : nil
    }
    func place() -> Place? {
      guard let x = number(), let y = number() else { return nil }
      return Place(x: x, y: y)
    }
    while let letter = bytes.first {
      bytes.removeFirst()
      guard parts.count < Self.mostParts else { return nil }
      switch letter {
      case UInt8(ascii: "M"):
        guard let to = place() else { return nil }
        parts.append(.move(to))
      case UInt8(ascii: "L") where !parts.isEmpty:
        guard let to = place() else { return nil }
        parts.append(.line(to))
      case UInt8(ascii: "C") where !parts.isEmpty:
        guard let first = place(), let second = place(), let to = place() else { return nil }
        parts.append(.curve(first, second, to))
      case UInt8(ascii: "Z") where !parts.isEmpty: parts.append(.close)
      default: return nil
      }
    }
    self.init(parts)
  }

  package func add(to key: inout KeyWriter) {
    key.add(parts.count)
    for part in parts {
      key.add(part.letter)
      for place in part.places {
        key.add(place.x)
        key.add(place.y)
      }
    }
  }
}
