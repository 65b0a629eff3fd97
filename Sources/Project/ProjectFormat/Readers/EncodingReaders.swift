import Diagnostics
import BaseValues
import TimelineModel

/// Reads `output.video`.
enum VideoEncodingReader {
  static let codec = VideoCodec.h264

  static let crf = Key(
    "crf",
    Shape<Rational>.number(
      "a constant rate factor", minimum: tenths(codec.rateFactors.lowerBound),
      maximum: tenths(codec.rateFactors.upperBound), example: "20"),
    "Constant quality: 0 is lossless, 51 the worst; tenths count.", default: "20",
    examples: ["18", "23.5"])
  static let bitRate = Key(
    "bitRate", Shape<Int>.bitRate(codec.bitRates),
    "Average bits a second of the whole movie's pictures instead of constant quality.",
    examples: ["\"4M\"", "\"800k\""])
  static let maxRate = Key(
    "maxrate", Shape<Int>.bitRate(codec.bitRates),
    "Most bits a second that flow into a decoder's buffer (VBV).", examples: ["\"6M\""])
  static let bufferSize = Key(
    "bufsize", Shape<Int>.bitRate(codec.bitRates),
    "Bits that a decoder's buffer holds, beside \"maxrate\"; left out, those of two seconds.",
    examples: ["\"12M\""])
  static let preset = Key(
    "preset", Shape<String>.name("a preset of x264", of: codec.presets.map(\.name)),
    "How much time the encoder takes for a smaller file.", default: "\"medium\"",
    examples: ["\"veryfast\""])
  static let gop = Key(
    "gop", Shape<TimeExpression>.time(.aboveZero),
    "Greatest distance between key frames: a time or a number of frames.", default: "\"2s\"",
    examples: ["\"60f\""])
  static let profile = Key(
    "profile", Shape<String>.name("a profile of H.264", of: codec.profiles),
    "Profile of H.264; left out, the encoder chooses.", examples: ["\"high\""])

  static let description = ObjectDescription(
    "videoEncoding", "the video encoding", "How H.264 is encoded.",
    keys: [
      crf.description, bitRate.description, maxRate.description, bufferSize.description,
      preset.description, gop.description, profile.description,
    ], exclusive: [["crf", "bitRate"]])

  static let shape = Shape.object(description) { value, reading -> VideoEncodingDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var document = VideoEncodingDocument()
    if let crf = fields.read(crf, &reading), let tenths = try? crf.value.scaled(by: 10) {
      document.rateControl = .crf(tenths: Int(tenths))
    }
    if let bits = fields.read(bitRate, &reading) { document.rateControl = .bitRate(bits.value) }
    let maxRate = fields.read(maxRate, &reading)
    let bufferSize = fields.read(bufferSize, &reading)
    document.maxRate = maxRate?.value
    document.bufferSize = bufferSize?.value
    check(document, maxRate?.range, bufferSize?.range, &reading)
    document.preset = fields.read(preset, &reading)?.value
    document.gop = fields.read(gop, &reading)
    if let profile = fields.read(profile, &reading) {
      document.profile = profile.value
      // Below 1 x264 encodes without loss, which none of the profiles has.
      if case .crf(let tenths) = document.rateControl, tenths < 10 {
        reading.report(ProjectMessages.losslessProfile(profile.value, range: profile.range))
      }
    }
    return document
  }

  /// What the limits of the decoder's buffer need of each other.
  private static func check(
    _ document: VideoEncodingDocument, _ maxRange: SourceRange?, _ bufferRange: SourceRange?,
    _ reading: inout Reading
  ) {
    if let bufferRange, maxRange == nil {
      reading.report(ProjectMessages.bufferWithoutRate(range: bufferRange))
    }
    guard let maxRange, let maxRate = document.maxRate else { return }
    if case .bitRate(let bits) = document.rateControl, bits > maxRate {
      reading.report(ProjectMessages.rateAboveMaximum(bits, maximum: maxRate, range: maxRange))
    }
    if let size = document.bufferSize, let bufferRange {
      let least = DecoderBuffer.leastSize(at: maxRate)
      if size < least {
        reading.report(
          ProjectMessages.bufferTooSmall(size, rate: maxRate, least: least, range: bufferRange))
      }
    }
  }

  private static func tenths(_ count: Int) -> Rational { Rational(Int64(count), 10) ?? .zero }
}

/// What `output.audio` says.
struct AudioEncodingDocument: Sendable {
  /// `nil` for no sound.
  var encoding: AudioEncoding?
  var mastering = Mastering()
  var declick: Located<TimeExpression>?
  var filter: FilterDocument?
}

/// Reads `output.audio`.
enum AudioEncodingReader {
  static let codec = AudioCodec.aac

