package import LibAV

/// Tells which packets hold pictures that no other picture is made from, by what they say of
/// themselves: a decoder gives the same for all others when it never sees them.
///
/// H.264: `nal_ref_idc` 0 in all slices (ITU-T H.264, 7.4.1). MPEG-2: B pictures (ISO/IEC 13818-2,
/// 6.3.9). Whatever else a packet holds but supplemental information makes it one that is needed, as
/// does anything about it that is not as it should be.
package struct DisposablePictures: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    /// Units behind their length in so many bytes.
    case lengths(Int)
    /// Units behind start codes.
    case startCodes
    case mpeg2
  }

  private let form: Form

  /// `nil` for codecs of whose pictures this cannot be told.
  ///
  /// - Parameter configuration: what the container says of the codec; of H.264 with lengths
  ///   ISO/IEC 14496-15, 5.3.3.
  package init?(codec: String, configuration: [UInt8]) {
    switch codec {
    case "h264" where configuration.first == 1:
      guard configuration.count >= 7 else { return nil }
      form = .lengths(Int(configuration[4] & 3) + 1)
    case "h264": form = .startCodes
    case "mpeg2video": form = .mpeg2
    default: return nil
    }
  }

  /// Whether no other picture is made from that of a packet.
  package func contains(_ packet: borrowing Packet) -> Bool { contains(packet.payload) }

  func contains(_ bytes: borrowing Span<UInt8>) -> Bool {
    switch form {
    case .lengths(let count): lengthsAreDisposable(bytes, count)
    case .startCodes: startCodesAreDisposable(bytes) { Self.judge($0, $1) }
    case .mpeg2: startCodesAreDisposable(bytes) { Self.judgeMPEG2($0, $1) }
    }
  }

  /// What a unit says of the picture that it belongs to.
  private enum Judgement {
    case disposable
    case needed
    /// Nothing.
    case beside
  }

  private func lengthsAreDisposable(_ bytes: borrowing Span<UInt8>, _ count: Int) -> Bool {
    var at = 0
    var found = false
    while at < bytes.count {
      guard bytes.count - at > count else { return false }
      var length = 0
      for offset in 0..<count { length = length << 8 | Int(bytes[at + offset]) }
      at += count
      guard length > 0, length <= bytes.count - at else { return false }
      switch Self.judge(bytes, at) {
      case .disposable: found = true
      case .needed: return false
      case .beside: break
      }
      at += length
    }
    return found
  }

  private func startCodesAreDisposable(
    _ bytes: borrowing Span<UInt8>, _ judge: (borrowing Span<UInt8>, Int) -> Judgement
  ) -> Bool {
    var found = false
    var at = 0
    while at + 3 < bytes.count {
      guard bytes[at] == 0, bytes[at + 1] == 0, bytes[at + 2] == 1 else {
        at += 1
        continue
      }
      at += 3
      switch judge(bytes, at) {
      case .disposable: found = true
      case .needed: return false
      case .beside: break
      }
    }
    return found
  }

  /// A unit of H.264 by its first byte.
  private static func judge(_ bytes: borrowing Span<UInt8>, _ at: Int) -> Judgement {
    let isForbidden = bytes[at] & 0x80 != 0
    let isReferenced = bytes[at] & 0x60 != 0
    switch bytes[at] & 0x1F {
    // A slice.
    case 1: return isForbidden || isReferenced ? .needed : .disposable
    // Supplemental information, the beginning of a picture, filling.
    case 6, 9, 12: return isForbidden ? .needed : .beside
    default: return .needed
    }
  }

  /// A unit of MPEG-2 by its start code, and of a picture by its type.
  private static func judgeMPEG2(_ bytes: borrowing Span<UInt8>, _ at: Int) -> Judgement {
    switch bytes[at] {
    case 0x00:
      guard at + 2 < bytes.count else { return .needed }
      return bytes[at + 2] >> 3 & 7 == 3 ? .disposable : .needed
    // Slices, user data, extensions of the picture.
    case 0x01...0xAF, 0xB2, 0xB5: return .beside
    default: return .needed
    }
  }
}
