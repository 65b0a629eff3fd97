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
    var cursor = Rational.zero
    for captions in written.captions ?? [] where !document.hasSyntaxErrors {
      var isDone = false
      do throws(TimeOverflow) {
        isDone = try add(captions, written.captionForm, &track, &cursor, besides: tracks)
      } catch {
        report(ProjectMessages.timeOverflow("these captions", range: captions.range))
      }
      if !isDone { track.isComplete = false }
    }
  }

  mutating func reportCaptions(_ name: Located<String>, _ media: MediaID) {
    report(
      CaptionTrackMessages.captionsAsClip(
        name.value, range: name.range, other: document.mediaItems[media.index].nameRange))
  }

  private mutating func add(
    _ written: CaptionsDocument, _ form: CaptionForm, _ track: inout Track,
    _ cursor: inout Rational, besides tracks: [Track]
  ) throws(TimeOverflow) -> Bool {
    guard let name = written.media else { return try addText(written, form, &track, &cursor) }
    guard let media = media(name) else { return false }
    guard isCaptions(media) else {
      report(
        CaptionTrackMessages.clipAsCaptions(
          name.value, range: name.range, other: document.mediaItems[media.index].nameRange))
      return false
    }
    track.captionMedia.append(media)
    guard written.isComplete, let shift = seconds(written.shift, else: .zero) else { return false }
    guard let file = document.captionFiles[media] else { return true }
    guard let windows = try windows(of: written, file, cursor, tracks) else { return false }
    if written.follow == nil, let end = windows.first?.placed.end { cursor = end }
    let texts = file.captions.flatMap { form.texts(of: $0) }
    place(try Self.shown(texts, windows, shift), on: &track)
    let parts = form.words?.most == nil ? texts : file.captions.flatMap { form.parts(of: $0) }
    let shown = try Self.shown(parts, windows, shift)
    if shown.isEmpty, !file.captions.isEmpty {
      report(CaptionTrackMessages.captionsNotShown(name.value, range: name.range))
    }
    return try draw(shown, written, form, on: &track)
  }

  private mutating func addText(
    _ written: CaptionsDocument, _ form: CaptionForm, _ track: inout Track,
    _ cursor: inout Rational
  ) throws(TimeOverflow) -> Bool {
    guard written.isComplete, var look = written.look,
      let start = seconds(written.at, else: cursor)
    else { return false }
    (look.at, look.duration, look.until) = (written.at, written.duration, written.until)
    look.range = written.range
    guard let title = try title(look, cursor: start) else { return false }
    cursor = title.placed.end
    if case .text(let style)? = title.layers.first?.content, style.runs.isEmpty {
      return try addPlain(style.text, title.placed, written, form, on: &track)
    }
    track.titles.append(title)
    if case .text(let style)? = title.layers.first?.content {
      track.captions?.append(
        PlacedCaption(placed: title.placed, text: style.text, range: written.range))
    }
    return true
  }

  /// A text that is written in the project, as a file would have it.
  private mutating func addPlain(
    _ text: String, _ placed: TimeRange, _ written: CaptionsDocument, _ form: CaptionForm,
    on track: inout Track
  ) throws(TimeOverflow) -> Bool {
    var caption = Caption(start: .zero, end: placed.duration, runs: [CaptionRun(text)])
    caption.range = written.range
    let window = CaptionWindow(placed: placed, start: .zero, speed: .one)
    place(try Self.shown(form.texts(of: caption), [window], .zero), on: &track)
    return try draw(
      try Self.shown(form.parts(of: caption), [window], .zero), written, form, on: &track)
  }

  /// Captions where windows show them, in the order of their starts.
  private static func shown(
    _ captions: [Caption], _ windows: [CaptionWindow], _ shift: Rational
  ) throws(TimeOverflow) -> [ShownCaption] {
    var shown: [ShownCaption] = []
    for caption in captions {
      let (start, end) = (try caption.start + shift, try caption.end + shift)
      guard let range = TimeRange(start: start, end: end) else { continue }
      for window in windows {
        for placed in try window.ranges(of: range) {
          shown.append(ShownCaption(caption, placed: placed, shift: shift, window: window))
        }
      }
    }
    return shown.sorted { $0.placed.start < $1.placed.start }
  }

  private func place(_ shown: [ShownCaption], on track: inout Track) {
    for caption in shown {
      track.captions?.append(
        PlacedCaption(placed: caption.placed, text: caption.text, range: caption.range))
    }
  }

  // MARK: - Times

  /// Where in the movie the file's times pass; `nil` after a report.
  private mutating func windows(
    of written: CaptionsDocument, _ file: CaptionFile, _ cursor: Rational, _ tracks: [Track]
  ) throws(TimeOverflow) -> [CaptionWindow]? {
    guard let first = seconds(written.sourceIn, else: .zero) else { return nil }
    var last: Rational?
    if let out = written.sourceOut {
      guard let time = seconds(out) else { return nil }
      last = time
    }
    if let follow = written.follow {
      return try following(follow, tracks)
    }
    guard let start = seconds(written.at, else: cursor) else { return nil }
    let end: Rational
    if let duration = written.duration {
      guard let length = seconds(duration) else { return nil }
      end = try start + length
    } else if let until = written.until {
      guard let time = seconds(until) else { return nil }
      end = time
    } else {
      let shift = seconds(written.shift, else: .zero) ?? .zero
      let fileEnd = try (file.captions.map(\.end).max() ?? .zero) + shift
      end = try start + max(.zero, (last ?? fileEnd) - first) / written.speed
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
      report(
        CaptionTrackMessages.captionFollowsNothing(
          name.value, suggestion: Suggestion.closest(to: name.value, among: names),
          range: name.range))
      return nil
    }
    let grid = FrameGrid(rate)
    return try found.map { clip throws(TimeOverflow) in try CaptionWindow(clip, grid) }
  }

  // MARK: - Drawing

  private mutating func draw(
    _ shown: [ShownCaption], _ written: CaptionsDocument, _ form: CaptionForm, on track: inout Track
  ) throws(TimeOverflow) -> Bool {
    guard let look = written.look else { return false }
    let grid = FrameGrid(rate)
    var slices: [CaptionSlice] = []
    for slice in CaptionSlices.slices(of: shown) { slices += try slice.apart(form, grid) }
    for slice in slices {
      let (template, whole) = slice.title(look, form)
      guard var title = try title(template, whole) else { return false }
      try title.begin(at: slice.placed)
      track.titles.append(title)
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
