package import AudioMixing
internal import Diagnostics
package import BaseValues
package import TimelineModel

/// The parts of a plan as words.
package enum PlanText {
  /// A name as it is where it is one plain word, else in quotes.
  static func word(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), 0x80...:
        true
      default: false
      }
    }
    return isPlain && !name.isEmpty ? name : JSONText.quoted(name)
  }

  /// `bridge (track 0 clip 2)`
  package static func origin(_ origin: PlanOrigin) -> String {
    "\(word(origin.label)) (track \(origin.track.index) \(item(origin.item)))"
  }

  /// `clip 2`, `title 1 layer 0`
  package static func item(_ item: PlanOrigin.Item) -> String {
    switch item {
    case .clip(let index): "clip \(index)"
    case .transition(let index): "transition \(index)"
    case .title(let index, let layer): "title \(index) layer \(layer)"
    }
  }

  /// `#rrggbbaa`
  package static func color(_ color: Color) -> String { color.text }

  /// `counter 1`, `file "a.mp4" video 0`
  package static func content(_ content: MediaContent) -> String {
    switch content {
    case .file, .sequence:
      fileParts(content).map { "\($0.kind) \($0.path)\($0.rest)" } ?? ""
    case .color(let color): "colour \(self.color(color))"
    case .look(let path, let id):
      "look \(JSONText.quoted(path))" + (id.map { " \(JSONText.quoted($0))" } ?? "")
    case .edit: "edit"
    case .captions(let path, _): "captions \(JSONText.quoted(path))"
    case .filter(let text): "filter \(JSONText.quoted(text))"
    case .filtered(let filtered):
      Self.content(filtered.source) + " through \(JSONText.quoted(filtered.chain))"
    case .canvasFilter(let filter):
      "chain \(JSONText.quoted(filter.chain)) on \(filter.size.width)x\(filter.size.height)"
    case .audioFilter(let filter):
      "chain \(JSONText.quoted(filter.chain)) for \(filter.channels) channels at "
        + "\(filter.sampleRate) Hz"
    case .generator(.bars): "bars"
    case .generator(.below): "below"
    case .generator(.gradient(let from, let to, let vertical)):
      "gradient \(color(from)) to \(color(to)) \(vertical ? "down" : "right")"
    case .generator(.shading(let shading)): self.shading(shading)
    case .generator(.counter(let clip)): "counter \(clip)"
    case .generator(.qr(let symbol)): code(symbol)
    case .generator(.tone(let frequency, let level, let beep)):
      "tone \(frequency) Hz level \(level)\(beep ? " beep" : "")"
    }
  }

  /// What says which files pictures or sound come from, and what else is said, with a space before it; `nil`
  /// for what comes from none.
  static func fileParts(_ content: MediaContent) -> (kind: String, path: String, rest: String)? {
    switch content {
    case .file(let path, let video, let audio):
      (
        "file", JSONText.quoted(path),
        (video.map { " video \($0)" } ?? "") + (audio.map { " audio \($0)" } ?? "")
      )
    case .sequence(let sequence):
      (
        "sequence", JSONText.quoted(sequence.path.text),
        (sequence.rate.map { " at \($0)" } ?? "") + (sequence.first.map { " from \($0)" } ?? "")
          + (sequence.missing == .error ? "" : " missing \(sequence.missing.rawValue)")
      )
    case .filtered(let filtered):
      fileParts(filtered.source).map {
        ($0.kind, $0.path, $0.rest + " through \(JSONText.quoted(filtered.chain))")
      }
    default: nil
    }
  }

  /// `QR code "https://example.org" level medium from version 1 quiet 4, #000000ff on #ffffffff`
  private static func code(_ symbol: QRSymbol) -> String {
    "QR code \(JSONText.quoted(symbol.text)) level \(symbol.level.rawValue) "
      + "from version \(symbol.leastVersion) quiet \(symbol.quietZone), "
      + "\(color(symbol.color)) on \(color(symbol.background))"
  }

  /// `radial gradient from 50%, 50%: #ff0000ff at 0%, #0000ffff at 100%`
  private static func shading(_ shading: Shading) -> String {
    func number(_ number: Int, _ unit: Int) -> String {
      (Rational(Int64(number), Int64(unit)) ?? .zero).decimalApproximation(places: 4)
    }
    func percent(_ millionths: Int) -> String { number(millionths, Shading.end / 100) + "%" }
    let center = "\(percent(shading.centerX)), \(percent(shading.centerY))"
    let angle = "\(number(shading.angle, 1000))\u{B0}"
    let place =
      switch shading.kind {
      case .linear: "towards \(angle)"
      case .radial:
        (shading.isCircle ? "in circles around " : "around ") + center
          + (shading.radius.map { " to \(percent($0))" } ?? "")
      case .conic: "around \(center) from \(angle)"
      }
    let stops = shading.stops.map { "\(color($0.color)) at \(percent($0.position))" }
    return "\(shading.kind.rawValue) gradient \(place): \(stops.joined(separator: ", "))"
  }

  /// `each picture by itself`, `in blocks of 60 from 12 with 15 before`
  package static func blocks(_ blocks: FilterBlocks) -> String {
    if blocks.isAlone { return "each picture by itself" }
    if blocks.isEndless { return "all from \(blocks.first) on" }
    return "in blocks of \(blocks.length) from \(blocks.first) with \(blocks.memory) before"
  }

  /// `left from 1 + 0.5 of 2, right from 1`
  package static func routes(_ routes: [ChannelRoute], outputs: Int) -> String {
    let names = SpeakerName.all(ofChannels: outputs) ?? []
    return (0..<outputs).compactMap { output in
      let sum = routes.filter { $0.output == output }.map { route in
        (route.gain == GainPoint.unity ? "" : "\(factor(route.gain)) of ") + "\(route.input + 1)"
      }
      let name = names.indices.contains(output) ? names[output].rawValue : "\(output + 1)"
      return sum.isEmpty ? nil : "\(name) from \(sum.joined(separator: " + "))"
    }.joined(separator: ", ")
  }

  /// `left 0.75 left + 0.25 right, right 0.25 left + 0.75 right`
  package static func matrix(_ matrix: ChannelMatrix) -> String {
    let names = SpeakerName.all(ofChannels: matrix.channels) ?? []
    return names.indices.compactMap { output in
      let row = names.indices.map { matrix.factors[output * matrix.channels + $0] }
      let isSame = names.indices.allSatisfy { row[$0] == ($0 == output ? GainPoint.unity : 0) }
      if isSame { return nil }
      let sum = names.indices.filter { row[$0] != 0 }.map { "\(factor(row[$0])) \(names[$0])" }
      return "\(names[output]) \(sum.isEmpty ? "0" : sum.joined(separator: " + "))"
    }.joined(separator: ", ")
  }

  private static func factor(_ gain: Int64) -> String {
    Rational(gain, GainPoint.unity)?.decimalApproximation(places: 4) ?? "?"
  }

  /// `in blocks of 384000 with 96000 before`
  package static func blocks(_ bus: AudioBus) -> String {
    guard let memory = bus.memory else { return "all from \(bus.samples.lowerBound) on" }
    return "in blocks of \(bus.length) with \(memory) before"
  }

  /// Empty where damage is an error.
  static func damage(_ policy: DamagePolicy) -> String {
    policy == .error ? "" : " on damage \(policy.rawValue)"
  }

  /// What is said of how pictures are meant, each with a space before it; empty for nothing.
  static func reading(_ reading: Interpretation) -> String {
    let colors = reading.colors
    let words: [(String, String?)] = [
      ("interlace", reading.interlace == .auto ? nil : reading.interlace.rawValue),
      ("alpha", reading.alpha == .straight ? nil : reading.alpha.rawValue),
      ("orientation", reading.orientation?.rawValue),
      ("matrix", colors.matrix?.rawValue), ("range", colors.range?.rawValue),
      ("primaries", colors.primaries?.rawValue), ("transfer", colors.transfer?.rawValue),
    ]
    return words.map { name, value in value.map { " \(name) \($0)" } ?? "" }.joined()
  }

  /// What a source's frames are, with a space before it; empty for stored pictures.
  static func unit(_ source: PlannedSource) -> String {
    switch source.pictures?.unit {
    case nil, .pictures: ""
    case let unit?: " frames of \(unit.rawValue)"
    }
  }

  /// `-1`, `-16.5`
  package static func hundredths(_ value: Int) -> String {
    (Rational(Int64(value), 100) ?? .zero).decimalDescription ?? "\(value)/100"
  }

  package static func curve(_ curve: GainPoint.Curve) -> String {
    switch curve {
    case .hold: ""
    case .linear: "/"
    case .equalPower: "~"
    case .sCurve: "s"
    case .exponential: "e"
    case .logarithmic: "l"
    case .decibels: "d"
    }
  }

  /// `0=1/ 2=1/4`: a speed at each time, with a slash where it moves on evenly.
  package static func curve(_ curve: SpeedCurve) -> String {
    curve.points.map { "\($0.at)=\($0.speed)\($0.isHeld ? "" : "/")" }.joined(separator: " ")
  }

  /// `loop of 2 from 1`, in seconds of source.
  package static func loop(_ loop: SourceLoop) -> String {
    "\(loop.isPingPong ? "ping-pong" : "loop") of \(loop.length) from \(loop.start)"
      + (loop.crossFade.map { " crossed over \($0)" } ?? "")
  }

  // MARK: - Values of each frame

  enum ContentPart {
    case source(ConformID, frames: String)
    case other(String)
  }

  /// A picture's content, one part for each stretch with the same conform, text or colour.
  static func contentParts(_ content: PerFrame<PictureContent>, count: Int) -> [ContentPart] {
    switch content {
    case .constant(.source(let conform, let frame)):
      return [.source(conform, frames: PlanRun(first: frame, step: 0, count: count).text)]
    case .constant(let value): return [.other(other(value))]
    case .varying(let values):
      if let part = flowingPart(values) ?? blendedPart(values) { return [part] }
      if case .source(let conform, _) = values.first {
        var frames: [Int] = []
        frames.reserveCapacity(values.count)
        for case .source(conform, let frame) in values { frames.append(frame) }
        if frames.count == values.count {
          return [.source(conform, frames: PlanRun.text(.varying(frames), count: count))]
        }
      }
      var parts: [ContentPart] = []
      var first = 0
      for index in 1...values.count where index == values.count || values[index] != values[first] {
        parts.append(.other("\(other(values[first])) x\(index - first)"))
        first = index
      }
      return parts
    }
  }

  /// Frames of one source, some of them several at once, as the windows of the source that they show.
  private static func blendedPart(_ values: [PictureContent]) -> ContentPart? {
    guard let conform = values.first?.source?.conform,
      values.contains(where: { if case .blend = $0 { true } else { false } }),
      !values.contains(where: { if case .flow = $0 { true } else { false } }),
      values.allSatisfy({ $0.source?.conform == conform })
    else { return nil }
    let windows = values.map { content in
      if case .blend(_, let blend) = content { return (blend.start, blend.end) }
      let frame = content.source?.frames.lowerBound ?? 0
      return (frame * FrameBlend.one, (frame + 1) * FrameBlend.one)
    }
    let starts = PlanRun.text(.varying(windows.map(\.0)), count: values.count)
    let lengths = PlanRun.text(PerFrame(windows.map { $0.1 - $0.0 }), count: values.count)
    return .source(conform, frames: "in 32768ths \(starts), blended over \(lengths)")
  }

  /// Moments between frames of one source, those that lie on one among them.
  private static func flowingPart(_ values: [PictureContent]) -> ContentPart? {
    guard let conform = values.first?.source?.conform else { return nil }
    var positions: [Int] = []
    var flows = false
    for value in values {
      switch value {
      case .source(conform, let frame): positions.append(frame * PictureInput.one)
      case .flow(conform, let point):
        positions.append(point.position)
        flows = true
      default: return nil
      }
    }
    guard flows else { return nil }
    let places = PlanRun.text(.varying(positions), count: values.count)
    return .source(conform, frames: "in 32768ths \(places), made between frames")
  }

  private static func other(_ content: PictureContent) -> String {
    switch content {
    case .source(let conform, let frame): "conform #\(conform.index) frame \(frame)"
    case .blend(let conform, let blend):
      "conform #\(conform.index) in 32768ths \(blend.start) to \(blend.end)"
    case .flow(let conform, let point):
      "conform #\(conform.index) in 32768ths \(point.position), made between frames"
    case .text(let raster): "text #\(raster.index)"
    case .color(let color, let size): "colour \(self.color(color)) \(size.width)x\(size.height)"
    case .gradient(let from, let to, let size, let isVertical):
      "gradient \(color(from)) to \(color(to)) \(isVertical ? "down" : "right") "
        + "\(size.width)x\(size.height)"
    }
  }

  static func geometry(_ geometry: PerFrame<Geometry>, count: Int) -> String {
    switch geometry {
    case .constant(let value): return self.geometry(value)
    case .varying(let values):
      var xs: [Int] = []
      var ys: [Int] = []
      for case .offset(let x, let y) in values {
        xs.append(x)
        ys.append(y)
      }
      if xs.count == values.count {
        return "offset x \(PlanRun.text(PerFrame(xs), count: count)), "
          + "y \(PlanRun.text(PerFrame(ys), count: count))"
      }
      var digest = PlanDigest()
      for value in values {
        for number in value.code.numbers { digest.add(Int(number)) }
      }
      return "moving over \(count) frames, digest \(digest.text), first \(self.geometry(values[0]))"
    }
  }

  /// `offset 10,20`, `projective` or `nearest` with its nine numbers
  package static func geometry(_ geometry: Geometry) -> String {
    switch geometry {
    case .offset(let x, let y): "offset \(x),\(y)"
    case .projective, .nearest:
      "\(Geometry.kinds[geometry.code.kind].name) "
        + geometry.code.numbers.map { "\($0)" }.joined(separator: " ")
    }
  }

  /// What part of the canvas is shown, a line for each kind of it; empty for all of it.
  static func coverage(_ coverage: PerFrame<Coverage>, count: Int) -> [String] {
    let all = coverage.map(\.code)
    func line(_ name: String, _ kind: Int) -> String? {
      let codes = all.map { $0.kind == kind ? $0.numbers.map(Int.init) : [] }
      let isKnown =
        switch codes {
        case .constant(let numbers): !numbers.isEmpty
        case .varying(let numbers): numbers.contains { !$0.isEmpty }
        }
      guard isKnown else { return nil }
      let columns = Coverage.kinds[kind].numbers.enumerated().map { index, number in
        let column = codes.map { $0.isEmpty ? 0 : $0[index] }
        return "\(number.name) \(PlanRun.text(column, count: count))"
      }
      return "\(name) \(columns.joined(separator: ", "))"
    }
    return [line("window", 1), line("covered by", 2), line("not covered by", 3)].compactMap(\.self)
  }

  // MARK: - Changes

  /// `effect contrast 32768`
  ///
  /// - Parameter media: the name of the file of colours that it does.
  static func effect(_ effect: PlannedEffect, media: String? = nil, count: Int) -> String {
    let parameters = effect.parameters.map { " \(PlanRun.text($0, count: count))" }.joined()
    let media = media.map { " \($0)" } ?? ""
    return "effect \(word(effect.name))\(media)\(parameters)"
  }

  /// `blend multiply`; `nil` for the normal mode.
  static func blendMode(_ layer: PictureLayer) -> String? {
    layer.blendMode == .normal ? nil : "blend \(word(layer.blendMode.rawValue))"
  }

  /// What is done to an input's picture beside placing it, at one frame of its segment.
  ///
  /// - Parameter label: what people call an effect with its integers; `nil` for one that is not known.
  package static func changes(
    _ input: PictureInput, in layer: PictureLayer, at offset: Int,
    label: (_ effect: PlannedEffect, _ numbers: [Int]) -> String?
  ) -> [String] {
    let input = input.slice(offset..<offset + 1)
    var changes = input.effects.map { effect in
      label(effect, effect.parameters.map { $0[0] }).map { "effect \($0)" }
        ?? self.effect(effect, count: 1)
    }
    if input.coverage[0].mask != nil { changes += coverage(input.coverage, count: 1) }
    for matte in input.mattes {
      let names = matte.canvas.layers.map { word($0.origin.label) }
      changes.append(
        "seen through the \(matte.channel.rawValue) of \(names.joined(separator: ", "))")
    }
    return changes + [blendMode(layer)].compactMap(\.self)
  }
}
