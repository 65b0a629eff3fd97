internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Lowers the tracks' pictures to layers over stretches of frames.
///
/// ```
///   clip a ├───────────────┤····        material beyond the cut is shown only
///   clip b             ····├──────────┤ within the transition
///   layers ├─── a ─────┤ a→b ├── b ───┤
/// ```
struct PicturePlanner {
  let edit: PlacedEdit
  let catalog: MediaCatalog
  let frameCount: Int
  let grid: FrameGrid
  let layers: LayerPlanner
  let transitions: TransitionPlanner

  var timeline: Timeline { edit.timeline }

  /// - Parameter frameCount: of the movie, or of what is shown of the edit.
  init(_ edit: PlacedEdit, _ catalog: MediaCatalog, frameCount: Int) {
    self.edit = edit
    let timeline = edit.timeline
    self.catalog = catalog
    self.frameCount = frameCount
    let output = timeline.output
    grid = FrameGrid(output.frameRate)
    layers = LayerPlanner(output: output.size, rate: output.frameRate)
    transitions = TransitionPlanner(
      output: output.size, rate: output.frameRate, tempo: timeline.tempo, catalog: catalog)
  }

  /// All layers from back to front.
  func plan(_ tables: inout PlanTables) throws(PlanningError) -> [PlacedLayer] {
    var result: [PlacedLayer] = []
    let mattes = Set(timeline.tracks.compactMap { $0.matte?.track })
    var seenThrough: [TrackID: [PlacedLayer]] = [:]
    for track in timeline.tracks where mattes.contains(track.id) {
      seenThrough[track.id] = try plan(track, over: [], &tables)
    }
    for track in timeline.tracks where !mattes.contains(track.id) {
      var own = try plan(track, over: result, &tables)
      if let matte = track.matte { own = masked(own, by: seenThrough[matte.track] ?? [], matte) }
      result += own
    }
    return result
  }

  /// The layers of one track, as its look makes them.
  ///
  /// - Parameter below: those of the tracks below.
  private func plan(
    _ track: Track, over below: [PlacedLayer], _ tables: inout PlanTables
  ) throws(PlanningError) -> [PlacedLayer] {
    var layers: [PlacedLayer] = []
    switch track.kind {
    case .video: try planClips(track, over: below, &tables, &layers)
    case .titles: if track.textOutput.draws { try planTitles(track, &tables, &layers) }
    case .audio: break
    }
    return try locating(track.range) { () throws(TimeOverflow) in
      try looking(layers, track, &tables)
    }
  }

  /// The frames of a range that are part of the movie.
  func frames(_ start: Rational, _ end: Rational) -> Range<Int> {
    func frame(_ time: Rational) -> Int {
      Int(min(max(grid.nearestFrame(to: time).value, 0), Int64(frameCount)))
    }
    let first = frame(start)
    return first..<max(first, frame(end))
  }

  func frames(_ range: TimeRange) -> Range<Int> { frames(range.start, range.end) }

  // MARK: - Clips

  private func planClips(
    _ track: Track, over below: [PlacedLayer], _ tables: inout PlanTables,
    _ result: inout [PlacedLayer]
  ) throws(PlanningError) {
    let layout = TrackLayout(track)
    var strips: [PictureStrip] = []
    strips.reserveCapacity(track.clips.count)
    for index in track.clips.indices {
      let all = frames(layout.earliest(of: index), layout.latest(of: index))
      let strip = try strip(ofClip: index, track, layout, over: all, below, &tables)
      strips.append(strip)
      if strip.pieces.isEmpty { continue }
      var alone = frames(track.clips[index].placed)
      if let before = layout.incoming(of: index) {
        let first = min(max(alone.lowerBound, frames(before.placed).upperBound), alone.upperBound)
        alone = first..<alone.upperBound
      }
      if let after = layout.outgoing(of: index) {
        let last = max(min(alone.upperBound, frames(after.placed).lowerBound), alone.lowerBound)
        alone = alone.lowerBound..<last
      }
      for piece in strip.pieces(over: alone) {
        append(
          piece.picture, track.clips[index].picture.look.blendMode, over: piece.frames,
          to: &result)
      }
    }
    for (index, transition) in track.transitions.enumerated() {
      func strip(_ clip: Int?) -> PictureStrip {
        clip.flatMap { strips.indices.contains($0) ? strips[$0] : nil } ?? PictureStrip()
      }
      let (from, to) = (strip(transition.from), strip(transition.to))
      let blendMode =
        [transition.to, transition.from].compactMap(\.self).first(
          where: track.clips.indices.contains
        )
        .map { track.clips[$0].picture.look.blendMode } ?? .normal
      for range in from.cuts(with: to, over: frames(transition.placed)) {
        let (from, to) = (from.picture(over: range), to.picture(over: range))
        if from == nil && to == nil { continue }
        var layers = try locating(transition.range) { () throws(TimeOverflow) in
          try transitions.layers(
            transition, origin: track.origin(ofTransition: index), over: range, from: from,
            to: to, &tables)
        }
        layers[0].blendMode = blendMode
        result += layers.map { PlacedLayer(frames: range, layer: $0) }
      }
    }
  }

  private func strip(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout, over frames: Range<Int>,
    _ below: [PlacedLayer], _ tables: inout PlanTables
  ) throws(PlanningError) -> PictureStrip {
    if frames.isEmpty { return PictureStrip() }
    let range = track.clips[index].range
    let found = try locating(range) { () throws(TimeOverflow) -> (LayerRecipe, PictureInput)? in
      guard let recipe = try recipe(ofClip: index, track, layout),
        let picture = try layers.picture(recipe, over: frames, &tables)
      else { return nil }
      return (recipe, picture)
    }
    guard let (recipe, picture) = found else { return PictureStrip() }
    var strip = PictureStrip(picture, over: frames)
    if let edit = edit.edit(ofClip: index, track) {
      strip = try self.strip(picture, showing: edit, over: frames, &tables)
    } else if isBelow(track.clips[index].media) {
      strip = self.strip(picture, showing: below, over: frames)
    }
    return try locating(range) { () throws(TimeOverflow) in
      try layers.blurring(recipe, strip, over: frames)
    }
  }