  static let bitRate = Key(
    "bitRate", Shape<Int>.bitRate(codec.bitRates), "Bits a second; left out, 96k for each channel.",
    examples: ["\"128k\""])
  static let sampleRate = Key(
    "sampleRate", Shape<Int>.sampleRate,
    "Samples a second: one of AAC's rates up to 96000, or 176400 or 192000 for `cutlist mix` alone.",
    default: "48000", examples: ["44100"])
  static let channels = Key(
    "channels", Shape<Int>.channelLayout,
    "The loudspeakers: `mono`, `stereo`, `5.1` or `7.1`, or their number.", default: "2",
    examples: ["1", "\"5.1\""])
  static let audioFilter = Key(
    "audioFilter", FilterReader.soundShape,
    "A chain of FFmpeg's libavfilter that the sum of all sound goes through, before `gain` or `loudness` and the "
      + "limiter.", examples: ["\"acompressor=threshold=0.25:ratio=2\""])
  static let gain = Key(
    "gain", Shape<Rational>.gain, "How loud the sum of all sound is.", default: "1",
    examples: ["\"-3dB\""])
  static let loudness = Key(
    "loudness",
    Shape<Rational>.number(
      "a loudness in LUFS", minimum: Mastering.loudnesses.lowerBound,
      maximum: Mastering.loudnesses.upperBound, example: "-16"),
    "Integrated loudness in LUFS (ITU-R BS.1770) that the movie is brought to by one gain.",
    examples: ["-16", "-23"])
  static let truePeak = Key(
    "truePeak",
    Shape<Rational>.number(
      "a true peak in dBTP", minimum: Mastering.truePeaks.lowerBound,
      maximum: Mastering.truePeaks.upperBound, example: "-1"),
    "What true peaks are kept below by a limiter, in dBTP; -1 beside `loudness`, else no limit.",
    examples: ["-1"])

  static let declick = Key(
    "declick", Shape<TimeExpression>.time(.zeroOrMore),
    "How long sound takes to rise and to fall where it is cut within its source, and for a step of gain: up to "
      + "20 ms; 0 for not at all.", default: "\"5ms\"", examples: ["\"2ms\"", "0"])

  static let description = ObjectDescription(
    "audioEncoding", "the sound of the output", "How the sum of all sound is treated and encoded.",
    keys: [
      bitRate.description, sampleRate.description, channels.description, gain.description,
      loudness.description, truePeak.description, audioFilter.description, declick.description,
    ], exclusive: [["gain", "loudness"]])

  static let shape = Shape<AudioEncodingDocument>(
    expected: "an object or false", example: "{ \"bitRate\": \"192k\" }",
    schema: .any([.object(description), .constant("false")])
  ) { value, reading in
    if case .bool(false) = value.kind { return AudioEncodingDocument(encoding: nil) }
    guard case .object = value.kind else {
      return reading.wrong(value, "an object or false", "{ \"bitRate\": \"192k\" }")
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let bits = fields.read(bitRate, &reading)
    let rate = fields.read(sampleRate, &reading)
    let channels = fields.read(channels, &reading)
    let encoding = AudioEncoding(
      codec, bitRate: bits?.value, sampleRate: rate?.value, channels: channels?.value)
    var mastering = Mastering()
    if let gain = fields.read(gain, &reading) { mastering.gain = gain.value }
    if let loudness = fields.read(loudness, &reading) {
      mastering.loudness = loudness
      mastering.truePeak = Mastering.usualTruePeak
    }
    if let peak = fields.read(truePeak, &reading) { mastering.truePeak = peak.value }
    return AudioEncodingDocument(
      encoding: encoding, mastering: mastering, declick: fields.read(declick, &reading),
      filter: fields.read(audioFilter, &reading)?.value)
  }
}

extension Shape where Value == Int {
  /// One of the sample rates of AAC, or of those that sound is mixed in alone.
  static var sampleRate: Shape {
    let rates = AudioEncodingReader.codec.mixingRates
    return Shape(
      expected: "a sample rate", example: "48000",
      schema: .any(rates.map { .constant("\($0)") })
    ) { value, reading in
      guard case .number(let digits) = value.kind else {
        return reading.wrong(value, "a sample rate", "48000") {
          Spelling.sampleRate($0, of: rates)
        }
      }
      guard let rate = rates.first(where: { Rational.decimal(digits) == Rational(Int64($0)) })
      else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(digits), expected: "a sample rate", range: value.range,
            limits: "one of \(rates.map(String.init).joined(separator: ", "))",
            respelling: Spelling.sampleRate(digits, of: rates)))
        return nil
      }
      return rate
    }
  }
}
