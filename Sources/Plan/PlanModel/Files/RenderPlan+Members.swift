public import AudioMixing
public import BaseValues
package import OutputKinds
package import TimelineModel

// The lists of a plan, as its file has them.

extension RenderPlan: PlanObject {
  package static var blank: RenderPlan {
    RenderPlan(
      output: .blank, sources: [], conforms: [], rasters: [], segments: [], audio: nil, chunks: [],
      ledger: [])
  }

  package static let members: [PlanMember<RenderPlan>] = [
    PlanMember("output", \.output), PlanMember("sources", \.sources),
    PlanMember("conforms", \.conforms), PlanMember("rasters", \.rasters),
    PlanMember("masks", \.masks), PlanMember("segments", \.segments),
    PlanMember("audio", \.audio), PlanMember("chunks", \.chunks), PlanMember("ledger", \.ledger),
    PlanMember(optional: "program", \.program),
  ]
}

// MARK: - Output

extension PlannedOutput: PlanObject {
  package static var blank: PlannedOutput {
    PlannedOutput(
      size: .blank, rate: .blank, frameCount: 0, background: .blank, video: .blank, audio: nil)
  }

  package static let members: [PlanMember<PlannedOutput>] = [
    PlanMember("size", \.size), PlanMember("rate", \.rate),
    PlanMember("frameCount", \.frameCount), PlanMember("background", \.background),
    PlanMember(optional: "container", \.otherContainer), PlanMember("video", \.video),
    PlanMember("audio", \.audio),
  ]

  /// The container where it is not the usual one.
  private var otherContainer: MovieContainer? {
    get { container == .usual ? nil : container }
    set { container = newValue ?? .usual }
  }
}

extension FrameRate {
  fileprivate static var blank: FrameRate {
    guard let rate = FrameRate(1) else { preconditionFailure("1 is a frame rate") }
    return rate
  }
}

extension Size {
  static var blank: Size { Size(width: 1, height: 1) }
}

extension YCbCr: PlanObject {
  package static var blank: YCbCr { YCbCr(y: 0, cb: 0, cr: 0) }
  package static let members: [PlanMember<YCbCr>] = [
    PlanMember("y", \.y), PlanMember("cb", \.cb), PlanMember("cr", \.cr),
  ]
  package static var isInline: Bool { true }
}

extension VideoEncoding: PlanObject {
  package static var blank: VideoEncoding { VideoEncoding() }
  package static let members: [PlanMember<VideoEncoding>] = [
    PlanMember("codec", \.codec), PlanMember("rateControl", \.rateControl),
    PlanMember("preset", \.preset), PlanMember("gopFrames", \.gopFrames),
    PlanMember("profile", \.profile), PlanMember(optional: "maxRate", \.maxRate),
    PlanMember(optional: "bufferSize", \.bufferSize),
  ]
}

extension VideoEncoding.RateControl: PlanChoice {
  package static let cases: [PlanCase<VideoEncoding.RateControl>] = [
    PlanCase(
      "crf", { if case .crf(let tenths) = $0 { tenths } else { nil } }, { .crf(tenths: $0) }),
    PlanCase(
      "bitRate", { if case .bitRate(let rate) = $0 { rate } else { nil } }, { .bitRate($0) }),
  ]
}

extension AudioEncoding: PlanObject {
  package static var blank: AudioEncoding { AudioEncoding() }
  package static let members: [PlanMember<AudioEncoding>] = [
    PlanMember("codec", \.codec), PlanMember("bitRate", \.bitRate),
    PlanMember("sampleRate", \.sampleRate), PlanMember("channels", \.channels),
  ]
}

// MARK: - Pictures

extension Conform: PlanObject {
  package static var blank: Conform { Conform(media: MediaID(0), crop: .blank, size: .blank) }
  package static let members: [PlanMember<Conform>] = [
    PlanMember("media", \.media), PlanMember("crop", \.crop), PlanMember("size", \.size),
    PlanMember(optional: "filter", \.filter),
  ]
}

extension FilterBlocks: PlanObject {
  package static var blank: FilterBlocks { .alone }
  package static let members: [PlanMember<FilterBlocks>] = [
    PlanMember("first", \.first), PlanMember("memory", \.memory),
    PlanMember("isEndless", \.isEndless),
  ]
  package static var isInline: Bool { true }
}

extension Rect: PlanObject {
  package static var blank: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }
  package static let members: [PlanMember<Rect>] = [
    PlanMember("x", \.x), PlanMember("y", \.y), PlanMember("width", \.width),
    PlanMember("height", \.height),
  ]
  package static var isInline: Bool { true }
}

