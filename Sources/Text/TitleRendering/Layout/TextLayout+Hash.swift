internal import BaseValues
internal import TimelineModel

extension TextLayout {
  /// Adds what the places of glyphs do not tell; nothing for texts that have one form.
  func addForms(to hash: inout XXH64, of style: TextStyle) {
    guard !rules.isEmpty || !style.runs.isEmpty || style.maximumHeight != nil else { return }
    func add(_ number: Int) { hash.update(UInt64(truncatingIfNeeded: number)) }
    for glyph in glyphs {
      add(glyph.size)
      add(glyph.paint)
    }
    for rule in rules {
      for number in [rule.line, rule.paint, rule.columns.lowerBound, rule.columns.upperBound] {
        add(number)
      }
      add(rule.rows.lowerBound)
      add(rule.rows.upperBound)
    }
    for box in boxes {
      for number in [box.line, box.columns.lowerBound, box.columns.upperBound] { add(number) }
      add(box.rows.lowerBound)
      add(box.rows.upperBound)
    }
  }
}
