import Foundation
import Testing

@testable import FileSystem

@Suite struct PartialFileTests {
  private let folder: WritingFolder
  private let movie: String

  init() throws {
    folder = try WritingFolder()
    movie = folder.file("a.mp4")
  }

  @Test("a file has no name before it is published, where the file system can do that")
  func nameless() throws {
    var file = try PartialFile(destination: movie)
    try file.write(Array("content".utf8))
    #expect(try folder.names.isEmpty)
    let path = file.path
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == Array("content".utf8))
    try file.publish()
    #expect(try folder.names == ["a.mp4"])
    #expect(try folder.bytes("a.mp4") == Array("content".utf8))
  }

  @Test("where it cannot, it has one that nobody guesses, and takes the place of what was there")
  func named() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: movie))
    var names: Set<String> = []
    for _ in 0..<3 {
      var file = try PartialFile(destination: movie, isNameless: false)
      let present = try folder.names
      let own = try #require(present.first { $0 != "a.mp4" })
      #expect(own.hasPrefix(".a.mp4.") && own.hasSuffix(".partial") && own.utf8.count > 35)
      names.insert(own)
      // One at work is left alone.
      PartialFile.removeLeftBehind(of: movie)
      #expect(try folder.names == [own, "a.mp4"])
      try file.write(Array("new".utf8))
      try file.publish()
      #expect(try folder.names == ["a.mp4"])
    }
    #expect(names.count == 3)
    #expect(try folder.bytes("a.mp4") == Array("new".utf8))
  }

  @Test(
    "what a killed process was writing is gone at once with the next", arguments: [true, false])
  func killed(isNameless: Bool) async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [movie = movie as String, isNameless = isNameless as Bool] in
      let file = try PartialFile(destination: movie, isNameless: isNameless)
      try file.write([1, 2, 3])
      kill(getpid(), SIGKILL)
      _ = file.path
    }
    #expect(try folder.names.count == (isNameless ? 0 : 1))
    let file = try PartialFile(destination: movie)
    #expect(try folder.names.isEmpty)
    _ = file.path
  }

  @Test("a process that is killed in the moment before its file gets its last name leaves nothing")
  func killedWhilePublishing() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder.path as String] in
      var file = try NewFile(in: try OpenFolder(folder), stem: ".a.mp4.")
      try file.link()
      kill(getpid(), SIGKILL)
      try file.move(to: "a.mp4")
    }
    #expect(try folder.names.count == 1)
    PartialFile.removeLeftBehind(of: movie)
    #expect(try folder.names.isEmpty)
  }

  @Test("nothing that a folder held before is opened, followed, waited for or removed")
  func planted() async throws {
    // One of ours, to be imitated.
    await #expect(processExitsWith: .signal(SIGKILL)) { [movie = movie as String] in
      let file = try PartialFile(destination: movie, isNameless: false)
      kill(getpid(), SIGKILL)
      _ = file.path
    }
    let present = try folder.names
    let own = try #require(present.first)
    let files = FileManager.default
    try Data("foreign".utf8).write(to: URL(fileURLWithPath: folder.file("foreign")))
    // Its name on another file, as an archive would bring it, and under other names.
    try files.copyItem(atPath: folder.file(own), toPath: folder.file("copy"))
    try files.copyItem(
      atPath: folder.file(own), toPath: folder.file(".a.mp4.x" + own.dropFirst(".a.mp4.".count)))
    for (number, name) in ["link", "hard", "pipe", "folder", "file"].enumerated() {
      let path = folder.file(".a.mp4.\(number)-0123456789abcdef.partial")
      switch name {
      case "link":
        try files.createSymbolicLink(atPath: path, withDestinationPath: folder.file("foreign"))
      case "hard": try files.linkItem(atPath: folder.file("foreign"), toPath: path)
      case "pipe": try #require(unsafe mkfifo(path, 0o666) == 0)
      case "folder": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      default: try Data("foreign".utf8).write(to: URL(fileURLWithPath: path))
      }
    }
    // Ours under a second name: not ours alone any more.
    try files.linkItem(atPath: folder.file(own), toPath: folder.file("second"))
    let before = try folder.names
    var file = try PartialFile(destination: movie)
    #expect(try folder.names == before)
    try file.write([1])
    try file.publish()
    #expect(try folder.names == (before + ["a.mp4"]).sorted())
    #expect(try folder.bytes("foreign") == Array("foreign".utf8))
    // Alone it is, and goes.
    try files.removeItem(atPath: folder.file("second"))
    PartialFile.removeLeftBehind(of: movie)
    #expect(
      try folder.names == (before + ["a.mp4"]).filter { $0 != own && $0 != "second" }.sorted())
  }
}
