package import Diagnostics
package import BaseValues

/// The shape of a fade.
package enum FadeCurve: String, Hashable, NamedChoice {
  /// Gain rises in proportion to time.
  case linear
  /// Gain is the sine of a quarter turn, so that two crossing fades keep their power.
  case equalPower = "equal-power"
  /// Slow at both ends: gain is (1 − cos(π·x)) / 2.
  case sCurve = "s-curve"
  /// Slow where it is quiet: gain is (1000^x − 1) / 999, nearly even in decibels.
  case exponential
  /// Slow where it is loud: gain is log(1 + 999·x) / log(1000).
  case logarithmic

  /// What the word means.
  package var summary: String {
    switch self {
    case .linear: "gain changes evenly; −6 dB at half time"
    case .equalPower: "a quarter sine, −3 dB at half time: for cross-fades of different sounds"
    case .sCurve: "slow at both ends; −6 dB at half time"
    case .exponential: "nearly even in decibels, −30 dB at half time: for long fades to silence"
    case .logarithmic: "loud for long, then gone; −0.9 dB at half time"
    }
  }
}

/// How the sounds of two clips change over in a transition.
package enum SoundCrossing: String, Hashable, NamedChoice {
  /// The one ends and the other begins where the clips meet, in the middle where they overlap.
  case cut
  /// Both gains move in proportion to time: right for what is the same on both sides.
  case linear
  /// Both gains follow a quarter sine: two sounds that have nothing to do with each other keep their power.
  case equalPower = "equal-power"

  /// What the word means.
  package var summary: String {
    switch self {
    case .cut: "no cross-fade: one sound ends where the other begins"
    case .linear: "a linear cross-fade: keeps the level of sound that is the same on both sides"
    case .equalPower: "an equal-power cross-fade: keeps the level of different sounds"
    }
  }
}

/// How a duck's gain moves.
package enum DuckCurve: String, Hashable, NamedChoice {
  /// Evenly in decibels; to silence as an exponential fade.
  case decibels
  /// In proportion to time.
  case linear

  /// What the word means.
  package var summary: String {
    switch self {
    case .decibels: "the level moves evenly in decibels"
    case .linear: "the gain moves evenly"
    }
  }
}

/// A fade at the start or end of a clip.
package struct Fade: Hashable, Sendable {
  /// Seconds, above 0.
  package var duration: Rational
  /// The shape of a fade in; a fade out runs it backwards.
  package var curve: FadeCurve
  /// Where its duration or its object stands in the project file.
  package var range: SourceRange

  /// A fade of a number of seconds.
  package init(duration: Rational, curve: FadeCurve = .linear, range: SourceRange) {
    self.duration = duration
    self.curve = curve
    self.range = range
  }
}

/// A step or ramp of gain, as in AV Foundation's audio mix: a ramp jumps to its first gain at its
/// start, moves to its last and holds that until the next change. Before the first change the first
/// one's starting gain holds when it is a step at 0, else 1.
package struct GainChange: Hashable, Sendable {
  /// Time after the track's ``Track/start``, which is the movie's, for a track's changes, time after the clip's start for a clip's.
  package var start: Rational
  /// 0 for a step.
  package var duration: Rational
  /// Factor of amplitude at `start`, 0…64; the same as `to` for a step.
  package var from: Rational
  /// Factor of amplitude at the end, 0…64, which then holds.
  package var to: Rational
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A change of gain; times in seconds, gains as factors of amplitude.
  package init(
    start: Rational, duration: Rational, from: Rational, to: Rational, range: SourceRange
  ) {
    self.start = start
    self.duration = duration
    self.from = from
    self.to = to
    self.range = range
  }
}

/// What becomes of a sound's pitch when its speed is not natural.
package enum Pitch: String, Hashable, NamedChoice {
  /// The pitch stays.
  case keep
  /// The pitch stays, in a way that is best for one voice and bad for chords.
  case keepVoice = "keep-voice"
  /// Pitch follows speed, as on a tape: at double speed everything is an octave higher.
  case follow

  /// What the word means.
  package var summary: String {
    switch self {
    case .keep: "the pitch stays"
    case .keepVoice: "the pitch stays; clearer for a voice without music, bad for chords"
    case .follow: "the pitch changes with the speed, as on tape"
    }
  }
}

