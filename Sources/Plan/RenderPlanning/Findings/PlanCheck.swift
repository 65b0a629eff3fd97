package import Diagnostics
package import BaseValues
import OutputKinds
package import PlanModel
package import TimelineModel

/// What can be told of a project from its plan: what is not seen, and what is cut off at an edge.
package enum PlanCheck {
  /// - Parameters:
  ///   - ink: the lines of a text as they are painted; empty where it cannot be drawn.
  ///   - reach: a rectangle that holds them, where that can be told without drawing.
  /// - Returns: findings in no order that matters.
  package static func findings(
    _ plan: RenderPlan, of timeline: Timeline, catalog: MediaCatalog,
    ink: @escaping (TextRaster) -> [Rect], reach: @escaping (TextRaster) -> Rect? = { _ in nil }
  ) -> [Diagnostic] {
    var check = UnseenCheck(plan, timeline, catalog)
    check.run()
    let edges = TitleEdgeCheck(plan: plan, timeline: timeline, ink: ink, reach: reach)
    return check.findings + edges.findings(except: check.reported) + silentMixes(plan, timeline)
  }
}

extension PlanCheck {
  /// Something is heard in each track of sound that is written.
  private static func silentMixes(_ plan: RenderPlan, _ timeline: Timeline) -> [Diagnostic] {
    zip(timeline.output.writtenMixes, plan.mixes).compactMap { mix, sound in
      sound.spans.isEmpty ? PlanMessages.audioTrackSilent(mix.name, range: mix.range) : nil
    }
  }
}

/// Every clip and every layer of a title is seen at some time.
struct UnseenCheck {
  private let plan: RenderPlan
  private let timeline: Timeline
  private let catalog: MediaCatalog
  private let planner: PicturePlanner
  private let survey: SightSurvey
  /// Clips and images that show an edit of which something is seen.
  private var shown: Set<PlanOrigin> = []
  private(set) var findings: [Diagnostic] = []
  /// What is reported.
  private(set) var reported: Set<PlanOrigin> = []

  init(_ plan: RenderPlan, _ timeline: Timeline, _ catalog: MediaCatalog) {
    self.plan = plan
    self.timeline = timeline
    self.catalog = catalog
    let edit = (try? PlacedEdit(timeline)) ?? PlacedEdit(shallow: timeline)
    planner = PicturePlanner(edit, catalog, frameCount: plan.output.frameCount)
    survey = SightSurvey(plan)
    // Who sees something of an edit sees the clip that shows it.
    for origin in survey.seen {
      var inner = origin
      while inner.track.index >= timeline.tracks.count,
        let use = edit.owner(of: inner.track)?.use, shown.insert(use).inserted
      {
        inner = use
      }
    }
  }

  mutating func run() {
    for track in timeline.tracks {
      if track.kind.showsClips { checkClips(of: track) }
      for (index, title) in track.titles.enumerated()
      where track.textOutput.draws && !planner.frames(title.placed).isEmpty {
        for (layerIndex, layer) in title.layers.enumerated() {
          check(layer, of: title, track.origin(ofTitle: index, layer: layerIndex))
        }
      }
    }
  }

  private mutating func checkClips(of track: Track) {
    let layout = TrackLayout(track)
    for (index, clip) in track.clips.enumerated() {
      let frames = planner.frames(layout.earliest(of: index), layout.latest(of: index))
      let origin = track.origin(ofClip: index, in: timeline)
      guard !frames.isEmpty, !isSeen(origin), hasPicture(clip.media) else {
        continue
      }
      reported.insert(origin)
      let isHeard =
        clip.sound != nil && !track.muted && catalog[clip.media]?.audio != nil
        && timeline.output.audio != nil
      let noun = "clip '\(shortened(origin.label))'"
      if let cover = survey.covers[origin] {
        findings.append(
          PlanMessages.itemHidden(
            noun, by: words(cover), isHeard: isHeard, range: clip.mediaRange,
            other: range(of: cover)))
      } else if let overhang = survey.beside[origin] {
        findings.append(
          PlanMessages.itemBesidePicture(
            noun, overhang.text, isHeard: isHeard,
            range: clip.keys.range(of: "position") ?? clip.mediaRange))
      } else {
        let picture = clip.picture
        report(
          invisible: noun, picture.placement, picture.animations, keys: clip.keys,
          isHeard: isHeard, clip.mediaRange)
      }
    }
  }

