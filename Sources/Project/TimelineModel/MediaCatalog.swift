package import BaseValues
package import OutputKinds

/// What was found out about each media item by opening it.
///
/// Facts of items that could not be opened are `nil`; a diagnostic says why.
package struct MediaCatalog: Sendable {
  private var facts: [MediaFacts?]

  /// A catalogue of `count` items of which nothing is known yet.
  package init(count: Int) { facts = Array(repeating: nil, count: count) }

  /// The facts about an item; `nil` too for one that is not in the catalogue, where setting does
  /// nothing.
  package subscript(id: MediaID) -> MediaFacts? {
    get { facts.indices.contains(id.index) ? facts[id.index] : nil }
    set { if facts.indices.contains(id.index) { facts[id.index] = newValue } }
  }
}

/// The facts about one media item that checking and planning need.
package struct MediaFacts: Hashable, Sendable {
  /// `nil` where it has no picture.
  package var video: VideoFacts?
  /// `nil` where it has no sound.
  package var audio: AudioFacts?
  /// A hash of everything that decides what the item decodes to: the file's content for files, the
  /// description for generated media. Part of every key of the chunk store.
  package var contentHash: String
  /// Source time at which the file says that its material ends, where it was cut off before that.
  package var announcedEnd: Rational?
  /// A hash of what each picture decodes to, where each is a file of its own: then a change of one
  /// of them concerns the frames that show it. Empty for all else.
  package var frameHashes: [UInt64]
  /// What is wrong with its pictures, and where.
  package var pictureFaults: [MediaFault] = []
  /// What its file says of itself.
  package var tags: [MovieTag] = []

  /// Facts; what is left out is empty.
  package init(
    video: VideoFacts?, audio: AudioFacts?, contentHash: String, announcedEnd: Rational? = nil,
    frameHashes: [UInt64] = []
  ) {
    self.announcedEnd = announcedEnd
    self.video = video
    self.audio = audio
    self.contentHash = contentHash
    self.frameHashes = frameHashes
  }
}

/// The picture of a media item.
package struct VideoFacts: Hashable, Sendable {
  /// The stored picture, before orientation and pixel aspect ratio.
  package var codedSize: Size
  /// Width of a pixel divided by its height.
  package var pixelAspect: Rational
  /// How the stored picture is turned to be shown, as display matrix or EXIF has it.
  package var orientation: Orientation
  /// In source time.
  package var frames: FrameTimes
  /// What each of `frames` is.
  package var unit: FrameUnit
  /// Whether something may be seen through its pictures; `false` where alpha is to be ignored.
  package var hasAlpha: Bool
  /// What a decoded picture takes in memory.
  package var storage: FrameStorage

  /// Facts of upright opaque pictures of square pixels, unless said otherwise.
  package init(
    codedSize: Size, pixelAspect: Rational = .one, orientation: Orientation = .upright,
    frames: FrameTimes, unit: FrameUnit = .pictures, hasAlpha: Bool = false,
    storage: FrameStorage = FrameStorage()
  ) {
    self.codedSize = codedSize
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.frames = frames
    self.unit = unit
    self.hasAlpha = hasAlpha
    self.storage = storage
  }
}

/// How decoded pictures lie in memory.
package struct FrameStorage: Hashable, Sendable {
  /// Memory of a pixel with its share of chroma and alpha, in bits.
  package var bitsPerPixel: Int
  /// Bits of the deepest component that mean something.
  package var bitDepth: Int

  /// Y′CbCr with 4:2:0 in 8 bits, unless said otherwise.
  package init(bitsPerPixel: Int = 12, bitDepth: Int = 8) {
    self.bitsPerPixel = bitsPerPixel
    self.bitDepth = bitDepth
  }
}

/// One of the eight ways a stored picture is turned to be shown; raw values are EXIF's (1…8).
package enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirroredHorizontally
  case rotated180
  case mirroredVertically
  /// Mirrored along the diagonal from the top left.
  case transposed
  /// Turned clockwise by 90 degrees to be shown.
  case rotatedClockwise
  /// Mirrored along the diagonal from the top right.
  case transversed
  /// Turned counter-clockwise by 90 degrees to be shown.
  case rotatedCounterclockwise

  /// Whether width and height change places.
  package var swapsAxes: Bool { rawValue >= 5 }
}

extension Orientation: CustomStringConvertible {
  /// For people.
  package var description: String {
    switch self {
    case .upright: "upright"
    case .mirroredHorizontally: "mirrored horizontally"
    case .rotated180: "turned by 180°"
    case .mirroredVertically: "mirrored vertically"
    case .transposed: "mirrored along the diagonal from the top left"
    case .rotatedClockwise: "turned clockwise by 90°"
    case .transversed: "mirrored along the diagonal from the top right"
    case .rotatedCounterclockwise: "turned counter-clockwise by 90°"
    }
  }
}

/// When the frames of a source are shown, in source time: 0 is its presentation start.
package enum FrameTimes: Hashable, Sendable {
  /// One picture that is shown at any time.
  case still
  /// Frame n is shown in [start + n/rate, start + (n+1)/rate). `count` is `nil` for a source
  /// without end.
  case regular(start: Rational, rate: FrameRate, count: Int?)
  /// Frame n is shown from `times[n]` to the next one, the last to `end`; all in units of `timeBase`
  /// seconds, rising.
  case irregular(times: [Int64], end: Int64, timeBase: Rational)
}

/// The sound of a media item.
package struct AudioFacts: Hashable, Sendable {
  /// Samples a second of the stored sound.
  package var sampleRate: Int
  /// Stored ones, 1 or more, before they are brought to the output's; several streams together.
  package var channels: Int
  /// The part of source time that has sound; `nil` for a source without end.
  package var range: TimeRange?

  /// Facts of the sound that is chosen.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second and channel.
  ///   - range: in source time.
  package init(sampleRate: Int, channels: Int, range: TimeRange?) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.range = range
  }
}
