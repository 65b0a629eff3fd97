internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import RenderPlanning
internal import TimelineModel

extension FrameExplanation {
  /// The explanation for a person to read, lines with an end each.
  package var text: String {
    var lines = TextLines()
    lines.line(0, "frame \(frame) of \(project)")
    var when = time.map(Words.seconds) ?? "frame \(frame)"
    if let timecode { when += ", \(timecode)" }
    lines.row(1, "time", when + "; lasts \(Words.seconds(rate.frameDuration))")
    lines.row(1, "movie", "frames 0 to \(frameCount - 1) at \(rate) fps")
    if let marker {
      let distance = Int64(frame) - marker.frame.value
      let words =
        distance == 1 ? "1 frame before" : distance == 0 ? "here" : "\(distance) frames before"
      lines.row(1, "marker", (marker.name.map { "'\($0.value)', " } ?? "") + words)
    }
    lines.row(1, "segment", Words.frames(segment))
    if let chunk { lines.row(1, "chunk", chunk.text(unit: "frames")) }
    lines.row(
      1, "background",
      "Y′CbCr \(background.y) \(background.cb) \(background.cr)"
        + (bitDepth == 8 ? "" : ", in codes of \(bitDepth) bits"))
    if layers.isEmpty { lines.line(0, "no layers: the background is all there is") }
    for (number, layer) in layers.enumerated() {
      switch layer.content {
      case .picture(let picture):
        lines.line(0, "layer \(number + 1): \(Words.item(picture.item))")
        if let reason = layer.hiddenBecause { lines.row(1, "not shown", reason) }
        picture.write(to: &lines, 1)
      case .transition(let transition):
        lines.line(
          0, "layer \(number + 1): \(transition.item.label), \(Words.position(transition.item))")
        if let reason = layer.hiddenBecause { lines.row(1, "not shown", reason) }
        transition.write(to: &lines, 1)
      }
    }
    if let pixel { pixel.write(to: &lines, layers) }
    if let sound { sound.write(to: &lines, isShort: true) }
    return lines.text
  }
}

extension ExplainedChunk {
  /// - Parameter unit: what is counted.
  func text(unit: String) -> String {
    let stored =
      switch record.isStored {
      case true?: "in the store"
      case false?: "not in the store"
      case nil: "no store"
      }
    let sharing = record.sharing.map { ", \($0)" } ?? ""
    return
      "\(index): \(unit) \(range.lowerBound) to \(range.upperBound - 1), \(stored), key \(record.key)"
      + sharing
  }
}

extension TransitionExplanation {
  fileprivate func write(to lines: inout TextLines, _ depth: Int) {
    if let progress, let range {
      var text = Words.number(progress.even)
      if let time {
        text =
          "(\(Words.term(time)) − \(Words.term(range.start))) / (\(Words.term(range.duration))) = "
          + text
      }
      if easing != .linear {
        text += "; eased by \(Words.easing(easing)) to \(Words.number(progress.eased))"
      }
      lines.row(depth, "progress", text)
    }
    if let weight {
      lines.row(depth, "weights", "from \(32768 - weight), to \(weight), of 32768")
    }
    for origin in origins { lines.row(depth, "written", origin.text) }
    for (side, picture) in [("from", from), ("to", to)] {
      guard let picture else {
        lines.line(depth, "\(side): nothing")
        continue
      }
      lines.line(depth, "\(side): \(Words.item(picture.item))")
      if let reason = picture.hiddenBecause { lines.row(depth + 1, "not shown", reason) }
      picture.write(to: &lines, depth + 1)
    }
  }
}

extension PictureExplanation {
  fileprivate func write(to lines: inout TextLines, _ depth: Int) {
    switch content {
    case .source(let source): source.write(to: &lines, depth)
    case .text(let text): text.write(to: &lines, depth)
    case .color(let color, let size):
      lines.row(depth, "colour", "\(Words.color(color)) over \(Words.size(size))")
    case .gradient(let from, let to, let size):
      lines.row(
        depth, "gradient",
        "\(Words.color(from)) to \(Words.color(to)) over \(Words.size(size))")
    case .group(let size): lines.row(depth, "group", "its layers follow, on \(Words.size(size))")
    case .nothing: break
    }
    if let geometry { writePlace(geometry, to: &lines, depth) }
    if let window {
      lines.row(
        depth, "window", "\(window.width)×\(window.height) at \(window.x),\(window.y)")
    }
    for change in changes { lines.row(depth, "changed", change) }
    for animation in animations { lines.row(depth, "animated", animation.text) }
    for origin in origins { lines.row(depth, "written", origin.text) }
    if let weight { lines.row(depth, "opacity", opacity(weight)) }
  }

