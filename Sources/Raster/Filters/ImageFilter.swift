/// A change of a picture as a whole, to one of the same size and format.
public struct ImageFilter: Sendable {
  private let filter: @Sendable (_ image: Image, _ pool: ImagePool?) -> Image

  /// A filter that keeps a picture's size and format.
  public init(_ filter: @escaping @Sendable (_ image: Image, _ pool: ImagePool?) -> Image) {
    self.filter = filter
  }

  /// What changes nothing.
  public static let none = ImageFilter { image, _ in image }

  /// The changed picture.
  ///
  /// - Precondition: the image is no mask.
  public func applied(to image: Image, pool: ImagePool? = nil) -> Image {
    precondition(!image.format.isCoverage, "a mask has no colours")
    return filter(image, pool)
  }
}
