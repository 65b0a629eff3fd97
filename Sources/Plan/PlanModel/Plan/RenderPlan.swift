package import BaseValues
package import OutputKinds
package import TimelineModel

/// Everything that execution needs, as integers: the edit after all rounding.
///
/// A plan is a value. It can be printed, compared, hashed and executed; execution decides nothing
/// any more. Frames are frames of the output, counted from 0; sample positions are samples of the
/// output's rate, counted from 0; opacities and shares are 1.15 fixed point (32768 is one); gains are
/// 8.24 fixed point (16777216 is one); geometry is a homography of integers.
package struct RenderPlan: Hashable, Sendable {
  /// Size, rate, length and encoding of the movie.
  package var output: PlannedOutput
  /// The media items that are used, in the order of the project. Content refers to them by `MediaID`.
  package var sources: [PlannedSource]
  /// How source pictures are brought to the output's pixels; `ConformID` is a place in this list.
  package var conforms: [Conform]
  /// Texts that are drawn once and shown many times; `RasterID` is a place in this list.
  package var rasters: [TextRaster]
  /// Shapes and pictures that others are seen through; `MaskID` is a place in this list.
  package var masks: [PlannedMask]
  /// Without gap or overlap from frame 0 to `output.frameCount`.
  package var segments: [PictureSegment]
  /// The first track of sound; `nil` for a movie without sound.
  package var audio: AudioPlan?
  /// The tracks of sound after the first, each a mix of its own as long as that and of its sample rate.
  package var otherAudio: [AudioPlan] = []
  /// Without gap or overlap from frame 0 to `output.frameCount`; each starts with a key frame.
  package var chunks: [Chunk]
  /// Every edit point that was rounded, for people; execution does not look at it.
  package var ledger: [LedgerEntry]
  /// The versions of program and libraries that wrote the plan, whose chunks go together; `nil` where
  /// that is not said. Execution does not look at it.
  package var program: String?

  /// A plan of parts that fit together: ids are places in these lists. Nothing is checked.
  package init(
    output: PlannedOutput, sources: [PlannedSource], conforms: [Conform], rasters: [TextRaster],
    masks: [PlannedMask] = [], segments: [PictureSegment], audio: AudioPlan?, chunks: [Chunk],
    ledger: [LedgerEntry]
  ) {
    self.output = output
    self.sources = sources
    self.conforms = conforms
    self.rasters = rasters
    self.masks = masks
    self.segments = segments
    self.audio = audio
    self.chunks = chunks
    self.ledger = ledger
  }
}

/// The movie's shape.
package struct PlannedOutput: Hashable, Sendable {
  /// Width and height of every frame, in pixels.
  package var size: Size
  /// Frames a second, exactly.
  package var rate: FrameRate
  /// The movie has frames 0 ..< this; a part of a movie may have none.
  package var frameCount: Int
  /// The background as limited-range codes of the depth and colour in which pictures are encoded.
  package var background: YCbCr
  /// The kind of file that the movie is.
  package var container: MovieContainer
  /// Frames of a segment at most, where the container has segments; chunks begin where segments do.
  package var segmentFrames: Int?
  /// Whether the file is cut into fragments, each with an index of its own.
  package var isFragmented = false
  /// What the movie says of itself; nothing of it changes a chunk.
  package var description = MovieDescription()
  /// Bytes that the movie's file may have at most; `nil` for any. It changes no byte.
  package var maxSize: Int?
  /// How pictures are encoded; part of the keys of their chunks.
  package var video: VideoEncoding
  /// How the first track of sound is encoded; `nil` where the movie has none.
  package var audio: AudioEncoding?
  /// How the tracks of sound after the first are encoded.
  package var otherAudio: [AudioEncoding] = []

  /// A movie's shape; nothing is checked.
  package init(
    size: Size, rate: FrameRate, frameCount: Int, background: YCbCr, video: VideoEncoding,
    audio: AudioEncoding?, container: MovieContainer = .usual
  ) {
    self.size = size
    self.rate = rate
    self.frameCount = frameCount
    self.background = background
    self.video = video
    self.audio = audio
    self.container = container
  }
}

/// A track of the movie.
package enum PlannedTrack: Hashable, Sendable {
  /// Composed pictures.
  case pictures(VideoEncoding)
  /// A mix of the project's tracks.
  case sound(AudioEncoding)
}

extension PlannedOutput {
  /// Bits of the samples in which pictures are composed and encoded.
  package var bitDepth: Int {
    get { video.bitDepth }
    set { video.bitDepth = newValue }
  }

  /// Whether what nothing is drawn on is transparent, and not the background.
  package var hasAlpha: Bool {
    get { video.hasAlpha }
    set { video.hasAlpha = newValue }
  }

