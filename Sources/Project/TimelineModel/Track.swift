package import Diagnostics
package import BaseValues
package import OutputKinds

/// The place of a track in `Timeline.tracks`.
package struct TrackID: Hashable, Comparable, Sendable {
  /// From 0 at the back, in the order of the file.
  package let index: Int

  /// The track at an index; it need not exist.
  package init(_ index: Int) { self.index = index }

  /// Whether `a` is behind `b`.
  package static func < (a: TrackID, b: TrackID) -> Bool { a.index < b.index }
}

/// One track: clips that follow each other, or titles that stand where they say.
package struct Track: Sendable {
  /// What a track holds; one of `video` brings the sound of its clips too.
  package enum Kind: Hashable, Sendable {
    case video
    case audio
    case titles

    // What the program asks of a kind: a further one does not compile until it has all answers.

    /// Whether pictures of clips are shown.
    package var showsClips: Bool {
      switch self {
      case .video: true
      case .audio, .titles: false
      }
    }

    /// Whether it holds titles.
    package var holdsTitles: Bool {
      switch self {
      case .titles: true
      case .video, .audio: false
      }
    }

    /// Whether it adds to the picture.
    package var isSeen: Bool {
      switch self {
      case .video, .titles: true
      case .audio: false
      }
    }

    /// Whether it adds to the sound.
    package var isHeard: Bool {
      switch self {
      case .video, .audio: true
      case .titles: false
      }
    }

    /// Whether there is sound and no picture.
    package var isHeardAlone: Bool { isHeard && !isSeen }
  }

  /// Its own index in `Timeline.tracks`.
  package var id: TrackID
  /// The `id` written in the project, if any.
  package var name: Located<String>?
  /// Clips in the first two, titles in the last.
  package var kind: Kind
  /// Clips in the order of their starts. In a video or audio track no two overlap except within a
  /// transition of mode `overlap`. Between them may be gaps.
  package var clips: [Clip]
  /// In the order of their starts; none in a titles track.
  package var transitions: [Transition]
  /// Only in a titles track, in the order of the file: painter's order.
  package var titles: [Title]
  /// Gain of the track's whole sound, as written; 1 leaves it alone.
  package var gain: Rational
  /// Steps and ramps in movie time that multiply the track's sound.
  package var automation: [GainChange]
  /// Steps and ramps in movie time of where the track's sound is: positions from −1 to 1 in place of gains, 0
  /// before the first.
  package var panAutomation: [GainChange] = []
  /// `nil` when no other track lowers it.
  package var duck: Duck?
  /// Whether its sound is left out; its pictures are shown.
  package var muted: Bool
  /// What its pictures are seen through; `nil` where they are as they are.
  package var matte: TrackMatte?
  /// A chain of filters that all of it goes through as one picture, before its effects.
  package var filter: PictureFilter? = nil
  /// A chain of filters that all of its sound goes through as one, before its gain.
  package var audioFilter: SoundFilter? = nil
  /// Which channels of its sound are heard where, after the filter; `nil` for the usual.
  package var channelMap: ChannelMap? = nil
  /// How far the sides of its sound are apart, after that.
  package var width = Rational.one
  /// What is done with all that it shows, as one picture.
  package var look = PictureLook()
  /// Of all that it shows, 0…1.
  package var opacity = Rational.one
  /// What its captions say and when; `nil` where it is no track of captions. What is drawn of them are its titles.
  package var captions: [PlacedCaption]?
  /// Lines that one of them is drawn in at most; `nil` for any number.
  package var captionLines: Int?
  /// The files that they come from.
  package var captionMedia: [MediaID] = []
  /// Whether its titles are drawn, are subtitles of the movie, or both.
  package var textOutput = TextOutput.burn
  /// What the subtitles that its titles are say of themselves.
  package var subtitles = TrackDescription()
  /// Movie time to which animations of its effects and changes of its gain and pan are relative.
  package var start = Rational.zero
  /// The keys about sound that are written beside the items, with the places of their values.
  package var keys: [Located<String>]
  /// Where the track's last gap ends; 0 when it has none.
  package var gapEnd: Rational
  /// Whether all items of the project's track are here. It is `false` where some could not be
  /// resolved and have been reported: those that follow are left out then.
  package var isComplete: Bool
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A track without items, unless said otherwise.
  ///
  /// - Parameter gapEnd: movie time in seconds.
  package init(
    id: TrackID, name: Located<String>? = nil, kind: Kind, clips: [Clip] = [],
    transitions: [Transition] = [], titles: [Title] = [], gain: Rational = .one,
    automation: [GainChange] = [], duck: Duck? = nil, muted: Bool = false,
    keys: [Located<String>] = [], gapEnd: Rational = .zero, isComplete: Bool = true,
    range: SourceRange
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.clips = clips
    self.transitions = transitions
    self.titles = titles
    self.gain = gain
    self.automation = automation
    self.duck = duck
    self.muted = muted
    self.keys = keys
    self.gapEnd = gapEnd
    self.isComplete = isComplete
    self.range = range
  }

  /// The end of the last item, gaps included; 0 when the track is empty, and for captions, which make no movie
  /// longer.
  package var end: Rational {
    if captions != nil { return .zero }
    return max(
      gapEnd, clips.map(\.placed.end).max() ?? .zero, titles.map(\.placed.end).max() ?? .zero)
  }
}

