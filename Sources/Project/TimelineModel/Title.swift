package import Diagnostics
package import BaseValues

/// Texts, images and shapes shown over the picture for a while.
package struct Title: Sendable {
  /// The `id` written in the project, if any.
  package var name: Located<String>?
  /// Movie time over which it is shown.
  package var placed: TimeRange
  /// In painter's order.
  package var layers: [TitleLayer]
  /// Moves all layers together about the output's centre; position values are offsets in pixels.
  package var animations: [Animation]
  /// Multiplies the opacity of every layer, 0…1.
  package var opacity: Rational
  /// Distance of the eye in pixels for rotation about x and y; the vanishing point is the centre of
  /// the output, as with a sublayer transform whose m34 is −1/perspective.
  package var perspective: Rational
  /// How movements are seen; `nil` where each frame shows one moment.
  package var motionBlur: MotionBlur?
  /// How it rolls, which is among its animations already; `nil` where it does not.
  package var roll: TitleRoll?
  /// The keys that concern all layers, with the places of their values.
  package var keys: [Located<String>]
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A title; layers and animations in time relative to its start.
  package init(
    name: Located<String>? = nil, placed: TimeRange, layers: [TitleLayer],
    animations: [Animation] = [], opacity: Rational = .one,
    perspective: Rational = Rational(1000), keys: [Located<String>] = [], range: SourceRange
  ) {
    self.name = name
    self.placed = placed
    self.layers = layers
    self.animations = animations
    self.opacity = opacity
    self.perspective = perspective
    self.keys = keys
    self.range = range
  }
}

/// One text, image or shape of a title, with its own place and animations.
package struct TitleLayer: Sendable {
  /// What is drawn.
  package enum Content: Hashable, Sendable {
    case text(TextStyle)
    /// A picture at its own size, or scaled to `width` and/or `height` pixels with its shape kept
    /// where only one is given. Video media shows the frame at the title's own time.
    case image(MediaID, width: Int?, height: Int?)
    case shape(ShapeStyle)
  }

  /// Drawn at its own size before `placement`.
  package var content: Content
  /// At rest; its position is a place in the output.
  package var placement: Placement
  /// Pixels of the output for a square pixel of an image at its own size.
  package var unit: Rational
  /// What is done with its colours.
  package var look: PictureLook
  /// In time relative to the title's start.
  package var animations: [Animation]
  /// The parts of a text that say something else from frame to frame, in the text's order.
  package var counters: [TextCounter] = []
  /// How the parts of a text come, from the title's start on; `nil` where it is there at once.
  package var enter: TextMotion?
  /// How they go until the title's end.
  package var leave: TextMotion?
  /// How they go up and down; `nil` where they stand.
  package var wave: TextWave?
  /// Where the font is named; the layer itself where it is not.
  package var fontRange: SourceRange
  /// The keys that are written in it, with the places of their values.
  package var keys: [Located<String>]
  /// Where its object stands in the project file; the title's where it has no layers.
  package var range: SourceRange

  /// A layer; without `fontRange` that is `range`.
  package init(
    content: Content, placement: Placement, look: PictureLook = PictureLook(),
    animations: [Animation] = [], unit: Rational = .one,
    fontRange: SourceRange = .none, keys: [Located<String>] = [], range: SourceRange
  ) {
    self.unit = unit
    self.fontRange = fontRange.isNone ? range : fontRange
    self.content = content
    self.placement = placement
    self.look = look
    self.animations = animations
    self.keys = keys
    self.range = range
  }
}
