public import Diagnostics
public import BaseValues

/// A change from one clip to another over a stretch of a track.
public struct Transition: Sendable {
  /// What happens when a clip has too little material beyond its in or out point.
  public enum Handles: String, Hashable, NamedChoice {
    /// An error that says how much is missing.
    case require
    /// The first or last frame of the media is held; sound is silent there.
    case freeze
    /// The transition is as long as there is material, in whole frames; where that is less than one, the
    /// clips are cut.
    case shorten

    /// What the word means.
    public var summary: String {
      switch self {
      case .require: "too little media is an error"
      case .freeze: "holds the first or last frame"
      case .shorten: "makes the transition as short as the media"
      }
    }
  }

  /// What is seen.
  public var kind: KindChoice
  /// The media that one of the kind's parameters names, and where.
  public var media: Located<MediaID>?
  /// Where it takes place on the timeline.
  public var placed: TimeRange
  /// Index in the track's clips of the outgoing clip; `nil` fades in from what is behind the track.
  public var from: Int?
  /// Index in the track's clips of the incoming clip; `nil` fades out.
  public var to: Int?
  /// How the two sounds change over; `nil` as fits them.
  public var sound: SoundCrossing?
  /// How p runs from 0 to 1 over `placed`; sound crosses over evenly whatever this is.
  public var easing: Easing
  /// Counts where clips meet, and has been reckoned with in `placed` where it shortens; those that overlap have the material.
  public var handles: Handles
  /// Whether the clips were moved over each other (`"mode": "overlap"`).
  public var overlaps: Bool
  /// Where the duration is written.
  public var durationRange: SourceRange
  /// Where the easing is written; `.none` where it is not.
  public var easingRange: SourceRange
  /// Where its object stands in the project file.
  public var range: SourceRange

  /// A transition; at least one of `from` and `to` is given.
  public init(
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
