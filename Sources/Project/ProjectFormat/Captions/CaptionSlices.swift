import BaseValues
import CaptionFiles
import Diagnostics
import TimelineModel

/// Captions in a stretch of time in which nothing about them changes.
struct CaptionSlice {
  var placed: TimeRange
  /// Those that are seen, the first one nearest to where captions stand. Not empty.
  var captions: [ShownCaption]
  /// Which of the layout's looks they have.
  let look: Int
  /// How many lines are free before each of them, on the side where captions stand: the lines of one that has ended
  /// below one that stays where it is.
  var freeLines: [Int]
  /// How many lines of captions of other looks are before the first one.
  var linesOfOthers = 0
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
      var runs = CaptionRuns(form.words, color: text.style.color)
      // A box about all of the text would hold the free lines, too.
      let keepsPlaces = text.box?.isPerLine ?? true
      for index in isAtTop ? Array(captions.indices) : captions.indices.reversed() {
        let free = keepsPlaces ? freeLines[index] : 0
        if isAtTop { runs.addLines(free) }
        runs.add(captions[index].caption, at: placed.start, words.isEmpty ? nil : words[index])
        if !isAtTop { runs.addLines(free) }
      }
      text.style.text = runs.text
      text.runs = runs.runs
      title.layers[0].keys = []
      title.layers[0].range = title.range
      if title.layers[0].fontRange.isNone || title.layers[0].fontRange == look.range {
        title.layers[0].fontRange = title.range
      }
      captions[0].caption.place.apply(to: &title.layers[0].placement, &text)
      if !keepsPlaces, linesOfOthers > 0 {
        title.layers[0].placement.raise(byLines: linesOfOthers, of: text)
      }
      title.layers[0].content = .text(text)
    }
    let start = captions.map(\.placed.start).min() ?? placed.start
    let end = captions.map(\.placed.end).max() ?? placed.end
    return (title, TimeRange(start: start, end: end) ?? placed)
  }
}

/// Cuts captions where others begin and end, so that those that are seen together are put above each other.
///
/// A caption takes the place nearest to where captions stand that is free when it begins, and keeps it to its end (as
/// WebVTT has it, section 7.2).
enum CaptionSlices {
  /// - Complexity: O(n log n) for n captions of which few overlap.
  static func slices(of captions: [ShownCaption], looks: [TitleDocument]) -> [CaptionSlice] {
    let standing = CaptionStanding(looks)
    var groups: [CaptionStanding.Place: [ShownCaption]] = [:]
    var order: [CaptionStanding.Place] = []
    for caption in captions.sorted(by: { $0.placed.start < $1.placed.start }) {
      let place = standing.place(of: caption)
      if groups[place] == nil { order.append(place) }
      groups[place, default: []].append(caption)
    }
    let slices = order.flatMap { together(groups[$0] ?? [], standing) }
    return slices.sorted { $0.placed.start < $1.placed.start }
  }

  /// Those of captions at one place.
  private static func together(
    _ captions: [ShownCaption], _ standing: CaptionStanding
  ) -> [CaptionSlice] {
    var slices: [CaptionSlice] = []
    /// The last slice of each look.
    var last: [Int: Int] = [:]
    var stack = CaptionStack(standing: standing)
    var time = Rational.zero
    /// Ends slices up to a time.
    func advance(to next: Rational?) {
      while let end = stack.firstEnd, next.map({ end <= $0 }) ?? true {
        cut(to: end)
        stack.remove(endingBy: end)
      }
      if let next { cut(to: next) }
    }
    func cut(to end: Rational) {
      if time < end, let placed = TimeRange(start: time, end: end) {
        for slice in stack.slices(over: placed) {
          // What others do is nothing to it, as long as it stays where it is.
          if let before = last[slice.look], slices[before].goesOn(in: slice),
            let both = TimeRange(start: slices[before].placed.start, end: end)
          {
            slices[before].placed = both
          } else {
            last[slice.look] = slices.count
            slices.append(slice)
          }
        }
      }
      time = end
    }
    for caption in captions {
      advance(to: caption.placed.start)
      stack.add(caption)
    }
    advance(to: nil)
    return slices
  }
}

extension CaptionSlice {
  /// Whether another one shows the same behind it.
  fileprivate func goesOn(in other: CaptionSlice) -> Bool {
    placed.end == other.placed.start && freeLines == other.freeLines
      && linesOfOthers == other.linesOfOthers && captions.count == other.captions.count
      && zip(captions, other.captions).allSatisfy {
        $0.placed == $1.placed && $0.range == $1.range && $0.caption == $1.caption
      }
  }
}

/// Where the looks of captions have them stand.
private struct CaptionStanding {
  /// One at which captions are put above each other.
  struct Place: Hashable {
    var place: CaptionPlace
    /// The first look that stands there.
    var look: Int
  }

  /// What a look says of where it stands.
  private struct Written: Hashable {
    var place: CanvasPlace?
    var position: LengthPair?
    var margin: LengthPair?
    var anchor: Point?
  }

  private var firsts: [Int] = []
  private var sizes: [Length?] = []
  /// Whether all say their sizes in one unit.
  private let areAlike: Bool
  /// Looks with a box about all of the text.
  private var boxed: Set<Int> = []

  /// - Complexity: O(n) for n looks.
  init(_ looks: [TitleDocument]) {
    var known: [Written: Int] = [:]
    for (index, look) in looks.enumerated() {
      let placement = look.layers.first?.placement
      let written = Written(
        place: placement?.place?.value, position: placement?.position?.value,
        margin: placement?.margin?.value, anchor: placement?.anchor?.value)
      firsts.append(known[written] ?? index)
      if known[written] == nil { known[written] = index }
      if case .text(let text)? = look.layers.first?.content {
        sizes.append(text.size)
        if let box = text.box, !box.isPerLine { boxed.insert(index) }
      } else {
        sizes.append(nil)
      }
    }
    areAlike = Set(sizes.map { $0?.unit }).count < 2
  }

