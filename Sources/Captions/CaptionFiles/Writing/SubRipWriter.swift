internal import BaseValues
internal import OutputKinds
internal import TimelineModel

/// Writes SubRip with the tags that players know.
enum SubRipWriter {
  static func text(_ file: CaptionFile, _ losses: inout CaptionLosses) -> String {
    var text = ""
    for (index, caption) in file.captions.enumerated() {
      let start = max(0, (try? caption.start.scaled(by: 1000)) ?? 0)
      let end = max(start + 1, (try? caption.end.scaled(by: 1000)) ?? 0)
      text += "\(index + 1)\n"
      text += ClockText.text(milliseconds: start, separator: ",") + " --> "
      text += ClockText.text(milliseconds: end, separator: ",") + "\n"
      text += place(caption, index, &losses) + body(caption, index, &losses) + "\n\n"
      if caption.hasWordTimes { losses.note(.words, caption, number: index) }
      if caption.hasSpeakers { losses.note(.speaker, caption, number: index) }
      if caption.fadeIn > .zero || caption.fadeOut > .zero {
        losses.note(.fades, caption, number: index)
      }
      if let name = caption.name, Int(name) == nil { losses.note(.name, caption, number: index) }
    }
    // No blank line at the end of the file.
    return text.isEmpty ? "" : String(text.dropLast())
  }

  private static func place(
    _ caption: Caption, _ index: Int, _ losses: inout CaptionLosses
  ) -> String {
    if caption.place.isUsual { return "" }
    let number = caption.place.keypad ?? 2
    let sheet = SubStationSheet.foreign
    if caption.place != sheet.place(number, sheet.usual) {
      losses.note(.place, caption, number: index)
    }
    return number == 2 ? "" : "{\\an\(number)}"
  }

  private static func body(
    _ caption: Caption, _ index: Int, _ losses: inout CaptionLosses
  ) -> String {
    var text = ""
    var open: [(tag: String, close: String)] = []
    for run in caption.writtenRuns {
      let tags = tags(run.style, caption, index, &losses)
      // What both have stays open, as long as it is open outside of what ends.
      var shared = 0
      while shared < open.count, shared < tags.count, open[shared].tag == tags[shared].tag {
        shared += 1
      }
      var run = run.text
      // White space of a run belongs before its tags.
      let space = run.prefix { $0 == " " || $0 == "\n" }
      run = String(run.dropFirst(space.count))
      text += open[shared...].reversed().map(\.close).joined() + space
      text += tags[shared...].map(\.tag).joined()
      text += guarded(run, caption, index, &losses)
      open = tags
    }
    return text + open.reversed().map(\.close).joined()
  }

  private static func tags(
    _ style: CaptionStyle, _ caption: Caption, _ index: Int, _ losses: inout CaptionLosses
  ) -> [(tag: String, close: String)] {
    var tags: [(tag: String, close: String)] = []
    var font = ""
    if let color = style.color {
      font += " color=\"\(color.text.prefix(7))\""
      if color.alpha != 255 { losses.note(.alpha, caption, number: index) }
    }
    if let face = style.font { font += " face=\"\(face.filter { !"\"<>".contains($0) })\"" }
    if !font.isEmpty { tags.append(("<font\(font)>", "</font>")) }
    if style.isBold { tags.append(("<b>", "</b>")) }
    if style.isItalic { tags.append(("<i>", "</i>")) }
    if style.isUnderlined { tags.append(("<u>", "</u>")) }
    if style.isStruck { tags.append(("<s>", "</s>")) }
    if style.background != nil { losses.note(.background, caption, number: index) }
    if style.scale != nil { losses.note(.size, caption, number: index) }
    return tags
  }

  /// A text that would be read as a tag or an arrow gets a word joiner within it, which shows nothing.
  private static func guarded(
    _ text: String, _ caption: Caption, _ index: Int, _ losses: inout CaptionLosses
  ) -> String {
    let result = SubRip.guarded(text)
    if result != text { losses.note(.marks, caption, number: index) }
    return result
  }
}
