import Diagnostics
import TimelineModel

/// How much a project holds, counted before it is read.
enum ProjectCounts {
  /// What there is too much of, at the place where the limit is passed.
  static func excess(in project: JSONValue, limits: ProjectLimits) -> Diagnostic? {
    guard case .array(let tracks)? = project["tracks"]?.kind else { return nil }
    if tracks.count > limits[.tracks] {
      return ProjectMessages.tooManyTracks(
        tracks.count, limit: limits[.tracks], range: tracks[limits[.tracks]].range)
    }
    let limit = limits[.items]
    let lists = tracks.flatMap { track in TrackReader.kinds.compactMap { items(of: track, $0) } }
    let count = lists.reduce(0) { $0 + $1.count }
    guard count > limit else { return nil }
    var left = limit
    for list in lists {
      if list.count > left {
        return ProjectMessages.tooManyItems(count, limit: limit, range: list[left].range)
      }
      left -= list.count
    }
    return nil
  }

  private static func items(of track: JSONValue, _ kind: String) -> [JSONValue]? {
    guard case .array(let items)? = track[kind]?.kind else { return nil }
    return items
  }
}
