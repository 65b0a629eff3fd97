import Diagnostics
import BaseValues
import PlanModel
import TimelineModel

/// Lays out a timeline's tracks as lanes, without pictures and sound.
struct TimelineLanes {
  var timeline: Timeline
  var file: SourceFile

  var lanes: [TimelinePicture.Lane] { timeline.tracks.reversed().map(lane) }

  var markers: [TimelinePicture.Marker] {
    timeline.markers.map { marker in
      TimelinePicture.Marker(
        name: marker.name?.value ?? "", frame: Int(clamping: marker.frame.value),
        place: place(marker.range), note: marker.note ?? "",
        color: marker.color.map { String($0.text.prefix(7)) })
    }
  }

  private var grid: FrameGrid { FrameGrid(timeline.output.frameRate) }

  private func lane(_ track: Track) -> TimelinePicture.Lane {
    let items = track.kind.holdsTitles ? track.titles.map(item) : track.clips.map(item)
    let transitions = track.transitions.map { transition in
      TimelinePicture.Transition(
        name: transition.kind.label, frames: frames(of: transition.placed),
        place: place(transition.range), note: timeline.notes[transition.range])
    }
    return TimelinePicture.Lane(
      name: name(of: track), kind: track.kind, notes: notes(of: track), items: items,
      transitions: transitions)
  }

  /// The track's name, or its kind and number as the project counts.
  func name(of track: Track) -> String {
    if let name = track.name?.value { return name }
    let word = track.captions == nil ? track.kind.word : "captions"
    return "\(word) \(track.id.index + 1)"
  }

  private func notes(of track: Track) -> [String] {
    var notes = notes(of: [track.range])
    if track.muted { notes.append("muted") }
    if track.gain != .one { notes.append("gain × \(track.gain.decimalApproximation(places: 3))") }
    if !track.automation.isEmpty { notes.append("automation") }
    if !track.panAutomation.isEmpty { notes.append("moving pan") }
    if track.width != .one { notes.append("width \(track.width.decimalApproximation(places: 2))") }
    if track.channelMap != nil { notes.append("channels mapped") }
    if let filter = track.audioFilter { notes.append("sound through \(chain(filter))") }
    if let duck = track.duck { notes += self.notes(of: duck) }
    return notes
  }

  private func notes(of duck: Duck) -> [String] {
    let names = duck.under.compactMap { trigger in
      switch trigger {
      case .track(let id):
        timeline.tracks.indices.contains(id.index) ? name(of: timeline.tracks[id.index]) : nil
      case .clips(let name): "clip \(name)"
      }
    }
    return names.isEmpty
      ? []
      : [
        "ducks under \(duck.during == .speech ? "speech in " : "")\(names.joined(separator: " and "))"
      ]
  }

  /// `'highpass=f=80'`
  private func chain(_ filter: SoundFilter) -> String {
    guard timeline.media.indices.contains(filter.media.index),
      case .audioFilter(let filter) = timeline.media[filter.media.index].content
    else { return "a chain of filters" }
    return "'\(filter.chain)'"
  }

  private func item(_ clip: Clip) -> TimelinePicture.Item {
    let source =
      timeline.media.indices.contains(clip.media.index) ? timeline.media[clip.media.index] : nil
    let media = source?.name ?? ""
    var details = [
      span(clip.placed), "from \(seconds(clip.sourceStart)) of '\(media)'",
    ]
    if let curve = clip.curve {
      let speeds = curve.points.map { $0.speed.decimalApproximation(places: 3) }
      details.append("speed \(speeds.joined(separator: " to "))")
    }
    if let loop = clip.loop {
      details.append(
        "\(loop.isPingPong ? "there and back" : "again and again") to "
          + seconds((try? loop.start + loop.length + (loop.crossFade ?? .zero)) ?? loop.start))
    }
    if clip.speed != .one {
      details.append("speed \(clip.speed.decimalApproximation(places: 3))")
    }
    if let sound = clip.sound {
      if let filter = sound.filter { details.append("sound through \(chain(filter))") }
      if let loudness = sound.loudness?.value {
        details.append("brought to \(loudness.decimalApproximation(places: 2)) LUFS")
      }
      if sound.gain != .one {
        details.append("gain × \(sound.gain.decimalApproximation(places: 3))")
      }
      if let fade = sound.fadeIn { details.append("fade in \(seconds(fade.duration))") }
      if let fade = sound.fadeOut { details.append("fade out \(seconds(fade.duration))") }
      if let lead = sound.lead { details.append("sound \(seconds(lead)) early") }
      if let tail = sound.tail { details.append("sound \(seconds(tail)) longer") }
      if let duck = sound.duck { details += notes(of: duck) }
      if sound.channelMap != nil { details.append("channels mapped") }
      if sound.width != .one {
        details.append("width \(sound.width.decimalApproximation(places: 2))")
      }
      if !sound.panAutomation.isEmpty { details.append("moving pan") }
      if sound.pan != .zero { details.append("pan \(sound.pan.decimalApproximation(places: 2))") }
    }
    details += notes(of: [clip.range, source?.valueRange ?? .none])
    var item = TimelinePicture.Item(
      label: clip.name?.value ?? media, frames: frames(of: clip.placed), place: place(clip.range),
      details: details)
    item.heard = heard(clip, item.frames)
    return item
  }

