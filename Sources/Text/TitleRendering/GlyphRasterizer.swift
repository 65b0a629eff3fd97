internal import CText
internal import BaseValues
internal import Raster
internal import TimelineModel

/// Draws glyphs: outlines without hinting through FreeType's smooth rasteriser, bitmaps in colour
/// scaled. One thread at a time.
@safe final class GlyphRasterizer {
  /// What is drawn of each glyph.
  struct Options {
    /// Raster pixels an em, in 1/64.
    var size: Int
    /// Width of the outline, in 1/64 raster pixel; 0 for none.
    var strokeWidth: Int
    /// On which side of the letters' edge it lies.
    var strokeSide = OutlineSide.outside
    /// Colour of letters inside glyphs in colour: R, G, B.
    var foreground: (red: UInt8, green: UInt8, blue: UInt8)
    /// What outlines are turned by; glyphs in colour are not.
    var transform: TextTransform?
    /// The part of the raster that is wanted; everything if `nil`.
    var clip: Rect?
  }

  let library: FreeTypeLibrary

  init(_ library: FreeTypeLibrary) {
    self.library = library
  }

  /// Draws a glyph with its origin at (`x`, `y`), in 1/64 raster pixel, y downwards.
  ///
  /// A glyph that its font cannot give is left out: the rest of the text is still worth drawing.
  func draw(
    _ glyph: UInt32, of face: FontFace, x: Int, y: Int, _ options: Options,
    into tiles: inout GlyphTiles
  ) throws(TitleError) {
    if face.hasColor {
      if face.hasStrikes,
        try drawBitmap(glyph, of: face, x: x, y: y, options, into: &tiles)
      {
        return
      }
      if try drawLayers(glyph, of: face, x: x, y: y, options, into: &tiles) { return }
    }
    guard face.isScalable, loadOutline(glyph, of: face, options) else { return }
    unsafe FT_Outline_Translate(&face.raw.pointee.glyph.pointee.outline, FT_Pos(x), FT_Pos(-y))
    unsafe try paint(&face.raw.pointee.glyph.pointee.outline, options, into: &tiles)
  }

  /// Draws a rectangle as a letter, with corners in 1/64 raster pixel, y downwards.
  func draw(
    corners: [(x: Int, y: Int)], _ options: Options, into tiles: inout GlyphTiles
  ) throws(TitleError) {
    let points = corners.map { ShapePoint(x: $0.x, y: $0.y) }
    unsafe try withOutline([points]) { (outline) throws(TitleError) in
      unsafe try paint(&outline, options, into: &tiles)
    }
  }

  /// Adds an outline that stands at its place to the letters, with what is drawn along its edge; moves it.
  private func paint(
    _ outline: inout FT_Outline, _ options: Options, into tiles: inout GlyphTiles
  ) throws(TitleError) {
    // Before `fill`, which moves the outline.
    let path = options.strokeWidth > 0 ? unsafe OutlinePath(outline) : nil
    guard let fill = unsafe try fill(&outline, options.clip, &tiles) else { return }
    tiles.fills.append(fill)
    guard let path else { return }
    let isHalved = options.strokeSide == .center
    let ribbon = Ribbon(radius: isHalved ? (options.strokeWidth + 1) / 2 : options.strokeWidth)
    let whole = Rect.union(ribbon.bounds(of: path), fill.bounds)
    let bounds = options.clip.map(whole.intersection) ?? whole
    let none = CoverageMask(bounds: .empty)
    if options.strokeSide != .inside {
      try tiles.reserve(bounds)
      tiles.outlined.append(ribbon.mask(of: path, bounds: bounds, with: fill))
    }
    if options.strokeSide != .outside {
      try tiles.reserve(bounds)
      let edge = ribbon.mask(of: path, bounds: bounds, with: none)
      tiles.strokes.append(isHalved ? edge : edge.intersecting(fill))
    }
  }

