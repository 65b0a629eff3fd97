import Diagnostics
import Foundation
import MediaOpening
import Testing
import TimelineModel

@testable import FileSystem
@testable import MediaProbing

@Suite("media locator and problems")
struct MediaLocatorTests {
  private func folder(_ files: [String: String]) throws -> WritingFolder {
    let folder = try WritingFolder()
    for (name, text) in files {
      let path = folder.file(name)
      try FileManager.default.createDirectory(
        atPath: MediaLocator.folder(of: path), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    return folder
  }

  @Test("a file is found beside the project, then in the media folders, in order")
  func order() throws {
    let folder = try folder(["project/a.mov": "1", "media/b.mov": "2", "more/b.mov": "3"])
    let locator = MediaLocator(
      projectFolder: folder.file("project"),
      mediaFolders: [folder.file("media"), folder.file("more")])
    #expect(try locator.locate("a.mov") == .file(path: folder.file("project/a.mov")))
    #expect(try locator.locate("b.mov") == .file(path: folder.file("media/b.mov")))
    #expect(try locator.locate(folder.file("more/b.mov")) == .file(path: folder.file("more/b.mov")))
  }

  @Test("a missing file names the places and the name that was meant")
  func missing() throws {
    let folder = try folder(["bridge.mp4": "1", "other.wav": "2"])
    let problem = try #require(
      try Media.problem("brigde.mp4", MediaLocator(projectFolder: folder.path)))
    #expect(problem.id == .mediaNotFound)
    #expect(problem.message == "media file 'brigde.mp4' does not exist")
    #expect(problem.notes.map(\.message) == ["looked for '\(folder.file("brigde.mp4"))'"])
    #expect(problem.fixes.first?.message == "there is \"bridge.mp4\"; is that the one?")
  }

  @Test(
    "what the project names already is not what a missing file is meant by, and relink is named")
  func missingBesideOthers() throws {
    let folder = try folder(["shot1.mp4": "1", "shot3.mp4": "2"])
    var locator = MediaLocator(projectFolder: folder.path)
    locator.namedPaths = ["shot1.mp4", "shot2.mp4"]
    locator.projectFile = folder.file("my edit.json")
    let problem = try #require(try Media.problem("shot2.mp4", locator))
    #expect(problem.fixes.first?.message == "there is \"shot3.mp4\"; is that the one?")
    #expect(
      problem.fixes.last?.message.hasSuffix(
        ": cutlist relink '\(folder.file("my edit.json"))' \(folder.path) --write") == true)
    locator.namedPaths.insert("shot3.mp4")
    let other = try #require(try Media.problem("shot2.mp4", locator))
    #expect(!other.fixes.contains { $0.message.contains("shot") })
    // Only the case differs: that is the same name.
    locator.namedPaths = ["shot1.mp4", "SHOT1.mp4"]
    #expect(
      try Media.problem("SHOT1.mp4", locator)?.fixes.first?.message == "write \"shot1.mp4\"")
  }

  @Test("folders, empty files and files that are no media each have their own message")
  func kinds() throws {
    let text = String(repeating: "this is not a movie\n", count: 50)
    let folder = try folder([
      "shots/a.mp4": "1", "empty.mp4": "", "text.mp4": text,
      "header.mp4": "\0\0\0\u{20}ftypisom\0\0\u{2}\0isomiso2avc1mp41",
    ])
    let locator = MediaLocator(projectFolder: folder.path)
    let expected: [String: MessageID] = [
      "shots": .mediaIsFolder, "empty.mp4": .mediaEmpty, "text.mp4": .mediaNotMedia,
      "header.mp4": .mediaNotMedia, "": .mediaNotFound, "a\0b": .mediaNotFound,
      "empty.mp4/x": .mediaNotFound,
    ]
    for (name, id) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(try Media.problem(name, locator)?.id == id, "'\(name)'")
    }
  }

  @Test("a device is not read")
  func device() throws {
    let problem = try Media.problem("/dev/zero", MediaLocator(projectFolder: "/"))
    #expect(problem?.message == "'/dev/zero' is not a regular file")
  }

  @Test(
    "a file without permission says so", .enabled(if: getuid() != 0, "nothing is forbidden to root")
  )
  func permission() throws {
    let folder = try folder(["secret.mp4": "1"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.file("secret.mp4"))
    let problem = try Media.problem("secret.mp4", MediaLocator(projectFolder: folder.path))
    #expect(problem?.message == "'secret.mp4' cannot be read: permission denied")
  }

  @Test(
    "addresses and tricks of libav's protocols are refused, with the protocol's name",
    arguments: [
      ("http://example.com/a.mp4", "http"), ("HTTPS://x/a", "https"),
      ("concat:a.mp4|b.mp4", "concat"),
      ("subfile,,start,0,end,9,,:a.mp4", "subfile"), ("data:video/mp4;base64,AAAA", "data"),
      ("pipe:0", "pipe"), ("crypto+http://x", "crypto"), ("tcp://127.0.0.1:80", "tcp"),
      ("file:a.mp4", "file"), ("ipfs://x", "ipfs"), ("async:cache:a.mp4", "async"),
    ])
  func protocols(address: String, name: String) throws {
    let folder = try folder(["a.mp4": "1", "b.mp4": "2"])
    let locator = MediaLocator(projectFolder: folder.path)
    #expect(throws: MediaLocator.Problem.protocolNotAllowed(name: name)) {
      try locator.locate(address)
    }
    #expect(try Media.problem(address, locator)?.id == .mediaProtocol)
  }

  @Test(
    "the address of a file is written as its path",
    arguments: [
      ("file:///a%20b/c.mp4", "\"/a b/c.mp4\""), ("file://localhost/c.mp4", "\"/c.mp4\""),
      ("file:a%c3%a9.mp4", "\"aé.mp4\""), ("file:a.mp4", "\"a.mp4\""),
      ("file:100%.mp4", "\"100%.mp4\""),
    ])
  func addresses(_ address: String, _ path: String) throws {
    let folder = try folder(["a.mp4": "1"])
    let problem = try Media.problem(address, MediaLocator(projectFolder: folder.path))
    #expect(problem?.fixes.map(\.message) == ["write \(path)"])
  }

  @Test("a path with the numbers of an address is found without them")
  func numbers() throws {
    let folder = try folder(["a b.mp4": "1"])
    let problem = try Media.problem("a%20b.mp4", MediaLocator(projectFolder: folder.path))
    #expect(problem?.id == .mediaNotFound)
    #expect(problem?.fixes.first?.message == "write \"a b.mp4\"")
  }

  @Test("a protocol that was allowed is passed on, but never when confined")
  func allowed() throws {
    var locator = MediaLocator(projectFolder: "/", allowedProtocols: ["http"])
    #expect(try locator.locate("http://x/a.mp4") == .address("http://x/a.mp4"))
    locator.isConfined = true
    #expect(throws: MediaLocator.Problem.protocolNotAllowed(name: "http")) {
      try locator.locate("http://x/a.mp4")
    }
  }

  @Test(
    "a file name may look like an address", arguments: ["concat:a", "12:30 take.mov", "a:b", "-x"])
  func oddNames(name: String) throws {
    let folder = try folder([name: "1"])
    let locator = MediaLocator(projectFolder: folder.path)
    #expect(try locator.locate(name) == .file(path: folder.file(name)))
  }

  @Test("playlists, which name other files, are not followed")
  func playlists() throws {
    let folder = try folder([
      "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n/etc/passwd\n#EXT-X-ENDLIST\n",
      "list.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\na.ts\n#EXT-X-ENDLIST\n",
      "list.txt": "ffconcat version 1.0\nfile '/etc/passwd'\n",
    ])
    for name in ["list.m3u8", "list.mp4", "list.txt"] {
      let problem = try #require(
        try Media.problem(name, MediaLocator(projectFolder: folder.path)))
      #expect(problem.id == .mediaNotMedia, "\(name): \(problem.message)")
    }
  }

  @Test("confined, nothing outside is read or named, symbolic links resolved")
  func confined() throws {
    let folder = try folder([
      "project/in.mov": "1", "media/shared.mov": "2", "outside/secret.mov": "3",
      "project-twin/x.mov": "4",
    ])
    for (link, target) in [
      ("project/link.mov", "outside/secret.mov"), ("project/inner.mov", "project/in.mov"),
      ("project/folder", "outside"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link), withDestinationPath: folder.file(target))
    }
    let locator = MediaLocator(
      projectFolder: folder.file("project"), mediaFolders: [folder.file("media")], isConfined: true)
    for name in ["in.mov", "inner.mov", "shared.mov", folder.file("media/shared.mov")] {
      #expect(throws: Never.self) { try locator.locate(name) }
    }
    for name in [
      "link.mov", "folder/secret.mov", "../outside/secret.mov", "../project-twin/x.mov",
      folder.file("outside/secret.mov"), "..", "/etc/passwd", "/dev/null",
    ] {
      #expect(try Media.problem(name, locator)?.id == .mediaOutside, "\(name)")
    }
    #expect(locator.neighbours(of: "../outside/secrte.mov").isEmpty)
    #expect(locator.neighbours(of: "x.mov").contains("in.mov"))
  }

  @Test("a stream that is not there says how many there are")
  func streams() throws {
    let folder = try WritingFolder()
    try Data(Media.wave([0, 1, 2, 3], rate: 48_000)).write(
      to: URL(fileURLWithPath: folder.file("a.wav")))
    let prober = try Media.prober(MediaLocator(projectFolder: folder.path))
    guard case .failure(let problem) = prober.probe(Media.item("a.wav", audio: .streams([2])))
    else {
      Issue.record("stream 2 was found")
      return
    }
    #expect(problem.diagnostic.id == .mediaStream)
    #expect(problem.diagnostic.message == "'a.wav' has no audio stream 2")
    #expect(problem.diagnostic.notes.map(\.message) == ["it has 1 audio stream, counted from 0"])
    guard case .failure(let picture) = prober.probe(Media.item("a.wav", video: 0)) else {
      Issue.record("a picture was found")
      return
    }
    #expect(picture.diagnostic.notes.map(\.message) == ["it has no video stream, counted from 0"])
  }
}
