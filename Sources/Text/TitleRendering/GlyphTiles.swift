internal import BaseValues
internal import Raster

/// The glyphs of a text as pixels, in raster pixels relative to the text's origin.
struct GlyphTiles: Sendable {
  /// A glyph in colour: R, G, B, A bytes, premultiplied.
  struct Picture: Sendable {
    var bounds: Rect
    var pixels: [UInt8]
  }

  /// Letters.
  var fills: [CoverageMask] = []
  /// Letters grown by their outline.
  var outlined: [CoverageMask] = []
  /// Outlines that are drawn over the letters.
  var strokes: [CoverageMask] = []
  /// Emoji, drawn over letters.
  var pictures: [Picture] = []
  /// Pixels held so far, the measure of memory.
  private(set) var pixelCount = 0

  /// The largest raster, and the most pixels of glyphs, that a text may have: more than an 8K
  /// picture.
  static let pixelLimit = 40_000_000

  /// The longest side of a raster in pixels: what FreeType's rasteriser takes.
  static let sideLimit = 32_000

  /// - Throws: `TitleError.tooLarge` when a glyph of `bounds` is too much.
  mutating func reserve(_ bounds: Rect) throws(TitleError) {
    guard bounds.width <= Self.sideLimit, bounds.height <= Self.sideLimit,
      bounds.width * bounds.height <= Self.pixelLimit - pixelCount
    else { throw .tooLarge(width: bounds.width, height: bounds.height) }
    pixelCount += bounds.width * bounds.height
  }

  /// How many there are of each kind.
  struct Counts {
    var fills: Int
    var outlined: Int
    var strokes: Int
    var pictures: Int
  }

  var counts: Counts {
    Counts(
      fills: fills.count, outlined: outlined.count, strokes: strokes.count,
      pictures: pictures.count)
  }

  /// Makes what has come since fainter; outlines then leave their letters free, which would show through them.
  ///
  /// - Parameter opacity: 0…255.
  mutating func fade(since counts: Counts, to opacity: Int) {
    if opacity == 255 { return }
    let letters = Array(fills[counts.fills...])
    for index in outlined.indices.dropFirst(counts.outlined) {
      for letter in letters { outlined[index] = outlined[index].subtracting(letter) }
      outlined[index] = outlined[index].faded(to: opacity)
    }
    for index in fills.indices.dropFirst(counts.fills) {
      fills[index] = fills[index].faded(to: opacity)
    }
    for index in strokes.indices.dropFirst(counts.strokes) {
      strokes[index] = strokes[index].faded(to: opacity)
    }
    for index in pictures.indices.dropFirst(counts.pictures) {
      pictures[index].pixels = pictures[index].pixels.faded(to: opacity)
    }
  }
}

extension [UInt8] {
  /// Each share times another.
  ///
  /// - Parameter opacity: 0…255.
  func faded(to opacity: Int) -> [UInt8] {
    map { UInt8(truncatingIfNeeded: (Int($0) &* opacity &+ 127) / 255) }
  }
}
