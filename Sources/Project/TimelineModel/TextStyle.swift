package import BaseValues

/// Text and everything that decides how it looks at rest.
package struct TextStyle: Hashable, Sendable {
  /// How lines stand to each other; the anchor decides where the text as a whole stands.
  package enum Alignment: String, Hashable, NamedChoice {
    case left, center, right, justify

    /// What the word means.
    package var summary: String {
      switch self {
      case .left: "lines begin at the same left edge"
      case .center: "lines are centred"
      case .right: "lines end at the same right edge"
      case .justify: "lines are as wide as each other, but for the last of a paragraph"
      }
    }
  }

  /// May hold line breaks; any script.
  package var text: String
  /// A family name that fontconfig resolves, or the path of a font file relative to the project.
  package var font: FontChoice
  /// Pixels per em.
  package var size: Rational
  /// As in CSS; 400 is regular, 700 bold.
  package var weight: Int
  /// Whether a leaning face of the family is asked for.
  package var italic: Bool
  /// At rest; an animation of `color` replaces it.
  package var color: Color
  /// Counts for more than one line.
  package var alignment: Alignment
  /// Lines break at this width in pixels; `nil` breaks only where the text does.
  package var maximumWidth: Int?
  /// Distance of baselines as a multiple of the font's own.
  package var lineSpacing: Rational
  /// Outline around the glyphs: width in pixels (0 for none) and colour.
  package var outlineWidth: Rational
  /// Counts where `outlineWidth` is above 0.
  package var outlineColor: Color
  /// Shadow below the text: offset and blur radius in pixels; clear for none.
  package var shadowColor: Color
  /// In pixels, to the right and down.
  package var shadowOffset: Point
  /// In pixels, twice the Gaussian's standard deviation, as in CSS.
  package var shadowBlur: Rational
  /// A filled box behind the text, clear for none, with padding in pixels.
  package var boxColor: Color
  /// Added on all four sides of the text's box.
  package var boxPadding: Rational
  /// Pixels of the roundness of the box's corners.
  package var boxRadius = Rational.zero
  /// Pixels of a line along the box's edge, within it; 0 for none.
  package var boxBorderWidth = Rational.zero
  /// Counts where `boxBorderWidth` is above 0.
  package var boxBorderColor = Color.clear
  /// Whether each line has a box as wide as itself.
  package var isBoxPerLine = false
  /// On which side of the letters' edge the outline lies.
  package var outlineSide = OutlineSide.outside
  /// Shadows below the first one, from the upper to the lower.
  package var moreShadows: [TextShadow] = []
  /// What letters are filled with that have no colour of their own; `nil` for `color`. Spans the text's box.
  package var fill: Shading?
  /// Parts with forms of their own, in reading order.
  package var runs: [TextRun] = []
  /// Whether a line is drawn below the letters.
  package var isUnderlined = false
  /// Whether a line is drawn through the letters.
  package var isStruck = false
  /// Pixels between letters; not 0 parts ligatures.
  package var letterSpacing = Rational.zero
  /// Pixels between paragraphs, beside the distance of lines.
  package var paragraphSpacing = Rational.zero
  /// Pixels between places that tabs lead to; `nil` makes them spaces.
  package var tabs: Rational?
  /// OpenType features beside those of the shaping.
  package var features: [FontSetting] = []
  /// Places on the axes of variable fonts, before `weight` and `italic`.
  package var axes: [FontSetting] = []
  /// The height in pixels that the text is to fit in.
  package var maximumHeight: Int?
  /// What becomes of a text that does not fit; `nil` shows it as it is.
  package var overflow: TextOverflow?
  /// Pixels per em below which nothing shrinks.
  package var leastSize = Rational.one

  /// Regular text, white and without anything around it, unless said otherwise.
  ///
  /// - Parameters:
  ///   - size: pixels per em.
  ///   - maximumWidth: pixels.
  package init(
    text: String, font: FontChoice, size: Rational, weight: Int = 400, italic: Bool = false,
    color: Color = .white, alignment: Alignment = .center, maximumWidth: Int? = nil,
    lineSpacing: Rational = .one, outlineWidth: Rational = .zero, outlineColor: Color = .black,
    shadowColor: Color = .clear, shadowOffset: Point = Point(x: .zero, y: .zero),
    shadowBlur: Rational = .zero, boxColor: Color = .clear, boxPadding: Rational = .zero
  ) {
    self.text = text
    self.font = font
    self.size = size
    self.weight = weight
    self.italic = italic
    self.color = color
    self.alignment = alignment
    self.maximumWidth = maximumWidth
    self.lineSpacing = lineSpacing
    self.outlineWidth = outlineWidth
    self.outlineColor = outlineColor
    self.shadowColor = shadowColor
    self.shadowOffset = shadowOffset
    self.shadowBlur = shadowBlur
    self.boxColor = boxColor
    self.boxPadding = boxPadding
  }
}

