internal import BaseValues
internal import Diagnostics

/// Reads WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format", section 6), and what people write for it.
enum WebVTTReader {
  /// A caption before its text is read.
  private struct Cue {
    var times: CueTimes
    var name: String?
    /// Lines of its text.
    var text: Range<Int>
  }

  static func read(_ collector: inout CaptionCollector) {
    let lines = CaptionLines(collector.bytes)
    var sheet = WebVTTSheet()
    let first = header(lines, &collector)
    let cues = cues(lines, from: first, &sheet, &collector)
    for (index, cue) in cues.enumerated() {
      let text =
        cue.text.isEmpty
        ? 0..<0 : lines[cue.text.lowerBound].lowerBound..<lines[cue.text.upperBound - 1].upperBound
      var caption = Caption(name: cue.name, start: cue.times.start, end: cue.times.start, runs: [])
      let next = index + 1 < cues.count ? cues[index + 1].times.start : nil
      caption.end =
        cue.times.end ?? ReadingTime.end(from: caption.start, characters: text.count, next: next)
      caption.timeRange = cue.times.range
      caption.range = SourceRange(
        lower: cue.times.lower, upper: max(cue.times.range.upper, text.upperBound))
      caption.place = WebVTTSettings.place(lines.bytes, cue.times.rest, &collector)
      var reader = WebVTTText(lines.bytes, sheet, name: cue.name)
      caption.runs = reader.runs(text, caption, &collector)
      caption.speaker = reader.speaker
      collector.add(caption)
      if collector.isFull { return }
    }
  }

  /// Reads the lines up to the first empty one.
  private static func header(_ lines: CaptionLines, _ collector: inout CaptionCollector) -> Int {
    let first = lines.trimmed(0)
    let isNamed = lines.starts(0, with: "WEBVTT")
    let mark = lines.bytes[lines[0]].dropFirst(6).first
    guard isNamed, mark == nil || mark == 0x20 || mark == 0x09 else {
      collector.report(
        CaptionMessages.captionHeader("WEBVTT", SourceRange(at: first.lowerBound)))
      return isNamed ? 1 : 0
    }
    var line = 1
    while line < lines.count, !lines.isEmpty(line) {
      let range = lines.trimmed(line)
      if CueTimes.looksLikeTimes(range, lines.bytes) { return line }
      let text = lines.text(range)
      if text.lowercased().hasPrefix("language:") {
        let language = text.dropFirst(9).trimmedSpaces
        if !language.isEmpty, language.utf8.count < 36 { collector.language = language }
      } else if text.hasPrefix("X-TIMESTAMP-MAP") {
        collector.ignore("'X-TIMESTAMP-MAP'", at: range.source)
      }
      line += 1
    }
    return line
  }

  private static func cues(
    _ lines: CaptionLines, from first: Int, _ sheet: inout WebVTTSheet,
    _ collector: inout CaptionCollector
  ) -> [Cue] {
    var cues: [Cue] = []
    var line = first
    // After times that cannot be read, text is left out with them.
    var isLost = false
    while line < lines.count {
      if lines.isBlank(line) {
        line += 1
        continue
      }
      var end = line + 1
      var times: Int? = looksLikeTimes(line, lines) ? line : nil
      // A line of white space is a part of the text: only an empty one ends a caption (section 6.1).
      while end < lines.count, !lines.isEmpty(end) {
        if looksLikeTimes(end, lines) {
          // An identifier stands above times; in a text, they begin another caption.
          if times != nil || end > line + 1 { break }
          times = end
        } else if times != nil, hasArrow(end, lines) {
          // Players take it for times that they cannot read.
          break
        }
        end += 1
      }
      defer { line = end }
      guard let at = times else {
        block(line..<end, lines, cues, isLost, &sheet, &collector)
        continue
      }
      guard var cue = CueTimes(at, lines, separator: UInt8(ascii: "."), &collector) else {
        isLost = true
        continue
      }
      isLost = false
      var name: String?
      if at > line {
        name = lines.text(lines.trimmed(line))
        cue.lower = lines.trimmed(line).lowerBound
      }
      // The caption before had no blank line after it, and this one's number stands at its end.
      if at == line, line > first, !lines.isBlank(line - 1), let last = cues.last,
        last.text.count > 1, last.text.upperBound == line,
        lines.bytes[lines.trimmed(line - 1)].allSatisfy({ 0x30...0x39 ~= $0 })
      {
        name = lines.text(lines.trimmed(line - 1))
        cues[cues.count - 1].text = last.text.lowerBound..<line - 1
      }
      cues.append(Cue(times: cue, name: name, text: at + 1..<end))
    }
    return cues
  }

  private static func looksLikeTimes(_ line: Int, _ lines: CaptionLines) -> Bool {
    CueTimes.looksLikeTimes(lines.trimmed(line), lines.bytes)
  }

  /// Whether `-->` stands on a line.
  private static func hasArrow(_ line: Int, _ lines: CaptionLines) -> Bool {
    CueTimes.plainArrow(in: lines[line], lines.bytes) != nil
  }

  /// Lines without times: a comment, styles, a region, or text that a blank line or an arrow has cut off.
  private static func block(
    _ block: Range<Int>, _ lines: CaptionLines, _ cues: [Cue], _ isLost: Bool,
    _ sheet: inout WebVTTSheet, _ collector: inout CaptionCollector
  ) {
    let first = lines.text(lines.trimmed(block.lowerBound))
    let whole = lines[block.lowerBound].lowerBound..<lines[block.upperBound - 1].upperBound
    if first == "NOTE" || first.hasPrefix("NOTE ") || first.hasPrefix("NOTE\t") { return }
    if first == "STYLE" || first.hasPrefix("STYLE ") {
      if cues.isEmpty {
        sheet.read(
          lines.bytes, lines[block.lowerBound].lowerBound + 5..<whole.upperBound, &collector)
      } else {
        collector.ignore("STYLE after the first caption", at: whole.source)
      }
    } else if first == "REGION" || first.hasPrefix("REGION ") {
      collector.ignore("REGION", at: whole.source)
    } else if let arrow = CueTimes.plainArrow(in: lines[block.lowerBound], lines.bytes) {
      collector.report(CaptionMessages.captionArrow(arrow.source))
    } else if isLost {
      return
    } else if let last = cues.last, !last.text.isEmpty {
      collector.report(
        CaptionMessages.captionBlankLine(
          SourceRange(at: lines[block.lowerBound].lowerBound), ends: true))
    } else {
      collector.report(CaptionMessages.captionTextOutside(whole.source))
    }
  }
}
