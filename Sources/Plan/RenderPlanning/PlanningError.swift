package import Diagnostics
package import TimelineModel

/// Why a timeline that passed the rules cannot become a plan.
package enum PlanningError: Error, Hashable, Sendable {
  /// A time of the item there is too large, or its fraction too fine, for exact 128-bit arithmetic.
  case timeOverflow(SourceRange)
  /// The movie would have `frames` frames (cut to 64 bits); the limit is
  /// `RenderPlanner.frameLimit`.
  case tooManyFrames(Int64)
  /// The item there uses a media item about which nothing is known.
  case missingFacts(MediaID, SourceRange)
  /// The item there is of a kind of transition or effect that does not exist.
  case unknownKind(String, SourceRange)
}

extension PlanningError: CustomStringConvertible {
  /// What is wrong, without its place; `ProjectLoader` makes the finding that a person sees.
  package var description: String {
    switch self {
    case .timeOverflow: "a time cannot be represented exactly"
    case .tooManyFrames(let count):
      "the movie has \(count) frames, more than \(RenderPlanner.frameLimit)"
    case .missingFacts(let media, _): "nothing is known about media item \(media.index)"
    case .unknownKind(let name, _): "there is no kind '\(name)'"
    }
  }
}
