import Foundation
import OutputKinds
import Rendering
import Synchronization
import Testing

@testable import ChunkStorage
@testable import FileSystem

/// A chunk of made-up packets.
func madeUpChunk(_ seed: Int, bytes: Int = 40) -> EncodedChunk {
  EncodedChunk(
    parameters: [1, 2, 3, UInt8(truncatingIfNeeded: seed)],
    packets: (0..<3).map { number in
      EncodedPacket(
        data: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ seed &+ number) },
        presentation: Int64(number), decoding: Int64(number) - 1, duration: 1, isKey: number == 0)
    }, frameCount: 3)
}

func chunkKey(_ number: Int) -> String {
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

private func chunk(_ seed: Int, bytes: Int = 40) -> EncodedChunk { madeUpChunk(seed, bytes: bytes) }
private func key(_ number: Int) -> String { chunkKey(number) }

@Suite struct ChunkStoreTests {
  @Test("a measure comes back as it was kept, and no other bytes are taken for it")
  func measure() throws {
    let folder = try WritingFolder()
    let store = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
    let damage = [SourceDamage(source: "file:ä 0", kind: .picture, range: 3..<9)]
    let measure = ChunkMeasure(packetBits: [8000, 0, 24, 1 << 30], damage: damage)
    store.keep(measure, for: key(1))
    #expect(store.measure(for: key(1)) == measure)
    #expect(KeptChunks(folder: folder.path).measure(for: key(1)) == measure)
    let bytes = ChunkFile.encode(measure, key: key(1))
    #expect(ChunkFile.decodeMeasure(bytes, key: key(1)) == measure)
    #expect(ChunkFile.decodeMeasure(bytes, key: key(2)) == nil)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(ChunkFile.decodeMeasure(changed, key: key(1)) == nil, "byte \(index)")
      #expect(ChunkFile.decodeMeasure(Array(bytes[..<index]), key: key(1)) == nil)
    }
  }

  @Test("a chunk that was kept without its measure is measured")
  func measureOfChunk() throws {
    let folder = try WritingFolder()
    let store = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
    try store.save(chunk(1), for: key(1))
    #expect(store.measure(for: key(1))?.packetBits == [320, 320, 320])
    #expect(store.measure(for: key(2)) == nil)
    // Without a cache too, as long as the render lasts.
    let passing = DiskChunkStore(folder: nil, beside: folder.file("b.mp4"))
    try passing.save(chunk(1), for: key(1))
    #expect(passing.measure(for: key(1))?.bits == 960)
  }

  @Test("a chunk comes back with what was damaged in it")
  func damage() throws {
    let folder = try WritingFolder()
    let store = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
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
    let store = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
    #expect(store.chunk(for: key(1)) == nil)
    try store.save(chunk(1), for: key(1))
    try store.save(chunk(2), for: key(2))
    #expect(store.chunk(for: key(1)) == chunk(1))
    let other = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
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
    let store = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
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
    let stores = (0..<4).map { _ in
      DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
    }
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
    let store = DiskChunkStore(folder: folder.file("a/b"), beside: folder.file("a.mp4"))
    try FileManager.default.removeItem(atPath: folder.file("a"))
    try store.save(chunk(1), for: key(1))
    #expect(store.chunk(for: key(1)) == chunk(1))
  }

  @Test("chunks that cannot be kept live as long as the store, and it is said once why")
  func notKept() throws {
    let folder = try WritingFolder()
    try folder.write("file")
    let said = Said()
    var store: DiskChunkStore? = DiskChunkStore(
      folder: folder.file("file/cache"), beside: folder.file("a.mp4"), notice: said.add)
    for number in 0..<5 { try store?.save(chunk(number, bytes: 10_000), for: key(number)) }
    for number in (0..<5).reversed() {
      #expect(store?.contains(key(number)) == true)
      #expect(store?.chunk(for: key(number)) == chunk(number, bytes: 10_000))
    }
    #expect(store?.chunk(for: key(5)) == nil)
    #expect(said.sentences.count == 1)
    #expect(
      said.sentences.first?.hasPrefix(
        "chunks are not kept: the cache '\(folder.file("file/cache"))' cannot be written to: "
          + "not a directory; ") == true, "\(said.sentences)")
    #expect(try folder.names == ["file"])
    store = nil
    #expect(try folder.names == ["file"])
  }

  @Test("where chunks can neither be kept nor put beside the movie, that is a failure of the disk")
  func nowhere() throws {
    let folder = try WritingFolder()
    try folder.write("file")
    let store = DiskChunkStore(
      folder: folder.file("file/cache"), beside: folder.file("none/a.mp4"))
    let error = #expect(throws: RenderError.self) { try store.save(chunk(1), for: key(1)) }
    #expect(error?.kind == .disk)
    #expect(error?.message.contains("'\(folder.file("none"))'") == true)
    #expect(error?.message.contains("no such file or directory") == true)
  }

  // MARK: - Making room

  @Test("what was used longest ago is removed first, and reading is use")
  func leastRecentlyUsed() throws {
    let folder = try WritingFolder()
    var store: DiskChunkStore? = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
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
    #expect(
      DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4")).chunk(for: key(0)) != nil)
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
      let before = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
      for number in 0..<4 { try before.save(chunk(number), for: key(number)) }
    }
    for number in 0..<4 {
      try folder.age("chunks/0\(number)/\(key(number)).chunk", seconds: 1000)
    }
    var render: DiskChunkStore? = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
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
  func leftBehind() async throws {
    let folder = try WritingFolder()
    let store = DiskChunkStore(folder: folder.path, beside: folder.file("a.mp4"))
    try store.save(chunk(1), for: key(1))
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let part = try OpenFolder(path + "/chunks/01")
      var file = try NewFile(in: part, stem: "dead.", isNameless: false)
      let mark = RenderMark(folder: path)
      try file.write([1, 2, 3])
      kill(getpid(), SIGKILL)
      try file.link()
      withExtendedLifetime(mark) {}
    }
    let dead = folder.allFiles.filter { $0.hasSuffix(".partial") || $0.hasSuffix(".render") }
    #expect(dead.count == 3, "a file and a mark of the dead, a mark of the living: \(dead)")
    // Names like ours that are not: somebody else put them there.
    let imitated = try #require(dead.first { $0.hasSuffix(".partial") })
    try folder.write("chunks/01/imitated.partial")
    try FileManager.default.copyItem(
      atPath: folder.file(imitated), toPath: folder.file(imitated + ".copy"))
    try FileManager.default.moveItem(
      atPath: folder.file(imitated + ".copy"),
      toPath: folder.file(imitated.replacingOccurrences(of: "dead.", with: "also.")))
    let part = try OpenFolder(folder.file("chunks/01"))
    let held = try NewFile(in: part, stem: "held.", isNameless: false)
    let name = held.name
    let heldName = try #require(name)
    // The dead render would have protected everything that came after it.
    try folder.age("chunks/01/\(key(1)).chunk", seconds: 1800)
    let cache = CacheFolder(folder.path)
    #expect(cache.inventory().renders == 1)
    #expect(cache.prune(toBytes: 0).entries == 1)
    let left = folder.allFiles.map { String($0.split(separator: "/").last ?? "") }
    #expect(left.contains("imitated.partial") && left.contains { $0.hasPrefix("also.") })
    #expect(left.contains(heldName))
    #expect(!left.contains { $0.hasPrefix("dead.") })
    #expect(left.count { $0.hasSuffix(".render") } == 1)
    #expect(store.chunk(for: key(1)) == nil)
    withExtendedLifetime(held) {}
  }

  @Test("a store that keeps nothing has no names in the movie's folder")
  func temporary() throws {
    let folder = try WritingFolder()
    let movie = folder.file("a.mp4")
    let one = DiskChunkStore(folder: nil, beside: movie)
    let other = DiskChunkStore(folder: nil, beside: movie)
    try one.save(chunk(1), for: key(1))
    #expect(one.chunk(for: key(1)) == chunk(1))
    #expect(other.chunk(for: key(1)) == nil)
    #expect(try folder.names.isEmpty)
  }
}

/// Collects what a store says.
final class Said: Sendable {
  private let all = Mutex<[String]>([])

  var sentences: [String] { all.withLock { $0 } }

  func add(_ sentence: String) { all.withLock { $0.append(sentence) } }
}
