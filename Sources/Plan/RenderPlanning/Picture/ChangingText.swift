internal import BaseValues
internal import TimelineModel

/// A text that is another one from frame to frame: it counts, or its parts come and go.
struct ChangingText: Sendable {
  private let counted: CountedText?
  private let moving: MovingText?

  /// - Parameter style: of the layer's text.
  /// - Returns: `nil` for a text that stays as it is.
  /// - Throws: when its times cannot be computed exactly.
  init?(
    _ layer: TitleLayer, _ style: TextStyle, in title: Title, rate: FrameRate
  ) throws(TimeOverflow) {
    counted = try CountedText(layer.counters, over: title.placed, rate: rate)
    moving = try MovingText(
      style, enter: layer.enter, leave: layer.leave, wave: layer.wave, over: title.placed,
      rate: rate)
    if counted == nil, moving == nil { return nil }
  }

  /// The style at a frame.
  ///
  /// - Parameter style: of the layer's text, in the frame's colour.
  func style(_ style: TextStyle, at frame: Int) -> TextStyle {
    var style = style
    if let counted { style = counted.style(style, at: frame) }
    if let moving { style = moving.style(style, at: frame) }
    return style
  }
}
