import Diagnostics
import FileSystem
import Foundation
import MediaSources
import BaseValues
import Testing
import TimelineModel

@testable import MediaOpening

@Suite("files that are not read")
struct UnreadKindTests {
  private static func movie(_ brand: String, _ entry: String) -> [UInt8] {
    [0, 0, 0, 16] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0, 0, 0, 0, 40]
      + Array("moovstsd\(entry)".utf8)
  }

  @Test(
    "what a file is shows in its first bytes",
    arguments: [
      (
        Array("version https://git-lfs.github.com/spec/v1\noid sha256:12\n".utf8),
        UnreadKind.pointer
      ),
      (Array("\n<!DOCTYPE html><html>".utf8), .webPage), (Array("PK\u{3}\u{4}xx".utf8), .archive),
      (movie("isom", "vvc1"), .vvc), (movie("iamf", "iamf"), .iamf), (movie("isom", "avc1"), nil),
      ([0, 0, 0, 1, 0x67, 0x42], nil), ([], nil),
    ] as [([UInt8], UnreadKind?)])
  func kinds(_ bytes: [UInt8], _ kind: UnreadKind?) {
    #expect(UnreadKind(bytes, ending: ".mp4") == kind)
  }

  @Test("a bare stream of H.266 is known by its name")
  func bare() {
    #expect(UnreadKind([0, 0, 0, 1, 0x00, 0x79], ending: ".VVC") == .vvc)
    #expect(UnreadKind([0, 0, 0, 1, 0x00, 0x79], ending: ".h264") == nil)
  }

  @Test("a pointer of Git LFS says how it is fetched, whatever its name")
  func pointer() throws {
    let folder = try WritingFolder()
    for name in ["a.mp4", "a.wav", "a.png", "a"] {
      try Data("version https://git-lfs.github.com/spec/v1\noid sha256:1f\nsize 12345\n".utf8)
        .write(to: URL(fileURLWithPath: folder.file(name)))
      let problem = try #require(
        try Media.problem(name, MediaLocator(projectFolder: folder.path)))
      #expect(problem.id == .mediaNotMedia)
      #expect(problem.fixes.map(\.message) == ["fetch it with: git lfs pull"])
    }
  }

  @Test("a bare stream of H.264 is read in the order of its pictures, at the rate that it says")
  func bareStream() throws {
    let folder = try WritingFolder()
    try Data(FieldMovie.stream(pictures: 25))
      .write(to: URL(fileURLWithPath: folder.file("bare.h264")))
    let file = try Media.probe(folder.file("bare.h264"))
    // 50 fields a second (VUI).
    #expect(
      file.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(25), count: 25))
    #expect(file.notes.contains { $0.contains("shown at 25 a second") })
  }
}
