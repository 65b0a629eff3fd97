package import Diagnostics
package import BaseValues

/// What the author of a project expects of its movie, for tests.
package struct Expectations: Sendable {
  /// Seconds, rounded to the output's frames before it is compared.
  package var duration: Located<Rational>?
  /// Output frames of the whole movie, 1 or more.
  package var frameCount: Located<Int>?
  /// All hard cuts of the movie, in no order that matters; `nil` where nothing is said of them.
  package var cuts: Located<[Located<Rational>]>?
  /// Each has to hold; in the order of the file.
  package var texts: [ExpectedText]
  /// `nil` where nothing is said of it: what is kept is compared, but need not be there.
  package var golden: GoldenChoice?
  /// Of pictures, apart from `regions`.
  package var frameTolerance: FrameTolerance?
  /// `nil` where sound has to have the hashes that were kept.
  package var audioTolerance: AudioTolerance?
  /// In the order of the file; they may overlap.
  package var regions: [ExpectedRegion]
  /// Where the value of `expect` stands.
  package var range: SourceRange

  /// What is expected; without arguments, nothing.
  package init(
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
package struct ExpectedText: Hashable, Sendable {
  /// Movie time in seconds; the frame on the screen then is looked at.
  package var time: Located<Rational>
  /// All or a part of what is written.
  package var text: String

  /// A text, and when it is to be seen.
  package init(time: Located<Rational>, text: String) {
    self.time = time
    self.text = text
  }
}

/// What is kept of a movie to be compared with later.
package struct GoldenChoice: Hashable, Sendable {
  /// The frames whose hashes are kept.
  package enum Frames: Hashable, Sendable {
    /// All frames of a short movie; of a longer one the first, middle and last frame of each
    /// stretch with the same layers.
    case `default`
    case all
    /// The frames shown at these times.
    case at([Located<Rational>])
  }

  /// Whose hashes are kept; pictures may be of others.
  package var frames: Frames
  /// Times whose frames are kept as pictures too; `nil` for one in the middle of the movie.
  package var pictures: [Located<Rational>]?
  /// Whether the hash, level and peak of every second are kept, and the loudness.
  package var sound: Bool

  /// What is kept; without arguments, as where the project says nothing of it.
  package init(
    frames: Frames = .default, pictures: [Located<Rational>]? = nil, sound: Bool = true
  ) {
    self.frames = frames
    self.pictures = pictures
    self.sound = sound
  }
}

/// How much a picture may differ from the one that was kept; all that is said has to hold.
package struct FrameTolerance: Hashable, Sendable {
  /// The least peak signal-to-noise ratio of all planes together, in decibels.
  package var psnr: Rational?
  /// The least structural similarity of luma, at most 1.
  package var ssim: Rational?
  /// The greatest difference of any sample, in codes of 8 bits.
  package var maximumDifference: Int?

  /// A tolerance; a limit that is `nil` is not checked.
  package init(psnr: Rational? = nil, ssim: Rational? = nil, maximumDifference: Int? = nil) {
    self.psnr = psnr
    self.ssim = ssim
    self.maximumDifference = maximumDifference
  }
}

/// How much sound may differ from what was kept; all that is said has to hold.
package struct AudioTolerance: Hashable, Sendable {
  /// The greatest difference of the level and of the peak of any second, in decibels.
  package var level: Rational?
  /// The greatest difference of the movie's loudness, in LU.
  package var loudness: Rational?

  /// A tolerance; a limit that is `nil` is not checked.
  package init(level: Rational? = nil, loudness: Rational? = nil) {
    self.level = level
    self.loudness = loudness
  }
}

/// A part of the picture that is compared in its own way.
package struct ExpectedRegion: Hashable, Sendable {
  /// How the region is compared.
  package enum Treatment: Hashable, Sendable {
    /// It may show anything.
    case ignored
    case compared(FrameTolerance)
  }

  /// In output pixels from the top left corner.
  package var x: Int
  /// In output pixels from the top left corner, down.
  package var y: Int
  /// In output pixels, 1 or more.
  package var width: Int
  /// In output pixels, 1 or more.
  package var height: Int
  /// Holds for all frames that are compared.
  package var treatment: Treatment
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A rectangle in output pixels, not empty.
  package init(
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
