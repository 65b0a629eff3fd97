/// MPEG-2 pictures that are stored as two fields (ISO/IEC 13818-2, 6.2.3).
enum FieldFrames {
  enum Structure {
    case frame
    case topField
    case bottomField
  }

  /// What a packet of MPEG-2 video holds: one field, or whole pictures.
  static func structure(_ payload: Span<UInt8>) -> Structure {
    // The picture coding extension: start code B5, 4 bits 1000, f_code (16 bits),
    // intra_dc_precision (2), picture_structure (2).
    guard let extensionStart = start(of: 0xb5, in: payload, from: 0, where: { $0 >> 4 == 8 }),
      extensionStart + 6 < payload.count,
      let first = start(of: 0x00, in: payload, from: 0, where: { _ in true })
    else { return .frame }
    let structure = payload[extensionStart + 6] & 3
    guard structure == 1 || structure == 2 else { return .frame }
    // Both fields of a picture may lie in one packet.
    if start(of: 0x00, in: payload, from: first + 4, where: { _ in true }) != nil { return .frame }
    return structure == 1 ? .topField : .bottomField
  }

  /// Where the start code 00 00 01 `code` stands whose next byte is as wanted.
  private static func start(
    of code: UInt8, in payload: Span<UInt8>, from first: Int, where isWanted: (UInt8) -> Bool
  ) -> Int? {
    var place = first
    while place + 4 < payload.count {
      let third = payload[place + 2]
      if third > 1 {
        place += 3
      } else if third == 1, payload[place] == 0, payload[place + 1] == 0,
        payload[place + 3] == code, isWanted(payload[place + 4])
      {
        return place
      } else {
        place += 1
      }
    }
    return nil
  }
}
