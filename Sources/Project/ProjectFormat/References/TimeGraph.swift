import Diagnostics
import BaseValues
import TimelineModel

/// The times of a project as quantities that need one another: when items start and end, how long
/// they stay, and what is written for it.
///
/// ```
/// title.at ──▶ {voice.end} ──▶ voice.start ──▶ end of the item before ──▶ …
///                         └──▶ voice.duration ──▶ its media
/// ```
/// Each is a node, named by a number. Nothing is evaluated here.
struct TimeGraph {
  /// Something on a track.
  struct Item {
    enum Content {
      case clip(ClipDocument)
      case gap(Located<TimeExpression>)
      case transition(TransitionDocument)
      case title(TitleDocument)
      case unreadable
    }

    var content: Content
    var range: SourceRange
    var track: Int
    /// The item that it follows unless it says `at`; transitions are none.
    var before: Int?
    /// A transition before it over which it is moved, where it does not say `at`.
    var overlap: Int?
  }

  /// The quantities of an item.
  enum Part: Int, CaseIterable {
    case start, end, duration, sourceIn, sourceOut
  }

  let document: ProjectDocument
  private(set) var items: [Item] = []
  /// The items of each track, by their indices.
  private(set) var tracks: [Range<Int>] = []
  let formulas: [TimeFormula]
  private let formulaAt: [SourceRange: Int]

  init(_ document: ProjectDocument) {
    self.document = document
    formulas = document.formulas.values.sorted { $0.range.lower < $1.range.lower }
    var places: [SourceRange: Int] = [:]
    for (index, formula) in formulas.enumerated() { places[formula.range] = index }
    formulaAt = places
    for track in document.tracks ?? [] {
      let first = items.count
      add(track, as: tracks.count)
      tracks.append(first..<items.count)
    }
  }

  private mutating func add(_ track: TrackDocument, as number: Int) {
    var before: Int?
    var transition: Int?
    for written in track.items {
      let index = items.count
      var item = Item(content: .unreadable, range: written.range, track: number, before: before)
      switch written {
      case .clip(let clip):
        item.content = .clip(clip)
        if let transition, let before, case .clip = items[before].content,
          case .transition(let change) = items[transition].content, change.overlaps
        {
          item.overlap = transition
        }
        before = index
      case .gap(let duration, _):
        item.content = .gap(duration)
        before = index
      case .transition(let change):
        item.content = .transition(change)
      case .unreadable:
        before = index
      }
      items.append(item)
      if case .transition = item.content { transition = index } else { transition = nil }
    }
    for title in track.titles {
      items.append(
        Item(content: .title(title), range: title.range, track: number, before: before))
      before = items.count - 1
    }
  }

  // MARK: - Nodes

  var count: Int { movie + 1 + formulas.count }

  func node(_ part: Part, of item: Int) -> Int { Part.allCases.count * item + part.rawValue }

  /// Start, end and duration of a track.
  func node(_ part: Part, ofTrack track: Int) -> Int {
    Part.allCases.count * (items.count + track) + part.rawValue
  }

  func node(ofMarker marker: Int) -> Int {
    Part.allCases.count * (items.count + tracks.count) + marker
  }

  /// Where a grid of beats begins.
  func node(ofGrid grid: Int) -> Int { node(ofMarker: document.markers.count) + grid }

  /// The end of the movie.
  var movie: Int { node(ofGrid: document.beats.count) }

  func node(ofFormula formula: Int) -> Int { movie + 1 + formula }

  /// What a node is.
  enum Quantity {
    case item(Int, Part)
    case track(Int, Part)
    case marker(Int)
    case grid(Int)
    case movie
    case formula(Int)
  }

  func quantity(_ node: Int) -> Quantity {
    let parts = Part.allCases.count
    if node > movie { return .formula(node - movie - 1) }
    if node == movie { return .movie }
    let owner = node / parts
    guard let part = Part(rawValue: node % parts), owner < items.count + tracks.count else {
      let grids = self.node(ofGrid: 0)
      if node >= grids { return .grid(node - grids) }
      return .marker(node - self.node(ofMarker: 0))
    }
    return owner < items.count ? .item(owner, part) : .track(owner - items.count, part)
  }

