/// Packets of VP8 and VP9 that hold a picture which is never shown ("alternate reference").
enum HiddenFrames {
  static func isHidden(_ payload: Span<UInt8>, codec: String) -> Bool {
    guard payload.count > 0 else { return false }
    switch codec {
    case "vp8":
      // RFC 6386, 9.1: show_frame is bit 4 of the first byte.
      return payload[0] & 0x10 == 0
    case "vp9":
      return isHiddenVP9(payload)
    default:
      return false
    }
  }

  /// VP9 bitstream specification, 6.2: frame_marker (2 bits), profile (2, and a reserved one in
  /// profile 3), show_existing_frame, frame_type, show_frame.
  private static func isHiddenVP9(_ payload: Span<UInt8>) -> Bool {
    // A superframe (annex B) ends with a marker and holds a shown picture besides hidden ones.
    if payload[payload.count - 1] & 0xe0 == 0xc0 { return false }
    let first = payload[0]
    guard first >> 6 == 2 else { return false }
    let isProfile3 = first & 0x30 == 0x30
    let bits = isProfile3 ? first << 5 : first << 4
    let showsExisting = bits & 0x80 != 0
    if showsExisting { return false }
    if isProfile3 {
      // 2 marker, 2 profile, 1 reserved, 1 existing, 1 type, 1 shown
      return first & 0x01 == 0
    }
    return first & 0x02 == 0
  }
}
