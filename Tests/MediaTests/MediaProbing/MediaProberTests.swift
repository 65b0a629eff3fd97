import Diagnostics
import FileSystem
import Foundation
import MediaOpening
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources
@testable import MovieWriting

@Suite("media prober")
struct MediaProberTests {
  private static let orientedPictures = "../shared/media/real/image/"
  private func write(_ bytes: [UInt8], _ folder: WritingFolder, _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  @Test("single pictures are shown at any time, whatever their name ends in")
  func stills() throws {
    let folder = try WritingFolder()
    let bitmap = Media.bitmap(width: 37, height: 21) { x, y in (UInt8(x), UInt8(y), 90) }
    let png = try StillWriter.png(Synthetic.frame(3))
    for (bytes, name, size) in [
      (bitmap, "a.bmp", (37, 21)), (png, "b.png", (320, 180)), (png, "c.mp4", (320, 180)),
    ] {
      let source = try Media.probe(write(bytes, folder, name))
      let video = try #require(source.facts.video)
      #expect(video.frames == .still)
      #expect(video.codedSize == Size(width: size.0, height: size.1))
      #expect(!video.hasAlpha)
      #expect(source.facts.audio == nil)
      let reader = try source.storedFrames(protocols: [])
      let first = try reader.frame(0).hash
      #expect(try reader.frame(0).hash == first)
    }
  }

  @Test("a movie's facts: exact rate, number of pictures, sound from 0 to the sample")
  func movie() throws {
    let folder = try WritingFolder()
    for (frames, seconds) in [(24000, 1001), (30000, 1001), (25, 1), (60000, 1001)]
      as [(Int64, Int64)]
    {
      let rate = try Media.rate(frames, per: seconds)
      let path = folder.file("movie.mp4")
      try writeMovie(
        path, rate: rate, chunks: [30, 19], sampleRate: 44_100,
        settings: Synthetic.settings(
          rate: rate, size: Size(width: 64, height: 48), preset: "veryfast"))
      let source = try Media.probe(path)
      #expect(source.origin == .zero)
      #expect(source.facts.video?.frames == .regular(start: .zero, rate: rate, count: 49))
      #expect(source.facts.video?.codedSize == Size(width: 64, height: 48))
      #expect(source.facts.audio?.range?.start == .zero)
      let end = try FrameGrid(rate).time(of: FrameIndex(49))
      let sample = SampleGrid(rate: 44_100).nearestSample(to: end).value
      #expect(source.facts.audio?.range?.end == Rational(sample, 44_100))
      #expect(source.notes.isEmpty)
    }
  }

  @Test("the same file has the same hash, another file another one")
  func hashes() throws {
    let folder = try WritingFolder()
    let a = try Media.probe(write(Media.wave([1, 2, 3], rate: 8000), folder, "a.wav"))
    let b = try Media.probe(write(Media.wave([1, 2, 3], rate: 8000), folder, "b.wav"))
    let c = try Media.probe(write(Media.wave([1, 2, 4], rate: 8000), folder, "c.wav"))
    #expect(a.facts.contentHash == b.facts.contentHash)
    #expect(a.facts.contentHash != c.facts.contentHash)
  }

  @Test("fragments are seen by their boxes, and broken boxes are no fragments")
  func fragments() {
    func box(_ name: String, _ size: Int, pad: Int) -> [UInt8] {
      [UInt8(size >> 24 & 255), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)]
        + Array(name.utf8) + [UInt8](repeating: 0, count: pad)
    }
    let cases: [([UInt8], Bool)] = [
      (box("ftyp", 16, pad: 8) + box("moov", 24, pad: 16) + box("moof", 8, pad: 0), true),
      (box("ftyp", 16, pad: 8) + box("moov", 24, pad: 16) + box("mdat", 8, pad: 0), false),
      (
        box("mdat", 1, pad: 0) + [0, 0, 0, 0, 0, 0, 0, 24] + [UInt8](repeating: 0, count: 8)
          + box("moof", 8, pad: 0), true
      ),
      (box("mdat", 1, pad: 0) + [UInt8](repeating: 255, count: 8), false),
      (box("free", 3, pad: 100), false), (box("mdat", 0, pad: 20), false), ([1, 2, 3], false),
    ]
    for (number, (bytes, has)) in cases.enumerated() {
      let found = MovieBoxes.hasFragments { position in
        position < bytes.count ? Array(bytes[Int(position)...].prefix(16)) : []
      }
      #expect(found == has, "case \(number)")
    }
    #expect(!MovieBoxes.hasFragments { _ in [] })
  }