  private mutating func check(_ layer: TitleLayer, of title: Title, _ origin: PlanOrigin) {
    guard !isSeen(origin) else { return }
    var noun = "text '\(shortened(origin.label))'"
    switch layer.content {
    case .image(let media, _, _):
      guard hasPicture(media) else { return }
      if timeline.media.indices.contains(media.index) {
        noun = "image '\(shortened(timeline.media[media.index].name))'"
      }
    case .text(let style):
      noun = "text '\(shortened(style.text))'"
    case .shape(let style):
      noun = "this \(style.kind.rawValue)"
    }
    let range =
      ["text", "image", "shape"].compactMap { layer.keys.range(of: $0) }.first ?? layer.range
    if let cover = survey.covers[origin] {
      reported.insert(origin)
      findings.append(
        PlanMessages.itemHidden(
          noun, by: words(cover), isHeard: false, range: range, other: self.range(of: cover)))
    } else if survey.beside[origin] == nil {
      reported.insert(origin)
      var placement = layer.placement
      placement.opacity = min(placement.opacity, title.opacity)
      report(
        invisible: noun, placement, layer.animations + title.animations,
        keys: layer.keys + title.keys, isHeard: false, range)
    }
  }

  private mutating func report(
    invisible noun: String, _ placement: Placement, _ animations: [Animation],
    keys: [Located<String>], isHeard: Bool, _ range: SourceRange
  ) {
    func rests(_ property: AnimatedProperty) -> Bool {
      animations.filter { $0.property == property }
        .allSatisfy { $0.values.allSatisfy { $0.contains { $0 <= .zero } } }
    }
    let cause: String
    var location = range
    if rests(.opacity),
      placement.opacity == .zero || animations.contains(where: { $0.property == .opacity })
    {
      cause = "its opacity is 0 all the time"
      location = keys.range(of: "opacity") ?? range
    } else if rests(.scale), placement.scale.x == .zero || placement.scale.y == .zero {
      cause = "it is scaled to nothing"
      location = keys.range(of: "scale") ?? range
    } else {
      cause = "it is transparent, scaled to nothing or seen from its edge all the time"
    }
    findings.append(
      PlanMessages.itemInvisible(noun, cause, isHeard: isHeard, range: location))
  }

  private func isSeen(_ origin: PlanOrigin) -> Bool {
    survey.seen.contains(origin) || shown.contains(origin)
  }

  private func hasPicture(_ media: MediaID) -> Bool {
    if timeline.media.indices.contains(media.index) {
      switch timeline.media[media.index].content {
      case .color: return true
      // Without a background it is what lies below it, which is asked for itself.
      case .generator(.below) where timeline.output.isTransparent: return false
      default: break
      }
    }
    return catalog[media]?.video != nil
  }

  // MARK: - Words

  private func words(_ origin: PlanOrigin) -> String {
    if case .title = origin.item { return "title '\(shortened(origin.label))'" }
    return "clip '\(shortened(origin.label))'"
  }

  private func range(of origin: PlanOrigin) -> SourceRange? {
    guard timeline.tracks.indices.contains(origin.track.index) else { return nil }
    let track = timeline.tracks[origin.track.index]
    switch origin.item {
    case .clip(let index): return track.clips[index].mediaRange
    case .title(let index, _): return track.titles[index].range
    case .transition: return nil
    }
  }
}
