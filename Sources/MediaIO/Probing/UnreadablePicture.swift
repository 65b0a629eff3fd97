import LibAV
import TimelineModel

/// Why a picture that was recognised cannot be decoded, where more can be said than libav does.
enum UnreadablePicture {
  /// It has more pixels than a picture may have.
  case tooLarge(PictureSize, limit: Int64)
  /// A WebP file that moves, which libav does not decode.
  case animatedWebP
  /// An SVG file, with a libav that was built without librsvg.
  case svg

  /// Whether the bytes that a file begins with say that it is a WebP file that moves: the flag A of
  /// the chunk VP8X (RFC 9649, 2.7).
  static func isAnimatedWebP(_ beginning: [UInt8]) -> Bool {
    beginning.count > 20 && beginning[8..<16].elementsEqual("WEBPVP8X".utf8)
      && beginning[20] & 2 != 0
  }

  fileprivate var message: String {
    switch self {
    case .tooLarge(let size, let limit):
      "has \(size.width)×\(size.height) pixels; the limit is \(limit)"
    case .animatedWebP: "is an animated WebP picture, which libav cannot read"
    case .svg: "is an SVG drawing, and this libav was built without librsvg to draw it"
    }
  }

  fileprivate var fix: String {
    switch self {
    case .tooLarge: "scale it down first; no more than 8192 pixels a side are ever shown"
    case .animatedWebP: "convert it to a movie, an animated PNG, or numbered PNG pictures"
    case .svg: "convert it to PNG at the size at which it is shown"
    }
  }
}

extension MediaProblem {
  init(_ picture: UnreadablePicture, path: String, item: MediaItem) {
    self.init(unreadable: "'\(path)' \(picture.message)", fix: picture.fix, item: item)
  }
}
