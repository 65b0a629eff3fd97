public import MediaTime
public import PixelGeometry
public import PlanModel
public import RenderPlanning
public import TimelineModel

/// Why an output frame is what it is, down to the sources' timestamps: a value that can be printed.
public struct FrameExplanation: Sendable {
  /// The project's path.
  public var project: String
  public var frame: Int
  public var frameCount: Int
  public var rate: FrameRate
  /// k/r
  public var time: Rational?
  /// SMPTE timecode, where the rate has one.
  public var timecode: String?
  /// The frames of the plan's segment.
  public var segment: Range<Int>
  public var chunk: ExplainedChunk?
  public var background: YCbCr
  /// From back to front.
  public var layers: [LayerExplanation]
  public var pixel: PixelExplanation?
  public var sound: SoundExplanation?
}

/// A chunk and where it is kept.
public struct ExplainedChunk: Hashable, Sendable {
  public var index: Int
  /// Output frames, or samples; half-open.
  public var range: Range<Int64>
  public var record: ChunkRecord
}

/// One layer of a frame.
public struct LayerExplanation: Sendable {
  public enum Content: Sendable {
    case picture(PictureExplanation)
    case transition(TransitionExplanation)
  }

  public var content: Content
  /// Why the layer is not seen; `nil` for one that is.
  public var hiddenBecause: String?
  /// Its place in the plan's segment; `nil` for an item that is not planned for the frame.
  public var place: Int?
}

/// A transition at work.
public struct TransitionExplanation: Sendable {
  public var item: ItemReference
  /// The frame's time k/r.
  public var time: Rational?
  /// Movie time over which it takes place.
  public var range: TimeRange?
  public var easing: Easing
  public var progress: TransitionMoment?
  /// Share of `to` in 1/32768; `nil` where the pictures do not mix.
  public var weight: Int?
  public var from: PictureExplanation?
  public var to: PictureExplanation?
}

/// One picture of a frame.
public struct PictureExplanation: Sendable {
  public enum Content: Sendable {
    case source(SourceExplanation)
    case text(TextExplanation)
    case color(Color, Size)
    case gradient(Color, Color, Size)
    /// Layers on a canvas of their own, which follow.
    case group(Size)
    /// The item has no picture at this frame.
    case nothing
  }

  public var item: ItemReference
  public var content: Content
  /// Opacity in 1/32768; `nil` for an item that is not planned.
  public var weight: Int?
  public var geometry: Geometry?
  public var window: Rect?
  /// The exact values before rounding; `nil` where they are not representable.
  public var moment: LayerMoment?
  public var animations: [AnimationExplanation]
  /// Effects, mask and blend mode, as a plan's text has them.
  public var changes: [String] = []
  /// Why this picture of a transition is not seen; `nil` for one that is.
  public var hiddenBecause: String?
}

/// An animated property: its value, and the keys around it.
public struct AnimationExplanation: Sendable {
  public var moment: AnimationMoment
  public var place: ProjectPlace?
  /// Movie time at which it begins; `nil` where that is not representable.
  public var begin: Rational?
  /// Seconds of one forward pass.
  public var duration: Rational
  /// How progress runs to the next key.
  public var easing: Easing
  /// The keys around the moment: places within a pass, 0…1, and values. One where it is on a key.
  public var keys: [(time: Rational, value: [Rational])]
}

/// Which frame of a source is shown and why.
public struct SourceExplanation: Sendable {
  public var media: String
  public var description: SourceDescription?
  public var sourceFrame: Int
  public var moment: SourceMoment?
  /// The container's time of the frame.
  public var timestamp: SourceTimestamp?
  public var facts: VideoFacts?
  public var crop: Rect
  /// What the cropped picture is scaled to.
  public var size: Size

  /// Whether the frame's time is that of the container; `nil` where there is no container.
  public var isExact: Bool? {
    guard let timestamp, let shown = moment?.shown else { return nil }
    return timestamp.sourceTime == shown.start
  }
}

/// A text and what it is drawn with.
public struct TextExplanation: Sendable {
  public var raster: TextRaster
  public var fonts: [FontDescription]
}

/// A pixel after each layer is painted.
public struct PixelExplanation: Sendable {
  public struct Step: Hashable, Sendable {
    /// Place in the explanation's layers; `nil` for the background.
    public var layer: Int?
    public var code: YCbCr
    public var red: Int
    public var green: Int
    public var blue: Int
  }

  public var x: Int
  public var y: Int
  /// From the background on; the last is the composed frame's.
  public var steps: [Step]
}
