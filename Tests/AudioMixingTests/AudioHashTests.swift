import BaseValues
import Testing

@testable import AudioMixing

@Suite struct AudioHashTests {
  /// The generator of the official sanity checks: bytes from a multiplicative sequence.
  private func sanityBuffer(_ count: Int) -> [UInt8] {
    var state: UInt64 = 2_654_435_761
    return (0..<count).map { _ in
      let byte = UInt8(truncatingIfNeeded: state >> 56)
      state = state &* 11_400_714_785_074_694_797
      return byte
    }
  }

  private static let prime: UInt64 = 2_654_435_761

  @Test(
    "XXH64 agrees with the official sanity checks",
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, prime, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0xE934_A84A_DB05_2768), (1, prime, 0x5014_6076_43A9_B4C3),
      (4, 0, 0x9136_A0DC_A574_57EE), (14, 0, 0x8282_DCC4_994E_35C8),
      (14, prime, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8C_B691_C174),
      (222, prime, 0x20CB_8AB7_AE10_C14A),
    ] as [(Int, UInt64, UInt64)])
  func officialVectors(count: Int, seed: UInt64, expected: UInt64) {
    var hash = XXH64(seed: seed)
    unsafe hash.update(sanityBuffer(count).span.bytes)
    #expect(hash.finalize() == expected)
  }

  @Test("how the bytes are cut into updates makes no difference")
  func cutting() {
    let bytes = sanityBuffer(100)
    var whole = XXH64()
    unsafe whole.update(bytes.span.bytes)
    for first in 0...100 {
      for second in stride(from: first, through: 100, by: 7) {
        var cut = XXH64()
        unsafe cut.update(bytes.span.extracting(0..<first).bytes)
        unsafe cut.update(bytes.span.extracting(first..<second).bytes)
        unsafe cut.update(bytes.span.extracting(second..<100).bytes)
        if cut.finalize() != whole.finalize() { Issue.record("cut at \(first) and \(second)") }
      }
    }
  }

  @Test("a block's hash is that of its counts and bit patterns")
  func definition() {
    let block = buffer([[0, 1, -0.5], [.infinity, 2, -0.0]])
    var bytes: [UInt8] = []
    func append(_ number: UInt64, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
    append(2, 8)
    append(3, 8)
    for sample in block.channels.joined() { append(UInt64(sample.bitPattern), 4) }
    var hash = XXH64()
    unsafe hash.update(bytes.span.bytes)
    #expect(AudioHash(block) == AudioHash(value: hash.finalize()))
  }

  @Test("each sample and the shape count")
  func everySampleCounts() {
    var hashes: Set<AudioHash> = [AudioHash(buffer([[0, 0, 0], [0, 0, 0]]))]
    for channel in 0..<2 {
      for frame in 0..<3 {
        var block = AudioBuffer(channelCount: 2, frameCount: 3)
        block.withChannel(channel) { $0[frame] = .leastNonzeroMagnitude }
        hashes.insert(AudioHash(block))
      }
    }
    for (channels, frames) in [(1, 6), (3, 2), (6, 1), (0, 0)] {
      hashes.insert(AudioHash(AudioBuffer(channelCount: channels, frameCount: frames)))
    }
    hashes.insert(AudioHash(buffer([[-0.0, 0, 0], [0, 0, 0]])))
    #expect(hashes.count == 12)
  }

  @Test("prints as 16 hexadecimal digits and reads them back")
  func text() {
    #expect(AudioHash(value: 0xAB).description == "00000000000000ab")
    #expect(AudioHash("00000000000000ab") == AudioHash(value: 0xAB))
    #expect(AudioHash("00000000000000a") == nil)
    #expect(AudioHash("-0000000000000ab") == nil)
    #expect(AudioHash("00000000000000ag") == nil)
  }
}
