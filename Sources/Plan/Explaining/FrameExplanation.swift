package import BaseValues
package import PlanModel
package import RenderPlanning
package import TimelineModel

/// Why an output frame is what it is, down to the sources' timestamps: a value that can be printed.
package struct FrameExplanation: Sendable {
  /// The project's path.
  package var project: String
  /// Frame of the output, from 0.
  package var frame: Int
  /// Frames of the movie.
  package var frameCount: Int
  /// Frames a second, exactly.
  package var rate: FrameRate
  /// k/r
  package var time: Rational?
  /// SMPTE timecode, where the rate has one.
  package var timecode: String?
  /// The last marker that stands at the frame or before it.
  package var marker: Marker?
  /// The frames of the plan's segment.
  package var segment: Range<Int>
  /// The chunk in which the frame is encoded.
  package var chunk: ExplainedChunk?
  /// What shows where no layer covers it.
  package var background: YCbCr
  /// Bits of the codes in which it is composed.
  package var bitDepth: Int
  /// From back to front.
  package var layers: [LayerExplanation]
  /// A pixel of the frame, where one was asked for.
  package var pixel: PixelExplanation?
  /// A sample of the sound, where one was asked for.
  package var sound: AudioExplanation?
}

/// A chunk and where it is kept.
package struct ExplainedChunk: Hashable, Sendable {
  /// Place in the plan's chunks, from 0.
  package var index: Int
  /// Output frames, or samples; half-open.
  package var range: Range<Int64>
  /// The key of the chunk, and whether it is stored.
  package var record: ChunkRecord
}

/// One layer of a frame.
package struct LayerExplanation: Sendable {
  /// One picture, or the two of a transition.
  package enum Content: Sendable {
    case picture(PictureExplanation)
    case transition(TransitionExplanation)
  }

  /// What the layer consists of.
  package var content: Content
  /// Why the layer is not seen; `nil` for one that is.
  package var hiddenBecause: String?
  /// Its place in the plan's segment; `nil` for an item that is not planned for the frame.
  package var index: Int?
}

/// A transition at work.
package struct TransitionExplanation: Sendable {
  /// The transition's place in the project; the label is its name.
  package var item: ItemReference
  /// The frame's time k/r.
  package var time: Rational?
  /// Movie time over which it takes place.
  package var range: TimeRange?
  /// How time becomes progress.
  package var easing: Easing
  /// How far it has come at the frame; `nil` where that is not representable.
  package var progress: TransitionMoment?
  /// Share of `to` in 1/32768; `nil` where the pictures do not mix.
  package var weight: Int?
  /// The outgoing picture; `nil` where there is none.
  package var from: PictureExplanation?
  /// The incoming picture; `nil` where there is none.
  package var to: PictureExplanation?
  /// Where values come from that do not simply stand in the transition.
  package var origins: [OriginExplanation] = []
}

