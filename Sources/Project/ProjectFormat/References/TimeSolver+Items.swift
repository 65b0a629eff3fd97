import Diagnostics
import BaseValues
import TimelineModel

extension TimeSolver {
  /// A quantity of an item, from what it needs; see `TimeGraph.needs`. What the layout of tracks
  /// makes of the same item is the same.
  func value(of part: TimeGraph.Part, of index: Int) throws(TimeOverflow) -> Rational? {
    let item = graph.items[index]
    func own(_ part: TimeGraph.Part) -> Rational? { values[graph.node(part, of: index)] }
    switch part {
    case .start: return try start(of: item)
    case .end:
      if let until = item.until { return written(until) }
      guard let start = own(.start), let duration = own(.duration) else { return nil }
      return try start + duration
    case .duration:
      let duration: Rational?
      switch item.content {
      case .clip(let clip):
        duration = try self.duration(of: clip, item, start: own(.start), end: own(.end))
      case .gap(let written): duration = self.written(written)
      case .transition(let transition): duration = written(transition.duration)
      case .title(let title):
        if let length = title.duration {
          duration = written(length)
        } else {
          duration = try difference(own(.end), own(.start))
        }
      case .unreadable: duration = nil
      }
      // What ends before it starts is told where it is laid out.
      return duration.flatMap { $0 > .zero ? $0 : nil }
    case .sourceIn:
      guard case .clip(let clip) = item.content else { return nil }
      if case .timeMap? = clip.retiming {
        return try clip.retiming?.curve { written($0) }?.sourceStart
      }
      return (clip.freeze ?? clip.sourceIn).map { written($0) } ?? .zero
    case .sourceOut:
      guard case .clip(let clip) = item.content else { return nil }
      if clip.freeze != nil { return own(.sourceIn) }
      if let out = clip.sourceOut { return written(out) }
      if clip.stretches || clip.loop != nil { return try mediaEnd(of: clip, on: item.track) }
      guard let sourceIn = own(.sourceIn), let duration = own(.duration) else { return nil }
      if let retiming = clip.retiming {
        guard let curve = try retiming.curve({ written($0) })?.curve else { return nil }
        return try sourceIn + curve.covered(at: duration)
      }
      return try sourceIn + duration * clip.tempo
    }
  }

  private func start(of item: TimeGraph.Item) throws(TimeOverflow) -> Rational? {
    if let at = item.at { return written(at) }
    guard let before = item.before else { return .zero }
    guard let end = values[graph.node(.end, of: before)] else { return nil }
    guard let overlap = item.overlap else { return end }
    return try difference(end, values[graph.node(.duration, of: overlap)])
  }

  private func duration(
    of clip: ClipDocument, _ item: TimeGraph.Item, start: Rational?, end: Rational?
  ) throws(TimeOverflow) -> Rational? {
    guard clip.isComplete else { return nil }
    if let duration = clip.duration { return written(duration) }
    if clip.until != nil { return try difference(end, start) }
    switch clip.retiming {
    case .timeMap(let points)?: return points.last.flatMap { written($0.value.at) }
    case .ramp?: return nil
    case nil: break
    }
    var times = Rational.one
    switch clip.loop?.value {
    case .times(let count)?: times = Rational(Int64(count))
    case .forever?, .pingPong?: return nil
    case nil: break
    }
    guard let sourceIn = clip.sourceIn.map({ written($0) }) ?? .zero else { return nil }
    let sourceOut: Rational?
    if let out = clip.sourceOut {
      sourceOut = written(out)
    } else {
      sourceOut = try mediaEnd(of: clip, on: item.track)
    }
    guard let covered = try difference(sourceOut, sourceIn) else { return nil }
    return try covered / clip.tempo * times
  }

  private func mediaEnd(of clip: ClipDocument, on track: Int) throws(TimeOverflow) -> Rational? {
    let known = graph.document.link(clip.media, clip.given) ?? media[clip.media.value]
    guard let media = known, let kind = graph.document.tracks?[track].kind else {
      return nil
    }
    return try catalog[media]?.end(on: kind, holding: clip.holds)
  }

  private func difference(_ a: Rational?, _ b: Rational?) throws(TimeOverflow) -> Rational? {
    guard let a, let b else { return nil }
    return try a - b
  }
}

extension MediaFacts {
  /// Source time at which a clip ends that says nothing of it; `nil` for what has no end.
  ///
  /// - Parameter holding: whether its last picture stays for as long as there is sound.
  func end(on kind: Track.Kind, holding: Bool = false) throws(TimeOverflow) -> Rational? {
    if kind.showsClips, let video {
      let end = try video.extent().end
      guard holding, let sound = audio?.extent.end else { return end }
      return end.map { max($0, sound) } ?? sound
    }
    if let audio { return audio.extent.end }
    return try video?.extent().end
  }
}
