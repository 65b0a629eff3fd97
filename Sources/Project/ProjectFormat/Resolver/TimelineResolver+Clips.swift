import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  /// Puts a clip on its track.
  ///
  /// - Returns: whether it is known where the next item starts.
  mutating func add(
    _ written: ClipDocument, _ layout: inout TrackLayout
  ) throws(TimeOverflow) -> Bool {
    guard written.isComplete, let media = known(written.media, given: written.given) else {
      return false
    }
    guard !isLook(media) else {
      report(
        ProjectMessages.lookAsPicture(
          written.media.value, range: written.media.range,
          other: document.mediaItems[media.index].nameRange))
      return false
    }
    guard !isCaptions(media) else {
      reportCaptions(written.media, media)
      return false
    }
    guard let sourceIn = seconds(written.freeze ?? written.sourceIn, else: .zero) else {
      return false
    }
    var start = layout.cursor
    if let pending = layout.pending, pending.written.overlaps, pending.from != nil {
      start = try layout.cursor - pending.duration
    }
    if let at = written.at {
      guard let time = seconds(at) else { return false }
      start = time
      // What stood before has nothing to do with a clip that does not follow it.
      if layout.pending == nil { layout.previous = nil }
    }
    guard let run = try run(of: written, from: sourceIn) else { return false }
    guard
      let duration = try duration(
        of: written, media, start: start, sourceStart: run.start, speed: written.tempo,
        kind: layout.track.kind),
      let loop = try loop(
        of: written, media, from: sourceIn, over: duration, kind: layout.track.kind),
      let (sourceStart, speed) = try source(
        of: written, media, from: run.start, for: loop.part?.length ?? duration,
        kind: layout.track.kind)
    else { return false }
    guard var picture = try picture(written, duration: duration) else { return false }
    if let filter = written.filter {
      guard let resolved = self.filter(filter) else { return false }
      picture.filter = resolved
    }
    let placed = try TimeRange(start: start, duration: duration)
    var clip =
      Clip(
        name: written.name, media: media, mediaRange: written.media.range, placed: placed,
        sourceStart: sourceStart, speed: speed,
        picture: picture,
        sound: written.freeze == nil
          ? sound(written, media, placed: placed, track: layout.track) : nil,
        inRange: (written.freeze ?? written.sourceIn)?.range ?? written.media.range,
        outRange: written.lengthRange ?? written.media.range,
        speedRange: written.speedRange,
        length: written.length, isMuted: written.isMuted, keys: written.keys,
        range: written.range)
    clip.curve = run.curve
    clip.loop = loop.part
    clip.holdsLast = written.holds
    layout.track.clips.append(clip)
    let index = layout.track.clips.count - 1
    try close(&layout, next: index)
    layout.previous = index
    layout.cursor = placed.end
    return true
  }

  /// What of its source a clip shows first, and how fast it goes on; `nil` after a report, or where its
  /// media is unknown.
  private mutating func source(
    of written: ClipDocument, _ media: MediaID, from sourceIn: Rational, for duration: Rational,
    kind: Track.Kind
  ) throws(TimeOverflow) -> (start: Rational, speed: Rational)? {
    if written.freeze != nil {
      guard let facts = catalog[media] else { return nil }
      if let end = try facts.end(on: kind), end <= sourceIn, facts.video?.isStill != true {
        report(startAfterMedia(written, start: sourceIn, end: end))
        return nil
      }
      return (sourceIn, .zero)
    }
    let speed = written.speed
    if written.stretches {
      let sourceOut =
        written.sourceOut == nil
        ? try mediaEnd(of: written, media, from: sourceIn, kind: kind)
        : try outPoint(of: written, after: sourceIn)
      guard let sourceOut else { return nil }
      return (sourceIn, try (sourceOut - sourceIn) / duration)
    }
    if speed > .zero { return (sourceIn, speed) }
    // What is played again and again begins at its end, for as long as that is in source time.
    return (
      written.loop == nil
        ? try sourceIn + duration * written.tempo : try sourceIn + duration, speed
    )
  }

  /// How long the clip stands on the timeline; `nil` after a report, or where its media is unknown.
  private mutating func duration(
    of written: ClipDocument, _ media: MediaID, start: Rational, sourceStart: Rational,
    speed: Rational, kind: Track.Kind
  ) throws(TimeOverflow) -> Rational? {
    if let loop = written.loop, case .times = loop.value,
      let (key, length) = written.duration.map({ ("duration", $0) })
        ?? written.until.map({ ("until", $0) })
    {
      report(
        ProjectMessages.loopCountWithLength(
          noun(written), key: key, range: length.range, other: loop.range))
      return nil
    }
    if let duration = written.duration { return seconds(duration) }
    if let freeze = written.freeze, written.until == nil {
      report(ProjectMessages.freezeWithoutLength(noun(written), range: freeze.range))
      return nil
    }
    if let until = written.until {
      guard let end = seconds(until) else { return nil }
      guard end > start else {
        report(
          ProjectMessages.untilBeforeStart(
            noun(written), verb: "ends", start: text(start), until: text(end), range: until.range))
        return nil
      }
      return try end - start
    }
    switch written.retiming {
    case .timeMap(let points)?: return points.last.flatMap { seconds($0.value.at) }
    case .ramp?:
      report(
        ProjectMessages.rampWithoutLength(
          noun(written), range: written.speedRange, out: written.sourceOut?.range))
      return nil
    case nil: break
    }
    var times = Rational.one
    switch written.loop?.value {
    case .times(let count)?: times = Rational(Int64(count))
    case .forever?, .pingPong?:
      report(
        ProjectMessages.loopWithoutLength(
          noun(written), range: written.loop?.range ?? written.range))
      return nil
    case nil: break
    }
    let sourceOut =
      written.sourceOut == nil
      ? try mediaEnd(of: written, media, from: sourceStart, kind: kind)
      : try outPoint(of: written, after: sourceStart)
    return try sourceOut.map { out throws(TimeOverflow) in
      try (out - sourceStart) / speed * times
    }
  }

  /// The out point that a clip writes; `nil` after a report.
  mutating func outPoint(
    of written: ClipDocument, after sourceIn: Rational
  ) throws(TimeOverflow) -> Rational? {
    guard let out = written.sourceOut, let sourceOut = seconds(out) else { return nil }
    guard sourceOut > sourceIn else {
      report(
        ProjectMessages.outBeforeIn(
          noun(written), sourceIn: text(sourceIn), sourceOut: text(sourceOut),
          range: out.range, other: written.sourceIn?.range ?? .none,
          exchange: sourceOut < sourceIn ? exchange(written.sourceIn, out) : []))
      return nil
    }
    return sourceOut
  }

  /// Where the media of a clip ends; `nil` after a report, or where it is unknown.
  mutating func mediaEnd(
    of written: ClipDocument, _ media: MediaID, from sourceStart: Rational, kind: Track.Kind
  ) throws(TimeOverflow) -> Rational? {
    guard let facts = catalog[media] else { return nil }
    guard let end = try facts.end(on: kind, holding: written.holds) else {
      let item = document.mediaItems[media.index]
      report(
        ProjectMessages.missingLength(
          noun(written), media: item.name,
          key: written.stretches || written.loop != nil ? "out" : "duration",
          range: written.media.range,
          mediaRange: item.nameRange))
      return nil
    }
    guard end > sourceStart else {
      report(startAfterMedia(written, start: sourceStart, end: end))
      return nil
    }
    return end
  }

  private func startAfterMedia(
    _ written: ClipDocument, start: Rational, end: Rational
  ) -> Diagnostic {
    ProjectMessages.startAfterMedia(
      noun(written), key: written.freeze == nil ? "in" : "freeze", start: text(start),
      end: text(end),
      range: (written.freeze ?? written.sourceIn)?.range ?? written.range)
  }

  /// Puts each of two times in the place of the other.
  private func exchange(
    _ first: Located<TimeExpression>?, _ second: Located<TimeExpression>
  ) -> [Fix.Edit] {
    guard let first, first.value.description != second.value.description,
      document.formulas[first.range] == nil, document.formulas[second.range] == nil
    else { return [] }
    return [(first.range, second), (second.range, first)].map { range, time in
      Fix.Edit(range: range, replacement: JSONText.quoted(time.value.description))
    }
  }

  private mutating func picture(
    _ written: ClipDocument, duration: Rational
  ) throws(TimeOverflow) -> FrameProperties? {
    let placement = try placement(written.placement)
    var item = AnimatedItem(kind: .clip, placement: placement, view: written.view?.value.first)
    if item.view == nil,
      written.placement.animations.contains(where: { $0.value.property.value == .view })
    {
      item.view = PictureView(width: .one)
    }
    var picture = FrameProperties(
      fit: written.fit, crop: written.crop, placement: placement,
      look: try look(written.look, duration: duration),
      perspective: try perspective(written.placement), unit: try lengths.factor,
      animations: try animations(
        written.placement.animations, of: item, duration: duration))
    picture.view = item.view
    picture.motionBlur = written.placement.motionBlur
    if let views = written.view, views.value.count > 1 {
      picture.animations.append(try moving(views, over: duration))
    }
    picture.sampling = written.sampling
    if let fade = written.fade {
      guard
        let animations = try self.fade(
          fade, opacity: .one, duration: duration, isClip: true, noun: noun(written))
      else { return nil }
      picture.fade = animations
    }
    return picture
  }

  /// The even movement through parts of a picture.
  private func moving(
    _ views: Located<[PictureView]>, over duration: Rational
  ) throws(TimeOverflow) -> Animation {
    var keyTimes: [Rational] = []
    for index in views.value.indices {
      keyTimes.append(try Rational(Int64(index)) / Rational(Int64(views.value.count - 1)))
    }
    return Animation(
      property: .view, values: views.value.map(\.numbers), keyTimes: keyTimes,
      easings: Array(repeating: .linear, count: views.value.count - 1), begin: .zero,
      duration: duration, range: views.range)
  }

  func noun(_ clip: ClipDocument) -> String {
    "clip \(quotedForMessage(clip.name?.value ?? clip.media.value))"
  }
}

extension ClipDocument {
  /// How fast it plays, forward or backwards; 1 where that follows from something else.
  var tempo: Rational { (try? speed.magnitude()) ?? .one }

  /// What says how long the clip is; the out point of one that is played again says something else.
  fileprivate var length: ClipLength {
    let out = sourceOut.map { ClipLength.out($0.value) }
    let others =
      duration.map { .duration($0.value) } ?? until.map { ClipLength.until($0.value) }
    return out.flatMap { loop == nil || others == nil ? $0 : nil } ?? others ?? .wholeMedia
  }

  fileprivate var lengthRange: SourceRange? {
    let others = duration?.range ?? until?.range
    if let sourceOut, loop == nil || others == nil { return sourceOut.range }
    return others ?? (retiming == nil ? nil : speedRange)
  }
}
