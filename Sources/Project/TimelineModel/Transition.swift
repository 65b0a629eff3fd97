package import Diagnostics
package import BaseValues

/// A change from one clip to another over a stretch of a track.
package struct Transition: Sendable {
  /// What happens when a clip has too little material beyond its in or out point.
  package enum Handles: String, Hashable, NamedChoice {
    /// An error that says how much is missing.
    case require
    /// The first or last frame of the media is held; sound is silent there.
    case freeze
    /// The transition is as long as there is material, in whole frames; where that is less than one, the
    /// clips are cut.
    case shorten

    /// What the word means.
    package var summary: String {
      switch self {
      case .require: "too little media is an error"
      case .freeze: "holds the first or last frame"
      case .shorten: "makes the transition as short as the media"
      }
    }
  }

  /// What is seen.
  package var kind: KindChoice
  /// The media that one of the kind's parameters names, and where.
  package var media: Located<MediaID>?
  /// Where it takes place on the timeline.
  package var placed: TimeRange
  /// Index in the track's clips of the outgoing clip; `nil` fades in from what is behind the track.
  package var from: Int?
  /// Index in the track's clips of the incoming clip; `nil` fades out.
  package var to: Int?
  /// How the two sounds change over; `nil` as fits them.
  package var sound: SoundCrossing?
  /// How p runs from 0 to 1 over `placed`; sound crosses over evenly whatever this is.
  package var easing: Easing
  /// Counts where clips meet, and has been reckoned with in `placed` where it shortens; those that overlap have the material.
  package var handles: Handles
  /// Whether the clips were moved over each other (`"mode": "overlap"`).
  package var overlaps: Bool
  /// Where the duration is written.
  package var durationRange: SourceRange
  /// Where the easing is written; `.none` where it is not.
  package var easingRange: SourceRange
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A transition; at least one of `from` and `to` is given.
  package init(
    kind: KindChoice, media: Located<MediaID>? = nil, placed: TimeRange, from: Int?, to: Int?,
    sound: SoundCrossing? = nil, easing: Easing = .linear,
    handles: Handles = .require, overlaps: Bool = false, durationRange: SourceRange,
    easingRange: SourceRange = .none, range: SourceRange
  ) {
    self.kind = kind
    self.media = media
    self.placed = placed
    self.from = from
    self.to = to
    self.sound = sound
    self.easing = easing
    self.handles = handles
    self.overlaps = overlaps
    self.durationRange = durationRange
    self.easingRange = easingRange
    self.range = range
  }
}
