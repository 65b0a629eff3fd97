import AudioMixing
internal import Diagnostics
internal import BaseValues
import OutputKinds
internal import TimelineModel

/// A plan as text for people and for golden files: the same for the same plan, on any machine.
///
/// Ranges name their first and last frame or sample, both included.
package enum PlanDump {
  /// A line, and what of it says which file a source is.
  package struct Line: Sendable {
    /// All of it.
    package let text: String
    fileprivate var file: (head: String, path: String, rest: String, hash: String?)?

    /// A line that says nothing of files.
    package init(_ text: some StringProtocol) { self.text = String(text) }

    /// Whether a line of a plan that was kept says the same: of a file also where the same file has other
    /// content, or lies elsewhere, but not both.
    package func isSame(as kept: Substring) -> Bool {
      if kept == text { return true }
      guard let file, kept.hasPrefix(file.head) else { return false }
      let place = kept.dropFirst(file.head.count)
      if let hash = file.hash, place.hasPrefix("\""), place.hasSuffix("\"\(file.rest) hash \(hash)")
      {
        return true
      }
      let here = file.path + file.rest
      return place == here || place.hasPrefix(here + " hash ")
    }
  }

  /// The whole plan.
  ///
  /// - Parameter contentHashes: whether to write the hashes of all sources; else of files alone, as
  ///   those of what is made change with libav's version.
  package static func text(_ plan: RenderPlan, contentHashes: Bool = true) -> String {
    lines(plan, contentHashes: contentHashes).map { $0.text + "\n" }.joined()
  }

  /// The same, line by line.
  package static func lines(_ plan: RenderPlan, contentHashes: Bool = true) -> [Line] {
    var dump = PlanWriter(plan, contentHashes: contentHashes)
    dump.writeHead()
    dump.writePicture()
    dump.writeSound()
    dump.writeChunks()
    dump.writeLedger()
    return dump.lines
  }
}

private struct PlanWriter {
  let plan: RenderPlan
  let contentHashes: Bool
  var lines: [PlanDump.Line] = []
  private var sourceNames: [Int: String] = [:]

  init(_ plan: RenderPlan, contentHashes: Bool) {
    self.plan = plan
    self.contentHashes = contentHashes
    for source in plan.sources {
      sourceNames[source.media.index] = PlanText.word(source.name)
    }
  }

  private mutating func line(_ depth: Int, _ content: String) {
    lines.append(PlanDump.Line(String(repeating: "  ", count: depth) + content))
  }

  // MARK: - Head

  mutating func writeHead() {
    let output = plan.output
    line(
      0,
      "plan \(output.size.width)x\(output.size.height) at \(output.rate.rational.description) fps, "
        + "\(output.frameCount) frames"
        + (output.bitDepth == 8 ? "" : ", \(output.bitDepth) bits")
        + (output.color == .sdr ? "" : ", \(output.color.title)"))
    let background = output.background
    line(
      0,
      output.hasAlpha
        ? "background transparent" : "background \(background.y) \(background.cb) \(background.cr)")
    if let sharing = output.video.sharingText { line(0, sharing) }
    if !plan.sources.isEmpty { line(0, "sources") }
    for source in plan.sources { write(source) }
    if !plan.conforms.isEmpty { line(0, "conforms") }
    for (index, conform) in plan.conforms.enumerated() {
      let crop = conform.crop
      line(
        1,
        "#\(index) \(name(conform.media)) crop \(crop.width)x\(crop.height) at "
          + "\(crop.x),\(crop.y) to \(conform.size.width)x\(conform.size.height)"
          + (conform.filter.map { " filtered \(PlanText.blocks($0))" } ?? ""))
    }
    if !plan.rasters.isEmpty { line(0, "texts") }
    for (index, raster) in plan.rasters.enumerated() {
      let facts = (raster.shape?.facts ?? raster.style.facts).map { " \($0.text)" }.joined()
      let name = raster.shape?.label ?? JSONText.quoted(raster.style.text)
      line(
        1,
        "#\(index) \(name)\(facts) anchor "
          + "\(raster.anchorX),\(raster.anchorY) scale \(raster.scale)")
    }
    if !plan.masks.isEmpty { line(0, "masks") }
    for (index, mask) in plan.masks.enumerated() {
      let kind = PlannedMask.kinds[mask.code.kind]
      let numbers = zip(kind.numbers, mask.code.numbers).map { "\($0.name) \($1)" }
      line(1, "#\(index) \(kind.name) \(numbers.joined(separator: ", "))")
    }
  }

  private mutating func write(_ source: PlannedSource) {
    let name = PlanText.word(source.name)
    let reading =
      PlanText.reading(source.reading) + PlanText.unit(source) + PlanText.damage(source.onDamage)
    let hash = contentHashes || Self.isOfFiles(source) ? source.contentHash : nil
    line(
      1,
      "\(name) \(PlanText.content(source.content))\(reading)" + (hash.map { " hash \($0)" } ?? ""))
    guard let file = PlanText.fileParts(source.content) else { return }
    lines[lines.count - 1].file = (
      "  \(name) \(file.kind) ", file.path, file.rest + reading, hash
    )
  }

  /// Whether a source is known by the bytes of its files.
  private static func isOfFiles(_ source: PlannedSource) -> Bool {
    switch source.content {
    case .file, .sequence, .look: !source.contentHash.isEmpty
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
      false
    }
  }

  private func name(_ media: MediaID) -> String {
    sourceNames[media.index] ?? "media \(media.index)"
  }

  // MARK: - Picture