  @Test("colours and generators need no file and have no end")
  func made() throws {
    let prober = try Media.prober(MediaLocator(projectFolder: "/"))
    var item = Media.item("")
    item.content = .generator(.counter(clip: 3))
    let counter = try prober.probe(item).get()
    #expect(
      counter.facts.video?.frames == .regular(start: .zero, rate: try Media.rate(25), count: nil))
    #expect(counter.facts.audio?.range == nil)
    item.content = .filter("testsrc2=size=64x48:rate=30000/1001")
    let filter = try prober.probe(item).get()
    #expect(filter.facts.video?.codedSize == Size(width: 64, height: 48))
    item.content = .filter("nosuchfilter=1")
    guard case .failure(let problem) = prober.probe(item) else {
      Issue.record("a filter that does not exist was made")
      return
    }
    #expect(problem.diagnostic.id == .unknownFilter)
  }

  @Test("filters that open files are refused, confined or not")
  func refusedFilters() throws {
    var item = Media.item("")
    for isConfined in [false, true] {
      let prober = try Media.prober(MediaLocator(projectFolder: "/", isConfined: isConfined))
      for text in ["movie=/etc/passwd", "testsrc2,drawtext=textfile=a", "life=filename=/x"] {
        item.content = .filter(text)
        guard case .failure(let problem) = prober.probe(item) else {
          Issue.record("'\(text)' was made")
          continue
        }
        #expect(problem.diagnostic.id == .filterNotAllowed, "\(text)")
        #expect(problem.diagnostic.fixes.contains { $0.message.contains("--allow-filter") })
      }
    }
  }

  @Test("the content of generated media is described in words that do not change")
  func generatedContent() throws {
    let red = Color(red: 255, green: 0, blue: 1)
    let glass = Color(red: 16, green: 32, blue: 48, alpha: 8)
    let rate = try Media.rate(30_000, per: 1001)
    let contents: [(MediaContent, String)] = [
      (.color(glass), "made:color:10203008"),
      (.generator(.bars), "made:bars"),
      (
        .generator(.gradient(from: red, to: glass, vertical: false)),
        "made:gradient-alpha:ff0001ff:10203008:right"
      ),
      (
        .generator(.gradient(from: red, to: glass, vertical: true)),
        "made:gradient-alpha:ff0001ff:10203008:down"
      ),
      (
        .generator(.gradient(from: red, to: red, vertical: true)),
        "made:gradient:ff0001ff:ff0001ff:down"
      ),
      (
        .generator(
          .shading(
            Shading(
              .radial, centerX: 1, radius: 250_000, isCircle: true,
              stops: [.init(red, at: 0), .init(glass, at: 700_000)]))),
        "made:shading:radial:0:1:500000:250000:circle:ff0001ff@0:10203008@700000"
      ),
      (
        .generator(
          .qr(
            QRSymbol(
              text: "https://a.example:80", level: .quartile, leastVersion: 3, quietZone: 2,
              color: red, background: glass))),
        "made:qr:quartile:3:2:ff0001ff:10203008:https://a.example:80"
      ),
      (.generator(.counter(clip: 7)), "made:counter:7:30000/1001"),
      (
        .generator(.tone(frequency: 440, level: 250_000, beep: false)),
        "made:tone:440:250000:steady"
      ),
      (
        .generator(.tone(frequency: 440, level: 250_000, beep: true)), "made:tone:440:250000:beep"
      ),
    ]
    var prober = try Media.prober(MediaLocator(projectFolder: "."))
    prober.outputRate = rate
    for (content, text) in contents {
      var item = Media.item("")
      item.content = content
      #expect(try prober.probe(item).get().facts.contentHash == text)
    }
  }

  @Test(
    "real pictures in all eight orientations of EXIF look alike",
    .enabled(
      if: FileManager.default.fileExists(atPath: orientedPictures),
      "the shared media folder is not beside the package"))
  func realOrientations() throws {
    let folder = Self.orientedPictures
    let pool = ImagePool(limitBytes: 1 << 22)
    var first: Raster.Image?
    for number in 1...8 {
      let source = try Media.probe(
        FileManager.default.currentDirectoryPath + "/" + folder + "landscape_\(number).jpg")
      #expect(source.facts.video?.orientation.rawValue == number)
      let coded = try #require(source.facts.video).codedSize
      let conformer = ImageConformer(
        Conform(
          media: MediaID(0), crop: Rect(x: 0, y: 0, width: 600, height: 450),
          size: Size(width: 600, height: 450)),
        orientation: try #require(source.facts.video?.orientation),
        codedSize: coded, pool: pool)
      let image = try conformer.image(of: try source.storedFrames(protocols: []).frame(0))
      let reference = first ?? image
      first = reference
      var sum = 0
      for y in stride(from: 5, to: 450, by: 23) {
        let (a, b) = (image.row(0, y), reference.row(0, y))
        for x in a.indices { sum += abs(Int(a[x]) - Int(b[x])) }
      }
      // The eight were compressed each on its own and carry their numbers; turned wrongly they
      // differ by more than 40.
      #expect(sum / (20 * 600) < 18, "orientation \(number)")
    }
  }

  @Test("a display matrix that is no quarter turn is ignored, with a note")
  func displayMatrix() throws {
    let folder = try WritingFolder()
    let path = folder.file("movie.mp4")
    try writeMovie(
      path, rate: try Media.rate(25), chunks: [2], sampleRate: nil,
      settings: Synthetic.settings(rate: try Media.rate(25), size: Size(width: 64, height: 48))
    )
    let bytes = try folder.bytes("movie.mp4")
    let name = Array("tkhd".utf8)
    let box = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    // The matrix begins 44 bytes after the name of a box of version 0.
    for (matrix, orientation, notes) in [
      ([0, 1, 0, -1, 0, 0], Orientation.rotatedClockwise, 0), ([1, 0, 0, 0, 1, 0], .upright, 0),
      ([1, 1, 0, -1, 1, 0], .upright, 1), ([0, 0, 0, 0, 0, 0], .upright, 1),
    ] {
      var changed = bytes
      for (index, value) in matrix.enumerated() {
        let fixed = UInt32(bitPattern: Int32(value) << 16)
        for byte in 0..<4 {
          changed[box + 44 + 4 * index + byte] = UInt8(truncatingIfNeeded: fixed >> (24 - 8 * byte))
        }
      }
      let source = try Media.probe(try write(changed, folder, "turned.mp4"))
      #expect(source.facts.video?.orientation == orientation, "\(matrix)")
      #expect(source.notes.count == notes, "\(matrix): \(source.notes)")
    }
  }

  @Test("items of one file that mean its pictures differently share what is found, not how")
  func meanings() throws {
    let folder = try WritingFolder()
    let head = "P7\nWIDTH 16\nHEIGHT 16\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let path = try write(Array(head.utf8) + Array(repeating: 90, count: 1024), folder, "a.pam")
    let readings = [
      Interpretation(), Interpretation(alpha: .ignore), Interpretation(interlace: .topFirst),
    ]
    let items = readings.enumerated().map { index, reading in
      let item = Media.item(path)
      return MediaItem(
        id: MediaID(index), name: "\(index)", nameRange: item.nameRange,
        valueRange: item.valueRange, content: item.content, reading: reading)
    }
    let prober = try Media.prober(MediaLocator(projectFolder: "/"))
    let sources = try prober.probe(items).map { try $0.get() }
    #expect(sources.map(\.reading) == readings)
    #expect(sources.map { $0.facts.video?.hasAlpha } == [true, false, true])
  }
}
