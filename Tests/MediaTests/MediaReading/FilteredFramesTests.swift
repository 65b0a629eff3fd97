import Diagnostics
import FileSystem
import Foundation
import LibAV
import BaseValues
import PlanModel
import SeededNumbers
import Testing
import TimelineModel

@testable import MediaOpening
@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Pictures of a file behind chains of filters, held against what the program ffmpeg makes of the same
/// file with the same chain, byte by byte.
@Suite(
  "pictures behind chains of filters", .enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"))
struct FilteredFramesTests {
  private let folder: WritingFolder
  private let file: String
  private static let count = 90

  /// The bytes of a film that flickers, so that all of the filters find something to do.
  private static let film = Result {
    let folder = try WritingFolder()
    _ = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=s=96x64:r=25,noise=alls=30:allf=t:all_seed=7,eq=brightness='0.1*sin(40*t)':eval=frame",
        "-frames:v", "\(count)", "-pix_fmt", "yuv420p", "-c:v", "ffv1", "-g", "12",
        folder.file("film.mkv"),
      ])
    return Data(try folder.bytes("film.mkv"))
  }

  init() throws {
    folder = try WritingFolder()
    file = folder.file("film.mkv")
    try Self.film.get().write(to: URL(filePath: file))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var chain: String
    var blocks: FilterBlocks
    var testDescription: String { "\(chain), \(PlanText.blocks(blocks))" }

    init(_ chain: String, memory: Int = 0, isEndless: Bool = false) {
      self.chain = chain
      blocks = FilterBlocks(first: 0, memory: memory, isEndless: isEndless)
    }
  }

  /// Each with the memory that it needs to be the same as over the whole file.
  static let cases = [
    Case("hue=s=0"), Case("gblur=sigma=2"), Case("null"),
    Case("eq=brightness='0.2*sin(t)':eval=frame"),
    Case("geq=lum='lum(X,Y)/2+40*T':cb=128:cr=128"),
    Case("crop=iw/2:ih/2"), Case("transpose=1"), Case("scale=48:40"),
    Case("format=rgb24,negate"),
    Case("split[a][b];[a]hflip[c];[b][c]blend=all_mode=average"),
    Case("tmix=frames=3", memory: 3), Case("tmix=frames=3", isEndless: true),
    Case("deflicker=size=5", memory: 5), Case("deflicker=size=5", isEndless: true),
    Case("hqdn3d=4", isEndless: true), Case("yadif=mode=0:deint=0", memory: 3),
    Case("atadenoise=s=9", memory: 9), Case("hue=s=0", memory: 2),
  ]

  private func source(_ chain: String, isAlone: Bool) throws -> Result<MediaSource, MediaProblem> {
    var item = Media.item("film.mkv")
    item.content = .filtered(
      FilteredContent(source: item.content, chain: chain, isAlone: isAlone))
    return try Media.prober(MediaLocator(projectFolder: folder.path)).probe([item])[0]
  }

  /// The pictures of the program ffmpeg.
  private func expected(_ chain: String, format: String) throws -> [[UInt8]] {
    let output = folder.file("pictures.raw")
    _ = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-filter_threads", "1",
        // As libav is used here.
        "-cpuflags", "mmx+mmxext+sse+sse2+sse3+ssse3+sse4.1+sse4.2", "-i", file,
        "-sws_flags", "lanczos+accurate_rnd+full_chroma_int+bitexact",
        "-vf", "\(chain),format=\(format)", "-f", "rawvideo", output,
      ])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: output)))
    let size = bytes.count / Self.count
    try #require(size > 0 && bytes.count % Self.count == 0)
    return (0..<Self.count).map { Array(bytes[$0 * size..<($0 + 1) * size]) }
  }

  /// The bytes of a picture without what lies between rows.
  private static func bytes(_ frame: SharedFrame) -> [UInt8] {
    frame.withFrame { frame in
      var bytes: [UInt8] = []
      for plane in 0..<frame.planeCount {
        let rows = frame.pixelFormat?.rows(ofPlane: plane, height: frame.height) ?? 0
        for y in 0..<rows {
          // Safe: the row is as long as it says. Byte by byte debug builds take long.
          unsafe frame.row(y, ofPlane: plane).withUnsafeBufferPointer {
            unsafe bytes.append(contentsOf: $0)
          }
        }
      }
      return bytes
    }
  }

  @Test("each is as ffmpeg makes it, forward, backwards and shuffled", arguments: cases)
  func truth(_ one: Case) throws {
    let source = try source(one.chain, isAlone: one.blocks.isAlone).get()
    let reader = try FrameReader(source, blocks: one.blocks, protocols: [])
    let format = try reader.frame(0).withFrame { $0.formatName }
    let size = try reader.frame(0).withFrame { ($0.width, $0.height) }
    #expect(source.facts.video?.codedSize.width == size.0)
    #expect(source.facts.video?.codedSize.height == size.1)
    let expected = try expected(one.chain, format: format)
    for number in 0..<Self.count {
      try #require(Self.bytes(reader.frame(number)) == expected[number], "forward, \(number)")
    }
    for number in (0..<Self.count).reversed() {
      try #require(Self.bytes(reader.frame(number)) == expected[number], "backwards, \(number)")
    }
    var numbers = SeededGenerator(seed: 5)
    for number in (0..<Self.count).shuffled(using: &numbers).prefix(20) {
      let fresh = try FrameReader(source, blocks: one.blocks, protocols: [])
      try #require(Self.bytes(fresh.frame(number)) == expected[number], "fresh, \(number)")
    }
  }

  @Test("what is remembered goes back to the clip's first picture and not beyond")
  func beginning() throws {
    let source = try source("tmix=frames=3", isAlone: false).get()
    let plain = try FrameReader(source.unfiltered, protocols: [])
    let reader = try FrameReader(
      source, blocks: FilterBlocks(first: 20, memory: 3), protocols: [])
    // The first of all has nothing before it: it is mixed with itself.
    #expect(try Self.bytes(reader.frame(20)) == Self.bytes(plain.frame(20)))
    #expect(try Self.bytes(reader.frame(21)) != Self.bytes(plain.frame(21)))
    // Another beginning of blocks changes nothing where all that is looked at is remembered.
    let whole = try FrameReader(
      source, blocks: FilterBlocks(first: 0, memory: 0, isEndless: true), protocols: [])
    #expect(try Self.bytes(reader.frame(40)) == Self.bytes(whole.frame(40)))
  }

  @Test(
    "what is not one picture for each is refused before it is rendered",
    arguments: [
      ("fps=50", "filter-pictures"), ("fps=12", "filter-pictures"),
      ("setpts=2*PTS", "filter-pictures"), ("yadif=mode=1", "filter-pictures"),
      ("framestep=2", "filter-pictures"), ("select='gt(n,3)'", "filter-pictures"),
      ("loop=-1:5", "filter-pictures"), ("tpad=stop=-1", "filter-pictures"),
      ("trim=end_frame=3", "filter-pictures"), ("mpdecimate", "filter-pictures"),
      ("hqdm3d", "unknown-filter"), ("hqdn3d=stength=2", "unknown-filter-option"),
      ("hue=s=abc(", "filter-refused"), ("crop=4000:4000", "filter-refused"),
      ("lut3d=a.cube", "filter-not-allowed"), ("movie=a.mp4", "filter-not-allowed"),
      ("drawtext=text=a", "filter-not-allowed"), ("volume=2", "filter-in-chain"),
      ("color=red[c];[c]hflip", "filter-in-chain"), ("nullsink", "filter-in-chain"),
      ("overlay", "filter-in-chain"), ("split", "filter-in-chain"),
      ("scale=30000:100", "filter-size"), ("[", "filter-refused"),
    ])
  func refusals(chain: String, id: String) throws {
    guard case .failure(let problem) = try source(chain, isAlone: true) else {
      Issue.record("accepted")
      return
    }
    #expect(problem.diagnostic.id.rawValue == id, "\(problem.diagnostic)")
    #expect(!problem.diagnostic.fixes.isEmpty)
  }

  @Test("what changes the size of pictures says so")
  func sizes() throws {
    let facts = try source("transpose=1,scale=iw:ih/2", isAlone: true).get().facts
    #expect(facts.video?.codedSize.width == 64)
    #expect(facts.video?.codedSize.height == 48)
    #expect(facts.video?.frames == (try Media.probe(file).facts.video?.frames))
  }
}

extension MediaSource {
  fileprivate var unfiltered: MediaSource {
    if case .filtered(let filtered) = self { filtered.source } else { self }
  }
}