  /// Whether the font gives a glyph that it says it has; damaged ones are drawn as nothing.
  func canLoad(_ glyph: UInt32, of face: FontFace) -> Bool {
    // Glyphs in colour come from several tables, and what one lacks another has.
    if face.hasColor || !face.isScalable { return true }
    let flags = Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    return unsafe FT_Load_Glyph(face.raw, glyph, flags) == 0
  }

  // MARK: - Outlines

  /// The largest size that outlines are loaded at, in 1/64 pixel: FreeType takes twice as much.
  private static let largestSize = 32_768 * 64

  /// Puts the glyph's outline, at its size and slant, into the face's slot.
  private func loadOutline(_ glyph: UInt32, of face: FontFace, _ options: Options) -> Bool {
    let flags = Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    let size = min(options.size, Self.largestSize)
    guard unsafe FT_Set_Char_Size(face.raw, 0, FT_F26Dot6(size), 72, 72) == 0,
      unsafe FT_Load_Glyph(face.raw, glyph, flags) == 0,
      unsafe face.raw.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return false }
    if options.size > size {
      let factor = FT_Fixed(options.size * 65536 / size)
      var matrix = FT_Matrix(xx: factor, xy: 0, yx: 0, yy: factor)
      unsafe FT_Outline_Transform(&face.raw.pointee.glyph.pointee.outline, &matrix)
    }
    if face.isSheared {
      var shear = FT_Matrix(xx: 0x10000, xy: FT_Fixed(FontFace.obliqueShear), yx: 0, yy: 0x10000)
      unsafe FT_Outline_Transform(&face.raw.pointee.glyph.pointee.outline, &shear)
    }
    if let transform = options.transform {
      var matrix = transform.matrix
      unsafe FT_Outline_Transform(&face.raw.pointee.glyph.pointee.outline, &matrix)
    }
    return true
  }

  /// A point of a shape's edge in 1/64 raster pixel, y downwards.
  struct ShapePoint {
    var x: Int
    var y: Int
  }

  /// Coverage of a shape; nil where there is nothing to see.
  func fill(
    shape: [ShapePoint], clip: Rect?, _ tiles: inout GlyphTiles
  ) throws(TitleError) -> CoverageMask? {
    try fill(contours: [shape], clip: clip, &tiles)
  }

  /// The same of several contours: what they wind around (the rule `nonzero` of SVG).
  ///
  /// - Precondition: there are at most 32,767 points, and as many contours; none is empty.
  func fill(
    contours: [[ShapePoint]], clip: Rect?, _ tiles: inout GlyphTiles
  ) throws(TitleError) -> CoverageMask? {
    unsafe try withOutline(contours) { (outline) throws(TitleError) in
      unsafe try fill(&outline, clip, &tiles)
    }
  }

  private func withOutline<Result>(
    _ contours: [[ShapePoint]], _ body: (inout FT_Outline) throws(TitleError) -> Result
  ) throws(TitleError) -> Result {
    var outline = unsafe FT_Outline()
    let count = contours.map(\.count).reduce(0, +)
    let status = unsafe FT_Outline_New(
      library.raw, FT_UInt(count), numericCast(contours.count), &outline)
    guard status == 0 else { throw .library(operation: "FT_Outline_New", code: Int(status)) }
    defer { _ = unsafe FT_Outline_Done(library.raw, &outline) }
    var index = 0
    for (number, contour) in contours.enumerated() {
      for point in contour {
        unsafe outline.points[index] = FT_Vector(x: FT_Pos(point.x), y: FT_Pos(-point.y))
        unsafe outline.tags[index] = 1
        index += 1
      }
      unsafe outline.contours[number] = numericCast(index - 1)
    }
    return unsafe try body(&outline)
  }

  /// Coverage of an outline that stands at its place in the raster; moves the outline. Nil where
  /// there is nothing to see.
  func fill(
    _ outline: inout FT_Outline, _ clip: Rect?, _ tiles: inout GlyphTiles
  ) throws(TitleError) -> CoverageMask? {
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&outline, &box)
    let left = floorDivide(Int(box.xMin), by: 64)
    let right = floorDivide(Int(box.xMax) + 63, by: 64)
    let bottom = floorDivide(Int(box.yMin), by: 64)
    let top = floorDivide(Int(box.yMax) + 63, by: 64)
    guard left < right && bottom < top else { return nil }
    let whole = Rect(x: left, y: -top, width: right - left, height: top - bottom)
    let bounds = clip.map(whole.intersection) ?? whole
    guard !bounds.isEmpty else { return nil }
    try tiles.reserve(bounds)
    unsafe FT_Outline_Translate(
      &outline, FT_Pos(-bounds.x * 64), FT_Pos((bounds.y + bounds.height) * 64))
    var samples = [UInt8](repeating: 0, count: bounds.width * bounds.height)
    var status = unsafe draw(&outline, bounds, columns: bounds.width, &samples)
    // FreeType gives up outlines with many edges in a few wide rows; of narrower ones it draws all.
    var columns = 256
    while status == Self.overflow, columns >= 8 {
      for index in samples.indices { samples[index] = 0 }
      status = unsafe draw(&outline, bounds, columns: columns, &samples)
      columns /= 2
    }
    guard status == 0 else {
      throw .library(operation: "FT_Outline_Get_Bitmap", code: Int(status))
    }
    return CoverageMask(bounds: bounds, samples: samples)
  }

  /// FreeType's code for more edges than it has room for, `FT_Err_Raster_Overflow`.
  private static let overflow: FT_Error = 0x62

  /// Draws an outline whose lower left corner is at the origin into samples, so many columns at a time.
  private func draw(
    _ outline: inout FT_Outline, _ bounds: Rect, columns: Int, _ samples: inout [UInt8]
  ) -> FT_Error {
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      for x in stride(from: 0, to: bounds.width, by: columns) {
        var bitmap = unsafe FT_Bitmap()
        unsafe bitmap.rows = UInt32(bounds.height)
        unsafe bitmap.width = UInt32(min(columns, bounds.width - x))
        unsafe bitmap.pitch = Int32(bounds.width)
        unsafe bitmap.buffer = samples.baseAddress.map { unsafe $0 + x }
        unsafe bitmap.num_grays = 256
        unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        if x > 0 { unsafe FT_Outline_Translate(&outline, FT_Pos(-x * 64), 0) }
        let status = unsafe FT_Outline_Get_Bitmap(library.raw, &outline, &bitmap)
        if x > 0 { unsafe FT_Outline_Translate(&outline, FT_Pos(x * 64), 0) }
        if status != 0 { return status }
      }
      return 0
    }
  }
}

