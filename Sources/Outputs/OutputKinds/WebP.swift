extension PictureFormat {
  /// WebP (RFC 9649) of quality 90, by libwebp, which makes its own luma and chroma of R′G′B′. It has no mark.
  package static let webp = PictureFormat(
    name: "webp", title: "WebP", fileExtensions: ["webp"], encoder: "libwebp", pixelFormat: "bgra",
    alphaPixelFormat: "bgra", isRGB: true,
    options: [LibraryOption("lossless", "0"), LibraryOption("quality", "90")],
    marked: { $0 }, isOurs: { _ in false })
}
