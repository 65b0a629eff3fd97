import Foundation
import OutputKinds
import Rendering
import Testing

@testable import ChunkStorage

/// What may stand in the place of an entry.
private enum Obstacle: CaseIterable {
  case linkToChunk, linkToNothing, linkToPipe, pipe, emptyFolder, fullFolder, socket, endless

  /// Puts it there; what it leads to lies beside the cache.
  func put(_ path: String, beside folder: WritingFolder) throws {
    let files = FileManager.default
    switch self {
    case .linkToChunk:
      try files.createSymbolicLink(atPath: path, withDestinationPath: folder.file("foreign"))
    case .linkToNothing:
      try files.createSymbolicLink(atPath: path, withDestinationPath: folder.file("nothing"))
    case .linkToPipe:
      try files.createSymbolicLink(atPath: path, withDestinationPath: folder.file("pipe"))
    case .pipe: try #require(unsafe mkfifo(path, 0o666) == 0)
    case .emptyFolder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .fullFolder:
      try files.createDirectory(atPath: path + "/deep", withIntermediateDirectories: true)
    case .socket: try #require(unsafe mknod(path, S_IFSOCK | 0o666, 0) == 0)
    case .endless:
      // A terabyte of nothing.
      try Data(ChunkFile.marks[0]).write(to: URL(fileURLWithPath: path))
      try #require(unsafe truncate(path, 1 << 40) == 0)
    }
  }
}

@Suite struct HostileCacheTests {
  private let folder: WritingFolder
  private let cache: CacheFolder

  init() throws {
    folder = try WritingFolder()
    cache = CacheFolder(folder.file("cache"))
    try #require(unsafe mkfifo(folder.file("pipe"), 0o666) == 0)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file(name), withIntermediateDirectories: true)
  }

  private func kind(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Bytes that begin as an entry of a kind does.
  private func entry(_ kind: CacheFolder.Kind) -> [UInt8] { kind.marks[0] + Array("content".utf8) }

  @Test(
    "what stands in the place of an entry is not followed or waited for, and replaced where it can be",
    arguments: CacheFolder.Kind.allCases, Obstacle.allCases)
  private func inPlace(kind: CacheFolder.Kind, obstacle: Obstacle) throws {
    let name = chunkKey(1)
    try makeFolder("cache/\(kind.folder)/01")
    let path = folder.file("cache/\(kind.folder)/01/\(kind.fileName(name))")
    try Data(entry(kind)).write(to: URL(fileURLWithPath: folder.file("foreign")))
    for isReadFirst in [true, false] {
      try? FileManager.default.removeItem(atPath: path)
      try obstacle.put(path, beside: folder)
      if isReadFirst {
        #expect(cache.read(kind, name) == nil)
        #expect(!cache.has(kind, name))
      }
      let number = cache.write(entry(kind), kind, name)
      if obstacle == .fullFolder {
        #expect(number != nil && cache.isBlocked(kind, name))
        #expect(cache.read(kind, name) == nil)
        #expect(self.kind(path + "/deep") == S_IFDIR)
      } else {
        #expect(number == nil)
        #expect(cache.read(kind, name) == entry(kind))
        #expect(self.kind(path) == S_IFREG)
      }
      #expect(try folder.bytes("foreign") == entry(kind))
      #expect(self.kind(folder.file("pipe")) == S_IFIFO)
      #expect(self.kind(folder.file("nothing")) == nil)
    }
  }

  @Test("a chunk whose place is taken by a folder is rendered, used, and simply not kept")
  func blocked() throws {
    try makeFolder("cache/chunks/01/\(chunkKey(1)).chunk/deep")
    let said = Said()
    let store = DiskChunkStore(
      folder: cache.path, beside: folder.file("a.mp4"), notice: said.add)
    #expect(!store.contains(chunkKey(1)) && store.chunk(for: chunkKey(1)) == nil)
    for number in 0..<3 { try store.save(madeUpChunk(number), for: chunkKey(number)) }
    for number in 0..<3 { #expect(store.chunk(for: chunkKey(number)) == madeUpChunk(number)) }
    #expect([0, 2].allSatisfy { cache.hasChunk(chunkKey($0)) } && !cache.hasChunk(chunkKey(1)))
    #expect(
      said.sentences == [
        "a chunk is not kept: its place in '\(cache.path)' is taken by something else"
      ])
  }

  @Test("folders of a cache that are links lead nowhere", arguments: ["chunks", "chunks/01"])
  func linkedFolders(name: String) throws {
    // Another cache of ours, with everything in it that belongs there.
    let other = CacheFolder(folder.file("other"))
    #expect(
      other.write(ChunkFile.encode(madeUpChunk(1), key: chunkKey(1)), .chunk, chunkKey(1)) == nil)
    try makeFolder("cache/chunks")
    if name == "chunks" { try FileManager.default.removeItem(atPath: folder.file("cache/chunks")) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("cache/" + name), withDestinationPath: folder.file("other/" + name))
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.file("other"))
    let said = Said()
    let store = DiskChunkStore(folder: cache.path, beside: folder.file("a.mp4"), notice: said.add)
    #expect(!store.contains(chunkKey(1)) && store.chunk(for: chunkKey(1)) == nil)
    try store.save(madeUpChunk(2), for: chunkKey(1))
    #expect(store.chunk(for: chunkKey(1)) == madeUpChunk(2))
    #expect(said.sentences.count == 1)
    #expect(cache.inventory().chunks == 0)
    #expect(cache.prune(toBytes: 0).entries == 0)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.file("other")) == before)
    #expect(other.hasChunk(chunkKey(1)))
  }

  @Test("pruning removes what carries our mark and nothing else")
  func pruning() throws {
    #expect(cache.write(entry(.chunk), .chunk, chunkKey(1)) == nil)
    #expect(cache.write(entry(.source), .source, chunkKey(2)) == nil)
    let foreign = [
      "chunks/01/holiday.chunk", "chunks/01/\(chunkKey(3)).chunk", "chunks/03/\(chunkKey(3)).chunk",
      "chunks/01/\(chunkKey(1)).mov", "chunks/\(chunkKey(1)).chunk",
      "facts/03/\(chunkKey(3)).facts",
      "renders/1-x", "renders/x.render", "notes.txt",
    ]
    for name in foreign {
      let path = folder.file("cache/" + name)
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try Data("somebody's own".utf8).write(to: URL(fileURLWithPath: path))
    }
    try #require(unsafe mkfifo(folder.file("cache/renders/pipe"), 0o666) == 0)
    #expect(cache.inventory().renders == 0)
    #expect(cache.prune(toBytes: 0).entries == 2)
    for name in foreign {
      #expect(try folder.bytes("cache/" + name) == Array("somebody's own".utf8), "\(name)")
    }
    #expect(kind(folder.file("cache/renders/pipe")) == S_IFIFO)
  }

  @Test("a chunk of someone else's making with times that no sum holds is no chunk")
  func times() {
    var chunk = madeUpChunk(1)
    for time in [Int64.min, .max, 1 << 60] {
      chunk.packets[0].presentation = time
      #expect(ChunkFile.decode(ChunkFile.encode(chunk, key: "k"), key: "k") == nil)
    }
  }
}
