import Foundation
import MediaTime
import Rendering
import Testing

@testable import MediaIO

/// A chunk of made-up packets.
private func chunk(_ seed: Int, bytes: Int = 40) -> EncodedChunk {
  EncodedChunk(
    parameters: [1, 2, 3, UInt8(truncatingIfNeeded: seed)],
    packets: (0..<3).map { number in
      MoviePacket(
        data: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ seed &+ number) },
        presentation: Int64(number), decoding: Int64(number) - 1, duration: 1, isKey: number == 0)
    }, frameCount: 3)
}

private func key(_ number: Int) -> String {
  "0" + String(number, radix: 16) + String(repeating: "\(number % 10)", count: 62)
}

extension WritingFolder {
  /// Makes a file look as if it was last written to some seconds ago.
  fileprivate func age(_ name: String, seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: file(name))
  }

  /// Every file below the folder.
  fileprivate var allFiles: [String] {
    let all = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return all.filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  fileprivate func write(_ name: String, _ text: String = "x") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }
}

/// Holds a file as a writer at work does.
private final class Holder {
  private let file: HeldFile?

  init(_ path: String) { file = HeldFile(making: path) }
}

@Suite struct ChunkStoreTests {
  @Test("a chunk comes back with what was damaged in it")
  func damage() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    var kept = chunk(1)
    kept.damage = [
      SourceDamage(source: "file:ä 0", kind: .picture, range: 3..<9),
      SourceDamage(source: "", kind: .sound, range: .min + 1 ..< .max),
    ]
    try store.save(kept, for: key(1))
    #expect(store.chunk(for: key(1)) == kept)
    var bytes = ChunkFile.encode(kept, key: key(1))
    bytes.removeLast()
    #expect(ChunkFile.decode(bytes, key: key(1)) == nil)
  }

  @Test("a chunk comes back as it was kept, also in another process' store")
  func back() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    #expect(store.chunk(for: key(1)) == nil)
    try store.save(chunk(1), for: key(1))
    try store.save(chunk(2), for: key(2))
    #expect(store.chunk(for: key(1)) == chunk(1))
    let other = try DiskChunkStore(folder: folder.path)
    #expect(other.chunk(for: key(2)) == chunk(2))
    #expect(folder.allFiles.count { $0.hasSuffix(".chunk") } == 2)
    #expect(!folder.allFiles.contains { $0.hasSuffix(".partial") })
  }

  @Test("a file with any one bit turned or of any other length is no chunk")
  func damaged() {
    let bytes = ChunkFile.encode(chunk(5, bytes: 9), key: "k")
    #expect(ChunkFile.decode(bytes, key: "k") == chunk(5, bytes: 9))
    for position in bytes.indices {
      var wrong = bytes
      wrong[position] ^= 1 << UInt8(position % 8)
      #expect(ChunkFile.decode(wrong, key: "k") == nil, "byte \(position)")
      #expect(ChunkFile.decode(Array(bytes[..<position]), key: "k") == nil, "\(position) bytes")
    }
    #expect(ChunkFile.decode(bytes + [0], key: "k") == nil)
    #expect(ChunkFile.decode(bytes, key: "l") == nil)
  }

  @Test("a damaged entry, or one under a wrong name, is removed and can be kept again")
  func dropped() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    try store.save(chunk(1), for: key(1))
    try store.save(chunk(2), for: key(11))
    let name = "chunks/01/\(key(1)).chunk"
    var bytes = try folder.bytes(name)
    bytes[bytes.count / 2] ^= 4
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    #expect(store.chunk(for: key(1)) == nil)
    #expect(!folder.allFiles.contains(name))
    try store.save(chunk(1), for: key(1))
    #expect(store.chunk(for: key(1)) == chunk(1))

    try FileManager.default.removeItem(atPath: folder.file(name))
    try FileManager.default.moveItem(
      atPath: folder.file("chunks/0b/\(key(11)).chunk"), toPath: folder.file(name))
    #expect(store.chunk(for: key(1)) == nil)
  }

  @Test("stores that write and read the same chunks at once never see half of one")
  func together() async throws {
    let folder = try WritingFolder()
    let stores = try (0..<4).map { _ in try DiskChunkStore(folder: folder.path) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, store) in stores.enumerated() {
        group.addTask {
          for round in 0..<25 {
            let number = (round &* 7 &+ place) % 5
            if let found = store.chunk(for: key(number)) {
              #expect(found == chunk(number, bytes: 10_000))
            }
            try store.save(chunk(number, bytes: 10_000), for: key(number))
            #expect(store.chunk(for: key(number)) == chunk(number, bytes: 10_000))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.allFiles.count { $0.hasSuffix(".chunk") } == 5)
    #expect(!folder.allFiles.contains { $0.hasSuffix(".partial") })
  }

  @Test("a folder that is cleared meanwhile is made again")
  func cleared() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.file("a/b"))
    try FileManager.default.removeItem(atPath: folder.file("a"))
    try store.save(chunk(1), for: key(1))
    #expect(store.chunk(for: key(1)) == chunk(1))
  }

  @Test("a folder that cannot be made is a failure of the disk that names it")
  func refused() throws {
    let folder = try WritingFolder()
    try folder.write("file")
    let error = #expect(throws: RenderError.self) {
      _ = try DiskChunkStore(folder: folder.file("file/cache"))
    }
    #expect(error?.kind == .disk)
    #expect(error?.message.contains("'\(folder.file("file"))' cannot be made") == true)
    #expect(error?.message.contains("--cache") == true)

    let store = try DiskChunkStore(folder: folder.file("cache"))
    try folder.write("cache/chunks/01")
    let full = #expect(throws: RenderError.self) { try store.save(chunk(1), for: key(1)) }
    #expect(full?.kind == .disk)
    #expect(full?.message.contains("finished chunks are kept") == true)
  }

  // MARK: - Making room

  @Test("what was used longest ago is removed first, and reading is use")
  func leastRecentlyUsed() throws {
    let folder = try WritingFolder()
    var store: DiskChunkStore? = try DiskChunkStore(folder: folder.path)
    let names = (0..<6).map { "chunks/0\($0)/\(key($0)).chunk" }
    for number in 0..<6 { try store?.save(chunk(number), for: key(number)) }
    for number in 0..<6 { try folder.age(names[number], seconds: 1000 - Double(number)) }
    store = nil

    let cache = CacheFolder(folder.path)
    let all = cache.inventory()
    let one = try folder.bytes(names[0]).count
    #expect(all.chunks == 6 && all.bytes == 6 * one && all.renders == 0)
    #expect((all.newest ?? 0) - (all.oldest ?? 0) == 5)

    // Number 0 is the oldest, until it is read.
    #expect(try DiskChunkStore(folder: folder.path).chunk(for: key(0)) != nil)
    let removal = cache.prune(toBytes: 3 * one)
    #expect(removal.entries == 3 && removal.bytes == 3 * one)
    #expect(
      folder.allFiles.filter { $0.hasSuffix(".chunk") } == [names[0], names[4], names[5]])
    #expect(cache.prune(toBytes: 3 * one).entries == 0)
    #expect(cache.prune(toBytes: 0).entries == 3)
    #expect(cache.inventory().bytes == 0)
    #expect(CacheFolder(folder.file("none")).inventory() == CacheFolder.Inventory())
  }

  @Test("nothing that a render at work has written or read is removed")
  func inUse() throws {
    let folder = try WritingFolder()
    do {
      let before = try DiskChunkStore(folder: folder.path)
      for number in 0..<4 { try before.save(chunk(number), for: key(number)) }
    }
    for number in 0..<4 {
      try folder.age("chunks/0\(number)/\(key(number)).chunk", seconds: 1000)
    }
    var render: DiskChunkStore? = try DiskChunkStore(folder: folder.path)
    #expect(render?.chunk(for: key(1)) != nil)
    try render?.save(chunk(7), for: key(7))
    let cache = CacheFolder(folder.path)
    #expect(cache.inventory().renders == 1)
    #expect(cache.prune(toBytes: 0).entries == 3)
    #expect(cache.inventory().chunks == 2)
    render?.prune(toBytes: 0)
    #expect(cache.inventory().chunks == 2)
    #expect(render?.chunk(for: key(1)) == chunk(1))
    render = nil
    #expect(cache.inventory().renders == 0)
    #expect(cache.prune(toBytes: 0).entries == 2)
  }

  @Test("files that killed writers left are removed, those of writers at work are not")
  func leftBehind() throws {
    let folder = try WritingFolder()
    let store = try DiskChunkStore(folder: folder.path)
    try store.save(chunk(1), for: key(1))
    for name in ["dead", "young"] { try folder.write("chunks/01/\(name).partial") }
    try folder.write("renders/1-dead")
    let held = Holder(folder.file("chunks/01/held.partial"))
    for name in ["chunks/01/dead.partial", "chunks/01/held.partial", "renders/1-dead"] {
      try folder.age(name, seconds: 3600)
    }
    // The dead render would have protected everything of the last hour.
    try folder.age("chunks/01/\(key(1)).chunk", seconds: 1800)
    let cache = CacheFolder(folder.path)
    #expect(cache.inventory().renders == 1)
    #expect(cache.prune(toBytes: 0).entries == 1)
    let left = folder.allFiles.map { $0.split(separator: "/").last ?? "" }
    #expect(left.contains("young.partial") && left.contains("held.partial"))
    #expect(!left.contains("dead.partial") && !left.contains("1-dead"))
    withExtendedLifetime(held) {}
    #expect(store.chunk(for: key(1)) == nil)
  }

  @Test("a store of its own is gone with the render, one of a killed render with the next")
  func temporary() throws {
    let folder = try WritingFolder()
    let movie = folder.file("a.mp4")
    let dead = folder.file(".cutlist-chunks-1-dead")
    try FileManager.default.createDirectory(
      atPath: dead + "/renders", withIntermediateDirectories: true)
    try folder.write(".cutlist-chunks-1-dead/renders/1-x")
    var one: DiskChunkStore? = try DiskChunkStore.temporary(beside: movie)
    var other: DiskChunkStore? = try DiskChunkStore.temporary(beside: movie)
    #expect(try folder.names.count == 2)
    #expect(!FileManager.default.fileExists(atPath: dead))
    try one?.save(chunk(1), for: key(1))
    #expect(one?.chunk(for: key(1)) == chunk(1))
    #expect(other?.chunk(for: key(1)) == nil)
    one = nil
    other = nil
    #expect(try folder.names.isEmpty)
  }
}
