public import Raster

/// A text as a picture, and where it stands.
public struct TextImage: Sendable {
  /// `yuva420p8` or `yuva420p10`, premultiplied, everything of the text with at least one clear pixel around it.
  public let image: Image
  /// From the anchor to the picture's left edge in raster pixels, even.
  ///
  /// Even, so that chroma samples stay whole when the anchor is put at an even raster pixel.
  public let originX: Int
  /// From the anchor to the picture's top edge in raster pixels, downwards, even.
  public let originY: Int
  /// Width of the text's typographic box in 1/65536 output pixel: its widest line's advance.
  public let boxWidth: Int
  /// Height of the text's typographic box in 1/65536 output pixel.
  public let boxHeight: Int
  /// Raster pixels for an output pixel.
  public let scale: Int
}
