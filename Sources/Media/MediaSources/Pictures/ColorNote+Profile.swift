package import LibAV
package import Raster

extension VideoFrame.ColorNote {
  /// What is made of it.
  package var reading: ColorProfile.Reading {
    switch self {
    case .icc(let bytes, let isGrey): return ColorProfile.read(icc: bytes, isGrey: isGrey)
    case .png(let gamma, let points):
      return ColorProfile(gamma: gamma, points: points).map { .profile($0) }
        ?? .unusable("gAMA and cHRM are none")
    }
  }

  /// The profile; `nil` where it cannot be used.
  package var profile: ColorProfile? {
    if case .profile(let profile) = reading { profile } else { nil }
  }
}
