import Diagnostics
import BaseValues
import OutputKinds
import TimelineModel

extension TimelineResolver {
  /// What a clip sounds like; `nil` when it brings no sound.
  mutating func sound(
    _ written: ClipDocument, _ media: MediaID, placed: TimeRange, track: Track
  ) -> AudioProperties? {
    let wanted = written.playsAudio?.value ?? true
    if let facts = catalog[media], facts.audio == nil {
      if document.output.audio != nil, let key = written.playsAudio, key.value {
        report(ProjectMessages.missingSound(noun(written), range: key.range))
      }
      return nil
    }
    guard wanted, !written.isMuted, !track.muted else { return nil }
    let gain = written.sound.gain?.value ?? .one
    var sound = AudioProperties(
      gain: gain, fadeIn: fade(written.sound.fadeIn), fadeOut: fade(written.sound.fadeOut),
      pan: written.sound.pan?.value ?? .zero,
      automation: gainChanges(written.sound.automation, before: .one), pitch: written.sound.pitch)
    if written.fitsMovie != nil, sound.fadeOut == nil {
      sound.fadeOut = movieFade(written, over: placed.duration)
    }
    sound.panAutomation = gainChanges(written.sound.panAutomation, before: sound.pan)
    if let lead = written.sound.lead { sound.lead = seconds(lead) }
    if let tail = written.sound.tail { sound.tail = seconds(tail) }
    sound.filter = written.sound.filter.flatMap { soundFilter($0) }
    sound.loudness = written.sound.loudness
    sound.channelMap = written.sound.channelMap
    sound.width = written.sound.width ?? .one
    sound.duck = written.sound.duck.flatMap { duck($0) }
    return sound
  }

  /// How sound ends that lasts as long as the movie: over two seconds, or a quarter of what is shorter than eight.
  private func movieFade(_ written: ClipDocument, over duration: Rational) -> Fade? {
    guard let range = written.fitsMovie, let quarter = try? duration / Rational(4) else {
      return nil
    }
    return Fade(duration: min(Rational(2), quarter), range: range)
  }

  private mutating func fade(_ written: Located<FadeDocument>?) -> Fade? {
    guard let written, let duration = seconds(written.value.duration) else { return nil }
    return Fade(duration: duration, curve: written.value.curve, range: written.range)
  }

  /// Changes of gain, or of pan, in the order of their starts; each ramp without `from` starts where the one
  /// before it ends.
  mutating func gainChanges(
    _ written: [GainChangeDocument], before: Rational
  ) -> [GainChange] {
    var changes: [(change: GainChange, hasFrom: Bool)] = []
    for change in written {
      guard let start = seconds(change.at),
        let duration = seconds(change.duration, else: .zero)
      else { continue }
      changes.append(
        (
          GainChange(
            start: start, duration: duration, from: change.from?.value ?? change.gain.value,
            to: change.gain.value, range: change.range),
          change.from != nil || change.duration == nil
        ))
    }
    let order = changes.indices.sorted {
      (changes[$0].change.start, $0) < (changes[$1].change.start, $1)
    }
    var gain = before
    return order.map { index in
      var change = changes[index].change
      if !changes[index].hasFrom { change.from = gain }
      gain = change.to
      return change
    }
  }

  /// The tracks of the movie's sound as they are written.
  mutating func mixes(_ output: OutputDocument) -> [AudioMix] {
    output.mixes.map { written in
      var mix = AudioMix(
        encoding: written.encoding, name: written.description.name, range: written.range)
      switch written.choice {
      case .all: break
      case .from(let names): mix.tracks = tracks(names)
      case .without(let names):
        let all = Set((document.tracks ?? []).indices.map { TrackID($0) })
        mix.tracks = all.subtracting(tracks(names))
      }
      return mix
    }
  }

  /// Those that there are; the others are reported.
  private mutating func tracks(_ names: [Located<String>]) -> Set<TrackID> {
    var found: Set<TrackID> = []
    for name in names {
      if let id = track(name) { found.insert(id) }
    }
    return found
  }

  mutating func duck(_ written: DuckDocument) -> Duck? {
    var under: [Duck.Trigger] = []
    for name in written.under {
      guard let trigger = trigger(name) else { return nil }
      if !under.contains(trigger) { under.append(trigger) }
    }
    guard let attack = seconds(written.attack, else: .half),
      let hold = seconds(written.hold, else: .zero),
      let release = seconds(written.release, else: .half)
    else { return nil }
    var duck = Duck(
      under: under, to: written.to.value, attack: attack, hold: hold, release: release,
      curve: written.curve, toRange: written.to.range, range: written.range)
    duck.during = written.during
    return duck
  }
}
