package import BaseValues

/// Changes of all captions of a file.
extension CaptionFile {
  /// All times later, or earlier where negative; what would end before 0 is left out, what would begin there begins at 0.
  ///
  /// - Throws: ``TimeOverflow`` where a time is not representable.
  package func shifted(by distance: Rational) throws(TimeOverflow) -> CaptionFile {
    try mapped { time throws(TimeOverflow) in try time + distance }
  }

  /// All times multiplied: for sound that was made slower or faster with its picture.
  ///
  /// Captions that fit pictures at 25 frames a second fit the same ones at 24 when they are stretched by 25/24.
  /// - Throws: ``TimeOverflow`` where a time is not representable, and for a factor that is not above 0.
  package func stretched(by factor: Rational) throws(TimeOverflow) -> CaptionFile {
    guard factor > .zero else { throw TimeOverflow() }
    return try mapped { time throws(TimeOverflow) in try time * factor }
  }

  /// Times such that two of them come where they belong.
  ///
  /// - Throws: ``TimeOverflow`` where a time is not representable, and where the two do not say how.
  package func fitted(
    _ first: (from: Rational, to: Rational), _ second: (from: Rational, to: Rational)
  ) throws(TimeOverflow) -> CaptionFile {
    let factor = try (second.to - first.to) / (second.from - first.from)
    guard factor > .zero else { throw TimeOverflow() }
    let distance = try first.to - first.from * factor
    return try mapped { time throws(TimeOverflow) in try time * factor + distance }
  }

  /// The captions of both.
  package func merged(with other: CaptionFile) -> CaptionFile {
    var result = CaptionFile(
      captions: captions + other.captions, language: language ?? other.language)
    result.format = format
    result.encoding = encoding
    return result
  }

  /// The captions that are shown within a range, cut to it, from its beginning on.
  ///
  /// - Throws: ``TimeOverflow`` where a time is not representable.
  package func part(_ range: TimeRange) throws(TimeOverflow) -> CaptionFile {
    var result = self
    result.captions = captions.compactMap { caption in
      var caption = caption
      if caption.start < range.start { caption.fadeIn = .zero }
      if caption.end > range.end { caption.fadeOut = .zero }
      caption.start = max(caption.start, range.start)
      caption.end = min(caption.end, range.end)
      guard caption.start < caption.end else { return nil }
      caption.keepWordsWithin()
      return caption
    }
    return try result.shifted(by: range.start.negated())
  }

  /// Each caption in place of which there are others, or none.
  package func flatMapped(_ change: (Caption) -> [Caption]) -> CaptionFile {
    var result = CaptionFile(captions: captions.flatMap(change), language: language)
    result.format = format
    result.encoding = encoding
    return result
  }

  /// Times of captions are below this, in seconds: more than 2,000 hours with room for what is added.
  private static let latest = Rational(1 << 31)

  private func mapped(
    _ change: (Rational) throws(TimeOverflow) -> Rational
  ) throws(TimeOverflow) -> CaptionFile {
    var result = self
    result.captions = []
    for var caption in captions {
      caption.start = max(try change(caption.start), .zero)
      caption.end = try change(caption.end)
      if caption.end >= Self.latest { throw TimeOverflow() }
      guard caption.start < caption.end else { continue }
      for index in caption.runs.indices {
        guard let said = caption.runs[index].said else { continue }
        let start = min(max(try change(said.start), caption.start), caption.end)
        let end = min(max(try change(said.end), start), caption.end)
        caption.runs[index].said = TimeRange(start: start, end: end)
      }
      result.captions.append(caption)
    }
    return result
  }
}
