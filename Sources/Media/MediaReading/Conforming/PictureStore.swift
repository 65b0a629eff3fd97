import LibAV

/// Memory for pictures that are made of others; those that nobody holds any more are written again.
final class PictureStore {
  private var pictures: [Picture] = []

  private static let kept = 6

  final class Picture {
    var frame: VideoFrame

    fileprivate init(_ shape: FrameShape) throws(LibAVError) {
      frame = try VideoFrame(format: shape.format, width: shape.width, height: shape.height)
    }
  }

  /// A picture that nobody else holds.
  func picture(_ shape: FrameShape) throws(LibAVError) -> Picture {
    pictures.removeAll { $0.frame.shape != shape }
    if let free = pictures.first(where: { $0.frame.isWritable }) { return free }
    let picture = try Picture(shape)
    if pictures.count < Self.kept { pictures.append(picture) }
    return picture
  }
}
