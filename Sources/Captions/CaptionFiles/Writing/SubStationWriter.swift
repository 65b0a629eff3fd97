internal import BaseValues
internal import TimelineModel

/// Writes ASS for a picture of 1920 × 1080 script pixels.
struct SubStationWriter {
  private static let size = Rational(54)
  private let rate: FrameRate?
  /// Boxes behind text are styles: their colour by number.
  private var boxes: [Color] = []

  static func text(_ file: CaptionFile, _ rate: FrameRate?, _ losses: inout CaptionLosses) -> String
  {
    var writer = SubStationWriter(rate: rate)
    var events = ""
    for (index, caption) in file.captions.enumerated() {
      events += writer.event(caption, index, &losses)
    }
    var text = """
      [Script Info]
      ScriptType: v4.00+
      WrapStyle: 0
      ScaledBorderAndShadow: yes
      PlayResX: 1920
      PlayResY: 1080

      """
    if let language = file.language { text += "Language: \(language)\n" }
    text += """

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
      Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
      MarginR, MarginV, Encoding

      """
    text += style("Default", border: 1, outline: .black)
    for (number, color) in writer.boxes.enumerated() {
      text += style("Box \(number + 1)", border: 3, outline: color)
    }
    return text + """

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """ + events
  }

  private static func style(_ name: String, border: Int, outline: Color) -> String {
    "Style: \(name),Arial,54,&H00FFFFFF,&H80FFFFFF,\(color(outline)),&H80000000,0,0,0,0,100,100,0,0,"
      + "\(border),3,0,2,96,96,54,1\n"
  }

  private mutating func event(
    _ caption: Caption, _ index: Int, _ losses: inout CaptionLosses
  ) -> String {
    let start = hundredths(caption.start, caption, index, &losses)
    let end = max(start + 1, hundredths(caption.end, caption, index, &losses))
    let runs = caption.writtenRuns
    var style = "Default"
    let backgrounds = Set(runs.map(\.style.background))
    if backgrounds.count > 1 { losses.note(.background, caption, number: index) }
    if backgrounds.count == 1, case let color?? = backgrounds.first {
      let number = boxes.firstIndex(of: color) ?? boxes.count
      if number == boxes.count { boxes.append(color) }
      style = "Box \(number + 1)"
    }
    if caption.speaker == nil, caption.hasSpeakers {
      losses.note(.speaker, caption, number: index)
    }
    let speaker = (caption.speaker ?? "").filter { $0 != "," && !$0.isNewline }
    if caption.name.map({ Int($0) == nil }) ?? false { losses.note(.name, caption, number: index) }
    if caption.place.width != nil { losses.note(.width, caption, number: index) }
    return "Dialogue: 0,\(Self.clock(start)),\(Self.clock(end)),\(style),\(speaker),0,0,0,,"
      + Self.tags(of: caption) + Self.body(runs, from: start) + "\n"
  }

  /// Hundredths of a second; with a rate, within half a frame before the frame that begins at or next after the time,
  /// which any player shows from that frame on.
  private func hundredths(
    _ time: Rational, _ caption: Caption, _ index: Int, _ losses: inout CaptionLosses
  ) -> Int64 {
    let nearest = max(0, (try? time.scaled(by: 100)) ?? 0)
    guard let rate else { return nearest }
    let grid = FrameGrid(rate)
    let frame = grid.nearestFrame(to: time)
    guard frame.value > 0, let begin = try? grid.time(of: frame),
      let before = try? begin - rate.frameDuration,
      let middle = try? (begin + before) / Rational(2),
      let value = try? middle.scaled(by: 100)
    else { return 0 }
    // Above the frame before, and not above this one.
    for candidate in [value, value + 1, value - 1] {
      guard let seconds = Rational(candidate, 100) else { continue }
      if seconds > before, seconds <= begin { return max(0, candidate) }
    }
    losses.note(.frames, caption, number: index)
    return max(0, value)
  }

