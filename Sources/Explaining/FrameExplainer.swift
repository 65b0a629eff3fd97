public import Diagnostics
internal import MediaTime
public import PlanModel
internal import RenderPlanning
public import TimelineModel

/// Explains frames of a plan.
public struct FrameExplainer {
  let plan: RenderPlan
  let catalog: MediaCatalog
  let places: ProjectPlaces
  let reasons: PlanReasons
  let facts: any ExplanationFacts

  /// - Parameters:
  ///   - plan: of the whole timeline.
  ///   - file: the project's text, for places in it.
  public init(
    _ plan: RenderPlan, of timeline: Timeline, catalog: MediaCatalog, file: SourceFile,
    facts: any ExplanationFacts
  ) {
    self.plan = plan
    self.catalog = catalog
    self.facts = facts
    places = ProjectPlaces(file: file, timeline: timeline)
    reasons = PlanReasons(plan, of: timeline, catalog: catalog)
  }

  /// Why a frame is what it is; `nil` outside the movie.
  public func explanation(of frame: Int) -> FrameExplanation? {
    guard let segment = plan.segment(at: frame) else { return nil }
    let output = plan.output
    let number = FrameIndex(Int64(frame))
    return FrameExplanation(
      project: places.file.path, frame: frame, frameCount: output.frameCount, rate: output.rate,
      time: time(of: frame),
      timecode: Timecode(
        frame: number, rate: output.rate, dropFrame: output.rate.isDropFrameCapable
      )?.description,
      segment: segment.frames, chunk: chunk(of: frame), background: output.background,
      layers: layers(of: segment, at: frame))
  }

  private func time(of frame: Int) -> Rational? {
    try? FrameGrid(plan.output.rate).time(of: FrameIndex(Int64(frame)))
  }

  private func chunk(of frame: Int) -> ExplainedChunk? {
    guard let chunk = plan.chunks.first(where: { $0.frames.contains(frame) }) else { return nil }
    return ExplainedChunk(
      index: chunk.index, range: Int64(chunk.frames.lowerBound)..<Int64(chunk.frames.upperBound),
      record: facts.record(of: chunk))
  }

  // MARK: - Layers

