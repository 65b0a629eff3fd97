import AudioMixing
import FileSystem
import LibAV
import BaseValues
import Testing
import TimelineModel

@testable import MediaSources

@Suite("What is told of a source to explain it")
struct MediaReasonsTests {
  private var file: MediaFile {
    var file = MediaFile(
      "m.mov", at: .file(path: "/m.mov"),
      facts: MediaFacts(video: nil, audio: nil, contentHash: "m"))
    file.pictures = PictureStream(stream: 0, fields: StoredFields())
    return file
  }

  @Test(
    "light that is not BT.709's is said to be converted",
    arguments: [
      ("bt709", "bt709", nil, nil), ("smpte170m", "iec61966-2-1", nil, nil),
      ("bt2020", "bt2020-10", nil, "converted through light, primaries converted to BT.709"),
      (
        "bt2020", "smpte2084", 4000,
        "tone-mapped from PQ with a peak of 4000 cd/m², primaries converted to BT.709"
      ),
      ("bt2020", "arib-std-b67", nil, "tone-mapped from HLG, primaries converted to BT.709"),
      ("bt709", "linear", nil, "converted from linear light"),
    ] as [(String, String, Int?, String?)])
  func light(primaries: String, transfer: String, peak: Int?, expected: String?) throws {
    var file = file
    var source: MediaSource { .file(file) }
    #expect(source.lightConversion(to: .sdr) == nil)
    let colours = FileDetails.Colors(
      ColorTags(
        primaries: try #require(PrimariesCode.allCases.first { $0.name == primaries }),
        transfer: try #require(TransferCode.allCases.first { $0.name == transfer })))
    file.details.coding = FileDetails.Coding(
      pixelFormat: "yuv420p10le", bitDepth: 10, tagged: colours, assumed: colours,
      isInterlaced: false, isTopFieldFirst: false)
    file.pictures?.peakLuminance = peak
    #expect(source.lightConversion(to: .sdr) == expected)
    file.reading.colors = ColorSpaceTags(primaries: .bt709, transfer: .sdr)
    #expect(source.lightConversion(to: .sdr) == nil)
  }

  @Test("fields are taken apart where the file or the project says that there are any")
  func fields() {
    var file = file
    var source: MediaSource { .file(file) }
    #expect(!source.isDeinterlaced)
    file.pictures?.fields.isFirstInterlaced = true
    #expect(source.isDeinterlaced)
    file.reading.interlace = .none
    #expect(!source.isDeinterlaced)
  }

  @Test("mono tracks that are put together go to the sides that they have together")
  func sound() {
    var file = file
    var source: MediaSource { .file(file) }
    file.sounds = [3, 5].map {
      AudioTrack(stream: $0, sampleRate: 48_000, channels: 1, isLossless: true, index: nil)
    }
    let routes = source.audioRoutes(to: 2)
    #expect(routes.map(\.stream) == [3, 5])
    #expect(routes.map(\.downMix.matrix) == [[[1], [0]], [[0], [1]]])
    file.sounds.removeLast()
    #expect(source.audioRoutes(to: 2).map(\.downMix.matrix) == [[[1], [1]]])
  }

  @Test("a picture's timestamp is the container's, counted from source time 0")
  func time() throws {
    var file = file
    var source: MediaSource { .file(file) }
    file.pictures?.index = FrameTable(
      entries: [40, 83].map { FrameTable.Entry(presentation: $0, key: 0, order: 0) },
      keys: [FrameTable.Key(presentation: 40, decoding: 0, order: 0)], lastDuration: 42,
      timeBase: Rational(1, 1000)!, origin: Rational(7, 1000)!, isCounted: false)
    let time = try #require(source.containerTime(ofFrame: 1))
    #expect(time.ticks == 83 && time.sourceTime == Rational(76, 1000))
    #expect(source.containerTime(ofFrame: 2) == nil && source.containerTime(ofFrame: -1) == nil)
  }
}
