import Diagnostics
import BaseValues
import OutputKinds
import TimelineModel

/// A timeline as text, for comparing and reading.
struct TimelineDump {
  let timeline: Timeline
  private var lines: [String] = []

  static func text(_ timeline: Timeline) -> String {
    var dump = TimelineDump(timeline: timeline)
    dump.write()
    return dump.lines.joined(separator: "\n") + "\n"
  }

  private init(timeline: Timeline) { self.timeline = timeline }

  private mutating func write() {
    let output = timeline.output
    lines.append(
      "output \(output.size.width)x\(output.size.height) at \(output.frameRate)"
        + ", \(timeline.duration) s, background \(text(output.background))")
    lines.append(
      "  video \(output.video)".replacing("TimelineModel.", with: "")
        .replacing("OutputKinds.", with: ""))
    lines.append("  audio \(output.audio.map { "\($0)" } ?? "none")")
    for mix in output.writtenMixes {
      let tracks = mix.tracks.map { $0.map(\.index).sorted().map(String.init) } ?? ["all"]
      lines.append(
        "  track \(mix.name ?? "unnamed") of \(tracks.joined(separator: ", ")): \(mix.encoding)")
    }
    if !output.writtenMixes.isEmpty { lines.append("  \(output.description.tracks)") }
    for item in timeline.media {
      lines.append("media \(item.id.index) \(item.name): \(item.content)")
      if item.reading != Interpretation() {
        lines.append(
          "  \(item.reading)".replacing("TimelineModel.", with: "")
            .replacing("OutputKinds.", with: ""))
      }
      if item.onDamage != .error { lines.append("  on damage \(item.onDamage)") }
    }
    for track in timeline.tracks { write(track) }
    if let expectations = timeline.expectations { write(expectations) }
  }

  private mutating func write(_ expectations: Expectations) {
    func list(_ times: [Located<Rational>]) -> String {
      "[\(times.map(\.value.description).joined(separator: ", "))]"
    }
    var line = "expect duration \(expectations.duration.map { "\($0.value)" } ?? "any")"
    line += " frames \(expectations.frameCount.map { "\($0.value)" } ?? "any")"
    line += " cuts \(expectations.cuts.map { list($0.value) } ?? "any")"
    lines.append(line)
    for text in expectations.texts {
      lines.append("  text \(text.text.debugDescription) at \(text.time.value)")
    }
    if let golden = expectations.golden {
      let frames =
        switch golden.frames {
        case .default: "standard"
        case .all: "all"
        case .at(let times): list(times)
        }
      lines.append(
        "  golden frames \(frames) pictures \(golden.pictures.map(list) ?? "standard")"
          + " sound \(golden.sound)")
    }
    if let tolerance = expectations.frameTolerance { lines.append("  \(text(tolerance))") }
    if let tolerance = expectations.audioTolerance {
      lines.append(
        "  level \(text(tolerance.level)) loudness \(text(tolerance.loudness))")
    }
    for region in expectations.regions {
      let rect = "\(region.x) \(region.y) \(region.width) \(region.height)"
      switch region.treatment {
      case .ignored: lines.append("  region \(rect) ignored")
      case .compared(let tolerance): lines.append("  region \(rect) \(text(tolerance))")
      }
    }
  }

  private func text(_ tolerance: FrameTolerance) -> String {
    "psnr \(text(tolerance.psnr)) ssim \(text(tolerance.ssim))"
      + " maxDifference \(tolerance.maximumDifference.map(String.init) ?? "any")"
  }

  private func text(_ number: Rational?) -> String { number?.description ?? "any" }

  private mutating func write(_ track: Track) {
    var line = "track \(track.id.index) \(track.kind)"
    if let name = track.name { line += " '\(name.value)'" }
    if track.gain != .one { line += " gain \(track.gain)" }
    if track.muted { line += " muted" }
    lines.append(line)
    write(track.automation, indent: "  ")
    if let duck = track.duck { write(duck, indent: "  ") }
    for clip in track.clips { write(clip) }
    for transition in track.transitions {
      lines.append(
        "  transition \(transition.kind.label) \(transition.placed) from \(text(transition.from)) "
          + "to \(text(transition.to)) \(text(transition.easing)) \(transition.handles)"
          + (transition.overlaps ? " overlapping" : ""))
    }
    for title in track.titles { write(title) }
  }

