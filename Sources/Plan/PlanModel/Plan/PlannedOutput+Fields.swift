package import BaseValues
package import OutputKinds
internal import TimelineModel

// The order of the fields is that of files.

extension PlannedOutput: PlanRecord {
  package static var blank: PlannedOutput {
    PlannedOutput(
      size: .blank, rate: .blank, frameCount: 0, background: .blank, video: .blank, audio: nil)
  }

  /// The background counts where it is seen, and how sound is encoded in the keys of sound. Packets of a
  /// codec are the same in any container.
  package static let fields: [RecordField<PlannedOutput>] = [
    RecordField("size", \.size), RecordField("rate", \.rate),
    .label("frameCount", \.frameCount), .label("background", \.background),
    .label("container", \.container, usual: .usual),
    .label(
      optional: "segmentFrames", \.segmentFrames,
      limits: PlanLimits { name, frames, inspector in
        inspector.check(name, frames, in: 1...1 << 30)
      }), .label("isFragmented", \.isFragmented, usual: false),
    .label("description", \.description, usual: MovieDescription()),
    .label(optional: "maxSize", \.maxSize, limits: .range(1...1 << 50)),
    RecordField("video", \.video),
    .label("audio", \.audio), .label("otherAudio", \.otherAudio, usual: []),
  ]
}

extension FrameRate: KeyValue {
  fileprivate static var blank: FrameRate {
    guard let rate = FrameRate(1) else { preconditionFailure("1 is a frame rate") }
    return rate
  }

  package func add(to key: inout KeyWriter) {
    key.add(frames)
    key.add(seconds)
  }
}

extension Size: KeyValue {
  static var blank: Size { Size(width: 1, height: 1) }

  package func add(to key: inout KeyWriter) {
    key.add(width)
    key.add(height)
  }
}

extension YCbCr: PlanObject {
  package static var blank: YCbCr { YCbCr(y: 0, cb: 0, cr: 0) }
  package static let members: [PlanMember<YCbCr>] = [
    PlanMember("y", \.y), PlanMember("cb", \.cb), PlanMember("cr", \.cr),
  ]
  package static var isInline: Bool { true }
}

extension VideoEncoding: PlanRecord {
  package static var blank: VideoEncoding { VideoEncoding() }

  /// The level at which a chunk is encoded is found later, and what that is found with counts in its
  /// keys: see `RenderPlan.key(_:isPilot:levelSteps:)`.
  package static let fields: [RecordField<VideoEncoding>] = [
    RecordField("codec", \.codec, order: 1),
    RecordField("rateControl", \.rateControl, limits: rateLimits) { video, control, key in
      if video.sharesBits { key.add(1) } else { key.add(control) }
    },
    RecordField("preset", \.preset, order: 1),
    // What the encoder takes where nothing is said.
    RecordField("gopFrames", \.gopFrames, order: 1, limits: .range(1...1 << 30)) { video, _, key in
      key.add(video.gopFrames(at: key.plan.output.rate))
    },
    RecordField("profile", \.profile, order: 1) { $2.add($1 ?? "") },
    RecordField(optional: "tune", \.tune, order: 1),
    RecordField("bitDepth", \.bitDepth, usual: 8, order: 1),
    RecordField("color", \.color, usual: .sdr, order: 1),
    RecordField("hasAlpha", \.hasAlpha, usual: false, order: 1),
    RecordField(
      optional: "masteringDisplay", \.masteringDisplay, order: 1,
      limits: PlanLimits { name, display, inspector in
        inspector.check(name, display.peak, in: MasteringDisplay.peaks)
        inspector.check(name, display.black, in: MasteringDisplay.blacks)
      }),
    .label(optional: "maxRate", \.maxRate, limits: bitRateLimits),
    .label(optional: "bufferSize", \.bufferSize, limits: bitRateLimits),
  ]

  private static let rateLimits = PlanLimits<RateControl> { name, control, inspector in
    let codec = inspector.plan.output.video.codec
    switch control {
    case .crf(let tenths): inspector.check(name, tenths, in: codec.quality.tenths)
    case .bitRate(let rate): inspector.check(name, rate, in: codec.bitRates)
    }
  }

  private static let bitRateLimits = PlanLimits<Int> { name, rate, inspector in
    inspector.check(name, rate, in: inspector.plan.output.video.codec.bitRates)
  }
}

extension VideoEncoding.RateControl: PlanChoice, KeyValue {
  package static let cases: [PlanCase<VideoEncoding.RateControl>] = [
    PlanCase(
      "crf", { if case .crf(let tenths) = $0 { tenths } else { nil } }, { .crf(tenths: $0) }),
    PlanCase(
      "bitRate", { if case .bitRate(let rate) = $0 { rate } else { nil } }, { .bitRate($0) }),
  ]

  package func add(to key: inout KeyWriter) {
    switch self {
    case .crf(let tenths):
      key.add(0)
      key.add(tenths)
    case .bitRate(let rate):
      key.add(1)
      key.add(rate)
    }
  }
}

extension AudioEncoding: PlanRecord {
  package static var blank: AudioEncoding { AudioEncoding() }

  /// The others are those of the sound that is encoded.
  package static let fields: [RecordField<AudioEncoding>] = [
    RecordField("codec", \.codec), RecordField("bitRate", \.bitRate, limits: bitRateLimits),
    .label("sampleRate", \.sampleRate, limits: sampleRateLimits),
    .label("channels", \.channels, limits: channelLimits),
  ]

  private static let bitRateLimits = PlanLimits<Int> { name, rate, inspector in
    guard let codec = inspector.plan.output.audio?.codec else { return }
    inspector.check(name, rate, in: codec.bitRates)
  }

  private static let sampleRateLimits = PlanLimits<Int> { _, rate, inspector in
    guard let codec = inspector.plan.output.audio?.codec, !codec.mixingRates.contains(rate)
    else { return }
    inspector.report("\(codec.title) has no \(rate) samples a second")
  }

  private static let channelLimits = PlanLimits<Int> { _, count, inspector in
    guard let codec = inspector.plan.output.audio?.codec, !codec.channels.contains(count)
    else { return }
    inspector.report("\(codec.title) has no \(count) channels")
  }
}

extension MasteringDisplay: PlanObject, KeyValue {
  package static var blank: MasteringDisplay { MasteringDisplay() }
  package static let members: [PlanMember<MasteringDisplay>] = [
    PlanMember("primaries", \.primaries), PlanMember("peak", \.peak),
    PlanMember("black", \.black),
  ]
  package static var isInline: Bool { true }

  package func add(to key: inout KeyWriter) {
    key.add(primaries.rawValue)
    key.add(peak)
    key.add(black)
  }
}

extension PictureColor: KeyValue {
  package func add(to key: inout KeyWriter) { key.add(rawValue) }
}

extension VideoCodec: KeyValue {}

extension AudioCodec: KeyValue {}

extension KeyValue where Self: OutputKind {
  package func add(to key: inout KeyWriter) { key.add(name) }
}
