import Diagnostics
import BaseValues
import TimelineModel

/// Works out the times that are said by other times, each when all that it needs is known.
///
/// Nothing is rounded: what comes out are exact fractions of seconds, as if they had been written.
/// Without recursion, as one time may lead to as many others as a project has.
struct TimeSolver {
  let graph: TimeGraph
  let catalog: MediaCatalog
  /// The media by their names.
  let media: [String: MediaID]
  let rate: FrameRate
  private(set) var findings: [Diagnostic] = []
  /// Seconds; `nil` for what is not known, be it for a mistake that has been reported.
  private(set) var values: [Rational?]
  private var states: [State]
  private var words: TimeWords?
  private let targets: [[TimeReference: TimeNames.Target]]
  /// The ends that the movie's end is made of; none where the project fixes it.
  private var movieNeeds: [Int] = []
  /// Formulas in rings that have been told.
  private var ringed: Set<Int> = []

  private enum State: UInt8 {
    case new, open, done
  }

  /// Works out all formulas of a document.
  ///
  /// - Parameter media: by their names.
  init(
    _ document: ProjectDocument, catalog: MediaCatalog, media: [String: MediaID], rate: FrameRate
  ) {
    let graph = TimeGraph(document)
    let names = TimeNames(graph)
    var findings: [Diagnostic] = []
    targets = graph.formulas.map { formula in
      var found: [TimeReference: TimeNames.Target] = [:]
      var isTold = false
      for reference in formula.references {
        // Where there are hundreds of mistakes, guessing takes too long.
        let (target, finding) = names.target(
          of: reference, in: formula, guesses: findings.count < 100)
        found[reference] = target
        if let finding, !isTold {
          findings.append(finding)
          isTold = true
        }
      }
      return found
    }
    (self.graph, self.catalog, self.media, self.rate) = (graph, catalog, media, rate)
    self.findings = findings
    values = Array(repeating: nil, count: graph.count)
    states = Array(repeating: .new, count: graph.count)
    let usesMovie = targets.contains { $0.values.contains(.node(graph.movie)) }
    if usesMovie, document.output.duration == nil { movieNeeds = endsOfMovie() }
    for formula in graph.formulas.indices { solve(graph.node(ofFormula: formula)) }
  }

  /// The movie's end, where some time is said by it and the items decide where it is.
  var movieEnd: Rational? {
    graph.document.output.duration == nil ? values[graph.movie] : nil
  }

  private func needs(_ node: Int) -> [Int] {
    switch graph.quantity(node) {
    case .formula(let formula):
      targets[formula].values.compactMap { target in
        if case .node(let node) = target { node } else { nil }
      }.sorted()
    case .movie where !movieNeeds.isEmpty: movieNeeds
    case let quantity: graph.needs(quantity)
    }
  }

  // MARK: - Order

