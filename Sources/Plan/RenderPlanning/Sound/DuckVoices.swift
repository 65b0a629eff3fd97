internal import Diagnostics
internal import BaseValues
internal import TimelineModel

extension PlacedEdit {
  /// Where that sounds for which something steps back.
  func voices(
    of duck: Duck, _ catalog: MediaCatalog, until end: Rational
  ) throws(TimeOverflow) -> [TimeRange] {
    var result: [TimeRange] = []
    for trigger in duck.under {
      switch trigger {
      case .track(let id):
        for track in timeline.tracks where track.id == id {
          result += try voices(of: track, catalog, until: end)
        }
      case .clips(let name):
        for track in timeline.tracks where track.clips.contains(where: { $0.name?.value == name }) {
          result += try voices(of: track, named: name, catalog, until: end)
        }
      }
    }
    return result
  }

  /// Where a track sounds: its clips, as far as their media has sound; of one that shows an edit, where
  /// that sounds.
  ///
  /// - Parameter name: the `id` of those that count; `nil` for all.
  private func voices(
    of track: Track, named name: String? = nil, _ catalog: MediaCatalog, until end: Rational
  ) throws(TimeOverflow) -> [TimeRange] {
    if !track.kind.isHeard || track.muted { return [] }
    let layout = TrackLayout(track)
    var result: [TimeRange] = []
    for (index, clip) in track.clips.enumerated() where clip.sound != nil {
      if let name, clip.name?.value != name { continue }
      guard let audio = catalog[clip.media]?.audio else { continue }
      let sounding = layout.sounding(of: index)
      let first = max(sounding.start, .zero)
      let last = min(sounding.end, end)
      if let inner = edit(ofClip: index, track) {
        if let film = inner.film {
          var voices: [TimeRange] = []
          for track in inner.timeline.tracks {
            voices += try inner.voices(of: track, catalog, until: inner.timeline.duration)
          }
          for pass in try film.passes(from: first, to: last) {
            for voice in voices {
              let (one, other) = (try pass.time(voice.start), try pass.time(voice.end))
              let start = max(pass.start, min(one, other))
              let end = min(pass.end, max(one, other))
              if start < end, let part = TimeRange(start: start, end: end) { result.append(part) }
            }
          }
          continue
        }
        let stop = min(last, inner.timeline.duration)
        for track in inner.timeline.tracks {
          for voice in try inner.voices(of: track, catalog, until: stop) where voice.end > first {
            if let part = TimeRange(start: max(voice.start, first), end: voice.end) {
              result.append(part)
            }
          }
        }
        continue
      }
      var (start, stop) = (first, last)
      if let range = audio.range, let times = try clip.movieTimes(of: range) {
        (start, stop) = (max(start, times.start), min(stop, times.end))
      }
      if start < stop, let voice = TimeRange(start: start, end: stop) { result.append(voice) }
    }
    return result
  }
}
