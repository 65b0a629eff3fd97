public import MediaTime
public import PixelGeometry
public import TimelineModel

/// Everything that execution needs, as integers: the edit after all rounding.
///
/// A plan is a value. It can be printed, compared, hashed and executed; execution decides nothing
/// any more. Frames are frames of the output, counted from 0; sample positions are samples of the
/// output's rate, counted from 0; opacities and shares are 1.15 fixed point (32768 is one); gains are 8.24 fixed
/// point (16777216 is one); geometry is a homography of integers.
public struct RenderPlan: Sendable {
  public var output: PlannedOutput
  /// The media items that are used, in the order of the project. Content refers to them by `MediaID`.
  public var sources: [PlannedSource]
  /// How source pictures are brought to the output's pixels; `ConformID` is a place in this list.
  public var conforms: [Conform]
  /// Texts that are drawn once and shown many times; `RasterID` is a place in this list.
  public var rasters: [TextRaster]
  /// Shapes and pictures that others are seen through; `MaskID` is a place in this list.
  public var masks: [PlannedMask]
  /// Without gap or overlap from frame 0 to `output.frameCount`.
  public var segments: [PictureSegment]
  public var audio: AudioPlan?
  /// Without gap or overlap from frame 0 to `output.frameCount`; each starts with a key frame.
  public var chunks: [Chunk]
  public var ledger: [LedgerEntry]

  public init(
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
public struct PlannedOutput: Hashable, Sendable {
  public var size: Size
  public var rate: FrameRate
  public var frameCount: Int
  /// The background as limited-range BT.709 codes.
  public var background: YCbCr
  public var video: VideoEncoding
  public var audio: AudioEncoding?

  public init(
    size: Size, rate: FrameRate, frameCount: Int, background: YCbCr, video: VideoEncoding,
    audio: AudioEncoding?
  ) {
    self.size = size
    self.rate = rate
    self.frameCount = frameCount
    self.background = background
    self.video = video
    self.audio = audio
  }
}

/// One colour as 8-bit codes.
public struct YCbCr: Hashable, Sendable {
  public var y: UInt8
  public var cb: UInt8
  public var cr: UInt8

  public init(y: UInt8, cb: UInt8, cr: UInt8) {
    self.y = y
    self.cb = cb
    self.cr = cr
  }
}

/// A media item that the plan uses.
public struct PlannedSource: Hashable, Sendable {
  public var media: MediaID
  public var name: String
  public var content: MediaContent
  /// How its pictures are meant.
  public var reading: PictureReading
  public var contentHash: String
  /// What is done where it is damaged.
  public var onDamage: DamagePolicy
  /// A hash of each picture of a source whose pictures are files of their own; empty for all else.
  public var pictureHashes: [UInt64]
  /// Whether none of its pictures can be seen through.
  public var isOpaque: Bool
  /// Its stored pictures; `nil` where it has none.
  public var pictures: PlannedPictures?

  public init(
    media: MediaID, name: String, content: MediaContent,
    reading: PictureReading = PictureReading(), contentHash: String, pictureHashes: [UInt64] = [],
    onDamage: DamagePolicy = .error, isOpaque: Bool = false, pictures: PlannedPictures? = nil
  ) {
    self.media = media
    self.name = name
    self.content = content
    self.reading = reading
    self.contentHash = contentHash
    self.onDamage = onDamage
    self.pictureHashes = pictureHashes
    self.isOpaque = isOpaque
    self.pictures = pictures
  }
}

/// What is known of the stored pictures of a source before any of them is read.
public struct PlannedPictures: Hashable, Sendable {
  public var size: Size
  public var storage: PictureStorage
  /// Whether each can be decoded without others: stills, and pictures that are files of their own.
  public var standAlone: Bool

  public init(size: Size, storage: PictureStorage, standAlone: Bool) {
    self.size = size
    self.storage = storage
    self.standAlone = standAlone
  }

  /// Memory of one.
  public var bytes: Int { size.width * size.height * storage.bitsPerPixel / 8 }
}

public struct ConformID: Hashable, Comparable, Sendable {
  public let index: Int
  public init(_ index: Int) { self.index = index }
  public static func < (a: ConformID, b: ConformID) -> Bool { a.index < b.index }
}

public struct RasterID: Hashable, Comparable, Sendable {
  public let index: Int
  public init(_ index: Int) { self.index = index }
  public static func < (a: RasterID, b: RasterID) -> Bool { a.index < b.index }
}

public struct MaskID: Hashable, Comparable, Sendable {
  public let index: Int
  public init(_ index: Int) { self.index = index }
  public static func < (a: MaskID, b: MaskID) -> Bool { a.index < b.index }
}

/// Brings every picture of one source to one shape: cropped, turned upright, scaled to `size`,
/// in the output's pixel format and colour.
public struct Conform: Hashable, Sendable {
  public var media: MediaID
  /// The part of the upright picture in square-less stored pixels that is used.
  public var crop: Rect
  /// The size in output pixels that the cropped picture is scaled to.
  public var size: Size

  public init(media: MediaID, crop: Rect, size: Size) {
    self.media = media
    self.crop = crop
    self.size = size
  }
}

/// A text to be drawn once.
public struct TextRaster: Hashable, Sendable {
  public var style: TextStyle
  /// The anchor as fractions of the text's box, in 1/65536.
  public var anchorX: Int
  public var anchorY: Int
  /// Pixels of the raster for one pixel of the style, 1…8: drawn larger where an animation enlarges.
  public var scale: Int

  public init(style: TextStyle, anchorX: Int, anchorY: Int, scale: Int) {
    self.style = style
    self.anchorX = anchorX
    self.anchorY = anchorY
    self.scale = scale
  }
}

/// A stretch of output frames over which the same layers are shown.
public struct PictureSegment: Hashable, Sendable {
  /// Half-open, not empty.
  public var frames: Range<Int>
  /// From back to front, on the background.
  public var layers: [PictureLayer]

  public init(frames: Range<Int>, layers: [PictureLayer]) {
    self.frames = frames
    self.layers = layers
  }
}

/// Which item of the project something in the plan comes from. Not part of any content key.
public struct PlanOrigin: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case clip(Int)
    case transition(Int)
    case title(Int, layer: Int)
  }

  public var track: TrackID
  public var item: Item
  /// What a person calls it: the item's id, media name or text.
  public var label: String

  public init(track: TrackID, item: Item, label: String) {
    self.track = track
    self.item = item
    self.label = label
  }
}

/// A stretch of output frames that is rendered and encoded on its own.
public struct Chunk: Hashable, Sendable {
  public var index: Int
  /// Half-open, not empty.
  public var frames: Range<Int>

  public init(index: Int, frames: Range<Int>) {
    self.index = index
    self.frames = frames
  }
}

/// How an edit point was rounded.
public struct LedgerEntry: Hashable, Sendable {
  public enum Unit: Hashable, Sendable {
    case frame, sample
  }

  public var origin: PlanOrigin
  /// For example `start`, `end`, `transition start`.
  public var point: String
  public var unit: Unit
  public var exact: Rational
  /// The frame or sample it was put on.
  public var position: Int64
  /// Position's time minus exact time, in seconds; at most half a unit either way.
  public var error: Rational

  public init(
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
