import Foundation
import Rendering
import Testing

@testable import ChunkStorage

extension WritingFolder {
  fileprivate func put(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  fileprivate var records: [String] {
    let all = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".source") }.sorted()
  }

  /// Overwrites a file where it lies, as an editor of media would.
  fileprivate func overwrite(_ name: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}

@Suite struct ChunkStoreSourceTests {
  private let folder: WritingFolder

  init() throws { folder = try WritingFolder() }

  /// One process' memory, and the hash it gives.
  private func look(
    _ name: String = "a.mov", tick: Int64 = 0
  ) -> (hash: String?, computations: Int) {
    let hashes = SourceHashes(folder: folder.file("cache"), tick: tick)
    let hash = hashes.hash(path: folder.file(name))
    return (hash, hashes.computationCount)
  }

  @Test("a file is read once, as long as nothing about it has changed")
  func once() throws {
    try folder.put("a.mov", "content")
    let first = look()
    #expect(first.hash == ContentHash.hash(path: folder.file("a.mov")))
    #expect(first.computations == 1)
    let second = look()
    #expect(second.hash == first.hash && second.computations == 0)
    #expect(folder.records.count == 1)
    // Other files have records of their own, also under another name of the same file.
    try folder.put("b.mov", "content")
    #expect(look("b.mov").computations == 1)
    #expect(folder.records.count == 2)
    #expect(look().computations == 0)
    #expect(look("none.mov").hash == nil)
  }

  @Test("a changed file is read again, also when its size and times were made the same")
  func changed() throws {
    try folder.put("a.mov", "content")
    let old = look()
    try folder.overwrite("a.mov", "longer content")
    let longer = look()
    #expect(longer.computations == 1 && longer.hash != old.hash)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.mov"))
    let time = try #require(attributes[.modificationDate] as? Date)
    try folder.overwrite("a.mov", "longer CONTENT")
    try FileManager.default.setAttributes(
      [.modificationDate: time], ofItemAtPath: folder.file("a.mov"))
    let same = look()
    #expect(same.computations == 1 && same.hash != longer.hash)
    // Another file in its place.
    try folder.put("b.mov", "longer CONTENT")
    try FileManager.default.removeItem(atPath: folder.file("a.mov"))
    try FileManager.default.moveItem(
      atPath: folder.file("b.mov"), toPath: folder.file("a.mov"))
    let moved = look()
    #expect(moved.computations == 1 && moved.hash == same.hash)
    #expect(folder.records.count == 1)
  }

  @Test("a file that changed a moment ago is read anew each time")
  func racy() throws {
    try folder.put("a.mov", "content")
    #expect(look(tick: SourceHashes.tick).computations == 1)
    #expect(look(tick: SourceHashes.tick).computations == 1)
    // What was seen last is kept, for what was moved since, and believed of no file.
    #expect(look().computations == 1)
    // Nor is one from the future.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: folder.file("a.mov"))
    #expect(look().computations == 1)
    #expect(look().computations == 1)
  }

