// Picture files that move.
extension MovieContainer {
  /// GIF (GIF89a) of 256 colours that are chosen for the whole movie, with ordered dither; it begins again for ever.
  /// Pictures are kept without loss until all are there, and are encoded in one go then.
  /// Times are whole hundredths of a second.
  package static let gif = MovieContainer(
    name: "gif", title: "GIF", muxer: "gif", fileExtensions: ["gif"], videoCodecs: [.ffv1],
    audioCodecs: [],
    animation: Animation(
      encoder: "gif", pixelFormat: "pal8",
      options: [LibraryOption("gifflags", "+offsetting+transdiff")], mark: { $0.gifMark }),
    options: { _ in [LibraryOption("loop", "0")] }, tags: [], descriptionForm: .none, clock: 100,
    isOurs: { file in file.gifMark.map { file.has($0.bytes, at: $0.place) } ?? false })

  /// APNG (PNG, third edition) without loss, in R′G′B′ of full range; it begins again for ever. Every picture is whole.
  package static let apng = MovieContainer(
    name: "apng", title: "APNG", muxer: "", fileExtensions: ["apng"], videoCodecs: [.png],
    audioCodecs: [], joined: .png, options: { _ in [] }, tags: [],
    descriptionForm: .pictureTexts, isOurs: { file in PictureFormat.png.isOurs(file) })

  /// WebP that moves (RFC 9649, 2.7.1.1) of quality 90; it begins again for ever. Every picture is whole. Times are whole
  /// milliseconds.
  package static let animatedWebP = MovieContainer(
    name: "webp", title: "animated WebP", muxer: "", fileExtensions: ["webp"],
    videoCodecs: [.webp], audioCodecs: [], joined: .webp, options: { _ in [] }, tags: [],
    descriptionForm: .none, clock: 1000,
    isOurs: { file in
      let mark = PictureFormat.webpMark
      return file.count > mark.count && file.has(Array("RIFF".utf8), at: 0)
        && file.has(mark, at: file.count - Int64(mark.count))
    })
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