  func place(of caption: ShownCaption) -> Place {
    Place(
      place: caption.caption.place,
      look: firsts.indices.contains(caption.look) ? firsts[caption.look] : caption.look)
  }

  /// The height of a look's lines, where all looks say it in one unit; 1 else.
  func height(of look: Int) -> Rational {
    guard areAlike, sizes.indices.contains(look), let size = sizes[look], size.amount > .zero else {
      return .one
    }
    return size.amount
  }

  /// Lines that a box about all of the text takes besides.
  func linesOfBox(_ look: Int) -> Int { boxed.contains(look) ? 2 : 0 }
}

/// Captions that are seen at one time, each at the place that it took when it began.
private struct CaptionStack {
  private struct Place {
    /// `nil` where it has ended.
    var caption: ShownCaption?
    var lines: Int
    /// Which look its lines have.
    var look: Int
  }

  private let standing: CaptionStanding
  /// The first one nearest to where captions stand.
  private var places: [Place] = []

  init(standing: CaptionStanding) { self.standing = standing }

  /// When the first of them ends; `nil` where there are none.
  var firstEnd: Rational? { places.compactMap(\.caption?.placed.end).min() }

  /// Puts a caption at the first place that is free. One that is seen already, as in a dissolve of two parts that both
  /// show it, stays where it is as long as either shows it.
  mutating func add(_ caption: ShownCaption) {
    let look = caption.look
    let same = places.firstIndex { place in
      place.caption?.look == look && place.caption?.caption == caption.caption
    }
    if let same {
      guard let seen = places[same].caption?.placed, caption.placed.end > seen.end else { return }
      if let both = TimeRange(start: seen.start, end: caption.placed.end) {
        places[same].caption?.placed = both
      }
      return
    }
    let lines = caption.lineCount + standing.linesOfBox(look)
    let height = standing.height(of: look)
    let free = places.firstIndex { place in
      guard place.caption == nil,
        let room = try? Rational(Int64(place.lines)) * standing.height(of: place.look),
        let own = try? Rational(Int64(lines)) * height
      else { return false }
      return place.look == look ? place.lines >= lines : room >= own
    }
    if let free {
      places[free].caption = caption
    } else {
      places.append(Place(caption: caption, lines: lines, look: look))
    }
  }

  /// Frees the places of those that end at a time or before.
  mutating func remove(endingBy end: Rational) {
    for index in places.indices where places[index].caption.map({ $0.placed.end <= end }) ?? false {
      places[index].caption = nil
    }
    while let last = places.last, last.caption == nil { places.removeLast() }
  }

  /// One for each look that is seen, the lowest first.
  func slices(over placed: TimeRange) -> [CaptionSlice] {
    var slices: [CaptionSlice] = []
    /// Where the next place begins, in the unit of the sizes.
    var edge = Rational.zero
    /// How many of its own lines each look has filled, from the edge on.
    var filled: [Int: Int] = [:]
    for (number, place) in places.enumerated() {
      let look = place.caption?.look ?? place.look
      let height = standing.height(of: look)
      // Lines stand on the grid of their look.
      let first = Int(min(((try? edge / height) ?? .zero).rounded(.up), 1000))
      defer {
        let end = standing.height(of: place.look)
        let room = (try? Rational(Int64(place.lines)) * end) ?? .zero
        edge = (try? Rational(Int64(first)) * height + room) ?? edge
      }
      guard let caption = place.caption else { continue }
      let index = slices.firstIndex { $0.look == look } ?? slices.count
      if index == slices.count {
        slices.append(CaptionSlice(placed: placed, captions: [], look: look, freeLines: []))
        let hasOthers = places[..<number].contains { ($0.caption?.look ?? $0.look) != look }
        slices[index].linesOfOthers = hasOthers ? first : 0
      }
      slices[index].captions.append(caption)
      slices[index].freeLines.append(max(0, first - filled[look, default: 0]))
      filled[look] = first + caption.lineCount
    }
    return slices
  }
}

extension PlacementDocument {
  /// Moves what stands at the bottom up by lines of a text and one more for its box, and what stands at the top down.
  ///
  /// Where lengths of different kinds would have to be added, it stays.
  fileprivate mutating func raise(byLines count: Int, of text: TextDocument) {
    guard let height = try? text.size.amount * Rational(Int64(count + 1)) * Rational(6, over: 5)
    else { return }
    func moved(_ length: Length, up isUp: Bool) -> Length {
      guard text.size.unit == length.unit || length.amount == .zero,
        let sum = try? isUp ? length.amount - height : length.amount + height
      else { return length }
      return Length(amount: sum, unit: text.size.unit)
    }
    if var down {
      down.position = moved(down.position, up: down.anchor != .zero)
      self.down = down
    } else if let place = place?.value {
      if place.down == .middle { return }
      var margin = self.margin?.value ?? Margin.standard
      margin.y = moved(margin.y, up: false)
      self.margin = Located(value: margin, range: .none)
    } else if var pair = position?.value {
      pair.y = moved(pair.y, up: (anchor?.value.y ?? .half) != .zero)
      position = Located(value: pair, range: .none)
    }
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
    // What the file does not say is as the look has it, with its margin.
    let usual = placement.place?.value ?? .bottom
    if let x {
      placement.across = (Self.length(x), anchorX?.share ?? usual.across.anchor)
    }
    if let y {
      let (down, anchor) = within(
        y, anchorY?.share ?? usual.down.anchor, height: Self.height(of: text))
      placement.down = (Self.length(down), anchor)
    }
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
