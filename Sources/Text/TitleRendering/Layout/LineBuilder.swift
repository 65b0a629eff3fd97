internal import BaseValues
internal import TimelineModel

/// Breaks paragraphs into lines and puts their letters.
struct LineBuilder {
  let style: TextStyle
  let forms: TextForms
  private let shaper: Shaper
  /// Where lines break; `nil` breaks only where the text does.
  let maximum: LayoutUnit?
  /// Where tabs lead; `nil` where they are spaces.
  let tabs: LayoutUnit?
  var fonts: FormFonts
  /// The first word within which a line ends, because it is wider than a line.
  private(set) var cutWord: String?
  var paints: [TextLayout.Paint] = [.own]

  init(_ style: TextStyle, _ shrinking: Shrinking, _ library: FontLibrary, _ shaper: Shaper) {
    self.style = style
    self.shaper = shaper
    forms = TextForms(style, shrinking)
    fonts = FormFonts(style, forms.forms, library)
    maximum = style.maximumWidth.map {
      max(1, min($0, TextStyle.drawnWidths.upperBound)) * layoutUnitsPerPixel
    }
    tabs = style.tabs.map {
      max(1, shrinking($0.fixed(layoutUnitsPerPixel, in: StyleLimits.size)))
    }
  }

  /// The lines of a paragraph from their left ends on, without rules and boxes.
  mutating func lines(of section: Paragraph.Section) throws(TitleError) -> [BuiltLine] {
    let scalars = section.scalars
    let parts = scalars.indices.map { index in
      scalars[index] == "\t" ? Self.tabPart : forms.part(at: section.places[index])
    }
    let paragraph = try Paragraph(scalars, faces: try faces(section, parts), parts: parts)
    let text = scalars.map(\.value)
    var widths = Widths(count: scalars.count)
    let hasTabs = tabs != nil && scalars.contains("\t")
    if maximum != nil || hasTabs { widths = try self.widths(paragraph, section, text) }
    let broken = LineBreaking.lines(
      of: scalars, widths: widths.advances, maximum: maximum, tails: widths.tails, tabs: tabs,
      hyphens: try hyphens(paragraph, section))
    if let cut = broken.cuts.first, cutWord == nil {
      cutWord = LineBreaking.word(at: cut, scalars)
    }
    var lines: [BuiltLine] = []
    for range in broken.ranges {
      var (section, text) = (section, text)
      if let last = range.last, range.upperBound < scalars.count,
        scalars[last] == LineBreaking.softHyphen, !broken.cuts.contains(range.upperBound)
      {
        section.scalars[last] = Self.hyphen
        text[last] = Self.hyphen.value
      }
      var line = BuiltLine()
      line.isRightToLeft = paragraph.isRightToLeft
      let stops = hasTabs ? tabStops(in: range, scalars, widths) : [:]
      for run in paragraph.visualRuns(in: range) {
        if run.part == Self.tabPart {
          add(tabs: run, stops, section, to: &line)
        } else if run.part < forms.forms.count {
          let form = try fonts.open(run.part)
          add([run], of: text, section, form, to: &line)
        } else {
          try add(roomed: run, section, text, to: &line)
        }
      }
      line.width = max(0, line.width)
      try measure(&line, range, section)
      lines.append(line)
    }
    if !lines.isEmpty {
      lines[0].beginsParagraph = true
      lines[lines.count - 1].endsParagraph = true
    }
    return lines
  }

  // MARK: - Faces

  private static let tabPart = -1

  /// The face of each scalar; 0 for what has room of its own, whose faces come with its forms.
  private mutating func faces(
    _ section: Paragraph.Section, _ parts: [Int]
  ) throws(TitleError) -> [Int] {
    var faces: [Int] = []
    faces.reserveCapacity(parts.count)
    while faces.count < parts.count {
      let (start, part) = (faces.count, parts[faces.count])
      let end = parts[start...].firstIndex { $0 != part } ?? parts.count
      if part >= 0, part < forms.forms.count {
        faces += try fonts.select(Array(section.scalars[start..<end]), part)
      } else {
        faces += [Int](repeating: 0, count: end - start)
      }
    }
    return faces
  }

