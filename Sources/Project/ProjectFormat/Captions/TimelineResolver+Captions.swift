import BaseValues
import CaptionFiles
import Diagnostics
import TimelineModel

extension TimelineResolver {
  /// Puts captions on their track.
  ///
  /// - Parameter tracks: all of the project's, of which captions may follow some.
  mutating func resolveCaptions(
    _ written: TrackDocument, into track: inout Track, besides tracks: [Track]
  ) {
    var layout = CaptionLayout(form: written.captionForm)
    for captions in written.captions ?? [] where !document.hasSyntaxErrors {
      var isDone = false
      do throws(TimeOverflow) {
        isDone = try add(captions, &layout, &track, besides: tracks)
      } catch {
        report(ProjectMessages.timeOverflow("these captions", range: captions.range))
      }
      if !isDone { track.isComplete = false }
    }
    if track.isComplete { checkSpeakers(layout) }
    do throws(TimeOverflow) {
      if try !draw(layout, on: &track, before: end(of: tracks)) { track.isComplete = false }
    } catch {
      report(ProjectMessages.timeOverflow("these captions", range: written.range))
    }
  }

  private mutating func checkSpeakers(_ layout: CaptionLayout) {
    for speaker in layout.form.speakers where !layout.speakers.contains(where: speaker.isCalled) {
      report(
        CaptionTrackMessages.captionSpeaker(
          speaker.name, others: layout.speakers.sorted(), range: speaker.range))
    }
  }

  mutating func reportCaptions(_ name: Located<String>, _ media: MediaID) {
    report(
      CaptionTrackMessages.captionsAsClip(
        name.value, range: name.range, other: document.mediaItems[media.index].nameRange))
  }

  private mutating func add(
    _ written: CaptionsDocument, _ layout: inout CaptionLayout, _ track: inout Track,
    besides tracks: [Track]
  ) throws(TimeOverflow) -> Bool {
    guard let name = written.media else { return try addText(written, &layout, &track) }
    guard let media = media(name) else { return false }
    guard isCaptions(media) else {
      report(
        CaptionTrackMessages.clipAsCaptions(
          name.value, range: name.range, other: document.mediaItems[media.index].nameRange))
      return false
    }
    track.captionMedia.append(media)
    guard written.isComplete, let look = written.look,
      let shift = seconds(written.shift, else: .zero)
    else { return false }
    guard let file = document.captionFiles[media] else { return true }
    guard let bounds = bounds(of: written),
      let windows = try windows(of: written, file, bounds, shift, layout.cursor, tracks)
    else { return false }
    if written.follow == nil, let end = windows.first?.placed.end { layout.cursor = end }
    let isShown = try layout.add(
      file.captions, in: windows, bounds, shift, look, isOwnLook: written.hasOwnStyle,
      FrameGrid(rate), to: &track)
    if !isShown, !file.captions.isEmpty {
      report(CaptionTrackMessages.captionsNotShown(name.value, range: name.range))
    }
    return true
  }

  private mutating func addText(
    _ written: CaptionsDocument, _ layout: inout CaptionLayout, _ track: inout Track
  ) throws(TimeOverflow) -> Bool {
    guard written.isComplete, var look = written.look,
      let start = seconds(written.at, else: layout.cursor)
    else { return false }
    (look.at, look.duration, look.until) = (written.at, written.duration, written.until)
    look.range = written.range
    guard let title = try title(look, cursor: start),
      case .text(let style)? = title.layers.first?.content
    else { return false }
    layout.cursor = title.placed.end
    guard style.runs.isEmpty else {
      if !layout.form.isPlain { report(CaptionTrackMessages.captionsOfRuns(range: written.range)) }
      track.titles.append(title)
      track.captions?.append(
        PlacedCaption(placed: title.placed, text: style.text, range: written.range))
      return true
    }
    var caption = Caption(start: .zero, end: title.placed.duration, runs: [CaptionRun(style.text)])
    caption.range = written.range
    let window = CaptionWindow(placed: title.placed, start: .zero, speed: .one)
    _ = try layout.add(
      [caption], in: [window], CaptionBounds(), .zero, look, isOwnLook: written.hasOwnStyle,
      FrameGrid(rate), to: &track)
    return true
  }

  // MARK: - Times

  private mutating func bounds(of written: CaptionsDocument) -> CaptionBounds? {
    guard let first = seconds(written.sourceIn, else: .zero) else { return nil }
    var bounds = CaptionBounds(first: first)
    if let out = written.sourceOut {
      guard let last = seconds(out) else { return nil }
      bounds.last = last
    }
    return bounds
  }

