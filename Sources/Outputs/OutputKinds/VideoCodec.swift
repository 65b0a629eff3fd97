package import BaseValues

/// All that others must know of a way to encode pictures: reading projects, planning, scheduling, writing.
///
/// Chunks of a codec are encoded on their own. They are joined where each begins with a key picture
/// and refers to nothing outside, and all have the same decoder's parameters and reordering.
package struct VideoCodec: OutputKind {
  /// How much time the encoder takes for a smaller file.
  package struct Preset: Hashable, Sendable {
    /// The encoder's name for it.
    package var name: String
    /// Pictures of the output's size that the encoder holds at most: look-ahead, references,
    /// reordering.
    package var heldPictures: Int
    /// Nanoseconds for a pixel on a core of a server of about 2020, where nothing was measured.
    package var cost: Double

    /// A preset; what it holds and takes is measured, not computed.
    package init(_ name: String, heldPictures: Int, cost: Double = 20) {
      self.name = name
      self.heldPictures = heldPictures
      self.cost = cost
    }
  }

  /// A codec of pictures, for people.
  package static let noun = "a codec of pictures"

  /// libav's name of what comes out, `h264` for example; part of the keys of chunks.
  package var name: String
  /// What people call it.
  package var title: String
  /// What other programs call it.
  package var otherNames: [String] = []
  /// libav's name of the encoder.
  package var encoder: String
  /// What people call the encoder.
  package var encoderTitle: String
  /// The ways in which it stores pictures, the usual one first; each has a depth of its own.
  package var formats: [CodedFormat]
  /// Widths and heights are multiples of this.
  package var sizeMultiple: Int
  /// The smallest pictures.
  package var leastSize = Size(width: 2, height: 2)
  /// Frames a second at most; `nil` for any.
  package var highestRate: Int?
  /// How large pictures can be.
  package var limit: PictureLimit
  /// From fastest to smallest.
  package var presets: [Preset]
  /// The name of the preset where a project says nothing.
  package var defaultPreset: String
  /// The name of the preset in which it is found out how many bits pictures take.
  package var fastPreset: String
  /// Names of tunings for kinds of pictures.
  package var tunings: [String]
  /// Whether a process has one encoder of it at a time: others wait until it is gone, and have several threads
  /// instead.
  package var encodesAlone = false
  /// What constant quality is counted in.
  package var quality: QualityScale
  /// Average bits a second.
  package var bitRates: ClosedRange<Int>
  /// Seconds between key pictures where nothing is said.
  package var keyFrameSeconds: Int
  /// Pictures by which decoding runs ahead of showing at most.
  package var longestReordering: Int
  /// Pictures at the beginning of a chunk that are encoded twice, the first time for the encoder's memory alone.
  package var repeatedPictures:
    @Sendable (_ preset: String, _ tune: String?, _ gopFrames: Int) -> Int = { _, _, _ in 0 }
  /// Pictures by which decoding runs ahead of showing in every stream; `nil` where the encoder tells.
  package var reordering: Int?
  /// Whether each picture is encoded without others.
  package var standsAlone = false
  /// Whether alpha is a stream of its own beside each packet, and not in it.
  package var alphaIsBeside = false
  /// How MP4 and QuickTime call a track of a profile, where that is not what libav says: four characters.
  package var sampleEntry: @Sendable (_ profile: String?) -> String? = { _ in nil }
  /// Whether decoders need that in every container.
  package var needsSampleEntry = false
  /// The keys by which a project sets the encoder, in the order of the format.
  package var keys: [EncodingKey]
  /// The encoder's options for settings. The last argument limits the processor's instructions, in the words of
  /// `--processor`; `nil` where all may be used.
  package var options: @Sendable (VideoEncoderSettings, String?) -> [LibraryOption]

  /// Bits of a sample where a project says nothing.
  package var usualBitDepth: Int { formats.first?.bitDepth ?? 8 }

  /// Bits of a sample where a project says nothing, in a movie of some colour; `nil` where the codec has not as many as
  /// that needs.
  package func usualBitDepth(of color: PictureColor) -> Int? {
    formats.first { $0.bitDepth >= color.leastBitDepth }?.bitDepth
  }

  /// Whether pictures can have alpha, at some depth and profile.
  package var holdsAlpha: Bool { formats.contains { $0.alphaPixelFormat != nil } }

  /// Whether presets are numbers, as projects then write them.
  package var hasNumberedPresets: Bool { presets.allSatisfy { Int($0.name) != nil } }

  /// The presets with the time that each takes, measured against the usual one.
  package var presetValues: [NamedValue] {
    let usual = presets.first { $0.name == defaultPreset }?.cost ?? 1
    return presets.map { preset in
      guard preset.name != defaultPreset, presets.count > 1 else { return NamedValue(preset.name) }
      // Two digits: more is not known.
      let ratio = preset.cost / usual
      let tenths = Int((ratio * 10).rounded())
      let words = ratio < 2 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(ratio.rounded()))"
      return NamedValue(
        preset.name, "encoding takes about \(words) times as long as with `\(defaultPreset)`")
    }
  }

  /// Names of the profiles of all depths, from simplest to best.
  package var profiles: [String] { formats.flatMap(\.allProfiles) }

  /// The format of a depth; `nil` where there is none.
  package func format(bitDepth: Int) -> CodedFormat? { formats.first { $0.bitDepth == bitDepth } }

  /// The pictures that an encoder holds at most; for a name that is unknown, those of the default.
  package func heldPictures(preset name: String) -> Int {
    let preset =
      presets.first { $0.name == name } ?? presets.first { $0.name == defaultPreset }
    return preset?.heldPictures ?? 0
  }

  /// The preset of first passes: that of the movie, or the slowest that is still fast.
  package func pilotPreset(for preset: String) -> String {
    let names = presets.map(\.name)
    guard let fast = names.firstIndex(of: fastPreset) else { return preset }
    return names.firstIndex(of: preset).map { names[min($0, fast)] } ?? fastPreset
  }

  /// What is wrong with names and a size, in words; `nil` where nothing is.
  package func fault(
    size: Size, preset: String, tuning: String?, profile: String?, bitDepth: Int
  ) -> String? {
    if size.width <= 0 || size.height <= 0 || size.width % sizeMultiple != 0
      || size.height % sizeMultiple != 0
    {
      let kind = sizeMultiple == 2 ? "an even width and height" : "multiples of \(sizeMultiple)"
      return "\(title) needs \(kind), not \(size.width)x\(size.height)"
    }
    if size.width < leastSize.width || size.height < leastSize.height {
      return
        "\(title) needs at least \(leastSize.width)x\(leastSize.height) pixels, not \(size.width)x\(size.height)"
    }
    func unknown(_ kind: String, _ name: String?, _ names: [String]) -> String? {
      guard let name, !names.contains(name) else { return nil }
      return "no \(kind) is called '\(name)'; there are \(names.joined(separator: ", "))"
    }
    guard let format = format(bitDepth: bitDepth) else {
      let depths = formats.map { "\($0.bitDepth)" }.joined(separator: " or ")
      return "\(title) is encoded in \(depths) bits, not in \(bitDepth)"
    }
    return unknown("preset", preset, presets.map(\.name)) ?? unknown("tuning", tuning, tunings)
      ?? unknown(
        bitDepth == usualBitDepth ? "profile" : "profile of \(bitDepth) bits", profile,
        format.allProfiles)
  }
}

