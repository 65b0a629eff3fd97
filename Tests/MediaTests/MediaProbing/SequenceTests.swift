import Diagnostics
import Foundation
import LibAV
import BaseValues
import Testing
import TimelineModel

@testable import FileSystem
@testable import MediaOpening
@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

@Suite("sequences of numbered pictures")
struct SequenceTests {
  /// A folder with `name-0001.bmp` and so on, each filled with a grey of its own.
  private func folder(
    _ numbers: [Int], name: String = "p", width: Int = 32, height: Int = 16
  ) throws -> WritingFolder {
    let folder = try WritingFolder()
    for number in numbers { try write(number, to: folder, name, width, height) }
    return folder
  }

  private func write(
    _ number: Int, to folder: WritingFolder, _ name: String = "p", _ width: Int = 32,
    _ height: Int = 16, level: Int? = nil
  ) throws {
    let grey = UInt8(truncatingIfNeeded: level ?? number * 7 % 256)
    let bytes = Media.bitmap(width: width, height: height) { _, _ in (grey, grey, grey) }
    let digits = String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("\(name)-\(digits).bmp")))
  }

  private func item(
    _ path: String = "p-%04d.bmp", rate: FrameRate? = nil, first: Int? = nil,
    _ missing: MissingFrames = .error, reading: Interpretation = Interpretation()
  ) throws -> MediaItem {
    MediaItem(
      id: MediaID(0), name: "shots", nameRange: SourceRange(at: 0), valueRange: SourceRange(at: 0),
      content: .sequence(
        ImageSequence(
          path: try #require(NumberedPath(path)), rate: rate, first: first, missing: missing)),
      reading: reading)
  }

  private func probe(
    _ item: MediaItem, _ folder: WritingFolder, confined: Bool = false, media: [String] = []
  ) throws -> Result<MediaSource, MediaProblem> {
    try Media.prober(
      MediaLocator(projectFolder: folder.path, mediaFolders: media, isConfined: confined)
    ).probe(item)
  }

  private func problem(_ item: MediaItem, _ folder: WritingFolder) throws -> Diagnostic? {
    if case .failure(let problem) = try probe(item, folder) { problem.diagnostic } else { nil }
  }

  /// The grey of a frame.
  private func level(_ frame: SharedFrame) -> Int {
    frame.withFrame { Int($0.row(0, ofPlane: 0)[0]) }
  }

  @Test("frame n is the picture first + n, at n divided by the rate")
  func times() throws {
    let folder = try folder(Array(1001...1010))
    let rate = try Media.rate(24000, per: 1001)
    let source = try probe(try item(rate: rate), folder).get()
    let video = try #require(source.facts.video)
    #expect(video.frames == .regular(start: .zero, rate: rate, count: 10))
    #expect(video.codedSize == Size(width: 32, height: 16))
    #expect(source.facts.audio == nil)
    #expect(source.facts.frameHashes.count == 10)
    #expect(Set(source.facts.frameHashes).count == 10)
    // Without a rate it is the output's, 25 here; with a first number the others do not count.
    let later = try probe(try item(first: 1004), folder).get()
    #expect(
      later.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(25), count: 7))
    #expect(later.facts.frameHashes[...] == source.facts.frameHashes[3...])
  }

  @Test("each picture is the same forward, backward and at random")
  func reading() throws {
    let folder = try folder(Array(1...12))
    let source = try probe(try item(), folder).get()
    var order = Array(0..<12) + (0..<12).reversed()
    order += [5, 0, 11, 5, 5, 6, 2, 10]
    let pool = ReaderPool(source, protocols: [])
    for number in order {
      #expect(level(try pool.frame(number)) == (number + 1) * 7, "frame \(number)")
    }
    #expect(pool.count == 1)
    // A picture that is at hand is not read again: 5 twice, and 11 on the way back.
    #expect(pool.restarts == order.count - 2)
  }

  @Test("no more files are open than one for each place that is read")
  func openFiles() throws {
    let folder = try folder(Array(1...40))
    let source = try probe(try item(), folder).get()
    func open() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .count { name in
          let link = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(name)")
          return link?.hasPrefix(folder.path) == true
        }
    }
    let pool = ReaderPool(source, protocols: [])
    for number in 0..<40 { _ = try pool.frame(number) }
    #expect(try open() <= 1)
  }

  @Test("missing pictures are an error that names them, or the one before is held")
  func missing() throws {
    let folder = try folder([1, 2, 4, 8, 9])
    let problem = try #require(try problem(try item(), folder))
    #expect(problem.id == .mediaSequence)
    #expect(problem.message == "4 pictures are missing from 'p-%04d.bmp': 3, 5 to 7")
    #expect(problem.notes.map(\.message) == ["there are 5, from 'p-0001.bmp' to 'p-0009.bmp'"])
    let source = try probe(try item(.hold), folder).get()
    let reader = try FrameReader(source, protocols: [])
    let shown = try (0..<9).map { level(try reader.frame($0)) / 7 }
    #expect(shown == [1, 2, 2, 4, 4, 4, 4, 8, 9])
    #expect(source.facts.frameHashes[1] == source.facts.frameHashes[2])
    #expect(try self.problem(item(first: 8), folder) == nil)
    let absent = try #require(try self.problem(item(first: 3), folder))
    #expect(absent.message == "there is no picture 'p-0003.bmp' to begin with")
    #expect(absent.fixes.map(\.message) == ["set \"first\" to 4, or leave it out"])
  }

  private func problem(_ item: MediaItem, in folder: WritingFolder) throws -> String? {
    try problem(item, folder)?.message
  }

  private func item(_ missing: MissingFrames) throws -> MediaItem {
    try item("p-%04d.bmp", missing)
  }

  @Test("a gap of millions of pictures is refused, not filled")
  func tooMany() throws {
    let folder = try folder([1])
    try FileManager.default.copyItem(
      atPath: folder.file("p-0001.bmp"), toPath: folder.file("p-999999999.bmp"))
    #expect(
      try problem(item(.hold), in: folder)
        == "'p-%04d.bmp' has 999999999 pictures; the limit is 1000000")
  }

  @Test("where there are none the places are named, and a name that was meant")
  func none() throws {
    let folder = try folder([1, 2])
    let problem = try #require(try problem(item("q-%04d.bmp"), folder))
    #expect(problem.id == .mediaNotFound)
    #expect(problem.message == "there are no pictures 'q-%04d.bmp'")
    #expect(problem.notes.map(\.message) == ["looked for '\(folder.file("q-%04d.bmp"))'"])
    #expect(problem.fixes.map(\.message) == ["there is 'p-0001.bmp'; is it written so?"])
    #expect(
      try self.problem(item(first: 7), in: folder)
        == "there are no pictures 'p-%04d.bmp' from number 7 on")
    // The path of a file that has a place for a number says how a sequence is written.
    let file = try #require(
      try Media.problem("p-%04d.bmp", MediaLocator(projectFolder: folder.path)))
    #expect(
      file.fixes.last?.message
        == "numbered pictures are written as { \"sequence\": \"p-%04d.bmp\" }")
  }

  @Test("pictures of two sizes are refused with both named")
  func sizes() throws {
    let folder = try folder([1, 2, 3])
    try write(2, to: folder, "p", 20, 16)
    let problem = try #require(try problem(item(), folder))
    #expect(problem.message == "the pictures of 'p-%04d.bmp' do not have one shape")
    #expect(
      problem.notes.map(\.message) == ["'p-0001.bmp' is 32×16", "'p-0002.bmp' is 20×16"])
  }

  @Test("a file of the sequence that is damaged, empty or a movie is named")
  func damaged() throws {
    for (bytes, id) in [
      ("", .mediaEmpty), (String(repeating: "no picture", count: 100), .mediaNotMedia),
    ] as [(String, MessageID)] {
      let folder = try folder([1, 2, 3])
      try Data(bytes.utf8).write(to: URL(fileURLWithPath: folder.file("p-0002.bmp")))
      let problem = try #require(try problem(item(), folder))
      #expect(problem.id == id)
      #expect(problem.message.contains("p-0002.bmp") || id == .mediaEmpty)
    }
    let folder = try folder([1, 3])
    try Data(Media.wave([0, 0], rate: 8000)).write(
      to: URL(fileURLWithPath: folder.file("p-0002.bmp")))
    #expect(try problem(item(), in: folder) == "'p-0002.bmp' is not a still picture")
  }

  @Test("confinement holds for each file, links followed; media folders are searched")
  func confinement() throws {
    let outside = try folder([2])
    let folder = try folder([1, 3])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("p-0002.bmp"), withDestinationPath: outside.file("p-0002.bmp"))
    #expect(try probe(item(), folder).get().files?.count == 3)
    guard case .failure(let problem) = try probe(item(), folder, confined: true) else {
      Issue.record("a link to the outside was followed")
      return
    }
    #expect(problem.diagnostic.id == .mediaOutside)
    #expect(try probe(item(), folder, confined: true, media: [outside.path]).get().files != nil)
    let empty = try WritingFolder()
    let found = try probe(item(), empty, media: [folder.path]).get()
    #expect(found.files?.files.first == folder.file("p-0001.bmp"))
    // A folder that lies outside is not even looked into.
    guard
      case .failure(let other) = try probe(item(outside.file("q-%d.bmp")), folder, confined: true)
    else { return }
    #expect(other.diagnostic.id == .mediaOutside)
  }

  @Test("every file counts as a source that may not be written over")
  func paths() throws {
    let folder = try folder([1, 2, 3])
    var library = MediaLibrary()
    library.add(try probe(item(), folder).get(), for: try item())
    #expect(library.filePaths == (1...3).map { folder.file("p-000\($0).bmp") })
  }

  @Test("a picture that changed has another hash, and with two fields its neighbours as well")
  func hashes() throws {
    let folder = try folder(Array(1...5))
    let interlaced = Interpretation(interlace: .topFirst)
    let before = try probe(item(), folder).get().facts
    let fields = try probe(item(reading: interlaced), folder).get().facts
    try write(3, to: folder, level: 200)
    let after = try probe(item(), folder).get().facts
    let fieldsAfter = try probe(item(reading: interlaced), folder).get().facts
    func changed(_ a: MediaFacts, _ b: MediaFacts) -> [Int] {
      a.frameHashes.indices.filter { a.frameHashes[$0] != b.frameHashes[$0] }
    }
    #expect(changed(before, after) == [2])
    #expect(changed(fields, fieldsAfter) == [1, 2, 3])
    #expect(before.contentHash != after.contentHash)
  }
}

extension MediaSource {
  fileprivate var files: FileSeries? {
    if case .sequence(let sequence) = self { sequence.files } else { nil }
  }
}
