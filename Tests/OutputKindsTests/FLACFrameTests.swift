import Testing

@testable import OutputKinds

@Suite("Numbers of FLAC's frames") struct FLACFrameTests {
  /// The first frame of RFC 9639, appendix D.3: 24 samples, and its header's checksum 0x99... is made anew here.
  private let frame: [UInt8] = [
    0xFF, 0xF8, 0x69, 0x98, 0x00, 0x0F, 0x99, 0x12, 0x08, 0x67, 0x01, 0x62, 0x3D, 0x14, 0x42, 0x99,
    0x8F, 0x5D, 0xF7, 0x0D, 0x6F, 0xE0, 0x0C, 0x17, 0xCA, 0xEB, 0x21, 0x00, 0x0E, 0xE7, 0xA7, 0x7A,
    0x24, 0xA1, 0x59, 0x0C, 0x12, 0x17, 0xB6, 0x03, 0x09, 0x7B, 0x78, 0x4F, 0xAA, 0x9A, 0x33, 0xD2,
    0x85, 0xE0, 0x70, 0xAD, 0x5B, 0x1B, 0x48, 0x51, 0xB4, 0x01, 0x0D, 0x99, 0xD2, 0xCD, 0x1A, 0x68,
    0xF1, 0xE6, 0xB8, 0x10,
  ]

  @Test("a frame with its own number stays as it is, checksums included")
  func same() { #expect(FLACFrame.numbered(frame, 0) == frame) }

  @Test("there and back again is the same frame, whatever the length of the number")
  func roundTrip() throws {
    for number in [
      1, 127, 128, 2047, 2048, 65_535, 65_536, 2_097_151, 2_097_152, 67_108_863, 67_108_864,
      2_147_483_647,
    ] as [Int64] {
      let other = try #require(FLACFrame.numbered(frame, number))
      #expect(other != frame && FLACFrame.numbered(other, 0) == frame, "\(number)")
    }
    // As UTF-8 has U+0800.
    #expect(FLACFrame.numbered(frame, 0x800).map { Array($0[4..<7]) } == [0xE0, 0xA0, 0x80])
  }

  @Test("what is no frame is refused")
  func refused() {
    #expect(FLACFrame.numbered([], 1) == nil)
    #expect(FLACFrame.numbered(Array(frame[..<8]), 1) == nil)
    #expect(FLACFrame.numbered([0] + frame, 1) == nil)
    #expect(FLACFrame.numbered(frame, -1) == nil && FLACFrame.numbered(frame, 1 << 31) == nil)
  }
}
