internal import CLibAV

/// What the file of a PNG picture says of its colours, beside a profile: libav leaves it out, or does not know
/// it.
struct PNGColors {
  /// cICP: primaries, transfer function, matrix and range as in H.273.
  var codes: [UInt8]?
  var hasStandard = false
  /// gAMA, in hundred-thousandths.
  var gamma: UInt32?
  /// cHRM, white, red, green and blue, in hundred-thousandths.
  var points: [UInt32]?

  /// Reads the chunks before the picture itself (W3C PNG, third edition, 5.3 and 11.3.2).
  init?(_ bytes: Span<UInt8>) {
    func number(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
    }
    guard bytes.count > 16, bytes[1] == 0x50, bytes[2] == 0x4E else {
      return nil
    }
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = Int(number(offset))
      guard length <= bytes.count - offset - 12 else { break }
      let data = offset + 8
      switch number(offset + 4) {
      case 0x6349_4350 where length == 4:  // cICP
        codes = (0..<4).map { bytes[data + $0] }
      case 0x7352_4742: hasStandard = true  // sRGB
      case 0x6741_4D41 where length == 4: gamma = number(data)  // gAMA
      case 0x6348_524D where length == 32:  // cHRM
        points = (0..<8).map { number(data + 4 * $0) }
      case 0x4944_4154: return  // IDAT
      default: break
      }
      offset += length + 12
    }
  }
}

extension VideoFrame {
  /// Notes what a PNG's file says. cICP comes before a profile, and a profile before all others.
  func note(_ colors: PNGColors) {
    if let codes = colors.codes { keep(CodePoints(codes)) }
    if let codes = colors.codes, CodePoints(codes).fault == nil {
      let range = codes[3] == 1 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      unsafe raw.pointee.color_range = range
      unsafe raw.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(codes[0]))
      unsafe raw.pointee.color_trc = AVColorTransferCharacteristic(rawValue: UInt32(codes[1]))
      unsafe av_frame_remove_side_data(raw, AV_FRAME_DATA_ICC_PROFILE)
      return
    }
    let hasProfile = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_ICC_PROFILE) != nil
    guard !hasProfile, !colors.hasStandard, colors.gamma != nil || colors.points != nil else {
      return
    }
    let numbers = [colors.gamma ?? 0] + (colors.points ?? [])
    var bytes = Self.pngMark
    for number in numbers {
      for shift in [24, 16, 8, 0] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    guard
      let side = unsafe av_frame_new_side_data(raw, AV_FRAME_DATA_ICC_PROFILE, bytes.count)
    else { return }
    // Safe: there is room for as many bytes.
    for (index, byte) in bytes.enumerated() { unsafe side.pointee.data[index] = byte }
  }

  /// Code points of ITU-T H.273 as a PNG's cICP has them.
  package struct CodePoints: Hashable, Sendable {
    /// Primaries, transfer function, matrix, and 1 for full range.
    package let numbers: [UInt8]

    init(_ numbers: [UInt8]) { self.numbers = numbers }

    /// `9-16-0-1`
    package var description: String { numbers.map { "\($0)" }.joined(separator: "-") }

    /// Why they cannot be meant; `nil` where they can (H.273, tables 2 to 4; PNG, third edition, 11.3.2.6).
    package var fault: String? {
      guard numbers.count == 4 else { return "it does not have four numbers" }
      let (primaries, transfer) = (numbers[0], numbers[1])
      if !(1...12).contains(primaries) && primaries != 22 || primaries == 3 {
        return "primaries of number \(primaries) are reserved"
      }
      if !(1...18).contains(transfer) || transfer == 3 {
        return "a transfer function of number \(transfer) is reserved"
      }
      if numbers[2] != 0 {
        return
          "it names matrix \(numbers[2]), and the components of a PNG are red, green and blue, "
          + "which is matrix 0"
      }
      if numbers[3] > 1 { return "its range is \(numbers[3]), and not 0 or 1" }
      return nil
    }
  }

  /// What a PNG's cICP says, whether it can be meant or not; `nil` where there is none.
  package var codePoints: CodePoints? {
    guard let text = metadata.first(where: { $0.key == Self.codePointsKey })?.value else {
      return nil
    }
    return CodePoints(text.split(separator: "-").compactMap { UInt8($0) })
  }

  private static let codePointsKey = "PNG code points"

  private func keep(_ codePoints: CodePoints) {
    _ = unsafe av_dict_set(
      &raw.pointee.metadata, Self.codePointsKey, codePoints.description, 0)
  }

  /// What the numbers of a PNG begin with where a profile's bytes would be.
  private static let pngMark = Array("PNG colours ".utf8)

  /// What is said of the meaning of the codes, beside tags.
  package enum ColorNote: Hashable, Sendable {
    /// A profile of the International Color Consortium.
    /// For grey alone, where the picture is stored as grey.
    case icc([UInt8], isGrey: Bool)
    /// PNG's gAMA and cHRM, in hundred-thousandths.
    case png(gamma: Int?, points: [Int]?)
  }

  /// Whether it is stored as one component of grey, alpha aside.
  private var isGrey: Bool {
    let format = unsafe AVPixelFormat(rawValue: raw.pointee.format)
    guard let described = unsafe av_pix_fmt_desc_get(format) else { return false }
    let isPalette = unsafe described.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    return unsafe !isPalette && described.pointee.nb_components < 3
  }

  /// `nil` where there is nothing but tags.
  package var colorNote: ColorNote? {
    guard let side = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_ICC_PROFILE),
      let data = unsafe side.pointee.data, case let size = unsafe side.pointee.size, size > 0
    else { return nil }
    // What a profile may have behind that is for no picture; its beginning tells whether it can be used.
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: min(size, 16 << 20)))
    guard bytes.starts(with: Self.pngMark) else { return .icc(bytes, isGrey: isGrey) }
    let numbers = stride(from: Self.pngMark.count, to: bytes.count - 3, by: 4).map { first in
      (0..<4).reduce(0) { $0 << 8 | Int(bytes[first + $1]) }
    }
    let points = Array(numbers.dropFirst())
    return .png(
      gamma: numbers.first.flatMap { $0 > 0 ? $0 : nil }, points: points.isEmpty ? nil : points)
  }
}
