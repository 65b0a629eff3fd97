internal import BaseValues
internal import TimelineModel

/// A text as glyphs at their places, relative to the left end and the top of its box.
///
/// The box is typographic: as wide as the widest line's advance, and from the first line's ascent to
/// the last line's descent. Ink may reach beyond it.
struct TextLayout {
  struct Glyph {
    /// Which of `faces`.
    var face: Int
    var glyph: UInt32
    /// Place of the glyph's origin.
    var x: LayoutUnit
    /// Downwards from the line's baseline.
    var rise: LayoutUnit
    var line: Int
    /// Of an em.
    var size: LayoutUnit
    /// Which of `paints`.
    var paint: Int
  }

  /// What letters are painted with.
  struct Paint: Hashable {
    /// `nil` for the text's own colour or fill.
    var color: Color?
    /// Of all that is drawn of them, 0…255.
    var opacity = 255

    static let own = Paint()
  }

  /// A line below or through letters; lengths as of glyphs.
  struct Rule: Equatable {
    var line: Int
    var columns: Range<LayoutUnit>
    /// Downwards from the line's baseline.
    var rows: Range<LayoutUnit>
    var paint: Int
  }

  /// A box behind a run's letters on a line, without its padding; lengths as of rules.
  struct RunBox: Equatable {
    var line: Int
    var columns: Range<LayoutUnit>
    var rows: Range<LayoutUnit>
    var box: TextBox
  }

  /// Where a line stands.
  struct LinePlace: Equatable {
    var left: LayoutUnit
    var width: LayoutUnit
    /// From the box's top.
    var baseline: LayoutUnit
    var ascent: LayoutUnit
    var descent: LayoutUnit
  }

  var faces: [FontFace] = []
  /// The fonts as they were asked for, the text's own first.
  var used: [OpenedForm] = []
  var paints: [Paint] = [.own]
  var glyphs: [Glyph] = []
  var rules: [Rule] = []
  var boxes: [RunBox] = []
  var lines: [LinePlace] = []
  var width: LayoutUnit = 0
  var height: LayoutUnit = 0
  var missing: [Unicode.Scalar] = []
  /// The first word within which a line ends, because the word is wider than a line.
  var cutWord: String?
  /// What it would be with all that does not fit in its box; `nil` where all does.
  var excess: TextExcess?

  /// From the box's top to each line's baseline.
  var baselines: [LayoutUnit] { lines.map(\.baseline) }

  /// Lays a text out at a size, whether or not it fits in its box.
  init(
    _ style: TextStyle, _ shrinking: Shrinking, in library: FontLibrary, _ shaper: Shaper
  ) throws(TitleError) {
    let count = style.text.unicodeScalars.count
    guard count <= StyleLimits.textLength else {
      throw .textTooLong(count: count, limit: StyleLimits.textLength)
    }
    var builder = LineBuilder(style, shrinking, library, shaper)
    let sections = Paragraph.sections(style.text, keepsTabs: builder.tabs != nil)
    var built: [BuiltLine] = []
    for section in sections { built += try builder.lines(of: section) }
    // A font that is not there is a mistake, even where no letter has it.
    let own = try builder.fonts.open(0)
    if builder.fonts.faces.isEmpty { builder.fonts.noteFace(of: own) }
    let full = Self.justify(&built, builder.maximum, style.alignment)
    for index in built.indices { try builder.finish(&built[index]) }
    faces = builder.fonts.faces
    used = builder.fonts.used
    missing = builder.fonts.missing
    cutWord = builder.cutWord
    paints = builder.paints
    width = full ?? built.map(\.width).max() ?? 0
    let spacing = style.lineSpacing.fixed(4096, in: TextStyle.lineSpacings)
    let apart = shrinking(
      style.paragraphSpacing.fixed(layoutUnitsPerPixel, in: StyleLimits.length))
    for (number, line) in built.enumerated() {
      var baseline = line.ascent
      if let last = lines.last, number > 0 {
        let distance = last.descent + max(line.gap, built[number - 1].gap) + line.ascent
        baseline = last.baseline + scale(distance, by: spacing, over: 4096)
        if line.beginsParagraph { baseline += apart }
      }
      let slack = width - line.width
      let left =
        switch style.alignment {
        case .left: 0
        case .center: floorDivide(slack, by: 2)
        case .right: slack
        case .justify: line.isRightToLeft ? slack : 0
        }
      lines.append(
        LinePlace(
          left: left, width: line.width, baseline: baseline, ascent: line.ascent,
          descent: line.descent))
      place(line, number, left)
    }
    height = lines.last.map { $0.baseline + $0.descent } ?? 0
  }

  private mutating func place(_ line: BuiltLine, _ number: Int, _ left: LayoutUnit) {
    func moved(_ columns: Range<LayoutUnit>) -> Range<LayoutUnit> {
      columns.lowerBound + left..<columns.upperBound + left
    }
    for var glyph in line.glyphs {
      glyph.x += left
      glyph.line = number
      glyphs.append(glyph)
    }
    for var rule in line.rules {
      rule.columns = moved(rule.columns)
      rule.line = number
      rules.append(rule)
    }
    for var box in line.boxes {
      box.columns = moved(box.columns)
      box.line = number
      boxes.append(box)
    }
  }

  // MARK: - Justified lines

  /// Makes all lines but the last ones of paragraphs as wide as each other, where they are to be.
  ///
  /// - Returns: how wide, where there is such a line.
  private static func justify(
    _ lines: inout [BuiltLine], _ maximum: LayoutUnit?, _ alignment: TextStyle.Alignment
  ) -> LayoutUnit? {
    guard alignment == .justify, let maximum else { return nil }
    var isWide = false
    for index in lines.indices where !lines[index].endsParagraph {
      if lines[index].stretch(to: maximum) { isWide = true }
    }
    return isWide ? max(maximum, lines.map(\.width).max() ?? 0) : nil
  }
}
