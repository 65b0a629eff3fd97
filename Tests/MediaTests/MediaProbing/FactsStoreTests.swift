import FileSystem
import Foundation
import MediaSources
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import ChunkStorage
@testable import MediaOpening
@testable import MediaProbing
@testable import MovieWriting

@Suite("facts store")
struct FactsStoreTests {
  private let folder: WritingFolder
  private let media: String

  init() throws {
    folder = try WritingFolder()
    media = folder.file("media")
    try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
  }

  private func put(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = media + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func movie(_ name: String = "movie.mp4") throws -> String {
    let rate = try Media.rate(25)
    try writeMovie(
      media + "/" + name, rate: rate, chunks: [20, 9], sampleRate: 48_000,
      settings: Synthetic.settings(rate: rate, size: Size(width: 64, height: 48)))
    return media + "/" + name
  }

  /// One process' memory.
  private func prober(_ cache: String = "cache", tick: Int64 = 0) throws -> MediaProber {
    var prober = try Media.prober(MediaLocator(projectFolder: media))
    prober.hashes = SourceHashes(folder: folder.file(cache), tick: tick)
    prober.facts = FactsStore(folder: folder.file(cache))
    return prober
  }

  private var records: [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".facts") }.sorted()
  }

  @Test("what is remembered of a file is exactly what probing it finds")
  func equal() throws {
    let picture = Media.bitmap(width: 9, height: 7) { x, y in (UInt8(x), UInt8(y), 90) }
    let paths = [
      try movie(), try put(picture, "a.bmp"),
      try put(Media.wave([1, 2, 3, 4], rate: 22_050, channels: 2), "a.wav"),
      try put(StillWriter.png(Synthetic.frame(3)), "b.png"),
    ]
    for path in paths {
      let fresh = MediaSource.file(try Media.probe(path))
      #expect(try prober().probe(Media.item(path)).get() == fresh)
      #expect(try prober().probe(Media.item(path)).get() == fresh)
    }
    #expect(records.count == paths.count)
  }

  @Test("a file is opened once to find out about it, and not again while it is known")
  func opens() throws {
    let path = try movie()
    let counter = OpenCounter(media)
    _ = try prober().probe(Media.item(path)).get()
    #expect(counter.take() == 1)
    _ = try prober().probe(Media.item(path)).get()
    #expect(counter.take() == 0)
    // Moved: its content has to be read, and is known then.
    try FileManager.default.moveItem(atPath: path, toPath: media + "/other.mp4")
    _ = try prober().probe(Media.item(media + "/other.mp4")).get()
    #expect(counter.take() == 1)
    #expect(records.count == 1)
    // Without a cache every time.
    for _ in 0..<2 { _ = try Media.probe(media + "/other.mp4") }
    #expect(counter.take() == 2)
  }

  @Test("items that name the same streams of the same file share what is found")
  func sharing() throws {
    let path = try movie()
    try FileManager.default.createSymbolicLink(
      atPath: media + "/link.mp4", withDestinationPath: path)
    let items = [path, "movie.mp4", "link.mp4", "none.mp4", "none.mp4"].map { Media.item($0) }
    let counter = OpenCounter(media)
    let results = try prober("none/").probe(items + [Media.item(path, video: 0)])
    #expect(counter.take() == 2)
    for (item, result) in zip(items, results).prefix(3) {
      let source = try result.get()
      #expect(source == .file(try Media.probe(name(of: item), in: media)))
    }
    for result in results[3...4] { #expect(throws: MediaProblem.self) { try result.get() } }
    #expect(try results[5].get().facts == results[0].get().facts)
    #expect(results.count == 6)
  }

  private func name(of item: MediaItem) -> String {
    if case .file(let path, _, _) = item.content { path } else { "" }
  }

  @Test("other streams and other endings of a name are other questions")
  func keys() throws {
    let path = try movie()
    for (name, video) in [("movie.mp4", nil), ("movie.mp4", 0), ("movie.mov", nil)] {
      if name != "movie.mp4" {
        try FileManager.default.moveItem(atPath: path, toPath: media + "/" + name)
      }
      _ = try prober().probe(Media.item(name, video: video)).get()
    }
    #expect(records.count == 3)
    // What is missing is said again each time.
    for _ in 0..<2 {
      #expect(throws: MediaProblem.self) {
        try prober().probe(Media.item("movie.mov", video: 1)).get()
      }
    }
    #expect(records.count == 3)
  }

  @Test("changed content is probed again")
  func changed() throws {
    let path = try put(Media.wave([1, 2, 3], rate: 8000), "a.wav")
    #expect(try prober().probe(Media.item(path)).get().facts.audio?.sampleRate == 8000)
    _ = try put(Media.wave([1, 2, 3], rate: 9000), "a.wav")
    #expect(try prober().probe(Media.item(path)).get().facts.audio?.sampleRate == 9000)
    #expect(records.count == 2)
  }

  @Test("of a file that changed a moment ago nothing is kept")
  func racy() throws {
    let path = try put(Media.wave([1, 2, 3], rate: 8000), "a.wav")
    _ = try prober(tick: SourceHashes.tick).probe(Media.item(path)).get()
    #expect(records.isEmpty)
  }

  @Test("a damaged record is not believed but written anew")
  func damaged() throws {
    let path = try movie()
    let fresh = try prober().probe(Media.item(path)).get()
    let record = try #require(records.first)
    let bytes = try folder.bytes(record)
    for wrong in [[], Array(bytes.dropLast()), bytes.map { $0 ^ 1 }, Array("cutfact2".utf8)] {
      try Data(wrong).write(to: URL(fileURLWithPath: folder.file(record)))
      #expect(try prober().probe(Media.item(path)).get() == fresh)
      #expect(try folder.bytes(record) == bytes)
    }
  }

  @Test("a cache that cannot be written to is not needed")
  func unwritable() throws {
    let path = try movie()
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    let fresh = MediaSource.file(try Media.probe(path))
    #expect(try prober("file").probe(Media.item(path)).get() == fresh)
    #expect(records.isEmpty)
  }

  @Test("records are counted, and removed to make room")
  func pruning() throws {
    let path = try movie()
    _ = try prober().probe(Media.item(path)).get()
    let cache = CacheFolder(folder.file("cache"))
    #expect(cache.inventory().facts == 1 && cache.inventory().sources == 1)
    #expect(cache.prune(toBytes: 0).entries == 2)
    #expect(cache.inventory().facts == 0 && records.isEmpty)
  }
}
