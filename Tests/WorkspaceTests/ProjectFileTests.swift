import Diagnostics
import Foundation
import ScratchFolders
import Testing
import TimelineModel
import Workspace

@Suite struct ProjectFileTests {
  @Test("a text that cannot be read says why as a value")
  func reasons() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.json", "0123456789")
    var options = WorkspaceOptions()
    #expect(try ProjectLoader(options).read(path).bytes == Array("0123456789".utf8))
    #expect(throws: ProjectFileError.isFolder) { try ProjectLoader(options).read(folder.path) }
    #expect(throws: ProjectFileError.system(ENOENT)) {
      try ProjectLoader(options).read(folder.path + "/b.json")
    }
    let isSet = options.limits.set(.fileBytes, to: 9)
    #expect(isSet)
    #expect(throws: ProjectFileError.tooLarge(limit: 9)) { try ProjectLoader(options).read(path) }
  }

  @Test("a confined project is not read through a link that leads out of its folder")
  func confined() throws {
    let (inner, outer) = (try ScratchFolder(), try ScratchFolder())
    let link = inner.path + "/a.json"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try outer.write("a.json", "{}"))
    var options = WorkspaceOptions()
    #expect(try ProjectLoader(options).read(link).bytes == Array("{}".utf8))
    options.isConfined = true
    #expect(throws: ProjectFileError.outside) { try ProjectLoader(options).read(link) }
    options.allowedFolders = [outer.path]
    #expect(try ProjectLoader(options).read(link).bytes == Array("{}".utf8))
  }
}
