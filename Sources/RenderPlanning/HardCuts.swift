import TimelineModel

extension RenderPlan {
  /// The frames at which a track goes over from one clip to another without a transition, rising.
  ///
  /// Only what can be seen counts: a clip beside the picture, below an opaque one or of no opacity
  /// has no cut. The beginning and the end of a gap are none either: there is but one clip.
  ///
  /// - Complexity: O(segments · layers).
  public func hardCuts() -> [Int] {
    segments.dropFirst().map(\.frames.lowerBound).filter { frame in
      let before = clips(at: frame - 1, isLast: true)
      return clips(at: frame, isLast: false).contains { track, clip in
        before[track].map { $0 != clip } ?? false
      }
    }
  }

  /// The clip that each track shows at a frame: of a transition the one that is left at its end, or
  /// was there at its beginning.
  private func clips(at frame: Int, isLast: Bool) -> [Int: Int] {
    guard let segment = segment(at: frame) else { return [:] }
    var result: [Int: Int] = [:]
    for layer in segment.layers.reversed() {
      guard let shown = visible(layer, at: frame - segment.frames.lowerBound) else { continue }
      let origin: PlanOrigin?
      switch layer {
      case .single(let picture): origin = picture.origin
      case .transition(let transition): origin = (isLast ? transition.to : transition.from)?.origin
      }
      if let origin, case .clip(let clip) = origin.item { result[origin.track.index] = clip }
      if hides(shown) { break }
    }
    return result
  }
}

extension RenderPlan {
  /// What a frame shows, from back to front: clips and titles by the names people call them, each
  /// once.
  public func labels(at frame: Int) -> [String] {
    var labels: [String] = []
    for layer in layers(at: frame) {
      for picture in layer.pictures where !labels.contains(picture.origin.label) {
        labels.append(picture.origin.label)
      }
    }
    return labels
  }
}
