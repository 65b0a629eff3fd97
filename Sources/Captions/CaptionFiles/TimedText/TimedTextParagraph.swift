internal import BaseValues
internal import Diagnostics

/// A paragraph of Timed Text, which is a caption, or several where its parts come and go.
struct TimedTextParagraph {
  private let start: Rational
  private let end: Rational?
  private let lower: Int
  /// Whether it has times of its own.
  var saysTimes = false
  /// Whether parts with times are words, whenever they end.
  var partsAreWords = false
  var name: String?
  var speaker: String?
  var place = CaptionPlace()
  var timeRange = SourceRange.none
  private var pieces: [CaptionPiece] = []
  /// Whether white space that comes next shows nothing: there is some already, or a line begins.
  private var isAfterSpace = true
  /// When the last part begins.
  private var latest = Rational.zero
  /// From the first part that has times to the last one; without an end where one of them has none.
  private var spans: (start: Rational, end: Rational?)?

  init(start: Rational, end: Rational?, lower: Int) {
    self.start = start
    self.end = end
    self.lower = lower
  }

  mutating func breakLine() {
    while let last = pieces.last, last.text.hasSuffix(" ") {
      pieces[pieces.count - 1].text.removeLast()
      if pieces[pieces.count - 1].text.isEmpty { pieces.removeLast() } else { break }
    }
    if !pieces.isEmpty, !(pieces.last?.text.hasSuffix("\n") ?? false) {
      pieces[pieces.count - 1].text += "\n"
    }
    isAfterSpace = true
  }

  mutating func add(
    _ text: String, _ style: CaptionStyle, _ said: (start: Rational, end: Rational?)?,
    keepsSpace: Bool
  ) {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
      if !isSpace || keepsSpace && scalar != "\r" {
        scalars.append(scalar)
      } else if !isAfterSpace {
        scalars.append(" ")
      }
      isAfterSpace =
        isSpace
        && (!keepsSpace || isAfterSpace)
    }
    if scalars.isEmpty { return }
    var piece = CaptionPiece(text: String(scalars), style: style)
    if let said {
      piece.start = said.start
      piece.end = said.end
      let first = min(spans?.start ?? said.start, said.start)
      let last = said.end.flatMap { end in spans.map { $0.end.map { max($0, end) } } ?? end }
      spans = (first, last)
      latest = max(latest, said.start)
    }
    pieces.append(piece)
  }

  /// Takes the caption in, or the captions that its parts make.
  func close(at upper: Int, _ collector: inout CaptionCollector) {
    if pieces.allSatisfy(\.isBlank) { return }
    var (start, end) = times
    let place = timeRange.isNone ? SourceRange(at: lower) : timeRange
    if end == nil { collector.report(CaptionMessages.captionEndMissing(place)) }
    if let wrong = end, wrong <= start {
      collector.report(CaptionMessages.captionEndBeforeStart(place, isEmpty: wrong == start))
      end = nil
    }
    let characters = pieces.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let last = end ?? ReadingTime.end(from: max(start, latest), characters: characters, next: nil)
    var name = name
    for var part in parts(from: start, to: last) {
      var caption = Caption(name: name, start: part.start, end: part.end, runs: [])
      if part.pieces.contains(where: { $0.style.speaker != nil }) {
        // What is not said by another one is said by the paragraph's speaker.
        for index in part.pieces.indices where part.pieces[index].style.speaker == nil {
          part.pieces[index].style.speaker = speaker
        }
        caption.speaker = part.pieces.takeSpeaker()
      } else {
        caption.speaker = speaker
      }
      caption.place = self.place
      caption.range = SourceRange(lower: lower, upper: upper)
      caption.timeRange = timeRange
      caption.runs = CaptionWords.runs(part.pieces, from: part.start, to: part.end)
      collector.add(caption)
      // A name is that of one caption.
      name = nil
    }
  }

  /// When it is shown: a paragraph without times of its own, or without an end, goes by its parts.
  private var times: (start: Rational, end: Rational?) {
    guard let spans else { return (start, end) }
    let hasTextAround = pieces.contains { $0.start == nil && !$0.isBlank }
    if saysTimes || hasTextAround { return (start, end ?? spans.end) }
    return (max(start, spans.start), [end, spans.end].compactMap { $0 }.min())
  }
}

// MARK: - Parts

extension TimedTextParagraph {
  /// Texts that are shown one after the other, each with its time.
  private struct Part {
    var start: Rational
    var end: Rational
    var pieces: [CaptionPiece]
    /// The pieces by their numbers.
    var numbers: [Int] = []
  }

  /// Pieces times points of time at most; beyond that, all is shown together.
  private static let partLimit = 1 << 22

  /// One text where its parts only begin later, which makes them words; where some of them end before the paragraph
  /// does, the texts that are shown from each change to the next.
  ///
  /// ```
  /// <p>  |---------------|        |---------------|
  /// A    |---|                        |-----------|
  /// B            |---|                     |------|
  ///       A       B               words A, B
  /// ```
  private func parts(from start: Rational, to end: Rational) -> [Part] {
    let whole = Part(start: start, end: end, pieces: words(from: start, to: end))
    let goesEarly = pieces.contains { !$0.isBlank && $0.end.map { $0 < end } ?? false }
    guard goesEarly, !partsAreWords else { return [whole] }
    let changes = Set(pieces.flatMap { [$0.start, $0.end] }.compactMap { $0 } + [start, end])
      .filter { $0 >= start && $0 <= end }.sorted()
    guard changes.count * pieces.count <= Self.partLimit else { return [whole] }
    var parts: [Part] = []
    for (from, to) in zip(changes, changes.dropFirst()) {
      let numbers = pieces.indices.filter {
        pieces[$0].start ?? start <= from && pieces[$0].end ?? end >= to
      }
      if numbers.allSatisfy({ pieces[$0].isBlank }) { continue }
      if let last = parts.last, last.end == from, last.numbers == numbers {
        parts[parts.count - 1].end = to
      } else {
        parts.append(Part(start: from, end: to, pieces: shown(numbers), numbers: numbers))
      }
    }
    return parts
  }

  /// The pieces as words, which are said up to the next one where they are shown to the end; without times where all
  /// are shown from the beginning.
  private func words(from start: Rational, to end: Rational) -> [CaptionPiece] {
    let areWords = pieces.contains {
      !$0.isBlank && ($0.start.map { $0 > start } ?? false || $0.end.map { $0 < end } ?? false)
    }
    return pieces.map { piece in
      var piece = piece
      if piece.end.map({ $0 >= end }) ?? true { piece.end = nil }
      if !areWords { (piece.start, piece.end) = (nil, nil) }
      return piece
    }
  }

  /// Some of the pieces, with the line breaks of those between them and no space twice.
  private func shown(_ numbers: [Int]) -> [CaptionPiece] {
    var result: [CaptionPiece] = []
    var isBroken = false
    var next = numbers.makeIterator()
    var number = next.next()
    for (index, piece) in pieces.enumerated() {
      guard index == number else {
        isBroken = isBroken || piece.text.hasSuffix("\n")
        continue
      }
      number = next.next()
      var text = piece.text
      let before = result.last?.text.unicodeScalars.last
      if isBroken, let before, before != "\n" { text = "\n" + text }
      if before == " " || before == "\n", text.hasPrefix(" ") { text.removeFirst() }
      isBroken = false
      result.append(CaptionPiece(text: text, style: piece.style))
    }
    return result
  }
}

extension CaptionPiece {
  /// Whether it shows nothing.
  fileprivate var isBlank: Bool { text.utf8.allSatisfy { $0 <= 0x20 } }
}
