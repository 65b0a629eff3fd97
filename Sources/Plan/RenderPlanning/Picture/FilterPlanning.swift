internal import BaseValues
internal import PlanModel
internal import TimelineModel

// How the chains of filters of clips are run.
extension PicturePlanner {
  /// The chain that the pictures of a clip's source go through; `nil` for a clip without one, and for one
  /// whose picture is drawn.
  func sourceFilter(of clip: Clip) -> PictureFilter? {
    guard let filter = clip.picture.filter,
      timeline.media.indices.contains(filter.media.index),
      case .filtered = timeline.media[filter.media.index].content
    else { return nil }
    return filter
  }

  /// The blocks in which the pictures of a clip's source go through its chain, counted from the first
  /// picture that the clip shows; `nil` for a clip without one.
  ///
  /// - Parameters:
  ///   - shown: from the clip's first moment to its last one, with what transitions show of it.
  ///   - mapping: which frames of the source the clip shows.
  ///   - video: of the source behind the chain.
  func blocks(
    of clip: Clip, over shown: (start: Rational, end: Rational), _ mapping: SourceFrameMapping,
    _ video: VideoFacts
  ) -> FilterBlocks? {
    guard let filter = sourceFilter(of: clip) else { return nil }
    let memory: Int
    switch filter.memory {
    case .none: return .alone
    case .start: memory = 0
    case .seconds(let seconds): memory = video.pictures(in: seconds)
    }
    // Also where the movie does not show all of the clip: what it shows is the same then.
    let first = Int(clamping: grid.nearestFrame(to: shown.start).value)
    let end = Int(clamping: grid.nearestFrame(to: shown.end).value)
    let frame = mapping.lowestFrame(over: first..<max(first + 1, end))
    return FilterBlocks(
      first: video.stored(frame), memory: memory, isEndless: filter.memory == .start)
  }
}

extension PlannedEffect {
  /// A chain of filters for composed pictures.
  ///
  /// - Parameters:
  ///   - start: movie time from which the chain's own time counts.
  ///   - tempo: seconds of the chain's time in one of the movie.
  static func filter(
    _ media: MediaID, from start: Rational, at tempo: Rational, over frames: Range<Int>,
    rate: FrameRate
  ) -> PlannedEffect {
    let first = Int(clamping: FrameGrid(rate).nearestFrame(to: start).value)
    func passed(_ frame: Int) -> Int {
      let count = frame &- first
      if tempo == .one { return count }
      return (try? Rational(Int64(count)) * tempo).map { Int(clamping: $0.floor()) } ?? count
    }
    return PlannedEffect(
      name: filterName, media: media, parameters: [PerFrame(frames.map(passed))])
  }
}

extension SourceFrameMapping {
  /// Frames that are looked at where a clip's speed changes: more than a day of movie has at usual rates.
  private static let longest = 1 << 22

  /// The lowest frame of the source among those of some frames of the movie.
  fileprivate func lowestFrame(over range: Range<Int>) -> Int {
    if case .line = path {
      let last = range.upperBound - 1
      return min(
        sourceFrames(range.lowerBound..<range.lowerBound + 1)[0], sourceFrames(last..<last + 1)[0])
    }
    let looked = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longest)
    switch sourceFrames(looked) {
    case .constant(let frame): return frame
    case .varying(let frames): return frames.min() ?? 0
    }
  }
}

extension VideoFacts {
  /// The stored picture that a frame is made of first.
  fileprivate func stored(_ frame: Int) -> Int {
    switch unit {
    case .pictures: frame
    case .fields: frame / 2
    case .film: frame / 4 * 5
    }
  }

  /// How many stored pictures there are in a time, rounded up, at least one; of an uneven source as many
  /// as there would be in an even one.
  fileprivate func pictures(in seconds: Rational) -> Int {
    var pictures: Rational?
    switch frames {
    case .still: return 1
    case .regular(_, let rate, _): pictures = try? seconds * rate.rational
    case .irregular(let times, let end, let timeBase):
      if let first = times.first, end > first {
        pictures = try? seconds * Rational(Int64(times.count)) / (Rational(end - first) * timeBase)
      }
    }
    let frames = Int(clamping: pictures?.ceil() ?? Int64(FilterBlocks.mostMemory))
    let stored =
      switch unit {
      case .pictures: frames
      case .fields: frames / 2 + frames % 2
      case .film: min(frames, FilterBlocks.mostMemory) / 4 * 5 + 5
      }
    return min(max(1, stored), FilterBlocks.mostMemory)
  }
}
