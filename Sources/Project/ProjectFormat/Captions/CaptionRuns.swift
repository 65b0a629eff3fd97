import BaseValues
import CaptionFiles
import TimelineModel

/// A text with its runs, made of captions.
struct CaptionRuns {
  private(set) var text = ""
  private var hasLines = false
  private var written: [TextRunDocument] = []
  private var isPlain = true
  private let words: CaptionWordsDocument?

  /// Of letters of which nothing else is said.
  private let color: Color

  init(_ words: CaptionWordsDocument?, color: Color) {
    self.words = words
    self.color = color
  }

  /// None where all of the text has one form.
  var runs: [TextRunDocument] { isPlain ? [] : Array(written.prefix(TextRun.most)) }

  /// Adds a caption below those before it.
  ///
  /// - Parameters:
  ///   - time: of the movie.
  ///   - times: when its words are said; `nil` where that is not shown.
  mutating func add(_ caption: Caption, at time: Rational, _ times: CaptionWordTimes?) {
    addLines(1)
    for (index, run) in caption.runs.enumerated() {
      var document = Self.document(run.style)
      guard let words, let state = times?.state(of: index, at: time) else {
        add(run.text, document)
        continue
      }
      // What a word is drawn with is about its letters alone.
      let scalars = run.text.unicodeScalars
      let space = scalars.prefix { $0.properties.isWhitespace }
      if !space.isEmpty { add(String(space), document) }
      words.apply(state, to: &document, usual: color)
      isPlain = false
      add(String(scalars.dropFirst(space.count)), document)
    }
  }

  /// Begins as many lines below those before them, which stay empty as long as nothing is added.
  mutating func addLines(_ count: Int) {
    for _ in 0..<count {
      if hasLines { add("\n", TextRunDocument(run: TextRun())) }
      hasLines = true
    }
  }

  private mutating func add(_ part: String, _ document: TextRunDocument) {
    let count = part.unicodeScalars.count
    guard count > 0 else { return }
    var document = document
    document.run.length = count
    text.unicodeScalars.append(contentsOf: part.unicodeScalars)
    if !document.isPlain { isPlain = false }
    written.append(document)
  }

  /// What a file says of a form. Its font is left out: the movie's own is meant, and files name those of others.
  private static func document(_ style: CaptionStyle) -> TextRunDocument {
    var document = TextRunDocument(run: TextRun())
    if style.isBold { document.run.weight = 700 }
    if style.isItalic { document.run.italic = true }
    if style.isUnderlined { document.run.isUnderlined = true }
    if style.isStruck { document.run.isStruck = true }
    document.run.color = style.color
    document.size = style.scale.map { Length(amount: $0, unit: .em) }
    if let background = style.background {
      document.box = BoxDocument(
        color: background, padding: Length(amount: Rational(1, over: 10), unit: .em),
        borderColor: .clear)
    }
    return document
  }
}

extension TextRunDocument {
  /// Whether it says nothing but how long it is.
  fileprivate var isPlain: Bool {
    var plain = TextRun()
    plain.length = run.length
    return run == plain && size == nil && box == nil && lengths.isEmpty
  }
}

extension CaptionWordsDocument {
  /// Gives a word the form of its state, with room for those that it has at other times.
  ///
  /// - Parameter usual: the colour of letters of which nothing is said.
  fileprivate func apply(
    _ state: CaptionWordTimes.State, to document: inout TextRunDocument, usual: Color
  ) {
    let own = document.run
    if states.contains(where: \.changesRoom) {
      document.run.room = states.map { state in
        TextRunForm(
          font: own.font, weight: state.weight ?? own.weight, italic: state.italic ?? own.italic,
          scale: state.scale ?? .one)
      }
    }
    let form = states[state.rawValue]
    document.run.color = form.color ?? own.color
    if let opacity = form.opacity {
      var color = document.run.color ?? usual
      let alpha = try? (opacity * Rational(Int64(color.alpha))).rounded(.nearest)
      color.alpha = alpha.map { UInt8(clamping: $0) } ?? color.alpha
      document.run.color = color
    }
    document.run.weight = form.weight ?? own.weight
    document.run.italic = form.italic ?? own.italic
    document.run.isUnderlined = form.isUnderlined ?? own.isUnderlined
    document.run.scale = form.scale ?? .one
    document.lengths.append(form.rise) { $0.rise = $1 }
    if let box = form.box { document.box = box }
  }
}
