package import BaseValues

/// What a movie says beside its pictures and sound: tags, artwork, chapters, a timecode, what its tracks are
/// for, and subtitles.
///
/// An empty description leaves a movie's bytes as they are without one.
package struct MovieDescription: Hashable, Sendable {
  /// Texts with names, in the order of the file; no two of one name.
  package var tags: [MovieTag]
  /// Pictures that stand for the movie in lists, the first one before all.
  package var artwork: [Artwork]
  /// In order of time. A file gets them as `arrangedChapters` has them.
  package var chapters: [Chapter]
  /// The timecode of the first frame.
  package var timecode: StartTimecode?
  /// When the movie was made, in seconds since the beginning of 1970 in UTC. Left out, the file says
  /// nothing, so that it has the same bytes on any day.
  package var creationTime: Int64?
  /// When the picture is shown that stands for the movie, in seconds. QuickTime alone has it.
  package var posterTime: Rational?
  /// Of the tracks, in the order of the file; those beyond the end are not described.
  package var tracks: [TrackDescription]
  /// Tracks of texts, after those of pictures and sound.
  package var subtitles: [SubtitleTrack]

  /// A description of what is given; nothing is checked: see `fault`.
  package init(
    tags: [MovieTag] = [], artwork: [Artwork] = [], chapters: [Chapter] = [],
    timecode: StartTimecode? = nil, creationTime: Int64? = nil, posterTime: Rational? = nil,
    tracks: [TrackDescription] = [], subtitles: [SubtitleTrack] = []
  ) {
    self.tags = tags
    self.artwork = artwork
    self.chapters = chapters
    self.timecode = timecode
    self.creationTime = creationTime
    self.posterTime = posterTime
    self.tracks = tracks
    self.subtitles = subtitles
  }

  /// Whether nothing is said.
  package var isEmpty: Bool {
    var other = self
    other.tracks.removeAll { $0 == TrackDescription() }
    return other == MovieDescription()
  }

  /// What is said of a track.
  package func track(_ number: Int) -> TrackDescription {
    tracks.indices.contains(number) ? tracks[number] : TrackDescription()
  }

  /// Which tracks are played where nobody chooses: those that are said to be, and the first of each kind of
  /// which none is said to be.
  ///
  /// - Parameter kinds: of all tracks: tracks of a kind can stand for each other.
  package func defaults<Kind: Hashable>(_ kinds: [Kind]) -> [Bool] {
    var result = kinds.indices.map { track($0).isDefault == true }
    for kind in Set(kinds) where !kinds.indices.contains(where: { kinds[$0] == kind && result[$0] })
    {
      if let first = kinds.indices.first(where: { kinds[$0] == kind && track($0).isDefault == nil })
      {
        result[first] = true
      }
    }
    return result
  }

  /// The chapters as files get them: the first begins at 0, each lasts until the next one begins.
  package var arrangedChapters: [Chapter] {
    var result = chapters
    for place in result.indices {
      if place == 0 { result[place].start = .zero }
      result[place].end =
        place + 1 < result.count
        ? result[place + 1].start : max(result[place].end, result[place].start)
    }
    return result
  }
}

/// A picture in a file's form, as a movie's artwork.
package struct Artwork: Hashable, Sendable {
  /// How the picture is coded.
  package enum Format: Hashable, Sendable, CaseIterable {
    case jpeg, png

    /// What such files begin with.
    package var signature: [UInt8] {
      switch self {
      case .jpeg: [0xFF, 0xD8, 0xFF]
      case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      }
    }

    package var mimeType: String {
      switch self {
      case .jpeg: "image/jpeg"
      case .png: "image/png"
      }
    }

    package var fileExtension: String {
      switch self {
      case .jpeg: "jpg"
      case .png: "png"
      }
    }
  }

  /// The whole file.
  package var bytes: [UInt8]
  /// How it is coded.
  package var format: Format

  /// A picture; that the bytes are one is not checked.
  package init(bytes: [UInt8], format: Format) {
    self.bytes = bytes
    self.format = format
  }

  /// A picture from a file's bytes; `nil` for what is neither JPEG nor PNG by its beginning.
  package init?(file bytes: [UInt8]) {
    guard let format = Format.allCases.first(where: { bytes.starts(with: $0.signature) }) else {
      return nil
    }
    self.init(bytes: bytes, format: format)
  }
}

/// A part of a movie with a title.
package struct Chapter: Hashable, Sendable {
  /// In seconds from the movie's beginning.
  package var start: Rational
  /// In seconds; of the last chapter alone, since others last until the next one begins.
  package var end: Rational
  /// What it is called; not empty.
  package var title: String

  /// A chapter; nothing is checked.
  package init(start: Rational, end: Rational, title: String) {
    self.start = start
    self.end = end
    self.title = title
  }
}

/// The timecode of a movie's first frame, counted at the movie's rate.
package struct StartTimecode: Hashable, Sendable {
  /// The number of the frame, counted from 0 at 00:00:00:00; numbers that drop-frame leaves out are not
  /// counted.
  package var frame: Int64
  /// Whether the numbers are shown drop-frame.
  package var isDropFrame: Bool

  /// A timecode; whether there is such a one depends on the rate: see `text`.
  package init(frame: Int64, isDropFrame: Bool) {
    self.frame = frame
    self.isDropFrame = isDropFrame
  }

  /// `01:00:00:00`; `nil` where the rate has no such timecode.
  package func text(at rate: FrameRate) -> String? {
    Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: isDropFrame)?.description
  }
}

/// What a track is for.
package struct TrackDescription: Hashable, Sendable {
  /// What is spoken or written in it.
  package var language: LanguageTag?
  /// What it is called for people.
  package var name: String?
  /// Whether it is played where nobody chooses; see `MovieDescription.defaults`.
  package var isDefault: Bool?
  /// What it is beside the usual.
  package var roles: Set<TrackRole>
  /// Tracks of one number above 0 are alternatives: one of them is played. 0 for a track that is played
  /// beside all others. Left out, all sound is one group. MP4 and QuickTime alone have it.
  package var alternateGroup: Int?

  /// A description of what is given.
  package init(
    language: LanguageTag? = nil, name: String? = nil, isDefault: Bool? = nil,
    roles: Set<TrackRole> = [], alternateGroup: Int? = nil
  ) {
    self.language = language
    self.name = name
    self.isDefault = isDefault
    self.roles = roles
    self.alternateGroup = alternateGroup
  }
}

/// What a track can be beside the usual.
package enum TrackRole: String, Hashable, Sendable, CaseIterable {
  /// Somebody talks about the movie.
  case commentary
  /// Texts that are shown even where no subtitles are wanted, of signs for instance.
  case forced
  /// For people who hear little: texts that tell of sounds too.
  case hearingImpaired
  /// For people who see little: sound that tells what is seen.
  case visualImpaired
  /// In the language of the original.
  case original
  /// In another language than the original.
  case dub
}