  private mutating func write(_ clip: Clip) {
    let name = clip.name.map { " '\($0.value)'" } ?? ""
    lines.append(
      "  clip\(name) of \(clip.media.index) \(clip.placed) source from \(clip.sourceStart)"
        + (clip.speed == .one ? "" : " at \(clip.speed)x"))
    let picture = clip.picture
    if picture.fit != .contain || picture.crop != .zero {
      let crop = picture.crop
      lines.append(
        "    \(picture.fit) crop \(crop.left) \(crop.top) \(crop.right) \(crop.bottom)")
    }
    write(picture.placement, picture.perspective)
    for animation in picture.animations { write(animation, indent: "    ") }
    guard let sound = clip.sound else { return lines.append("    no sound") }
    var line = "    sound gain \(sound.gain) pan \(sound.pan)"
    if let fade = sound.fadeIn { line += " in \(fade.duration) \(fade.curve)" }
    if let fade = sound.fadeOut { line += " out \(fade.duration) \(fade.curve)" }
    if sound.pitch != .keep { line += " pitch \(sound.pitch)" }
    lines.append(line)
    write(sound.automation, indent: "    ")
    if let duck = sound.duck { write(duck, indent: "    ") }
  }

  private mutating func write(_ duck: Duck, indent: String) {
    let names = duck.under.map { trigger in
      switch trigger {
      case .track(let track): "\(track.index)"
      case .clips(let name): "'\(name)'"
      }
    }
    lines.append(
      indent + "duck under \(names.joined(separator: ", ")) to \(duck.to), "
        + "attack \(duck.attack), hold \(duck.hold), release \(duck.release)")
  }

  private mutating func write(_ changes: [GainChange], indent: String) {
    for change in changes {
      lines.append(
        "\(indent)gain \(change.from) to \(change.to) at \(change.start) over \(change.duration)")
    }
  }

  private mutating func write(_ placement: Placement, _ perspective: Rational) {
    lines.append(
      "    at \(placement.position.x) \(placement.position.y)"
        + " anchor \(placement.anchor.x) \(placement.anchor.y)"
        + " scale \(placement.scale.x) \(placement.scale.y)"
        + " rotation \(placement.rotationX) \(placement.rotationY) \(placement.rotationZ)"
        + " opacity \(placement.opacity) perspective \(perspective)")
  }

  private mutating func write(_ title: Title) {
    let name = title.name.map { " '\($0.value)'" } ?? ""
    lines.append("  title\(name) \(title.placed) opacity \(title.opacity)")
    for animation in title.animations { write(animation, indent: "    ") }
    for layer in title.layers {
      switch layer.content {
      case .text(let style):
        lines.append(
          "    text \(style.text.debugDescription) \(style.font) size \(style.size)"
            + " weight \(style.weight)\(style.italic ? " italic" : "") \(text(style.color))"
            + " \(style.alignment) width \(style.maximumWidth.map(String.init) ?? "free")"
            + " spacing \(style.lineSpacing)")
        lines.append(
          "    outline \(style.outlineWidth) \(text(style.outlineColor))"
            + " shadow \(text(style.shadowColor)) \(style.shadowOffset.x)"
            + " \(style.shadowOffset.y) \(style.shadowBlur)"
            + " box \(text(style.boxColor)) \(style.boxPadding)")
      case .image(let media, let width, let height):
        lines.append(
          "    image of \(media.index) width \(width.map(String.init) ?? "own")"
            + " height \(height.map(String.init) ?? "own")")
      case .shape(let style):
        lines.append("    shape \(style.label) fill \(style.fill.map(text) ?? "none")")
      }
      write(layer.placement, title.perspective)
      for animation in layer.animations { write(animation, indent: "      ") }
    }
  }

  private mutating func write(_ animation: Animation, indent: String) {
    let values = animation.values.map { $0.map(\.description).joined(separator: " ") }
    lines.append(
      "\(indent)animate \(animation.property.name) [\(values.joined(separator: ", "))]"
        + " at [\(animation.keyTimes.map(\.description).joined(separator: ", "))]"
        + " from \(animation.begin) over \(animation.duration)"
        + " times \(animation.repeatCount?.description ?? "forever")"
        + (animation.autoreverses ? " and back" : "")
        + " [\(animation.easings.map(text).joined(separator: ", "))]")
  }

  private func text(_ index: Int?) -> String { index.map(String.init) ?? "nothing" }

  private func text(_ color: Color) -> String {
    "#"
      + [color.red, color.green, color.blue, color.alpha].map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }.joined()
  }

  private func text(_ easing: Easing) -> String {
    switch easing {
    case .linear: "linear"
    case .hold: "hold"
    case .cubicBezier(let x1, let y1, let x2, let y2): "bezier(\(x1), \(y1), \(x2), \(y2))"
    case .equation(let equation): equation.name
    case .steps(let count, let jump): "steps(\(count), \(jump))"
    case .spring(let spring): "\(spring)"
    }
  }
}
