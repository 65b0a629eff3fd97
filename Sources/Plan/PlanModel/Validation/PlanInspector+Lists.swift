internal import BaseValues
internal import OutputKinds
internal import TimelineModel

// The output, what is shown and heard, and chunks.
extension PlanInspector {
  mutating func inspectOutput() {
    let output = plan.output
    at(.name("output")) { inspector in
      inspector.check("size", output.size)
      guard inspector.faults.isEmpty else { return }
      let video = output.video
      if let fault = video.codec.fault(
        size: output.size, preset: video.preset, tuning: video.tune,
        profile: video.profile, bitDepth: video.bitDepth)
      {
        inspector.report(fault)
      }
      if video.bitDepth < video.color.leastBitDepth {
        inspector.report("\(video.color.title) needs \(video.color.leastBitDepth) bits")
      }
      if !video.codec.limit.allows(output.size) {
        inspector.report("\(output.size.width)x\(output.size.height) is too large for the codec")
      }
      if output.container.holdsPictures, !output.container.videoCodecs.contains(video.codec) {
        inspector.report("\(output.container.title) holds no \(video.codec.title)")
      }
      if output.hasAlpha,
        video.pixelFormat.isEmpty || !output.container.holdsAlpha(of: video.codec)
      {
        inspector.report(
          "\(output.container.title) holds no alpha of \(video.codec.title) so encoded")
      }
      let most = UInt16(1) << UInt16(min(max(output.bitDepth, 1), 15)) - 1
      let background = output.background
      for code in [background.y, background.cb, background.cr] {
        inspector.check("background", code, in: 0...most)
      }
      inspector.check("frameCount", output.frameCount, in: 1...inspector.limits[.frames])
      let end = try? FrameGrid(output.rate).time(of: FrameIndex(Int64(output.frameCount)))
      if end.map({ $0 > OutputLimitsRule.longest }) ?? true {
        inspector.report("the movie is longer than 24 hours")
      }
      inspector.at(.name("video")) { inspector in
        video.inspect(&inspector)
        if let fault = video.bufferFault { inspector.report(fault) }
      }
      if let audio = output.audio { inspector.at(.name("audio")) { $0.inspect(audio) } }
      if !output.otherAudio.isEmpty, let fault = output.container.fault(ofSounds: 2) {
        inspector.report(fault)
      }
      for (index, audio) in output.otherAudio.enumerated() {
        inspector.at(.name("otherAudio"), .index(index)) { inspector in
          inspector.atMix(index + 1) { $0.inspect(audio) }
          if audio.sampleRate != output.audio?.sampleRate {
            inspector.report("all tracks of sound have the sample rate of the first")
          }
        }
      }
    }
  }

  private mutating func inspect(_ audio: AudioEncoding) {
    if !plan.output.container.audioCodecs.contains(audio.codec) {
      report("\(plan.output.container.title) holds no \(audio.codec.title)")
    }
    audio.inspect(&self)
  }

  mutating func inspectLists() {
    var next = 0
    each("sources", plan.sources) { inspector, source in
      inspector.check("media", source.media.index, in: next...Int(Int32.max))
      next = min(max(next, source.media.index), Int(Int32.max) - 1) + 1
      inspector.inspect(source.content)
      guard let pictures = source.pictures else { return }
      inspector.at(.name("pictures")) { inspector in
        inspector.check("size", pictures.size)
        inspector.check("bitsPerPixel", pictures.storage.bitsPerPixel, in: 1...1024)
        inspector.check("bitDepth", pictures.storage.bitDepth, in: 1...64)
      }
    }
    each("conforms", plan.conforms) { inspector, conform in
      conform.inspect(&inspector)
      inspector.inspect(conform)
    }
    each("rasters", plan.rasters) { $1.inspect(&$0) }
    each("masks", plan.masks) { inspector, mask in
      switch mask {
      case .picture(let conform, let frame):
        inspector.check(conform, sourceFrame: frame)
      case .rectangle(let window), .ellipse(let window): inspector.check("window", window)
      case .wipe(let number, let size):
        inspector.check("size", size, within: Self.largestDrawn)
        if let fault = inspector.kinds?.fault(ofWipe: number) { inspector.report(fault) }
      case .noise(let block, let size):
        inspector.check("size", size, within: Self.largestDrawn)
        inspector.check("block", block, in: 1...1 << 16)
      }
    }
  }