/// One picture of a frame.
package struct PictureExplanation: Sendable {
  /// Where its pixels come from.
  package enum Content: Sendable {
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
  package var item: ItemReference
  /// What is shown of it at the frame.
  package var content: Content
  /// Opacity in 1/32768; `nil` for an item that is not planned.
  package var weight: Int?
  /// Where it stands on the canvas; `nil` for an item that is not planned.
  package var geometry: Geometry?
  /// The part of the canvas it is limited to; `nil` for all of it.
  package var window: Rect?
  /// The exact values before rounding; `nil` where they are not representable.
  package var moment: LayerMoment?
  /// Its animated properties, the title's after the layer's own.
  package var animations: [AnimationExplanation]
  /// Effects, mask and blend mode, as a plan's text has them.
  package var changes: [String] = []
  /// Where values come from that do not simply stand in the item.
  package var origins: [OriginExplanation] = []
  /// Why this picture of a transition is not seen; `nil` for one that is.
  package var hiddenBecause: String?
}

/// An animated property: its value, and the keys around it.
package struct AnimationExplanation: Sendable {
  /// Where the animation stands, and the value it gives.
  package var moment: AnimationMoment
  /// The name of the effect whose parameter moves; `nil` for anything else.
  package var effect: String?
  /// Where the animation is written; `nil` where it stands nowhere.
  package var location: ProjectLocation?
  /// Movie time at which it begins; `nil` where that is not representable.
  package var begin: Rational?
  /// Seconds of one forward pass.
  package var duration: Rational
  /// How progress runs to the next key.
  package var easing: Easing
  /// The keys around the moment: places within a pass, 0…1, and values. One where it is on a key.
  package var keys: [(time: Rational, value: [Rational])]
}

/// A frame of a source that is shown with others at once.
package struct FrameShare: Hashable, Sendable {
  /// In presentation order from 0.
  package var frame: Int
  /// Of 32768.
  package var share: Int
}

/// A moment between two frames of a source, of which a picture is made.
package struct FramePassage: Hashable, Sendable {
  /// The earlier one, in presentation order from 0.
  package var first: Int
  /// The later one.
  package var second: Int
  /// How far from the first to the second, of 32768.
  package var share: Int
}

/// Which frame of a source is shown and why.
package struct SourceExplanation: Sendable {
  /// The project's name of the media item.
  package var media: String
  /// What is known of the media; `nil` where it was not opened.
  package var description: SourceDescription?
  /// In presentation order from 0.
  package var sourceFrame: Int
  /// The frames that are shown at once, where there are several.
  package var mixture: [FrameShare] = []
  /// The two frames between which the picture lies; `nil` where it is made of none that way.
  package var passage: FramePassage?
  /// Why it is this frame; `nil` where a time is not representable.
  package var moment: SourceMoment?
  /// The container's time of the frame.
  package var timestamp: SourceTimestamp?
  /// What planning knows of the source's pictures.
  package var facts: VideoFacts?
  /// The part of the upright picture that is used, in its stored pixels.
  package var crop: Rect
  /// What the cropped picture is scaled to.
  package var size: Size
  /// The chain of filters that it came through; `nil` where there is none.
  package var filter: FilterExplanation?

  /// Whether the frame's time is that of the container; `nil` where there is no container. A later
  /// field has none of its own: what counts is that of the earlier one.
  package var isExact: Bool? {
    guard let timestamp, let shown = moment?.shown else { return nil }
    guard let field, let facts else { return timestamp.sourceTime == shown.start }
    let earlier = try? facts.frames.range(ofFrame: field.isLater ? sourceFrame - 1 : sourceFrame)
    return timestamp.sourceTime == earlier?.start
  }

  /// The stored pictures in which the frame was found; `nil` where it is not film that was telecined.
  package var telecined: ClosedRange<Int>? {
    guard facts?.unit == .film else { return nil }
    let first = sourceFrame / 4 * 5
    return first...first + 5
  }

  /// The stored picture and which of its fields the frame shows; `nil` where frames are no fields.
  package var field: (picture: Int, isLater: Bool)? {
    facts?.unit == .fields ? (sourceFrame / 2, sourceFrame % 2 == 1) : nil
  }
}

/// How a picture came through a chain of filters.
package struct FilterExplanation: Sendable {
  /// libavfilter's text of it.
  package var chain: String
  /// Which pictures go through it together.
  package var blocks: FilterBlocks
  /// The stored picture that came out of it.
  package var picture: Int
  /// The stored picture that the chain was fed with first.
  package var firstFed: Int
}

/// A text or a shape, and what it is drawn with.
package struct TextExplanation: Sendable {
  /// As it is drawn.
  package var raster: TextRaster
  /// The fonts it is drawn with, the asked one first.
  package var fonts: [FontDescription]
}

/// A pixel after each layer is painted.
package struct PixelExplanation: Sendable {
  /// The pixel after one layer.
  package struct Step: Hashable, Sendable {
    /// Place in the explanation's layers; `nil` for the background.
    package var layer: Int?
    /// Limited-range BT.709, in the depth in which pictures are composed, not multiplied by alpha.
    package var code: YCbCr
    /// In the same depth; `nil` in a movie without alpha.
    package var alpha: Int?
    /// 0…255, from `code`.
    package var red: Int
    /// 0…255, from `code`.
    package var green: Int
    /// 0…255, from `code`.
    package var blue: Int
  }

  /// Column, from 0 at the left.
  package var x: Int
  /// Row, from 0 at the top.
  package var y: Int
  /// From the background on; the last is the composed frame's.
  package var steps: [Step]
}
