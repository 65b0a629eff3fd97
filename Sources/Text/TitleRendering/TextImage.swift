package import Raster

/// A text as a picture, and where it stands.
package struct TextImage: Sendable {
  /// `yuva420p8` or `yuva420p10`, premultiplied, everything of the text with at least one clear pixel around it.
  package let image: Image
  /// From the anchor to the picture's left edge in raster pixels, even.
  ///
  /// Even, so that chroma samples stay whole when the anchor is put at an even raster pixel.
  package let originX: Int
  /// From the anchor to the picture's top edge in raster pixels, downwards, even.
  package let originY: Int
  /// Width of the text's typographic box in 1/65536 output pixel: its widest line's advance.
  package let boxWidth: Int
  /// Height of the text's typographic box in 1/65536 output pixel.
  package let boxHeight: Int
  /// Raster pixels for an output pixel.
  package let scale: Int
}