  /// Cuts a run that has room of its own at the ends of faces, as it is seen in a form.
  private mutating func pieces(
    _ run: Paragraph.Run, _ section: Paragraph.Section, _ form: Int
  ) throws(TitleError) -> [Paragraph.Run] {
    let faces = try fonts.select(Array(section.scalars[run.range]), form)
    var pieces: [Paragraph.Run] = []
    for (index, face) in faces.enumerated() {
      let place = run.range.lowerBound + index
      if let last = pieces.last, last.face == face {
        pieces[pieces.count - 1].range = last.range.lowerBound..<place + 1
      } else {
        var piece = run
        (piece.range, piece.face) = (place..<place + 1, face)
        pieces.append(piece)
      }
    }
    return run.level & 1 == 1 ? pieces.reversed() : pieces
  }

  // MARK: - Widths

  /// What lines are broken by.
  private struct Widths {
    /// Of a cluster at its first scalar, 0 at the others.
    var advances: [Int]
    /// What of them is distance to the next letter.
    var tails: [Int]

    init(count: Int) {
      advances = [Int](repeating: 0, count: count)
      tails = advances
    }
  }

  private mutating func widths(
    _ paragraph: Paragraph, _ section: Paragraph.Section, _ text: [UInt32]
  ) throws(TitleError) -> Widths {
    var widths = Widths(count: text.count)
    for run in paragraph.runs where run.part != Self.tabPart {
      if run.part < forms.forms.count {
        let form = try fonts.open(run.part)
        measure([run], of: text, form, .one, &widths, from: 0)
      } else {
        var widest: (width: LayoutUnit, widths: Widths)?
        for (form, factor) in forms.stretch(at: section.places[run.range.lowerBound]).room {
          var own = Widths(count: run.range.count)
          let (opened, parts) = (try fonts.open(form), try pieces(run, section, form))
          measure(parts, of: text, opened, factor, &own, from: run.range.lowerBound)
          let width = own.advances.reduce(0, +)
          if width > widest?.width ?? .min { widest = (width, own) }
        }
        if let widest { widths.advances.replaceSubrange(run.range, with: widest.widths.advances) }
      }
    }
    addSpacing(section, &widths)
    return widths
  }

  private static let hyphen: Unicode.Scalar = "-"

  /// How wide the hyphens are that soft ones become at a line's end, by their places.
  private mutating func hyphens(
    _ paragraph: Paragraph, _ section: Paragraph.Section
  ) throws(TitleError) -> [Int: Int] {
    guard maximum != nil else { return [:] }
    var widths: [Int: Int] = [:]
    for place in section.scalars.indices
    where section.scalars[place] == LineBreaking.softHyphen {
      guard var run = paragraph.runs.first(where: { $0.range.contains(place) }),
        run.part != Self.tabPart
      else { continue }
      let form = try fonts.open(forms.stretch(at: section.places[place]).form)
      let face = fonts.faces[run.face]
      run.range = 0..<1
      let glyphs = shaper.shape(run, of: [Self.hyphen.value], with: face, form.features)
      widths[place] = glyphs.reduce(0) {
        $0 + scale($1.advance, by: form.size, over: face.unitsPerEm)
      }
    }
    return widths
  }

  private func measure(
    _ runs: [Paragraph.Run], of text: [UInt32], _ form: OpenedForm, _ factor: Rational,
    _ widths: inout Widths, from first: Int
  ) {
    for run in runs {
      let face = fonts.faces[run.face]
      for glyph in shaper.shape(run, of: text, with: face, form.features)
      where widths.advances.indices.contains(glyph.cluster - first) {
        widths.advances[glyph.cluster - first] += Self.wider(
          scale(glyph.advance, by: form.size, over: face.unitsPerEm), factor)
      }
    }
  }

  private static func wider(_ length: LayoutUnit, _ factor: Rational) -> LayoutUnit {
    factor == .one
      ? length : scale(length, by: factor.fixed(65536, in: TextRun.scales), over: 65536)
  }

