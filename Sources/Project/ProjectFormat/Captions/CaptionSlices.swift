import BaseValues
import CaptionFiles
import Diagnostics
import TimelineModel

/// Captions in a stretch of time in which nothing about them changes.
struct CaptionSlice {
  var placed: TimeRange
  /// Those that are seen, the first one nearest to where captions stand. Not empty.
  let captions: [ShownCaption]
  /// When their words are said; empty where that is not shown.
  var words: [CaptionWordTimes] = []

  /// The parts in which no word changes.
  func apart(_ form: CaptionForm, _ grid: FrameGrid) throws(TimeOverflow) -> [CaptionSlice] {
    guard form.words != nil else { return [self] }
    var whole = self
    whole.words = try captions.map { caption throws(TimeOverflow) in
      try CaptionWordTimes(caption, grid)
    }
    let changes = Set(whole.words.flatMap(\.changes)).filter {
      placed.start < $0 && $0 < placed.end
    }.sorted()
    var parts: [CaptionSlice] = []
    for (start, end) in zip([placed.start] + changes, changes + [placed.end]) {
      guard let range = TimeRange(start: start, end: end) else { continue }
      whole.placed = range
      parts.append(whole)
    }
    return parts
  }

  /// The title that shows them, and the range of time of which this is a part.
  func title(_ look: TitleDocument, _ form: CaptionForm) -> (TitleDocument, TimeRange) {
    var title = look
    title.range = captions[0].range
    title.keys = []
    // Those at the top are read downwards, others grow upwards.
    let isAtTop =
      captions[0].caption.place.anchorY.map { $0 == .start }
      ?? (title.layers.first?.placement.place?.value.down == .near)
    if case .text(var text)? = title.layers.first?.content {
      var runs = CaptionRuns(form.words)
      for index in isAtTop ? Array(captions.indices) : captions.indices.reversed() {
        runs.add(captions[index].caption, at: placed.start, words.isEmpty ? nil : words[index])
      }
      text.style.text = runs.text
      text.runs = runs.runs
      title.layers[0].keys = []
      title.layers[0].range = title.range
      if title.layers[0].fontRange.isNone || title.layers[0].fontRange == look.range {
        title.layers[0].fontRange = title.range
      }
      captions[0].caption.place.apply(to: &title.layers[0].placement, &text)
      title.layers[0].content = .text(text)
    }
    let start = captions.map(\.placed.start).min() ?? placed.start
    let end = captions.map(\.placed.end).max() ?? placed.end
    return (title, TimeRange(start: start, end: end) ?? placed)
  }
}

/// Cuts captions where others begin and end, so that those that are seen together are put above each other.
enum CaptionSlices {
  /// Those that are alike: at one place and with one look.
  private struct Group: Hashable {
    var place: CaptionPlace
    var look: Int
  }

  /// - Complexity: O(n log n) for n captions of which few overlap.
  static func slices(of captions: [ShownCaption]) -> [CaptionSlice] {
    var groups: [Group: [ShownCaption]] = [:]
    var order: [Group] = []
    for caption in captions.sorted(by: { $0.placed.start < $1.placed.start }) {
      let place = Group(place: caption.caption.place, look: caption.look)
      if groups[place] == nil { order.append(place) }
      groups[place, default: []].append(caption)
    }
    let slices = order.flatMap { alike(groups[$0] ?? []) }
    return slices.sorted { $0.placed.start < $1.placed.start }
  }

  /// Those of captions at one place.
  private static func alike(_ captions: [ShownCaption]) -> [CaptionSlice] {
    var slices: [CaptionSlice] = []
    var seen: [ShownCaption] = []
    var time = Rational.zero
    /// Ends slices up to a time.
    func advance(to next: Rational?) {
      while let end = seen.map(\.placed.end).min(), next.map({ end <= $0 }) ?? true {
        cut(to: end)
        seen.removeAll { $0.placed.end <= end }
      }
      if let next { cut(to: next) }
    }
    func cut(to end: Rational) {
      if !seen.isEmpty, time < end, let placed = TimeRange(start: time, end: end) {
        slices.append(CaptionSlice(placed: placed, captions: seen))
      }
      time = end
    }
    for caption in captions {
      advance(to: caption.placed.start)
      seen.append(caption)
    }
    advance(to: nil)
    return slices
  }
}

extension CaptionPlace {
  /// Puts a text where the file has it stand.
  func apply(to placement: inout PlacementDocument, _ text: inout TextDocument) {
    if let alignment {
      text.style.alignment =
        switch alignment {
        case .start: .left
        case .middle: .center
        case .end: .right
        }
    }
    if let width {
      text.width = (try? width * Rational(100)).map { Length(amount: $0, unit: .percent) }
    }
    if width == nil, let mostWidth, let usual = text.width, usual.unit == .percent,
      let most = try? mostWidth * Rational(100), usual.amount > most
    {
      text.width = Length(amount: most, unit: .percent)
    }
    guard x != nil || y != nil else { return }
    let usual = placement.place?.value ?? .bottom
    let (down, anchorDown) = within(
      y ?? usual.down.anchor, anchorY?.share ?? usual.down.anchor, height: Self.height(of: text))
    placement.position = Located(
      value: LengthPair(x: Self.length(x ?? usual.across.anchor), y: Self.length(down)),
      range: .none)
    placement.anchor = Located(
      value: Point(x: anchorX?.share ?? usual.across.anchor, y: anchorDown), range: .none)
    placement.place = nil
    placement.margin = nil
  }

  /// How high a text is, as a share of the picture, by its own lines and the usual distance between them.
  private static func height(of text: TextDocument) -> Rational {
    let size = text.size.unit == .percent ? text.size.amount : Rational(5)
    let lines = text.style.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return (try? size * Rational(Int64(lines.count)) * Rational(6, over: 500)) ?? .zero
  }

  /// A text that would reach out of the picture stands at its edge (WebVTT, section 7.2).
  private func within(
    _ y: Rational, _ anchor: Rational, height: Rational
  ) -> (y: Rational, anchor: Rational) {
    guard let top = try? y - anchor * height, let bottom = try? top + height else {
      return (y, anchor)
    }
    if bottom > .one { return (.one, .one) }
    return top < .zero ? (.zero, .zero) : (y, anchor)
  }

  private static func length(_ share: Rational) -> Length {
    Length(amount: (try? share * Rational(100)) ?? .zero, unit: .percent)
  }
}
