package import BaseValues

/// All that naming and writing movies must know of a kind of file.
package struct MovieContainer: OutputFileKind {
  /// What is known of a movie before it is written.
  package struct Movie: Hashable, Sendable {
    /// Of the pictures; `nil` for a movie without.
    package var rate: FrameRate?
    /// Of the sound; `nil` for a movie without.
    package var sampleRate: Int?
    /// Most packets of all tracks together; `nil` where that is not known.
    package var packetCount: Int?
    /// Whether it is cut into fragments.
    package var isCut = false
    /// Bytes to be kept free beside the index for what the movie says of itself.
    package var descriptionSize = 0

    /// A movie; nothing is checked.
    package init(rate: FrameRate?, sampleRate: Int?, packetCount: Int? = nil) {
      self.rate = rate
      self.sampleRate = sampleRate
      self.packetCount = packetCount
    }
  }

  /// How a container has what a movie says of itself.
  package enum DescriptionForm: Hashable, Sendable {
    /// Boxes of ISO/IEC 14496-12, with metadata as iTunes has it, or as QuickTime has it too.
    case mp4, quickTime
    /// Elements that the muxer writes.
    case matroska, webm
    /// Texts that the muxer writes under libav's names.
    case plain
    /// Texts that a picture file which moves has beside its pictures.
    case pictureTexts
    /// Not at all.
    case none

    /// Whether the index is a tree of EBML's elements.
    package var hasElements: Bool { self == .matroska || self == .webm }
    /// Whether it has tracks and chapters beside texts.
    package var hasTracks: Bool { self != .none && self != .pictureTexts }
    /// Whether the index is a tree of boxes.
    package var hasBoxes: Bool { self == .mp4 || self == .quickTime }
  }

  /// How a picture file that moves is made.
  package struct Animation: Sendable {
    /// libav's name of the encoder.
    package var encoder: String
    /// libav's name of the format in which pictures are encoded; `pal8` for 256 colours of the whole movie.
    package var pixelFormat: String
    /// The encoder's options.
    package var options: [LibraryOption]
    /// Where our mark is put into the file, and what it is.
    package var mark: @Sendable (FileBytes) -> (place: Int64, bytes: [UInt8])?
  }

  /// Picture files whose pictures follow each other in one file, each encoded by itself.
  package enum JoinedPictures: Hashable, Sendable {
    case png, webp
  }

  /// What says to players which segments there are.
  package enum Manifest: Hashable, Sendable {
    /// Playlists of RFC 8216.
    case playlists
    /// A media presentation description of ISO/IEC 23009-1.
    case presentation
  }

  /// A container, for people.
  package static let noun = "a container of movies"

  /// One word in lower case; the same for ever.
  package var name: String
  /// What people call it.
  package var title: String
  /// What other programs call it.
  package var otherNames: [String] = []
  /// libav's name of what writes it.
  package var muxer: String
  /// Extensions of names, without a dot, the usual one first; they are this kind's alone.
  package var fileExtensions: [String]
  /// What its pictures may be encoded with, the usual one first; a writer refuses others.
  package var videoCodecs: [VideoCodec]
  /// What its sound may be encoded with, the usual one first.
  package var audioCodecs: [AudioCodec]
  /// Whether tracks are called by four characters of the codec's: see `VideoCodec.sampleEntry`.
  package var namesSampleEntries = false
  /// What its pictures are called one by one, where each is a file of its own.
  package var pictures: PictureFormat?
  /// How a picture file that moves is made of the pictures, where it is one.
  package var animation: Animation?
  /// What names the files into which its tracks are cut; `nil` where a movie is not cut.
  package var manifest: Manifest?
  /// Whether its tracks are cut into files of their own.
  package var isSegmented: Bool { manifest != nil }
  /// Whether it may be cut into fragments, each with an index of its own.
  package var canBeFragmented = false
  /// Whether a movie is several files.
  package var isSeveralFiles: Bool { pictures != nil || isSegmented }
  /// Whether its pictures come back as they were encoded.
  package var isReadBack: Bool { pictures == nil && animation == nil && !joinsPictures }
  /// The picture file that moves, if it is one, whose pictures are the frames as they were encoded.
  package var joined: JoinedPictures?
  /// Whether it is such a file.
  package var joinsPictures: Bool { joined != nil }
  /// Whether it holds tracks of texts.
  package var holdsSubtitles: Bool {
    holdsPictures && (descriptionForm.hasBoxes || descriptionForm.hasElements)
  }
  /// Whether it holds a picture that stands for the movie in lists.
  package var holdsArtwork: Bool {
    // Every track's file would begin with it.
    if isSegmented { return false }
    return switch descriptionForm {
    case .mp4, .quickTime, .matroska: true
    // MP3's tags have a place for it (ID3v2.4, 4.14).
    case .plain: !describesTracks
    case .webm, .pictureTexts, .none: false
    }
  }
  /// Whether packets can have alpha beside them that is a stream of its own.
  package var holdsAlphaBeside = false
  /// Whether it holds sound.
  package var holdsSound: Bool { !audioCodecs.isEmpty }
  /// Whether it holds one track of sound and no more.
  package var isOfOneSound = false
  /// Whether it holds pictures; else sound alone.
  package var holdsPictures: Bool { !videoCodecs.isEmpty }
  /// The muxer's options for a movie.
  package var options: @Sendable (Movie) -> [LibraryOption]
  /// The muxer's options for a movie that is passed on as it is made; `nil` where it needs to go back.
  package var streaming: [LibraryOption]?
  package var streamOptions: [LibraryOption] { streaming ?? [] }
  /// What of the whole file is written as a tag by libav's name, our mark among them.
  package var tags: [LibraryOption]
  /// How it has what a movie says of itself.
  package var descriptionForm: DescriptionForm
  /// Whether chapters are texts of the file, `CHAPTER001` and `CHAPTER001NAME`, which the muxer would round wrongly.
  package var namesChapters = false
  /// Whether it says of each track what is to be said of it; else what is spoken is said of the whole file.
  package var describesTracks = true
  /// Units a second in which it counts times, whatever the tracks' rates are; `nil` where each track counts exactly.
  package var clock: Int?
  /// Whether a file has our mark.
  package var isOurs: @Sendable (FileBytes) -> Bool
}

extension MovieContainer {
  /// What people call that which pictures are encoded as: of a picture file that moves the file itself, for its codec
  /// is only what they are kept in until all are there.
  package func title(of codec: VideoCodec) -> String { animation == nil ? codec.title : title }

  /// Whether pictures of a codec can have alpha in it.
  package func holdsAlpha(of codec: VideoCodec) -> Bool {
    codec.holdsAlpha && (!codec.alphaIsBeside || holdsAlphaBeside)
  }

  /// Why it does not hold so many tracks of sound, in words; `nil` where it does.
  package func fault(ofSounds count: Int) -> String? {
    guard count > 1, isOfOneSound else { return nil }
    let others = Self.all.filter { $0.holdsSound && !$0.isOfOneSound }.map(\.title)
    return "\(title) holds one track of sound; "
      + others.dropLast().joined(separator: ", ") + (others.count > 1 ? " and " : "")
      + (others.last ?? "") + " hold several"
  }
}