// MARK: - Runs

extension TextStyle {
  /// Adds text with a form of its own.
  package mutating func append(_ text: String, _ form: TextRun = TextRun()) {
    var run = form
    run.length = text.unicodeScalars.count
    self.text.unicodeScalars.append(contentsOf: text.unicodeScalars)
    if run.length > 0 { runs.append(run) }
  }

  /// The box behind the text.
  package var box: TextBox {
    TextBox(
      color: boxColor, padding: boxPadding, radius: boxRadius, borderWidth: boxBorderWidth,
      borderColor: boxBorderColor)
  }

  /// All shadows, from the upper to the lower.
  package var shadows: [TextShadow] {
    [TextShadow(color: shadowColor, offset: shadowOffset, blur: shadowBlur)] + moreShadows
  }

  /// Shadows of a text.
  package static let mostShadows = 16
}

// MARK: - Font files

extension TextStyle {
  /// The font files that it and its runs name, each once.
  package var fontFiles: [String] {
    let choices =
      [font] + runs.compactMap(\.font) + runs.flatMap { $0.room.compactMap(\.font) }
    var files: [String] = []
    for case .file(let path) in choices where !files.contains(path) { files.append(path) }
    return files
  }

  /// Puts other paths for those of font files.
  package mutating func changeFontFiles(_ change: (String) -> String) {
    func changed(_ font: FontChoice?) -> FontChoice? {
      if case .file(let path)? = font { .file(path: change(path)) } else { font }
    }
    font = changed(font) ?? font
    for run in runs.indices {
      runs[run].font = changed(runs[run].font)
      for form in runs[run].room.indices {
        runs[run].room[form].font = changed(runs[run].room[form].font)
      }
    }
  }
}

// MARK: - Limits

extension TextStyle {
  /// What may be said of a text, lengths in pixels of the canvas that it is designed for.
  package static let sizes = Rational.one...Rational(4096)
  /// As in CSS.
  package static let weights = 1...1000
  /// Where lines break.
  package static let widths: ClosedRange<Int64> = 1...32_768
  /// Multiples of the font's own distance.
  package static let lineSpacings = Rational(1, over: 10)...Rational(10)
  /// Of outlines, blurs and paddings.
  package static let lengths = Rational.zero...Rational(1000)
  /// Between letters.
  package static let letterSpacings = Rational(-1000)...Rational(1000)
  /// Of shadows.
  package static let offsets = Rational(-10_000)...Rational(10_000)

  /// How many times larger or smaller than designed a movie may be drawn.
  package static let largestScale: Int64 = 64

  /// What a length is that lies in a range where it is designed, in pixels of the movie.
  package static func drawn(_ range: ClosedRange<Rational>) -> ClosedRange<Rational> {
    let scale = Rational(largestScale)
    let (low, high) = (range.lowerBound, range.upperBound)
    let least = low.isNegative ? try? low * scale : try? low / scale
    return (least ?? low)...((try? high * scale) ?? high)
  }

  /// The same of where lines break, in whole pixels.
  package static let drawnWidths = 1...Int(widths.upperBound * largestScale)
}

/// Which font a text asks for.
package enum FontChoice: Hashable, Sendable {
  case family(String)
  case file(path: String)
}
