import BaseValues
import CaptionFiles
import Diagnostics
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

  private static let usualLines = 2

  /// What those who speak are drawn in.
  var speakers: [SpeakerColor] = []

  /// Lines that one is drawn in at most; `nil` for any number.
  var drawnLines: Int? { characters == nil && lines == nil ? nil : lines ?? Self.usualLines }

  /// Whether captions stay as they are.
  var isPlain: Bool {
    words == nil && characters == nil && lines == nil && !isUppercase && replaced.isEmpty
      && censored.isEmpty && speakers.isEmpty
  }

  /// What of a caption is drawn, one after the other.
  func parts(of caption: Caption) -> [Caption] {
    let texts = texts(of: caption)
    return words?.most.map { most in texts.flatMap { $0.split(words: most) } } ?? texts
  }

  /// What of a caption is a subtitle.
  func texts(of caption: Caption) -> [Caption] {
    var caption = caption
    if !speakers.isEmpty { caption = caption.colored(by: speakers) }
    if !replaced.isEmpty { caption = caption.replacing(replaced) }
    if !censored.isEmpty { caption = caption.censoring(censored) }
    if isUppercase { caption = caption.uppercased }
    if caption.runs.isEmpty || caption.text.isEmpty { return [] }
    if words != nil { caption = caption.timed }
    if characters == nil, lines == nil { return [caption] }
    return caption.split(characters: characters ?? 42, lines: lines ?? Self.usualLines)
  }
}

/// The colour of one who speaks.
struct SpeakerColor: Sendable {
  var name: String
  var color: Color
  /// Where the name stands.
  var range: SourceRange

  func isCalled(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

extension Caption {
  /// Gives the colours of those who speak to what has none in the file. A line without a name goes on with that of
  /// the line before.
  fileprivate func colored(by speakers: [SpeakerColor]) -> Caption {
    func color(of name: String) -> Color? { speakers.first { $0.isCalled(name) }?.color }
    var colors: [Color?] = []
    for line in lines {
      let name = speaker ?? Caption.label(line)
      colors.append(name.map(color) ?? colors.last ?? nil)
    }
    if colors.allSatisfy({ $0 == nil }), runs.allSatisfy({ $0.style.speaker == nil }) {
      return self
    }
    var caption = self
    caption.runs = []
    var line = 0
    for run in runs {
      // Each line's end stays with what is before it.
      var rest = run.text[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(where: \.isNewline).map { rest.index(after: $0) }
        var part = run
        part.text = String(rest[..<(end ?? rest.endIndex)])
        if part.style.color == nil {
          part.style.color =
            part.style.speaker.flatMap(color)
            ?? (colors.indices.contains(line) ? colors[line] : nil)
        }
        if let last = caption.runs.last, last.style == part.style, last.said == part.said,
          part.text.count < run.text.count
        {
          caption.runs[caption.runs.count - 1].text += part.text
        } else {
          caption.runs.append(part)
        }
        rest = rest[(end ?? rest.endIndex)...]
        if end != nil { line += 1 }
      }
    }
    return caption
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
  /// Of the word's colour, 0…1.
  var opacity: Rational?
  var weight: Int?
  var italic: Bool?
  var isUnderlined: Bool?
  var scale: Rational?
  var rise: Length?
  var box: BoxDocument?

  /// Whether words take another room.
  var changesRoom: Bool { weight != nil || italic != nil || scale != nil }
}
