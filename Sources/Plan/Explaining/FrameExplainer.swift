package import Diagnostics
internal import BaseValues
import PictureKinds
package import PlanModel
internal import RenderPlanning
package import TimelineModel

/// Explains frames of a plan.
package struct FrameExplainer {
  let plan: RenderPlan
  let catalog: MediaCatalog
  let locations: ProjectLocations
  let reasons: PlanReasons
  let facts: any ExplanationFacts
  private let markers: [Marker]

  /// - Parameters:
  ///   - plan: of the whole timeline.
  ///   - file: the project's text, for places in it.
  package init(
    _ plan: RenderPlan, of timeline: Timeline, catalog: MediaCatalog, file: SourceFile,
    facts: any ExplanationFacts
  ) {
    self.plan = plan
    self.catalog = catalog
    self.facts = facts
    markers = timeline.markers
    locations = ProjectLocations(file: file, timeline: timeline)
    reasons = PlanReasons(plan, of: timeline, catalog: catalog)
  }

  /// Why a frame is what it is; `nil` outside the movie.
  package func explanation(of frame: Int) -> FrameExplanation? {
    guard let segment = plan.segment(at: frame) else { return nil }
    let output = plan.output
    let number = FrameIndex(Int64(frame))
    return FrameExplanation(
      project: locations.file.path, frame: frame, frameCount: output.frameCount, rate: output.rate,
      time: time(of: frame),
      timecode: Timecode(
        frame: number, rate: output.rate, dropFrame: output.rate.isDropFrameCapable
      )?.description,
      marker: markers.filter { $0.frame <= number }.max { $0.time.value < $1.time.value },
      segment: segment.frames, chunk: chunk(of: frame), background: output.background,
      bitDepth: output.bitDepth,
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
    for (index, (layer, sight)) in zip(segment.layers, plan.sights(at: frame)).enumerated() {
      let origins = layer.inputs.flatMap(\.withNested).map(\.origin)
      rest.subtract(origins)
      let order = items.firstIndex { origins.contains($0) } ?? items.count
      let reason = hiding(sight, in: segment)
      found += explanations(of: layer, sight, reason, frame - segment.frames.lowerBound, at: frame)
        .enumerated().map { number, explanation in
          var explanation = explanation
          // What follows are the layers of a group.
          if number == 0 { explanation.index = index }
          return (order, explanation)
        }
    }
    for (order, origin) in items.enumerated() where rest.contains(origin) {
      found.append((order, unplanned(origin, at: frame)))
    }
    return found.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.layer)
  }

  /// A layer, and the layers of the groups in it.
  private func explanations(
    of layer: PictureLayer, _ sight: LayerSight, _ reason: String?, _ offset: Int, at frame: Int
  ) -> [LayerExplanation] {
    let content: LayerExplanation.Content
    if layer.name.isEmpty, let input = layer.inputs.first {
      content = .picture(explanation(of: input, in: layer, offset, at: frame))
    } else {
      content = .transition(explanation(of: layer, sight, offset, at: frame))
    }
    return [LayerExplanation(content: content, hiddenBecause: reason)]
      + layer.inputs.flatMap { input -> [LayerExplanation] in
        let shown = input.moments[0]
        let mattes = shown.mattes.flatMap { matte in
          matte.canvas.layers.flatMap {
            explanations(
              of: $0, sight, reason ?? "another picture is seen through it", offset, at: frame)
          }
        }
        guard case .group(let group) = shown.content else { return mattes }
        return group.layers.flatMap { explanations(of: $0, sight, reason, offset, at: frame) }
          + mattes
      }
  }

  private func hiding(_ sight: LayerSight, in segment: PictureSegment) -> String? {
    switch sight {
    case .shown: nil
    case .transparent: "its opacity is 0 here"
    case .outside: "it lies beside the output"
    case .hidden(let cover):
      "\(words(segment.layers[cover])) covers it"
    }
  }

  private func words(_ layer: PictureLayer) -> String {
    let track = locations.number(of: layer.origin.track)
    return layer.name.isEmpty
      ? "'\(layer.origin.label)' on track \(track)" : "the \(layer.name) on track \(track)"
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
          item: locations.item(origin), content: .nothing, moment: moment,
          animations: animations(of: origin, moment), origins: locations.origins(origin))),
      hiddenBecause: reason)
  }

  // MARK: - Transitions

  private func explanation(
    of transition: PictureLayer, _ sight: LayerSight, _ offset: Int, at frame: Int
  ) -> TransitionExplanation {
    let written = locations.transition(transition.origin)
    var seen: Set<PlanOrigin>?
    if case .shown(let layers) = sight {
      seen = Set(layers.flatMap(\.inputs).flatMap(\.withNested).map(\.origin))
    }
    func side(_ side: PictureInput.Side) -> PictureExplanation? {
      guard let input = transition.input(side) else { return nil }
      var explained = explanation(of: input, in: transition, offset, at: frame)
      if let seen, !seen.contains(input.origin) {
        explained.hiddenBecause =
          input.opacity[offset] == 0
          ? "its opacity is 0 here"
          : input.share[offset] == 0
            ? "it has no share here"
            : explained.window?.isEmpty ?? false
              ? "its window is empty here" : "it lies beside the output"
      }
      return explained
    }
    var item = locations.item(transition.origin)
    item.label = transition.name
    return TransitionExplanation(
      item: item, time: time(of: frame), range: written?.placed, easing: written?.easing ?? .linear,
      progress: reasons.transition(transition.origin, at: frame),
      weight: transition.mix?[offset], from: side(.from), to: side(.to),
      origins: locations.origins(transition.origin))
  }

  // MARK: - Pictures

  private func explanation(
    of input: PictureInput, in layer: PictureLayer, _ offset: Int, at frame: Int
  ) -> PictureExplanation {
    let moment = reasons.layer(input.origin, at: frame)
    let moments = input.moments
    var explanation = PictureExplanation(
      item: locations.item(input.origin), content: content(of: moments[0], offset, moment),
      weight: input.opacity[offset], geometry: moments[0].geometry[offset],
      window: input.coverage[offset].window, moment: moment,
      animations: animations(of: input.origin, moment).filter { animation in
        // What lies behind a clip's picture has its place, but not its effects.
        if case .effect = animation.moment.owner { !moments[0].effects.isEmpty } else { true }
      },
      changes: PlanText.changes(moments[0], in: layer, at: offset) { effect, numbers in
        effect.name == PlannedEffect.filterName
          ? filterLabel(effect, numbers)
          : EffectKind.named(effect.name)?.label(numbers, media: effect.media.map(look))
      },
      origins: locations.origins(input.origin))
    if moments.count > 1 {
      explanation.changes.append(
        "motion blur, the mean of \(moments.count) moments; the place is the first one's")
    }
    return explanation
  }

  /// `filter 'negate' at frame 4 of its own`
  private func filterLabel(_ effect: PlannedEffect, _ numbers: [Int]) -> String? {
    guard let media = effect.media,
      case .canvasFilter(let filter)? = plan.source(of: media)?.content
    else { return nil }
    return "filter '\(filter.chain)' at frame \(numbers.first ?? 0) of its own"
  }

  /// What is said of a file of colours: `'look' (look.cube, 3-D of 33 x 33 x 33 points)`.
  private func look(_ media: MediaID) -> String {
    let names = locations.timeline.media
    let name = names.indices.contains(media.index) ? names[media.index].name : "\(media.index)"
    guard let description = facts.source(media) else { return "'\(name)'" }
    return "'\(name)' (\(description.text))"
  }

  private func content(
    of input: PictureInput, _ offset: Int, _ moment: LayerMoment?
  ) -> PictureExplanation.Content {
    switch input.content {
    case .group(let group): return .group(group.size)
    case .picture(let picture): return content(of: picture[offset], moment)
    }
  }

  private func content(
    of picture: PictureContent, _ moment: LayerMoment?
  ) -> PictureExplanation.Content {
    switch picture {
    case .source(let conform, let sourceFrame):
      return .source(source(plan.conforms[conform.index], sourceFrame, moment?.source))
    case .blend(let conform, let blend):
      let shares = blend.shares
      let nearest = moment?.source?.sourceFrame ?? blend.frames.lowerBound
      var explanation = source(plan.conforms[conform.index], nearest, moment?.source)
      explanation.mixture = shares.map { FrameShare(frame: $0.frame, share: $0.share) }
      return .source(explanation)
    case .flow(let conform, let point):
      let frames = point.frames
      let nearest = moment?.source?.sourceFrame ?? frames.lowerBound
      var explanation = source(plan.conforms[conform.index], nearest, moment?.source)
      explanation.passage = FramePassage(
        first: frames.lowerBound, second: frames.upperBound, share: point.share)
      return .source(explanation)
    case .text(let raster):
      let raster = plan.rasters[raster.index]
      let fonts = raster.shape == nil ? facts.fonts(of: raster.style) : []
      return .text(TextExplanation(raster: raster, fonts: fonts))
    case .color(let color, let size): return .color(color, size)
    case .gradient(let from, let to, let size, _): return .gradient(from, to, size)
    }
  }

  private func source(
    _ conform: Conform, _ sourceFrame: Int, _ moment: SourceMoment?
  ) -> SourceExplanation {
    let description = facts.source(conform.media)
    let media = locations.timeline.media
    let index = conform.media.index
    return SourceExplanation(
      media: media.indices.contains(index) ? media[index].name : "media \(index)",
      description: description, sourceFrame: sourceFrame, moment: moment,
      timestamp: description?.timestamp(sourceFrame), facts: catalog[conform.media]?.video,
      crop: conform.crop, size: conform.size, filter: filter(conform, sourceFrame))
  }

  /// How a frame of a source came through the chain that it has.
  private func filter(_ conform: Conform, _ sourceFrame: Int) -> FilterExplanation? {
    guard let blocks = conform.filter,
      case .filtered(let content)? = plan.source(of: conform.media)?.content
    else { return nil }
    let picture =
      switch catalog[conform.media]?.video?.unit {
      case .fields: sourceFrame / 2
      case .film: sourceFrame / 4 * 5
      case .pictures, nil: sourceFrame
      }
    return FilterExplanation(
      chain: content.chain, blocks: blocks, picture: picture,
      firstFed: blocks.fed(for: blocks.block(of: picture), of: Int.max).lowerBound)
  }

  private func animations(
    of origin: PlanOrigin, _ moment: LayerMoment?
  ) -> [AnimationExplanation] {
    let own: [Animation]
    let effects: [Effect]
    var group: [Animation] = []
    let start: Rational
    if let (title, layer) = locations.title(origin) {
      (own, effects, start) = (layer.animations, layer.look.effects, title.placed.start)
      group = title.animations
    } else if let clip = locations.clip(origin) {
      (own, effects, start) = (
        clip.picture.animations, clip.picture.look.effects, clip.placed.start
      )
      group = clip.picture.fade
    } else {
      return []
    }
    return (moment?.animations ?? []).compactMap { moment in
      let written: [Animation]
      var effect: Effect?
      switch moment.owner {
      case .item: written = own
      case .title, .fade: written = group
      case .effect(let index):
        effect = effects.indices.contains(index) ? effects[index] : nil
        written = effect?.animations ?? []
      }
      guard written.indices.contains(moment.animation) else { return nil }
      let animation = written[moment.animation]
      let last = moment.progress == nil ? moment.key : moment.key + 1
      let keys = (moment.key...last).filter {
        animation.keyTimes.indices.contains($0) && animation.values.indices.contains($0)
      }
      return AnimationExplanation(
        moment: moment, effect: effect?.kind.name, location: locations.location(animation.range),
        begin: try? start + animation.begin, duration: animation.duration,
        easing: animation.easings.indices.contains(moment.key)
          ? animation.easings[moment.key] : .linear,
        keys: keys.enumerated().map { index, key in
          // What a view leaves out follows from the picture.
          let isView = moment.property == .view && moment.keyValues.indices.contains(index)
          return (
            animation.keyTimes[key], isView ? moment.keyValues[index] : animation.values[key]
          )
        })
    }
  }
}
