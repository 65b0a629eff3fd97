/// A way in which a codec stores pictures: how many bits samples have, and what follows from that.
package struct CodedFormat: Hashable, Sendable {
  /// Bits of a sample, 8 or 10; pictures are composed in as many.
  package var bitDepth: Int
  /// libav's name of the format in which pictures are encoded.
  package var pixelFormat: String
  /// Names of profiles that have such samples, from simplest to best.
  package var profiles: [String]
  /// The formats of further profiles of this depth, by the profiles' names.
  package var otherPixelFormats: [String: String]
  /// libav's name of the format of pictures with alpha, which is straight; `nil` where there is none.
  package var alphaPixelFormat: String?
  /// Names of those profiles that have alpha, the usual one first; empty where all have it, or none.
  package var alphaProfiles: [String]
  /// Whether codes use all values, and not the limited range of video.
  package var isFullRange: Bool
  /// Whether samples are red, green and blue.
  package var isRGB: Bool
  /// Whether luma and chroma are those of BT.601 whatever the colours are, as JFIF has them.
  package var isJFIF: Bool
  /// In tenths of what quality is counted in: what is better is encoded without loss, which none of the profiles
  /// has; `nil` where there is no such quality.
  package var lossless: Int?

  /// A format; nothing is checked.
  package init(
    bitDepth: Int, pixelFormat: String, profiles: [String], lossless: Int? = nil,
    otherPixelFormats: [String: String] = [:], alphaPixelFormat: String? = nil,
    alphaProfiles: [String] = [], isFullRange: Bool = false, isRGB: Bool = false,
    isJFIF: Bool = false
  ) {
    self.isJFIF = isJFIF
    self.alphaPixelFormat = alphaPixelFormat
    self.alphaProfiles = alphaProfiles
    self.isRGB = isRGB
    self.otherPixelFormats = otherPixelFormats
    self.isFullRange = isFullRange
    self.bitDepth = bitDepth
    self.pixelFormat = pixelFormat
    self.profiles = profiles
    self.lossless = lossless
  }

  /// Names of all profiles of this depth.
  package var allProfiles: [String] { profiles + otherPixelFormats.keys.sorted() }

  /// libav's name of the format of a profile; `nil` where pictures with alpha are wanted and it has none.
  package func pixelFormat(profile: String?, hasAlpha: Bool) -> String? {
    if hasAlpha { return holdsAlpha(profile: profile) ? alphaPixelFormat : nil }
    return profile.flatMap { otherPixelFormats[$0] } ?? pixelFormat
  }

  /// Whether pictures of a profile can have alpha.
  package func holdsAlpha(profile: String?) -> Bool {
    guard alphaPixelFormat != nil else { return false }
    return alphaProfiles.isEmpty || profile.map(alphaProfiles.contains) ?? false
  }
}
