package import LibAV
package import BaseValues

/// What a file says of itself and what reading it showed, beyond what planning needs: for people.
package struct FileDetails: Hashable, Sendable {
  /// libav's names of the container format, with commas where one demuxer reads several.
  package var format = ""
  /// The same for people, `QuickTime / MOV` for example.
  package var formatTitle = ""
  /// Seconds that the file announces; `nil` where it says nothing, or libav would have to guess.
  package var announcedDuration: Rational?
  /// When it was recorded, as the file says, `2024-05-01T10:11:12.000000Z` for example; `nil` where it
  /// does not.
  package var recorded: String?
  /// In the container's order.
  package var streams: [Stream] = []
  /// What the file says of itself, under libav's names where it knows them: in the container's order, without what
  /// says how the file was made up.
  package var tags: [Tag] = []
  /// In the container's order.
  package var chapters: [Chapter] = []
  /// The timecode of the first picture, as written in the file; `nil` where it says none.
  package var timecode: String?
  /// `nil` where no pictures are used.
  package var coding: Coding?
  /// Samples before the sound that are not heard: what an encoder put there, or an edit list cuts.
  package var droppedSamples: Int64 = 0
  /// What is out of the ordinary, in an order that does not depend on the file.
  package var irregularities: [Irregularity] = []

  /// Details of which nothing is known yet.
  package init() {}

  /// A text with a name.
  package struct Tag: Hashable, Sendable {
    /// As libav gives it.
    package var name: String
    /// As written in the file, at most `longestText` bytes of it.
    package var value: String
    /// Bytes that are kept of a text.
    package static let longestText = 1 << 16
  }

  /// A part with a title.
  package struct Chapter: Hashable, Sendable {
    /// Seconds.
    package var start: Rational
    /// As written in the file; empty where there is none.
    package var title: String
  }

  /// One stream of a container.
  package struct Stream: Hashable, Sendable {
    /// What a stream is to a project.
    package enum Kind: String, CaseIterable, Sendable {
      case video
      case audio
      /// A picture that belongs to the file, an album's for example. Never used.
      case cover
      /// Data, subtitles, attachments. Never used.
      case other
    }

    /// Place in the container, from 0.
    package var index: Int
    /// By what it holds and by the container's marks.
    package var kind: Kind
    /// Place among the streams that a project can choose from, as `videoStream` and `audioStream`
    /// count; `nil` for those that cannot be chosen.
    package var number: Int?
    /// libav's word for what it holds, `subtitle` for example.
    package var mediaType: String
    /// libav's name of the codec.
    package var codec: String
    /// libav's name, `High` for example; `nil` where there is none.
    package var profile: String?
    /// Whether the file marks it as the one to use.
    package var isDefault: Bool
    /// As written in the file, `eng` for example.
    package var language: String?
    /// As written in the file; `nil` where there is none.
    package var title: String?
    /// What it is beside the usual, in libav's words: `forced`, `comment`, `dub`.
    package var roles: [String]
    /// What the file says of it, beside its language, title and timecode.
    package var tags: [Tag]
    /// Bytes of a cover picture; 0 for other streams.
    package var byteCount: Int
    /// Pixels, 0 for sound.
    package var width: Int
    /// Pixels, 0 for sound.
    package var height: Int
    /// Samples a second, 0 for pictures.
    package var sampleRate: Int
    /// 0 for pictures.
    package var channels: Int
    /// libav's text, `stereo` or `5.1(side)` for example; empty where the order of channels is not
    /// said.
    package var layout: String
    /// libav's name, `fltp` for example.
    package var sampleFormat: String
  }

  /// How the pictures that are used are coded.
  package struct Coding: Hashable, Sendable {
    /// libav's name, `yuv420p` for example.
    package var pixelFormat: String
    /// Bits of the deepest component.
    package var bitDepth: Int
    /// As the file or its pictures say.
    package var tagged: Colors
    /// As they are taken, what is not said filled in.
    package var assumed: Colors
    /// Whether the first picture holds two fields.
    package var isInterlaced: Bool
    /// Counts where `isInterlaced`.
    package var isTopFieldFirst: Bool
    /// What of the file tells colours beside tags, in words, and whether it counts; `nil` where nothing does.
    package var profile: String?
  }

  /// What samples mean, in libav's names; `nil` where it is not said.
  package struct Colors: Hashable, Sendable {
    package var tags: ColorTags

    package init(_ tags: ColorTags) { self.tags = tags }

    /// How Y′CbCr is made, `bt709` for example.
    package var matrix: String? { tags.matrix == .unspecified ? nil : tags.matrix.name }
    /// `full` or `limited`.
    package var range: String? {
      tags.range == .unspecified ? nil : tags.range == .full ? "full" : "limited"
    }
    /// Which colours the components stand for, `bt2020` for example.
    package var primaries: String? { tags.primaries == .unspecified ? nil : tags.primaries.name }
    /// How light is coded, `smpte2084` for example.
    package var transfer: String? { tags.transfer == .unspecified ? nil : tags.transfer.name }
  }

  /// Something that a person may want to know who wonders about a file.
  package struct Irregularity: Hashable, Sendable {
    /// What it is, as a word for programs.
    package enum ID: String, Sendable {
      case beginsWithJunk = "begins-with-junk"
      case chained
      case clockGap = "clock-gap"
      case clockOffset = "clock-offset"
      case coarseClock = "coarse-clock"
      case damaged
      case decodingTimes = "decoding-times"
      case editList = "edit-list"
      case endsEarly = "ends-early"
      case fieldPictures = "field-pictures"
      case hiddenPictures = "hidden-pictures"
      case joined
      case missingTimes = "missing-times"
      case noDuration = "no-duration"
      case note
      case pulldown
      case picturesStartLate = "pictures-start-late"
      case soundClockFalse = "sound-clock-false"
      case soundGaps = "sound-gaps"
      case soundStartsEarly = "sound-starts-early"
      case soundStartsLate = "sound-starts-late"
      case soundTimesStray = "sound-times-stray"
      case startsWithoutKey = "starts-without-key"
    }

    /// What it is, for programs.
    package var id: ID
    /// Lower case, no full stop.
    package var message: String
    /// Where in source time it is heard; empty for all of it, and for what is not heard at one place.
    package var ranges: [TimeRange]

    /// The same thing said for programs and for people.
    package init(id: ID, message: String, ranges: [TimeRange] = []) {
      self.id = id
      self.message = message
      self.ranges = ranges
    }
  }
}
