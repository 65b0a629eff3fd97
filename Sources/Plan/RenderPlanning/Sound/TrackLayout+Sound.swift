internal import AudioMixing
internal import BaseValues
internal import TimelineModel

extension TrackLayout {
  /// How the sounds at a transition's sides change over: as is written, else so that what they have in common
  /// keeps its level.
  func crossing(_ transition: Transition) -> SoundCrossing {
    if let written = transition.sound { return written }
    guard let from = transition.from, let to = transition.to,
      track.clips.indices.contains(from), track.clips.indices.contains(to)
    else { return .linear }
    return track.clips[from].media == track.clips[to].media ? .linear : .equalPower
  }

  /// When a clip is heard: as long as its picture is seen, but for transitions in which sound is cut.
  func sounding(of clip: Int) -> (start: Rational, end: Rational) {
    let placed = track.clips[clip].placed
    var (start, end) = (earliest(of: clip), latest(of: clip))
    let sound = track.clips[clip].sound
    if let lead = sound?.lead {
      start = (try? placed.start - lead) ?? start
    } else if let before = incoming(of: clip), crossing(before) == .cut {
      start = before.overlaps ? before.placed.middle : placed.start
    }
    if let tail = sound?.tail {
      end = (try? placed.end + tail) ?? end
    } else if let after = outgoing(of: clip), crossing(after) == .cut {
      end = after.overlaps ? after.placed.middle : placed.end
    }
    return (start, max(start, end))
  }
}

extension TimeRange {
  fileprivate var middle: Rational { (try? (start + end) / Rational(2)) ?? end }
}

extension SoundCrossing {
  /// `nil` where nothing moves.
  var gainCurve: GainPoint.Curve? {
    switch self {
    case .cut: nil
    case .linear: .linear
    case .equalPower: .equalPower
    }
  }
}
