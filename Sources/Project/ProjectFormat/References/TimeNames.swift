import Diagnostics
import BaseValues
import TimelineModel

/// What names in expressions stand for: items, tracks, markers and the movie.
///
/// Items and tracks have times after a point, `voice.end`; a marker is a time itself. What the project
/// calls so comes before the words `end` and `movie`.
struct TimeNames {
  /// What a reference leads to.
  enum Target: Hashable, Sendable {
    case node(Int)
    /// Seconds; beats of a bar.
    case constant(Rational)
  }

  /// What can be had of what: an item or a track by its id.
  private enum Owner {
    case item(Int)
    case track(Int)
  }

  private let graph: TimeGraph
  // Looked up by name only; nothing depends on the order in these.
  private var owners: [String: [(owner: Owner, range: SourceRange)]] = [:]
  private var markers: [String: [(marker: Int, range: SourceRange)]] = [:]
  /// Whether everything that has a name could be read. If not, unknown names mean little.
  private let isComplete: Bool
  /// Names that are no words, so that expressions take them in brackets.
  private let oddNames: [String]

  init(_ graph: TimeGraph) {
    self.graph = graph
    let document = graph.document
    isComplete =
      !document.hasSyntaxErrors && document.tracks != nil && document.markersAreComplete
      && !graph.items.contains { if case .unreadable = $0.content { true } else { false } }
    for (index, item) in graph.items.enumerated() {
      guard let name = item.name else { continue }
      owners[name.value, default: []].append((.item(index), name.range))
    }
    for (index, track) in (document.tracks ?? []).enumerated() {
      guard let name = track.name else { continue }
      owners[name.value, default: []].append((.track(index), name.range))
    }
    for (index, marker) in document.markers.enumerated() {
      guard let name = marker.name else { continue }
      markers[name.value, default: []].append((index, name.range))
    }
    let names = (Array(owners.keys) + Array(markers.keys)).sorted()
    oddNames = names.count > 1000 ? [] : names.filter { TimeReference.spelled($0) != $0 }
  }

  /// What a reference in a formula means; a finding, or nothing where one would mean little.
  ///
  /// - Parameter guesses: whether a finding is to say what may have been meant.
  func target(
    of reference: TimeReference, in formula: TimeFormula, guesses: Bool
  ) -> (target: Target?, finding: Diagnostic?) {
    if let beats = reference.beats { return grid(reference.name, beats, formula) }
    guard let property = reference.property else { return marker(reference, formula, guesses) }
    let name = reference.name
    let found = owners[name] ?? []
    if found.count > 1 {
      let isTrack = { if case .track = $0 { true } else { false } } as (Owner) -> Bool
      return (
        nil,
        TimeMessages.ambiguousName(
          name,
          meanings: found.map { (isTrack($0.owner) ? "a track" : "an item", $0.range) },
          range: formula.range)
      )
    }
    if let owner = found.first?.owner { return target(property, of: owner, name, formula) }
    if name == "movie", !reference.isBracketed {
      switch property {
      case "start": return (.constant(.zero), nil)
      case "end", "duration": return (.node(graph.movie), nil)
      default:
        return (
          nil,
          TimeMessages.unknownProperty(
            property, of: "the movie", has: ["start", "end", "duration"],
            in: formula.text, range: formula.range)
        )
      }
    }
    return (nil, isComplete ? unknown(reference, formula, guesses) : nil)
  }

  private func target(
    _ property: String, of owner: Owner, _ name: String, _ formula: TimeFormula
  ) -> (Target?, Diagnostic?) {
    let parts: [String: TimeGraph.Part] = [
      "start": .start, "end": .end, "duration": .duration, "in": .sourceIn, "out": .sourceOut,
    ]
    var has = ["start", "end", "duration"]
    var noun = "a track"
    if case .item(let item) = owner {
      noun = "a title"
      if case .clip = graph.items[item].content {
        noun = "a clip"
        has += ["in", "out"]
      }
    }
    guard has.contains(property), let part = parts[property] else {
      return (
        nil,
        TimeMessages.unknownProperty(
          property, of: "\(noun), as '\(shortened(name))' is,", has: has, in: formula.text,
          range: formula.range)
      )
    }
    switch owner {
    case .item(let item): return (.node(graph.node(part, of: item)), nil)
    case .track(let track): return (.node(graph.node(part, ofTrack: track)), nil)
    }
  }

