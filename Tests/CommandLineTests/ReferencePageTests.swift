import Foundation
import Testing

@testable import CommandLineInterface

/// Pages of the manual that are made of the program's own tables.
@Suite struct ReferencePageTests {
  private static let folder = GalleryProject.folder.deletingLastPathComponent()
    .appending(path: "Sources/cutlist/CommandLineInterface/Manual.docc")

  @Test(
    "the reference pages of the manual are those that the program writes",
    arguments: [("EveryKey.md", ["keys"]), ("EveryCommand.md", [])] as [(String, [String])])
  func pages(name: String, words: [String]) throws {
    let text = inProcess(["help"] + words + ["--markdown"]).output
    let file = Self.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(
      recorded == text,
      "run the tests with CUTLIST_UPDATE_SNAPSHOTS=1 to write the reference pages again")
    #expect(text.hasPrefix("# Every "))
  }

  @Test("every option of every command, and every effect and transition, stands in the pages")
  func whole() {
    let commands = inProcess(["help", "--markdown"]).output
    for command in Command.all {
      #expect(commands.contains("### cutlist \(command.name)\n"))
      for flag in command.flags { #expect(commands.contains("--\(flag.name)")) }
    }
    let keys = inProcess(["help", "keys", "--markdown"]).output
    for name in ["chroma-key", "dissolve", "multiply", "fadeIn", "bitRate", "keyTimes"] {
      #expect(keys.contains("`\(name)`") || keys.contains("### \(name)\n"), "\(name)")
    }
    #expect(inProcess(["help", "clip", "--markdown"]).status == 2)
  }
}
