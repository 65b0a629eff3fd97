import Diagnostics
import MediaTime

/// Ducking leads from track to track without coming back, and to tracks that sound.
enum DuckRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    let tracks = context.timeline.tracks
    for track in tracks {
      guard let duck = track.duck, tracks.indices.contains(duck.under.index) else { continue }
      if duck.under == track.id {
        context.report(RuleMessages.duckItself(range: duck.range))
        continue
      }
      let voice = tracks[duck.under.index]
      guard voice.isComplete else { continue }
      guard voice.clips.contains(where: { $0.sound != nil }) else {
        context.report(
          RuleMessages.duckWithoutSound(
            voice.name?.value ?? "\(voice.id.index + 1)", isTitles: voice.kind == .titles,
            range: duck.range, other: voice.name?.range ?? voice.range))
        continue
      }
      context.attemptQuietly { context throws(TimeOverflow) in
        try check(duck, of: track, under: voice, &context)
      }
    }
    checkCycles(tracks, &context)
  }

  /// Whether the track is lowered at some time while it sounds.
  private static func check(
    _ duck: Duck, of track: Track, under voice: Track, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    let name = voice.name?.value ?? "\(voice.id.index + 1)"
    if duck.to == .one {
      context.report(
        RuleMessages.duckNeverHappens(
          name, reason: "\"to\" is its full gain",
          range: duck.toRange.isNone ? duck.range : duck.toRange, other: nil,
          fix: "set \"to\" to less than 1, for example 0.2 or \"-14dB\""))
      return
    }
    guard track.isComplete, !track.muted else { return }
    let own = try context.sounds(of: track)
    let voices = try context.sounds(of: voice)
    guard !own.isEmpty, !voices.isEmpty else { return }
    let after = try duck.hold + duck.release
    // Both in the order of their starts, so one look at each is enough.
    var next = 0
    for range in voices {
      let start = try range.start - duck.attack
      while next < own.count, own[next].end <= start { next += 1 }
      if next < own.count, own[next].start < (try range.end + after) { return }
    }
    let first = context.text(voices.map(\.start).min() ?? .zero)
    let last = context.text(voices.map(\.end).max() ?? .zero)
    context.report(
      RuleMessages.duckNeverHappens(
        name, reason: "that one sounds from \(first) to \(last), where this one is silent",
        range: duck.range, other: voice.name?.range ?? voice.range,
        fix: "name another track, or remove \"duck\""))
  }

  /// Each track leads to at most one other, so following the way once from each track is enough.
  private static func checkCycles(_ tracks: [Track], _ context: inout RuleContext) {
    enum Mark { case new, onWay, done }
    var marks = Array(repeating: Mark.new, count: tracks.count)
    for start in tracks.indices {
      var way: [Int] = []
      var current: Int? = start
      while let index = current, marks[index] == .new {
        marks[index] = .onWay
        way.append(index)
        current = tracks[index].duck.map(\.under.index).flatMap {
          tracks.indices.contains($0) && $0 != index ? $0 : nil
        }
      }
      if let index = current, marks[index] == .onWay, let first = way.firstIndex(of: index) {
        let places = way[first...].compactMap { tracks[$0].duck?.range }
        if let place = places.first {
          context.report(RuleMessages.duckCycle(range: place, others: Array(places.dropFirst())))
        }
      }
      for index in way { marks[index] = .done }
    }
  }
}