  /// A picture filled with the edit that it shows, a piece for each stretch with the same layers.
  private func strip(
    _ picture: PictureInput, showing edit: PlacedEdit, over frames: Range<Int>,
    _ tables: inout PlanTables
  ) throws(PlanningError) -> PictureStrip {
    guard case .group(let canvas) = picture.content else { return PictureStrip() }
    if let film = edit.film {
      return try strip(picture, canvas, filming: edit, film, over: frames, &tables)
    }
    let end = Int(min(max(grid.nearestFrame(to: edit.timeline.duration).value, 0), 1 << 40))
    let shown = frames.clamped(to: 0..<min(frameCount, end))
    let planner = PicturePlanner(edit, catalog, frameCount: min(frameCount, end))
    var strip = PictureStrip()
    for segment in SegmentSweep.segments(try planner.plan(&tables), over: shown) {
      let content = canvas.showing(segment.layers, of: edit)
      guard !content.layers.isEmpty else { continue }
      var piece = picture.slice(
        (segment.frames.lowerBound - frames.lowerBound)..<(segment.frames.upperBound
          - frames.lowerBound))
      piece.content = .group(content)
      strip.append(piece, over: segment.frames)
    }
    strip.hold(picture, over: frames, until: end)
    return strip
  }

  /// A picture filled with frames of an edit in any order, a piece for each stretch of frames with the
  /// same layers.
  private func strip(
    _ picture: PictureInput, _ canvas: Composition, filming edit: PlacedEdit, _ film: EditFilm,
    over frames: Range<Int>, _ tables: inout PlanTables
  ) throws(PlanningError) -> PictureStrip {
    let planner = PicturePlanner(edit, catalog, frameCount: film.frameCount)
    let segments = SegmentSweep.segments(
      try planner.plan(&tables), over: 0..<film.frameCount)
    let shown = film.frames(frames)
    var strip = PictureStrip()
    var first = 0
    while first < shown.count {
      guard let segment = segments.holding(shown[first]) else {
        first += 1
        continue
      }
      var last = first + 1
      while last < shown.count, segment.frames.contains(shown[last]) { last += 1 }
      let offsets = shown[first..<last].map { $0 - segment.frames.lowerBound }
      let content = canvas.showing(segment.layers.map { $0.picked(offsets) }, of: edit)
      if !content.layers.isEmpty {
        var piece = picture.slice(first..<last)
        piece.content = .group(content)
        strip.append(piece, over: frames.lowerBound + first..<frames.lowerBound + last)
      }
      first = last
    }
    return strip
  }

  // MARK: - Titles

  private func planTitles(
    _ track: Track, _ tables: inout PlanTables, _ result: inout [PlacedLayer]
  ) throws(PlanningError) {
    for (index, title) in track.titles.enumerated() {
      let range = frames(title.placed)
      if range.isEmpty { continue }
      for (layerIndex, layer) in title.layers.enumerated() {
        let found = try locating(layer.range) {
          () throws(TimeOverflow) -> (LayerRecipe, PictureInput)? in
          guard let recipe = try recipe(ofTitle: index, layer: layerIndex, track),
            let picture = try layers.picture(recipe, over: range, &tables)
          else { return nil }
          return (recipe, picture)
        }
        guard let (recipe, picture) = found else { continue }
        var strip = PictureStrip(picture, over: range)
        if let edit = edit.edit(ofTitle: index, layer: layerIndex, track) {
          strip = try self.strip(picture, showing: edit, over: range, &tables)
        }
        strip = try locating(layer.range) { () throws(TimeOverflow) in
          try layers.blurring(recipe, strip, over: range)
        }
        for piece in strip.pieces {
          append(piece.picture, layer.look.blendMode, over: piece.frames, to: &result)
        }
      }
    }
  }

  // MARK: - Visible stretches

  /// Adds the stretches of a picture's frames on which it can be seen.
  private func append(
    _ picture: PictureInput, _ blendMode: BlendModeName, over frames: Range<Int>,
    to result: inout [PlacedLayer]
  ) {
    func add(_ offsets: Range<Int>) {
      let first = frames.lowerBound
      result.append(
        PlacedLayer(
          frames: (first + offsets.lowerBound)..<(first + offsets.upperBound),
          layer: PictureLayer(picture.slice(offsets), blendMode: blendMode)))
    }
    guard case .varying(let weights) = picture.opacity else {
      if picture.opacity[0] > 0 { add(0..<frames.count) }
      return
    }
    var first: Int?
    for (offset, weight) in weights.enumerated() {
      if weight > 0 {
        if first == nil { first = offset }
      } else if let begin = first {
        add(begin..<offset)
        first = nil
      }
    }
    if let begin = first { add(begin..<weights.count) }
  }
}

extension [PictureSegment] {
  /// The segment of a frame; they rise.
  fileprivate func holding(_ frame: Int) -> PictureSegment? {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].frames.upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].frames.contains(frame) ? self[low] : nil
  }
}

/// Gives an overflow the place of the item whose times are to blame.
func locating<Result>(
  _ range: SourceRange, _ body: () throws(TimeOverflow) -> Result
) throws(PlanningError) -> Result {
  do {
    return try body()
  } catch {
    throw .timeOverflow(range)
  }
}
