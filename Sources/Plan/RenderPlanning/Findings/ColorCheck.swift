package import Diagnostics
import BaseValues
import PictureKinds
package import PlanModel
package import TimelineModel

/// Nothing is done to pictures that means other codes than those of the movie.
///
/// Effects on colours, blend modes and mattes by brightness are arithmetic on codes of standard dynamic range: 0.5 is a
/// middle grey, and twice as much is brighter by a stop or so. Codes of HDR mean other light.
package enum ColorCheck {
  /// - Returns: findings in the order of the movie, each item's once for each thing that is done to it.
  package static func findings(_ plan: RenderPlan, of timeline: Timeline) -> [Diagnostic] {
    guard plan.output.color != .sdr else { return [] }
    var survey = ColorSurvey(plan.output.color, timeline)
    for segment in plan.segments { survey.look(at: segment.layers) }
    return survey.findings
  }
}

private struct ColorSurvey {
  private let color: PictureColor
  private let timeline: Timeline
  private let edit: PlacedEdit
  private var known: Set<Trouble> = []
  private(set) var findings: [Diagnostic] = []

  /// What is done to an item.
  private struct Trouble: Hashable {
    var origin: PlanOrigin
    var what: String
  }

  init(_ color: PictureColor, _ timeline: Timeline) {
    self.color = color
    self.timeline = timeline
    edit = (try? PlacedEdit(timeline)) ?? PlacedEdit(shallow: timeline)
  }

  mutating func look(at layers: [PictureLayer]) {
    for layer in layers {
      if layer.blendMode != .normal, color.isHighDynamicRange {
        report("the blend mode \"\(layer.blendMode.rawValue)\"", layer.origin)
      }
      for input in layer.inputs { look(at: input) }
    }
  }

  private mutating func look(at input: PictureInput) {
    for effect in input.effects {
      if effect.name == PlannedEffect.filterName {
        report("a chain of filters", input.origin)
      } else if EffectKind.named(effect.name)?.works(in: color) == false {
        report("the effect \"\(effect.name)\"", input.origin)
      }
    }
    for matte in input.mattes {
      let isByLight = matte.channel == .luma || matte.channel == .lumaInverted
      if isByLight, color.isHighDynamicRange {
        report("a matte by brightness", input.origin)
      }
      look(at: matte.canvas.layers)
    }
    if case .group(let group) = input.content { look(at: group.layers) }
  }

  private mutating func report(_ what: String, _ origin: PlanOrigin) {
    guard known.insert(Trouble(origin: origin, what: what)).inserted else { return }
    // What an edit does that is shown is found at what shows it.
    var shown = origin
    while shown.track.index >= timeline.tracks.count,
      let use = edit.owner(of: shown.track)?.use, use != shown
    {
      shown = use
    }
    findings.append(
      PlanMessages.standardColorAlone(
        what, of: noun(origin), color: color.title, range: range(of: shown)))
  }

  private func noun(_ origin: PlanOrigin) -> String {
    switch origin.item {
    case .clip: "clip '\(shortened(origin.label))'"
    case .title: "title '\(shortened(origin.label))'"
    case .transition: "transition '\(shortened(origin.label))'"
    }
  }

  private func range(of origin: PlanOrigin) -> SourceRange {
    guard timeline.tracks.indices.contains(origin.track.index) else { return timeline.output.range }
    let track = timeline.tracks[origin.track.index]
    switch origin.item {
    case .clip(let index) where track.clips.indices.contains(index):
      return track.clips[index].mediaRange
    case .title(let index, _) where track.titles.indices.contains(index):
      return track.titles[index].range
    case .transition(let index) where track.transitions.indices.contains(index):
      return track.transitions[index].range
    default: return timeline.output.range
    }
  }
}
