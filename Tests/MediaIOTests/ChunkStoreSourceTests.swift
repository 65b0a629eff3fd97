import Foundation
import Rendering
import Testing

@testable import MediaIO

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

  @Test("a file that changed a moment ago is not remembered")
  func racy() throws {
    try folder.put("a.mov", "content")
    #expect(look(tick: SourceHashes.tick).computations == 1)
    #expect(folder.records.isEmpty)
    #expect(look(tick: SourceHashes.tick).computations == 1)
    // Nor is one from the future.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: folder.file("a.mov"))
    #expect(look().computations == 1)
    #expect(folder.records.isEmpty)
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

  @Test("chunks of a source that changed during the render are not kept")
  func meanwhile() throws {
    try folder.put("a.mov", "content")
    let sources = SourceHashes(folder: nil)
    _ = sources.hash(path: folder.file("a.mov"))
    let store = try DiskChunkStore(folder: folder.file("cache"), sources: sources)
    let chunk = EncodedChunk(parameters: [], packets: [], frameCount: 0)
    try store.save(chunk, for: "aa")
    #expect(store.chunk(for: "aa") != nil)
    // Its rights and name may change, its content not.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("a.mov"))
    try store.save(chunk, for: "ab")
    try folder.overwrite("a.mov", "other content")
    let error = #expect(throws: RenderError.self) { try store.save(chunk, for: "ac") }
    #expect(error?.kind == .media)
    #expect(error?.message.contains("'\(folder.file("a.mov"))' has changed") == true)
    #expect(store.chunk(for: "ac") == nil)
  }
}
