internal import BaseValues
package import TimelineModel

extension PlannedSource: PlanObject {
  package static var blank: PlannedSource {
    PlannedSource(media: MediaID(0), name: "", content: .filter(""), contentHash: "")
  }

  package static let members: [PlanMember<PlannedSource>] = [
    PlanMember("media", \.media), PlanMember("name", \.name), PlanMember("content", \.content),
    PlanMember("reading", \.reading), PlanMember("contentHash", \.contentHash),
    PlanMember("onDamage", \.onDamage), PlanMember("frameHashes", \.frameHashes),
    PlanMember("isOpaque", \.isOpaque), PlanMember("pictures", \.pictures),
  ]
}

extension PlannedFrames: PlanObject {
  package static var blank: PlannedFrames {
    PlannedFrames(size: .blank, storage: .blank, standAlone: false)
  }

  package static let members: [PlanMember<PlannedFrames>] = [
    PlanMember("size", \.size), PlanMember("storage", \.storage),
    PlanMember("standAlone", \.standAlone), PlanMember("unit", \.unit),
  ]
}

extension FrameStorage: PlanObject {
  package static var blank: FrameStorage { FrameStorage() }
  package static let members: [PlanMember<FrameStorage>] = [
    PlanMember("bitsPerPixel", \.bitsPerPixel), PlanMember("bitDepth", \.bitDepth),
  ]
  package static var isInline: Bool { true }
}

extension Interpretation: PlanObject {
  package static var blank: Interpretation { Interpretation() }
  package static let members: [PlanMember<Interpretation>] = [
    PlanMember("interlace", \.interlace), PlanMember("alpha", \.alpha),
    PlanMember("colors", \.colors), PlanMember("orientation", \.orientation),
  ]
}

extension ColorSpaceTags: PlanObject {
  package static var blank: ColorSpaceTags { ColorSpaceTags() }
  package static let members: [PlanMember<ColorSpaceTags>] = [
    PlanMember("matrix", \.matrix), PlanMember("range", \.range),
    PlanMember("primaries", \.primaries), PlanMember("transfer", \.transfer),
  ]
  package static var isInline: Bool { true }
}

// MARK: - Content

extension MediaContent: PlanChoice {
  package static let cases: [PlanCase<MediaContent>] = [
    PlanCase("file", FileText.init) {
      .file(path: $0.path, videoStream: $0.video, audioStream: $0.audio)
    },
    PlanCase(
      "sequence", { if case .sequence(let pictures) = $0 { pictures } else { nil } },
      {
        .sequence($0)
      }),
    PlanCase("color", { if case .color(let color) = $0 { color } else { nil } }, { .color($0) }),
    PlanCase(
      "generator", { if case .generator(let made) = $0 { made } else { nil } },
      {
        .generator($0)
      }),
    PlanCase("look", LookText.init) { .look(path: $0.path, id: $0.id) },
    PlanCase("filter", { if case .filter(let text) = $0 { text } else { nil } }, { .filter($0) }),
    PlanCase(
      "filtered", { if case .filtered(let content) = $0 { content } else { nil } },
      {
        .filtered($0)
      }),
    PlanCase(
      "canvasFilter", { if case .canvasFilter(let filter) = $0 { filter } else { nil } },
      {
        .canvasFilter($0)
      }),
    PlanCase(
      "audioFilter", { if case .audioFilter(let filter) = $0 { filter } else { nil } },
      {
        .audioFilter($0)
      }),
  ]
}

extension CanvasFilter: PlanObject {
  package static var blank: CanvasFilter { CanvasFilter(chain: "", size: .blank) }
  package static let members: [PlanMember<CanvasFilter>] = [
    PlanMember("chain", \.chain), PlanMember("size", \.size),
  ]
}

extension AudioFilter: PlanObject {
  package static var blank: AudioFilter {
    AudioFilter(chain: "", sampleRate: 0, channels: 0, memory: nil)
  }

  package static let members: [PlanMember<AudioFilter>] = [
    PlanMember("chain", \.chain), PlanMember("sampleRate", \.sampleRate),
    PlanMember("channels", \.channels), PlanMember("memory", \.memory),
  ]
}

extension FilteredContent: PlanObject {
  package static var blank: FilteredContent {
    FilteredContent(source: .filter(""), chain: "", isAlone: false)
  }

  package static let members: [PlanMember<FilteredContent>] = [
    PlanMember("source", \.source), PlanMember("chain", \.chain),
    PlanMember("isAlone", \.isAlone),
  ]
}

/// What is said of a file.
private struct FileText: PlanObject {
  var path = ""
  var video: Int?
  var audio: AudioSelection?

  init() {}

  init?(_ content: MediaContent) {
    guard case .file(let path, let video, let audio) = content else { return nil }
    (self.path, self.video, self.audio) = (path, video, audio)
  }

