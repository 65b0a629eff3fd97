package import LibAV
internal import Raster
package import TimelineModel

/// What the decoder says of a stream's first picture; containers may be wrong about it.
package struct FirstFrame {
  package var width: Int
  package var height: Int
  package var hasAlpha: Bool
  package var storage = FrameStorage()
  package var isRGB: Bool
  package var sampleAspect: Fraction
  package var displayMatrix: [Int32]?
  package var colour: ColorTags
  var isInterlaced: Bool
  package var peakLuminance: Int?
  var isTopFieldFirst: Bool
  /// libav's name.
  var pixelFormat: String
  /// Pictures a second as the codec says; 0/1 when it does not.
  package var codedRate = Fraction(0, 1)
  /// Whether a part of it could not be decoded as it should.
  package var isDamaged: Bool
  /// Why its colour profile is left out of account; `nil` where there is none, or one that counts.
  package var profileFault: String?
  /// Why its cICP is left out of account; `nil` where there is none, or one that counts.
  package var codePointsFault: String?
  /// What of its file tells colours beside tags, in words; `nil` where nothing does.
  var profile: String?

  package init(_ frame: borrowing VideoFrame) {
    isDamaged = frame.isDamaged
    if case .unusable(let reason)? = frame.colorNote?.reading { profileFault = reason }
    codePointsFault = frame.codePoints?.fault
    profile = frame.profileWords
    width = frame.width
    height = frame.height
    hasAlpha = frame.pixelFormat?.hasAlpha ?? false
    isRGB = frame.pixelFormat?.isRGB ?? false
    if let format = frame.pixelFormat {
      storage = FrameStorage(bitsPerPixel: format.bitsPerPixel, bitDepth: format.bitDepth)
    }
    sampleAspect = frame.sampleAspect
    displayMatrix = frame.displayMatrix
    colour = frame.colour
    isInterlaced = frame.isInterlaced
    peakLuminance = frame.peakLuminance
    isTopFieldFirst = frame.isTopFieldFirst
    pixelFormat = frame.formatName
  }
}

extension Orientation {
  /// The turn that a display matrix asks for; `nil` for matrices that are not multiples of a
  /// quarter turn.
  ///
  /// The matrix maps stored to shown positions: x' = a·x + c·y, y' = b·x + d·y, laid out a b u,
  /// c d v, x y w (ISO/IEC 14496-12, 8.3.2).
  package init?(displayMatrix matrix: [Int32]?) {
    guard let matrix, matrix.count == 9 else { return nil }
    let signs = [matrix[0], matrix[1], matrix[3], matrix[4]].map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    switch (signs[0], signs[1], signs[2], signs[3]) {
    case (1, 0, 0, 1): self = .upright
    case (-1, 0, 0, 1): self = .mirroredHorizontally
    case (-1, 0, 0, -1): self = .rotated180
    case (1, 0, 0, -1): self = .mirroredVertically
    case (0, 1, 1, 0): self = .transposed
    case (0, 1, -1, 0): self = .rotatedClockwise
    case (0, -1, -1, 0): self = .transversed
    case (0, -1, 1, 0): self = .rotatedCounterclockwise
    default: return nil
    }
  }
}
