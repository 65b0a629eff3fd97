import Testing

@testable import MovieBoxes

/// A description of a track with one entry: its fixed fields, then the codec's set-up.
private func descriptions(_ type: BoxType, fields: Int, _ box: BoxType, _ bytes: [UInt8]) -> Box {
  let entry = Box(type, bytes: [UInt8](repeating: 0, count: fields) + Box(box, bytes: bytes).data)
  return Box("stsd", bytes: [0, 0, 0, 0, 0, 0, 0, 1] + entry.data)
}

@Suite("Names of codecs by RFC 6381")
struct CodecNameTests {
  @Test("of AVC: profile, constraints and level")
  func avc() {
    // The example of RFC 6381, 3.3, with the profile High.
    let box = descriptions("avc1", fields: 78, "avcC", [1, 0x42, 0xE0, 0x1E, 0xFF, 0xE1, 0, 0])
    #expect(CodecName.name(of: box) == "avc1.42E01E")
  }

  @Test("of HEVC: bits of compatibility from the lowest one on, and no zeros at the end")
  func hevc() {
    // The examples of ISO/IEC 14496-15, E.3: Main, progressive, not packed, level 3.1; Main 10 of the high tier.
    var bytes: [UInt8] = [1, 0x01, 0x60, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0, 93]
    #expect(
      CodecName.name(of: descriptions("hvc1", fields: 78, "hvcC", bytes)) == "hvc1.1.6.L93.B0")
    bytes = [1, 0x22, 0x20, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 153]
    #expect(
      CodecName.name(of: descriptions("hev1", fields: 78, "hvcC", bytes)) == "hev1.2.4.H153.90")
  }

  @Test("of AAC: the kinds of object, whether lengths have one byte or four")
  func aac() {
    let specific: [UInt8] = [5, 2, 0x11, 0x90]
    let decoder = [0x40, 0x15] + [UInt8](repeating: 0, count: 11)
    let short: [UInt8] =
      [0, 0, 0, 0, 3, 22, 0, 1, 0] + [4, 17] + decoder + specific
    #expect(CodecName.name(of: descriptions("mp4a", fields: 28, "esds", short)) == "mp4a.40.2")
    let long: [UInt8] =
      [0, 0, 0, 0, 3, 0x80, 0x80, 0x80, 31, 0, 1, 0] + [4, 0x80, 0x80, 0x80, 20] + decoder
      + [5, 0x80, 0x80, 0x80, 2, 0x11, 0x90]
    #expect(CodecName.name(of: descriptions("mp4a", fields: 28, "esds", long)) == "mp4a.40.2")
    // MP3 has no object of MPEG-4.
    let mp3: [UInt8] = [0, 0, 0, 0, 3, 18, 0, 1, 0, 4, 13, 0x6B] + decoder.dropFirst()
    #expect(CodecName.name(of: descriptions("mp4a", fields: 28, "esds", mp3)) == "mp4a.6B")
  }

  @Test("what is cut off has no name, and nothing traps")
  func damaged() {
    let whole = descriptions(
      "hvc1", fields: 78, "hvcC", [1, 1, 0x60, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0, 93])
    for count in 0..<whole.bytes.count {
      #expect(CodecName.name(of: Box("stsd", bytes: Array(whole.bytes.prefix(count)))) == nil)
    }
  }
}

@Suite("Samples of a track")
struct TrackSampleTests {
  private func table(_ chunks: [Int], _ runs: [Int], sizes: [Int]) -> Box {
    Box(
      "stbl",
      [
        fullBox("stts", [2, 2, 10, sizes.count - 2, 20]),
        fullBox("stsc", [runs.count / 3] + runs), fullBox("stsz", [0, sizes.count] + sizes),
        fullBox("stco", [chunks.count] + chunks), fullBox("stss", [2, 1, 4]),
      ])
  }

  @Test("places and times follow from the tables, chunk by chunk")
  func tables() throws {
    let samples = try SampleTable.samples(
      of: table([100, 200, 300], [1, 2, 1, 3, 1, 1], sizes: [5, 6, 7, 8, 9]))
    #expect(samples.map(\.place) == [100..<105, 105..<111, 200..<207, 207..<215, 300..<309])
    #expect(samples.map(\.time) == [0, 10, 20, 40, 60])
    #expect(samples.map(\.isSync) == [true, false, false, true, false])
  }

  @Test("tables that do not agree are an error")
  func faults() {
    for (chunks, runs, sizes) in [
      ([100], [1, 2, 1], [5, 6, 7, 8]), ([100, 200], [1, 4, 1], [5, 6, 7, 8]),
      ([100], [2, 4, 1], [5, 6, 7, 8]), ([100], [0, 4, 1], [5, 6, 7, 8]),
      ([100], [1, 4, 1], [5, 6, 7]),
    ] {
      #expect(throws: BoxError.self) {
        try SampleTable.samples(of: table(chunks, runs, sizes: sizes))
      }
    }
  }
}