extension TextRaster: PlanObject {
  package static var blank: TextRaster {
    TextRaster(style: .blank, anchorX: 0, anchorY: 0, scale: 1)
  }

  package static let members: [PlanMember<TextRaster>] = [
    PlanMember("style", \.style), PlanMember("anchorX", \.anchorX),
    PlanMember("anchorY", \.anchorY), PlanMember("scale", \.scale),
    PlanMember("fontHash", \.fontHash),
  ]
}

extension TextStyle: PlanObject {
  package static var blank: TextStyle { TextStyle(text: "", font: .family(""), size: .one) }
  package static let members: [PlanMember<TextStyle>] = [
    PlanMember("text", \.text), PlanMember("font", \.font), PlanMember("size", \.size),
    PlanMember("weight", \.weight), PlanMember("italic", \.italic), PlanMember("color", \.color),
    PlanMember("alignment", \.alignment), PlanMember("maximumWidth", \.maximumWidth),
    PlanMember("lineSpacing", \.lineSpacing), PlanMember("outlineWidth", \.outlineWidth),
    PlanMember("outlineColor", \.outlineColor), PlanMember("shadowColor", \.shadowColor),
    PlanMember("shadowOffset", \.shadowOffset), PlanMember("shadowBlur", \.shadowBlur),
    PlanMember("boxColor", \.boxColor), PlanMember("boxPadding", \.boxPadding),
  ]
}

extension Point: PlanObject {
  package static var blank: Point { Point(x: .zero, y: .zero) }
  package static let members: [PlanMember<Point>] = [PlanMember("x", \.x), PlanMember("y", \.y)]
  package static var isInline: Bool { true }
}

extension FontChoice: PlanChoice {
  package static let cases: [PlanCase<FontChoice>] = [
    PlanCase("family", { if case .family(let name) = $0 { name } else { nil } }, { .family($0) }),
    PlanCase("file", { if case .file(let path) = $0 { path } else { nil } }, { .file(path: $0) }),
  ]
}

extension PictureSegment: PlanObject {
  package static var blank: PictureSegment { PictureSegment(frames: 0..<0, layers: []) }
  /// The frames come first: they say how many values the layers have.
  package static let members: [PlanMember<PictureSegment>] = [
    PlanMember("frames", \.frames), PlanMember("layers", \.layers),
  ]

  package func frameCount(within count: Int) -> Int { frames.count }
}

// MARK: - Sound

extension AudioPlan: PlanObject {
  package static var blank: AudioPlan {
    AudioPlan(sampleRate: 0, channels: 0, sampleCount: 0, spans: [])
  }

  package static let members: [PlanMember<AudioPlan>] = [
    PlanMember("sampleRate", \.sampleRate), PlanMember("channels", \.channels),
    PlanMember("sampleCount", \.sampleCount), PlanMember(optional: "ceiling", \.ceiling),
    PlanMember(optional: "loudness", \.loudness),
    PlanMember("spans", \.spans), PlanMember("buses", \.buses),
  ]
}

extension AudioBus: PlanObject {
  package static var blank: AudioBus {
    AudioBus(label: "", media: MediaID(0), samples: 0..<0, memory: nil)
  }

  package static let members: [PlanMember<AudioBus>] = [
    PlanMember("label", \.label), PlanMember("media", \.media), PlanMember("samples", \.samples),
    PlanMember("memory", \.memory), PlanMember(optional: "matrix", \.matrix),
    PlanMember("envelopes", \.envelopes),
    PlanMember("pan", \.pan), PlanMember("panning", \.panning),
    PlanMember(optional: "parent", \.parent),
  ]
}

extension AudioSpan: PlanObject {
  package static var blank: AudioSpan {
    AudioSpan(origin: .blank, media: MediaID(0), samples: 0..<0, sourceSample: 0, envelopes: [])
  }

  package static let members: [PlanMember<AudioSpan>] = [
    PlanMember("origin", \.origin), PlanMember("media", \.media),
    PlanMember("samples", \.samples), PlanMember("sourceSample", \.sourceSample),
    PlanMember(optional: "sourceTime", \.sourceTime),
    PlanMember("speed", \.speed), PlanMember(optional: "curve", \.curve),
    PlanMember(optional: "loop", \.loop), PlanMember(optional: "joint", \.joint),
    PlanMember("pitch", \.pitch),
    PlanMember("envelopes", \.envelopes), PlanMember("pan", \.pan),
    PlanMember("panning", \.panning), PlanMember(optional: "routes", \.routes),
    PlanMember(optional: "matrix", \.matrix), PlanMember(optional: "bus", \.bus),
  ]
}

