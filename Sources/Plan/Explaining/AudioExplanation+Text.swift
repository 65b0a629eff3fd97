import AudioMixing
internal import BaseValues
internal import PlanModel
internal import TimelineModel

extension AudioExplanation {
  /// The explanation for a person to read, lines with an end each.
  package var text: String {
    var lines = TextLines()
    write(to: &lines, isShort: false)
    return lines.text
  }

  /// - Parameter isShort: only which items sound, and how loud.
  func write(to lines: inout TextLines, isShort: Bool) {
    lines.line(0, isShort ? "sound at sample \(sample)" : "sample \(sample) of \(project)")
    if !isShort {
      lines.row(1, "time", time.map(Words.seconds) ?? "sample \(sample)")
      lines.row(
        1, "sound",
        "samples 0 to \(sampleCount - 1) at \(sampleRate) Hz, \(channels) \(channels == 1 ? "channel" : "channels")"
      )
      if let chunk { lines.row(1, "chunk", chunk.text(unit: "samples")) }
    }
    if items.isEmpty { lines.line(1, "nothing sounds: silence") }
    for (number, item) in items.enumerated() {
      if isShort {
        var factors = item.gains.map { " · \($0.purpose.rawValue) \(Self.number($0.factor))" }
          .joined()
        if item.filter != nil { factors = " · filtered" + factors }
        if item.pan != 0 || !item.panning.isEmpty { factors += " · pan \(item.panWords)" }
        lines.line(
          1,
          "\(Words.item(item.item)): \(Self.numbers(item.heard))\(factors) = "
            + Self.numbers(item.added))
      } else {
        lines.line(0, "item \(number + 1): \(Words.item(item.item))")
        item.write(to: &lines, 1)
      }
    }
    lines.row(isShort ? 1 : 0, "sum", Self.numbers(sum))
    if let mastered {
      lines.row(
        isShort ? 1 : 0, "output", "\(Self.numbers(mastered.values)) through \(mastered.chain)")
    }
    if let limited { lines.row(isShort ? 1 : 0, "limited to", Self.numbers(limited)) }
    if (limited ?? mastered?.values ?? sum).contains(where: { $0.magnitude > 1 }) {
      lines.line(isShort ? 1 : 0, "what is beyond −1…1 is cut off before it is encoded")
    }
  }

  static func numbers(_ values: [Float]) -> String {
    values.map { "\($0)".replacing("-", with: "−") }.joined(separator: " ")
  }

  /// The shortest decimal that is this number.
  static func number(_ value: Double) -> String { "\(value)".replacing("-", with: "−") }
}

extension AudioItemExplanation {
  fileprivate func write(to lines: inout TextLines, _ depth: Int) {
    lines.row(depth, "source", description?.soundWords(media) ?? Words.quoted(media))
    for sound in description?.sounds ?? [] { lines.row(depth, "stream", sound.words) }
    if let position, let sourceTime {
      lines.row(
        depth, "position",
        "sample \(Words.number(position)) at \(sampleRate) Hz, \(Words.seconds(sourceTime)) of the "
          + "source")
      lines.row(
        depth, "because",
        (curve == nil
          ? "\(sourceStart) + (sample − \(span.lowerBound)) · \(Words.term(speed))"
          : "\(sourceStart) + the integral of the speed from sample \(span.lowerBound) on")
          + (loop.map { ", \(PlanText.loop($0))" } ?? "")
          + "; the item sounds in samples \(span.lowerBound) to \(span.upperBound - 1)")
    }
    if speed != .one || curve != nil {
      let words =
        switch pitch {
        case .follow: "follows speed"
        case .keep: "kept: sound is taken from around the position"
        case .keepVoice: "kept, of one voice: pieces are taken from around the position"
        }
      lines.row(depth, "pitch", words)
    }
    if let routes { lines.row(depth, "channels", routes) }
    if let matrix { lines.row(depth, "width", matrix) }
    if let filter { lines.row(depth, "through", filter) }
    lines.row(depth, "heard", AudioExplanation.numbers(heard))
    for gain in gains { lines.row(depth, "times", gain.words) }
    if pan != 0 {
      lines.row(
        depth, "pan", "\(Words.number(Rational(Int64(pan), 32768) ?? .zero)): \(panWords)")
    }
    for pan in panning {
      lines.row(
        depth, "pan",
        "\(pan.purpose.rawValue) \(AudioExplanation.number(pan.position))"
          + (pan.location.map { " (\($0))" } ?? ""))
    }
    if !panning.isEmpty { lines.row(depth, "sides", panWords) }
    for origin in origins { lines.row(depth, "written", origin.text) }
    lines.row(depth, "adds", AudioExplanation.numbers(added))
  }

  /// The factors of both sides.
  fileprivate var panWords: String {
    "left \(AudioExplanation.number(sides.left)), right \(AudioExplanation.number(sides.right))"
  }
}

extension SourceDescription {
  fileprivate func soundWords(_ media: String) -> String {
    "\(Words.quoted(media)), \(kind) \(Words.quoted(text))"
  }
}

extension AudioDescription {
  fileprivate var words: String {
    let order = layout.isEmpty ? "\(channels) channels" : layout
    let rows = downMix.map { row in row.map(AudioExplanation.number).joined(separator: " ") }
    return "\(stream), \(order) at \(sampleRate) Hz, down-mix [\(rows.joined(separator: " | "))]"
  }
}

extension GainExplanation {
  fileprivate var words: String {
    var text = "\(purpose.rawValue) \(AudioExplanation.number(factor))"
    if let cause { text += ", \(cause)" }
    if let after, let position {
      text +=
        ", \(Words.number(position)) of the way from \(Words.gain(before.gain)) at sample "
        + "\(before.sample) to \(Words.gain(after.gain)) at \(after.sample), "
        + before.curve.rawValue
    }
    return text + (location.map { " (\($0))" } ?? "")
  }
}