  /// The place of the first track of sound; the others follow it.
  package var soundTrack: Int { container.holdsPictures ? 1 : 0 }

  /// What is said of a track of sound.
  ///
  /// - Parameter number: of the track among those of sound, from 0.
  package func soundDescription(_ number: Int) -> TrackDescription {
    description.track(soundTrack + number)
  }

  /// What samples mean, in which pictures are composed and encoded.
  package var color: PictureColor {
    get { video.color }
    set { video.color = newValue }
  }

  /// The movie's tracks in the order of its file; a place in them stands for a track.
  package var tracks: [PlannedTrack] {
    (container.holdsPictures ? [.pictures(video)] : [])
      + ((audio.map { [$0] } ?? []) + otherAudio).map(PlannedTrack.sound)
  }
}

/// One colour as codes of 8 bits, or of 10, which are four times as large.
package struct YCbCr: Hashable, Sendable {
  /// 16 black … 235 white.
  package var y: UInt16
  /// 16…240; 128 is no colour.
  package var cb: UInt16
  /// 16…240; 128 is no colour.
  package var cr: UInt16

  /// A colour by its codes; nothing is checked.
  package init(y: UInt16, cb: UInt16, cr: UInt16) {
    self.y = y
    self.cb = cb
    self.cr = cr
  }
}

/// A media item that the plan uses.
package struct PlannedSource: Hashable, Sendable {
  /// Place in the project's list of media, which need not be the place in the plan's.
  package var media: MediaID
  /// The project's name for it, for messages; not part of any key.
  package var name: String
  /// What is opened: a file and its streams, numbered pictures, a colour, a generator or a filter.
  package var content: MediaContent
  /// How its pictures are meant.
  package var reading: Interpretation
  /// `MediaFacts.contentHash`: stands for the source in the keys of chunks.
  package var contentHash: String
  /// What is done where it is damaged.
  package var onDamage: DamagePolicy
  /// A hash of each picture of a source whose pictures are files of their own; empty for all else.
  package var frameHashes: [UInt64]
  /// Whether none of its pictures can be seen through.
  package var isOpaque: Bool
  /// Its stored pictures; `nil` where it has none.
  package var pictures: PlannedFrames?

  /// A source; what is left out is unknown or the usual.
  package init(
    media: MediaID, name: String, content: MediaContent,
    reading: Interpretation = Interpretation(), contentHash: String, frameHashes: [UInt64] = [],
    onDamage: DamagePolicy = .error, isOpaque: Bool = false, pictures: PlannedFrames? = nil
  ) {
    self.media = media
    self.name = name
    self.content = content
    self.reading = reading
    self.contentHash = contentHash
    self.onDamage = onDamage
    self.frameHashes = frameHashes
    self.isOpaque = isOpaque
    self.pictures = pictures
  }
}

/// What is known of the stored pictures of a source before any of them is read.
package struct PlannedFrames: Hashable, Sendable {
  /// As stored, before turning and cropping.
  package var size: Size
  /// How much memory a pixel takes, and how deep it is.
  package var storage: FrameStorage
  /// Whether each can be decoded without others: stills, and pictures that are files of their own.
  package var standAlone: Bool
  /// What the source's frames are made of.
  package var unit: FrameUnit

  /// What one stored picture takes, whether it can be decoded alone, and what is a frame.
  package init(
    size: Size, storage: FrameStorage, standAlone: Bool, unit: FrameUnit = .pictures
  ) {
    self.size = size
    self.storage = storage
    self.standAlone = standAlone
    self.unit = unit
  }

  /// Memory of one.
  package var bytes: Int { size.width * size.height * storage.bitsPerPixel / 8 }
}

/// Place in `RenderPlan.conforms`.
package struct ConformID: Hashable, Comparable, Sendable {
  /// From 0.
  package let index: Int
  /// The place `index`, whether the list has it or not.
  package init(_ index: Int) { self.index = index }
  /// In the order of the list.
  package static func < (a: ConformID, b: ConformID) -> Bool { a.index < b.index }
}

/// Place in `RenderPlan.rasters`.
package struct RasterID: Hashable, Comparable, Sendable {
  /// From 0.
  package let index: Int
  /// The place `index`, whether the list has it or not.
  package init(_ index: Int) { self.index = index }
  /// In the order of the list.
  package static func < (a: RasterID, b: RasterID) -> Bool { a.index < b.index }
}

/// Place in `RenderPlan.masks`.
package struct MaskID: Hashable, Comparable, Sendable {
  /// From 0.
  package let index: Int
  /// The place `index`, whether the list has it or not.
  package init(_ index: Int) { self.index = index }
  /// In the order of the list.
  package static func < (a: MaskID, b: MaskID) -> Bool { a.index < b.index }
}

