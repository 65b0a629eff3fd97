public import Diagnostics

/// All rules that a timeline has to keep before it is planned.
public enum TimelineRules {
  /// Checks every rule.
  ///
  /// - Returns: all findings, in order of their places.
  /// - Complexity: O(n log n) in the number of items.
  public static func check(_ timeline: Timeline, catalog: MediaCatalog) -> [Diagnostic] {
    []
  }
}
