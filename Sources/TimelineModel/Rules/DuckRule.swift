import Diagnostics
import MediaTime

/// Ducking leads from track to track without coming back, and to tracks that sound.
enum DuckRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    let tracks = context.timeline.tracks
    for track in tracks {
      guard let duck = track.duck else { continue }
      if duck.under.contains(track.id) {
        context.report(RuleMessages.duckItself(range: duck.range))
        continue
      }
      let voices = duck.under.map(\.index).filter(tracks.indices.contains).map { tracks[$0] }
      guard !voices.isEmpty, voices.allSatisfy(\.isComplete) else { continue }
      let silent = voices.filter { voice in !voice.clips.contains { $0.sound != nil } }
      if let voice = silent.first(where: { $0.kind == .titles })
        ?? (silent.count == voices.count ? silent.first : nil)
      {
        context.report(
          RuleMessages.duckWithoutSound(
            voice.name?.value ?? "\(voice.id.index + 1)", isTitles: voice.kind == .titles,
            range: duck.range, other: voice.name?.range ?? voice.range))
        continue
      }
      context.attemptQuietly { context throws(TimeOverflow) in
        try check(duck, of: track, under: voices, &context)
      }
    }
    checkCycles(tracks, &context)
  }

  /// Whether the track is lowered at some time while it sounds.
  private static func check(
    _ duck: Duck, of track: Track, under others: [Track], _ context: inout RuleContext
  ) throws(TimeOverflow) {
    let names = others.map { $0.name?.value ?? "\($0.id.index + 1)" }
    if duck.to == .one {
      context.report(
        RuleMessages.duckNeverHappens(
          names, reason: "\"to\" is its full gain",
          range: duck.toRange.isNone ? duck.range : duck.toRange, other: nil,
          fix: "set \"to\" to less than 1, for example 0.2 or \"-14dB\""))
      return
    }
    guard track.isComplete, !track.muted else { return }
    let own = try context.sounds(of: track)
    var voices: [TimeRange] = []
    for other in others { voices += try context.sounds(of: other) }
    voices.sort { $0.start < $1.start }
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
        names,
        reason:
          "\(names.count > 1 ? "they sound" : "that one sounds") from \(first) to \(last), where "
          + "this one is silent",
        range: duck.range, other: others.first.map { $0.name?.range ?? $0.range },
        fix: "name another track, or remove \"duck\""))
  }

  /// Follows the ways from each track once; each way back to where one came by is a circle.
  private static func checkCycles(_ tracks: [Track], _ context: inout RuleContext) {
    enum Mark { case new, onWay, done }
    var marks = Array(repeating: Mark.new, count: tracks.count)
    func others(_ index: Int) -> [Int] {
      (tracks[index].duck?.under ?? []).map(\.index)
        .filter { tracks.indices.contains($0) && $0 != index }
    }
    for start in tracks.indices where marks[start] == .new {
      // The way so far, with what each track leads to and has not been followed yet.
      var way: [(index: Int, rest: ArraySlice<Int>)] = [(start, others(start)[...])]
      marks[start] = .onWay
      while let last = way.indices.last {
        guard let next = way[last].rest.popFirst() else {
          marks[way.removeLast().index] = .done
          continue
        }
        switch marks[next] {
        case .new:
          marks[next] = .onWay
          way.append((next, others(next)[...]))
        case .onWay:
          let circle = way.drop { $0.index != next }.compactMap { tracks[$0.index].duck?.range }
          if let place = circle.first {
            context.report(
              RuleMessages.duckCycle(range: place, others: Array(circle.dropFirst())))
          }
        case .done: break
        }
      }
    }
  }
}
