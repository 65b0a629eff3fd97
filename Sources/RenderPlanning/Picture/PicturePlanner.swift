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
      output: output.size, rate: output.frameRate, catalog: catalog)
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

  private func planClips(
    _ track: Track, _ tables: inout PlanTables, _ result: inout [PlacedLayer]
  ) throws(PlanningError) {
    let layout = TrackLayout(track)
    var strips: [PictureStrip] = []
    strips.reserveCapacity(track.clips.count)
    for index in track.clips.indices {
      let all = frames(layout.earliest(of: index), layout.latest(of: index))
      let strip = try strip(ofClip: index, track, layout, over: all, &tables)
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
        var layer = try locating(transition.range) { () throws(TimeOverflow) in
          try transitions.layer(
            transition, origin: track.origin(ofTransition: index), over: range, from: from,
            to: to, &tables)
        }
        layer.blendMode = blendMode
        result.append(PlacedLayer(frames: range, layer: layer))
      }
    }
  }

  private func strip(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout, over frames: Range<Int>,
    _ tables: inout PlanTables
  ) throws(PlanningError) -> PictureStrip {
    if frames.isEmpty { return PictureStrip() }
    let picture = try locating(track.clips[index].range) {
      () throws(TimeOverflow) -> PictureInput? in
      guard let recipe = try recipe(ofClip: index, track, layout) else { return nil }
      return try layers.picture(recipe, over: frames, &tables)
    }
    guard let picture else { return PictureStrip() }
    guard let edit = edit.edit(ofClip: index, track) else {
      return PictureStrip(picture, over: frames)
    }
    return try strip(picture, showing: edit, over: frames, &tables)
  }

  /// A picture filled with the edit that it shows, a piece for each stretch with the same layers.
  private func strip(
    _ picture: PictureInput, showing edit: PlacedEdit, over frames: Range<Int>,
    _ tables: inout PlanTables
  ) throws(PlanningError) -> PictureStrip {
    guard case .group(let canvas) = picture.content else { return PictureStrip() }
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

  /// `nil` for a clip without a picture.
  func recipe(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout
  ) throws(TimeOverflow) -> LayerRecipe? {
    let clip = track.clips[index]
    let output = timeline.output
    let subject: LayerRecipe.Subject
    if let color = self.color(clip.media) {
      subject = .color(color, output.size)
    } else if edit.edit(ofClip: index, track) != nil {
      guard let video = catalog[clip.media]?.video,
        let fitted = ConformPlanner.fit(video, clip.picture, output: output.size)
      else { return nil }
      subject = .canvas(fitted)
    } else {
      guard let video = catalog[clip.media]?.video,
        let fitted = ConformPlanner.fit(
          video, filling(clip.media, clip.picture), output: output.size),
        let mapping = try SourceFrameMapping(
          times: video.frames, rate: output.frameRate, run: SourceFrameMapping.Run(clip),
          earliest: layout.earliest(of: index))
      else { return nil }
      subject = .source(clip.media, fitted, mapping)
    }
    return LayerRecipe(
      origin: track.origin(ofClip: index, in: timeline), subject: subject,
      placement: clip.picture.placement, perspective: clip.picture.perspective,
      start: clip.placed.start, animations: clip.picture.animations,
      effects: clip.picture.look.effects, groupAnimations: clip.picture.fade,
      groupOwner: .fade)
  }

  /// What is drawn is drawn for the canvas, whatever its shape; only a part of it has one of its own.
  private func filling(_ media: MediaID, _ picture: FrameProperties) -> FrameProperties {
    guard isDrawn(media), picture.crop == .zero else { return picture }
    var picture = picture
    picture.fit = .stretch
    return picture
  }

  private func isDrawn(_ media: MediaID) -> Bool {
    guard timeline.media.indices.contains(media.index),
      case .generator = timeline.media[media.index].content
    else { return false }
    return true
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
        guard let picture else { continue }
        guard let edit = edit.edit(ofTitle: index, layer: layerIndex, track) else {
          append(picture, layer.look.blendMode, over: range, to: &result)
          continue
        }
        for piece in try strip(picture, showing: edit, over: range, &tables).pieces {
          append(piece.picture, layer.look.blendMode, over: piece.frames, to: &result)
        }
      }
    }
  }

  /// `nil` for a layer without a picture.
  func recipe(
    ofTitle index: Int, layer layerIndex: Int, _ track: Track
  ) throws(TimeOverflow) -> LayerRecipe? {
    let title = track.titles[index]
    let layer = title.layers[layerIndex]
    let isEdit = edit.edit(ofTitle: index, layer: layerIndex, track) != nil
    guard let subject = try subject(of: layer, in: title, isEdit: isEdit) else { return nil }
    return LayerRecipe(
      origin: track.origin(ofTitle: index, layer: layerIndex), subject: subject,
      placement: layer.placement, perspective: title.perspective,
      start: title.placed.start, animations: layer.animations,
      effects: layer.look.effects, groupAnimations: title.animations, groupOpacity: title.opacity)
  }

  private func subject(
    of layer: TitleLayer, in title: Title, isEdit: Bool
  ) throws(TimeOverflow) -> LayerRecipe.Subject? {
    switch layer.content {
    case .text(let style):
      return .text(style)
    case .image(let media, let width, let height):
      let output = timeline.output
      var (width, height) = (width, height)
      if isDrawn(media), width == nil, height == nil {
        (width, height) = (output.size.width, output.size.height)
      }
      if let color = self.color(media) {
        let size = Size(
          width: min(max(1, width ?? output.size.width), Conform.largestSide),
          height: min(max(1, height ?? output.size.height), Conform.largestSide))
        return .color(color, size)
      }
      guard let video = catalog[media]?.video,
        let fitted = ConformPlanner.natural(
          video, width: width, height: height, unit: layer.unit)
      else { return nil }
      if isEdit { return .canvas(fitted) }
      guard
        let mapping = try SourceFrameMapping(
          times: video.frames, rate: output.frameRate,
          run: SourceFrameMapping.Run(start: title.placed.start), earliest: title.placed.start)
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