extension TextTransform {
  /// For outlines, whose y grows upwards.
  var matrix: FT_Matrix {
    func factor(_ value: Int) -> FT_Fixed {
      FT_Fixed((value + 1 << (Self.factorBits - 17)) >> (Self.factorBits - 16))
    }
    return FT_Matrix(xx: factor(xx), xy: factor(-xy), yx: factor(-yx), yy: factor(yy))
  }
}

// MARK: - Glyphs in colour

extension GlyphRasterizer {
  /// Draws a bitmap in colour from the strike that is best for the size; false where the glyph has
  /// none.
  private func drawBitmap(
    _ glyph: UInt32, of face: FontFace, x: Int, y: Int, _ options: Options,
    into tiles: inout GlyphTiles
  ) throws(TitleError) -> Bool {
    guard let strike = bestStrike(of: face, size: options.size),
      unsafe FT_Select_Size(face.raw, FT_Int(strike.index)) == 0,
      unsafe FT_Load_Glyph(face.raw, glyph, Int32(FT_LOAD_NO_HINTING | FT_LOAD_COLOR)) == 0,
      unsafe face.raw.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return false }
    let slot = unsafe face.raw.pointee.glyph.pointee
    let bitmap = unsafe slot.bitmap
    guard unsafe bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue) else { return false }
    let width = unsafe Int(bitmap.width)
    let height = unsafe Int(bitmap.rows)
    let pitch = unsafe Int(bitmap.pitch)
    guard width > 0, height > 0, width <= 4096, height <= 4096, abs(pitch) >= 4 * width,
      let buffer = unsafe bitmap.buffer
    else { return true }
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    for row in 0..<height {
      // A negative pitch means that the first row in memory is the lowest.
      let line = unsafe buffer + (pitch >= 0 ? row : row - height + 1) * pitch
      for column in 0..<width {
        let target = 4 * (row * width + column)
        unsafe pixels[target] = line[4 * column + 2]
        unsafe pixels[target + 1] = line[4 * column + 1]
        unsafe pixels[target + 2] = line[4 * column]
        unsafe pixels[target + 3] = line[4 * column + 3]
      }
    }
    let scaler = ImageScaler(from: strike.size, to: options.size)
    let left = unsafe x * 1024 + scaler.length(Int(slot.bitmap_left))
    let top = unsafe y * 1024 - scaler.length(Int(slot.bitmap_top))
    let horizontal = scaler.taps(count: width, origin: left)
    let vertical = scaler.taps(count: height, origin: top)
    let bounds = Rect(
      x: horizontal.start, y: vertical.start, width: horizontal.taps.count,
      height: vertical.taps.count)
    try tiles.reserve(bounds)
    tiles.pictures.append(
      .init(
        bounds: bounds,
        pixels: ImageScaler.resample(pixels, width, height, horizontal, vertical)))
    return true
  }

  /// The smallest strike not below the size, or else the largest; sizes in 1/64 pixel an em.
  private func bestStrike(of face: FontFace, size: Int) -> (index: Int, size: Int)? {
    var best: (index: Int, size: Int)?
    for index in 0..<(unsafe Int(face.raw.pointee.num_fixed_sizes)) {
      let strike = unsafe Int(face.raw.pointee.available_sizes[index].y_ppem)
      guard strike > 0, strike <= 4096 * 64 else { continue }
      guard let current = best else {
        best = (index, strike)
        continue
      }
      let isBetter =
        current.size < size ? strike > current.size : strike >= size && strike < current.size
      if isBetter { best = (index, strike) }
    }
    return best
  }

  /// Draws a glyph made of outlines in flat colours (COLR version 0); false where it is not one.
  private func drawLayers(
    _ glyph: UInt32, of face: FontFace, x: Int, y: Int, _ options: Options,
    into tiles: inout GlyphTiles
  ) throws(TitleError) -> Bool {
    var palette: UnsafeMutablePointer<FT_Color>?
    var data = unsafe FT_Palette_Data()
    guard unsafe FT_Palette_Data_Get(face.raw, &data) == 0,
      unsafe FT_Palette_Select(face.raw, 0, &palette) == 0, let colors = unsafe palette
    else { return false }
    let colorCount = unsafe Int(data.num_palette_entries)
    var layers: [(mask: CoverageMask, color: LayerColor)] = []
    var iterator = unsafe FT_LayerIterator()
    unsafe iterator.p = nil
    var layer: FT_UInt = 0
    var color: FT_UInt = 0
    var isLayered = false
    while unsafe FT_Get_Color_Glyph_Layer(face.raw, glyph, &layer, &color, &iterator) != 0 {
      isLayered = true
      guard face.isScalable, loadOutline(layer, of: face, options) else { continue }
      unsafe FT_Outline_Translate(&face.raw.pointee.glyph.pointee.outline, FT_Pos(x), FT_Pos(-y))
      guard
        let mask = unsafe try fill(
          &face.raw.pointee.glyph.pointee.outline, options.clip, &tiles)
      else { continue }
      let (red, green, blue) = options.foreground
      var shown = LayerColor(red: red, green: green, blue: blue, alpha: 255)
      if color < colorCount {
        let entry = unsafe colors[Int(color)]
        shown = LayerColor(
          red: entry.red, green: entry.green, blue: entry.blue, alpha: entry.alpha)
      }
      layers.append((mask, shown))
    }
    if let picture = GlyphTiles.Picture(layers: layers) { tiles.pictures.append(picture) }
    return isLayered
  }
}
