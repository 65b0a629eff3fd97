internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Which transitions stand at the two ends of each clip of a track, and how far its material goes.
struct TrackLayout: Sendable {
  /// Index of the transition into and out of each clip.
  private(set) var incoming: [Int?]
  private(set) var outgoing: [Int?]
  let track: Track

  init(_ track: Track) {
    self.track = track
    incoming = Array(repeating: nil, count: track.clips.count)
    outgoing = Array(repeating: nil, count: track.clips.count)
    for (index, transition) in track.transitions.enumerated() {
      if let from = transition.from, outgoing.indices.contains(from) { outgoing[from] = index }
      if let to = transition.to, incoming.indices.contains(to) { incoming[to] = index }
    }
  }

  func incoming(of clip: Int) -> Transition? { incoming[clip].map { track.transitions[$0] } }

  func outgoing(of clip: Int) -> Transition? { outgoing[clip].map { track.transitions[$0] } }

  /// The clip's first moment: its start, or that of the transition into it.
  func earliest(of clip: Int) -> Rational {
    let start = track.clips[clip].placed.start
    return incoming(of: clip).map { min(start, $0.placed.start) } ?? start
  }

  /// The end of the clip's last moment.
  func latest(of clip: Int) -> Rational {
    let end = track.clips[clip].placed.end
    return outgoing(of: clip).map { max(end, $0.placed.end) } ?? end
  }
}

extension Track {
  /// What a person calls a clip of the track: its id or the name of its media.
  func origin(ofClip index: Int, in timeline: Timeline) -> PlanOrigin {
    let clip = clips[index]
    let media = clip.media.index
    let label =
      clip.name?.value
      ?? (timeline.media.indices.contains(media) ? timeline.media[media].name : "clip \(index)")
    return PlanOrigin(track: id, item: .clip(index), label: label)
  }

  func origin(ofTransition index: Int) -> PlanOrigin {
    PlanOrigin(track: id, item: .transition(index), label: transitions[index].kind.label)
  }

  func origin(ofTitle index: Int, layer: Int) -> PlanOrigin {
    let title = titles[index]
    var label = title.name?.value
    if label == nil, title.layers.indices.contains(layer) {
      switch title.layers[layer].content {
      case .text(let style): label = style.text
      case .shape(let style): label = style.label
      case .image: break
      }
    }
    return PlanOrigin(
      track: id, item: .title(index, layer: layer), label: label ?? "title \(index)")
  }
}
