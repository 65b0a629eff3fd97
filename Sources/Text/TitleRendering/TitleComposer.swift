internal import BaseValues
internal import Raster
internal import TimelineModel

/// Paints a text's layers over each other: boxes, shadows, outline, letters, glyphs in colour.
struct TitleComposer {
  /// A shadow with lengths in 1/65536 raster pixel.
  struct Shadow {
    var color: Color
    var x: Int
    var y: Int
    /// Standard deviation of the blur.
    var deviation: Int
  }

  /// A box behind the text, or a part of one.
  enum Backdrop: Sendable {
    case rectangle(Rect, Color)
    case mask(CoverageMask, Color)
  }

  /// What letters are painted with.
  enum Ink {
    case color(Color)
    case gradient(TextGradient)

    var isOpaque: Bool {
      switch self {
      case .color(let color): color.alpha == 255
      case .gradient(let gradient): gradient.isOpaque
      }
    }
  }

  /// Letters that are painted alike.
  struct Letters {
    var ink: Ink
    /// Of glyphs in colour.
    var alpha: UInt8
    /// Whether they are on their way in or out, with outlines that leave their letters free.
    var isFaded = false
    var fills: [CoverageMask] = []
    var pictures: [GlyphTiles.Picture] = []
  }

  private enum Paint {
    case mask(CoverageMask, Color)
    case gradient(CoverageMask, TextGradient)
    case rectangle(Rect, Color)
    case picture(GlyphTiles.Picture, alpha: UInt8)

    var bounds: Rect {
      switch self {
      case .mask(let mask, _), .gradient(let mask, _): mask.bounds
      case .rectangle(let bounds, _): bounds
      case .picture(let picture, _): picture.bounds
      }
    }
  }

  /// In painter's order.
  private var paints: [Paint] = []
  /// What is painted, in raster pixels relative to the text's origin.
  private(set) var bounds = Rect.empty

  /// - Parameters:
  ///   - outlined: letters grown by their outline; empty without one.
  ///   - strokes: outlines that are drawn over letters.
  ///   - strokesAreInside: whether they lie within the letters.
  ///   - shadows: from the upper to the lower.
  ///   - backdrops: from the lowest.
  init(
    _ letters: [Letters], outlined: [CoverageMask], strokes: [CoverageMask],
    strokesAreInside: Bool, _ outlineColor: Color, shadows: [Shadow], backdrops: [Backdrop]
  ) throws(TitleError) {
    let allPictures = letters.flatMap(\.pictures)
    let ink =
      (letters.flatMap(\.fills) + outlined + strokes).map(\.bounds) + allPictures.map(\.bounds)
    try check(ink.reduce(.empty, Rect.union))
    let fills = letters.map { CoverageMask(uniting: $0.fills) }
    let whole =
      outlined.isEmpty
      ? (fills.count == 1 ? fills[0] : CoverageMask(uniting: fills))
      : CoverageMask(uniting: outlined)
    let faded = letters.filter(\.isFaded).flatMap(\.fills)
    for backdrop in backdrops {
      switch backdrop {
      case .rectangle(let bounds, let color):
        if color.alpha > 0 { add(.rectangle(bounds, color)) }
      case .mask(let mask, let color): if color.alpha > 0 { add(.mask(mask, color)) }
      }
    }
    for shadow in shadows.reversed() where shadow.color.alpha > 0 {
      let pictures = allPictures.map(\.coverage)
      let parts = pictures + (outlined.isEmpty ? [] : faded)
      let shape = parts.isEmpty ? whole : CoverageMask(uniting: [whole] + parts)
      let blur = BoxBlur(deviation: shadow.deviation)
      try check(
        shape.bounds.isEmpty
          ? .empty
          : Rect(
            x: 0, y: 0, width: shape.bounds.width + 2 * blur.reach,
            height: shape.bounds.height + 2 * blur.reach))
      add(.mask(blur.apply(to: shape).moved(x: shadow.x, y: shadow.y), shadow.color))
    }
    if !outlined.isEmpty, strokes.isEmpty, outlineColor.alpha > 0 {
      // Under opaque letters the outline goes on, so that no light shows between the two; letters
      // that can be seen through must not show it.
      var outline = whole
      for (group, fill) in zip(letters, fills) where !group.ink.isOpaque {
        outline = outline.subtracting(fill)
      }
      add(.mask(outline, outlineColor))
    }
    let stroke = CoverageMask(uniting: strokes)
    for (group, fill) in zip(letters, fills) {
      let isBelow = strokesAreInside && outlineColor.alpha == 255
      let fill = isBelow ? fill.below(stroke) : fill
      switch group.ink {
      case .color(let color): if color.alpha > 0 { add(.mask(fill, color)) }
      case .gradient(let gradient): add(.gradient(fill, gradient))
      }
    }
    if outlineColor.alpha > 0 { add(.mask(stroke, outlineColor)) }
    for group in letters where group.alpha > 0 {
      for picture in group.pictures { add(.picture(picture, alpha: group.alpha)) }
    }
    try check(bounds)
  }

  private mutating func add(_ paint: Paint) {
    guard !paint.bounds.isEmpty else { return }
    paints.append(paint)
    bounds = .union(bounds, paint.bounds)
  }

  private func check(_ bounds: Rect) throws(TitleError) {
    guard bounds.width <= GlyphTiles.sideLimit, bounds.height <= GlyphTiles.sideLimit,
      bounds.width * bounds.height <= GlyphTiles.pixelLimit
    else { throw .tooLarge(width: bounds.width, height: bounds.height) }
  }