  private func opacity(_ weight: Int) -> String {
    var text = "\(weight) of 32768"
    if let moment, moment.opacity != .one || moment.groupOpacity != .one {
      text += " = \(Words.number(moment.opacity))"
      if moment.groupOpacity != .one {
        let isFade = moment.animations.contains { $0.owner == .fade }
        text += " · \(isFade ? "fade" : "title")'s \(Words.number(moment.groupOpacity))"
      }
    }
    return text
  }

  private func writePlace(_ geometry: Geometry, to lines: inout TextLines, _ depth: Int) {
    let point: String
    if case .text = content { point = "anchor" } else { point = "top left corner" }
    switch geometry {
    case .offset(let x, let y):
      lines.row(depth, "place", "\(point) at \(x),\(y), whole pixels, not resampled")
    case .projective:
      lines.row(depth, "place", "resampled, \(Words.geometry(geometry))")
    case .nearest:
      lines.row(depth, "place", "pixels as they are, \(Words.geometry(geometry))")
    }
    guard let moment else { return }
    lines.row(
      depth, "pose",
      "anchor \(Words.point(moment.anchor)) at \(Words.point(moment.pose.position)), "
        + moment.pose.words)
    if moment.group.isMoved {
      lines.row(
        depth, "title's", "offset \(Words.point(moment.group.position)), " + moment.group.words)
    }
  }
}

extension PoseMoment {
  /// Scale and rotations.
  fileprivate var words: String {
    var text = "scale \(Words.point(scale))"
    for (axis, angle) in [("x", rotationX), ("y", rotationY), ("z", rotationZ)]
    where angle != .zero {
      text += ", turned \(Words.value([angle]))° about \(axis)"
    }
    if skew.x != .zero || skew.y != .zero {
      text += ", leaning \(Words.value([skew.x, skew.y]))°"
    }
    return text
  }

  fileprivate var isMoved: Bool {
    words != "scale 1,1" || position.x != .zero || position.y != .zero
  }
}

extension AnimationExplanation {
  fileprivate var text: String {
    var text =
      switch moment.owner {
      case .title: "title's "
      case .fade: "fade's "
      case .item, .effect: effect.map { "\($0)'s " } ?? ""
      }
    text += "\(moment.property.name) = \(Words.value(moment.value))"
    switch moment.state {
    case .before: text += ", not begun: the first value"
    case .after: text += ", ended: the last value is held"
    case .running:
      if let progress = moment.progress, keys.count == 2 {
        text += ", \(Words.number(progress.even)) of the way from \(Self.key(keys[0]))"
        text += " to \(Self.key(keys[1]))"
        if easing != .linear {
          text += ", eased by \(Words.easing(easing)) to \(Words.number(progress.eased))"
        }
      } else if let key = keys.first {
        text += ", on the key \(Self.key(key))"
      }
    }
    text += "; passes of \(Words.term(duration)) s"
    if let begin { text += " from \(Words.term(begin)) s on" }
    return text + (location.map { " (\($0))" } ?? "")
  }

  private static func key(_ key: (time: Rational, value: [Rational])) -> String {
    "\(Words.value(key.value)) at \(Words.term(key.time))"
  }
}

extension TextExplanation {
  /// How many parts on their way are told for people; data has them all.
  private static let mostMoved = 12

  fileprivate func write(to lines: inout TextLines, _ depth: Int) {
    let facts = (raster.shape?.facts ?? raster.style.facts).map { ", \(Words.fact($0))" }.joined()
    let name = raster.shape?.label ?? Words.quoted(raster.style.text)
    lines.row(
      depth, raster.shape == nil ? "text" : "shape",
      "\(name)\(facts), drawn at \(raster.scale) raster "
        + "pixel\(raster.scale == 1 ? "" : "s") for a pixel")
    for (number, font) in fonts.enumerated() {
      let face = font.face == 0 ? "" : ", face \(font.face)"
      lines.row(
        depth, number == 0 ? "font" : "stand-in",
        Words.quoted(font.path) + face + (font.isSheared ? ", slanted" : ""))
    }
    if raster.shape != nil { return }
    let moved = MovedText.all(in: raster.style)
    for part in moved.prefix(Self.mostMoved) { lines.row(depth, "on its way", part.words) }
    if moved.count > Self.mostMoved {
      lines.row(depth, "", "and \(moved.count - Self.mostMoved) parts more")
    }
  }
}

extension PixelExplanation {
  fileprivate func write(to lines: inout TextLines, _ layers: [LayerExplanation]) {
    lines.line(0, "pixel \(x),\(y), its colour from chroma sample \(x / 2),\(y / 2)")
    for step in steps {
      let after = step.layer.map { "layer \($0 + 1)" } ?? "background"
      lines.row(
        1, after,
        "Y′CbCr \(step.code.y) \(step.code.cb) \(step.code.cr), "
          + "RGB \(step.red) \(step.green) \(step.blue)"
          + (step.alpha.map { ", alpha \($0)" } ?? ""))
    }
  }
}