  private func addSpacing(_ section: Paragraph.Section, _ widths: inout Widths) {
    guard forms.forms.contains(where: { $0.letterSpacing != 0 }) else { return }
    var last: Int?
    for index in section.scalars.indices {
      if widths.advances[index] != 0 {
        // Marks and what is not seen stand between letters that may join.
        let next = section.scalars.indices[(index + 1)...].first { widths.advances[$0] != 0 }
        let between = section.scalars[(index + 1)..<(next ?? section.scalars.count)]
        let spacing = self.spacing(
          after: section.places[index], section.scalars[index], next.map { section.scalars[$0] },
          parted: between.contains(CursiveScripts.nonJoiner))
        widths.advances[index] += spacing
        widths.tails[index] = spacing
        last = index
      } else if let last {
        widths.tails[index] = widths.tails[last]
      }
    }
  }

  /// The distance behind a letter, 0 where it joins the next.
  ///
  /// - Parameter parted: whether the text keeps the two from joining.
  private func spacing(
    after place: Int, _ scalar: Unicode.Scalar, _ next: Unicode.Scalar?, parted: Bool
  ) -> LayoutUnit {
    let spacing = forms.forms[forms.stretch(at: place).form].letterSpacing
    guard spacing != 0, !parted, let next, CursiveScripts.joins(scalar), CursiveScripts.joins(next)
    else {
      return spacing
    }
    return 0
  }

  /// How wide the tabs of a line are, by their places among the scalars.
  private func tabStops(
    in line: Range<Int>, _ scalars: [Unicode.Scalar], _ widths: Widths
  ) -> [Int: LayoutUnit] {
    var stops: [Int: LayoutUnit] = [:]
    var width = 0
    for index in line {
      guard scalars[index] == "\t", let tabs else {
        width += widths.advances[index]
        continue
      }
      let next = LineBreaking.tab(after: width, tabs)
      stops[index] = next - width
      width = next
    }
    return stops
  }

  // MARK: - Letters

  /// Adds what runs have, from left to right.
  private func add(
    _ runs: [Paragraph.Run], of text: [UInt32], _ section: Paragraph.Section, _ form: OpenedForm,
    to line: inout BuiltLine
  ) {
    for run in runs {
      let face = fonts.faces[run.face]
      // Advances are summed in the font's own units and rounded once a glyph, so that rounding
      // does not add up.
      var (pen, extra, cluster) = (0, 0, -1)
      let origin = line.width
      func length(_ units: Int) -> LayoutUnit { scale(units, by: form.size, over: face.unitsPerEm) }
      for glyph in shaper.shape(run, of: text, with: face, form.features) {
        if glyph.cluster != cluster {
          cluster = glyph.cluster
          line.width = origin + length(pen) + extra
          let before = line.width
          if section.scalars.indices.contains(cluster) { beginCell(cluster, section, &line) }
          extra += line.width - before
        }
        line.glyphs.append(
          TextLayout.Glyph(
            face: run.face, glyph: glyph.glyph, x: origin + length(pen + glyph.offsetX) + extra,
            rise: -length(glyph.offsetY) - form.rise, line: 0, size: form.size, paint: 0))
        pen += glyph.advance
        line.endCell(at: origin + length(pen) + extra)
      }
      line.width = origin + length(pen) + extra
    }
  }

  private func beginCell(
    _ cluster: Int, _ section: Paragraph.Section, _ line: inout BuiltLine
  ) {
    let scalar = section.scalars[cluster]
    // What is not seen has no distance to anything.
    if !scalar.properties.isDefaultIgnorableCodePoint,
      let index = line.cells.lastIndex(where: {
        !$0.scalar.properties.isDefaultIgnorableCodePoint
      })
    {
      let before = line.cells[index]
      let spacing = spacing(
        after: before.place, before.scalar, scalar,
        parted: line.cells[index...].contains { $0.scalar == CursiveScripts.nonJoiner })
      if spacing != 0, let last = line.cells.last {
        line.width += spacing
        line.cells[line.cells.count - 1].tail = line.width - last.columns.upperBound
        line.endCell(at: line.width)
      }
    }
    line.cells.append(
      BuiltLine.Cell(
        place: section.places[cluster], columns: line.width..<line.width,
        glyphs: line.glyphs.count..<line.glyphs.count, tail: 0, scalar: scalar))
  }