/// A key by which a project sets a codec's encoder. The values that it takes are the codec's own.
package struct EncodingKey: Hashable, Sendable {
  /// What it sets.
  package enum Role: Hashable, Sendable, CaseIterable {
    case quality, bitRate, maxRate, bufferSize, preset, keyFrameDistance, bitDepth, profile, tune
  }

  package var role: Role
  package var name: String
  /// What a message says is expected: `a preset of x264`.
  package var expected: String
  /// A sentence for people, in Markdown.
  package var meaning: String
  /// Values worth showing, as JSON.
  package var examples: [String]
  /// The version of Cutlist that brought the key; `nil` for the first one.
  package var since: String?

  package init(
    _ role: Role, _ name: String, expected: String = "", _ meaning: String, _ examples: [String],
    since: String? = nil
  ) {
    self.role = role
    self.name = name
    self.expected = expected
    self.meaning = meaning
    self.examples = examples
    self.since = since
  }
}

// Keys that several codecs share.
extension EncodingKey {
  static let bitRate = EncodingKey(
    .bitRate, "bitRate",
    "Average bits a second of the whole movie's pictures instead of constant quality.",
    ["\"4M\"", "\"800k\""])
  static let maxRate = EncodingKey(
    .maxRate, "maxrate",
    "Greatest bit rate: bits a second that flow into a decoder's buffer (VBV).", ["\"6M\""])
  static let bufferSize = EncodingKey(
    .bufferSize, "bufsize",
    "Size of the decoder's buffer in bits, beside \"maxrate\". Left out, two seconds of it.",
    ["\"12M\""])
  static let gop = EncodingKey(
    .keyFrameDistance, "gop",
    "Greatest distance between key frames: a time or a number of frames.", ["\"60f\""])
}
