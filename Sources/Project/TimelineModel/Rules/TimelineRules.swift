package import Diagnostics
import OutputKinds

/// All rules that a timeline has to keep before it is planned.
package enum TimelineRules {
  /// In no order that matters: findings are sorted.
  private static var rules: [any TimelineRule.Type] {
    [
      AnimationLengthRule.self, AutomationLengthRule.self, AutomationRule.self, ClipFrameRule.self,
      ClipKindRule.self, ClipTransitionsRule.self,
      ClipWithinMediaRule.self, CutOffMediaRule.self, DescriptionRule.self, DuckRule.self,
      DuplicateNameRule.self,
      EmptyTimelineRule.self, EnlargedEditRule.self, ExpectationRule.self, FadeRule.self,
      ItemAfterEndRule.self,
      HoldRule.self, KeyEffectRule.self, LayersRule.self, MarkerRule.self, MaskRule.self,
      MatteRule.self,
      NestedItemsRule.self, OutputLimitsRule.self, PictureFaultRule.self, RampLengthRule.self,
      AudioEndRule.self,
      AudioKeyRule.self, AudioOutputRule.self, ChannelMapRule.self,
      SoundAloneRule.self, SoundBeyondPictureRule.self,
      SpeedRule.self, SplitEditRule.self, TitleFrameRule.self, TitleOutsideRule.self,
      TrackOverlapRule.self,
      TransitionBlendRule.self,
      TransitionMaterialRule.self, TransitionPictureRule.self,
      UnusedMediaRule.self,
    ]
  }

  /// Checks every rule.
  ///
  /// - Parameter limits: how much the timeline may ask for.
  /// - Returns: all findings, in order of their places.
  /// - Complexity: O(n log n) in the number of items.
  package static func check(
    _ timeline: Timeline, catalog: MediaCatalog, limits: ProjectLimits = ProjectLimits()
  ) -> [Diagnostic] {
    var context = RuleContext(timeline, catalog, limits)
    for rule in rules { rule.check(&context) }
    var findings = context.findings
    for edit in timeline.edits {
      var shown = edit.timeline
      // Its sound is heard in the movie's channels.
      if shown.output.audio != nil, let audio = timeline.output.audio {
        shown.output.audio = audio
        // Whoever shows it decides in which mixes it is heard.
        shown.output.writtenMixes = timeline.output.writtenMixes.map {
          AudioMix(encoding: $0.encoding, range: $0.range)
        }
      }
      var context = RuleContext(shown, catalog, limits)
      for rule in rules where !isForMovies(rule) { rule.check(&context) }
      findings += context.findings.map { $0.within(edit.way) }
    }
    return findings.sortedByLocation()
  }

  /// Whether a rule is about what is rendered as a movie of its own, not about what another shows.
  private static func isForMovies(_ rule: any TimelineRule.Type) -> Bool {
    let names: [any TimelineRule.Type] = [
      AudioEndRule.self, AudioOutputRule.self, DescriptionRule.self, ExpectationRule.self,
      LayersRule.self,
      MarkerRule.self, NestedItemsRule.self, OutputLimitsRule.self, SoundAloneRule.self,
      UnusedMediaRule.self,
    ]
    return names.contains { $0 == rule }
  }
}

/// One rule about timelines.
protocol TimelineRule: Sendable {
  static func check(_ context: inout RuleContext)
}
