public import Diagnostics
public import BaseValues

/// What the author of a project expects of its movie, for tests.
public struct Expectations: Sendable {
  /// Seconds, rounded to the output's frames before it is compared.
  public var duration: Located<Rational>?
  /// Output frames of the whole movie, 1 or more.
  public var frameCount: Located<Int>?
  /// All hard cuts of the movie, in no order that matters; `nil` where nothing is said of them.
  public var cuts: Located<[Located<Rational>]>?
  /// Each has to hold; in the order of the file.
  public var texts: [ExpectedText]
  /// `nil` where nothing is said of it: what is kept is compared, but need not be there.
  public var golden: GoldenChoice?
  /// Of pictures, apart from `regions`.
  public var frameTolerance: FrameTolerance?
  /// `nil` where sound has to have the hashes that were kept.
  public var audioTolerance: AudioTolerance?
  /// In the order of the file; they may overlap.
  public var regions: [ExpectedRegion]
  /// Where the value of `expect` stands.
  public var range: SourceRange

  /// What is expected; without arguments, nothing.
  public init(
    duration: Located<Rational>? = nil, frameCount: Located<Int>? = nil,
    cuts: Located<[Located<Rational>]>? = nil, texts: [ExpectedText] = [],
    golden: GoldenChoice? = nil, frameTolerance: FrameTolerance? = nil,
    audioTolerance: AudioTolerance? = nil, regions: [ExpectedRegion] = [],
    range: SourceRange = .none
  ) {
    self.duration = duration
    self.frameCount = frameCount
    self.cuts = cuts
    self.texts = texts
    self.golden = golden
    self.frameTolerance = frameTolerance
    self.audioTolerance = audioTolerance
    self.regions = regions
    self.range = range
  }
}

/// A text that can be seen at a time.
public struct ExpectedText: Hashable, Sendable {
  /// Movie time in seconds; the frame on the screen then is looked at.
  public var time: Located<Rational>
  /// All or a part of what is written.
  public var text: String

  /// A text, and when it is to be seen.
  public init(time: Located<Rational>, text: String) {
    self.time = time
    self.text = text
  }
}

/// What is kept of a movie to be compared with later.
public struct GoldenChoice: Hashable, Sendable {
  /// The frames whose hashes are kept.
  public enum Frames: Hashable, Sendable {
    /// All frames of a short movie; of a longer one the first, middle and last frame of each
    /// stretch with the same layers.
    case `default`
    case all
    /// The frames shown at these times.
    case at([Located<Rational>])
  }

  /// Whose hashes are kept; pictures may be of others.
  public var frames: Frames
  /// Times whose frames are kept as pictures too; `nil` for one in the middle of the movie.
  public var pictures: [Located<Rational>]?
  /// Whether the hash, level and peak of every second are kept, and the loudness.
  public var sound: Bool

  /// What is kept; without arguments, as where the project says nothing of it.
  public init(
    frames: Frames = .default, pictures: [Located<Rational>]? = nil, sound: Bool = true
  ) {
    self.frames = frames
    self.pictures = pictures
    self.sound = sound
  }
}

/// How much a picture may differ from the one that was kept; all that is said has to hold.
public struct FrameTolerance: Hashable, Sendable {
  /// The least peak signal-to-noise ratio of all planes together, in decibels.
  public var psnr: Rational?
  /// The least structural similarity of luma, at most 1.
  public var ssim: Rational?
  /// The greatest difference of any sample, in codes of 8 bits.
  public var maximumDifference: Int?

  /// A tolerance; a limit that is `nil` is not checked.
  public init(psnr: Rational? = nil, ssim: Rational? = nil, maximumDifference: Int? = nil) {
    self.psnr = psnr
    self.ssim = ssim
    self.maximumDifference = maximumDifference
  }
}

/// How much sound may differ from what was kept; all that is said has to hold.
public struct AudioTolerance: Hashable, Sendable {
  /// The greatest difference of the level and of the peak of any second, in decibels.
  public var level: Rational?
  /// The greatest difference of the movie's loudness, in LU.
  public var loudness: Rational?

  /// A tolerance; a limit that is `nil` is not checked.
  public init(level: Rational? = nil, loudness: Rational? = nil) {
    self.level = level
    self.loudness = loudness
  }
}

/// A part of the picture that is compared in its own way.
public struct ExpectedRegion: Hashable, Sendable {
  /// How the region is compared.
  public enum Treatment: Hashable, Sendable {
    /// It may show anything.
    case ignored
    case compared(FrameTolerance)
  }

  /// In output pixels from the top left corner.
  public var x: Int
  /// In output pixels from the top left corner, down.
  public var y: Int
  /// In output pixels, 1 or more.
  public var width: Int
  /// In output pixels, 1 or more.
  public var height: Int
  /// Holds for all frames that are compared.
  public var treatment: Treatment
  /// Where its object stands in the project file.
  public var range: SourceRange

  /// A rectangle in output pixels, not empty.
  public init(
    x: Int, y: Int, width: Int, height: Int, treatment: Treatment, range: SourceRange = .none
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.treatment = treatment
    self.range = range
  }
}
