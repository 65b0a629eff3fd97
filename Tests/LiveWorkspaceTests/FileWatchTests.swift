import Foundation
import ScratchFolders
import Testing

@testable import LiveWorkspace

@Suite("Files that are watched")
struct FileWatchTests {
  @Test("writing, replacing, removing and making a file are changes, and looking is none")
  func changes() throws {
    let folder = try ScratchFolder()
    let (a, b) = (try folder.write("a", "1"), folder.file("b"))
    var watch = FileWatch(of: [a, b])
    #expect(watch.changes() == [])
    try folder.write("a", "12")
    #expect(watch.changes() == [a])
    #expect(watch.changes() == [])
    // As editors do: another file gets the name.
    let other = try folder.write("a.new", "34")
    let isMoved = unsafe rename(other, a) == 0
    #expect(isMoved)
    #expect(watch.changes() == [a])
    try folder.write("b", "1")
    try FileManager.default.removeItem(atPath: a)
    #expect(watch.changes() == [a, b])
    #expect(watch.changes() == [])
  }

  @Test("a change between two lists of files is not lost")
  func lists() throws {
    let folder = try ScratchFolder()
    let (a, b) = (try folder.write("a", "1"), try folder.write("b", "1"))
    var watch = FileWatch(of: [a])
    try folder.write("a", "12")
    watch.watch([a, b])
    #expect(watch.changes().contains(a))
    try folder.write("b", "12")
    #expect(watch.changes() == [b])
  }

  @Test("waiting ends when it is to end")
  func end() {
    var watch = FileWatch(of: [])
    #expect(!watch.wait { true })
  }
}