/// Another track whose pictures say what of a track is seen. That one is not seen itself.
package struct TrackMatte: Hashable, Sendable {
  /// What of its pictures counts.
  package enum Channel: String, Hashable, NamedChoice {
    case alpha, luma

    /// What the word means.
    package var summary: String {
      switch self {
      case .alpha: "where the other track is opaque"
      case .luma: "where the other track is bright"
      }
    }
  }

  /// The one that is looked through.
  package var track: TrackID
  /// What of it counts.
  package var channel: Channel
  /// Whether what it leaves is seen.
  package var isInverted: Bool
  /// Where its name is written.
  package var range: SourceRange

  /// A matte; it need not exist.
  package init(
    track: TrackID, channel: Channel = .alpha, isInverted: Bool = false, range: SourceRange = .none
  ) {
    self.track = track
    self.channel = channel
    self.isInverted = isInverted
    self.range = range
  }
}

/// What decides where a clip ends.
package enum ClipLength: Hashable, Sendable {
  /// An out point in source time, as written.
  case out(TimeExpression)
  /// A duration in movie time, as written.
  case duration(TimeExpression)
  /// An end in movie time, as written.
  case until(TimeExpression)
  /// Nothing is written: the clip runs to the end of its media.
  case wholeMedia
}

/// A stretch of a media item on a track.
package struct Clip: Sendable {
  /// The `id` written in the project, if any.
  package var name: Located<String>?
  /// Its pictures and its sound.
  package var media: MediaID
  /// Where the media's name stands in the clip.
  package var mediaRange: SourceRange
  /// Where the clip stands on the timeline, without the material that transitions use beyond it.
  package var placed: TimeRange
  /// Source time shown at `placed.start`.
  package var sourceStart: Rational
  /// Seconds of source for each second of movie: 1 is natural, below 0 the clip plays backwards, and with
  /// 0 it shows its first picture all the time. Also 1 where ``curve`` says it.
  package var speed: Rational
  /// How the speed changes, in time from `placed.start`; `nil` where it does not.
  package var curve: SpeedCurve? = nil
  /// The part of the source that is shown again and again; source times are counted on through it.
  package var loop: SourceLoop? = nil
  /// Counts on a video track only.
  package var picture: FrameProperties
  /// `nil` when the clip brings no sound (`"audio": false`, or a track muted).
  package var sound: AudioProperties?
  /// Where the in point, and where the out point or duration is written, for messages.
  package var inRange: SourceRange
  /// That of the media's name where neither is written.
  package var outRange: SourceRange
  /// Where the speed is written; `.none` where it is not.
  package var speedRange: SourceRange
  /// What is written at `outRange`.
  package var length: ClipLength
  /// Whether it is silenced, so that what is said of its sound is not meant to be heard now.
  package var isMuted: Bool
  /// Whether the media's last picture stays where it has no more.
  package var holdsLast = false
  /// The keys about picture and sound that are written in it, with the places of their values.
  package var keys: [Located<String>]
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// A clip; times in seconds, of the movie in `placed` and of its source in `sourceStart`.
  package init(
    name: Located<String>? = nil, media: MediaID, mediaRange: SourceRange, placed: TimeRange,
    sourceStart: Rational, speed: Rational = .one, picture: FrameProperties,
    sound: AudioProperties?, inRange: SourceRange, outRange: SourceRange,
    speedRange: SourceRange = .none, length: ClipLength = .wholeMedia, isMuted: Bool = false,
    keys: [Located<String>] = [], range: SourceRange
  ) {
    self.name = name
    self.media = media
    self.mediaRange = mediaRange
    self.placed = placed
    self.sourceStart = sourceStart
    self.speed = speed
    self.picture = picture
    self.sound = sound
    self.inRange = inRange
    self.outRange = outRange
    self.speedRange = speedRange
    self.length = length
    self.isMuted = isMuted
    self.keys = keys
    self.range = range
  }

  /// Source time shown at movie time `time`, also before and after the clip's own range; in a loop
  /// counted on beyond its end.
  package func sourceTime(at time: Rational) throws(TimeOverflow) -> Rational {
    if let curve { return try sourceStart + curve.covered(at: time - placed.start) }
    return try sourceStart + (time - placed.start) * speed
  }

  /// The key that says how fast it plays.
  package var retimingKey: String { keys.range(of: "timeMap") == nil ? "speed" : "timeMap" }

  /// Whether source time runs evenly through the source, forward, backwards or not at all.
  package var runsEvenly: Bool { curve == nil && loop == nil }

  /// The movie times at which some of the source would be shown, did the clip go on for ever; `nil`
  /// where it shows one picture, and where its speed changes or it begins again.
  package func movieTimes(of source: TimeRange) throws(TimeOverflow) -> TimeRange? {
    if speed == .zero || !runsEvenly { return nil }
    let start = try placed.start + (source.start - sourceStart) / speed
    let end = try placed.start + (source.end - sourceStart) / speed
    return speed > .zero
      ? TimeRange(start: start, end: end) : TimeRange(start: end, end: start)
  }

  /// For how many seconds of movie there is source before the clip's start, and after its end; below 0
  /// where there is too little for the clip itself, and `nil` where nothing limits it.
  ///
  /// - Parameter extent: where the source is.
  package func handles(
    within extent: MediaExtent
  ) throws(TimeOverflow) -> (before: Rational?, after: Rational?) {
    if speed == .zero || loop != nil { return (nil, nil) }
    if let curve {
      let reach = try curve.leaving(
        try extent.start.map { first throws(TimeOverflow) in try first - sourceStart },
        try extent.end.map { last throws(TimeOverflow) in try last - sourceStart })
      return (
        reach.before,
        try reach.after.map { time throws(TimeOverflow) in try time - placed.duration }
      )
    }
    let bounds = speed > .zero ? (extent.start, extent.end) : (extent.end, extent.start)
    return (
      try bounds.0.map { first throws(TimeOverflow) in try (sourceStart - first) / speed },
      try bounds.1.map { last throws(TimeOverflow) in
        try (last - sourceTime(at: placed.end)) / speed
      }
    )
  }

  /// How fast it plays at most, forward or backwards.
  package var tempo: Rational { curve?.fastest ?? (try? speed.magnitude()) ?? speed }
}

extension Track {
  /// The effects of its clips and of its titles' layers.
  package var effects: [Effect] {
    (clips.map(\.picture.look) + titles.flatMap(\.layers).map(\.look)).flatMap(\.effects)
  }
}
