package import Diagnostics
internal import BaseValues
import OutputKinds

/// A project or a group that is media of another.
///
/// It is no movie that is rendered first: its times are composed with those of the clip that shows
/// it, exactly, and rounded once, on the grid of the movie.
package struct NestedEdit: Sendable {
  /// As messages call it.
  package var name: String
  /// The media item that it is.
  package var media: MediaID
  /// In its own times, from 0. Its media are those of the movie's timeline.
  package var timeline: Timeline
  /// Whether it is transparent where nothing of it is seen; else its background is there.
  package var isTransparent: Bool
  /// What is shown where to get there for the first time, the outermost first, itself last.
  package var way: [Located<String>]

  /// An edit; nothing is checked.
  package init(
    name: String, media: MediaID, timeline: Timeline, isTransparent: Bool,
    way: [Located<String>]
  ) {
    self.name = name
    self.media = media
    self.timeline = timeline
    self.isTransparent = isTransparent
    self.way = way
  }

  /// What it is as media: a picture of its size as long as it lasts, and sound, as far as it has any.
  ///
  /// - Parameter catalog: with the facts of everything that it shows.
  /// - Returns: `nil` for one that lasts no time.
  package func facts(_ catalog: MediaCatalog) -> MediaFacts? {
    let end = timeline.duration
    let range = TimeRange(start: .zero, end: end)
    var facts = MediaFacts(video: nil, audio: nil, contentHash: "")
    guard let range, !range.isEmpty else { return nil }
    let isHeard = timeline.output.audio != nil && timeline.hasSound(catalog)
    // What is neither seen nor heard is an empty picture.
    if timeline.showsPictures(catalog) || !isTransparent || !isHeard {
      facts.video = VideoFacts(
        codedSize: timeline.output.size, frames: Self.frames(until: end, timeline.output.frameRate),
        hasAlpha: isTransparent)
    }
    if isHeard {
      facts.audio = AudioFacts(
        sampleRate: timeline.output.audio?.sampleRate ?? 48000, channels: 2, range: range)
    }
    return facts
  }

  /// Frames of its own rate where it has whole ones; else one that lasts all the time.
  private static func frames(until end: Rational, _ rate: FrameRate) -> FrameTimes {
    if let count = try? end * rate.rational, count.denominator == 1,
      let whole = Int(exactly: count.numerator)
    {
      return .regular(start: .zero, rate: rate, count: whole)
    }
    return .irregular(
      times: [0], end: end.numerator, timeBase: Rational(1, end.denominator) ?? .one)
  }
}

extension Timeline {
  /// Whether a clip or a title of it has a picture.
  fileprivate func showsPictures(_ catalog: MediaCatalog) -> Bool {
    tracks.contains { track in
      !track.titles.isEmpty
        || track.kind.showsClips && track.clips.contains { catalog[$0.media]?.video != nil }
    }
  }

  /// Whether a clip of it is heard.
  fileprivate func hasSound(_ catalog: MediaCatalog) -> Bool {
    tracks.contains { track in
      track.kind.isHeard && !track.muted
        && track.clips.contains { $0.sound != nil && catalog[$0.media]?.audio != nil }
    }
  }

  /// The edit that a media item is; `nil` for all others.
  package func edit(_ media: MediaID) -> NestedEdit? {
    guard self.media.indices.contains(media.index),
      case .edit(let index) = self.media[media.index].content,
      edits.indices.contains(index)
    else { return nil }
    return edits[index]
  }
}

extension Diagnostic {
  /// The finding with how one gets to the project or group that it is in, the nearest first.
  package func within(_ way: [Located<String>]) -> Diagnostic {
    var result = self
    for step in way.reversed() where step.range != range {
      let note = Note(message: "'\(shortened(step.value))' is shown here", range: step.range)
      if !result.notes.contains(note) { result.notes.append(note) }
    }
    return result
  }
}