  mutating func writePicture() {
    line(0, "segments")
    for segment in plan.segments {
      let frames = segment.frames
      line(1, "frames \(frames.lowerBound)..\(frames.upperBound - 1)")
      for layer in segment.layers { write(layer, 2, frames.count) }
    }
  }

  private mutating func write(_ layer: PictureLayer, _ depth: Int, _ count: Int) {
    let mode = PlanText.blendMode(layer).map { " \($0)" } ?? ""
    if layer.name.isEmpty {
      for input in layer.inputs { write(input, depth, "", mode, count) }
      return
    }
    var head = "\(layer.name) on track \(layer.origin.track.index)"
    if let mix = layer.mix { head += " weight \(PlanRun.text(mix, count: count))" }
    line(depth, head + mode)
    for input in layer.inputs { write(input, depth + 1, "\(input.side.rawValue) ", "", count) }
  }

  private mutating func write(
    _ input: PictureInput, _ depth: Int, _ role: String, _ mode: String, _ count: Int
  ) {
    var content = "\(role)\(PlanText.origin(input.origin)):"
    switch input.content {
    case .picture(let picture):
      for part in PlanText.contentParts(picture, count: count) {
        switch part {
        case .source(let conform, let frames):
          let media = plan.conforms[conform.index].media
          content += " source \(name(media)) \(frames) conform #\(conform.index)"
        case .other(let text): content += " \(text)"
        }
      }
    case .group(let group): content += " group \(group.size.width)x\(group.size.height)"
    }
    if input.opacity != .constant(PictureInput.one) {
      content += " weight \(PlanRun.text(input.opacity, count: count))"
    }
    line(depth, content + mode)
    for effect in input.effects {
      line(depth + 1, PlanText.effect(effect, media: effect.media.map(name), count: count))
    }
    line(depth + 1, PlanText.geometry(input.geometry, count: count))
    for coverage in PlanText.coverage(input.coverage, count: count) { line(depth + 1, coverage) }
    for matte in input.mattes {
      line(depth + 1, "through \(matte.channel.rawValue) of")
      for layer in matte.canvas.layers { write(layer, depth + 2, count) }
    }
    if case .group(let group) = input.content {
      for layer in group.layers { write(layer, depth + 1, count) }
    }
  }

  // MARK: - Sound

  mutating func writeSound() {
    for (number, audio) in plan.mixes.enumerated() {
      if !plan.otherAudio.isEmpty {
        var head = "track \(number + 1) of sound"
        if let name = plan.output.soundDescription(number).name {
          head += " \(JSONText.quoted(name))"
        }
        line(0, head)
      }
      write(audio)
    }
  }

  private mutating func write(_ audio: AudioPlan) {
    line(
      0, "sound \(audio.sampleRate) Hz, \(audio.channels) channels, \(audio.sampleCount) samples")
    if let loudness = audio.loudness {
      line(1, "brought to \(PlanText.hundredths(loudness)) LUFS")
    }
    if let ceiling = audio.ceiling {
      line(1, "limited to \(PlanText.hundredths(ceiling)) dBTP")
    }
    for span in audio.spans {
      var head = "samples \(span.samples.lowerBound)..\(span.samples.upperBound - 1) "
      head += "\(PlanText.origin(span.origin)): "
      head += "source \(name(span.media)) from \(span.sourceSample)"
      if span.speed != .one { head += " speed \(span.speed.description) pitch \(span.pitch)" }
      if let curve = span.curve {
        head += " speed \(PlanText.curve(curve))"
        if span.pitch != .follow { head += " pitch \(span.pitch)" }
      }
      if let loop = span.loop { head += " \(PlanText.loop(loop))" }
      if let joint = span.joint { head += " joined over \(joint.length) samples" }
      if span.pan != 0 { head += " pan \(span.pan)" }
      if let routes = span.routes {
        head += " channels \(PlanText.routes(routes, outputs: audio.channels))"
      }
      if let matrix = span.matrix { head += " matrix \(PlanText.matrix(matrix))" }
      if let bus = span.bus { head += " through bus \(bus)" }
      line(1, head)
      write(span.envelopes + span.panning)
    }
    for (index, bus) in audio.buses.enumerated() {
      var head = "bus \(index) samples \(bus.samples.lowerBound)..\(bus.samples.upperBound - 1) "
      head += "\(bus.label):"
      if let media = bus.media { head += " through \(name(media)) \(PlanText.blocks(bus))" }
      if let matrix = bus.matrix { head += " matrix \(PlanText.matrix(matrix))" }
      if bus.pan != 0 { head += " pan \(bus.pan)" }
      if let parent = bus.parent { head += " through bus \(parent)" }
      line(1, head)
      write(bus.envelopes + bus.panning)
    }
  }

  private mutating func write(_ envelopes: [GainEnvelope]) {
    for envelope in envelopes {
      let points = envelope.points.map { point in
        "\(point.sample)=\(point.gain)\(PlanText.curve(point.curve))"
      }
      line(2, "\(envelope.purpose.rawValue) \(points.joined(separator: " "))")
    }
  }

  // MARK: - Chunks and ledger

  mutating func writeChunks() {
    line(0, "chunks")
    for chunk in plan.chunks {
      let frames = chunk.frames
      line(1, "#\(chunk.index) frames \(frames.lowerBound)..\(frames.upperBound - 1)")
    }
  }

  mutating func writeLedger() {
    line(0, "ledger")
    for entry in plan.ledger {
      line(
        1,
        "\(PlanText.origin(entry.origin)) \(entry.point) at \(entry.exact.description) s: "
          + "\(entry.unit == .frame ? "frame" : "sample") \(entry.position), "
          + "off by \(entry.error.description) s")
    }
  }
}
