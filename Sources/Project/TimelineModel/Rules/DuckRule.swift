import Diagnostics
import BaseValues

/// Ducking leads from sound to sound without coming back, and to what sounds.
enum DuckRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    var ducked = DuckedSound.all(of: context.timeline)
    if ducked.isEmpty { return }
    let named = NamedClips(context.timeline)
    for sound in ducked where lowersItself(sound, named) {
      context.report(
        RuleMessages.duckItself(isClip: sound.clip != nil, range: sound.duck.range))
    }
    ducked.removeAll { lowersItself($0, named) }
    for sound in ducked { check(sound, named, &context) }
    for circle in DuckCircles.find(among: ducked, named, context.timeline) {
      guard let place = circle.first else { continue }
      context.report(RuleMessages.duckCycle(range: place, others: Array(circle.dropFirst())))
    }
  }

  private static func lowersItself(_ sound: DuckedSound, _ named: NamedClips) -> Bool {
    sound.duck.under.contains { trigger in
      switch trigger {
      case .track(let track): track.index == sound.track
      case .clips(let name):
        named[name].contains { $0.track == sound.track && ($0.clip == sound.clip ?? $0.clip) }
      }
    }
  }

  private static func check(
    _ sound: DuckedSound, _ named: NamedClips, _ context: inout RuleContext
  ) {
    let tracks = context.timeline.tracks
    var voices: [Voice] = []
    for trigger in sound.duck.under {
      switch trigger {
      case .track(let id):
        guard tracks.indices.contains(id.index) else { continue }
        let track = tracks[id.index]
        voices.append(
          Voice(
            noun: "track", name: track.name?.value ?? "\(id.index + 1)",
            range: track.name?.range ?? track.range,
            clips: track.clips.indices.map { (id.index, $0) }, isTitles: track.kind.holdsTitles,
            isComplete: track.isComplete))
      case .clips(let name):
        let places = named[name]
        guard let first = places.first else { continue }
        voices.append(
          Voice(
            noun: "clip", name: name,
            range: tracks[first.track].clips[first.clip].name?.range ?? .none,
            clips: places.map { ($0.track, $0.clip) },
            isComplete: places.allSatisfy { tracks[$0.track].isComplete }))
      }
    }
    guard !voices.isEmpty, voices.allSatisfy(\.isComplete) else { return }
    let silent = voices.filter { voice in
      !voice.clips.contains { tracks[$0.track].clips[$0.clip].sound != nil }
    }
    if let voice = silent.first(where: \.isTitles)
      ?? (silent.count == voices.count ? silent.first : nil)
    {
      context.report(
        RuleMessages.duckWithoutSound(
          voice.noun, voice.name, isTitles: voice.isTitles, this: sound.noun,
          range: sound.duck.range, other: voice.range))
      return
    }
    context.attemptQuietly { context throws(TimeOverflow) in
      try check(sound, under: voices, &context)
    }
  }

  /// Whether it is lowered at some time while it sounds.
  private static func check(
    _ sound: DuckedSound, under others: [Voice], _ context: inout RuleContext
  ) throws(TimeOverflow) {
    let duck = sound.duck
    let track = context.timeline.tracks[sound.track]
    if duck.to == .one {
      context.report(
        RuleMessages.duckNeverHappens(
          sound.noun, others.map(\.description), reason: "\"to\" is its full gain",
          range: duck.toRange.isNone ? duck.range : duck.toRange, other: nil,
          fix: "set \"to\" to less than 1, for example 0.2 or \"-14dB\""))
      return
    }
    guard track.isComplete, !track.muted else { return }
    var own: [TimeRange] = []
    if let clip = sound.clip {
      if let range = try context.heard(clip, of: track, ClipReach(track)) { own.append(range) }
    } else {
      own = try context.sounds(of: track)
    }
    var voices: [TimeRange] = []
    for other in others { voices += try other.sounds(context) }
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
        sound.noun, others.map(\.description),
        reason:
          "\(others.count > 1 ? "they sound" : "that one sounds") from \(first) to \(last), where "
          + "this one is silent",
        range: duck.range, other: others.first.map { (noun: $0.noun, range: $0.range) },
        fix: "name another track or clip, or remove \"duck\""))
  }

  /// Whose sound lowers another one.
  private struct Voice {
    /// `track` or `clip`.
    var noun: String
    var name: String
    var range: SourceRange
    var clips: [(track: Int, clip: Int)]
    var isTitles = false
    var isComplete: Bool

    var description: String { "\(noun) '\(shortened(name))'" }

    func sounds(_ context: RuleContext) throws(TimeOverflow) -> [TimeRange] {
      var reaches: [Int: ClipReach] = [:]
      var result: [TimeRange] = []
      for (track, clip) in clips {
        let whole = context.timeline.tracks[track]
        let reach = reaches[track] ?? ClipReach(whole)
        reaches[track] = reach
        if let range = try context.heard(clip, of: whole, reach) { result.append(range) }
      }
      return result
    }
  }
}