  /// The segment's layers, and the items that it leaves out, in painter's order.
  private func layers(of segment: PictureSegment, at frame: Int) -> [LayerExplanation] {
    let items = reasons.items(at: frame)
    var rest = Set(items)
    var found: [(order: Int, layer: LayerExplanation)] = []
    for (place, (layer, sight)) in zip(segment.layers, plan.sights(at: frame)).enumerated() {
      let origins = Self.origins(layer)
      rest.subtract(origins)
      let order = items.firstIndex { origins.contains($0) } ?? items.count
      found.append((order, explanation(of: layer, sight, place, segment, at: frame)))
    }
    for (order, origin) in items.enumerated() where rest.contains(origin) {
      found.append((order, unplanned(origin, at: frame)))
    }
    return found.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.layer)
  }

  private static func origins(_ layer: PlannedLayer) -> [PlanOrigin] {
    switch layer {
    case .single(let picture): [picture.origin]
    case .transition(let transition): [transition.from, transition.to].compactMap { $0?.origin }
    }
  }

  private func explanation(
    of layer: PlannedLayer, _ sight: LayerSight, _ place: Int, _ segment: PictureSegment,
    at frame: Int
  ) -> LayerExplanation {
    let offset = frame - segment.frames.lowerBound
    let content: LayerExplanation.Content
    switch layer {
    case .single(let picture):
      content = .picture(explanation(of: picture, offset, at: frame))
    case .transition(let transition):
      content = .transition(explanation(of: transition, sight, offset, at: frame))
    }
    return LayerExplanation(
      content: content, hiddenBecause: hiding(sight, in: segment), place: place)
  }

  private func hiding(_ sight: LayerSight, in segment: PictureSegment) -> String? {
    switch sight {
    case .shown: nil
    case .transparent: "its opacity is 0 here"
    case .outside: "it lies beside the output"
    case .hidden(let cover):
      switch segment.layers[cover] {
      case .single(let picture):
        "'\(picture.origin.label)' on track \(picture.origin.track.index) covers it"
      case .transition(let transition):
        "the \(transition.name) on track \(transition.origin.track.index) covers it"
      }
    }
  }

  /// An item whose time it is, but which is not in the plan's segment.
  private func unplanned(_ origin: PlanOrigin, at frame: Int) -> LayerExplanation {
    let moment = reasons.layer(origin, at: frame)
    let reason =
      switch moment {
      case nil: "it has no picture"
      case let moment? where moment.weight == 0: "its opacity is 0 here"
      case let moment? where !moment.isSeen: "it is seen from its edge or from behind the eye"
      default: "nothing of it falls on this frame"
      }
    return LayerExplanation(
      content: .picture(
        PictureExplanation(
          item: places.item(origin), content: .nothing, moment: moment,
          animations: animations(of: origin, moment))),
      hiddenBecause: reason)
  }

  // MARK: - Transitions

  private func explanation(
    of transition: PlannedTransition, _ sight: LayerSight, _ offset: Int, at frame: Int
  ) -> TransitionExplanation {
    let written = places.transition(transition.origin)
    var weight: Int?
    if case .dissolve(let weights) = transition.blend { weight = weights[offset] }
    var seen: Set<PlanOrigin>?
    if case .shown(let layer) = sight { seen = Set(layer.pictures.map(\.origin)) }
    func side(_ picture: PlannedPicture?, share: Int?) -> PictureExplanation? {
      guard let picture else { return nil }
      var side = explanation(of: picture, offset, at: frame)
      if let seen, !seen.contains(picture.origin) {
        let window = picture.window[offset]
        side.hiddenBecause =
          picture.weight[offset] == 0
          ? "its opacity is 0 here"
          : share == 0
            ? "it has no share here"
            : window.map { $0.width <= 0 || $0.height <= 0 } ?? false
              ? "its window is empty here" : "it lies beside the output"
      }
      return side
    }
    var item = places.item(transition.origin)
    item.label = transition.name
    return TransitionExplanation(
      item: item, time: time(of: frame), range: written?.placed, easing: written?.easing ?? .linear,
      progress: reasons.transition(transition.origin, at: frame), weight: weight,
      from: side(transition.from, share: weight.map { 32768 - $0 }),
      to: side(transition.to, share: weight))
  }

  // MARK: - Pictures

  private func explanation(
    of picture: PlannedPicture, _ offset: Int, at frame: Int
  ) -> PictureExplanation {
    let moment = reasons.layer(picture.origin, at: frame)
    let content: PictureExplanation.Content
    switch picture.content[offset] {
    case .source(let conform, let sourceFrame):
      content = .source(source(plan.conforms[conform.index], sourceFrame, moment?.source))
    case .text(let raster):
      let raster = plan.rasters[raster.index]
      content = .text(TextExplanation(raster: raster, fonts: facts.fonts(of: raster.style)))
    case .color(let color, let size):
      content = .color(color, size)
    }
    return PictureExplanation(
      item: places.item(picture.origin), content: content, weight: picture.weight[offset],
      geometry: picture.geometry[offset], window: picture.window[offset], moment: moment,
      animations: animations(of: picture.origin, moment))
  }

  private func source(
    _ conform: Conform, _ sourceFrame: Int, _ moment: SourceMoment?
  ) -> SourceExplanation {
    let description = facts.source(conform.media)
    let media = places.timeline.media
    let index = conform.media.index
    return SourceExplanation(
      media: media.indices.contains(index) ? media[index].name : "media \(index)",
      description: description, sourceFrame: sourceFrame, moment: moment,
      timestamp: description?.timestamp(sourceFrame), facts: catalog[conform.media]?.video,
      crop: conform.crop, size: conform.size)
  }

  private func animations(
    of origin: PlanOrigin, _ moment: LayerMoment?
  ) -> [AnimationExplanation] {
    let own: [Animation]
    var group: [Animation] = []
    let start: Rational
    if let (title, layer) = places.title(origin) {
      (own, group, start) = (layer.animations, title.animations, title.placed.start)
    } else if let clip = places.clip(origin) {
      (own, start) = (clip.picture.animations, clip.placed.start)
    } else {
      return []
    }
    return (moment?.animations ?? []).compactMap { moment in
      let written = moment.isOfGroup ? group : own
      guard written.indices.contains(moment.animation) else { return nil }
      let animation = written[moment.animation]
      let last = moment.progress == nil ? moment.key : moment.key + 1
      let keys = (moment.key...last).filter {
        animation.keyTimes.indices.contains($0) && animation.values.indices.contains($0)
      }
      return AnimationExplanation(
        moment: moment, place: places.place(animation.range),
        begin: try? start + animation.begin, duration: animation.duration,
        easing: animation.easings.indices.contains(moment.key)
          ? animation.easings[moment.key] : .linear,
        keys: keys.map { (animation.keyTimes[$0], animation.values[$0]) })
    }
  }
}
