import BaseValues
import CaptionFiles
import Diagnostics
import TimelineModel

/// A track of captions while its items are put on it.
struct CaptionLayout {
  let form: CaptionForm
  /// Where the next item begins.
  var cursor = Rational.zero
  /// What is drawn, in no order.
  private(set) var shown: [ShownCaption] = []
  /// Titles that look as captions do.
  private(set) var looks: [TitleDocument] = []
  /// The look of the track itself.
  private var usual: Int?

  init(form: CaptionForm) { self.form = form }

  /// Adds captions where windows show them.
  ///
  /// - Parameters:
  ///   - shift: how much later their times come.
  ///   - isOwnLook: whether others look otherwise.
  /// - Returns: whether any is shown.
  mutating func add(
    _ captions: [Caption], in windows: [CaptionWindow], _ shift: Rational, _ look: TitleDocument,
    isOwnLook: Bool, to track: inout Track
  ) throws(TimeOverflow) -> Bool {
    let index = isOwnLook ? nil : usual
    let place = index ?? looks.count
    if index == nil { looks.append(look) }
    if !isOwnLook { usual = place }
    let texts = captions.flatMap { form.texts(of: $0) }
    let whole = try Self.shown(texts, windows, shift, place)
    for caption in whole {
      track.captions?.append(
        PlacedCaption(placed: caption.placed, text: caption.text, range: caption.range))
    }
    let parts =
      form.words?.most == nil
      ? whole
      : try Self.shown(
        captions.flatMap { form.parts(of: $0) }, windows, shift, place)
    shown += parts
    return !parts.isEmpty
  }

  private static func shown(
    _ captions: [Caption], _ windows: [CaptionWindow], _ shift: Rational, _ look: Int
  ) throws(TimeOverflow) -> [ShownCaption] {
    var shown: [ShownCaption] = []
    for caption in captions {
      let (start, end) = (try caption.start + shift, try caption.end + shift)
      guard let range = TimeRange(start: start, end: end) else { continue }
      for window in windows {
        for placed in try window.ranges(of: range) {
          shown.append(
            ShownCaption(
              caption: caption, placed: placed, shift: shift, window: window, look: look))
        }
      }
    }
    return shown.sorted { $0.placed.start < $1.placed.start }
  }
}

/// A caption at its place in the movie.
struct ShownCaption {
  let caption: Caption
  let placed: TimeRange
  /// How much later its times come than those of the file.
  let shift: Rational
  let window: CaptionWindow
  /// Which of the layout's looks it has.
  let look: Int

  var text: String { caption.text }
  var range: SourceRange { caption.range }
}
