import BaseValues
import Diagnostics
import OutputKinds
import TimelineModel

private func tenths(_ count: Int) -> Rational { Rational(Int64(count), 10) ?? .zero }

private func tenthsText(_ count: Int) -> String { tenths(count).decimalApproximation(places: 1) }

/// The keys of one codec of pictures, as it lists them.
private struct VideoKeys: Sendable {
  let quality: Key<Rational>?
  let bitRate: Key<Int>?
  let maxRate: Key<Int>?
  let bufferSize: Key<Int>?
  let preset: Key<String>?
  let gop: Key<TimeExpression>?
  let bitDepth: Key<Int>?
  let profile: Key<String>?
  let tune: Key<String>?
  /// All of them, in the codec's order.
  let descriptions: [KeyDescription]

  init(_ codec: VideoCodec) {
    func key<Value>(
      _ role: EncodingKey.Role, default: String? = nil, _ shape: (EncodingKey) -> Shape<Value>
    ) -> Key<Value>? {
      codec.keys.first { $0.role == role }.map {
        Key(
          $0.name, shape($0), $0.meaning, default: `default`, examples: $0.examples,
          since: $0.since)
      }
    }
    let usual = tenthsText(codec.quality.usual)
    quality = key(.quality, default: usual) {
      .number(
        $0.expected, minimum: tenths(codec.quality.tenths.lowerBound),
        maximum: tenths(codec.quality.tenths.upperBound), example: usual)
    }
    bitRate = key(.bitRate) { _ in .bitRate(codec.bitRates) }
    maxRate = key(.maxRate) { _ in .bitRate(codec.bitRates) }
    bufferSize = key(.bufferSize) { _ in .bitRate(codec.bitRates) }
    preset = key(
      .preset,
      default: codec.hasNumberedPresets
        ? codec.defaultPreset : JSONText.quoted(codec.defaultPreset)
    ) {
      .preset($0.expected, of: codec)
    }
    gop = key(.keyFrameDistance, default: JSONText.quoted("\(codec.keyFrameSeconds)s")) { _ in
      .time(.aboveZero)
    }
    bitDepth = key(.bitDepth, default: "\(codec.usualBitDepth)") {
      .number($0.expected, of: codec.formats.map(\.bitDepth)) { digits, depths in
        Spelling.bitDepth(digits, of: depths)
      }
    }
    profile = key(.profile) { .name($0.expected, of: codec.profiles) }
    tune = key(.tune) { .name($0.expected, of: codec.tunings) }
    let known = [
      quality?.description, bitRate?.description, maxRate?.description, bufferSize?.description,
      preset?.description, gop?.description, bitDepth?.description, profile?.description,
      tune?.description,
    ].compactMap(\.self)
    descriptions = codec.keys.compactMap { key in known.first { $0.name == key.name } }
  }
}

/// Reads `output.video`.
enum VideoEncodingReader {
  static let codec = Key<VideoCodec>(
    "codec", "What pictures are encoded with; left out, what is usual in the container.",
    since: "0.2.0")
  private static let keys = VideoCodec.all.map { ($0, VideoKeys($0)) }

  static let description = ObjectDescription(
    "videoEncoding", "the video encoding", "How pictures are encoded: \(VideoCodec.titles).",
    keys: [codec?.description].compactMap(\.self)
      + KeyDescription.merged(keys.map { ($0.title, $1.descriptions) }),
    exclusive: VideoCodec.all.compactMap { codec in
      let names = codec.keys.filter { [.quality, .bitRate].contains($0.role) }.map(\.name)
      return names.count > 1 ? names : nil
    })

  static let shape = shape(in: .usual)

  /// - Parameters:
  ///   - container: what the pictures are to be in.
  ///   - color: what is written of their codes.
  ///   - hasAlpha: whether they are to have alpha.
  static func shape(
    in container: MovieContainer, _ color: Located<PictureColor>? = nil, hasAlpha: Bool = false
  ) -> Shape<VideoEncodingDocument> {
    let usual = container.usualVideoCodec(hasAlpha: hasAlpha)
    return Shape.object(description) { value, reading in
      read(value, container, usual, color, &reading)
    }
  }

