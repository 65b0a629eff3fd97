internal import BaseValues
internal import Diagnostics

/// A paragraph of Timed Text, which is a caption.
struct TimedTextParagraph {
  private let start: Rational
  private let end: Rational?
  private let lower: Int
  /// Whether it has times of its own.
  var saysTimes = false
  var name: String?
  var speaker: String?
  var place = CaptionPlace()
  var timeRange = SourceRange.none
  private var pieces: [CaptionPiece] = []
  /// Whether white space that comes next shows nothing: there is some already, or a line begins.
  private var isAfterSpace = true
  private var spans: (start: Rational, end: Rational)?

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
      let end = said.end ?? said.start
      spans = (min(spans?.start ?? said.start, said.start), max(spans?.end ?? end, end))
    }
    pieces.append(piece)
  }

  /// Takes the caption in.
  func close(at upper: Int, _ collector: inout CaptionCollector) {
    let range = SourceRange(lower: lower, upper: upper)
    let characters = pieces.reduce(0) { $0 + $1.text.unicodeScalars.count }
    if pieces.allSatisfy({ $0.text.trimmedSpaces.isEmpty }) { return }
    var (start, end) = (start, end)
    if !saysTimes, let spans {
      start = max(start, spans.start)
      end = end.map { min($0, spans.end) } ?? spans.end
    }
    let place = timeRange.isNone ? SourceRange(at: lower) : timeRange
    if end == nil { collector.report(CaptionMessages.captionEndMissing(place)) }
    if let wrong = end, wrong <= start {
      collector.report(CaptionMessages.captionEndBeforeStart(place, isEmpty: wrong == start))
      end = nil
    }
    var caption = Caption(
      name: name, start: start,
      end: end ?? ReadingTime.end(from: start, characters: characters, next: nil), runs: [])
    caption.speaker = speaker
    caption.place = self.place
    caption.range = range
    caption.timeRange = timeRange
    caption.runs = CaptionWords.runs(pieces, from: caption.start, to: caption.end)
    collector.add(caption)
  }
}
