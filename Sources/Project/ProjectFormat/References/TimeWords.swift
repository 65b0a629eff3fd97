import Diagnostics
import BaseValues
import TimelineModel

/// Quantities of a project as messages call them.
struct TimeWords {
  private let graph: TimeGraph
  /// Which item, marker or output a formula belongs to, and the key it stands under.
  private var owners: [Int: (owner: String, key: String)] = [:]

  init(_ graph: TimeGraph) {
    self.graph = graph
    for item in graph.items {
      let name = Self.name(of: item)
      var times: [(Located<TimeExpression>?, String)] = [(item.at, "at"), (item.until, "until")]
      switch item.content {
      case .clip(let clip):
        times += [(clip.sourceIn, "in"), (clip.sourceOut, "out"), (clip.duration, "duration")]
        times.append((clip.freeze, "freeze"))
      case .title(let title): times.append((title.duration, "duration"))
      case .gap(let duration): times.append((duration, "gap"))
      case .transition(let transition): times.append((transition.duration, "duration"))
      case .unreadable: break
      }
      for (time, key) in times {
        if let node = graph.formula(time) { owners[node] = (name, key) }
      }
    }
    for marker in graph.document.markers {
      if let node = graph.formula(marker.at) {
        owners[node] = (marker.name.map { TimeReference.spelled($0.value) } ?? "a marker", "at")
      }
    }
    for grid in graph.document.beats {
      if let node = graph.formula(grid.offset) { owners[node] = (Self.name(of: grid), "offset") }
    }
    if let node = graph.formula(graph.document.output.duration) {
      owners[node] = ("output", "duration")
    }
  }

  /// What a node is called: `voice.end`, `title.at`, `chorus`.
  func name(_ node: Int) -> String {
    switch graph.quantity(node) {
    case .item(let item, let part): "\(Self.name(of: graph.items[item])).\(part.word)"
    case .track(let track, let part):
      "\(graph.document.tracks?[track].name.map { TimeReference.spelled($0.value) } ?? "a track").\(part.word)"
    case .marker(let marker):
      graph.document.markers[marker].name.map { TimeReference.spelled(shortened($0.value)) }
        ?? "a marker"
    case .grid(let grid): Self.name(of: graph.document.beats[grid])
    case .movie: "movie.end"
    case .formula:
      owners[node].map { "\($0.owner).\($0.key)" } ?? graph.formulas[node - graph.movie - 1].key
    }
  }

  /// What a formula says, with its place.
  func note(_ node: Int) -> Note {
    let formula = graph.formulas[node - graph.movie - 1]
    return Note(message: "\(name(node)) is \(shortened(formula.text))", range: formula.range)
  }

  private static func name(of grid: BeatGridDocument) -> String {
    grid.name.map { TimeReference.spelled(shortened($0.value)) } ?? "beats"
  }

  private static func name(of item: TimeGraph.Item) -> String {
    if let name = item.name { return TimeReference.spelled(shortened(name.value)) }
    switch item.content {
    case .clip(let clip): return "clip \(quotedForMessage(clip.media.value))"
    case .title(let title):
      switch title.layers.first?.content {
      case .text(let text): return "title \(quotedForMessage(text.style.text))"
      case .shape(let shape): return shape.kind.noun
      default: return "a title"
      }
    case .gap: return "a gap"
    case .transition(let transition): return "the \(transition.kind.name)"
    case .unreadable: return "an item"
    }
  }
}

extension TimeGraph.Part {
  /// As expressions call it.
  fileprivate var word: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .duration: "duration"
    case .sourceIn: "in"
    case .sourceOut: "out"
    }
  }
}
