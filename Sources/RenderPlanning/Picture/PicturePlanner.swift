internal import Diagnostics
internal import MediaTime
internal import PixelGeometry
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
  let timeline: Timeline
  let catalog: MediaCatalog
  let frameCount: Int
  let grid: FrameGrid
  let layers: LayerPlanner
  let transitions: TransitionPlanner

  init(_ timeline: Timeline, _ catalog: MediaCatalog, frameCount: Int) {
    self.timeline = timeline
    self.catalog = catalog
    self.frameCount = frameCount
    let output = timeline.output
    grid = FrameGrid(output.frameRate)
    layers = LayerPlanner(output: output.size, rate: output.frameRate)
    transitions = TransitionPlanner(output: output.size, rate: output.frameRate)
  }

  /// All layers from back to front.
  func plan(_ tables: inout PlanTables) throws(PlanningError) -> [PlacedLayer] {
    var result: [PlacedLayer] = []
    for track in timeline.tracks {
      switch track.kind {
      case .video: try planClips(track, &tables, &result)
      case .titles: try planTitles(track, &tables, &result)
      case .audio: break
      }
    }
    return result
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

  /// A clip's picture over all frames on which it may be seen.
  private struct Strip {
    var frames: Range<Int>
    var picture: PictureInput

    func picture(over range: Range<Int>) -> PictureInput? {
      let part = range.clamped(to: frames)
      guard part == range, !range.isEmpty else { return nil }
      let first = frames.lowerBound
      return picture.slice((range.lowerBound - first)..<(range.upperBound - first))
    }
  }

  private func planClips(
    _ track: Track, _ tables: inout PlanTables, _ result: inout [PlacedLayer]
  ) throws(PlanningError) {
    let layout = TrackLayout(track)
    var strips: [Strip?] = []
    strips.reserveCapacity(track.clips.count)
    for index in track.clips.indices {
      let all = frames(layout.earliest(of: index), layout.latest(of: index))
      let picture = try picture(ofClip: index, track, layout, over: all, &tables)
      let strip = picture.map { Strip(frames: all, picture: $0) }
      strips.append(strip)
      guard let strip else { continue }
      var alone = frames(track.clips[index].placed)
      if let before = layout.incoming(of: index) {
        let first = min(max(alone.lowerBound, frames(before.placed).upperBound), alone.upperBound)
        alone = first..<alone.upperBound
      }
      if let after = layout.outgoing(of: index) {
        let last = max(min(alone.upperBound, frames(after.placed).lowerBound), alone.lowerBound)
        alone = alone.lowerBound..<last
      }
      if let picture = strip.picture(over: alone) {
        append(
          picture, track.clips[index].picture.look.blendMode, over: alone, to: &result)
      }
    }
    for (index, transition) in track.transitions.enumerated() {
      let range = frames(transition.placed)
      func picture(_ clip: Int?) -> PictureInput? {
        guard let clip, strips.indices.contains(clip) else { return nil }
        return strips[clip]?.picture(over: range)
      }
      let from = picture(transition.from)
      let to = picture(transition.to)
      if range.isEmpty || (from == nil && to == nil) { continue }
      var layer = try locating(transition.range) { () throws(TimeOverflow) in
        try transitions.layer(
          transition, origin: track.origin(ofTransition: index), over: range, from: from, to: to,
          &tables)
      }
      layer.blendMode =
        [transition.to, transition.from].compactMap(\.self).first(
          where: track.clips.indices.contains
        )
        .map { track.clips[$0].picture.look.blendMode } ?? .normal
      result.append(PlacedLayer(frames: range, layer: layer))
    }
  }

  private func picture(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout, over frames: Range<Int>,
    _ tables: inout PlanTables
  ) throws(PlanningError) -> PictureInput? {
    if frames.isEmpty { return nil }
    return try locating(track.clips[index].range) { () throws(TimeOverflow) in
      guard let recipe = try recipe(ofClip: index, track, layout) else { return nil }
      return try layers.picture(recipe, over: frames, &tables)
    }
  }

  /// `nil` for a clip without a picture.
  func recipe(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout
  ) throws(TimeOverflow) -> LayerRecipe? {
    let clip = track.clips[index]
    let output = timeline.output
    let subject: LayerRecipe.Subject
    if let color = self.color(clip.media) {
      subject = .color(color, output.size)
    } else {
      guard let video = catalog[clip.media]?.video,
        let fitted = ConformPlanner.fit(video, clip.picture, output: output.size),
        let mapping = try SourceFrameMapping(
          times: video.frames, rate: output.frameRate, start: clip.placed.start,
          sourceStart: clip.sourceStart, speed: clip.speed,
          earliest: layout.earliest(of: index))
      else { return nil }
      subject = .source(clip.media, fitted, mapping)
    }
    return LayerRecipe(
      origin: track.origin(ofClip: index, in: timeline), subject: subject,
      placement: clip.picture.placement, perspective: clip.picture.perspective,
      start: clip.placed.start, animations: clip.picture.animations,
      effects: clip.picture.look.effects)
  }

  private func color(_ media: MediaID) -> Color? {
    guard timeline.media.indices.contains(media.index),
      case .color(let color) = timeline.media[media.index].content
    else { return nil }
    return color
  }

  // MARK: - Titles

  private func planTitles(
    _ track: Track, _ tables: inout PlanTables, _ result: inout [PlacedLayer]
  ) throws(PlanningError) {
    for (index, title) in track.titles.enumerated() {
      let range = frames(title.placed)
      if range.isEmpty { continue }
      for (layerIndex, layer) in title.layers.enumerated() {
        let picture = try locating(layer.range) { () throws(TimeOverflow) -> PictureInput? in
          guard let recipe = try recipe(ofTitle: index, layer: layerIndex, track) else {
            return nil
          }
          return try layers.picture(recipe, over: range, &tables)
        }
        if let picture { append(picture, layer.look.blendMode, over: range, to: &result) }
      }
    }
  }

  /// `nil` for a layer without a picture.
  func recipe(
    ofTitle index: Int, layer layerIndex: Int, _ track: Track
  ) throws(TimeOverflow) -> LayerRecipe? {
    let title = track.titles[index]
    let layer = title.layers[layerIndex]
    guard let subject = try subject(of: layer, in: title) else { return nil }
    return LayerRecipe(
      origin: track.origin(ofTitle: index, layer: layerIndex), subject: subject,
      placement: layer.placement, perspective: title.perspective,
      start: title.placed.start, animations: layer.animations,
      effects: layer.look.effects, groupAnimations: title.animations, groupOpacity: title.opacity)
  }

  private func subject(
    of layer: TitleLayer, in title: Title
  ) throws(TimeOverflow) -> LayerRecipe.Subject? {
    switch layer.content {
    case .text(let style):
      return .text(style)
    case .image(let media, let width, let height):
      let output = timeline.output
      if let color = self.color(media) {
        let size = Size(
          width: min(max(1, width ?? output.size.width), Conform.largestSide),
          height: min(max(1, height ?? output.size.height), Conform.largestSide))
        return .color(color, size)
      }
      guard let video = catalog[media]?.video,
        let fitted = ConformPlanner.natural(video, width: width, height: height),
        let mapping = try SourceFrameMapping(
          times: video.frames, rate: output.frameRate, start: title.placed.start,
          sourceStart: .zero, speed: .one, earliest: title.placed.start)
      else { return nil }
      return .source(media, fitted, mapping)
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
