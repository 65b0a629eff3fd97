internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// The movie's edit, or one that a clip or an image of another shows, in times of the movie.
///
/// ```
///   movie      ├──── clip 'opening' ────┤
///   'opening'  ├─ a ─┤─── b ───┤─ c ─┤─ ─ ─ ─      as far as the clip goes
/// ```
/// Tracks are numbered through: those of the movie first, then those of each edit in the order in
/// which they are shown, so that the origin of a picture or sound is one item of one edit.
struct PlacedEdit: Sendable {
  /// Items in times of the movie; of an edit that is shown, with the edit's size.
  let timeline: Timeline
  /// Whether it is transparent where nothing of it is seen.
  let isTransparent: Bool
  /// What shows it; `nil` for the movie's own.
  let use: PlanOrigin?
  /// How it is shown where that is not forward at one speed: then its times are those of a film; `nil`
  /// where they are those of what shows it.
  let film: EditFilm?
  /// When what shows it begins, from where on nothing earlier of it is shown; `nil` where that is told
  /// frame by frame, and for the movie's own.
  private let earliest: Rational?
  /// The edits that its items show, in the order of their tracks.
  private(set) var edits: [PlacedEdit] = []
  /// Which of them an item shows.
  private var inner: [Place: Int] = [:]
  /// The number of its first track, if it has any.
  private let firstTrack: Int

  private struct Place: Hashable {
    var track: TrackID
    var item: PlanOrigin.Item
  }

  /// What has been laid out so far.
  private struct Count {
    /// The number of the next track.
    var tracks: Int
    /// Of all films.
    var frames = 0
  }

  /// A movie's edit with all that is in it.
  ///
  /// - Throws: when a time of the movie is beyond exact arithmetic.
  init(_ timeline: Timeline) throws(PlanningError) {
    var count = Count(tracks: timeline.tracks.count)
    try self.init(
      timeline, isTransparent: timeline.output.isTransparent, use: nil, film: nil, earliest: nil,
      from: 0, in: timeline, &count)
  }

  /// A movie's edit of which nothing is known within its edits.
  init(shallow timeline: Timeline) {
    self.timeline = timeline
    isTransparent = timeline.output.isTransparent
    use = nil
    film = nil
    earliest = nil
    firstTrack = 0
  }

  private init(
    _ timeline: Timeline, isTransparent: Bool, use: PlanOrigin?, film: EditFilm?,
    earliest: Rational?, from first: Int, in movie: Timeline, _ count: inout Count
  ) throws(PlanningError) {
    self.timeline = timeline
    firstTrack = first
    self.isTransparent = isTransparent
    self.use = use
    self.film = film
    self.earliest = earliest
    if movie.edits.isEmpty { return }
    for track in timeline.tracks {
      let layout = TrackLayout(track)
      for (index, clip) in track.clips.enumerated() {
        guard let edit = movie.edit(clip.media) else { continue }
        var map = TimeMap(
          start: clip.placed.start, origin: clip.sourceStart, speed: clip.speed)
        var film: EditFilm?
        if clip.speed <= .zero || !clip.runsEvenly {
          let made = try locating(clip.range) { () throws(TimeOverflow) in
            try EditFilm(
              clip, of: edit.timeline.duration, rate: movie.output.frameRate,
              earliest: layout.earliest(of: index), latest: layout.latest(of: index))
          }
          count.frames += made.frameCount
          if count.frames > RenderPlanner.frameLimit { throw .tooManyFrames(Int64(count.frames)) }
          (film, map) = (made, made.map)
        }
        let origin = track.origin(ofClip: index, in: movie)
        let place = Place(track: track.id, item: .clip(index))
        inner[place] = edits.count
        let start = film == nil ? self.first(layout.earliest(of: index)) : nil
        edits.append(
          try Self.place(edit, map, film, start, origin, clip.range, in: movie, &count))
      }
      for (index, title) in track.titles.enumerated() {
        for (layerIndex, layer) in title.layers.enumerated() {
          guard case .image(let media, _, _) = layer.content, let edit = movie.edit(media) else {
            continue
          }
          let map = TimeMap(
            start: title.placed.start, origin: .zero, speed: timeline.tempo)
          let origin = track.origin(ofTitle: index, layer: layerIndex)
          let place = Place(track: track.id, item: .title(index, layer: layerIndex))
          inner[place] = edits.count
          edits.append(
            try Self.place(
              edit, map, nil, self.first(title.placed.start), origin, layer.range, in: movie,
              &count))
        }
      }
    }
  }

  private static func place(
    _ edit: NestedEdit, _ map: TimeMap, _ film: EditFilm?, _ earliest: Rational?,
    _ use: PlanOrigin, _ range: SourceRange, in movie: Timeline, _ count: inout Count
  ) throws(PlanningError) -> PlacedEdit {
    let first = count.tracks
    count.tracks += edit.timeline.tracks.count
    let placed = try locating(range) { () throws(TimeOverflow) in
      try edit.timeline.placed(by: map, in: movie.output, tracksFrom: first)
    }
    return try PlacedEdit(
      placed, isTransparent: edit.isTransparent, use: use, film: film, earliest: earliest,
      from: first, in: movie, &count)
  }

  /// The first moment that an item of it shows: a frame that its start, or that of what shows it, was
  /// rounded down to still shows that.
  ///
  /// - Parameter start: of the item.
  func first(_ start: Rational) -> Rational { earliest.map { max($0, start) } ?? start }

  /// The edit that a clip shows; `nil` where it shows something else.
  func edit(ofClip index: Int, _ track: Track) -> PlacedEdit? {
    inner[Place(track: track.id, item: .clip(index))].map { edits[$0] }
  }

  /// The edit that an image of a title shows.
  func edit(ofTitle index: Int, layer: Int, _ track: Track) -> PlacedEdit? {
    inner[Place(track: track.id, item: .title(index, layer: layer))].map { edits[$0] }
  }

  /// This edit or the one within it that a track belongs to; `nil` where there is none.
  func owner(of track: TrackID) -> PlacedEdit? {
    if (firstTrack..<firstTrack + timeline.tracks.count).contains(track.index) { return self }
    return holder(of: track)?.owner(of: track)
  }

  /// The frame in whose times a track's items are, at a frame of this edit: the same but within films.
  func frame(_ frame: Int, of track: TrackID) -> Int {
    if (firstTrack..<firstTrack + timeline.tracks.count).contains(track.index) { return frame }
    guard let holder = holder(of: track) else { return frame }
    return holder.frame(holder.film?.frames(frame..<frame + 1).first ?? frame, of: track)
  }

  /// The edit shown here that a track belongs to, or to one within that.
  private func holder(of track: TrackID) -> PlacedEdit? {
    // Numbers rise: the one that begins last before the track holds it.
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = low + (high - low) / 2
      if edits[middle].firstTrack <= track.index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? edits[low - 1] : nil
  }
}
