internal import Diagnostics
internal import BaseValues
import OutputKinds
internal import TimelineModel

/// Where the times of an edit lie in the movie that shows it.
struct TimeMap: Sendable {
  /// Movie time at which `origin` is shown.
  let start: Rational
  /// A time of the edit.
  let origin: Rational
  /// Seconds of the edit in a second of the movie; above 0.
  let speed: Rational

  /// The time of the movie at which a time of the edit is shown.
  func time(_ time: Rational) throws(TimeOverflow) -> Rational {
    try start + (time - origin) / speed
  }

  /// How long in the movie a length of the edit takes.
  func length(_ length: Rational) throws(TimeOverflow) -> Rational { try length / speed }

  func range(_ range: TimeRange) throws(TimeOverflow) -> TimeRange {
    guard let result = TimeRange(start: try time(range.start), end: try time(range.end)) else {
      throw TimeOverflow()
    }
    return result
  }
}

extension Timeline {
  /// The edit in the times of the movie that shows it.
  ///
  /// - Parameters:
  ///   - output: of the movie; its rate and sound count, and the edit's own size.
  ///   - first: the number of its first track; the others follow.
  func placed(
    by map: TimeMap, in output: OutputSettings, tracksFrom first: Int
  ) throws(TimeOverflow) -> Timeline {
    var result = self
    result.tempo = try tempo * map.speed
    result.output.frameRate = output.frameRate
    result.output.audio = output.audio
    result.output.declick = output.declick
    result.output.duration = Located(value: try map.time(duration))
    for index in tracks.indices {
      result.tracks[index] = try tracks[index].placed(by: map, as: index, after: first)
    }
    return result
  }
}

extension Track {
  fileprivate func placed(
    by map: TimeMap, as index: Int, after first: Int
  ) throws(TimeOverflow) -> Track {
    var result = self
    result.id = TrackID(first + index)
    result.captions = try captions?.map { caption throws(TimeOverflow) in
      var placed = caption
      placed.placed = try map.range(caption.placed)
      return placed
    }
    // As their effects, relative to the track's start.
    let stretched = { (change: GainChange) throws(TimeOverflow) in try change.stretched(by: map) }
    result.automation = try automation.map(stretched)
    result.panAutomation = try panAutomation.map(stretched)
    result.duck = try duck?.placed(by: map, after: first)
    if let matte { result.matte?.track = TrackID(first + matte.track.index) }
    result.start = try map.time(start)
    try result.look.stretch(by: map)
    result.gapEnd = try map.time(gapEnd)
    result.clips = try clips.map { clip throws(TimeOverflow) in
      try clip.placed(by: map, after: first)
    }
    result.transitions = try transitions.map { transition throws(TimeOverflow) in
      var transition = transition
      transition.placed = try map.range(transition.placed)
      return transition
    }
    result.titles = try titles.map { title throws(TimeOverflow) in try title.placed(by: map) }
    return result
  }
}

extension Duck {
  fileprivate func placed(by map: TimeMap, after first: Int) throws(TimeOverflow) -> Duck {
    var result = self
    result.under = under.map { trigger in
      if case .track(let track) = trigger { .track(TrackID(first + track.index)) } else { trigger }
    }
    result.attack = try map.length(attack)
    result.hold = try map.length(hold)
    result.release = try map.length(release)
    return result
  }
}

extension Clip {
  fileprivate func placed(by map: TimeMap, after first: Int) throws(TimeOverflow) -> Clip {
    var result = self
    result.placed = try map.range(placed)
    if let curve {
      result.curve = try curve.played(at: map.speed)
    } else {
      result.speed = try speed * map.speed
    }
    result.picture.animations = try picture.animations.stretched(by: map)
    result.picture.fade = try picture.fade.stretched(by: map)
    try result.picture.look.stretch(by: map)
    if let sound {
      result.sound?.fadeIn?.duration = try map.length(sound.fadeIn?.duration ?? .zero)
      result.sound?.fadeOut?.duration = try map.length(sound.fadeOut?.duration ?? .zero)
      result.sound?.lead = try sound.lead.map(map.length)
      result.sound?.tail = try sound.tail.map(map.length)
      result.sound?.duck = try sound.duck?.placed(by: map, after: first)
      result.sound?.automation = try sound.automation.map { change throws(TimeOverflow) in
        try change.stretched(by: map)
      }
      result.sound?.panAutomation = try sound.panAutomation.map { change throws(TimeOverflow) in
        try change.stretched(by: map)
      }
    }
    return result
  }
}

extension Title {
  fileprivate func placed(by map: TimeMap) throws(TimeOverflow) -> Title {
    var result = self
    result.placed = try map.range(placed)
    result.animations = try animations.stretched(by: map)
    for index in layers.indices {
      result.layers[index].animations = try layers[index].animations.stretched(by: map)
      try result.layers[index].look.stretch(by: map)
      result.layers[index].enter = try layers[index].enter?.stretched(by: map)
      result.layers[index].leave = try layers[index].leave?.stretched(by: map)
      result.layers[index].wave = try layers[index].wave?.stretched(by: map)
      for counter in layers[index].counters.indices {
        try result.layers[index].counters[counter].stretch(by: map)
      }
    }
    return result
  }
}

extension TextMotion {
  fileprivate func stretched(by map: TimeMap) throws(TimeOverflow) -> TextMotion {
    var result = self
    result.duration = try map.length(duration)
    result.stagger = try map.length(stagger)
    result.scramble = try scramble.map(map.length)
    result.tempo = try tempo * map.speed
    return result
  }
}

extension TextWave {
  fileprivate func stretched(by map: TimeMap) throws(TimeOverflow) -> TextWave {
    var result = self
    result.period = try map.length(period)
    result.stagger = try map.length(stagger)
    return result
  }
}

extension TextCounter {
  fileprivate mutating func stretch(by map: TimeMap) throws(TimeOverflow) {
    begin = try map.length(begin)
    duration = try duration.map(map.length)
    clock.tempo = try clock.tempo * map.speed
  }
}

extension PictureLook {
  fileprivate mutating func stretch(by map: TimeMap) throws(TimeOverflow) {
    for index in effects.indices {
      effects[index].animations = try effects[index].animations.stretched(by: map)
    }
  }
}

extension [Animation] {
  /// Their begins are relative to their item's.
  fileprivate func stretched(by map: TimeMap) throws(TimeOverflow) -> [Animation] {
    if map.speed == .one { return self }
    return try self.map { animation throws(TimeOverflow) in
      var animation = animation
      animation.begin = try map.length(animation.begin)
      animation.duration = try map.length(animation.duration)
      animation.tempo = try animation.tempo * map.speed
      return animation
    }
  }
}

extension GainChange {
  fileprivate func stretched(by map: TimeMap) throws(TimeOverflow) -> GainChange {
    var result = self
    result.start = try map.length(start)
    result.duration = try map.length(duration)
    return result
  }
}