  /// Where in the movie the file's times pass; `nil` after a report.
  private mutating func windows(
    of written: CaptionsDocument, _ file: CaptionFile, _ bounds: CaptionBounds, _ shift: Rational,
    _ cursor: Rational, _ tracks: [Track]
  ) throws(TimeOverflow) -> [CaptionWindow]? {
    let first = bounds.first
    if let follow = written.follow { return try following(follow, tracks) }
    guard let start = seconds(written.at, else: cursor) else { return nil }
    let end: Rational
    if let duration = written.duration {
      guard let length = seconds(duration) else { return nil }
      end = try start + length
    } else if let until = written.until {
      guard let time = seconds(until) else { return nil }
      end = time
    } else {
      let last = bounds.last ?? file.captions.map(\.end).max() ?? .zero
      end = try start + max(.zero, last + shift - first) / written.speed
    }
    guard end >= start, let placed = TimeRange(start: start, end: end) else {
      let range = written.until?.range ?? written.range
      report(
        ProjectMessages.untilBeforeStart(
          "these captions", verb: "end", start: text(start), until: text(end), range: range))
      return nil
    }
    return [CaptionWindow(placed: placed, start: first, speed: written.speed)]
  }

  private mutating func following(
    _ name: Located<String>, _ tracks: [Track]
  ) throws(TimeOverflow) -> [CaptionWindow]? {
    let clips = tracks.flatMap(\.clips)
    var found = clips.filter { $0.name?.value == name.value }
    if found.isEmpty, let media = mediaByName[name.value] {
      found = clips.filter { $0.media == media }
      // One that brings its own sound to a second track is read once.
      var places: Set<TimeRange> = []
      found = found.filter { places.insert($0.placed).inserted }
    }
    guard !found.isEmpty else {
      // Its clip may be among those that could not be read.
      guard tracks.allSatisfy(\.isComplete) else { return nil }
      let names =
        clipNames.sorted() + document.mediaItems.prefix(document.ownMediaCount).map(\.name)
      let isMedia = mediaByName[name.value] != nil
      report(
        CaptionTrackMessages.captionFollowsNothing(
          name.value, isMedia: isMedia,
          suggestion: isMedia ? nil : Suggestion.closest(to: name.value, among: names),
          range: name.range))
      return nil
    }
    let grid = FrameGrid(rate)
    return try found.map { clip throws(TimeOverflow) in try CaptionWindow(clip, grid) }
  }

  // MARK: - Drawing

  /// When the movie ends for sure, which captions do not change; `nil` where that is not known.
  private func end(of tracks: [Track]) -> Rational? {
    if let duration = document.output.duration?.value {
      guard case .seconds(let seconds) = duration.value else { return nil }
      return seconds
    }
    guard tracks.allSatisfy(\.isComplete) else { return nil }
    return tracks.filter { $0.captions == nil }.map(\.end).max().flatMap { $0 > .zero ? $0 : nil }
  }

  private mutating func draw(
    _ layout: CaptionLayout, on track: inout Track, before end: Rational?
  ) throws(TimeOverflow) -> Bool {
    let grid = FrameGrid(rate)
    // What is said when the movie is over is not drawn.
    let shown = end.map { end in layout.shown.filter { $0.placed.start < end } } ?? layout.shown
    for slice in CaptionSlices.slices(of: shown, looks: layout.looks) {
      for part in try slice.apart(layout.form, grid) {
        let (template, whole) = part.title(layout.looks[part.look], layout.form)
        guard var title = try title(template, whole) else { return false }
        try title.begin(at: part.placed)
        track.titles.append(title)
      }
    }
    return true
  }
}

extension Title {
  /// Shows only a part of it, in which its movements are where they were.
  fileprivate mutating func begin(at part: TimeRange) throws(TimeOverflow) {
    if part == placed { return }
    let delay = try part.start - placed.start
    placed = part
    if delay == .zero { return }
    for index in animations.indices {
      animations[index].begin = try animations[index].begin - delay
    }
    for layer in layers.indices {
      for index in layers[layer].animations.indices {
        layers[layer].animations[index].begin = try layers[layer].animations[index].begin - delay
      }
      for effect in layers[layer].look.effects.indices {
        for index in layers[layer].look.effects[effect].animations.indices {
          let begin = layers[layer].look.effects[effect].animations[index].begin
          layers[layer].look.effects[effect].animations[index].begin = try begin - delay
        }
      }
    }
  }
}