  private static func read(
    _ value: JSONValue, _ container: MovieContainer, _ usual: VideoCodec,
    _ color: Located<PictureColor>?, _ reading: inout Reading
  ) -> VideoEncodingDocument? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let chosen = fields.read(codec, of: container, container.videoCodecs, usual: usual, &reading)
    var document = VideoEncodingDocument(codec: chosen)
    guard let keys = keys.first(where: { $0.0 == chosen })?.1 else { return document }
    fields.refuseKeys(
      besides: keys.descriptions + [codec?.description].compactMap(\.self),
      container.title(of: chosen), &reading)
    if let quality = fields.read(keys.quality, &reading),
      let tenths = try? quality.value.scaled(by: 10)
    {
      document.rateControl = .crf(tenths: Int(tenths))
    }
    if let bits = fields.read(keys.bitRate, &reading) {
      document.rateControl = .bitRate(bits.value)
    }
    let maxRate = fields.read(keys.maxRate, &reading)
    let bufferSize = fields.read(keys.bufferSize, &reading)
    document.maxRate = maxRate?.value
    document.bufferSize = bufferSize?.value
    check(document, maxRate?.range, bufferSize?.range, &reading)
    document.preset = fields.read(keys.preset, &reading)?.value
    document.gop = fields.read(keys.gop, &reading)
    let depth = fields.read(keys.bitDepth, &reading)
    document.bitDepth = depth?.value
    if let depth, let color, depth.value < color.value.leastBitDepth {
      reading.report(
        ProjectMessages.colorNeedsBits(
          color.value.title, least: color.value.leastBitDepth, written: depth.value,
          range: depth.range))
    }
    document.tune = fields.read(keys.tune, &reading)?.value
    if let profile = fields.read(keys.profile, &reading) {
      document.profile = profile.value
      check(profile, document, keys, color?.value ?? .sdr, &reading)
    }
    return document
  }

  /// Whether a profile has pictures of the depth and the quality.
  private static func check(
    _ profile: Located<String>, _ document: VideoEncodingDocument, _ keys: VideoKeys,
    _ color: PictureColor, _ reading: inout Reading
  ) {
    let codec = document.codec
    let depth = document.bitDepth ?? codec.usualBitDepth(of: color) ?? codec.usualBitDepth
    guard let format = codec.format(bitDepth: depth) else { return }
    guard format.allProfiles.contains(profile.value) else {
      let own = codec.formats.first { $0.allProfiles.contains(profile.value) }?.bitDepth
      reading.report(
        ProjectMessages.profileOfOtherDepth(
          profile.value, bits: depth, key: keys.bitDepth?.description.name ?? "", own: own,
          profiles: format.allProfiles, range: profile.range))
      return
    }
    if case .crf(let tenths) = document.rateControl, let lossless = format.lossless,
      tenths < lossless
    {
      reading.report(
        ProjectMessages.losslessProfile(
          profile.value, key: keys.quality?.description.name ?? "",
          below: tenthsText(lossless), range: profile.range))
    }
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
}

/// What `output.audio` says.
struct AudioEncodingDocument: Sendable {
  /// `nil` for no sound.
  var encoding: AudioEncoding?
  var mastering = Mastering()
  var declick: Located<TimeExpression>?
  var filter: FilterDocument?
  var track = TrackDescription()
  var mixes: [AudioMixDocument] = []
}

/// Reads `output.audio`.
enum AudioEncodingReader {
  static let codec = Key<AudioCodec>(
    "codec", "What sound is encoded with; left out, what is usual in the container.", since: "0.2.0"
  )

  /// None for codecs that keep every sample.
  static func bitRate(_ codec: AudioCodec) -> Key<Int>? {
    if codec.isLossless { return nil }
    return Key(
      "bitRate", Shape<Int>.bitRate(codec.bitRates, of: codec.rates),
      "Bits a second; left out, \(codec.defaultBitRatePerChannel / 1000)k for each channel.",
      examples: ["\"128k\""])
  }

  private static func sampleRate(_ codec: AudioCodec) -> Key<Int> {
    let alone = SoundFormat.ratesAlone.map(String.init).joined(separator: " or ")
    return Key(
      "sampleRate", Shape<Int>.sampleRate(codec.mixingRates),
      "Samples a second: one of \(codec.title)'s rates up to \(codec.sampleRates.max() ?? 0), or \(alone) for "
        + "`cutlist mix` alone.",
      default: "\(codec.defaultSampleRate)", examples: ["44100"])
  }

  static let channels = Key(
    "channels", Shape<Int>.channelLayout,
    "The loudspeakers: `mono`, `stereo`, `5.1` or `7.1`, or their number.", default: "2",
    examples: ["1", "\"5.1\""])
  static let audioFilter = Key(
    "audioFilter", FilterReader.soundShape,
    "A chain of FFmpeg's audio filters for the master, before `gain` or `loudness` and the limiter.",
    examples: ["\"acompressor=threshold=0.25:ratio=2\""])
  static let gain = Key(
    "gain", Shape<Rational>.gain, "Gain of the master.", default: "1",
    examples: ["\"-3dB\""])
  static let loudness = Key(
    "loudness",
    Shape<Rational>.number(
      "a loudness in LUFS", minimum: Mastering.loudnesses.lowerBound,
      maximum: Mastering.loudnesses.upperBound, example: "-16"),
    "Normalizes the movie to this integrated loudness in LUFS (ITU-R BS.1770), by one gain.",
    examples: ["-16", "-23"])
  static let truePeak = Key(
    "truePeak",
    Shape<Rational>.number(
      "a true peak in dBTP", minimum: Mastering.truePeaks.lowerBound,
      maximum: Mastering.truePeaks.upperBound, example: "-1"),
    "Ceiling of the limiter for true peaks, in dBTP. Left out, -1 beside `loudness`, else no limiter.",
    examples: ["-1"])

  static let declick = Key(
    "declick", Shape<TimeExpression>.time(.zeroOrMore),
    "Ramp that avoids clicks where sound is cut within its source, and at steps of gain: up to "
      + "20 ms; 0 for none.", default: "\"5ms\"", examples: ["\"2ms\"", "0"])

