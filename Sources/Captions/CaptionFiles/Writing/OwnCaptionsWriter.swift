internal import BaseValues
internal import Diagnostics

/// Writes Cutlist's own JSON: `{ "at", "duration", "text" }` and, where they are known, `words` with the same keys.
enum OwnCaptionsWriter {
  static func text(_ file: CaptionFile, _ losses: inout CaptionLosses) -> String {
    var json = JSONWriter()
    json.array { json in
      for (index, caption) in file.captions.enumerated() {
        write(caption, to: &json)
        if caption.runs.contains(where: { $0.style.withoutSpeaker != CaptionStyle() }) {
          losses.note(.form, caption, number: index)
        }
        if caption.runs.contains(where: { $0.style.speaker != nil }) {
          losses.note(.speaker, caption, number: index)
        }
        if !caption.place.isUsual { losses.note(.place, caption, number: index) }
        if caption.fadeIn > .zero || caption.fadeOut > .zero {
          losses.note(.fades, caption, number: index)
        }
      }
    }
    return json.text + "\n"
  }

  private static func write(_ caption: Caption, to json: inout JSONWriter) {
    json.object(inline: !caption.hasWordTimes) { json in
      time("at", caption.start, &json)
      duration(caption.start, caption.end, &json)
      json.member("text", caption.text)
      if let name = caption.name { json.member("name", name) }
      if let speaker = caption.speaker { json.member("speaker", speaker) }
      guard caption.hasWordTimes else { return }
      json.key("words")
      json.array { json in
        for run in caption.runs {
          json.object(inline: true) { json in
            if let said = run.said {
              time("at", said.start, &json)
              duration(said.start, said.end, &json)
            }
            json.member("text", run.text)
          }
        }
      }
    }
  }

  private static func duration(_ start: Rational, _ end: Rational, _ json: inout JSONWriter) {
    if let length = try? end - start { time("duration", length, &json) }
  }

  /// A number where that is exact, else a fraction in quotes.
  private static func time(_ name: String, _ time: Rational, _ json: inout JSONWriter) {
    json.key(name)
    if let decimal = time.decimalDescription { json.raw(decimal) } else { json.string("\(time)s") }
  }
}
