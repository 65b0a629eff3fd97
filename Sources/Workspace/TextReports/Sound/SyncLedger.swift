import AudioMixing
import Diagnostics
package import BaseValues
package import PlanModel
import TimelineModel
package import Workspace

/// Which samples of a movie are which of its sources, exactly, and how far what is heard is from where it should
/// be.
package struct SyncLedger {
  /// A clip's sound.
  package struct Entry {
    var span: AudioSpan
    package var media: String
    /// Samples a second of the source; `nil` for what is made at the movie's rate.
    var sourceRate: Int?
    /// Samples of the source at its own rate, exact; `nil` where its speed changes or it is repeated.
    package var source: (start: Rational, end: Rational)?
    /// Samples of the movie for each of the source.
    package var ratio: Rational?
    /// What is heard minus what should be, in samples of the movie; at most half of one either way. `nil` where
    /// it is not known.
    package var rounding: Rational?
  }

  private let plan: RenderPlan
  private let audio: AudioPlan
  private(set) var entries: [Entry]

  /// - Returns: `nil` for a movie without sound.
  package init?(_ plan: RenderPlan, of project: LoadedProject) {
    guard let audio = plan.audio else { return nil }
    self.plan = plan
    self.audio = audio
    entries = audio.spans.map { span in
      let name = plan.source(of: span.media)?.name ?? "media \(span.media.index)"
      var entry = Entry(span: span, media: name)
      if let facts = project.catalog[span.media]?.audio, facts.range != nil {
        entry.sourceRate = facts.sampleRate
      }
      let rate = Int64(audio.sampleRate)
      let sourceRate = Int64(entry.sourceRate ?? audio.sampleRate)
      entry.ratio = Rational(rate, sourceRate)
      guard let exact = span.sourceTime else { return entry }
      entry.rounding = try? Rational(span.sourceSample) - exact * Rational(rate)
      if span.curve == nil, span.loop == nil, let start = try? exact * Rational(sourceRate),
        let length = Rational(Int64(span.samples.count), rate),
        let covered = try? length * span.speed * Rational(sourceRate)
      {
        entry.source = (try? start + covered).map { (start, $0) }
      }
      return entry
    }
  }

  /// The largest rounding, and the sum of all, in samples.
  private var roundings: (sum: Rational?, largest: Rational, of: Int?) {
    var sum: Rational? = .zero
    var largest = (size: Rational.zero, place: Int?.none)
    for (place, entry) in entries.enumerated() {
      guard let rounding = entry.rounding, let size = try? rounding.magnitude() else { continue }
      sum = sum.flatMap { try? $0 + size }
      if size > largest.size { largest = (size, place) }
    }
    return (sum, largest.size, largest.place)
  }

  // MARK: - Text

  package var text: String {
    let layout = ChannelLayout(channels: audio.channels).name
    var lines = ["sound \(audio.sampleRate) Hz, \(layout), \(audio.sampleCount) samples"]
    for entry in entries {
      let span = entry.span
      lines.append("\(PlanText.origin(span.origin)): \(entry.media)")
      lines.append(
        "  movie    samples \(span.samples.lowerBound)..\(span.samples.upperBound - 1), "
          + "\(seconds(span.samples.lowerBound)) to \(seconds(span.samples.upperBound)) s")
      lines.append("  source   " + sourceWords(entry))
      lines.append("  rounding " + roundingWords(entry.rounding))
      for (name, words) in shaping(of: span) {
        lines.append("  \(name)\(String(repeating: " ", count: 8 - name.count)) \(words)")
      }
      for envelope in audio.envelopes(of: span) + panning(of: span) {
        let points = envelope.points.map { point in
          "\(point.sample)=\(number(Rational(point.gain, GainPoint.unity)))"
            + PlanText.curve(point.curve)
        }
        lines.append("  gain     \(envelope.purpose.rawValue) \(points.joined(separator: " "))")
      }
    }
    let (sum, largest, place) = roundings
    lines.append(
      "sum of roundings \(number(sum)) samples (\(microseconds(sum)))")
    lines.append(
      "largest rounding \(number(largest)) samples (\(microseconds(largest)))"
        + (place.map { " of \(PlanText.origin(entries[$0].span.origin))" } ?? ""))
    return lines.joined(separator: "\n")
  }

  /// Pans that move: the clip's own, and those of what it is heard through.
  private func panning(of span: AudioSpan) -> [GainEnvelope] {
    span.panning + audio.buses(from: span.bus).flatMap(\.panning)
  }

  /// What else makes a clip's sound what it is: steady pans, chains of filters and where channels go.
  private func shaping(of span: AudioSpan) -> [(name: String, words: String)] {
    var rows: [(String, String)] = []
    func add(pan: Int, _ matrix: ChannelMatrix?) {
      if let matrix { rows.append(("channels", PlanText.matrix(matrix))) }
      if pan != 0 { rows.append(("pan", number(Rational(Int64(pan), 32768)))) }
    }
    add(pan: span.pan, span.matrix)
    for bus in audio.buses(from: span.bus) {
      if let media = bus.media {
        let name = plan.source(of: media)?.name ?? "media \(media.index)"
        rows.append(("filter", "'\(name)' of \(bus.label)"))
      }
      add(pan: bus.pan, bus.matrix)
    }
    return rows
  }

  private func sourceWords(_ entry: Entry) -> String {
    let span = entry.span
    var words =
      entry.source.map { "samples \($0.start.description) to \($0.end.description)" }
      ?? "from \(span.sourceTime?.description ?? "?") s on"
    words += entry.sourceRate.map { " at \($0) Hz" } ?? " of what is made at the movie's rate"
    if let ratio = entry.ratio, ratio != .one { words += ", ratio \(ratio.description)" }
    if span.speed != .one { words += ", speed \(span.speed.description) pitch \(span.pitch)" }
    if let curve = span.curve {
      words += ", speed \(PlanText.curve(curve))"
      if span.pitch != .follow { words += " pitch \(span.pitch)" }
    }
    if let loop = span.loop {
      words += ", \(loop.length.description) s again and again"
      if let fade = loop.crossFade { words += ", crossed over \(fade.description) s" }
    }
    return words
  }

  private func roundingWords(_ rounding: Rational?) -> String {
    guard let rounding else { return "not known: it is within an edit that is played as a film" }
    return "\(rounding.description) samples (\(microseconds(rounding)))"
  }

  private func seconds(_ sample: Int64) -> String {
    Rational(sample, Int64(audio.sampleRate))?.decimalApproximation(places: 6) ?? "?"
  }

  private func number(_ value: Rational?) -> String {
    value?.decimalApproximation(places: 4) ?? "?"
  }

  private func microseconds(_ samples: Rational?) -> String {
    guard let samples,
      let time = try? samples * Rational(1_000_000) / Rational(Int64(audio.sampleRate))
    else { return "?" }
    return "\(time.decimalApproximation(places: 2)) µs"
  }

  // MARK: - JSON

  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("sampleRate", audio.sampleRate)
      json.member("channels", audio.channels)
      json.member("samples", Int(audio.sampleCount))
      json.key("clips")
      json.array { json in
        for entry in entries { json.object { write(entry, to: &$0) } }
      }
      let (sum, largest, place) = roundings
      json.member("sumOfRoundings", sum?.description)
      json.member("largestRounding", largest.description)
      json.member("largestOf", place.map { PlanText.origin(entries[$0].span.origin) })
    }
    return json.text
  }

  private func write(_ entry: Entry, to json: inout JSONWriter) {
    let span = entry.span
    json.member("clip", PlanText.origin(span.origin))
    json.member("media", entry.media)
    json.member("firstSample", Int(span.samples.lowerBound))
    json.member("lastSample", Int(span.samples.upperBound - 1))
    json.member("sourceTime", span.sourceTime?.description)
    json.member("sourceRate", entry.sourceRate)
    json.member("sourceStart", entry.source?.start.description)
    json.member("sourceEnd", entry.source?.end.description)
    json.member("ratio", entry.ratio?.description)
    json.member("speed", span.speed.description)
    json.member("rounding", entry.rounding?.description)
    json.key("shaping")
    json.array { json in
      for (name, words) in shaping(of: span) {
        json.object(inline: true) { json in
          json.member("kind", name)
          json.member("value", words)
        }
      }
    }
    json.key("gains")
    json.array { json in
      for envelope in audio.envelopes(of: span) + panning(of: span) {
        json.object { json in
          json.member("purpose", envelope.purpose.rawValue)
          json.key("points")
          json.array { json in
            for point in envelope.points {
              json.object(inline: true) { json in
                json.member("sample", Int(point.sample))
                json.member("gain", number: Double(point.gain) / Double(GainPoint.unity))
                json.member("curve", point.curve.rawValue)
              }
            }
          }
        }
      }
    }
  }
}