  static let language = Key(
    "language", Shape<LanguageTag>.language, "What is spoken in it, by its BCP 47 tag.",
    examples: ["\"en\"", "\"pt-BR\""], since: "0.2.0")
  static let title = Key(
    "name", Shape<String>.text("a name", example: "\"Original\""),
    "What players call the track.", examples: ["\"Original\""], since: "0.2.0")

  static let tracks = Key(
    "tracks",
    AudioMixReader.list(of: AudioMixReader.shape(AudioMixReader.Usual())),
    "The movie's tracks of sound, each a mix of its own, in the order of the file. Left out, there is one of all tracks.",
    examples: [
      "[{\"name\": \"Full mix\"}, {\"name\": \"Music and effects\", \"without\": [\"voice\"]}]"
    ], since: "0.2.0")

  static let description = ObjectDescription(
    "audioEncoding", "the sound of the output",
    "How the master (the mix of all tracks) is treated and encoded.",
    keys: [codec?.description].compactMap(\.self)
      + KeyDescription.merged(
        AudioCodec.all.map {
          ($0.title, [bitRate($0)?.description, sampleRate($0).description].compactMap(\.self))
        })
      + [
        channels.description, gain.description,
        loudness.description, truePeak.description, audioFilter.description, declick.description,
        language.description, title.description, tracks.description,
      ], exclusive: [["gain", "loudness"], ["name", "tracks"]])

  static let shape = shape(in: .usual)

  /// - Parameter container: what the sound is to be in.
  static func shape(in container: MovieContainer) -> Shape<AudioEncodingDocument> {
    Shape(
      expected: "an object or false", example: "{ \"bitRate\": \"192k\" }",
      schema: .any([.object(description), .constant("false")])
    ) { value, reading in read(value, container, &reading) }
  }

  private static func read(
    _ value: JSONValue, _ container: MovieContainer, _ reading: inout Reading
  ) -> AudioEncodingDocument? {
    if case .bool(false) = value.kind { return AudioEncodingDocument(encoding: nil) }
    guard case .object = value.kind else {
      return reading.wrong(value, "an object or false", "{ \"bitRate\": \"192k\" }")
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let codec = fields.read(codec, of: container, container.audioCodecs, &reading)
    if codec.isLossless, let member = fields.member("bitRate") {
      reading.report(
        ProjectMessages.keyOfOtherCodec("bitRate", codec: codec.title, range: member.keyRange))
    }
    let bits = fields.read(bitRate(codec), &reading)
    let rate = fields.read(sampleRate(codec), &reading)
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
    let track = TrackDescription(
      language: fields.read(language, &reading)?.value,
      name: fields.read(title, &reading)?.value)
    var document = AudioEncodingDocument(
      encoding: encoding, mastering: mastering, declick: fields.read(declick, &reading),
      filter: fields.read(audioFilter, &reading)?.value, track: track)
    let usual = AudioMixReader.Usual(
      container: container, encoding: encoding, bitRate: bits?.value, language: track.language)
    if let mixes = fields.read(
      tracks.with(AudioMixReader.list(of: AudioMixReader.shape(usual))), &reading)
    {
      document.mixes = AudioMixReader.arranged(mixes, in: container, &reading)
    }
    return document
  }
}

extension Shape where Value == String {
  /// One of a codec's presets: a name, or a number where they are numbered.
  fileprivate static func preset(_ expected: String, of codec: VideoCodec) -> Shape {
    let names = codec.presets.map(\.name)
    guard codec.hasNumberedPresets else { return .name(expected, of: codec.presetValues) }
    let numbers = Shape<Int>.number(
      expected, of: names.compactMap(Int.init).sorted(), example: codec.defaultPreset,
      spelling: Spelling.bitDepth)
    return Shape(expected: numbers.expected, example: numbers.example, schema: numbers.schema) {
      numbers.read($0, &$1).map(String.init)
    }
  }
}

extension Shape where Value == Int {
  /// One of the sample rates of a codec, or of those that sound is mixed in alone.
  static func sampleRate(_ rates: [Int]) -> Shape {
    number("a sample rate", of: rates, example: "48000", spelling: Spelling.sampleRate)
  }

  /// One of some numbers.
  ///
  /// - Parameter spelling: which of them is meant by another text.
  static func number(
    _ expected: String, of numbers: [Int], example: String? = nil,
    spelling: @escaping @Sendable (String, [Int]) -> Respelling?
  ) -> Shape {
    let example = example ?? numbers.last.map(String.init) ?? ""
    return Shape(
      expected: expected, example: example, schema: .any(numbers.map { .constant("\($0)") })
    ) { value, reading in
      guard case .number(let digits) = value.kind else {
        return reading.wrong(value, expected, example) { spelling($0, numbers) }
      }
      guard let number = numbers.first(where: { Rational.decimal(digits) == Rational(Int64($0)) })
      else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(digits), expected: expected, range: value.range,
            limits: "one of \(numbers.map(String.init).joined(separator: ", "))",
            respelling: spelling(digits, numbers)))
        return nil
      }
      return number
    }
  }
}
