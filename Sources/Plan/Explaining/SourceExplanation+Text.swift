internal import BaseValues
internal import PlanModel
internal import RenderPlanning
internal import TimelineModel

extension SourceExplanation {
  func write(to lines: inout TextLines, _ depth: Int) {
    lines.row(depth, "source", description?.words(media) ?? Words.quoted(media))
    lines.row(depth, "frame", frame)
    if let moment, moment.shown != nil { lines.row(depth, "because", because(moment)) }
    if !mixture.isEmpty {
      let parts = mixture.map { "frame \($0.frame) · \($0.share)" }
      lines.row(depth, "mixed", "(\(parts.joined(separator: " + "))) / 32768")
    }
    if let passage {
      lines.row(
        depth, "between",
        "frame \(passage.first) and frame \(passage.second), at \(passage.share) / 32768 of the way, "
          + "made from their movement")
    }
    if passage != nil || mixture.count > 1 {
      lines.row(
        depth, "cuts",
        "over a cut that is seen between them nothing is made: the nearer side is shown")
    }
    if let times { lines.row(depth, "times", times) }
    if let filter { lines.row(depth, "filter", filter.words) }
    lines.row(depth, "picture", picture)
    if let coding = description?.coding { lines.row(depth, "colours", coding.words) }
  }

  private var frame: String {
    guard let shown = moment?.shown else {
      return facts?.isStill == true ? "the only one, a still picture at any time" : "\(sourceFrame)"
    }
    var part = ""
    if let field {
      part = ", the \(field.isLater ? "later" : "earlier") field of picture \(field.picture)"
    } else if let telecined {
      part = ", of film in pictures \(telecined.lowerBound) to \(telecined.upperBound)"
    }
    return "\(sourceFrame)\(part), shown from \(Words.seconds(shown.start)) to "
      + "\(Words.seconds(shown.end)) of the source"
  }

  private func because(_ moment: SourceMoment) -> String {
    let elapsed = "\(Words.term(moment.used)) − \(Words.term(moment.start))"
    var text =
      moment.isRamp
      ? "source time \(Words.term(moment.sourceStart)) + the integral of the speed over "
        + "\(elapsed) s"
      : "source time \(Words.term(moment.sourceStart)) + (\(elapsed)) · "
        + Words.term(moment.speed)
    if let loop = moment.loop, let end = try? loop.start + loop.length {
      text +=
        ", \(loop.isPingPong ? "there and back" : "again and again") from "
        + "\(Words.term(loop.start)) to \(Words.term(end)),"
    }
    text += " = \(Words.seconds(moment.sourceTime))"
    if moment.isRamp { text += ", at speed \(Words.term(moment.speed))" }
    if moment.used != moment.time {
      text +=
        "; \(Words.term(moment.time)) s lies before the item's first moment, which counts instead"
    }
    switch moment.hold {
    case .none:
      guard let shown = moment.shown else { break }
      let range = "\(Words.term(shown.start)), \(Words.term(shown.end))"
      text += moment.isBackwards ? "; (\(range)] holds it" : "; [\(range)) holds it"
    case .first: text += "; that lies before the source's first frame, which is held"
    case .last: text += "; that lies after the source's last frame, which is held"
    }
    return text
  }

  /// Where the frame's time comes from.
  private var times: String? {
    guard let facts else { return nil }
    let grid: String
    switch facts.frames {
    case .still: return nil
    case .regular(_, let rate, _): grid = "a regular grid of \(rate) fps"
    case .irregular: grid = field == nil ? "each frame's own" : "each picture's own"
    }
    guard let timestamp, let said = timestamp.sourceTime else { return grid }
    let ticks =
      "\(timestamp.ticks) · \(Words.term(timestamp.timeBase)) − \(Words.term(timestamp.origin)) = "
      + Words.seconds(said)
    let kind =
      (timestamp.isCounted ? "decoding time, for it gives no others" : "timestamp")
      + (field?.isLater == true ? " of the earlier field" : "")
    if isExact == true { return "\(grid); the container's \(kind) \(ticks)" }
    return "\(grid), to which the container's \(kind) is snapped: \(ticks)"
  }

  private var picture: String {
    var parts: [String] = []
    if let facts {
      var stored = "stored \(Words.size(facts.codedSize))"
      if facts.pixelAspect != .one { stored += " with pixels \(facts.pixelAspect) as wide as high" }
      parts += [stored, facts.orientation.description]
    }
    parts += [
      "used \(crop.width)×\(crop.height) at \(crop.x),\(crop.y)", "scaled to \(Words.size(size))",
    ]
    return parts.joined(separator: ", ")
  }
}

extension FilterExplanation {
  /// `'hqdn3d=4', in blocks of 60 from 12 with 15 before: picture 80 after pictures 57 to 79`
  fileprivate var words: String {
    let before =
      switch picture - firstFed {
      case ...0: blocks.isAlone ? "" : ", the first that it sees"
      case 1: " after picture \(firstFed)"
      default: " after pictures \(firstFed) to \(picture - 1)"
      }
    return "\(Words.quoted(chain)), \(PlanText.blocks(blocks)): picture \(picture)\(before)"
  }
}

extension SourceDescription {
  /// `'one', generator: counter 1`
  func words(_ media: String) -> String {
    var text = "\(Words.quoted(media)), \(kind) \(Words.quoted(self.text))"
    if let frameStream { text += ", stream \(frameStream)" }
    return text
  }
}

extension CodingDescription {
  var words: String {
    var parts = ["\(pixelFormat), \(bitDepth) bits"]
    for colour in colours {
      parts.append(
        "\(colour.name) \(colour.value)"
          + (colour.basis == .stated ? "" : " (\(colour.basis.rawValue))"))
    }
    if isDeinterlaced { parts.append("deinterlaced") }
    if let light { parts.append(light) }
    if let alpha { parts.append("alpha \(alpha)") }
    return parts.joined(separator: ", ")
  }
}
