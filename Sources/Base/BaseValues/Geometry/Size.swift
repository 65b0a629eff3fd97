/// Width and height of a picture in whole luma samples.
public struct Size: Hashable, Sendable {
  /// Luma samples in a row.
  public var width: Int
  /// Luma rows.
  public var height: Int

  /// A size; a picture needs both numbers to be at least 1.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether the size holds no sample.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Size of the chroma planes of a 4:2:0 picture: half, rounded up.
  public var chroma: Size {
    Size(width: width / 2 + width % 2, height: height / 2 + height % 2)
  }

  /// The rectangle from the top left corner to the bottom right one.
  public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }
}

extension Size: CustomStringConvertible {
  /// Width and height as in `1920x1080`.
  public var description: String { "\(width)x\(height)" }
}