/// Brings every picture of one source to one shape: cropped, turned upright, scaled to `size`,
/// in the output's pixel format and colour.
package struct Conform: Hashable, Sendable {
  /// Nothing is scaled or drawn to more than this width or height.
  package static let largestSide = 8192

  /// The source whose pictures are brought to this shape.
  package var media: MediaID
  /// The part of the upright picture that is used, in stored pixels, which need not be square.
  package var crop: Rect
  /// The size in output pixels that the cropped picture is scaled to.
  package var size: Size
  /// Of a source behind a chain of filters: which pictures go through it together.
  package var filter: FilterBlocks?

  /// Filters first, then crops, then scales.
  package init(media: MediaID, crop: Rect, size: Size, filter: FilterBlocks? = nil) {
    self.media = media
    self.crop = crop
    self.size = size
    self.filter = filter
  }
}

/// A text or a shape to be drawn once.
package struct TextRaster: Hashable, Sendable {
  /// Pixels of a raster for one pixel of its style.
  package static let scales = 1...8

  /// Words, font and paint, in pixels of the output; without words where it is a shape.
  package var style: TextStyle
  /// The anchor as fractions of the text's box, in 1/65536.
  package var anchorX: Int
  /// The same from the upper edge, 65536 is the lower one.
  package var anchorY: Int
  /// Pixels of the raster for one pixel of the style: drawn larger where an animation enlarges.
  package var scale: Int
  /// What tells the fonts that it is drawn with, and how they lay it out, from others; `nil` where
  /// any will do.
  package var fontHash: UInt64?
  /// What is drawn in place of a text.
  package var shape: ShapeStyle?

  /// A text to be drawn; equal ones are drawn once.
  package init(style: TextStyle, anchorX: Int, anchorY: Int, scale: Int, fontHash: UInt64? = nil) {
    self.fontHash = fontHash
    self.style = style
    self.anchorX = anchorX
    self.anchorY = anchorY
    self.scale = scale
  }

  /// A shape to be drawn; equal ones are drawn once.
  package init(shape: ShapeStyle, anchorX: Int, anchorY: Int, scale: Int) {
    self.init(style: .blank, anchorX: anchorX, anchorY: anchorY, scale: scale)
    self.shape = shape
  }

  /// Its text; `nil` for a shape.
  package var text: String? { shape == nil ? style.text : nil }
}

/// A stretch of output frames over which the same layers are shown.
package struct PictureSegment: Hashable, Sendable {
  /// Half-open, not empty.
  package var frames: Range<Int>
  /// From back to front, on the background.
  package var layers: [PictureLayer]

  /// A stretch of frames; layers from back to front.
  package init(frames: Range<Int>, layers: [PictureLayer]) {
    self.frames = frames
    self.layers = layers
  }
}

/// Which item of the project something in the plan comes from. Not part of any content key.
package struct PlanOrigin: Hashable, Sendable {
  /// Items by their places in the track's lists, from 0.
  package enum Item: Hashable, Sendable {
    case clip(Int)
    case transition(Int)
    case title(Int, layer: Int)
  }

  /// In painter's order.
  package var track: TrackID
  /// The item of that track.
  package var item: Item
  /// What a person calls it: the item's id, media name or text.
  package var label: String

  /// An item; the label is for people and for the plan's text.
  package init(track: TrackID, item: Item, label: String) {
    self.track = track
    self.item = item
    self.label = label
  }
}

/// A stretch of output frames that is rendered and encoded on its own.
package struct Chunk: Hashable, Sendable {
  /// From 0, without gap, in the order of frames.
  package var index: Int
  /// Half-open, not empty.
  package var frames: Range<Int>

  /// A chunk, whose first frame becomes a key frame.
  package init(index: Int, frames: Range<Int>) {
    self.index = index
    self.frames = frames
  }
}

/// How an edit point was rounded.
package struct LedgerEntry: Hashable, Sendable {
  /// What an edit point is rounded to.
  package enum Unit: String, Hashable, Sendable {
    case frame, sample
  }

  /// The item whose edit point it is.
  package var origin: PlanOrigin
  /// For example `start`, `end`, `transition start`.
  package var point: String
  /// Pictures are put on frames, sound on samples of the output's rate.
  package var unit: Unit
  /// Seconds of the movie, before rounding.
  package var exact: Rational
  /// The frame or sample it was put on.
  package var position: Int64
  /// Position's time minus exact time, in seconds; at most half a unit either way.
  package var error: Rational

  /// A rounding; `error` is position's time minus `exact`.
  package init(
    origin: PlanOrigin, point: String, unit: Unit, exact: Rational, position: Int64,
    error: Rational
  ) {
    self.origin = origin
    self.point = point
    self.unit = unit
    self.exact = exact
    self.position = position
    self.error = error
  }
}
