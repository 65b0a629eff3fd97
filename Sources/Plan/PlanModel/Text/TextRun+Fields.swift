internal import BaseValues
package import TimelineModel

// The order of the fields is that of files and of what is said.

extension TextRun: PlanRecord {
  package static var blank: TextRun { TextRun() }

  package static let fields: [RecordField<TextRun>] = [
    RecordField("length", \.length, limits: .range(0...PlanInspector.numbers.upperBound)),
    RecordField(optional: "font", \.font),
    RecordField(optional: "size", \.size, limits: .range(TextStyle.drawn(TextStyle.sizes))),
    RecordField(optional: "weight", \.weight, limits: .range(TextStyle.weights)),
    RecordField(optional: "italic", \.italic),
    RecordField(optional: "color", \.color),
    RecordField(optional: "isUnderlined", \.isUnderlined),
    RecordField(optional: "isStruck", \.isStruck),
    RecordField("script", \.script, usual: .normal),
    RecordField(
      optional: "letterSpacing", \.letterSpacing,
      limits: .range(TextStyle.drawn(TextStyle.letterSpacings))),
    RecordField(optional: "box", \.box),
    RecordField("room", \.room, usual: [], limits: .count(0...mostForms)),
    RecordField("scale", \.scale, usual: .one, limits: .range(scales)),
    RecordField("rise", \.rise, usual: .zero, limits: .range(TextStyle.drawn(TextStyle.offsets))),
    RecordField(optional: "move", \.move),
    RecordField(optional: "shown", \.shown),
  ]
}

extension TextMove: PlanRecord {
  package static var blank: TextMove { TextMove() }

  package static let fields: [RecordField<TextMove>] = [
    RecordField("x", \.x, usual: .zero, limits: .range(TextStyle.drawn(TextStyle.offsets))),
    RecordField("y", \.y, usual: .zero, limits: .range(TextStyle.drawn(TextStyle.offsets))),
    RecordField("scale", \.scale, usual: .one, limits: .range(TextRun.scales)),
    RecordField("opacity", \.opacity, usual: .one, limits: .range(.zero...(.one))),
    RecordField("spread", \.spread, usual: .zero, limits: .range(spreads)),
  ]
  package static var isInline: Bool { true }
}

extension TextRunForm: PlanRecord {
  package static var blank: TextRunForm { TextRunForm() }

  package static let fields: [RecordField<TextRunForm>] = [
    RecordField(optional: "font", \.font),
    RecordField(optional: "weight", \.weight, limits: .range(TextStyle.weights)),
    RecordField(optional: "italic", \.italic),
    RecordField("scale", \.scale, usual: .one, limits: .range(TextRun.scales)),
  ]
}

extension TextBox: PlanRecord {
  package static var blank: TextBox { TextBox(color: .clear) }

  package static let fields: [RecordField<TextBox>] = [
    RecordField("color", \.color),
    RecordField("padding", \.padding, limits: .range(TextStyle.drawn(TextStyle.lengths))),
    RecordField(
      "radius", \.radius, usual: .zero, limits: .range(TextStyle.drawn(TextStyle.lengths))),
    RecordField(
      "borderWidth", \.borderWidth, usual: .zero,
      limits: .range(TextStyle.drawn(TextStyle.lengths))),
    RecordField("borderColor", \.borderColor, usual: .clear),
  ]
}

extension TextShadow: PlanRecord {
  package static var blank: TextShadow {
    TextShadow(color: .clear, offset: .blank, blur: .zero)
  }

  package static let fields: [RecordField<TextShadow>] = [
    RecordField("color", \.color),
    RecordField("offset", \.offset, limits: TextStyle.offsetLimits),
    RecordField("blur", \.blur, limits: .range(TextStyle.drawn(TextStyle.lengths))),
  ]
}

extension FontSetting: PlanRecord {
  package static var blank: FontSetting { FontSetting("", .zero) }
  package static let fields: [RecordField<FontSetting>] = [
    RecordField("tag", \.tag), RecordField("value", \.value),
  ]
  package static var isInline: Bool { true }
}

extension PlanLimits {
  /// How many there are of something.
  static func count<Element: Sendable>(
    _ range: ClosedRange<Int>
  ) -> PlanLimits where Value == [Element] {
    PlanLimits { $2.check($0, $1.count, in: range) }
  }
}

// MARK: - Words and gradients

extension TextScript: PlanCodable, KeyValue {}
extension TextOverflow: PlanCodable, KeyValue {}
extension OutlineSide: PlanCodable, KeyValue {}

extension Shading: KeyValue {
  package func add(to key: inout KeyWriter) {
    key.add(kind.rawValue)
    for number in [angle, centerX, centerY, radius ?? -1, isCircle ? 1 : 0, stops.count] {
      key.add(number)
    }
    for stop in stops {
      key.add(stop.color)
      key.add(stop.position)
    }
  }

  package func inspect(_ inspector: inout PlanInspector) { inspector.inspect(self) }
}
