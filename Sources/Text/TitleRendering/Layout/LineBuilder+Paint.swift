internal import BaseValues
internal import TimelineModel

extension LineBuilder {
  /// Gives a line's letters their paint, and puts what is below, through and behind them.
  mutating func finish(_ line: inout BuiltLine) throws(TitleError) {
    var start = 0
    while start < line.cells.count {
      let run = run(of: line.cells[start])
      let end = line.cells[start...].firstIndex { self.run(of: $0) != run } ?? line.cells.count
      try finish(&line, start..<end, run)
      start = end
    }
  }

  private func run(of cell: BuiltLine.Cell) -> Int? { forms.stretch(at: cell.place).run }

  /// Where a run's letters go that is drawn larger and elsewhere.
  private struct Change {
    var middle: LayoutUnit
    var factor: Int
    var right: LayoutUnit
    var down: LayoutUnit

    /// - Parameter line: where the middle of its line is.
    init(_ run: TextRun?, middle: LayoutUnit, line: LayoutUnit) {
      self.middle = middle
      factor = (run?.scale ?? .one).fixed(65536, in: TextRun.scales)
      down = -(run?.rise ?? .zero).fixed(layoutUnitsPerPixel, in: StyleLimits.offset)
      right = 0
      guard let move = run?.move else { return }
      factor = scale(factor, by: move.scale.fixed(65536, in: TextRun.scales), over: 65536)
      right = move.x.fixed(layoutUnitsPerPixel, in: StyleLimits.offset)
      if move.spread != .zero {
        right += scale(
          middle - line, by: move.spread.fixed(65536, in: TextMove.spreads), over: 65536)
      }
      down += move.y.fixed(layoutUnitsPerPixel, in: StyleLimits.offset)
    }

    func x(_ x: LayoutUnit) -> LayoutUnit { middle + right + length(x - middle) }
    func y(_ y: LayoutUnit) -> LayoutUnit { length(y) + down }
    func length(_ length: LayoutUnit) -> LayoutUnit {
      factor == 65536 ? length : scale(length, by: factor, over: 65536)
    }
  }

  private mutating func finish(
    _ line: inout BuiltLine, _ cells: Range<Int>, _ number: Int?
  ) throws(TitleError) {
    let run = number.map { style.runs[$0] }
    let opacity = (run?.move?.opacity ?? .one).fixed(255, in: .zero...(.one))
    let asked = TextLayout.Paint(color: run?.color, opacity: opacity)
    let paint = paints.firstIndex(of: asked) ?? paints.count
    if paint == paints.count { paints.append(asked) }
    // Letters without white space at the ends.
    var letters = cells
    while let first = letters.first, line.cells[first].isWhite { letters.removeFirst() }
    while let last = letters.last, line.cells[last].isWhite { letters.removeLast() }
    let columns = line.columns(of: letters) ?? 0..<0
    let change = Change(
      run, middle: floorDivide(columns.lowerBound + columns.upperBound, by: 2),
      line: floorDivide(line.width, by: 2))
    func changed(
      _ columns: Range<LayoutUnit>, _ rows: Range<LayoutUnit>
    ) -> (columns: Range<LayoutUnit>, rows: Range<LayoutUnit>) {
      (
        change.x(columns.lowerBound)..<change.x(columns.upperBound),
        change.y(rows.lowerBound)..<change.y(rows.upperBound)
      )
    }
    for cell in cells {
      for index in line.cells[cell].glyphs {
        line.glyphs[index].paint = paint
        line.glyphs[index].x = change.x(line.glyphs[index].x)
        line.glyphs[index].rise = change.y(line.glyphs[index].rise)
        line.glyphs[index].size = change.length(line.glyphs[index].size)
      }
    }
    let form = try fonts.open(forms.stretch(at: line.cells[cells.lowerBound].place).form)
    if let box = run?.box?.faded(to: opacity), !box.isClear, !letters.isEmpty {
      let (columns, rows) = changed(columns, -form.ascent..<max(-form.ascent, form.descent))
      line.boxes.append(TextLayout.RunBox(line: 0, columns: columns, rows: rows, box: box))
    }
    guard let whole = line.columns(of: cells) else { return }
    // What the whole text has goes through in one height.
    let own = try fonts.open(0)
    for (asked, usual, kind) in [
      (run?.isUnderlined, style.isUnderlined, \FontFace.underline),
      (run?.isStruck, style.isStruck, \FontFace.strike),
    ] where asked ?? usual {
      let source = asked == nil ? own : form
      let (columns, rows) = changed(whole, source.rule(source.resolved.face[keyPath: kind]))
      line.add(TextLayout.Rule(line: 0, columns: columns, rows: rows, paint: paint))
    }
  }
}

extension BuiltLine.Cell {
  fileprivate var isWhite: Bool { scalar.properties.isWhitespace }
}

extension BuiltLine {
  /// From the first to the last of some cells; `nil` for none.
  fileprivate func columns(of cells: Range<Int>) -> Range<LayoutUnit>? {
    guard let first = cells.first, let last = cells.last else { return nil }
    let left = self.cells[first].columns.lowerBound
    let end = self.cells[last]
    return left..<max(left, end.columns.upperBound - end.tail)
  }

  /// Adds a rule, or makes the last one longer that is like it.
  fileprivate mutating func add(_ rule: TextLayout.Rule) {
    let like = rules.lastIndex { $0.rows == rule.rows && $0.paint == rule.paint }
    // Letters apart and room around them part no line.
    if let like, areNear(rules[like].columns.upperBound, rule.columns.lowerBound) {
      let left = rules[like].columns.lowerBound
      rules[like].columns = left..<max(left, rule.columns.upperBound)
    } else {
      rules.append(rule)
    }
  }

  private func areNear(_ end: LayoutUnit, _ start: LayoutUnit) -> Bool {
    guard start >= end else { return end - start < layoutUnitsPerPixel }
    // Nothing stands between the two.
    return !cells.contains { $0.columns.lowerBound >= end && $0.columns.upperBound <= start }
  }
}

extension TextBox {
  /// - Parameter opacity: 0…255.
  fileprivate func faded(to opacity: Int) -> TextBox {
    if opacity == 255 { return self }
    var box = self
    for color in [\TextBox.color, \.borderColor] {
      let alpha = Int(box[keyPath: color].alpha) * opacity
      box[keyPath: color].alpha = UInt8((alpha + 127) / 255)
    }
    return box
  }
}