  private func marker(
    _ reference: TimeReference, _ formula: TimeFormula, _ guesses: Bool
  ) -> (Target?, Diagnostic?) {
    // Sound that fits the movie does, whatever a marker is called.
    if formula.key == "fit" { return (.node(graph.movie), nil) }
    let found = markers[reference.name] ?? []
    let parameter = reference.isBracketed ? graph.document.uses.parameters[reference.name] : nil
    if found.count + (parameter == nil ? 0 : 1) > 1 {
      return (
        nil,
        TimeMessages.ambiguousName(
          reference.name,
          meanings: found.map { ("a marker", $0.range) }
            + (parameter.map { [("a parameter", $0)] } ?? []), range: formula.range)
      )
    }
    if let marker = found.first?.marker { return (.node(graph.node(ofMarker: marker)), nil) }
    if reference.name == "end", !reference.isBracketed { return (.node(graph.movie), nil) }
    return (nil, isComplete ? unknown(reference, formula, guesses) : nil)
  }

  private func grid(
    _ name: String, _ part: BeatGrid.Part, _ formula: TimeFormula
  ) -> (Target?, Diagnostic?) {
    let grids = graph.document.beats
    let found = grids.indices.filter { name.isEmpty || grids[$0].name?.value == name }
    guard found.count == 1, let index = found.first else {
      if !graph.document.beatsAreComplete || graph.document.hasSyntaxErrors { return (nil, nil) }
      if found.isEmpty {
        return (
          nil,
          TimeMessages.unknownBeats(
            name, names: grids.compactMap { $0.name?.value }, range: formula.range)
        )
      }
      let noun = name.isEmpty ? "beats" : name
      return (
        nil,
        TimeMessages.ambiguousName(
          noun, meanings: found.map { ("a grid of beats", grids[$0].range) }, range: formula.range)
      )
    }
    switch part {
    case .offset: return (.node(graph.node(ofGrid: index)), nil)
    case .meter: return (.constant(Rational(Int64(grids[index].meter))), nil)
    case .length:
      return ((try? Rational(60) / grids[index].tempo).map { .constant($0) }, nil)
    }
  }

  // MARK: - Names that are not there

  private func unknown(
    _ reference: TimeReference, _ formula: TimeFormula, _ guesses: Bool
  ) -> Diagnostic {
    let name = reference.name
    if guesses, let odd = oddNames.first(where: { formula.text.contains($0) }) {
      return TimeMessages.nameWithoutBrackets(
        odd, spelled: TimeReference.spelled(odd), range: formula.range)
    }
    if let absent = graph.document.uses.absent[name] {
      return TimeMessages.absentItem(name, range: formula.range, condition: absent)
    }
    if owners[name] == nil, markers[name] == nil, graph.document.outerNames.contains(name) {
      return TimeMessages.outerTime(reference.description, range: formula.range)
    }
    if reference.property == nil, !(owners[name] ?? []).isEmpty {
      return TimeMessages.itemWithoutProperty(
        name, spelled: TimeReference.spelled(name), range: formula.range)
    }
    if let property = reference.property {
      let noun =
        graph.document.uses.parameters[name] != nil
        ? "a parameter" : markers[name] != nil ? "a marker" : nil
      if let noun {
        return TimeMessages.timeItself(
          name, noun, property: property, spelled: TimeReference.spelled(name),
          range: formula.range)
      }
    }
    let isItem = reference.property != nil
    let names =
      !guesses
      ? []
      : isItem
        ? owners.keys.sorted()
        : (Array(markers.keys) + Array(graph.document.uses.parameters.keys)).sorted()
    return TimeMessages.unknownTime(
      name, isItem: isItem, names: names, likely: guesses ? likely(name, among: names) : [],
      in: formula.text, range: formula.range)
  }

  /// The name that looks alike, as an expression takes it; of short names, of which many do, several.
  private func likely(_ name: String, among names: [String]) -> [String] {
    guard names.count <= 1000 else { return [] }
    if let closest = Suggestion.closest(to: name, among: names) {
      return [TimeReference.spelled(closest)]
    }
    let alike = names.filter { $0.count == name.count && $0.dropLast() == name.dropLast() }
    return alike.count > 3 ? [] : alike.map { TimeReference.spelled($0) }
  }
}
