import Testing

@testable import LibAV

struct InflatedSizeTests {
  private func bytes(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      result.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return result
  }

  /// What zlib 1.2.13 makes of 2056 bytes at level 9: one block with codes of its own.
  private static let dynamic =
    "78daed50531b183110ac91da6eb7b66ddb36924d36a96ddbb66ddbb66ddbb6bbf91bfdee5e7299dd4106"
    + "0c9000fea4131a242a72da82022d415b83c2a2100a011ca2945a6844439ad735fab924cb8022c37c0649"
    + "19320e089d039446025909c292657509cc50423b0202239c0210828cb44a1333d16b280ec39e8a57c138"
    + "04c94b56b29d57b528410a47eccc7361155a42c919d90bd810c819e32c2aebef84ca19103e93601fff40"
    + "61fc619c61947f59de81c718615c102720604d26fb296a16e42638027a21b010741574157415741574f5"
    + "df75152264a8d061c2860b1f21a28814394ad468d163c48c153b4edc78f113244c943849d264903c45ca"
    + "54a9d3a44d973e43c64c99b364cd963d47ce5cb9f3e4cd97bf40c142858b142d56bc44c952a5cb942d57"
    + "be42c54a95ab54ad56bd46cd5ab5ebd4ad57bf41c3468d9b346d26156a43d6356fd1b255eb366ddbb5ef"
    + "d0b153e72e5dbb75efd1b357ef3e7dfbf51f3070d0e02143870d1f3172d4e83163c78d9f3071d2e42953"
    + "a74d9f3173d6ec3973e7cd5fb070d1e2254b972d5fb172d5ea356bd7addfb071d3e62d5bb76ddfb173d7"
    + "ee3d7bf7ed3f70f0d0e123478f1d3f71f2d4e93367cf9dbf70f1d2e52b57af5dbf71f3d6ed3b77efdd7f"
    + "f0f0d1e3274f9f3d7ff1f2d5eb376fdfbdfff0f1d3e72f5fbf7dfff1f3d7ef3f7fff0185058681"

  /// The same of 90 bytes at level 0: one block that is stored.
  private static let stored =
    "7801015a00a5ff9a8a0e6451e15c705c15f173541b4438a25cf76312d4eeb3c2246879bf00b3cf8ed13abf129a"
    + "3097ad96b442d6d1bdef4850c3f465442eb300c337a648a6c0dbdd73fc95f5c2c451859afe80d40aa39dfb9249"
    + "f40c3ee37d96142605301b"

  @Test(
    "as many bytes are counted as zlib had compressed",
    arguments: [(dynamic, 2056), (stored, 90)])
  func counts(_ text: String, _ count: Int) {
    #expect(InflatedSize.of(bytes(text), limit: 10_000) == count)
  }

  @Test("bytes that end early or are none of these count as far as they go")
  func damaged() {
    let whole = bytes(Self.dynamic)
    for count in whole.indices {
      #expect(InflatedSize.of(Array(whole[..<count]), limit: 10_000) <= 2056)
    }
    for first in UInt8.min...UInt8.max {
      let other = [0x78, 0xDA, first] + whole.dropFirst(3)
      #expect(InflatedSize.of(other, limit: 10_000) <= 10_258)
    }
  }

  @Test("counting ends above the limit")
  func ends() {
    let count = InflatedSize.of(bytes(Self.dynamic), limit: 1000)
    #expect(count > 1000 && count <= 1258)
  }
}
