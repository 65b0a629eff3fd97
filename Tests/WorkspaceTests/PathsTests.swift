import ScratchFolders
import Testing

@testable import Workspace

@Suite struct PathsTests {
  @Test(
    "a path is written from another folder",
    arguments: [
      ("/a/b/c.mov", "/a/b", "c.mov"), ("/a/b/c.mov", "/a/x/y", "../../b/c.mov"),
      ("/c.mov", "/a/b", "../../c.mov"), ("/a/b", "/", "a/b"), ("/a/bc/d", "/a/b", "../bc/d"),
    ])
  func relative(path: String, folder: String, written: String) {
    #expect(Paths.relative(path, from: folder) == written)
    #expect(Paths.distance(path, from: folder) == written.split(separator: "/").count)
    #expect(Paths.plain(folder + "/" + written) == path)
  }

  @Test(
    "a path is made plain",
    arguments: [
      ("/a/./b//c/../d", "/a/b/d"), ("/../a", "/a"), ("../a/../..", "../.."), ("a/..", ""),
      ("/a/../..", "/"),
    ])
  func plain(path: String, plain: String) {
    #expect(Paths.plain(path) == plain)
  }

  @Test("a path whose folders are gone is absolute as far as they are there")
  func absolute() throws {
    let folder = try ScratchFolder()
    let gone = folder.path + "/no/such/../file.mov"
    #expect(Paths.absolute(gone).hasSuffix("/no/file.mov"))
    #expect(Paths.absolute("no/such.mov").hasPrefix("/"))
    #expect(Paths.absolute("/no/such.mov") == "/no/such.mov")
    #expect(Paths.absolute(folder.path + "/") == Paths.absolute(folder.path))
    #expect(Paths.absolute("/") == "/")
  }
}
