import Diagnostics
import BaseValues
package import PlanModel
import RenderPlanning
package import Rendering
import Synchronization
package import TimelineModel

/// How loud a movie, its tracks and its clips are.
package struct LoudnessReport {
  /// One line.
  package struct Row: Sendable {
    package enum Kind: String {
      case movie, track, clip
    }

    package var kind: Kind
    package var name: String
    package var levels: LoudnessLevels
  }

  package private(set) var rows: [Row]
  private let rate: Int

  /// - Parameters:
  ///   - jobs: parts measured at the same time.
  ///   - progress: is told at each hundredth of a sound that takes a while, from 0 to 100, by any thread.
  /// - Returns: `nil` for a movie without sound.
  package init?(
    _ plan: RenderPlan, of timeline: Timeline, backend: any RenderBackend, jobs: Int,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(RenderError) {
    guard let audio = plan.audio, let survey = LoudnessSurvey(plan: plan, backend: backend) else {
      return nil
    }
    rate = audio.sampleRate
    let items = PlannedItems(timeline)
    // What clips of projects and groups sound like belongs to these clips.
    let origins = audio.spans.map { items.way(to: $0.origin).first ?? $0.origin }
    let places = Dictionary(
      zip(audio.spans.map(\.origin), origins), uniquingKeysWith: { first, _ in first })
    var parts: [(kind: Row.Kind, name: String, has: @Sendable (AudioSpan) -> Bool)] = []
    for track in timeline.tracks {
      let own = origins.filter { $0.track == track.id }
      if own.isEmpty { continue }
      let name =
        track.name?.value
        ?? "\(track.kind.isHeardAlone ? "audio" : "video") track \(track.id.index + 1)"
      parts.append((.track, name, { places[$0.origin]?.track == track.id }))
      var seen: Set<PlanOrigin> = []
      for origin in own.sorted(by: Self.inOrder) where seen.insert(origin).inserted {
        parts.append((.clip, origin.label, { places[$0.origin] == origin }))
      }
    }
    let total = parts.reduce(audio.sampleCount) {
      $0 + Int64(survey.samples(of: $1.has)?.count ?? 0)
    }
    let isLong = total >= Int64(audio.sampleRate) * Self.longSeconds
    let counter = Counter()
    let measured: @Sendable (Int64) -> Void = { count in
      guard isLong else { return }
      counter.done.withLock { done in
        let before = done * 100 / total
        done += count
        if done * 100 / total > before { progress(Int(done * 100 / total)) }
      }
    }
    rows = [Row(kind: .movie, name: "movie", levels: try survey.level(progress: measured))]
    let levels = try survey.levels(of: parts.map(\.has), jobs: jobs, progress: measured)
    for (part, level) in zip(parts, levels) {
      if let level { rows.append(Row(kind: part.kind, name: part.name, levels: level)) }
    }
  }

  /// Samples that are measured.
  private final class Counter: Sendable {
    let done = Mutex<Int64>(0)
  }

  /// Sound that takes a while, the movie's and that of each part together.
  private static let longSeconds: Int64 = 3600

  private static func inOrder(_ a: PlanOrigin, _ b: PlanOrigin) -> Bool {
    guard case .clip(let first) = a.item, case .clip(let second) = b.item else { return false }
    return first < second
  }

  /// What brings the movie to a loudness: decibels to raise it by, and its true peak after that.
  package func change(to target: Double) -> (gain: Double, truePeak: Double?)? {
    guard let movie = rows.first?.levels, let integrated = movie.integrated else { return nil }
    let gain = target - integrated
    return (gain, movie.truePeak.map { $0 + gain })
  }

  // MARK: - Words

  private static let columns = [
    "integrated", "range", "short-term", "momentary", "true peak",
  ]

  /// A table.
  ///
  /// - Parameter target: LUFS that the movie should have; says what is missing.
  package func text(target: Double?) -> String {
    let names = rows.map { row in
      switch row.kind {
      case .movie: row.name
      case .track: "  \(TerminalText.visible(shortened(row.name)))"
      case .clip: "    \(TerminalText.visible(shortened(row.name)))"
      }
    }
    let width = max(5, names.map(\.count).max() ?? 0)
    func cell(_ text: String) -> String {
      String(repeating: " ", count: max(1, 12 - text.count)) + text
    }
    var lines = [
      String(repeating: " ", count: width) + Self.columns.map(cell).joined(),
      String(repeating: " ", count: width)
        + ["LUFS", "LU", "LUFS", "LUFS", "dBTP"].map(cell).joined(),
    ]
    for (row, name) in zip(rows, names) {
      let values = Self.values(row.levels)
      lines.append(
        name + String(repeating: " ", count: width - name.count)
          + values.map { cell($0.map(Self.tenths) ?? "–") }.joined())
    }
    if let target {
      lines.append("")
      if let change = change(to: target) {
        let peak = change.truePeak.map { "; its true peak is then \(Self.tenths($0)) dBTP" } ?? ""
        lines.append(
          "to reach \(Self.tenths(target)) LUFS the movie's gain changes by "
            + "\(change.gain >= 0 ? "+" : "")\(Self.tenths(change.gain)) dB\(peak)")
      } else {
        lines.append("the movie is too quiet to be brought to a loudness")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func values(_ levels: LoudnessLevels) -> [Double?] {
    [levels.integrated, levels.range, levels.shortTerm, levels.momentary, levels.truePeak]
  }

  /// Rounded to nearest, ties away from zero.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(max(value, -9999), 9999) * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// As data, levels as they were measured.
  package func json(target: Double?) -> String {
    var json = JSONWriter()
    json.object { json in
      json.key("levels")
      json.array { json in
        for row in rows {
          json.object(inline: true) { json in
            json.member("of", row.kind.rawValue)
            json.member("name", row.name)
            json.member("from", Self.time(row.levels.samples.lowerBound, rate))
            json.member("to", Self.time(row.levels.samples.upperBound, rate))
            json.member("integrated", number: row.levels.integrated)
            json.member("range", number: row.levels.range)
            json.member("shortTerm", number: row.levels.shortTerm)
            json.member("momentary", number: row.levels.momentary)
            json.member("truePeak", number: row.levels.truePeak)
          }
        }
      }
      if let target {
        let change = change(to: target)
        json.member("target", number: target)
        json.member("gain", number: change?.gain)
        json.member("truePeakThen", number: change?.truePeak)
      }
    }
    return json.text
  }

  private static func time(_ sample: Int64, _ rate: Int) -> String {
    (Rational(sample, Int64(max(1, rate))) ?? .zero).description
  }
}
