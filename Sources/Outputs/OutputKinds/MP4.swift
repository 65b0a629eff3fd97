import BaseValues

extension MovieContainer {
  /// MP4 (ISO/IEC 14496-14). `.m4v` is what some programs call the same.
  ///
  /// The index comes first, so that a browser can begin to play. Edit lists take away the encoders' delays.
  /// Our mark is the tag `©too`, the tool that encoded it, as Apple's players and libav read it.
  package static let mp4 = MovieContainer(
    name: "mp4", title: "MP4",
    otherNames: ["isom", "m4v", "mpeg4"],
    muxer: "mp4", fileExtensions: ["mp4", "m4v"],
    videoCodecs: [.h264, .hevc, .av1, .vp9], audioCodecs: [.aac, .alac, .mp3, .ac3, .opus],
    namesSampleEntries: true, canBeFragmented: true,
    options: { movie in
      let scale = MP4Timescale(
        rate: movie.rate, sampleRate: movie.sampleRate, isCut: movie.isCut)
      // A negative first decoding time needs edit lists. Without a known length the file is read and written
      // once more to put its index first. A packet has at most a time to decode (8 bytes) and one to show (8),
      // a size (4), a place (8) and a mark as key picture (4); the rest is the tracks' descriptions.
      return [
        LibraryOption("use_editlist", "1"),
        movie.packetCount.map {
          LibraryOption(
            "moov_size", "\(min(16_384 + 32 * $0, 1 << 30) + min(movie.descriptionSize, 1 << 29))")
        } ?? LibraryOption("movflags", "+faststart"),
        LibraryOption("movie_timescale", "\(scale.movie)"),
      ] + (scale.video.map { [LibraryOption("video_track_timescale", "\($0)")] } ?? [])
    }, tags: [LibraryOption("encoding_tool", OwnMark.text)], descriptionForm: .mp4,
    isOurs: { file in
      var range: Range<Int64>? = 0..<file.count
      for (name, header) in [("moov", 0), ("udta", 0), ("meta", 4), ("ilst", 0), ("©too", 0)] {
        // `meta` begins with a version and flags before its boxes.
        range = range.flatMap { file.content(ofBox: name, in: $0) }.flatMap { content in
          content.count >= header ? content.lowerBound + Int64(header)..<content.upperBound : nil
        }
      }
      let text = Array(OwnMark.text.utf8)
      // A kind and a language, four bytes each, come before the text.
      guard let data = range.flatMap({ file.content(ofBox: "data", in: $0) }),
        data.count == 8 + text.count
      else { return false }
      return file.has(text, at: data.lowerBound + 8)
    })
}

/// Units a second in which an MP4 counts, chosen so that nothing is rounded.
struct MP4Timescale: Hashable {
  /// For pictures' times; `nil` for a movie without pictures.
  let video: Int?
  /// For the whole movie and its edit lists.
  let movie: Int

  /// Most units a second of the movie: with more, boxes need 64 bits after a few minutes.
  private static let limit: Int64 = 10_000_000

  /// The scale of a movie of the given rates; one of them at least.
  ///
  /// - Parameter isCut: whether the movie is cut into fragments, whose lengths are not in its index: libav takes a scale
  ///   below 1000 for the rate of the frames then.
  init(rate: FrameRate?, sampleRate: Int?, isCut: Bool = false) {
    // Multiples of 600 suit every whole rate in use and are what editors expect.
    let video = rate.map { rate -> Int64 in
      var scale = Self.commonMultiple(600, rate.frames, limit: 100_000) ?? rate.frames
      while isCut, scale < 1000 { scale *= 2 }
      return scale
    }
    self.video = video.map(Int.init)
    let sound = sampleRate.map(Int64.init)
    movie =
      switch (video, sound) {
      case (let video?, let sound?):
        // Beyond the limit the pictures stay exact and the sound's end is rounded to a picture's
        // unit.
        Int(Self.commonMultiple(video, sound, limit: Self.limit) ?? video)
      case (let only?, nil), (nil, let only?): Int(only)
      case (nil, nil): 1000
      }
  }

  private static func commonMultiple(_ a: Int64, _ b: Int64, limit: Int64) -> Int64? {
    guard a > 0, b > 0 else { return nil }
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let (product, overflow) = a.multipliedReportingOverflow(by: b / x)
    return overflow || product > limit ? nil : product
  }
}

/// Boxes of ISO/IEC 14496-12, 4.2.
extension FileBytes {
  /// What is in the first box of a name among those of a range. Only boxes' headers are read.
  fileprivate func content(ofBox name: String, in range: Range<Int64>) -> Range<Int64>? {
    // Names are in Latin-1, where © is one byte.
    content(ofBox: name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, in: range)
  }

  private func content(ofBox wanted: [UInt8], in range: Range<Int64>) -> Range<Int64>? {
    var position = range.lowerBound
    // A movie has a handful of boxes on each level; a file of thousands is not asked further.
    for _ in 0..<256 where range.upperBound - position >= 8 {
      guard let header = bytes(at: position, count: 8) else { return nil }
      var size = Self.number(header[0..<4])
      var start = position + 8
      if size == 1, let long = bytes(at: start, count: 8) {
        size = Self.number(long[0..<8])
        start += 8
      } else if size == 0 {
        size = range.upperBound - position
      }
      guard size >= start - position, size <= range.upperBound - position else { return nil }
      if Array(header[4..<8]) == wanted { return start..<position + size }
      position += size
    }
    return nil
  }

  /// Our mark among the items of QuickTime's metadata: `moov`, `meta`, `keys` and `ilst`, an item of the mark's key,
  /// `data`.
  ///
  /// - Parameter key: the key of the mark.
  func hasQuickTimeMark(_ key: String) -> Bool {
    guard let movie = content(ofBox: "moov", in: 0..<count) else { return false }
    if let meta = content(ofBox: "meta", in: movie), hasMark(key, in: meta) { return true }
    // libav has it among the user's data, as MP4 does: a version and flags before its boxes.
    guard let data = content(ofBox: "udta", in: movie),
      let meta = content(ofBox: "meta", in: data), meta.count >= 4
    else { return false }
    return hasMark(key, in: meta.lowerBound + 4..<meta.upperBound)
  }

  private func hasMark(_ key: String, in meta: Range<Int64>) -> Bool {
    guard let keys = content(ofBox: "keys", in: meta), let list = content(ofBox: "ilst", in: meta)
    else { return false }
    // Keys are counted from 1; a version, flags and their count come before them.
    let wanted = Array("mdta".utf8) + Array(key.utf8)
    var number: UInt8 = 1
    var position = keys.lowerBound + 8
    while let header = bytes(at: position, count: 4), number < 255 {
      let size = Self.number(header[...])
      guard size >= 8, size <= keys.upperBound - position else { return false }
      if size == 4 + wanted.count, has(wanted, at: position + 4) { break }
      position += size
      number += 1
    }
    let text = Array(OwnMark.text.utf8)
    let item = list.lowerBound..<list.upperBound
    guard let content = content(ofBox: [0, 0, 0, number], in: item),
      let data = self.content(ofBox: "data", in: content), data.count == 8 + text.count
    else { return false }
    return has(text, at: data.lowerBound + 8)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}
