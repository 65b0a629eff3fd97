import Foundation
import Rendering
import Testing

@testable import MediaIO

@Suite("chunk store")
struct ChunkStoreTests {
  private func chunk(_ seed: Int, packets count: Int = 3) -> EncodedChunk {
    EncodedChunk(
      parameters: [1, 2, UInt8(seed)],
      packets: (0..<count).map {
        MoviePacket(
          data: (0...$0 * 10).map { UInt8(truncatingIfNeeded: $0 + seed) }, presentation: Int64($0),
          decoding: Int64($0) - 2, duration: 1, isKey: $0 == 0)
      }, frameCount: count)
  }

  private let key = "3fa9c1"

  @Test("a chunk comes back as it was, also from another store on the same folder")
  func roundTrip() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.file("a/b/cache"))
    #expect(store.chunk(for: key) == nil)
    try store.save(chunk(7), for: key)
    #expect(store.chunk(for: key) == chunk(7))
    let other = try DiskChunkStore(folder: folder.file("a/b/cache"))
    #expect(other.chunk(for: key) == chunk(7))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b/cache/chunks/3f"))
        == ["3fa9c1.chunk"])
  }

  @Test("a chunk of nothing comes back, too")
  func empty() throws {
    let chunk = EncodedChunk(parameters: [], packets: [], frameCount: 0)
    #expect(ChunkFile.decode(ChunkFile.encode(chunk)) == chunk)
  }

  @Test("every damaged byte and every missing end is noticed")
  func damage() {
    let bytes = ChunkFile.encode(chunk(1))
    #expect(ChunkFile.decode(bytes) == chunk(1))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << (place % 8)
      #expect(ChunkFile.decode(damaged) == nil, "byte \(place)")
      #expect(ChunkFile.decode(Array(bytes[..<place])) == nil, "cut at \(place)")
    }
    #expect(ChunkFile.decode(bytes + [0]) == nil)
  }

  @Test("a damaged chunk is removed, so that it is made again")
  func removal() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    try store.save(chunk(7), for: key)
    let path = folder.file("chunks/3f/3fa9c1.chunk")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(store.chunk(for: key) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    try store.save(chunk(7), for: key)
    #expect(store.chunk(for: key) == chunk(7))
  }

  @Test("several stores write and read the same chunks at the same time")
  func together() async throws {
    let folder = try WritingFolder()
    let stores = try (0..<4).map { _ in try DiskChunkStore(folder: folder.path) }
    let failures = await withTaskGroup(of: Int.self) { group in
      for store in stores {
        group.addTask {
          var failures = 0
          for number in 0..<40 {
            let key = "ab\(number % 5)"
            do { try store.save(chunk(number % 5), for: key) } catch { failures += 1 }
            if let read = store.chunk(for: key), read != chunk(number % 5) { failures += 1 }
          }
          return failures
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("chunks/ab")).count == 5)
  }

  @Test("a store for one render leaves nothing behind")
  func temporary() throws {
    let folder = try WritingFolder()
    do {
      let store = try DiskChunkStore(folder: folder.file("once"), removesAtEnd: true)
      try store.save(chunk(1), for: key)
    }
    #expect(try folder.names.isEmpty)
  }

  @Test("a folder that cannot be made is an error of the disk that names it")
  func notAFolder() throws {
    let folder = try WritingFolder()
    try Data([1]).write(to: URL(fileURLWithPath: folder.file("file")))
    let error = #expect(throws: RenderError.self) {
      try DiskChunkStore(folder: folder.file("file/cache"))
    }
    #expect(error?.kind == .disk)
    #expect(error?.message.contains(folder.file("file")) == true)
  }

  @Test("a full disk says so, and what was stored stays", .enabled(if: Self.hasFullDevice))
  func fullDisk() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    try store.save(chunk(7), for: key)
    // The name that will be written next leads to a device that is always full.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("chunks/3f/3faaaa.chunk.\(getpid()).2.partial"),
      withDestinationPath: "/dev/full")
    let error = #expect(throws: RenderError.self) { try store.save(chunk(1), for: "3faaaa") }
    #expect(error?.kind == .disk)
    #expect(error?.message.contains("no space left on device") == true)
    #expect(error?.message.contains("finished chunks are kept") == true)
    #expect(store.chunk(for: "3faaaa") == nil)
    #expect(store.chunk(for: key) == chunk(7))
  }

  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  @Test("a folder that may only be read gives chunks but takes none", .enabled(if: getuid() != 0))
  func readOnly() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    try store.save(chunk(7), for: key)
    let path = folder.file("chunks/3f")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    #expect(store.chunk(for: key) == chunk(7))
    let error = #expect(throws: RenderError.self) { try store.save(chunk(1), for: "3fbbbb") }
    #expect(error?.message.contains("permission denied") == true)
  }
}
