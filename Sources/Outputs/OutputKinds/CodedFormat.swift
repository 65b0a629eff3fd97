/// A way in which a codec stores pictures: how many bits samples have, and what follows from that.
public struct CodedFormat: Hashable, Sendable {
  /// Bits of a sample, 8 or 10; pictures are composed in as many.
  public var bitDepth: Int
  /// libav's name of the format in which pictures are encoded.
  public var pixelFormat: String
  /// Names of profiles that have such samples, from simplest to best.
  public var profiles: [String]
  /// In tenths of what quality is counted in: what is better is encoded without loss, which none of the profiles
  /// has; `nil` where there is no such quality.
  public var lossless: Int?

  /// A format; nothing is checked.
  public init(bitDepth: Int, pixelFormat: String, profiles: [String], lossless: Int? = nil) {
    self.bitDepth = bitDepth
    self.pixelFormat = pixelFormat
    self.profiles = profiles
    self.lossless = lossless
  }
}
