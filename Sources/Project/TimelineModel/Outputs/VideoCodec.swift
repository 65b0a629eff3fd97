public import BaseValues

/// What reading projects, planning, scheduling and writing must know of a way to encode pictures.
///
/// There is one value a codec, in a file of its own. Another codec is such a file and its encoder,
/// which `MovieWriting` finds by the value.
///
/// Chunks of a codec are encoded on their own. They are joined where each begins with a key picture
/// and refers to nothing outside, and all have the same decoder's parameters and reordering.
public struct VideoCodec: Hashable, Sendable {
  /// How much time the encoder takes for a smaller file.
  public struct Preset: Hashable, Sendable {
    /// The encoder's name for it.
    public var name: String
    /// Pictures of the output's size that the encoder holds at most: look-ahead, references,
    /// reordering.
    public var heldPictures: Int

    /// A preset; `heldPictures` is measured, not computed.
    public init(_ name: String, heldPictures: Int) {
      self.name = name
      self.heldPictures = heldPictures
    }
  }

  /// libav's name, `h264` for example; part of the keys of chunks.
  public var name: String
  /// What people call it.
  public var title: String
  /// libav's name of the format in which pictures are encoded.
  public var pixelFormat: String
  /// Widths and heights are multiples of this.
  public var sizeMultiple: Int
  /// From fastest to smallest.
  public var presets: [Preset]
  /// The name of the preset where a project says nothing.
  public var defaultPreset: String
  /// The name of the preset in which it is found out how many bits pictures take.
  public var fastPreset: String
  /// Names of profiles that suit the pixel format, from simplest to best.
  public var profiles: [String]
  /// Names of tunings for kinds of pictures.
  public var tunings: [String]
  /// Constant rate factors in tenths, from best to worst.
  public var rateFactors: ClosedRange<Int>
  /// Constant rate factor in tenths where a project says nothing.
  public var defaultRateFactor: Int
  /// Average bits a second.
  public var bitRates: ClosedRange<Int>
  /// Seconds between key pictures where nothing is said.
  public var keyFrameSeconds: Int
  /// Pictures by which decoding runs ahead of showing at most.
  public var longestReordering: Int

  /// The pictures that an encoder holds at most; for a name that is unknown, those of the default.
  public func heldPictures(preset name: String) -> Int {
    let preset =
      presets.first { $0.name == name } ?? presets.first { $0.name == defaultPreset }
    return preset?.heldPictures ?? 0
  }

  /// The preset of first passes: that of the movie, or the slowest that is still fast.
  public func pilotPreset(for preset: String) -> String {
    let names = presets.map(\.name)
    guard let fast = names.firstIndex(of: fastPreset) else { return preset }
    return names.firstIndex(of: preset).map { names[min($0, fast)] } ?? fastPreset
  }

  /// What is wrong with names and a size, in words; `nil` where nothing is.
  public func fault(
    size: Size, preset: String, tuning: String?, profile: String?
  ) -> String? {
    if size.width <= 0 || size.height <= 0 || size.width % sizeMultiple != 0
      || size.height % sizeMultiple != 0
    {
      let kind = sizeMultiple == 2 ? "an even width and height" : "multiples of \(sizeMultiple)"
      return "\(title) needs \(kind), not \(size.width)x\(size.height)"
    }
    func unknown(_ kind: String, _ name: String?, _ names: [String]) -> String? {
      guard let name, !names.contains(name) else { return nil }
      return "no \(kind) is called '\(name)'; there are \(names.joined(separator: ", "))"
    }
    return unknown("preset", preset, presets.map(\.name)) ?? unknown("tuning", tuning, tunings)
      ?? unknown("profile", profile, profiles)
  }
}

extension VideoCodec: CustomStringConvertible {
  /// The title.
  public var description: String { title }
}
