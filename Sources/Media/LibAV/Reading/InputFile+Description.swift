internal import CLibAV

/// A part of a file with a title, as its container says.
package struct ContainerChapter: Sendable, Hashable {
  /// In units of `timeBase`.
  package let start: Int64
  /// In units of `timeBase`; as written, and not always after the start.
  package let end: Int64
  /// Seconds of one unit of time.
  package let timeBase: Fraction
  /// In the container's order.
  package let metadata: [Metadata]
}

extension InputFile {
  /// At most so many chapters are looked at.
  private static let mostChapters = 10_000

  /// In the container's order.
  package var chapters: [ContainerChapter] {
    guard let all = unsafe handle.context.pointee.chapters else { return [] }
    let count = min(unsafe Int(handle.context.pointee.nb_chapters), Self.mostChapters)
    return (0..<count).compactMap { place in
      guard let chapter = unsafe all[place] else { return nil }
      return unsafe ContainerChapter(
        start: chapter.pointee.start, end: chapter.pointee.end,
        timeBase: Fraction(chapter.pointee.time_base),
        metadata: readMetadata(chapter.pointee.metadata))
    }
  }

  /// The file of a picture that belongs to the container, an album's for example; `nil` for other streams, and for
  /// larger ones.
  package func attachedPicture(_ index: Int, atMost limit: Int) -> [UInt8]? {
    guard let stream = unsafe rawStream(index),
      unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
      let data = unsafe stream.pointee.attached_pic.data
    else { return nil }
    let size = unsafe Int(stream.pointee.attached_pic.size)
    guard size > 0, size <= limit else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: data, count: size))
  }
}

extension StreamDescription {
  /// What a stream is beside the usual, as the container marks it, in libav's words.
  static func roles(_ disposition: Int32) -> [String] {
    let names: [(Int32, String)] = [
      (AV_DISPOSITION_DUB, "dub"), (AV_DISPOSITION_ORIGINAL, "original"),
      (AV_DISPOSITION_COMMENT, "comment"), (AV_DISPOSITION_LYRICS, "lyrics"),
      (AV_DISPOSITION_KARAOKE, "karaoke"), (AV_DISPOSITION_FORCED, "forced"),
      (AV_DISPOSITION_HEARING_IMPAIRED, "hearing_impaired"),
      (AV_DISPOSITION_VISUAL_IMPAIRED, "visual_impaired"),
      (AV_DISPOSITION_CLEAN_EFFECTS, "clean_effects"), (AV_DISPOSITION_CAPTIONS, "captions"),
      (AV_DISPOSITION_DESCRIPTIONS, "descriptions"), (AV_DISPOSITION_METADATA, "metadata"),
    ]
    return names.filter { disposition & $0.0 != 0 }.map(\.1)
  }
}
