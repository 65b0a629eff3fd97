import Foundation
import Rendering
import Testing

@testable import ChunkStorage

@Suite("What work takes on machines")
struct RateRecordTests {
  private let kinds = [
    WorkKind(.decode, "h264 hd"): RenderRates.Measured(units: 1e9, taken: 3e9),
    WorkKind(.encodeSound, "aac"): RenderRates.Measured(units: 48_000, taken: 0),
  ]

  @Test("rates are found for the machine on which they were measured")
  func machines() throws {
    let folder = try WritingFolder()
    let records = RateRecords(folder: folder.file("cache"))
    #expect(records.rates(of: "one").measured.isEmpty)
    records.keep(RenderRates(measured: kinds), of: "one")
    #expect(records.rates(of: "one").measured == kinds)
    #expect(records.rates(of: "two").measured.isEmpty)
    #expect(RateRecords(folder: nil).rates(of: "one").measured.isEmpty)
    #expect(CacheFolder(folder.file("cache")).prune(toBytes: 0).entries == 1)
  }

  @Test(
    "what was heard of 31 s in hundredths of a second, in which speech is looked for, is remembered"
  )
  func listening() throws {
    let folder = try WritingFolder()
    let records = LoudnessRecords(folder: folder.file("cache"))
    let key = String(repeating: "0f", count: 32)
    let piece = LoudnessPiece(powers: (0..<3100).map { Double($0) / 7 }, truePeak: 0.5)
    records.keep(piece, for: key)
    #expect(records.loudness(for: key) == piece)
  }

  @Test("a record that does not read back as it was written is none")
  func damage() throws {
    let bytes = RateRecords.encode(RenderRates(measured: kinds), machine: "one")
    #expect(RateRecords.decode(bytes, machine: "one")?.measured == kinds)
    #expect(RateRecords.decode(bytes, machine: "two") == nil)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x11
      #expect(RateRecords.decode(damaged, machine: "one") == nil)
      // The end of the last line tells nothing.
      if place == bytes.count - 1 { continue }
      #expect(RateRecords.decode(Array(bytes[..<place]), machine: "one") == nil)
    }
  }

  @Test("numbers that nobody has measured are neither written nor read")
  func hostile() throws {
    let odd = RenderRates(measured: [
      WorkKind(.decode, "a"): .init(units: 1e300, taken: 1),
      WorkKind(.decode, "b"): .init(units: 1, taken: 1e300),
      WorkKind(.decode, "c"): .init(units: 0.1, taken: 1),
      WorkKind(.decode, "d\ne"): .init(units: 1, taken: 1),
    ])
    let bytes = RateRecords.encode(odd, machine: "m")
    #expect(RateRecords.decode(bytes, machine: "m")?.measured.isEmpty == true)
    for line in [
      "9223372036854775807 1 decode a", "99999999999999999999 1 decode a", "0 1 decode a",
      "-1 1 decode a", "1 -1 decode a", "1 1 paint a", "1 1 decode", "1", "",
    ] {
      let signed = RateRecords.signed("cutlist-rates-1\n\(line)\n", machine: "m")
      let read = RateRecords.decode(signed, machine: "m")
      #expect(read == nil || read?.measured.isEmpty == true, "\(line)")
    }
  }
}
