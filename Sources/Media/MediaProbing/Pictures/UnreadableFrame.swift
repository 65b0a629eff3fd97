import MediaOpening
import BaseValues
import TimelineModel

/// Why a picture that was recognised cannot be decoded, where more can be said than libav does.
enum UnreadableFrame {
  /// It has more pixels than a picture may have.
  case tooLarge(Size, limit: Int64)
  /// A WebP file that moves, which libav does not decode.
  case animatedWebP
  /// A TIFF file that stores its picture in tiles, which libav does not decode.
  case tiledTIFF
  /// An SVG file, with a libav that was built without librsvg.
  case svg
  /// An SVG file whose elements draw each other too often.
  case repeats(Int)

  /// Whether the bytes that a file begins with say that it is a WebP file that moves: the flag A of
  /// the chunk VP8X (RFC 9649, 2.7).
  static func isAnimatedWebP(_ beginning: [UInt8]) -> Bool {
    beginning.count > 20 && beginning[8..<16].elementsEqual("WEBPVP8X".utf8)
      && beginning[20] & 2 != 0
  }

  /// Whether the first picture of a TIFF file is stored in tiles (TIFF 6.0, section 15). Camera raw
  /// files (DNG) are told apart: libav reads their tiles.
  ///
  /// - Parameter read: gives as many of the bytes from a position on as there are.
  static func isTiledTIFF<E: Error>(
    _ read: (_ position: Int64, _ count: Int) throws(E) -> [UInt8]
  ) throws(E) -> Bool {
    let header = try read(0, 8)
    guard header.count == 8 else { return false }
    let isLittle = header[0] == 0x49
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
      (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int64($1) }
    }
    let directory = number(header[4..<8])
    let count = try read(directory, 2)
    guard count.count == 2 else { return false }
    let entries = try read(directory + 2, 12 * Int(number(count[0..<2])))
    let tags = stride(from: 0, to: entries.count - 11, by: 12).map { number(entries[$0..<$0 + 2]) }
    let (tileWidth, versionOfDNG) = (Int64(322), Int64(50706))
    return tags.contains(tileWidth) && !tags.contains(versionOfDNG)
  }

  fileprivate var message: String {
    switch self {
    case .tooLarge(let size, let limit):
      "has \(size.width)×\(size.height) pixels; the limit is \(limit)"
    case .animatedWebP: "is an animated WebP picture, which libav cannot read"
    case .tiledTIFF: "is a TIFF picture that is stored in tiles, which libav cannot read"
    case .svg: "is an SVG drawing, and this libav was built without librsvg to draw it"
    case .repeats(let count):
      "is an SVG drawing whose references draw \(count == .max ? "countless" : "\(count)") elements; "
        + "the limit is \(DrawnElements.most)"
    }
  }

  fileprivate var fix: String {
    switch self {
    case .tooLarge: "scale it down first; no more than 8192 pixels a side are ever shown"
    case .animatedWebP: "convert it to a movie, an animated PNG, or numbered PNG pictures"
    case .tiledTIFF:
      "store it in strips, with 'tiffcp -s IN.tif OUT.tif' for example, or convert it to PNG"
    case .svg, .repeats: "convert it to PNG at the size at which it is shown"
    }
  }
}

extension MediaProblem {
  init(_ picture: UnreadableFrame, path: String, item: MediaItem) {
    self.init(unreadable: "'\(path)' \(picture.message)", fix: picture.fix, item: item)
  }
}