extension ChannelRoute: PlanObject {
  package static var blank: ChannelRoute { ChannelRoute(output: 0, input: 0, gain: 0) }
  package static let members: [PlanMember<ChannelRoute>] = [
    PlanMember("output", \.output), PlanMember("input", \.input), PlanMember("gain", \.gain),
  ]
  package static var isInline: Bool { true }
}

extension ChannelMatrix: PlanObject {
  package static var blank: ChannelMatrix { ChannelMatrix(channels: 0, factors: []) }
  package static let members: [PlanMember<ChannelMatrix>] = [
    PlanMember("channels", \.channels), PlanMember("factors", \.factors),
  ]
  package static var isInline: Bool { true }
}

extension SpeedCurve: PlanObject {
  package static var blank: SpeedCurve { SpeedCurve([]) }
  package static let members: [PlanMember<SpeedCurve>] = [PlanMember("points", \.points)]
}

extension SpeedCurve.Point: PlanObject {
  package static var blank: SpeedCurve.Point { SpeedCurve.Point(at: .zero, speed: .one) }
  package static let members: [PlanMember<SpeedCurve.Point>] = [
    PlanMember("at", \.at), PlanMember("speed", \.speed), PlanMember("isHeld", \.isHeld),
  ]
  package static var isInline: Bool { true }
}

extension SourceLoop: PlanObject {
  package static var blank: SourceLoop { SourceLoop(start: .zero, length: .one) }
  package static let members: [PlanMember<SourceLoop>] = [
    PlanMember("start", \.start), PlanMember("length", \.length),
    PlanMember("isPingPong", \.isPingPong), PlanMember(optional: "crossFade", \.crossFade),
  ]
  package static var isInline: Bool { true }
}

extension LoopJoint: PlanObject {
  package static var blank: LoopJoint {
    LoopJoint(length: 1, first: 0, startsInside: false, endsInside: false)
  }
  package static let members: [PlanMember<LoopJoint>] = [
    PlanMember("length", \.length), PlanMember("first", \.first),
    PlanMember("startsInside", \.startsInside), PlanMember("endsInside", \.endsInside),
  ]
  package static var isInline: Bool { true }
}

extension GainEnvelope: PlanObject {
  package static var blank: GainEnvelope { GainEnvelope(purpose: "", points: []) }
  package static let members: [PlanMember<GainEnvelope>] = [
    PlanMember("purpose", \.purpose), PlanMember("points", \.points),
  ]
}

extension GainPoint: PlanObject {
  package static var blank: GainPoint { GainPoint(sample: 0, gain: 0, curve: .hold) }
  package static let members: [PlanMember<GainPoint>] = [
    PlanMember("sample", \.sample), PlanMember("gain", \.gain), PlanMember("curve", \.curve),
  ]
  package static var isInline: Bool { true }
}

// MARK: - Chunks and the ledger

extension Chunk: PlanObject {
  package static var blank: Chunk { Chunk(index: 0, frames: 0..<0) }
  package static let members: [PlanMember<Chunk>] = [
    PlanMember("index", \.index), PlanMember("frames", \.frames),
  ]
  package static var isInline: Bool { true }
}

extension LedgerEntry: PlanObject {
  package static var blank: LedgerEntry {
    LedgerEntry(origin: .blank, point: "", unit: .frame, exact: .zero, position: 0, error: .zero)
  }

  package static let members: [PlanMember<LedgerEntry>] = [
    PlanMember("origin", \.origin), PlanMember("point", \.point), PlanMember("unit", \.unit),
    PlanMember("exact", \.exact), PlanMember("position", \.position), PlanMember("error", \.error),
  ]
}

extension PlanOrigin: PlanObject {
  package static var blank: PlanOrigin { PlanOrigin(track: TrackID(0), item: .clip(0), label: "") }
  package static let members: [PlanMember<PlanOrigin>] = [
    PlanMember("track", \.track), PlanMember("item", \.item), PlanMember("label", \.label),
  ]
  package static var isInline: Bool { true }
}

extension PlanOrigin.Item: PlanChoice {
  package static let cases: [PlanCase<PlanOrigin.Item>] = [
    PlanCase("clip", { if case .clip(let index) = $0 { index } else { nil } }, { .clip($0) }),
    PlanCase(
      "transition", { if case .transition(let index) = $0 { index } else { nil } },
      {
        .transition($0)
      }),
    PlanCase(
      "title", { if case .title(let index, let layer) = $0 { [index, layer] } else { nil } },
      { (indices: [Int]) in
        indices.count == 2 ? .title(indices[0], layer: indices[1]) : nil
      }),
  ]
}