  /// The picture of `area`, which is relative to the text's origin.
  ///
  /// - Precondition: `area` is not empty.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func image<Sample: PixelSample>(
    of area: Rect, as sample: Sample.Type, recoloring: LightTransform? = nil
  ) -> Image {
    var pixels = [Sample](repeating: 0, count: 4 * area.width * area.height)
    var row = [UInt16](repeating: 0, count: 4 * area.width)
    for y in area.rows {
      for index in row.indices { row[index] = 0 }
      var isEmpty = true
      for paint in paints where paint.bounds.rows.contains(y) {
        isEmpty = false
        Self.paint(paint, y, onto: &row, area.columns)
      }
      if !isEmpty { Self.write(row, into: &pixels, at: 4 * (y - area.y) * area.width) }
    }
    if let recoloring {
      var span = pixels.mutableSpan
      recoloring.apply(toPixels: &span)
    }
    return RGBAConversion.image(
      from: pixels.span, size: area.size, componentsPerRow: 4 * area.width,
      color: recoloring?.target ?? .sdr)
  }

  // MARK: - Rows

  /// Paints one row over `row`: premultiplied R, G, B, A in 16 bits, of `columns`.
  private static func paint(
    _ paint: Paint, _ y: Int, onto row: inout [UInt16], _ columns: Range<Int>
  ) {
    let left = columns.lowerBound
    switch paint {
    case .rectangle(let bounds, let color):
      for x in bounds.columns.clamped(to: columns) {
        over(color, coverage: 255, &row, 4 &* (x &- left))
      }
    case .mask(let mask, let color):
      let source = (y - mask.bounds.y) * mask.bounds.width - mask.bounds.x
      for x in mask.bounds.columns.clamped(to: columns) {
        let coverage = mask.samples[source &+ x]
        if coverage > 0 { over(color, coverage: coverage, &row, 4 &* (x &- left)) }
      }
    case .gradient(let mask, let gradient):
      let source = (y - mask.bounds.y) * mask.bounds.width - mask.bounds.x
      for x in mask.bounds.columns.clamped(to: columns) {
        let coverage = Int(mask.samples[source &+ x])
        guard coverage > 0 else { continue }
        let color = gradient.color(x: x, y: y)
        let place = 4 &* (x &- left)
        func part(_ value: Int) -> Int { (value &* coverage &+ 127) / 255 }
        let rest = 65535 &- part(color.alpha)
        blend(part(color.red), rest, &row, place)
        blend(part(color.green), rest, &row, place &+ 1)
        blend(part(color.blue), rest, &row, place &+ 2)
        blend(part(color.alpha), rest, &row, place &+ 3)
      }
    case .picture(let picture, let alpha):
      let source = (y - picture.bounds.y) * picture.bounds.width - picture.bounds.x
      for x in picture.bounds.columns.clamped(to: columns) {
        let place = 4 &* (source &+ x)
        guard picture.pixels[place &+ 3] > 0 else { continue }
        // 255 · 255 is full; 65535 is 257 · 255.
        let share = Int(alpha) &* 257
        let cover = (Int(picture.pixels[place &+ 3]) &* share &+ 127) / 255
        for component in 0..<4 {
          let over = (Int(picture.pixels[place &+ component]) &* share &+ 127) / 255
          blend(over, 65535 &- cover, &row, 4 &* (x &- left) &+ component)
        }
      }
    }
  }

  private static func over(
    _ color: Color, coverage: UInt8, _ row: inout [UInt16], _ place: Int
  ) {
    let alpha = (Int(coverage) &* Int(color.alpha) &* 65535 &+ 32512) / 65025
    let rest = 65535 &- alpha
    blend((alpha &* Int(color.red) &+ 127) / 255, rest, &row, place)
    blend((alpha &* Int(color.green) &+ 127) / 255, rest, &row, place &+ 1)
    blend((alpha &* Int(color.blue) &+ 127) / 255, rest, &row, place &+ 2)
    blend(alpha, rest, &row, place &+ 3)
  }

  private static func blend(_ over: Int, _ rest: Int, _ row: inout [UInt16], _ place: Int) {
    let under = (Int(row[place]) &* rest &+ 32767) / 65535
    row[place] = UInt16(truncatingIfNeeded: min(65535, over &+ under))
  }

  /// Writes a premultiplied row as straight components with all bits of the type.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private static func write<Sample: PixelSample>(
    _ row: [UInt16], into pixels: inout [Sample], at start: Int
  ) {
    let full = Int(Sample.max)
    let unit = 65535 / full
    for place in stride(from: 0, to: row.count, by: 4) {
      let alpha = Int(row[place &+ 3])
      guard alpha > 0 else { continue }
      for component in 0..<3 {
        let straight = (Int(row[place &+ component]) &* full &+ alpha / 2) / alpha
        pixels[start &+ place &+ component] = Sample(truncatingIfNeeded: min(full, straight))
      }
      pixels[start &+ place &+ 3] = Sample(truncatingIfNeeded: (alpha &+ unit / 2) / unit)
    }
  }
}

extension GlyphTiles.Picture {
  /// The picture's alpha.
  fileprivate var coverage: CoverageMask {
    CoverageMask(
      bounds: bounds,
      samples: (0..<bounds.width * bounds.height).map { pixels[4 * $0 + 3] })
  }
}
