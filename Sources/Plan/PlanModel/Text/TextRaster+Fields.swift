internal import BaseValues
package import TimelineModel

// The order of the fields is that of files and of what is said.

extension TextRaster: PlanRecord {
  package static var blank: TextRaster {
    TextRaster(style: .blank, anchorX: 0, anchorY: 0, scale: 1)
  }

  package static let fields: [RecordField<TextRaster>] = [
    RecordField(
      "style", \.style, usual: .blank,
      key: { if $0.shape == nil || $1 != .blank { $1.visible.add(to: &$2) } }),
    RecordField("anchorX", \.anchorX, limits: .range(PlanInspector.positions)),
    RecordField("anchorY", \.anchorY, limits: .range(PlanInspector.positions)),
    RecordField("scale", \.scale, limits: .range(scales)),
    .label("fontHash", \.fontHash),
    RecordField(optional: "shape", \.shape),
  ]
}

extension TextStyle: PlanRecord {
  package static var blank: TextStyle { TextStyle(text: "", font: .family(""), size: .one) }

  package static let fields: [RecordField<TextStyle>] = [
    RecordField("text", \.text, limits: textLimits), RecordField("font", \.font),
    RecordField("size", \.size, limits: .range(drawn(sizes)), fact: { PlanFact("size", $0.size) }),
    RecordField(
      "weight", \.weight, order: 2, limits: .range(weights),
      fact: { PlanFact("weight", $0.weight, key: "fontWeight") }),
    RecordField("italic", \.italic, order: 2),
    RecordField("color", \.color, order: 1, fact: { PlanFact("colour", $0.color, key: "color") }),
    RecordField("alignment", \.alignment, order: 2),
    RecordField("maximumWidth", \.maximumWidth, order: 2, limits: .range(drawnWidths)),
    RecordField("lineSpacing", \.lineSpacing, limits: .range(lineSpacings)),
    RecordField("outlineWidth", \.outlineWidth, limits: .range(drawn(lengths))),
    RecordField("outlineColor", \.outlineColor, order: 1),
    RecordField("shadowColor", \.shadowColor, order: 1),
    RecordField("shadowOffset", \.shadowOffset, limits: offsetLimits),
    RecordField("shadowBlur", \.shadowBlur, limits: .range(drawn(lengths))),
    RecordField("boxColor", \.boxColor, order: 1),
    RecordField("boxPadding", \.boxPadding, limits: .range(drawn(lengths))),
    RecordField("boxRadius", \.boxRadius, usual: .zero, limits: .range(drawn(lengths))),
    RecordField("boxBorderWidth", \.boxBorderWidth, usual: .zero, limits: .range(drawn(lengths))),
    RecordField("boxBorderColor", \.boxBorderColor, usual: .clear, order: 1),
    RecordField("isBoxPerLine", \.isBoxPerLine, usual: false),
    RecordField("outlineSide", \.outlineSide, usual: .outside),
    RecordField("moreShadows", \.moreShadows, usual: [], limits: .count(0...mostShadows)),
    RecordField(optional: "fill", \.fill, order: 1),
    RecordField("runs", \.runs, usual: [], limits: .count(0...TextRun.most)),
    RecordField("isUnderlined", \.isUnderlined, usual: false),
    RecordField("isStruck", \.isStruck, usual: false),
    RecordField(
      "letterSpacing", \.letterSpacing, usual: .zero, limits: .range(drawn(letterSpacings))),
    RecordField(
      "paragraphSpacing", \.paragraphSpacing, usual: .zero, limits: .range(drawn(lengths))),
    RecordField(optional: "tabs", \.tabs, limits: .range(drawn(sizes))),
    RecordField("features", \.features, usual: [], limits: settingLimits(FontSetting.features)),
    RecordField("axes", \.axes, usual: [], limits: settingLimits(FontSetting.axes)),
    RecordField(optional: "maximumHeight", \.maximumHeight, limits: .range(drawnWidths)),
    RecordField(optional: "overflow", \.overflow),
    RecordField("leastSize", \.leastSize, usual: .one, limits: .range(drawn(sizes))),
  ]

  private static func settingLimits(
    _ range: ClosedRange<Rational>
  ) -> PlanLimits<[FontSetting]> {
    PlanLimits { name, settings, inspector in
      inspector.check(name, settings.count, in: 0...FontSetting.most)
      for setting in settings {
        inspector.check(setting.tag, setting.value, in: range)
        if !FontSetting.isTag(setting.tag) { inspector.report("'\(setting.tag)' is no tag") }
      }
    }
  }

  private static let textLimits = PlanLimits<String> { _, text, inspector in
    let length = text.unicodeScalars.count
    if length > inspector.limits[.textLength] {
      inspector.report("a text has \(length) code points")
    }
  }

  static let offsetLimits = PlanLimits<Point> { name, offset, inspector in
    for side in [offset.x, offset.y] { inspector.check(name, side, in: drawn(offsets)) }
  }
}

extension Point: PlanRecord {
  package static var blank: Point { Point(x: .zero, y: .zero) }
  package static let fields: [RecordField<Point>] = [
    RecordField("x", \.x), RecordField("y", \.y),
  ]
  package static var isInline: Bool { true }
}

// MARK: - What is seen

extension TextStyle {
  /// The style with one value for everything that cannot be seen.
  fileprivate var visible: TextStyle {
    var style = self
    if outlineWidth <= .zero || outlineColor.alpha == 0 {
      style.outlineWidth = .zero
      style.outlineColor = .clear
    }
    if shadowColor.alpha == 0 {
      style.shadowColor = .clear
      style.shadowOffset = Point(x: .zero, y: .zero)
      style.shadowBlur = .zero
    }
    if box.isClear {
      style.boxColor = .clear
      style.boxPadding = .zero
      style.boxRadius = .zero
      style.isBoxPerLine = false
    }
    if boxBorderColor.alpha == 0 || boxBorderWidth <= .zero {
      style.boxBorderColor = .clear
      style.boxBorderWidth = .zero
    }
    if color.alpha == 0 { style.color = .clear }
    // A single line has nothing to be aligned to.
    if maximumWidth == nil, !text.unicodeScalars.contains(where: \.endsLine) {
      style.alignment = .left
      style.lineSpacing = .one
    }
    return style
  }
}

extension Unicode.Scalar {
  /// Whether a line can end here without being too long (UAX #14, classes BK, CR, LF and NL).
  fileprivate var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