  // MARK: - What is needed

  /// The node of what is written, where that has to be worked out.
  func formula(_ written: Located<TimeExpression>?) -> Int? {
    written.flatMap { formulaAt[$0.range] }.map { node(ofFormula: $0) }
  }

  /// What a quantity of an item or a track, or a marker, is made of.
  func needs(_ quantity: Quantity) -> [Int] {
    switch quantity {
    case .item(let item, let part): needs(part, of: item)
    case .track(let track, .duration):
      [node(.start, ofTrack: track), node(.end, ofTrack: track)]
    case .track(let track, let part):
      tracks[track].filter { items[$0].isPlaced }.map {
        node(part == .start ? .start : .end, of: $0)
      }
    case .marker(let marker): [formula(document.markers[marker].at)].compactMap(\.self)
    case .grid(let grid): [formula(document.beats[grid].offset)].compactMap(\.self)
    case .movie: [formula(document.output.duration)].compactMap(\.self)
    case .formula: []
    }
  }

  private func needs(_ part: Part, of index: Int) -> [Int] {
    let item = items[index]
    let needed: [Int?]
    switch (item.content, part) {
    case (.unreadable, _): needed = []
    case (_, .start):
      if let at = item.at {
        needed = [formula(at)]
      } else {
        needed = [
          item.before.map { node(.end, of: $0) }, item.overlap.map { node(.duration, of: $0) },
        ]
      }
    case (_, .end):
      needed =
        item.until.map { [formula($0)] } ?? [node(.start, of: index), node(.duration, of: index)]
    case (.clip(let clip), .duration):
      if let duration = clip.duration {
        needed = [formula(duration)]
      } else if clip.until != nil {
        needed = [node(.start, of: index), node(.end, of: index)]
      } else {
        needed =
          [formula(clip.sourceIn), formula(clip.sourceOut)]
          + (clip.retiming?.times ?? []).map { formula($0) }
      }
    case (.clip(let clip), .sourceIn):
      needed =
        [formula(clip.freeze ?? clip.sourceIn)]
        + (clip.retiming?.allTimes ?? []).map { formula($0) }
    case (.clip(let clip), .sourceOut) where clip.freeze != nil:
      needed = [node(.sourceIn, of: index)]
    case (.clip(let clip), .sourceOut):
      needed =
        clip.sourceOut.map { [formula($0)] }
        ?? [node(.sourceIn, of: index), node(.duration, of: index)]
        + (clip.retiming?.times ?? []).map { formula($0) }
    case (.title(let title), .duration):
      needed =
        title.duration.map { [formula($0)] } ?? [node(.start, of: index), node(.end, of: index)]
    case (.gap(let duration), .duration): needed = [formula(duration)]
    case (.transition(let transition), .duration): needed = [formula(transition.duration)]
    case (.gap, _), (.transition, _), (.title, _): needed = []
    }
    return needed.compactMap(\.self)
  }
}

extension TimeGraph.Item {
  /// Whether it takes time of its own on the track.
  var isPlaced: Bool {
    switch content {
    case .clip, .gap, .title: true
    case .transition, .unreadable: false
    }
  }

  var at: Located<TimeExpression>? {
    switch content {
    case .clip(let clip): clip.at
    case .title(let title): title.at
    case .gap, .transition, .unreadable: nil
    }
  }

  var until: Located<TimeExpression>? {
    switch content {
    case .clip(let clip): clip.until
    case .title(let title): title.until
    case .gap, .transition, .unreadable: nil
    }
  }

  /// The `id` that it has.
  var name: Located<String>? {
    switch content {
    case .clip(let clip): clip.name
    case .title(let title): title.name
    case .gap, .transition, .unreadable: nil
    }
  }
}