  /// Where a clip is heard, if that is not where it is seen.
  private func heard(_ clip: Clip, _ seen: Range<Int>) -> TimelinePicture.Item.Heard? {
    guard let sound = clip.sound, sound.lead != nil || sound.tail != nil,
      let start = try? clip.placed.start - (sound.lead ?? .zero),
      let end = try? clip.placed.end + (sound.tail ?? .zero),
      let range = TimeRange(start: max(start, .zero), end: end)
    else { return nil }
    let heard = frames(of: range)
    func words(_ frames: Int, _ late: String, _ early: String) -> String? {
      if frames == 0 { return nil }
      let count = abs(frames)
      return "\(count) \(count == 1 ? "frame" : "frames") \(frames > 0 ? late : early)"
    }
    let both = [
      words(
        heard.lowerBound - seen.lowerBound, "after its picture begins",
        "before its picture begins"),
      words(
        heard.upperBound - seen.upperBound, "after its picture ends", "before its picture ends"),
    ]
    let beginning = both[0].map { "sound begins \($0)" }
    let ending = both[1].map { "sound ends \($0)" }
    let lines = [beginning, ending].compactMap(\.self)
    return lines.isEmpty ? nil : TimelinePicture.Item.Heard(frames: heard, words: lines)
  }

  /// What the project says of some of its parts.
  private func notes(of ranges: [SourceRange]) -> [String] {
    ranges.compactMap { timeline.notes[$0] }
  }

  private func item(_ title: Title) -> TimelinePicture.Item {
    let texts = title.layers.map { layer in
      switch layer.content {
      case .text(let style): style.text
      case .image(let media, _, _):
        timeline.media.indices.contains(media.index)
          ? "[\(timeline.media[media.index].name)]" : "[image]"
      case .shape(let style): "[\(style.kind.rawValue)]"
      }
    }
    let animations = title.animations.count + title.layers.reduce(0) { $0 + $1.animations.count }
    var details = [span(title.placed)] + texts
    if animations > 0 {
      details.append("\(animations) \(animations == 1 ? "animation" : "animations")")
    }
    let layers = title.layers.map(\.range).filter { $0 != title.range }
    details += notes(of: [title.range] + layers)
    let text = texts.first { !$0.hasPrefix("[") } ?? texts.first ?? "title"
    return TimelinePicture.Item(
      label: title.name?.value ?? text, frames: frames(of: title.placed),
      place: place(title.range), details: details)
  }

  private func frames(of range: TimeRange) -> Range<Int> {
    let frames = grid.frames(of: range)
    return Int(clamping: frames.lowerBound)..<Int(clamping: frames.upperBound)
  }

  private func span(_ range: TimeRange) -> String {
    "\(timecode(grid.nearestFrame(to: range.start))) to "
      + timecode(grid.nearestFrame(to: range.end))
  }

  private func timecode(_ frame: FrameIndex) -> String {
    Timecode.text(frame, rate: timeline.output.frameRate)
  }

  private func seconds(_ time: Rational) -> String {
    "\(time.decimalApproximation(places: 3)) s"
  }

  private func place(_ range: SourceRange) -> String {
    guard !range.isNone else { return "" }
    return file.place(of: range, called: nil)
  }
}

extension Track.Kind {
  /// As a project says it.
  var word: String {
    switch self {
    case .video: "video"
    case .audio: "audio"
    case .titles: "titles"
    }
  }
}
