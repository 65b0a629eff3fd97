extension PictureFormat {
  /// JPEG (ITU-T T.81, JFIF). It has no mark.
  public static let jpeg = PictureFormat(
    name: "jpeg", title: "JPEG", fileExtensions: ["jpg", "jpeg"], encoder: "mjpeg",
    pixelFormat: "yuvj420p", isRGB: false,
    // Quantizer 4 of 1 (best) to 31, in libav's units of 118.
    options: [LibraryOption("flags", "+qscale"), LibraryOption("global_quality", "\(4 * 118)")],
    marked: { $0 }, isOurs: { _ in false })
}
