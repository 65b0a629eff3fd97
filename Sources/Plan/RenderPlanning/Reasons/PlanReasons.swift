internal import BaseValues
package import PlanModel
package import TimelineModel

/// Tells why a plan's frames are what they are: the exact values that the planners had before they
/// rounded them, worked out by the same planners again. Frames are those of the movie; others may
/// have reasons too, up to `RenderPlanner.frameLimit`.
package struct PlanReasons: Sendable {
  private let planner: PicturePlanner

  /// - Parameters:
  ///   - plan: the plan of the whole timeline.
  ///   - catalog: the facts that it was planned with.
  package init(_ plan: RenderPlan, of timeline: Timeline, catalog: MediaCatalog) {
    let edit = (try? PlacedEdit(timeline)) ?? PlacedEdit(shallow: timeline)
    planner = PicturePlanner(edit, catalog, frameCount: plan.output.frameCount)
  }

  /// The planner of the edit that an item belongs to, and its track.
  private func place(of origin: PlanOrigin) -> (planner: PicturePlanner, track: Track)? {
    guard let edit = planner.edit.owner(of: origin.track),
      let track = edit.timeline.tracks.first(where: { $0.id == origin.track })
    else { return nil }
    return (PicturePlanner(edit, planner.catalog, frameCount: planner.frameCount), track)
  }

  /// The clips and title layers that have a share in a frame by their times, seen or not, in
  /// painter's order.
  ///
  /// - Complexity: O(n) for n items of the timeline.
  package func items(at frame: Int) -> [PlanOrigin] {
    planner.timeline.tracks.flatMap { track -> [PlanOrigin] in
      switch track.kind {
      case .video: clips(of: track, at: frame)
      case .titles: track.textOutput.draws ? titles(of: track, at: frame) : []
      case .audio: []
      }
    }
  }

  private func clips(of track: Track, at frame: Int) -> [PlanOrigin] {
    let layout = TrackLayout(track)
    return track.clips.indices.filter { index in
      planner.frames(layout.earliest(of: index), layout.latest(of: index)).contains(frame)
    }.map { track.origin(ofClip: $0, in: planner.timeline) }
  }

  private func titles(of track: Track, at frame: Int) -> [PlanOrigin] {
    track.titles.indices.filter { planner.frames(track.titles[$0].placed).contains(frame) }
      .flatMap { index in
        track.titles[index].layers.indices.map { track.origin(ofTitle: index, layer: $0) }
      }
  }

  /// What a clip's or title layer's values at a frame come from; `nil` for items without a picture,
  /// and where an animation's times are not representable.
  package func layer(_ origin: PlanOrigin, at frame: Int) -> LayerMoment? {
    let frame = planner.edit.frame(frame, of: origin.track)
    do throws(TimeOverflow) {
      guard let planner = place(of: origin)?.planner, let recipe = try recipe(origin) else {
        return nil
      }
      let animation = try LayerAnimation(recipe, rate: planner.timeline.output.frameRate)
      let opacities = animation.opacities(at: frame)
      let pose = animation.pose(at: frame)
      var tables = PlanTables(mediaCount: planner.timeline.media.count)
      let picture = try planner.layers.picture(recipe, over: frame..<frame + 1, &tables)
      return LayerMoment(
        source: source(recipe, at: frame), opacity: Rational(fixedPoint: opacities.own),
        groupOpacity: Rational(fixedPoint: opacities.group), weight: animation.weight(at: frame),
        pose: PoseMoment(pose.layer), group: PoseMoment(pose.group),
        anchor: Point(pose.layer.anchor), animations: animation.moments(at: frame),
        isSeen: picture != nil)
    } catch {
      return nil
    }
  }

  private func source(_ recipe: LayerRecipe, at frame: Int) -> SourceMoment? {
    switch recipe.subject {
    case .source(_, _, let mapping), .filled(_, front: _, back: _, let mapping):
      return try? mapping.moment(at: frame)
    default: return nil
    }
  }

  private func recipe(_ origin: PlanOrigin) throws(TimeOverflow) -> LayerRecipe? {
    guard let (planner, track) = place(of: origin) else { return nil }
    switch origin.item {
    case .clip(let index):
      guard track.clips.indices.contains(index) else { return nil }
      return try planner.recipe(ofClip: index, track, TrackLayout(track))
    case .title(let index, let layer):
      guard track.titles.indices.contains(index),
        track.titles[index].layers.indices.contains(layer)
      else { return nil }
      return try planner.recipe(ofTitle: index, layer: layer, track)
    case .transition:
      return nil
    }
  }

  /// How far a transition has come at a frame; `nil` where `origin` is none.
  package func transition(_ origin: PlanOrigin, at frame: Int) -> TransitionMoment? {
    guard case .transition(let index) = origin.item, let (planner, track) = place(of: origin),
      track.transitions.indices.contains(index)
    else { return nil }
    let own = self.planner.edit.frame(frame, of: origin.track)
    guard let step = try? planner.transitions.steps(track.transitions[index], own..<own + 1)[0]
    else { return nil }
    return TransitionMoment(even: Rational(step.even), eased: Rational(step.eased))
  }
}
