import BaseValues
import Raster
import Testing

@Suite struct XXH64Tests {
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
    "agrees with the official sanity checks",
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, prime, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0xE934_A84A_DB05_2768), (1, prime, 0x5014_6076_43A9_B4C3),
      (4, 0, 0x9136_A0DC_A574_57EE), (14, 0, 0x8282_DCC4_994E_35C8),
      (14, prime, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8C_B691_C174),
      (222, prime, 0x20CB_8AB7_AE10_C14A),
    ] as [(Int, UInt64, UInt64)])
  func officialVectors(count: Int, seed: UInt64, expected: UInt64) {
    var hash = XXH64(seed: seed)
    hash.update(sanityBuffer(count).span)
    #expect(hash.finalize() == expected)
  }

  @Test("agrees with published hashes of short texts")
  func texts() {
    func hash(_ text: String) -> UInt64 {
      var hash = XXH64()
      hash.update(Array(text.utf8).span)
      return hash.finalize()
    }
    #expect(hash("") == 0xEF46_DB37_51D8_E999)
    #expect(hash("a") == 0xD24E_C4F1_A98C_6E5B)
    #expect(hash("abc") == 0x44BC_2CF5_AD77_0999)
  }

  @Test("how the bytes are cut into updates makes no difference")
  func cutting() {
    let bytes = sanityBuffer(100)
    var whole = XXH64()
    whole.update(bytes.span)
    for first in 0...100 {
      for second in Swift.stride(from: first, through: 100, by: 7) {
        var cut = XXH64()
        cut.update(bytes.span.extracting(0..<first))
        cut.update(bytes.span.extracting(first..<second))
        cut.update(bytes.span.extracting(second..<100))
        if cut.finalize() != whole.finalize() { Issue.record("cut at \(first) and \(second)") }
      }
    }
  }
}

@Suite struct ImageHashTests {
  @Test("prints as 16 hexadecimal digits and reads them back")
  func text() {
    #expect(ImageHash(value: 0xAB).description == "00000000000000ab")
    #expect(ImageHash("00000000000000ab") == ImageHash(value: 0xAB))
    #expect(ImageHash("00000000000000a") == nil)
    #expect(ImageHash("-0000000000000ab") == nil)
    #expect(ImageHash("00000000000000ag") == nil)
  }

  @Test("each sample of each plane counts")
  func everySampleCounts() {
    let size = Size(width: 3, height: 3)
    var hashes: Set<ImageHash> = []
    var count = 0
    for plane in 0..<5 {
      let planeSize = PixelFormat.yuva420p8.size(ofPlane: plane, in: size)
      for y in 0..<planeSize.height {
        for x in 0..<planeSize.width {
          var image = MutableImage(format: .yuva420p8, size: size)
          image.clear()
          var row = image.mutableRow(plane, y)
          row[x] = 1
          hashes.insert(ImageHash(image.freeze()))
          count += 1
        }
      }
    }
    #expect(hashes.count == count)
  }

  @Test("padding does not count, size and format do")
  func paddingAndShape() {
    func black(_ width: Int, _ height: Int, padding: UInt8) -> Image {
      let size = Size(width: width, height: height)
      var image = MutableImage(format: .yuv420p8, size: size)
      for plane in 0..<3 {
        let height = image.height(of: plane)
        unsafe image.withUnsafeMutablePlane(plane) { (start, stride) in
          unsafe start.update(repeating: padding, count: stride * height)
        }
      }
      image.fill(y: 16, u: 128, v: 128)
      return image.freeze()
    }
    #expect(ImageHash(black(10, 4, padding: 0)) == ImageHash(black(10, 4, padding: 99)))
    #expect(ImageHash(black(8, 2, padding: 0)) != ImageHash(black(4, 4, padding: 0)))
  }
}
