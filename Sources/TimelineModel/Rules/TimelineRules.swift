public import Diagnostics

/// All rules that a timeline has to keep before it is planned.
public enum TimelineRules {
  /// In no order that matters: findings are sorted.
  private static var rules: [any TimelineRule.Type] {
    [
      AnimationLengthRule.self, AutomationLengthRule.self, AutomationRule.self, ClipFrameRule.self,
      ClipKindRule.self, ClipTransitionsRule.self,
      ClipWithinMediaRule.self, CutOffMediaRule.self, DuckRule.self, DuplicateNameRule.self,
      EmptyTimelineRule.self, ExpectationRule.self, FadeRule.self, ItemAfterEndRule.self,
      KeyEffectRule.self, LayersRule.self, MarkerRule.self, OutputLimitsRule.self,
      AudioEndRule.self,
      AudioKeyRule.self, AudioOutputRule.self,
      SpeedRule.self, TitleOutsideRule.self, TrackOverlapRule.self, TransitionMaterialRule.self,
      UnusedMediaRule.self,
    ]
  }

  /// Checks every rule.
  ///
  /// - Parameter limits: how much the timeline may ask for.
  /// - Returns: all findings, in order of their places.
  /// - Complexity: O(n log n) in the number of items.
  public static func check(
    _ timeline: Timeline, catalog: MediaCatalog, limits: ProjectLimits = ProjectLimits()
  ) -> [Diagnostic] {
    var context = RuleContext(timeline, catalog, limits)
    for rule in rules { rule.check(&context) }
    return context.findings.sortedByLocation()
  }
}

/// One rule about timelines.
protocol TimelineRule: Sendable {
  static func check(_ context: inout RuleContext)
}
