import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  /// Times that other times say, with what these are.
  func workedOutTimes(_ solver: TimeSolver) -> [SourceRange: WorkedOutTime] {
    var result: [SourceRange: WorkedOutTime] = [:]
    for (index, formula) in solver.graph.formulas.enumerated() {
      guard let seconds = solver.values[solver.graph.node(ofFormula: index)] else { continue }
      var reasons: [String] = []
      // What is a single name is what the name is.
      let isName = formula.text == "{\(formula.references.first?.description ?? "")}"
      for reference in formula.references where !isName {
        guard let time = solver.time(reference, in: index) else { continue }
        reasons.append(reference.words(time, rate))
      }
      result[formula.range] = WorkedOutTime(
        seconds: seconds, text: TimeText.timecode(seconds, rate), reasons: reasons)
    }
    return result
  }

  /// Where values come from that do not simply stand in their items.
  func origins(_ times: [SourceRange: WorkedOutTime]) -> [SourceRange: [ValueOrigin]] {
    var result: [SourceRange: [ValueOrigin]] = [:]
    let owners = times.isEmpty ? [] : itemRanges()
    for (range, _) in times {
      guard let owner = Self.innermost(range, in: owners), let formula = document.formulas[range]
      else { continue }
      result[owner, default: []].append(origin(formula.path, range, times))
    }
    for (range, names) in document.uses.places where !names.isEmpty && times[range] == nil {
      guard let (owner, key) = document.uses.owners[range], !owner.isNone else { continue }
      result[owner, default: []].append(origin(key, range, times))
    }
    for (owner, taken) in document.styles.taken {
      for value in taken {
        var origin = origin(value.key, value.range, times)
        let source = document.styles.sources[value.source].words
        origin.reasons.insert("from \(source)", at: 0)
        result[owner, default: []].append(origin)
      }
    }
    // What was gathered from dictionaries is put in the order of the file.
    return result.mapValues { $0.sorted { $0.range.lower < $1.range.lower } }
  }

  private func origin(
    _ key: String, _ range: SourceRange, _ times: [SourceRange: WorkedOutTime]
  ) -> ValueOrigin {
    let parameters = Set(document.uses.places[range] ?? []).sorted().compactMap {
      document.uses.origins[$0]?.message
    }
    let time = times[range]
    return ValueOrigin(
      key: key, range: range, value: time?.text, reasons: (time?.reasons ?? []) + parameters)
  }

  /// Where items stand, sorted by their beginnings.
  private func itemRanges() -> [SourceRange] {
    var ranges: [SourceRange] = []
    for track in document.tracks ?? [] {
      ranges += track.items.map(\.range) + (track.captions ?? []).map(\.range)
      for title in track.titles {
        ranges.append(title.range)
        ranges += title.layers.map(\.range).filter { $0 != title.range }
      }
    }
    return ranges.sorted { ($0.lower, -$0.upper) < ($1.lower, -$1.upper) }
  }

  /// The last of some ranges that begins before a place and holds it.
  private static func innermost(_ place: SourceRange, in ranges: [SourceRange]) -> SourceRange? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lower <= place.lower { low = middle + 1 } else { high = middle }
    }
    // A layer does not hold what stands after it in its title; there are few in one.
    return ranges[..<low].suffix(100).last { $0.contains(place) }
  }
}

extension TimeReference {
  /// `voice.end is 00:00:07:20`, `a beat is 0.5s`.
  fileprivate func words(_ time: Rational, _ rate: FrameRate) -> String {
    switch beats {
    case nil: "\(shortened(description)) is \(TimeText.timecode(time, rate))"
    case .offset: "beat 1 is at \(TimeText.timecode(time, rate))"
    case .length: "a beat is \(TimeText.text(time, rate))"
    case .meter: "a bar has \(time) beats"
    }
  }
}
