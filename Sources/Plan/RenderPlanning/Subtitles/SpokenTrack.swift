internal import BaseValues
package import OutputKinds
package import TimelineModel

/// What captions of a movie say that belong to one track of subtitles, whether it is drawn or written.
package struct SpokenTrack: Sendable {
  /// The movie's own track; `nil` where there are only captions of edits that it shows.
  package var own: TrackID?
  /// What the track says of itself.
  package var subtitles: TrackDescription
  /// Those of its own track at their exact times, then those of other edits at the frames that show them, in no order.
  package var captions: [PlacedCaption] = []
  /// How many of them are of its own track.
  package var ownCount = 0
}

extension RenderPlanner {
  /// What all captions of a movie say, in groups, projects and their clips, too.
  ///
  /// - Throws: as ``plan(_:catalog:answers:)``.
  /// - Complexity: O(n) for n captions as often as they are shown.
  package static func captions(of timeline: Timeline) throws(PlanningError) -> [SpokenTrack] {
    SubtitlePlanner(
      rate: timeline.output.frameRate, frameCount: try frameCount(of: timeline)
    ).captions(try PlacedEdit(timeline))
  }
}