  @Test("a damaged record is not believed")
  func damaged() throws {
    try folder.put("a.mov", "content")
    let hash = look().hash
    let record = "cache/" + (try #require(folder.records.first)).dropFirst("cache/".count)
    let bytes = try folder.bytes(record)
    for position in stride(from: 0, to: bytes.count, by: 5) {
      var wrong = bytes
      wrong[position] = wrong[position] == 0x31 ? 0x32 : 0x31
      try Data(wrong).write(to: URL(fileURLWithPath: folder.file(record)))
      let found = look()
      #expect(found.hash == hash && found.computations == 1, "byte \(position)")
    }
    for text in ["", " ", String(decoding: bytes.dropLast(2), as: UTF8.self)] {
      try folder.put(record, text)
      #expect(look().computations == 1)
      #expect(look().computations == 0)
    }
  }

  @Test("without a folder, or with one that cannot be written to, hashes are computed all the same")
  func without() throws {
    try folder.put("a.mov", "content")
    let hash = SourceHashes(folder: nil).hash(path: folder.file("a.mov"))
    #expect(hash != nil)
    try folder.put("cache", "not a folder")
    let found = look()
    #expect(found.hash == hash && found.computations == 1)
  }

  @Test("a filter's hash holds the content of the files that its text names")
  func filter() throws {
    try folder.put("look.cube", "one")
    let text = "color=red:size=16x16,lut3d=file='\(folder.file("look.cube"))':interp=nearest"
    func hash(_ text: String, release: String = "5") -> String {
      ContentHash.of(filter: text, release: release, SourceHashes(folder: nil))
    }
    let one = hash(text)
    #expect(one == hash(text))
    #expect(one != hash(text, release: "6"))
    try folder.overwrite("look.cube", "two")
    #expect(one != hash(text))
    #expect(hash("testsrc2") != hash("testsrc"))
    #expect(hash("testsrc2") == "filter:testsrc2:5")
  }

  // MARK: - Changes during a render

  private let chunk = EncodedChunk(parameters: [], packets: [], frameCount: 0)

  /// A render that has looked at `a.mov`, and what it says.
  private func render() throws -> (store: DiskChunkStore, sources: SourceHashes, said: Said) {
    try folder.put("a.mov", "content")
    let sources = SourceHashes(folder: nil)
    _ = sources.hash(path: folder.file("a.mov"))
    let said = Said()
    let store = DiskChunkStore(
      folder: folder.file("cache"), beside: folder.file("a.mp4"), sources: sources,
      notice: said.add)
    try store.save(chunk, for: chunkKey(1))
    return (store, sources, said)
  }

  /// Whether a chunk is there for the next render.
  private func isKept(_ key: String) -> Bool {
    CacheFolder(folder.file("cache")).hasChunk(key)
  }

  /// When a file was last read and written, as exactly as the system tells.
  private func times(_ name: String) throws -> [timespec] {
    var status = stat()
    try #require(unsafe stat(folder.file(name), &status) == 0)
    return [status.st_atim, status.st_mtim]
  }

  private func set(_ times: [timespec], _ name: String) throws {
    try #require(unsafe utimensat(AT_FDCWD, folder.file(name), times, 0) == 0)
  }

  @Test("chunks of a source that changed during the render are not kept, and the render ends")
  func meanwhile() throws {
    let (store, _, _) = try render()
    #expect(isKept(chunkKey(1)))
    try folder.overwrite("a.mov", "other content")
    let error = #expect(throws: RenderError.self) { try store.save(chunk, for: chunkKey(2)) }
    #expect(error?.kind == .media)
    #expect(error?.message.contains("'\(folder.file("a.mov"))' has changed") == true)
    #expect(store.chunk(for: chunkKey(2)) == nil && !isKept(chunkKey(2)))
  }

  @Test(
    "a source that is overwritten in place during a render and gets its old time does not poison")
  func oldTime() throws {
    let (store, _, _) = try render()
    let before = try times("a.mov")
    try folder.overwrite("a.mov", "CONTENT")
    try set(before, "a.mov")
    #expect(try times("a.mov")[1].tv_nsec == before[1].tv_nsec)
    let error = #expect(throws: RenderError.self) { try store.save(chunk, for: chunkKey(2)) }
    #expect(error?.kind == .media)
    #expect(!isKept(chunkKey(2)))
  }

  @Test("what a source that is touched during a render was between is not known: nothing is kept")
  func touched() throws {
    let (store, sources, said) = try render()
    let before = try times("a.mov")
    // Other content for a while; then all is as it was, but the time of change.
    try folder.overwrite("a.mov", "CONTENT")
    try folder.overwrite("a.mov", "content")
    try set(before, "a.mov")
    try store.save(chunk, for: chunkKey(2))
    #expect(store.chunk(for: chunkKey(2)) != nil && !isKept(chunkKey(2)))
    #expect(sources.isTouched)
    #expect(said.sentences.count == 1)
    #expect(said.sentences.first?.contains("a.mov' was touched") == true)
    // From then on, too: which chunks began before is not known.
    try store.save(chunk, for: chunkKey(3))
    #expect(!isKept(chunkKey(3)) && said.sentences.count == 1)
    // Another file in its place is another content.
    try folder.put("b.mov", "CONTENT")
    #expect(unsafe rename(folder.file("b.mov"), folder.file("a.mov")) == 0)
    #expect(throws: RenderError.self) { try store.save(chunk, for: chunkKey(4)) }
  }

  @Test("a source whose rights or name change, or that is removed, does not end a render")
  func harmless() throws {
    let (store, _, said) = try render()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("a.mov"))
    try store.save(chunk, for: chunkKey(2))
    try FileManager.default.removeItem(atPath: folder.file("a.mov"))
    try store.save(chunk, for: chunkKey(3))
    #expect(store.chunk(for: chunkKey(2)) != nil && store.chunk(for: chunkKey(3)) != nil)
    #expect(!isKept(chunkKey(2)) && !isKept(chunkKey(3)) && said.sentences.count == 1)
  }

  @Test(
    "a source that changes again within the tick of the clock in which it was looked at is noticed")
  func sameTick() throws {
    let wrong = try hash("CONTENT") ?? ""
    // The clock may be slow to come to the second line: several times.
    let isNoticed = try (0..<20).contains { _ in
      try folder.put("a.mov", "content")
      let sources = SourceHashes(folder: nil)
      let sight = try #require(sources.look(at: folder.file("a.mov")))
      // What was read is not what is there now, and the times say that nothing has happened.
      sources.remember(wrong, of: sight)
      return (try? sources.check()) == nil
    }
    #expect(isNoticed)
  }

  private func hash(_ text: String) throws -> String? {
    try folder.put("other", text)
    return ContentHash.hash(path: folder.file("other"))
  }

  @Test("two contents of one source during a reading are a change, whichever is there later")
  func several() throws {
    try folder.put("a.mov", "content")
    let sources = SourceHashes(folder: nil)
    let sight = try #require(sources.look(at: folder.file("a.mov")))
    sources.remember(try #require(ContentHash.hash(path: folder.file("a.mov"))), of: sight)
    try sources.check()
    sources.remember(try hash("CONTENT") ?? "", of: sight)
    usleep(60_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("a.mov"))
    #expect(throws: RenderError.self) { try sources.check() }
  }
}
