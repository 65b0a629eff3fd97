public import BaseValues
public import PlanModel
public import RenderPlanning
public import TimelineModel

/// Why an output frame is what it is, down to the sources' timestamps: a value that can be printed.
public struct FrameExplanation: Sendable {
  /// The project's path.
  public var project: String
  /// Frame of the output, from 0.
  public var frame: Int
  /// Frames of the movie.
  public var frameCount: Int
  /// Frames a second, exactly.
  public var rate: FrameRate
  /// k/r
  public var time: Rational?
  /// SMPTE timecode, where the rate has one.
  public var timecode: String?
  /// The last marker that stands at the frame or before it.
  public var marker: Marker?
  /// The frames of the plan's segment.
  public var segment: Range<Int>
  /// The chunk in which the frame is encoded.
  public var chunk: ExplainedChunk?
  /// What shows where no layer covers it.
  public var background: YCbCr
  /// Bits of the codes in which it is composed.
  public var bitDepth: Int
  /// From back to front.
  public var layers: [LayerExplanation]
  /// A pixel of the frame, where one was asked for.
  public var pixel: PixelExplanation?
  /// A sample of the sound, where one was asked for.
  public var sound: AudioExplanation?
}

/// A chunk and where it is kept.
public struct ExplainedChunk: Hashable, Sendable {
  /// Place in the plan's chunks, from 0.
  public var index: Int
  /// Output frames, or samples; half-open.
  public var range: Range<Int64>
  /// The key of the chunk, and whether it is stored.
  public var record: ChunkRecord
}

/// One layer of a frame.
public struct LayerExplanation: Sendable {
  /// One picture, or the two of a transition.
  public enum Content: Sendable {
    case picture(PictureExplanation)
    case transition(TransitionExplanation)
  }

  /// What the layer consists of.
  public var content: Content
  /// Why the layer is not seen; `nil` for one that is.
  public var hiddenBecause: String?
  /// Its place in the plan's segment; `nil` for an item that is not planned for the frame.
  public var index: Int?
}

/// A transition at work.
public struct TransitionExplanation: Sendable {
  /// The transition's place in the project; the label is its name.
  public var item: ItemReference
  /// The frame's time k/r.
  public var time: Rational?
  /// Movie time over which it takes place.
  public var range: TimeRange?
  /// How time becomes progress.
  public var easing: Easing
  /// How far it has come at the frame; `nil` where that is not representable.
  public var progress: TransitionMoment?
  /// Share of `to` in 1/32768; `nil` where the pictures do not mix.
  public var weight: Int?
  /// The outgoing picture; `nil` where there is none.
  public var from: PictureExplanation?
  /// The incoming picture; `nil` where there is none.
  public var to: PictureExplanation?
  /// Where values come from that do not simply stand in the transition.
  public var origins: [OriginExplanation] = []
}

/// One picture of a frame.
public struct PictureExplanation: Sendable {
  /// Where its pixels come from.
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

  /// The clip or the layer of a title.
  public var item: ItemReference
  /// What is shown of it at the frame.
  public var content: Content
  /// Opacity in 1/32768; `nil` for an item that is not planned.
  public var weight: Int?
  /// Where it stands on the canvas; `nil` for an item that is not planned.
  public var geometry: Geometry?
  /// The part of the canvas it is limited to; `nil` for all of it.
  public var window: Rect?
  /// The exact values before rounding; `nil` where they are not representable.
  public var moment: LayerMoment?
  /// Its animated properties, the title's after the layer's own.
  public var animations: [AnimationExplanation]
  /// Effects, mask and blend mode, as a plan's text has them.
  public var changes: [String] = []
  /// Where values come from that do not simply stand in the item.
  public var origins: [OriginExplanation] = []
  /// Why this picture of a transition is not seen; `nil` for one that is.
  public var hiddenBecause: String?
}

