import FileSystem
package import MediaSources
package import BaseValues
package import TimelineModel

/// All that is known of a media file, by the same facts that checking and rendering use.
package struct MediaReport: Sendable {
  /// What the file says of itself.
  package var details: FileDetails
  /// Seconds of source time until the last of its material ends; `nil` for a still picture.
  package var duration: Rational?
  /// `nil` where it has none that a clip could show.
  package var picture: Picture?
  /// The files of a sequence; what is said of streams and coding is that of the first.
  package var sequence: Sequence?
  /// `nil` where it has none, or one without end.
  package var sound: Sound?
  /// Places in the container of the streams that a clip uses.
  package var usedStreams: [Int]
  /// What is out of the ordinary, and what a render warns of.
  package var irregularities: [FileDetails.Irregularity]

  /// A report by what probing found; opens nothing.
  package init(_ source: MediaSource) {
    details = source.details
    let files: FileSeries? =
      if case .sequence(let sequence) = source { sequence.files } else { nil }
    duration = files == nil ? source.facts.duration : nil
    picture = source.facts.video.map { Picture($0, source, files) }
    sequence = files.map { Sequence($0) }
    sound = source.facts.audio.flatMap { Sound($0, source) }
    usedStreams =
      [source.file?.pictures?.stream].compactMap(\.self) + (source.file?.sounds ?? []).map(\.stream)
    let said = Set(details.irregularities.map(\.message))
    irregularities =
      details.irregularities
      + source.notes.filter { !said.contains($0) }.map {
        FileDetails.Irregularity(id: .note, message: $0)
      }
  }

  /// Numbered pictures that are there.
  package struct Sequence: Sendable {
    /// Paths as written.
    package var first: String
    /// The path of the picture with the greatest number.
    package var last: String
    /// Files.
    package var count: Int
    /// Numbers between the first and the last that have no file.
    package var missing: Int

    init(_ files: FileSeries) {
      first = files.writtenFile(at: 0)
      count = files.numbers.count
      last = files.writtenFile(at: count - 1)
      missing = files.missingCount
    }
  }

  /// The pictures that a clip shows.
  package struct Picture: Sendable {
    /// Stored pixels, before pixel shape and orientation.
    package var codedSize: Size
    /// In square pixels, as it is meant to be seen.
    package var shownSize: Size
    /// Width of a pixel divided by its height.
    package var pixelAspect: Rational
    /// How the stored picture is turned to be shown.
    package var orientation: Orientation
    /// Whether something may be seen through it, as the project reads its alpha.
    package var hasAlpha: Bool
    /// Whether it is one picture, shown at any time.
    package var isStill: Bool
    /// The exact rate; `nil` for a still picture or a sequence, and where the distance of pictures
    /// varies.
    package var rate: FrameRate?
    /// Pictures; numbers that a sequence holds over count too.
    package var count: Int
    /// Seconds; `nil` for a still picture.
    package var shortestFrame: Rational?
    /// Seconds; `nil` for a still picture.
    package var longestFrame: Rational?
    /// Source time of the first picture and of the last one, and where that ends.
    package var first: Rational?
    /// `nil` for a still picture or a sequence.
    package var last: Rational?
    /// `nil` for a still picture or a sequence, and where there is no end.
    package var end: Rational?
    /// Pictures at which decoding can begin.
    package var keyCount: Int
    /// Most pictures from one key picture to the next, or to the end.
    package var greatestKeyDistance: Int
  }

  /// The sound that a clip plays.
  package struct Sound: Sendable {
    /// Samples a second, as stored.
    package var sampleRate: Int
    /// As stored, of all streams together.
    package var channels: Int
    /// Source samples, counted from source time 0: the first one that is heard, and the last.
    package var firstSample: Int64
    /// It belongs to the sound.
    package var lastSample: Int64
    /// Samples before the first one that are not heard: what an encoder put there, or an edit list
    /// cuts.
    package var droppedSamples: Int64
  }
}

extension MediaReport.Picture {
  fileprivate init(_ facts: VideoFacts, _ source: MediaSource, _ files: FileSeries?) {
    codedSize = facts.codedSize
    shownSize = facts.shownSize
    pixelAspect = facts.pixelAspect
    orientation = facts.orientation
    hasAlpha = facts.hasAlpha
    isStill = facts.isStill
    count = source.file?.pictures?.index?.entries.count ?? files?.count ?? 1
    keyCount = source.file?.pictures?.index?.keys.count ?? files?.numbers.count ?? 1
    let pictures = source.file?.pictures
    greatestKeyDistance =
      pictures?.parts.map(\.index.greatestKeyDistance).max()
      ?? pictures?.index?.greatestKeyDistance ?? 1
    // The times of a sequence are up to who asks.
    switch files == nil ? source.file?.storedFrames ?? facts.frames : .still {
    case .still: break
    case .regular(let start, let rate, let count):
      self.rate = rate
      shortestFrame = rate.frameDuration
      longestFrame = rate.frameDuration
      first = start
      if let count {
        last = try? start + Rational(Int64(count - 1)) / rate.rational
        end = try? start + Rational(Int64(count)) / rate.rational
      }
    case .irregular(let times, let end, let timeBase):
      let ends = times.dropFirst() + [end]
      let lengths = zip(times, ends).map { $1 &- $0 }
      shortestFrame = lengths.min().flatMap { try? Rational($0) * timeBase }
      longestFrame = lengths.max().flatMap { try? Rational($0) * timeBase }
      first = times.first.flatMap { try? Rational($0) * timeBase }
      last = times.last.flatMap { try? Rational($0) * timeBase }
      self.end = try? Rational(end) * timeBase
    }
  }
}

extension MediaReport.Sound {
  /// `nil` for a source without end.
  fileprivate init?(_ facts: AudioFacts, _ source: MediaSource) {
    let rate = Rational(Int64(facts.sampleRate))
    guard let range = facts.range, let first = try? range.start * rate,
      let end = try? range.end * rate
    else { return nil }
    sampleRate = facts.sampleRate
    channels = facts.channels
    firstSample = first.rounded()
    lastSample = end.rounded() - 1
    droppedSamples = source.details.droppedSamples
  }
}

extension VideoFacts {
  /// The picture in square pixels after it was turned; its stored height stays.
  var shownSize: Size {
    let wide = try? (Rational(Int64(codedSize.width)) * pixelAspect).rounded()
    let width = max(1, Int(clamping: wide ?? Int64(codedSize.width)))
    return orientation.swapsAxes
      ? Size(width: codedSize.height, height: width)
      : Size(width: width, height: codedSize.height)
  }
}

extension FrameTimes {
  /// Source time of the first frame; `nil` for a still picture.
  func start() throws(TimeOverflow) -> Rational? {
    switch self {
    case .still: nil
    case .regular(let start, _, _): start
    case .irregular(let times, _, let timeBase): try Rational(times.first ?? 0) * timeBase
    }
  }
}

extension FrameTable {
  /// Most pictures from one key picture to the next, or to the end.
  var greatestKeyDistance: Int {
    let places = keys.map { firstPlace(of: $0) }.sorted() + [entries.count]
    return zip(places, places.dropFirst()).map { $1 - $0 }.max() ?? entries.count
  }
}

extension MediaFacts {
  /// Seconds of source time until the last of its material ends; `nil` where it has no end.
  var duration: Rational? {
    var ends: [Rational] = []
    if let video, let end = (try? video.extent())?.end { ends.append(end) }
    if let end = audio?.range?.end { ends.append(end) }
    return ends.max()
  }
}
