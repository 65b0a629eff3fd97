internal import BaseValues
internal import TimelineModel

extension ContentHasher {
  /// A text as it is drawn, without what cannot be seen of its style.
  mutating func add(_ raster: TextRaster) {
    let style = raster.style.visible
    add(style.text)
    switch style.font {
    case .family(let name):
      add(0)
      add(name)
    case .file(let path):
      add(1)
      add(path)
    }
    for number in [
      style.size, style.lineSpacing, style.outlineWidth, style.shadowOffset.x,
      style.shadowOffset.y, style.shadowBlur, style.boxPadding,
    ] { add(number) }
    for color in [style.color, style.outlineColor, style.shadowColor, style.boxColor] { add(color) }
    add(style.weight)
    add(style.italic ? 1 : 0)
    add(style.alignment.rawValue)
    add(style.maximumWidth ?? -1)
    add(raster.anchorX)
    add(raster.anchorY)
    add(raster.scale)
  }
}

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
    if boxColor.alpha == 0 {
      style.boxColor = .clear
      style.boxPadding = .zero
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