/// An animated property: its value, and the keys around it.
public struct AnimationExplanation: Sendable {
  /// Where the animation stands, and the value it gives.
  public var moment: AnimationMoment
  /// The name of the effect whose parameter moves; `nil` for anything else.
  public var effect: String?
  /// Where the animation is written; `nil` where it stands nowhere.
  public var location: ProjectLocation?
  /// Movie time at which it begins; `nil` where that is not representable.
  public var begin: Rational?
  /// Seconds of one forward pass.
  public var duration: Rational
  /// How progress runs to the next key.
  public var easing: Easing
  /// The keys around the moment: places within a pass, 0…1, and values. One where it is on a key.
  public var keys: [(time: Rational, value: [Rational])]
}

/// A frame of a source that is shown with others at once.
public struct FrameShare: Hashable, Sendable {
  /// In presentation order from 0.
  public var frame: Int
  /// Of 32768.
  public var share: Int
}

/// A moment between two frames of a source, of which a picture is made.
public struct FramePassage: Hashable, Sendable {
  /// The earlier one, in presentation order from 0.
  public var first: Int
  /// The later one.
  public var second: Int
  /// How far from the first to the second, of 32768.
  public var share: Int
}

/// Which frame of a source is shown and why.
public struct SourceExplanation: Sendable {
  /// The project's name of the media item.
  public var media: String
  /// What is known of the media; `nil` where it was not opened.
  public var description: SourceDescription?
  /// In presentation order from 0.
  public var sourceFrame: Int
  /// The frames that are shown at once, where there are several.
  public var mixture: [FrameShare] = []
  /// The two frames between which the picture lies; `nil` where it is made of none that way.
  public var passage: FramePassage?
  /// Why it is this frame; `nil` where a time is not representable.
  public var moment: SourceMoment?
  /// The container's time of the frame.
  public var timestamp: SourceTimestamp?
  /// What planning knows of the source's pictures.
  public var facts: VideoFacts?
  /// The part of the upright picture that is used, in its stored pixels.
  public var crop: Rect
  /// What the cropped picture is scaled to.
  public var size: Size
  /// The chain of filters that it came through; `nil` where there is none.
  public var filter: FilterExplanation?

  /// Whether the frame's time is that of the container; `nil` where there is no container. A later
  /// field has none of its own: what counts is that of the earlier one.
  public var isExact: Bool? {
    guard let timestamp, let shown = moment?.shown else { return nil }
    guard let field, let facts else { return timestamp.sourceTime == shown.start }
    let earlier = try? facts.frames.range(ofFrame: field.isLater ? sourceFrame - 1 : sourceFrame)
    return timestamp.sourceTime == earlier?.start
  }

  /// The stored pictures in which the frame was found; `nil` where it is not film that was telecined.
  public var telecined: ClosedRange<Int>? {
    guard facts?.unit == .film else { return nil }
    let first = sourceFrame / 4 * 5
    return first...first + 5
  }

  /// The stored picture and which of its fields the frame shows; `nil` where frames are no fields.
  public var field: (picture: Int, isLater: Bool)? {
    facts?.unit == .fields ? (sourceFrame / 2, sourceFrame % 2 == 1) : nil
  }
}

/// How a picture came through a chain of filters.
public struct FilterExplanation: Sendable {
  /// libavfilter's text of it.
  public var chain: String
  /// Which pictures go through it together.
  public var blocks: FilterBlocks
  /// The stored picture that came out of it.
  public var picture: Int
  /// The stored picture that the chain was fed with first.
  public var firstFed: Int
}

/// A text or a shape, and what it is drawn with.
public struct TextExplanation: Sendable {
  /// As it is drawn.
  public var raster: TextRaster
  /// The fonts it is drawn with, the asked one first.
  public var fonts: [FontDescription]
}

/// A pixel after each layer is painted.
public struct PixelExplanation: Sendable {
  /// The pixel after one layer.
  public struct Step: Hashable, Sendable {
    /// Place in the explanation's layers; `nil` for the background.
    public var layer: Int?
    /// Limited-range BT.709, in the depth in which pictures are composed.
    public var code: YCbCr
    /// 0…255, from `code`.
    public var red: Int
    /// 0…255, from `code`.
    public var green: Int
    /// 0…255, from `code`.
    public var blue: Int
  }

  /// Column, from 0 at the left.
  public var x: Int
  /// Row, from 0 at the top.
  public var y: Int
  /// From the background on; the last is the composed frame's.
  public var steps: [Step]
}
