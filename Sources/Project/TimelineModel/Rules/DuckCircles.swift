import Diagnostics

/// A track or a clip that others lower.
struct DuckedSound {
  var duck: Duck
  /// Its track, or that of the clip.
  var track: Int
  /// `nil` for the track as a whole.
  var clip: Int?

  var noun: String { clip == nil ? "track" : "clip" }

  /// All of a timeline, in its order.
  static func all(of timeline: Timeline) -> [DuckedSound] {
    var result: [DuckedSound] = []
    for (index, track) in timeline.tracks.enumerated() {
      if let duck = track.duck { result.append(DuckedSound(duck: duck, track: index)) }
      for (place, clip) in track.clips.enumerated() {
        guard let duck = clip.sound?.duck else { continue }
        result.append(DuckedSound(duck: duck, track: index, clip: place))
      }
    }
    return result
  }
}

/// Where the clips of each `id` are.
struct NamedClips {
  private var places: [String: [(track: Int, clip: Int)]] = [:]

  init(_ timeline: Timeline) {
    for (index, track) in timeline.tracks.enumerated() {
      for (place, clip) in track.clips.enumerated() {
        if let name = clip.name?.value { places[name, default: []].append((index, place)) }
      }
    }
  }

  subscript(name: String) -> [(track: Int, clip: Int)] { places[name] ?? [] }
}

/// Ways on which sounds step back for each other and that lead back to where they began.
enum DuckCircles {
  /// The places of the ducks on each way.
  ///
  /// - Complexity: O(n) in the number of ducks, of what they name, and of clips.
  static func find(
    among ducked: [DuckedSound], _ named: NamedClips, _ timeline: Timeline
  ) -> [[SourceRange]] {
    let ways = self.ways(among: ducked, named, timeline)
    enum Mark { case new, onWay, done }
    var marks = Array(repeating: Mark.new, count: ways.count)
    var circles: [[SourceRange]] = []
    for start in ducked.indices where marks[start] == .new {
      // The way so far, with what each of its stops leads to and has not been followed yet.
      var way: [(stop: Int, rest: ArraySlice<Int>)] = [(start, ways[start][...])]
      marks[start] = .onWay
      while let last = way.indices.last {
        guard let next = way[last].rest.popFirst() else {
          marks[way.removeLast().stop] = .done
          continue
        }
        switch marks[next] {
        case .new:
          marks[next] = .onWay
          way.append((next, ways[next][...]))
        case .onWay:
          circles.append(
            way.drop { $0.stop != next }.map(\.stop).filter(ducked.indices.contains)
              .map { ducked[$0].duck.range })
        case .done: break
        }
      }
    }
    return circles
  }

  /// From each duck to what it names, and from each of these to the ducks of sounds that are part of it, or
  /// that it is part of. The ducks come first; what stands for itself is left out.
  private static func ways(
    among ducked: [DuckedSound], _ named: NamedClips, _ timeline: Timeline
  ) -> [[Int]] {
    var ways = ducked.map { _ in [Int]() }
    var stops: [Duck.Trigger: Int] = [:]
    for (index, sound) in ducked.enumerated() {
      for trigger in sound.duck.under where trigger != .track(TrackID(sound.track)) {
        if stops[trigger] == nil {
          stops[trigger] = ways.count
          ways.append([])
        }
        if let stop = stops[trigger] { ways[index].append(stop) }
      }
    }
    for (index, sound) in ducked.enumerated() {
      if let stop = stops[.track(TrackID(sound.track))] { ways[stop].append(index) }
      let clips = timeline.tracks[sound.track].clips
      let names =
        sound.clip.map { [clips[$0].name?.value] } ?? clips.map { $0.name?.value }
      for name in Set(names.compactMap(\.self)).sorted() {
        if let stop = stops[.clips(name)] { ways[stop].append(index) }
      }
    }
    return ways
  }
}
