internal import BaseValues
internal import OutputKinds
internal import TimelineModel

/// Turns the titles of tracks that are subtitles into texts at frames of the movie.
///
/// A text is shown in the frames in which its title would be drawn, also where an edit within the movie is cut,
/// plays at another speed, runs backwards or is repeated. Tracks that say the same of themselves are one, whichever
/// edit they belong to.
struct SubtitlePlanner {
  private let grid: FrameGrid
  private let frameCount: Int

  init(rate: FrameRate, frameCount: Int) {
    grid = FrameGrid(rate)
    self.frameCount = frameCount
  }

  /// Frames of the movie that show an edit, and which of its frames they show.
  private struct Sight {
    var frames: Range<Int>
    /// Of the edit, for each frame; `nil` where its frames are those of the movie.
    var numbers: [Int]?

    /// The parts that show frames of a range of the edit.
    func parts(in range: Range<Int>) -> [Sight] {
      guard let numbers else {
        let shared = frames.clamped(to: range)
        return shared.isEmpty ? [] : [Sight(frames: shared)]
      }
      var parts: [Sight] = []
      var first = 0
      while first < numbers.count {
        var end = first
        while end < numbers.count, range.contains(numbers[end]) { end += 1 }
        if end > first {
          parts.append(
            Sight(
              frames: frames.lowerBound + first..<frames.lowerBound + end,
              numbers: Array(numbers[first..<end])))
        }
        first = end + 1
      }
      return parts
    }

    /// The same through a film of another edit.
    func through(_ film: EditFilm?) -> Sight {
      guard let film else { return self }
      let numbers = numbers?.flatMap { film.frames($0..<$0 + 1) } ?? film.frames(frames)
      return Sight(frames: frames, numbers: numbers)
    }
  }

  /// The subtitles of a movie with all that it shows, in the order of their tracks.
  ///
  /// - Complexity: O(n log n) for n titles as often as they are shown.
  func tracks(_ edit: PlacedEdit) -> [SubtitleTrack] {
    var tracks: [SubtitleTrack] = []
    visit(edit, Sight(frames: 0..<frameCount)) { track, sight, _ in
      if track.textOutput.writes { write(track, sight, &tracks) }
    }
    for place in tracks.indices { tracks[place].cues = SubtitleCue.apart(tracks[place].cues) }
    return tracks
  }

  /// What all captions of a movie say, drawn or not: the movie's own tracks in their order, then those of other
  /// edits, which belong to the first track that says the same of itself.
  ///
  /// - Complexity: as `tracks`.
  func captions(_ edit: PlacedEdit) -> [SpokenTrack] {
    var result = edit.timeline.tracks.compactMap { track in
      track.captions.map {
        SpokenTrack(own: track.id, subtitles: track.subtitles, captions: $0, ownCount: $0.count)
      }
    }
    visit(edit, Sight(frames: 0..<frameCount)) { track, sight, isOwn in
      guard !isOwn, let captions = track.captions else { return }
      let place = result.firstIndex { $0.subtitles == track.subtitles } ?? result.count
      if place == result.count { result.append(SpokenTrack(subtitles: track.subtitles)) }
      for caption in captions {
        for placed in times(of: caption.placed, sight) {
          var caption = caption
          caption.placed = placed
          result[place].captions.append(caption)
        }
      }
    }
    return result
  }

  /// Goes through the tracks of an edit and of those that it shows, as often as they are seen.
  private func visit(
    _ edit: PlacedEdit, _ sight: Sight, isOwn: Bool = true,
    _ body: (_ track: Track, _ sight: Sight, _ isOwn: Bool) -> Void
  ) {
    for track in edit.timeline.tracks {
      body(track, sight, isOwn)
      if edit.edits.isEmpty { continue }
      let layout = TrackLayout(track)
      for index in track.clips.indices where track.kind.showsClips {
        guard let inner = edit.edit(ofClip: index, track) else { continue }
        let range = frames(layout.earliest(of: index), layout.latest(of: index))
        for part in sight.parts(in: range) {
          visit(inner, part.through(inner.film), isOwn: false, body)
        }
      }
      for (index, title) in track.titles.enumerated() where track.textOutput.draws {
        for layer in title.layers.indices {
          guard let inner = edit.edit(ofTitle: index, layer: layer, track) else { continue }
          let range = frames(title.placed.start, title.placed.end)
          for part in sight.parts(in: range) {
            visit(inner, part.through(inner.film), isOwn: false, body)
          }
        }
      }
    }
  }

  private func write(_ track: Track, _ sight: Sight, _ tracks: inout [SubtitleTrack]) {
    var said = track.subtitles
    // What is drawn is not to be shown a second time.
    if track.textOutput.draws { said.isDefault = said.isDefault ?? false }
    let place = tracks.firstIndex { $0.track == said } ?? tracks.count
    if place == tracks.count { tracks.append(SubtitleTrack(track: said)) }
    let texts =
      track.captions?.map { (placed: $0.placed, text: Self.plain($0.text)) }
      ?? track.titles.map { (placed: $0.placed, text: Self.text($0)) }
    for (placed, text) in texts where !text.isEmpty {
      for shown in times(of: placed, sight) {
        tracks[place].cues.append(SubtitleCue(start: shown.start, end: shown.end, text: text))
      }
    }
  }

  /// When frames of an edit's range are shown in the movie.
  private func times(of placed: TimeRange, _ sight: Sight) -> [TimeRange] {
    sight.parts(in: frames(placed.start, placed.end)).compactMap { part in
      guard let start = try? grid.time(of: FrameIndex(Int64(part.frames.lowerBound))),
        let end = try? grid.time(of: FrameIndex(Int64(part.frames.upperBound)))
      else { return nil }
      return TimeRange(start: start, end: end)
    }
  }

  /// What a title says, without characters that are for machines.
  private static func text(_ title: Title) -> String {
    let texts = title.layers.compactMap { layer -> String? in
      if case .text(let style) = layer.content { style.text } else { nil }
    }
    return plain(texts.joined(separator: "\n"))
  }

  private static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar.value >= 0x20 && scalar.value != 0x7F || [0x09, 0x0A, 0x0D].contains(scalar.value)
    {
      scalars.append(scalar)
    }
    return SubtitleCue.lines(String(scalars).cut(toBytes: SubtitleCue.longestText))
  }

  private func frames(_ start: Rational, _ end: Rational) -> Range<Int> {
    func frame(_ time: Rational) -> Int {
      Int(min(max(grid.nearestFrame(to: time).value, 0), Int64(RenderPlanner.frameLimit)))
    }
    let first = frame(start)
    return first..<max(first, frame(end))
  }
}
