// Picture files that move. Pictures are kept without loss until all are there, and are encoded in one go then: each
// refers to the one before it, and colours are chosen for all.
extension MovieContainer {
  /// GIF (GIF89a) of 256 colours that are chosen for the whole movie, with ordered dither; it begins again for ever.
  /// Times are whole hundredths of a second.
  public static let gif = MovieContainer(
    name: "gif", title: "GIF", muxer: "gif", fileExtensions: ["gif"], videoCodecs: [.ffv1],
    audioCodecs: [],
    animation: Animation(
      encoder: "gif", pixelFormat: "pal8",
      options: [LibraryOption("gifflags", "+offsetting+transdiff")], mark: { $0.gifMark }),
    options: { _ in [LibraryOption("loop", "0")] }, tags: [], descriptionForm: .none, clock: 100,
    isOurs: { file in file.gifMark.map { file.has($0.bytes, at: $0.place) } ?? false })

  /// APNG (PNG, third edition) without loss, in full-range R′G′B′; it begins again for ever.
  public static let apng = MovieContainer(
    name: "apng", title: "APNG", muxer: "apng", fileExtensions: ["apng"], videoCodecs: [.ffv1],
    audioCodecs: [],
    animation: Animation(
      encoder: "apng", pixelFormat: "rgb24",
      options: [LibraryOption("pred", "up"), LibraryOption("compression_level", "6")],
      mark: { _ in PictureFormat.pngMarkPlace }),
    options: { _ in [LibraryOption("plays", "0")] }, tags: [], descriptionForm: .none,
    isOurs: { file in PictureFormat.png.isOurs(file) })
}

extension FileBytes {
  /// A comment right after the table of colours.
  fileprivate var gifMark: (place: Int64, bytes: [UInt8])? {
    guard has(Array("GIF89a".utf8), at: 0), let head = bytes(at: 0, count: 13) else { return nil }
    let table = head[10] & 0x80 != 0 ? 3 << (Int(head[10] & 7) + 1) : 0
    let text = Array(OwnMark.text.utf8)
    return (Int64(13 + table), [0x21, 0xFE, UInt8(truncatingIfNeeded: text.count)] + text + [0])
  }
}
