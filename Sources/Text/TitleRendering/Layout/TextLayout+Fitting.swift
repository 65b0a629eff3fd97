internal import BaseValues
internal import TimelineModel

extension TextLayout {
  /// Lays a text out, smaller or cut where it has to fit in a box and does not.
  init(_ style: TextStyle, in library: FontLibrary, _ shaper: Shaper) throws(TitleError) {
    let size = style.size.fixed(layoutUnitsPerPixel, in: StyleLimits.size)
    self = try TextLayout(style, Shrinking(now: size, asked: size), in: library, shaper)
    guard let room = TextRoom(style) else { return }
    if room.holds(self), style.overflow != .shrink || cutWord == nil { return }
    switch style.overflow {
    case .shrink: try shrink(style, size, room, library, shaper)
    case .ellipsis: try cut(style, size, room, library, shaper)
    case .error, nil: break
    }
    if !room.holds(self) { excess = room.excess(of: self) }
  }

  /// Takes the largest size that fits, in 1/64 pixel; without cutting words if there is one.
  private mutating func shrink(
    _ style: TextStyle, _ size: LayoutUnit, _ room: TextRoom, _ library: FontLibrary,
    _ shaper: Shaper
  ) throws(TitleError) {
    let unit = layoutUnitsPerPixel / 64
    let least = style.leastSize.fixed(64, in: StyleLimits.size)
    for keepsWords in [true, false] {
      var (fitting, tooLarge) = (min(least, size / unit), size / unit)
      var best = try TextLayout(
        style, Shrinking(now: fitting * unit, asked: size), in: library, shaper)
      guard room.holds(best), !keepsWords || best.cutWord == nil else {
        if !keepsWords { self = best }
        continue
      }
      while tooLarge - fitting > 1 {
        let middle = (fitting + tooLarge) / 2
        let next = try TextLayout(
          style, Shrinking(now: middle * unit, asked: size), in: library, shaper)
        if room.holds(next), !keepsWords || next.cutWord == nil {
          (fitting, best) = (middle, next)
        } else {
          tooLarge = middle
        }
      }
      self = best
      return
    }
  }

  /// Takes as many characters as fit with an ellipsis behind them.
  private mutating func cut(
    _ style: TextStyle, _ size: LayoutUnit, _ room: TextRoom, _ library: FontLibrary,
    _ shaper: Shaper
  ) throws(TitleError) {
    var ends = [0]
    for character in style.text {
      ends.append((ends.last ?? 0) + character.unicodeScalars.count)
    }
    let shrinking = Shrinking(now: size, asked: size)
    var (fitting, tooLong) = (0, ends.count - 1)
    self = try TextLayout(style.cut(to: 0), shrinking, in: library, shaper)
    while tooLong - fitting > 1 {
      let middle = (fitting + tooLong) / 2
      let next = try TextLayout(style.cut(to: ends[middle]), shrinking, in: library, shaper)
      if room.holds(next) { (fitting, self) = (middle, next) } else { tooLong = middle }
    }
  }
}

/// The box that a text is to fit in.
struct TextRoom {
  private let width: LayoutUnit
  private let height: LayoutUnit

  /// `nil` for texts of any height.
  init?(_ style: TextStyle) {
    guard let height = style.maximumHeight else { return nil }
    func length(_ pixels: Int) -> LayoutUnit {
      max(1, min(pixels, TextStyle.drawnWidths.upperBound)) * layoutUnitsPerPixel
    }
    self.height = length(height)
    width = style.maximumWidth.map(length) ?? .max
  }

  func holds(_ layout: TextLayout) -> Bool {
    layout.width <= width && layout.height <= height
  }

  /// What a layout takes, rounded up.
  func excess(of layout: TextLayout) -> TextExcess {
    func pixels(_ length: LayoutUnit) -> Int {
      floorDivide(length + layoutUnitsPerPixel - 1, by: layoutUnitsPerPixel)
    }
    return TextExcess(
      width: pixels(layout.width), height: pixels(layout.height),
      mostWidth: width == .max ? nil : pixels(width), mostHeight: pixels(height))
  }
}

extension TextStyle {
  /// The style of the first scalars of its text, without white space at their end, and an ellipsis.
  func cut(to count: Int) -> TextStyle {
    var kept = Array(text.unicodeScalars.prefix(count))
    while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
    var style = self
    var scalars = String.UnicodeScalarView(kept)
    scalars.append("\u{2026}")
    style.text = String(scalars)
    // The ellipsis has the form of what is before it.
    style.runs = []
    var left = kept.count
    for var run in runs where left > 0 || style.runs.isEmpty {
      run.length = max(0, min(run.length, left))
      left -= run.length
      if left == 0 { run.length += 1 }
      style.runs.append(run)
      if left == 0 { break }
    }
    return style
  }
}
