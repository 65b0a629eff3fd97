import Foundation
import Testing

@testable import CommandLineInterface

/// The same bytes on processors that have less. What they lack is taken away with
/// `CUTLIST_CPU_FLAGS`, from libav and from x264.
@Suite struct ProcessorTests {
  /// Decoded, scaled, mixed and encoded by all that has variants for processors: H.264 and AAC with
  /// B-frames, another size and another sample rate, and x264's slower searches.
  private static func edit(of media: String) -> String {
    """
    {
      "cutlist": 1,
      "output": {
        "size": "208x118", "frameRate": 10, "video": { "preset": "slow", "gop": "1s" },
        "audio": { "sampleRate": 48000 }
      },
      "media": { "m": \(media), "tone": { "generate": "tone", "frequency": 330 } },
      "tracks": [
        { "video": [
          { "clip": "m", "duration": "1.5s" },
          { "transition": "dissolve", "duration": "0.4s" },
          { "clip": "m", "in": "1.5s", "duration": "1.5s", "scale": 0.9, "rotation": 5 }
        ] },
        { "audio": [ { "clip": "tone", "duration": "3s", "gain": 0.2, "fadeIn": "1s" } ] }
      ]
    }
    """
  }

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let source = Projects.counter(seconds: 4, rate: "12").replacing(
      "\"audio\": {", with: "\"audio\": { \"sampleRate\": 44100,"
    ).replacing("ultrafast", with: "fast")
    try sandbox.write("source.json", source)
    try #require(sandbox.render("source.json", to: "source.mp4").status == 0)
    try sandbox.write("a.json", Self.edit(of: "\"source.mp4\""))
    try sandbox.write("made.json", Self.edit(of: "{ \"generate\": \"counter\", \"clip\": 3 }"))
  }

  private func render(_ project: String, _ level: String?, _ more: String...) throws -> Data {
    let movie = sandbox.file("\(level ?? "all").mp4")
    let outcome = try RunningProgram(
      ["render", sandbox.file(project), "-o", movie] + (more.isEmpty ? ["--no-cache"] : more),
      environment: level.map { ["CUTLIST_CPU_FLAGS": $0] } ?? [:]
    ).wait()
    try #require(outcome.status == 0, "\(outcome.messages)")
    return try Data(contentsOf: URL(fileURLWithPath: movie))
  }

  #if arch(x86_64)
    @Test("a movie has the same bytes on every 64-bit x86 processor")
    func levels() throws {
      let movie = try render("a.json", nil)
      for level in ["sse2", "ssse3", "sse4.2", "avx", "avx2"] {
        #expect(try render("a.json", level) == movie, "\(level)")
      }
    }

    @Test("chunks that were rendered on different processors make the same movie")
    func mixed() throws {
      let cache = ["--cache", sandbox.file("shared")]
      let old = try render("a.json", "sse2", cache[0], cache[1])
      let chunks = sandbox.files(below: "shared", ending: ".chunk")
      #expect(chunks.count == 3)
      for name in chunks.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
        try FileManager.default.removeItem(atPath: sandbox.file("shared/" + name))
      }
      #expect(try render("a.json", nil, cache[0], cache[1]) == old)
      #expect(sandbox.files(below: "shared", ending: ".chunk") == chunks)
    }
  #endif

  @Test("without vector instructions a movie of generated media has the same bytes")
  func plain() throws {
    #expect(try render("made.json", "0") == render("made.json", nil))
  }

  @Test("a processor that there is not is refused")
  func unknown() throws {
    let outcome = try RunningProgram(["help"], environment: ["CUTLIST_CPU_FLAGS": "mmx9"]).wait()
    #expect(outcome.status == 2)
    #expect(
      outcome.messages
        == "cutlist: CUTLIST_CPU_FLAGS is 'mmx9', not one of 0, sse2, ssse3, sse4.2, avx, avx2\n")
  }
}
