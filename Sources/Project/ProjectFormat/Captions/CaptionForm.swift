import BaseValues
import CaptionFiles
import TimelineModel

/// What a track does with its captions before they are drawn.
struct CaptionForm: Sendable {
  var words: CaptionWordsDocument?
  /// Graphemes of a line at most; `nil` leaves lines as they are.
  var characters: Int?
  /// Lines of a caption at most.
  var lines: Int?
  var isUppercase = false
  /// Words and what is put in their places.
  var replaced: [(word: String, by: String)] = []
  /// Words that are made unreadable.
  var censored: [String] = []

  /// Whether captions stay as they are.
  var isPlain: Bool {
    words == nil && characters == nil && lines == nil && !isUppercase && replaced.isEmpty
      && censored.isEmpty
  }

  /// What of a caption is drawn, one after the other.
  func parts(of caption: Caption) -> [Caption] {
    let texts = texts(of: caption)
    return words?.most.map { most in texts.flatMap { $0.split(words: most) } } ?? texts
  }

  /// What of a caption is a subtitle.
  func texts(of caption: Caption) -> [Caption] {
    var caption = caption
    if !replaced.isEmpty { caption = caption.replacing(replaced) }
    if !censored.isEmpty { caption = caption.censoring(censored) }
    if isUppercase { caption = caption.uppercased }
    if caption.runs.isEmpty || caption.text.isEmpty { return [] }
    if words != nil { caption = caption.timed }
    if characters == nil, lines == nil { return [caption] }
    return caption.split(characters: characters ?? 42, lines: lines ?? 2)
  }
}

/// How words look before, while and after they are said.
struct CaptionWordsDocument: Sendable {
  var coming = CaptionWordState()
  var now = CaptionWordState()
  var said = CaptionWordState()
  /// Words that are shown at once; `nil` for all of a caption.
  var most: Int?

  var states: [CaptionWordState] { [coming, now, said] }
}

/// What a word's state says of its form; what it leaves out is the caption's.
struct CaptionWordState: Sendable {
  var color: Color?
  var weight: Int?
  var italic: Bool?
  var isUnderlined: Bool?
  var scale: Rational?
  var rise: Length?
  var box: BoxDocument?

  /// Whether words take another room.
  var changesRoom: Bool { weight != nil || italic != nil || scale != nil }
}
