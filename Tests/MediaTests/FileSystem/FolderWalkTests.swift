import FileSystem
import Foundation
import Testing

@Suite struct FolderWalkTests {
  private func folder() throws -> WritingFolder {
    let folder = try WritingFolder()
    for name in ["a/b/c", "a/.hidden", "d"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    for name in ["a/2.mov", "a/b/1.mov", "a/b/c/3.mov", "a/.hidden/4.mov", "a/.5.mov", "d/6.mov"] {
      try Data(name.utf8).write(to: URL(filePath: folder.file(name)))
    }
    return folder
  }

  private func names(_ walk: FolderWalk, in folder: WritingFolder) -> [String] {
    let start = (FileManager.default.realPath(folder.path) ?? "") + "/"
    return walk.files.map { String($0.path.dropFirst(start.count)) }
  }

  @Test("all files below are found once, sorted, with their sizes; hidden ones are not")
  func files() throws {
    let folder = try folder()
    let walk = FolderWalk([folder.file("d"), folder.path, folder.file("a")], limit: 100)
    #expect(names(walk, in: folder) == ["a/2.mov", "a/b/1.mov", "a/b/c/3.mov", "d/6.mov"])
    #expect(walk.files.map(\.bytes) == [7, 9, 11, 7])
    #expect(walk.files[2].name == "3.mov")
    #expect(walk.obstacles.isEmpty && !walk.isCutShort)
  }

  @Test("links to folders are not followed, links to files count, pipes do not")
  func links() throws {
    let folder = try folder()
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.file("a/b/loop"), withDestinationPath: folder.path)
    try manager.createSymbolicLink(atPath: folder.file("d/nowhere"), withDestinationPath: "gone")
    try manager.createSymbolicLink(
      atPath: folder.file("d/link.mov"), withDestinationPath: "../a/2.mov")
    #expect(unsafe mkfifo(folder.file("d/pipe"), 0o600) == 0)
    let walk = FolderWalk([folder.path], limit: 100)
    #expect(
      names(walk, in: folder) == ["a/2.mov", "a/b/1.mov", "a/b/c/3.mov", "d/6.mov", "d/link.mov"])
    #expect(walk.files.last?.bytes == 7)
  }

  @Test("a folder that cannot be read is named, and a walk ends at its limit")
  func limits() throws {
    let folder = try folder()
    let walk = FolderWalk([folder.file("none"), folder.file("a")], limit: 3)
    #expect(walk.isCutShort && walk.files.count < 3)
    #expect(walk.obstacles.map(\.path) == [folder.file("none")])
    #expect(walk.obstacles.first?.reason == "no such file or directory")
    #expect(FolderWalk([folder.file("a")], limit: 5).isCutShort == false)
  }
}

extension FileManager {
  fileprivate func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