  static var blank: FileText { FileText() }
  static let members: [PlanMember<FileText>] = [
    PlanMember("path", \.path), PlanMember("video", \.video), PlanMember("audio", \.audio),
  ]
}

/// What is said of a file of colours.
private struct LookText: PlanObject {
  var path = ""
  var id: String?

  init() {}

  init?(_ content: MediaContent) {
    guard case .look(let path, let id) = content else { return nil }
    (self.path, self.id) = (path, id)
  }

  static var blank: LookText { LookText() }
  static let members: [PlanMember<LookText>] = [
    PlanMember("path", \.path), PlanMember("id", \.id),
  ]
}

extension AudioSelection: PlanChoice {
  package static let cases: [PlanCase<AudioSelection>] = [
    PlanCase(
      "streams", { if case .streams(let numbers) = $0 { numbers } else { nil } },
      {
        .streams($0)
      }),
    PlanCase(
      "language", { if case .language(let code) = $0 { code } else { nil } },
      {
        .language($0)
      }),
    PlanCase("all", { if case .all = $0 { true } else { nil } }, { $0 ? .all : nil }),
  ]
}

extension NumberedPath {
  fileprivate static var blank: NumberedPath {
    guard let path = NumberedPath("%d") else { preconditionFailure("%d has a place for a number") }
    return path
  }
}

extension ImageSequence: PlanObject {
  package static var blank: ImageSequence { ImageSequence(path: .blank) }
  package static let members: [PlanMember<ImageSequence>] = [
    PlanMember("path", \.path), PlanMember("rate", \.rate), PlanMember("first", \.first),
    PlanMember("missing", \.missing),
  ]
}

extension Generator: PlanChoice {
  package static let cases: [PlanCase<Generator>] = [
    PlanCase("bars", { if case .bars = $0 { true } else { nil } }, { $0 ? .bars : nil }),
    PlanCase("below", { if case .below = $0 { true } else { nil } }, { $0 ? .below : nil }),
    PlanCase("gradient", GradientText.init) {
      .gradient(from: $0.from, to: $0.to, vertical: $0.isVertical)
    },
    PlanCase(
      "shading", { if case .shading(let shading) = $0 { shading } else { nil } }, { .shading($0) }),
    PlanCase(
      "counter", { if case .counter(let clip) = $0 { clip } else { nil } },
      {
        (0...255).contains($0) ? .counter(clip: $0) : nil
      }),
    PlanCase("qr", { if case .qr(let symbol) = $0 { symbol } else { nil } }, { .qr($0) }),
    PlanCase("tone", ToneText.init) {
      .tone(frequency: $0.frequency, level: $0.level, beep: $0.beep)
    },
  ]
}

private struct GradientText: PlanObject {
  var from = Color.clear
  var to = Color.clear
  var isVertical = false

  init() {}

  init?(_ generator: Generator) {
    guard case .gradient(let from, let to, let isVertical) = generator else { return nil }
    (self.from, self.to, self.isVertical) = (from, to, isVertical)
  }

  static var blank: GradientText { GradientText() }
  static let members: [PlanMember<GradientText>] = [
    PlanMember("from", \.from), PlanMember("to", \.to), PlanMember("isVertical", \.isVertical),
  ]
}

extension Shading.Kind: PlanCodable {}

extension Shading: PlanObject {
  package static var blank: Shading { Shading(.linear, stops: []) }
  package static let members: [PlanMember<Shading>] = [
    PlanMember("kind", \.kind), PlanMember("angle", \.angle), PlanMember("centerX", \.centerX),
    PlanMember("centerY", \.centerY), PlanMember("radius", \.radius),
    PlanMember("isCircle", \.isCircle), PlanMember("stops", \.stops),
  ]
}

extension Shading.Stop: PlanObject {
  package static var blank: Shading.Stop { Shading.Stop(.clear, at: 0) }
  package static let members: [PlanMember<Shading.Stop>] = [
    PlanMember("color", \.color), PlanMember("position", \.position),
  ]
  package static var isInline: Bool { true }
}

extension QRSymbol: PlanObject {
  package static var blank: QRSymbol { QRSymbol(text: "") }
  package static let members: [PlanMember<QRSymbol>] = [
    PlanMember("text", \.text), PlanMember("level", \.level),
    PlanMember("leastVersion", \.leastVersion), PlanMember("quietZone", \.quietZone),
    PlanMember("color", \.color), PlanMember("background", \.background),
  ]
}

private struct ToneText: PlanObject {
  var frequency = 0
  var level = 0
  var beep = false

  init() {}

  init?(_ generator: Generator) {
    guard case .tone(let frequency, let level, let beep) = generator else { return nil }
    (self.frequency, self.level, self.beep) = (frequency, level, beep)
  }

  static var blank: ToneText { ToneText() }
  static let members: [PlanMember<ToneText>] = [
    PlanMember("frequency", \.frequency), PlanMember("level", \.level), PlanMember("beep", \.beep),
  ]
}