  mutating func inspectChunks() {
    guard plan.output.container.holdsPictures else {
      if !plan.chunks.isEmpty { report("a file of sound alone has no chunks of pictures") }
      return
    }
    checkOrder("chunks", plan.chunks.map(\.frames))
    for (index, chunk) in plan.chunks.enumerated() where chunk.index != index {
      return at(.name("chunks"), .index(index)) { $0.report("expected the index \(index)") }
    }
  }

  mutating func check(_ name: String, _ media: MediaID) {
    guard plan.source(of: media) == nil else { return }
    at(.name(name)) { $0.report("there is no source \(media.index)") }
  }

  mutating func check(_ conform: ConformID, sourceFrame: Int) {
    check("conform", conform.index, placeIn: "conforms", of: plan.conforms.count)
    check("sourceFrame", sourceFrame, in: 0...1 << 40)
  }

  /// Whether it says how a source's chain of filters is run where that has one, and nowhere else.
  private mutating func inspect(_ conform: Conform) {
    guard let source = plan.source(of: conform.media) else { return }
    guard case .filtered(let content) = source.content else {
      if conform.filter != nil {
        at(.name("filter")) { $0.report("source \(conform.media.index) has no chain of filters") }
      }
      return
    }
    guard let filter = conform.filter else {
      return report(
        "source \(conform.media.index) has a chain of filters, and \"filter\" is missing")
    }
    if content.isAlone != filter.isAlone {
      at(.name("filter")) {
        $0.report("the source's chain treats pictures otherwise: by themselves, or not")
      }
    }
  }

  private mutating func inspect(_ content: MediaContent) {
    at(.name("content")) { inspector in
      let streams = 0...Int(Int32.max)
      switch content {
      case .file(_, let video, let audio):
        inspector.check("file", video, in: streams)
        if case .streams(let numbers) = audio {
          if !(1...64).contains(numbers.count) { inspector.report("expected 1 to 64 streams") }
          for number in numbers { inspector.check("file", number, in: streams) }
        }
      case .sequence(let pictures):
        inspector.check("sequence", pictures.first, in: 0...NumberedPath.greatestNumber)
      case .generator(.tone(let frequency, let level, _)):
        inspector.check("generator", frequency, in: 1...24_000)
        inspector.check("generator", level, in: 0...1_000_000)
      case .generator(.shading(let shading)): inspector.inspect(shading)
      case .generator(.qr(let symbol)):
        inspector.check("leastVersion", symbol.leastVersion, in: QRSymbol.versions)
        inspector.check("quietZone", symbol.quietZone, in: QRSymbol.quietZones)
      case .filtered(let filtered):
        guard filtered.source.canBeFiltered else {
          return inspector.report("no pictures that can go through a chain of filters")
        }
        inspector.inspect(filtered.source)
      case .canvasFilter(let filter):
        inspector.check("size", filter.size, within: Self.largestGroup)
      case .audioFilter(let filter):
        inspector.check("sampleRate", filter.sampleRate, in: 1...1 << 20)
        inspector.check("channels", filter.channels, in: 1...64)
      case .color, .generator, .filter, .look: break
      case .edit: inspector.report("an edit is no source")
      case .captions: inspector.report("captions are no source")
      }
    }
  }

  mutating func inspect(_ shading: Shading) {
    check("angle", shading.angle, in: 0...Shading.fullTurn - 1)
    check("centerX", shading.centerX, in: Shading.centerLimits)
    check("centerY", shading.centerY, in: Shading.centerLimits)
    check("radius", shading.radius, in: Shading.radiusLimits)
    if !Shading.stopLimits.contains(shading.stops.count) {
      report("a gradient has \(shading.stops.count) stops")
    }
    var least = 0
    for stop in shading.stops {
      check("position", stop.position, in: least...Shading.end)
      least = min(max(least, stop.position), Shading.end)
    }
  }
}
