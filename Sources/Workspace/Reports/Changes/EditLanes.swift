import Diagnostics
import EditComparison
import BaseValues
import TimelineModel

/// Lays out the tracks of one version of an edit as lanes, as far as its text tells when things are,
/// with what was done to them.
struct EditLanes {
  private let tree: EditTree
  private let layout: EditLayout
  private let file: SourceFile
  private let marks: ChangeMarks.Version
  private let words: [String]
  private let names: EditNames
  private let grid: FrameGrid
  /// What the whole width stands for, in frames of this version.
  let frameCount: Int

  /// Longer movies are drawn up to here.
  private static let frameLimit: Int64 = 1 << 40

  /// - Parameters:
  ///   - end: the later end of both versions, in seconds.
  ///   - words: of all changes.
  init(
    _ tree: EditTree, _ layout: EditLayout, file: SourceFile, marks: ChangeMarks.Version,
    words: [String], end: Rational
  ) {
    self.tree = tree
    self.layout = layout
    self.file = file
    self.marks = marks
    self.words = words
    names = EditNames(tree)
    grid = FrameGrid(tree.frameRate)
    let frames = grid.firstFrame(atOrAfter: end).value
    frameCount = Int(min(max(frames, 1), Self.frameLimit))
  }

  /// The last time at which anything is known to be, in seconds.
  static func lastTime(_ tree: EditTree, _ layout: EditLayout) -> Rational {
    tree.nodes.indices.reduce(layout.end ?? .zero) { last, node in
      tree.group(of: node) != nil
        ? last : max(last, layout.range(of: node)?.end ?? layout.start(of: node) ?? last)
    }
  }

  /// Where the movie ends; `nil` where only its media tell.
  var end: Int? { layout.end.map { frame(grid.firstFrame(atOrAfter: $0).value) } }

  /// From the front to the back.
  var lanes: [TimelinePicture.Lane] {
    tree.nodes.indices.filter { tree[$0].role == .track && tree.group(of: $0) == nil }
      .reversed().map(lane)
  }

  /// In the order of the project.
  var markers: [TimelinePicture.Marker] {
    tree.markers.map { marker in
      TimelinePicture.Marker(
        name: marker.name, frame: frame(grid.nearestFrame(to: marker.time).value),
        place: place(marker.node), note: marker.note,
        color: marker.color.map { String($0.text.prefix(7)) },
        marks: shown(marks.marks[marker.node]))
    }
  }

  private func lane(_ track: Int) -> TimelinePicture.Lane {
    let elements = tree.elements(of: track)
    var lane = TimelinePicture.Lane(
      name: tree.text(track, "id") ?? names.trackName(track), kind: kind(of: track), notes: [],
      items: [], transitions: [], marks: shown(marks.marks[track]))
    var unknown = 0
    for (index, item) in elements.enumerated() {
      let done = shown(marks.marks[item])
      guard let start = layout.start(of: item).map({ frame(grid.nearestFrame(to: $0).value) })
      else {
        unknown += 1
        continue
      }
      let isGap = tree[item].role == .gap
      // A gap is seen by itself, unless something was done to it.
      if isGap && done.isEmpty { continue }
      let frames = layout.range(of: item).map(frames)
      if tree[item].role == .transition {
        lane.transitions.append(
          TimelinePicture.Transition(
            name: tree.text(item, "transition") ?? "transition", frames: frames ?? start..<start,
            place: "at \(place(item))", marks: done))
        continue
      }
      lane.items.append(
        TimelinePicture.Item(
          label: label(item), frames: frames ?? start..<max(next(elements[(index + 1)...]), start),
          place: place(item),
          details: [names.description(item)] + (frames == nil ? ["its end is not known"] : []),
          form: isGap ? .gap : frames == nil ? .open : .whole, marks: done))
    }
    if unknown > 0 {
      lane.notes.append("\(unknown) \(unknown == 1 ? "item" : "items") at times not known")
    }
    lane.ripples = ripples(on: track)
    return lane
  }

  /// Where the first of some items begins that is known to begin anywhere, or else the row ends.
  private func next(_ items: ArraySlice<Int>) -> Int {
    let start = items.lazy.compactMap { layout.start(of: $0) }.first
    return start.map { frame(grid.nearestFrame(to: $0).value) } ?? frameCount
  }

  private func ripples(on track: Int) -> [TimelinePicture.Ripple] {
    marks.ripples.filter { $0.track.map { $0 == track } ?? true }.flatMap { ripple in
      ripple.times.map { range in
        TimelinePicture.Ripple(
          mark: TimelinePicture.Mark(kind: .rippled, number: ripple.index + 1),
          frames: frames(of: range), words: words[ripple.index])
      }
    }
  }

  // MARK: - Parts

  private func kind(of track: Int) -> Track.Kind {
    switch tree.trackKind(track) {
    case "audio": .audio
    case "titles", "captions": .titles
    default: .video
    }
  }

  /// Added and removed first, as a part is drawn by its first mark; of many not all.
  private func shown(_ marks: [TimelinePicture.Mark]?) -> [TimelinePicture.Mark] {
    let order: [TimelinePicture.Mark.Kind] = [.added, .removed, .moved, .changed, .rippled]
    let sorted = order.flatMap { kind in (marks ?? []).filter { $0.kind == kind } }
    return Array(sorted.prefix(4))
  }

  private func label(_ item: Int) -> String {
    if let name = tree.text(item, "id") ?? tree.text(item, "clip") { return name }
    if tree[item].role == .title, let words = tree.words(of: item).first {
      return words.replacing("\u{0}", with: "")
    }
    return names.name(item)
  }

  private func place(_ node: Int) -> String {
    let range = tree[node].value.range
    guard !range.isNone else { return "" }
    return file.place(of: range, called: nil)
  }

  // MARK: - Frames

  private func frames(of range: TimeRange) -> Range<Int> {
    let frames = grid.frames(of: range)
    let start = frame(frames.lowerBound)
    return start..<max(frame(frames.upperBound), start)
  }

  private func frame(_ number: Int64) -> Int { Int(min(max(number, 0), Int64(frameCount))) }
}
