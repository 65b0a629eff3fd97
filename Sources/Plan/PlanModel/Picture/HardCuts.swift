internal import BaseValues
internal import TimelineModel

extension RenderPlan {
  /// The frames at which a track goes over from one clip to another without a transition, rising.
  ///
  /// Only what can be seen counts: a clip beside the picture, below an opaque one or of no opacity
  /// has no cut. What a group holds counts as if it stood alone. The beginning and the end of a gap are none either: there is but one clip.
  ///
  /// - Complexity: O(segments · layers).
  package func hardCuts() -> [Int] {
    segments.dropFirst().map(\.frames.lowerBound).filter { frame in
      let before = shownClips(at: frame - 1)
      return shownClips(at: frame).contains { track, shown in
        before[track].map { shown.isCut(after: $0) } ?? false
      }
    }
  }

  /// What each track shows of its clips at a frame, by the track's index.
  private func shownClips(at frame: Int) -> [Int: ShownClips] {
    guard let segment = segment(at: frame) else { return [:] }
    var result: [Int: ShownClips] = [:]
    addClips(
      of: segment.layers, at: frame - segment.frames.lowerBound, on: output.size, to: &result)
    return result
  }

  /// Adds what can be seen of layers on a canvas, and of those in groups on theirs.
  private func addClips(
    of layers: [PictureLayer], at offset: Int, on canvas: Size, to result: inout [Int: ShownClips]
  ) {
    for layer in layers.reversed() {
      let seen = visible(layer, at: offset, on: canvas)
      if seen.isEmpty { continue }
      let track = layer.origin.track.index
      if case .transition = layer.origin.item {
        result[track] = ShownClips(
          first: layer.input(.from)?.clip, last: layer.input(.to)?.clip,
          transition: layer.origin.item)
      } else if let clip = layer.inputs.first?.clip {
        result[track] = ShownClips(first: clip, last: clip)
      }
      for input in layer.inputs {
        guard case .group(let group) = input.content,
          !visible(PictureLayer(input), at: offset, on: canvas).isEmpty
        else { continue }
        addClips(of: group.layers, at: offset, on: group.size, to: &result)
      }
      if seen.contains(where: { hides($0, on: canvas, at: 0) }) { break }
    }
  }
}

/// A clip of a track, or the two of a transition.
private struct ShownClips {
  /// At the beginning and at the end of the transition.
  var first: Int?
  var last: Int?
  var transition: PlanOrigin.Item?

  /// Whether nothing leads from what was shown a frame ago to this.
  func isCut(after earlier: ShownClips) -> Bool {
    // A transition goes on where another track begins a stretch.
    if let transition, transition == earlier.transition { return false }
    guard let left = earlier.last, let entered = first else { return false }
    return left != entered
  }
}

extension PictureInput {
  /// The index of its clip on the track; `nil` for a title.
  fileprivate var clip: Int? {
    if case .clip(let clip) = origin.item { clip } else { nil }
  }
}

extension RenderPlan {
  /// What a frame shows, from back to front: clips and titles by the names people call them, each
  /// once.
  package func labels(at frame: Int) -> [String] {
    var labels: [String] = []
    for layer in layers(at: frame) {
      for picture in layer.pictures where !labels.contains(picture.origin.label) {
        labels.append(picture.origin.label)
      }
    }
    return labels
  }
}
