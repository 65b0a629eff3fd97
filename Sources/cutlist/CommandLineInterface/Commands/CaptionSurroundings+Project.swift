import BaseValues
import CaptionFiles
import PlanModel
import RenderPlanning
import TimelineModel
import Workspace

extension CaptionSurroundings {
  /// What a project says of its movie: its rate, its end, its cuts, and where its captions are seen.
  ///
  /// Cuts are where a clip that fills the picture follows without a transition.
  ///
  /// - Parameters:
  ///   - captions: in order of their starts.
  ///   - own: which of them are of the track; the others are of projects and groups that are shown, and where these
  ///     are seen is not looked at.
  ///   - track: `nil` for none of the project's own.
  init(
    of captions: [Caption], _ own: Set<Int>, on track: TrackID?, in project: LoadedProject,
    _ timeline: Timeline
  ) {
    self.init()
    let output = timeline.output
    rate = output.frameRate
    picture = (output.size.width, output.size.height)
    if let plan = project.plan {
      end = try? Rational(Int64(plan.output.frameCount)) * output.frameRate.frameDuration
    }
    cuts = timeline.tracks.filter { $0.kind == .video }.flatMap(Self.cuts)
    let grid = FrameGrid(output.frameRate)
    guard let track else { return }
    let places = project.textPlaces()
    let drawn = places.filter { $0.track == track.index }
    let others = places.filter { $0.track != track.index }
    for (index, caption) in captions.enumerated() where own.contains(index) {
      let first = Int(grid.nearestFrame(to: caption.start).value)
      let last = Int(grid.nearestFrame(to: caption.end).value)
      guard first < last else { continue }
      // Captions that are shown at one time share a title: it stands for each of them.
      let seen = drawn.filter { $0.frames.overlaps(first..<last) }
      guard let place = seen.first else { continue }
      var sight = CaptionSight(
        left: place.left, top: place.top, right: place.right, bottom: place.bottom)
      for place in seen.dropFirst() {
        sight.left = min(sight.left, place.left)
        sight.top = min(sight.top, place.top)
        sight.right = max(sight.right, place.right)
        sight.bottom = max(sight.bottom, place.bottom)
      }
      let isAlone =
        (index == 0 || captions[index - 1].end <= caption.start)
        && (index + 1 == captions.count || caption.end <= captions[index + 1].start)
      if isAlone { sight.lines = seen.map(\.lines).max() }
      let below = others.first { other in
        seen.contains { $0.frames.overlaps(other.frames) && $0.overlaps(other) }
      }
      if let below {
        sight.other = timeline.tracks[below.track].titles[below.title].firstText
      }
      sights[index] = sight
    }
  }

  private static func cuts(_ track: Track) -> [Rational] {
    let joined = Set(track.transitions.compactMap(\.to))
    return track.clips.indices.compactMap { index in
      let clip = track.clips[index]
      guard !joined.contains(index), clip.placed.start > .zero, clip.picture.placement.isWhole
      else { return nil }
      return clip.placed.start
    }
  }
}

extension Placement {
  /// Whether a clip fills the picture as it does if nothing is said.
  fileprivate var isWhole: Bool {
    scale == Point(x: .one, y: .one) && rotationZ == .zero && opacity == .one
  }
}
