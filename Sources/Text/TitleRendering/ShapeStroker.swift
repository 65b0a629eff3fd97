internal import CText
internal import BaseValues
internal import Raster
internal import TimelineModel

/// Widens lines and curves to strokes, with FreeType's stroker. One thread at a time.
@safe final class ShapeStroker {
  private let raw: FT_Stroker
  private let rasterizer: GlyphRasterizer
  /// What is drawn is turned by it, after it is widened.
  private let transform: TextTransform?
  private let clip: Rect?
  private var masks: [CoverageMask] = []
  private var isEmpty = true

  /// Points of an outline that are drawn at once, and with those of one more piece.
  private static let points = (usual: 8_000, most: 32_000)
  /// Segments of a piece: each becomes 50 points or so.
  private static let longestPiece = 100

  /// - Parameters:
  ///   - radius: half the stroke's width in 1/64 raster pixel.
  init(
    _ rasterizer: GlyphRasterizer, radius: Int, cap: StrokeCap, join: StrokeJoin,
    transform: TextTransform?, clip: Rect?
  ) throws(TitleError) {
    var stroker: FT_Stroker?
    let status = unsafe FT_Stroker_New(rasterizer.library.raw, &stroker)
    guard status == 0, let stroker = unsafe stroker else {
      throw .library(operation: "FT_Stroker_New", code: Int(status))
    }
    unsafe raw = stroker
    self.rasterizer = rasterizer
    self.transform = transform
    self.clip = clip
    unsafe FT_Stroker_Set(
      stroker, FT_Fixed(max(1, radius)), cap.code, join.code,
      FT_Fixed(ShapeStroke.miterLimit << 16))
  }

  deinit { unsafe FT_Stroker_Done(raw) }

  /// Adds the stroke along a piece.
  func add(
    _ piece: ShapeOutline.Contour, _ tiles: inout GlyphTiles
  ) throws(TitleError) {
    let segments = piece.segments
    guard segments.count > Self.longestPiece else {
      return try add(segments[...], isClosed: piece.isClosed, &tiles)
    }
    // Each part begins with the last segment of the one before, so that all corners are there.
    let all = piece.isClosed ? segments + segments.prefix(1) : segments
    var start = 0
    while start < all.count - 1 {
      let end = min(start + Self.longestPiece, all.count)
      try add(all[start..<end], isClosed: false, &tiles)
      start = end - 1
    }
  }

  private func add(
    _ segments: ArraySlice<ShapeOutline.Segment>, isClosed: Bool, _ tiles: inout GlyphTiles
  ) throws(TitleError) {
    guard let first = segments.first else { return }
    var start = FT_Vector(first.start)
    try check(unsafe FT_Stroker_BeginSubPath(raw, &start, isClosed ? 0 : 1))
    // FreeType passes over steps that lead nowhere, and ends a path without any other in memory that is not
    // its own.
    var (current, isSomewhere) = (start, false)
    for segment in segments {
      var end = FT_Vector(segment.end)
      if let controls = segment.controls {
        var (first, second) = (FT_Vector(controls.first), FT_Vector(controls.second))
        if !current.isNear(first) || !first.isNear(second) || !second.isNear(end) {
          try check(unsafe FT_Stroker_CubicTo(raw, &first, &second, &end))
          (current, isSomewhere) = (end, true)
          continue
        }
      }
      if end.x == current.x, end.y == current.y { continue }
      try check(unsafe FT_Stroker_LineTo(raw, &end))
      (current, isSomewhere) = (end, true)
    }
    if !isSomewhere {
      var end = FT_Vector(x: start.x + 1, y: start.y)
      try check(unsafe FT_Stroker_LineTo(raw, &end))
    }
    try check(unsafe FT_Stroker_EndSubPath(raw))
    isEmpty = false
    if try counts().points > Self.points.usual { try flush(&tiles) }
  }

  /// What all pieces cover; `nil` where there is nothing to see.
  func mask(_ tiles: inout GlyphTiles) throws(TitleError) -> CoverageMask? {
    try flush(&tiles)
    if masks.isEmpty { return nil }
    return masks.count == 1 ? masks[0] : CoverageMask(uniting: masks)
  }

  private func counts() throws(TitleError) -> (points: Int, contours: Int) {
    var (points, contours) = (FT_UInt(0), FT_UInt(0))
    try check(unsafe FT_Stroker_GetCounts(raw, &points, &contours))
    return (Int(points), Int(contours))
  }

  /// Draws what is widened, and begins again.
  private func flush(_ tiles: inout GlyphTiles) throws(TitleError) {
    if isEmpty { return }
    let counts = try counts()
    defer {
      unsafe FT_Stroker_Rewind(raw)
      isEmpty = true
    }
    if counts.points == 0 { return }
    guard counts.points <= Self.points.most, counts.contours <= Self.points.most else {
      throw .library(operation: "FT_Stroker_GetCounts", code: counts.points)
    }
    let library = unsafe rasterizer.library.raw
    var outline = unsafe FT_Outline()
    try check(
      unsafe FT_Outline_New(
        library, FT_UInt(counts.points), numericCast(counts.contours), &outline))
    defer { _ = unsafe FT_Outline_Done(library, &outline) }
    unsafe outline.n_points = 0
    unsafe outline.n_contours = 0
    unsafe FT_Stroker_Export(raw, &outline)
    if let transform {
      var matrix = transform.matrix
      unsafe FT_Outline_Transform(&outline, &matrix)
      unsafe FT_Outline_Translate(
        &outline, FT_Pos(floorDivide(transform.dx + 512, by: 1024)),
        FT_Pos(-floorDivide(transform.dy + 512, by: 1024)))
    }
    if let mask = unsafe try rasterizer.fill(&outline, clip, &tiles) { masks.append(mask) }
  }

  private func check(_ status: FT_Error) throws(TitleError) {
    guard status == 0 else { throw .library(operation: "FT_Stroker", code: Int(status)) }
  }
}

extension FT_Vector {
  /// A point of an outline, whose y grows upwards, kept where FreeType's sums fit.
  fileprivate init(_ place: ShapePath.Place) {
    let most = 1 << 28
    self.init(x: FT_Pos(min(max(place.x, -most), most)), y: FT_Pos(min(max(-place.y, -most), most)))
  }

  /// Whether FreeType takes two points of a curve for one.
  fileprivate func isNear(_ other: FT_Vector) -> Bool {
    abs(x - other.x) < 2 && abs(y - other.y) < 2
  }
}

extension StrokeCap {
  fileprivate var code: FT_Stroker_LineCap {
    switch self {
    case .butt: FT_STROKER_LINECAP_BUTT
    case .round: FT_STROKER_LINECAP_ROUND
    case .square: FT_STROKER_LINECAP_SQUARE
    }
  }
}

extension StrokeJoin {
  fileprivate var code: FT_Stroker_LineJoin {
    switch self {
    case .miter: FT_STROKER_LINEJOIN_MITER_FIXED
    case .round: FT_STROKER_LINEJOIN_ROUND
    case .bevel: FT_STROKER_LINEJOIN_BEVEL
    }
  }
}
