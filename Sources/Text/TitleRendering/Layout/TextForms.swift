internal import BaseValues
internal import TimelineModel

/// Lengths of a text that becomes smaller to fit: its size now, and as it was asked for.
struct Shrinking: Hashable {
  var now: LayoutUnit
  var asked: LayoutUnit

  func callAsFunction(_ length: LayoutUnit) -> LayoutUnit {
    now == asked ? length : scale(length, by: now, over: max(1, asked))
  }
}

/// What decides how letters are shaped and how large they are.
struct TextForm: Hashable {
  var font: FontChoice
  var weight: Int
  var italic: Bool
  /// Of an em, before letters are made small and raised.
  var size: LayoutUnit
  var script: TextScript
  var letterSpacing: LayoutUnit
}

/// A part of a text between two runs' ends.
struct TextStretch {
  /// Which of the text's runs it is of; `nil` for what has none.
  var run: Int?
  /// Which of the forms it is drawn in.
  var form: Int
  /// The forms that it has room for and how much wider each, its own last; empty where its own width counts.
  var room: [(form: Int, scale: Rational)] = []
}

/// The forms of a text, and which of them each of its scalars has.
struct TextForms {
  /// The text's own first.
  private(set) var forms: [TextForm]
  private(set) var stretches: [TextStretch] = []
  /// Of each scalar which stretch it is in, and one more for the end.
  private(set) var places: [Int] = []
  /// What is drawn in place of scalars, by their places in the text.
  private(set) var shown: [Int: Unicode.Scalar] = [:]
  private var indices: [TextForm: Int] = [:]

  init(_ style: TextStyle, _ shrinking: Shrinking) {
    let own = TextForm(
      font: style.font, weight: style.weight, italic: style.italic,
      size: shrinking(style.size.fixed(layoutUnitsPerPixel, in: StyleLimits.size)),
      script: .normal,
      letterSpacing: shrinking(
        style.letterSpacing.fixed(layoutUnitsPerPixel, in: StyleLimits.letterSpacing)))
    forms = [own]
    indices[own] = 0
    let scalars = Array(style.text.unicodeScalars)
    places.reserveCapacity(scalars.count + 1)
    for (number, run) in style.runs.prefix(TextRun.most).enumerated() {
      let end = min(scalars.count, places.count + max(0, min(run.length, scalars.count)))
      let range = places.count..<end
      if range.isEmpty { continue }
      var form = own
      form.font = run.font ?? own.font
      form.weight = run.weight ?? own.weight
      form.italic = run.italic ?? own.italic
      form.size =
        run.size.map { shrinking($0.fixed(layoutUnitsPerPixel, in: StyleLimits.size)) } ?? own.size
      form.script = run.script
      form.letterSpacing =
        run.letterSpacing.map {
          shrinking($0.fixed(layoutUnitsPerPixel, in: StyleLimits.letterSpacing))
        } ?? own.letterSpacing
      add(scalars, range, number, run, form)
    }
    if places.count < scalars.count || stretches.isEmpty {
      add(TextStretch(run: nil, form: 0), until: scalars.count)
    }
    places.append(stretches.count - 1)
  }

  private mutating func add(
    _ scalars: [Unicode.Scalar], _ range: Range<Int>, _ number: Int, _ run: TextRun,
    _ form: TextForm
  ) {
    var stretch = TextStretch(run: number, form: index(of: form))
    for (place, other) in zip(range, run.shown?.unicodeScalars ?? .init())
    where other != scalars[place] {
      shown[place] = other
    }
    let isReplaced = range.contains { shown[$0] != nil }
    guard !run.room.isEmpty || isReplaced else { return add(stretch, until: range.upperBound) }
    for other in run.room.prefix(TextRun.mostForms) {
      var wider = form
      wider.font = other.font ?? forms[0].font
      wider.weight = other.weight ?? forms[0].weight
      wider.italic = other.italic ?? forms[0].italic
      let factor = min(max(other.scale, TextRun.scales.lowerBound), TextRun.scales.upperBound)
      stretch.room.append((index(of: wider), factor))
    }
    stretch.room.append((stretch.form, .one))
    // White space at the ends stands by itself, so that letters are in the middle of their own room.
    var (first, last) = (range.lowerBound, range.upperBound)
    while first < last, scalars[first].properties.isWhitespace { first += 1 }
    while last > first, scalars[last - 1].properties.isWhitespace { last -= 1 }
    for end in [first, last, range.upperBound] where end > places.count {
      add(stretch, until: end)
    }
  }

  private mutating func add(_ stretch: TextStretch, until end: Int) {
    stretches.append(stretch)
    while places.count < end { places.append(stretches.count - 1) }
  }

  private mutating func index(of form: TextForm) -> Int {
    if let known = indices[form] { return known }
    forms.append(form)
    indices[form] = forms.count - 1
    return forms.count - 1
  }

  // MARK: - Questions

  /// The stretch of a scalar of the text.
  func stretch(at place: Int) -> TextStretch { stretches[places[min(place, places.count - 1)]] }

  /// Which scalars are shaped together: equal for what has one form, another for what has room of its own.
  func part(at place: Int) -> Int {
    let index = places[place]
    return stretches[index].room.isEmpty ? stretches[index].form : forms.count + index
  }
}
