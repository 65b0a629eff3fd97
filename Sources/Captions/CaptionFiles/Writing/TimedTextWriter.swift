internal import BaseValues
internal import Diagnostics
internal import TimelineModel

/// Writes the text profile of IMSC 1 (W3C, "TTML Profiles for Internet Media Subtitles and Captions 1.0.1").
struct TimedTextWriter {
  private var styles: [CaptionStyle: String] = [:]
  private var styleText = ""
  private var regions: [CaptionPlace: String] = [:]
  private var regionText = ""
  private var agents: [String: String] = [:]
  private var agentText = ""

  static func text(_ file: CaptionFile, _ losses: inout CaptionLosses) -> String {
    var writer = TimedTextWriter()
    var body = ""
    for (index, caption) in file.captions.enumerated() {
      body += writer.paragraph(caption)
      if caption.hasWordTimes { losses.note(.words, caption, number: index) }
      if caption.fadeIn > .zero || caption.fadeOut > .zero {
        losses.note(.fades, caption, number: index)
      }
    }
    let metadata =
      writer.agentText.isEmpty ? "" : "    <metadata>\n\(writer.agentText)    </metadata>\n"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
          xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"
          ttp:profile="http://www.w3.org/ns/ttml/profile/imsc1/text" ttp:timeBase="media"
          xml:lang="\(XMLText.escaped(file.language ?? ""))">
        <head>
      \(metadata)    <styling>
            <style xml:id="usual" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%"/>
      \(writer.styleText)    </styling>
          <layout>
      \(writer.regionText)    </layout>
        </head>
        <body style="usual">
          <div>
      \(body)    </div>
        </body>
      </tt>

      """
  }

  private mutating func paragraph(_ caption: Caption) -> String {
    var text = "      <p"
    if let name = caption.name, Self.isIdentifier(name) { text += " xml:id=\"\(name)\"" }
    text += " begin=\"\(Self.time(caption.start))\" end=\"\(Self.time(caption.end))\""
    text += " region=\"\(region(caption.place))\""
    if let speaker = caption.speaker { text += " ttm:agent=\"\(agent(speaker))\"" }
    text += ">"
    for run in caption.writtenRuns {
      let body = run.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { XMLText.escaped(String($0)) }.joined(separator: "<br/>")
      let form = run.style.withoutSpeaker
      var attributes = form == CaptionStyle() ? "" : " style=\"\(style(form))\""
      if let speaker = run.style.speaker { attributes += " ttm:agent=\"\(agent(speaker))\"" }
      text += attributes.isEmpty ? body : "<span\(attributes)>\(body)</span>"
    }
    return text + "</p>\n"
  }

  private static func time(_ time: Rational) -> String { ClockText.text(time, separator: ".") }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isASCIILetter else { return false }
    return name.utf8.allSatisfy {
      $0.isASCIILetter || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x5F
    }
      && name != "usual" && !["style-", "region-", "agent-"].contains { name.hasPrefix($0) }
  }

  private mutating func agent(_ speaker: String) -> String {
    if let known = agents[speaker] { return known }
    let name = "agent-\(agents.count + 1)"
    agents[speaker] = name
    agentText +=
      "      <ttm:agent xml:id=\"\(name)\" type=\"person\"><ttm:name type=\"full\">"
      + "\(XMLText.escaped(speaker))</ttm:name></ttm:agent>\n"
    return name
  }

  private mutating func style(_ style: CaptionStyle) -> String {
    if let known = styles[style] { return known }
    let name = "style-\(styles.count + 1)"
    styles[style] = name
    var text = "      <style xml:id=\"\(name)\""
    if let color = style.color { text += " tts:color=\"\(color.text)\"" }
    if let color = style.background { text += " tts:backgroundColor=\"\(color.text)\"" }
    if style.isBold { text += " tts:fontWeight=\"bold\"" }
    if style.isItalic { text += " tts:fontStyle=\"italic\"" }
    let lines = (style.isUnderlined ? ["underline"] : []) + (style.isStruck ? ["lineThrough"] : [])
    if !lines.isEmpty { text += " tts:textDecoration=\"\(lines.joined(separator: " "))\"" }
    if let font = style.font { text += " tts:fontFamily=\"\(XMLText.escaped(font))\"" }
    if let scale = style.scale { text += " tts:fontSize=\"\(Self.percent(scale))\"" }
    styleText += text + "/>\n"
    return name
  }

  /// A region whose corner and size have the text stand where the place says.
  private mutating func region(_ place: CaptionPlace) -> String {
    if let known = regions[place] { return known }
    let name = "region-\(regions.count + 1)"
    regions[place] = name
    let side = place.alignment ?? place.anchorX ?? .middle
    let across = Self.span(
      place.x, place.anchorX ?? side, length: place.width ?? Rational(4, over: 5))
    let down = Self.span(place.y, place.anchorY ?? .end, length: Rational(1, over: 5))
    let words: [CaptionPlace.Side: (across: String, down: String)] = [
      .start: ("start", "before"), .middle: ("center", "center"), .end: ("end", "after"),
    ]
    regionText +=
      "      <region xml:id=\"\(name)\" tts:origin=\"\(Self.percent(across.start)) "
      + "\(Self.percent(down.start))\" tts:extent=\"\(Self.percent(across.length)) \(Self.percent(down.length))\""
      + " tts:displayAlign=\"\(words[place.anchorY ?? .end]?.down ?? "after")\""
      + " tts:textAlign=\"\(words[side]?.across ?? "center")\"/>\n"
    return name
  }

  /// A stretch that begins, is centred or ends at a point, within the picture; without a point, with a margin of a
  /// twentieth.
  private static func span(
    _ point: Rational?, _ side: CaptionPlace.Side, length: Rational
  ) -> (start: Rational, length: Rational) {
    let margin = Rational(1, over: 20)
    let two = Rational(2)
    do {
      switch side {
      case .start:
        let start = point ?? margin
        return (start, min(length, try .one - start))
      case .middle:
        let middle = point ?? Rational(1, over: 2)
        let length = min(length, try middle * two, try (.one - middle) * two)
        return (try middle - length / two, length)
      case .end:
        let end = try point ?? .one - margin
        let length = min(length, end)
        return (try end - length, length)
      }
    } catch {
      return (margin, length)
    }
  }

  private static func percent(_ share: Rational) -> String {
    ((try? share * Rational(100)) ?? Rational(100)).decimalApproximation(places: 6) + "%"
  }
}
