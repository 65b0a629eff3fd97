import Foundation
import Testing

@testable import FileSystem

@Suite("what appears under a name while a file is written for it")
struct DestinationTests {
  private let folder: WritingFolder
  private let movie: String

  init() throws {
    folder = try WritingFolder()
    movie = folder.file("a.mp4")
  }

  private func put(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: movie))
  }

  private func publish(_ destination: Destination, isNameless: Bool, meanwhile text: String?) throws
  {
    var file = try PartialFile(destination: destination, isNameless: isNameless)
    try file.write(Array("new".utf8))
    if let text { try put(text) }
    try file.publish()
  }

  private func content() throws -> String {
    String(decoding: try folder.bytes("a.mp4"), as: UTF8.self)
  }

  @Test("a file of somebody else stays, and nothing is left beside it", arguments: [true, false])
  func appeared(isNameless: Bool) throws {
    let error = #expect(throws: MovieWriteError.self) {
      try publish(Destination(movie), isNameless: isNameless, meanwhile: "theirs")
    }
    #expect(error?.description.contains("has appeared under that name meanwhile") == true)
    #expect(try content() == "theirs")
    #expect(try folder.names == ["a.mp4"])
  }

  @Test(
    "what was there from the beginning is replaced, unless it was changed",
    arguments: [true, false])
  func known(isNameless: Bool) throws {
    try put("old")
    try publish(Destination(movie), isNameless: isNameless, meanwhile: nil)
    #expect(try content() == "new")
    let destination = Destination(movie)
    #expect(throws: MovieWriteError.self) {
      try publish(destination, isNameless: isNameless, meanwhile: "changed")
    }
    #expect(try content() == "changed")
    #expect(try folder.names == ["a.mp4"])
  }

  @Test("what may be replaced by what it is, is replaced whenever it came")
  func own() throws {
    let destination = Destination(movie) { path in
      (try? String(contentsOfFile: path, encoding: .utf8)) == "ours"
    }
    try publish(destination, isNameless: true, meanwhile: "ours")
    #expect(try content() == "new")
    #expect(throws: MovieWriteError.self) {
      try publish(destination, isNameless: true, meanwhile: "theirs")
    }
  }
}
