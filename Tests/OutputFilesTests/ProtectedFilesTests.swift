import Foundation
import ScratchFolders
import Testing
import Workspace

@testable import OutputFiles

@Suite("Files that stay")
struct ProtectedFilesTests {
  private func failure(_ body: () throws -> Void) -> CommandFailure? {
    do { try body() } catch { return error as? CommandFailure }
    return nil
  }

  @Test("an output is no file that is read, by whatever name")
  func identities() throws {
    let folder = try ScratchFolder()
    let song = try folder.write("song.wav", "x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.wav"), withDestinationPath: song)
    try FileManager.default.linkItem(atPath: song, toPath: folder.file("hard.wav"))
    var protected = ProtectedFiles()
    protected.add(song, as: .media)
    for name in ["song.wav", "link.wav", "hard.wav", "./song.wav"] {
      let failure = failure { try protected.check(folder.file(name)) }
      #expect(failure?.status == .usage && failure?.message.contains("(media") == true, "\(name)")
      #expect(self.failure { try protected.except(.media).check(folder.file(name)) } == nil)
      #expect(self.failure { try protected.check(folder.file(name), roles: [.font]) } == nil)
    }
    #expect(failure { try protected.check(folder.file("new.wav")) } == nil)
  }

  @Test("a project and what it names stay, and so does any other project")
  func projects() throws {
    let folder = try ScratchFolder()
    try folder.write("clip.mp4", "x")
    let project = try folder.write(
      "p.json", #"{ "cutlist": 1, "media": { "a": "clip.mp4" }, "tracks": [] }"#)
    let other = try folder.write("q.json", #"{ "cutlist": 1, "tracks": [] }"#)
    try folder.write("golden/p.frames.txt", "x")
    let notes = try folder.write("r.json", #"{ "x": 1 }"#)
    let protected = ProjectLoader().protectedFiles(ofProjects: [project])
    for path in [project, other, folder.file("clip.mp4"), folder.file("golden/p.frames.txt")] {
      #expect(failure { try protected.check(path) }?.status == .usage, "\(path)")
    }
    #expect(failure { try protected.check(notes) } == nil)
  }

  @Test("two outputs are two files, and what somebody else wrote is not replaced")
  func outputs() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("a.sh", "mine")
    let file = try OutputFile(path: path, as: .script, option: "-o")
    var set = OutputSet(replacesAnything: false)
    try set.add(file)
    #expect(failure { try set.add(file) }?.message == "-o and -o both write '\(path)'")
    let refusal = failure { try set.check(against: ProtectedFiles()) }
    #expect(refusal?.message.contains("cutlist did not write it") == true)
    var forced = OutputSet(replacesAnything: true)
    try forced.add(file)
    try forced.check(against: ProtectedFiles())
    try folder.write("a.sh", OutputForm.scriptMark)
    try set.check(against: ProtectedFiles())
    #expect(
      failure { _ = try OutputFile(path: folder.file("none/a.sh"), as: .script, option: "-o") }?
        .status == .failed)
  }

  @Test("pictures beside a text take away what they made, and nothing else")
  func pictures() throws {
    let folder = try ScratchFolder()
    let names = ["1-before.png", "1-after.png"]
    func attached() throws -> AttachedPictures {
      try AttachedPictures(
        beside: folder.file("d.md"), names: names, protected: ProtectedFiles(),
        replacesAnything: false)
    }
    let first = try attached()
    #expect(try first.write([0x89], as: names[0]) == "d-pictures/1-before.png")
    first.discard()
    #expect(!folder.has("d-pictures"))
    try folder.write("d-pictures/notes.txt", "mine")
    let second = try attached()
    _ = try second.write([0x89], as: names[1])
    second.discard()
    #expect(try folder.names(in: "d-pictures") == ["notes.txt"])
    try folder.write("d-pictures/1-after.png", "mine")
    #expect(failure { _ = try attached() }?.message.contains("cutlist did not write it") == true)
  }
}