  private mutating func solve(_ root: Int) {
    guard states[root] == .new else { return }
    var stack = [(node: root, needs: needs(root), next: 0)]
    states[root] = .open
    while let (node, needed, next) = stack.last {
      guard next < needed.count else {
        values[node] = value(node)
        states[node] = .done
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let other = needed[next]
      switch states[other] {
      case .done: break
      case .new:
        states[other] = .open
        stack.append((other, needs(other), 0))
      case .open:
        if let start = stack.firstIndex(where: { $0.node == other }) {
          reportRing(stack[start...].map(\.node))
        }
      }
    }
  }

  /// The ends of everything whose times do not depend on the movie's end.
  private func endsOfMovie() -> [Int] {
    var dependents: [Int: [Int]] = [:]
    for node in 0..<graph.count {
      for needed in needs(node) { dependents[needed, default: []].append(node) }
    }
    var isDependent = Array(repeating: false, count: graph.count)
    var waiting = [graph.movie]
    while let node = waiting.popLast() {
      for dependent in dependents[node] ?? [] where !isDependent[dependent] {
        isDependent[dependent] = true
        waiting.append(dependent)
      }
    }
    return graph.items.indices.filter { graph.items[$0].isPlaced }
      .map { graph.node(.end, of: $0) }.filter { !isDependent[$0] }
  }

  // MARK: - Values

  private mutating func value(_ node: Int) -> Rational? {
    let quantity = graph.quantity(node)
    if case .formula(let formula) = quantity { return value(ofFormula: formula) }
    do throws(TimeOverflow) {
      switch quantity {
      case .item(let item, let part): return try value(of: part, of: item)
      case .track(let track, let part): return try value(of: part, ofTrack: track)
      case .marker(let marker): return written(graph.document.markers[marker].at)
      case .grid(let grid):
        return graph.document.beats[grid].offset.map { written($0) } ?? .zero
      case .movie:
        if let duration = graph.document.output.duration { return written(duration) }
        if movieNeeds.isEmpty, graph.items.contains(where: \.isPlaced) { return nil }
        return greatest(movieNeeds)
      case .formula: return nil
      }
    } catch {
      // Whoever lays the item out says so.
      return nil
    }
  }

  private func value(of part: TimeGraph.Part, ofTrack track: Int) throws(TimeOverflow) -> Rational?
  {
    let nodes = graph.needs(.track(track, part))
    switch part {
    case .duration:
      guard let start = values[nodes[0]], let end = values[nodes[1]] else { return nil }
      return try end - start
    case .start:
      let starts = nodes.compactMap { values[$0] }
      return starts.count == nodes.count ? starts.min() ?? .zero : nil
    default: return greatest(nodes)
    }
  }

  /// 0 where there is nothing; `nil` where one is not known.
  private func greatest(_ nodes: [Int]) -> Rational? {
    let known = nodes.compactMap { values[$0] }
    return known.count == nodes.count ? known.max() ?? .zero : nil
  }

  /// What a time says that is written, or worked out already.
  func written(_ time: Located<TimeExpression>) -> Rational? {
    if let formula = graph.formula(time) { return values[formula] }
    return try? time.value.resolved(rate: rate)
  }

  /// What a reference in a formula stands for; `nil` where that is not known.
  func time(_ reference: TimeReference, in formula: Int) -> Rational? {
    switch targets[formula][reference] {
    case .node(let node): values[node]
    case .constant(let value): value
    case nil: nil
    }
  }

  private mutating func value(ofFormula index: Int) -> Rational? {
    var formula = graph.formulas[index]
    formula.context.rate = rate
    let targets = targets[index]
    if movieNeeds.isEmpty, targets.values.contains(.node(graph.movie)),
      graph.document.output.duration == nil, graph.items.contains(where: \.isPlaced)
    {
      findings.append(TimeMessages.noMovieEnd(range: formula.range))
      return nil
    }
    let known = values
    do throws(ExpressionError) {
      let seconds = try formula.seconds { reference in
        switch targets[reference] {
        case .node(let node): known[node]
        case .constant(let value): value
        case nil: nil
        }
      }
      guard formula.sign.takes(seconds) else {
        let countsBeats = formula.references.contains { $0.beats == .offset }
        findings.append(
          countsBeats
            ? TimeMessages.beatBeforeStart(
              TimeText.short(seconds, rate), expected: formula.expected, range: formula.range)
            : ProjectMessages.timeOutOfRange(
              TimeText.short(seconds, rate), expected: formula.expected, key: formula.key,
              range: formula.range))
        return nil
      }
      return seconds
    } catch {
      switch error.reason {
      case .zeroDivision, .overflow:
        findings.append(ParameterMessages.expressionValue(error, range: formula.range))
      default: break
      }
      return nil
    }
  }

  // MARK: - Rings

  private mutating func reportRing(_ nodes: [Int]) {
    let isFormula = nodes.map { node in node > graph.movie }
    guard
      let first = nodes.indices.filter({ isFormula[$0] }).min(by: {
        range(ofFormula: nodes[$0]).lower < range(ofFormula: nodes[$1]).lower
      })
    else { return }
    let formulas = nodes.filter { $0 > graph.movie }
    guard ringed.isDisjoint(with: formulas) else { return }
    ringed.formUnion(formulas)
    let ring = Array(nodes[first...] + nodes[..<first])
    let words = words ?? TimeWords(graph)
    self.words = words
    var names: [String] = []
    var notes: [Note] = []
    for (place, node) in ring.enumerated() where node > graph.movie {
      names.append(words.name(node))
      names.append(words.name(ring[(place + 1) % ring.count]))
      if place > 0 { notes.append(words.note(node)) }
    }
    names.append(words.name(ring[0]))
    names = names.indices.filter { $0 == 0 || names[$0 - 1] != names[$0] }.map { names[$0] }
    if names.count == 1 { names.append(names[0]) }
    if names.count > 12 {
      names = names.prefix(5) + ["… \(names.count - 10) more …"] + names.suffix(5)
    }
    if notes.count > 5 { notes = Array(notes.prefix(5)) }
    findings.append(
      TimeMessages.circularTimes(names, range: range(ofFormula: ring[0]), notes: notes))
  }

  private func range(ofFormula node: Int) -> SourceRange {
    graph.formulas[node - graph.movie - 1].range
  }
}
