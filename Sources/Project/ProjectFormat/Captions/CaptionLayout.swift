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
  /// Who speaks in what was added.
  private(set) var speakers: Set<String> = []
  /// The look of the track itself.
  private var usual: Int?

  init(form: CaptionForm) { self.form = form }

  /// Adds captions where windows show them.
  ///
  /// - Parameters:
  ///   - bounds: the part of the file's own times that is shown.
  ///   - shift: how much later their times come.
  ///   - isOwnLook: whether others look otherwise.
  /// - Returns: whether any is shown.
  mutating func add(
    _ captions: [Caption], in windows: [CaptionWindow], _ bounds: CaptionBounds,
    _ shift: Rational, _ look: TitleDocument, isOwnLook: Bool, _ grid: FrameGrid,
    to track: inout Track
  ) throws(TimeOverflow) -> Bool {
    let index = isOwnLook ? nil : usual
    let place = index ?? looks.count
    if index == nil { looks.append(look) }
    if !isOwnLook { usual = place }
    if !form.speakers.isEmpty { speakers.formUnion(captions.flatMap(\.speakerNames)) }
    let texts = captions.flatMap { form.texts(of: $0) }
    let whole = try Self.shown(texts, windows, bounds, shift, place)
    for caption in whole {
      track.captions?.append(
        PlacedCaption(placed: caption.placed, text: caption.text, range: caption.range))
    }
    var parts = whole
    if form.words?.most != nil {
      parts = try Self.onFrames(
        try Self.shown(captions.flatMap { form.parts(of: $0) }, windows, bounds, shift, place), grid
      )
    }
    shown += parts
    return !parts.isEmpty
  }

  /// Lets groups of words change in the frames that hold their times, as the words do.
  private static func onFrames(
    _ parts: [ShownCaption], _ grid: FrameGrid
  ) throws(TimeOverflow) -> [ShownCaption] {
    let starts = Set(parts.map(\.placed.start))
    return try parts.map { part throws(TimeOverflow) in
      var (start, end) = (part.placed.start, part.placed.end)
      if start > part.window.placed.start { start = try grid.time(of: grid.frameContaining(start)) }
      if starts.contains(end) { end = try grid.time(of: grid.frameContaining(end)) }
      var part = part
      if let placed = TimeRange(start: start, end: end) { part.placed = placed }
      return part
    }
  }

  private static func shown(
    _ captions: [Caption], _ windows: [CaptionWindow], _ bounds: CaptionBounds, _ shift: Rational,
    _ look: Int
  ) throws(TimeOverflow) -> [ShownCaption] {
    var shown: [ShownCaption] = []
    for caption in captions {
      let first = max(caption.start, bounds.first)
      let last = min(caption.end, bounds.last ?? caption.end)
      guard first < last else { continue }
      let (start, end) = (try first + shift, try last + shift)
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
  var placed: TimeRange
  /// How much later its times come than those of the file.
  let shift: Rational
  let window: CaptionWindow
  /// Which of the layout's looks it has.
  let look: Int

  var text: String { caption.text }
  /// Lines that it is written in, at least one.
  var lineCount: Int { 1 + text.count(where: \.isNewline) }
  var range: SourceRange { caption.range }
}

/// The part of a file's own times that is shown.
struct CaptionBounds {
  var first = Rational.zero
  /// `nil` for no end.
  var last: Rational?
}