  static func clock(_ hundredths: Int64) -> String {
    let seconds = hundredths / 100
    return "\(seconds / 3600):" + ClockText.two(seconds / 60 % 60) + ":"
      + ClockText.two(seconds % 60) + "."
      + ClockText.two(hundredths % 100)
  }

  private static func tags(of caption: Caption) -> String {
    var tags = ""
    let place = caption.place
    if !place.isUsual {
      var sides = place
      sides.anchorX = place.anchorX ?? place.alignment ?? .middle
      sides.anchorY = place.anchorY ?? .end
      tags += "\\an\(sides.keypad ?? 2)"
      if place.x != nil || place.y != nil {
        let middle = Rational(1, over: 2)
        let x = pixels(
          place.x
            ?? (sides.anchorX == .start
              ? Rational(1, over: 20) : sides.anchorX == .end ? Rational(19, over: 20) : middle),
          1920)
        let y = pixels(
          place.y
            ?? (sides.anchorY == .start
              ? Rational(1, over: 20) : sides.anchorY == .end ? Rational(19, over: 20) : middle),
          1080)
        tags += "\\pos(\(x),\(y))"
      }
    }
    if caption.fadeIn > .zero || caption.fadeOut > .zero {
      let times = [caption.fadeIn, caption.fadeOut].map { String((try? $0.scaled(by: 1000)) ?? 0) }
      tags += "\\fad(\(times.joined(separator: ",")))"
    }
    return tags.isEmpty ? "" : "{\(tags)}"
  }

  private static func pixels(_ share: Rational, _ whole: Int64) -> String {
    ((try? share * Rational(whole)) ?? .zero).decimalApproximation(places: 3)
  }

  private static func body(_ runs: [CaptionRun], from start: Int64) -> String {
    var text = ""
    var style = CaptionStyle()
    var done = start
    for run in runs {
      var tags = ""
      if let said = run.said {
        let first = max(done, (try? said.start.scaled(by: 100)) ?? done)
        let last = max(first, (try? said.end.scaled(by: 100)) ?? first)
        // A pause is a word without text.
        if first > done { tags += "\\k\(first - done)}{" }
        tags += "\\k\(last - first)"
        done = last
      }
      tags += change(from: style, to: run.style)
      style = run.style
      text += (tags.isEmpty ? "" : "{\(tags)}") + escaped(run.text)
    }
    return text
  }

  /// Tags for what is other than before; a tag without a value is that of the style.
  private static func change(from old: CaptionStyle, to new: CaptionStyle) -> String {
    var tags = ""
    if old.isBold != new.isBold { tags += new.isBold ? "\\b1" : "\\b0" }
    if old.isItalic != new.isItalic { tags += new.isItalic ? "\\i1" : "\\i0" }
    if old.isUnderlined != new.isUnderlined { tags += new.isUnderlined ? "\\u1" : "\\u0" }
    if old.isStruck != new.isStruck { tags += new.isStruck ? "\\s1" : "\\s0" }
    if old.font != new.font { tags += "\\fn" + (new.font ?? "").filter { !"\\{}".contains($0) } }
    if old.scale != new.scale {
      tags += "\\fs" + (new.scale.map { pixels($0, 54) } ?? "")
    }
    if old.color != new.color {
      let alpha = new.color?.alpha ?? 255
      if let color = new.color {
        tags += "\\c&H" + hexadecimal([color.blue, color.green, color.red]) + "&"
      } else {
        tags += "\\c"
      }
      if alpha != old.color?.alpha ?? 255 { tags += "\\1a&H\(hexadecimal([255 - alpha]))&" }
    }
    return tags
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      // A backslash before one of these would be an escape; a word joiner shows nothing.
      if before == "\\", ["N", "n", "h", "{", "}"].contains(scalar) { result += "\u{2060}" }
      switch scalar {
      case "\n": result += "\\N"
      case "\u{A0}": result += "\\h"
      case "{", "}": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
      before = scalar
    }
    return result
  }

  private static func color(_ color: Color) -> String {
    "&H" + hexadecimal([255 - color.alpha, color.blue, color.green, color.red])
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