/// The sound side of a clip.
package struct AudioProperties: Hashable, Sendable {
  /// Factor, 0 or more; 1 leaves the sound alone.
  package var gain: Rational
  /// From the clip's start.
  package var fadeIn: Fade?
  /// Up to the clip's end.
  package var fadeOut: Fade?
  /// −1 hard left, 0 centre, 1 hard right.
  package var pan: Rational
  /// Times after the clip's start, in the order of their starts; multiplies `gain`.
  package var automation: [GainChange]
  /// Steps and ramps of `pan`, which counts before the first of them: positions from −1 to 1 in place of gains.
  /// Times after the clip's start, in the order of their starts.
  package var panAutomation: [GainChange] = []
  /// Only counts where the clip's speed is not 1.
  package var pitch: Pitch
  /// Seconds of the movie by which the sound begins before the clip, after it below 0; `nil` where it begins
  /// with the clip, or the transition into it.
  package var lead: Rational?
  /// Seconds of the movie by which the sound ends after the clip, before it below 0; `nil` where it ends with
  /// the clip, or the transition out of it.
  package var tail: Rational?
  /// A chain of filters that the sound goes through before its gain, fades and pan.
  package var filter: SoundFilter?
  /// Which channels of the source are heard where; `nil` for the usual.
  package var channelMap: ChannelMap?
  /// How far the sides are apart: 0 the same on both, 1 as they are, 2 twice the difference; after the filter.
  package var width = Rational.one
  /// `nil` when nothing else lowers it, or only what lowers all of its track.
  package var duck: Duck?
  /// The integrated loudness in LUFS (ITU-R BS.1770) that one gain brings the clip to, before its other gains,
  /// fades and ducks; `nil` leaves it as it is.
  package var loudness: Located<Rational>?

  /// A sound that is left as it is, unless said otherwise.
  package init(
    gain: Rational = .one, fadeIn: Fade? = nil, fadeOut: Fade? = nil, pan: Rational = .zero,
    automation: [GainChange] = [], pitch: Pitch = .keep
  ) {
    self.gain = gain
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.pan = pan
    self.automation = automation
    self.pitch = pitch
  }
}

/// Lowers a track or a clip while something else sounds.
///
/// The ramps lie outside the voice: down over [s − attack, s), low to e + hold, up over
/// [e + hold, e + hold + release). Voices between which it would be up for less than half a second are one.
package struct Duck: Hashable, Sendable {
  /// What lowers it.
  package enum Trigger: Hashable, Sendable {
    /// All that a track sounds.
    case track(TrackID)
    /// The clips with this `id`, of whatever track.
    case clips(String)
  }

  /// When what it is under counts.
  package enum Moment: String, Hashable, NamedChoice {
    /// As long as its clips sound.
    case clips
    /// While somebody is heard speaking in them.
    case speech

    /// What the word means.
    package var summary: String {
      switch self {
      case .clips: "as long as there are clips"
      case .speech: "only while somebody speaks"
      }
    }
  }

  /// Whose sound lowers this one, each once.
  package var under: [Trigger]
  /// When that counts.
  package var during = Moment.clips
  /// Factor while the other one sounds, 0…1.
  package var to: Rational
  /// Where `to` is written.
  package var toRange: SourceRange
  /// Seconds of the ramp down, which ends where the voice begins; 0 or more.
  package var attack: Rational
  /// Seconds that the gain stays low after the voice; 0 or more.
  package var hold: Rational
  /// Seconds of the ramp up; 0 or more.
  package var release: Rational
  /// How gain moves over `attack` and `release`.
  package var curve: DuckCurve
  /// Where the names of the others are written.
  package var range: SourceRange

  /// A duck; times in seconds.
  package init(
    under: [Trigger], to: Rational, attack: Rational, hold: Rational, release: Rational,
    curve: DuckCurve = .decibels, toRange: SourceRange = .none, range: SourceRange
  ) {
    self.under = under
    self.to = to
    self.toRange = toRange
    self.attack = attack
    self.hold = hold
    self.release = release
    self.curve = curve
    self.range = range
  }
}