  /// Adds a run in the middle of the room that it has.
  private mutating func add(
    roomed run: Paragraph.Run, _ section: Paragraph.Section, _ text: [UInt32],
    to line: inout BuiltLine
  ) throws(TitleError) {
    let stretch = forms.stretch(at: section.places[run.range.lowerBound])
    var (room, own) = (0, BuiltLine())
    for (form, factor) in stretch.room {
      own = BuiltLine()
      let (opened, parts) = (try fonts.open(form), try pieces(run, section, form))
      add(parts, of: text, section, opened, to: &own)
      room = max(room, Self.wider(own.width, factor))
    }
    if let last = stretch.room.last?.form, let replaced = replaced(run, section) {
      own = BuiltLine()
      let (opened, parts) = (try fonts.open(last), try pieces(run, replaced, last))
      add(parts, of: replaced.scalars.map(\.value), replaced, opened, to: &own)
    }
    // What comes last is how it is drawn.
    if let last = line.cells.last, let first = own.cells.first {
      line.width += spacing(
        after: last.place, last.scalar, first.scalar,
        parted: last.scalar == CursiveScripts.nonJoiner || first.scalar == CursiveScripts.nonJoiner)
    }
    let left = line.width + floorDivide(room - own.width, by: 2)
    let count = line.glyphs.count
    for var glyph in own.glyphs {
      glyph.x += left
      line.glyphs.append(glyph)
    }
    for var cell in own.cells {
      cell.columns = cell.columns.lowerBound + left..<cell.columns.upperBound + left
      cell.glyphs = cell.glyphs.lowerBound + count..<cell.glyphs.upperBound + count
      line.cells.append(cell)
    }
    line.width += room
  }

  /// The paragraph with what is drawn in place of a run's scalars; `nil` where they are drawn themselves.
  private func replaced(
    _ run: Paragraph.Run, _ section: Paragraph.Section
  ) -> Paragraph.Section? {
    var replaced = section
    var isOther = false
    for index in run.range {
      guard let other = forms.shown[section.places[index]] else { continue }
      replaced.scalars[index] = other
      isOther = true
    }
    return isOther ? replaced : nil
  }

  private func add(
    tabs run: Paragraph.Run, _ stops: [Int: LayoutUnit], _ section: Paragraph.Section,
    to line: inout BuiltLine
  ) {
    for index in run.level & 1 == 1 ? run.range.reversed() : Array(run.range) {
      let end = line.width + (stops[index] ?? 0)
      line.cells.append(
        BuiltLine.Cell(
          place: section.places[index], columns: line.width..<end,
          glyphs: line.glyphs.count..<line.glyphs.count, tail: 0, scalar: "\t"))
      line.width = end
    }
  }

  /// Gives a line the height of the tallest form in it.
  private mutating func measure(
    _ line: inout BuiltLine, _ range: Range<Int>, _ section: Paragraph.Section
  ) throws(TitleError) {
    var seen: Set<Int> = []
    for index in range {
      let stretch = forms.stretch(at: section.places[index])
      seen.insert(stretch.form)
      for (form, _) in stretch.room { seen.insert(form) }
    }
    if seen.isEmpty { seen = [forms.stretch(at: section.places.first ?? section.start).form] }
    var isFirst = true
    for index in seen.sorted() {
      let form = try fonts.open(index)
      line.ascent = isFirst ? form.ascent : max(line.ascent, form.ascent)
      line.descent = isFirst ? form.descent : max(line.descent, form.descent)
      line.gap = isFirst ? form.gap : max(line.gap, form.gap)
      isFirst = false
    }
  }
}

extension BuiltLine {
  /// Says where the last cell ends, and that it has all glyphs so far.
  fileprivate mutating func endCell(at end: LayoutUnit) {
    guard let last = cells.last else { return }
    // Advances may lead back.
    cells[cells.count - 1].columns =
      last.columns.lowerBound..<max(last.columns.lowerBound, end)
    cells[cells.count - 1].glyphs = last.glyphs.lowerBound..<glyphs.count
  }
}
