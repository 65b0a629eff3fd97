import Foundation
import LibAV
import Synchronization
import Testing

@testable import CommandLineInterface

/// Ten frames a second, each of which says its number.
@Suite("Frames as pictures") struct FrameCommandTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "256x144", "frameRate": 10 },
        "media": { "a": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "a", "duration": "2s" } ] } ] }
      """)
    return sandbox
  }

  /// What a command writes to standard output.
  private func binary(_ words: String...) -> [UInt8] {
    let bytes = Bytes()
    let console = Console(
      isTerminal: false, allowsColor: false,
      writing: { descriptor, more in
        if descriptor == 1 { bytes.append(more) }
        return 0
      })
    _ = Program.main(words, console: console, executable: RunningProgram.path)
    return bytes.all
  }

  private final class Bytes: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var all: [UInt8] { bytes.withLock { $0 } }
    func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
  }

  private func frame(_ sandbox: Sandbox, _ words: String...) -> Outcome {
    sandbox.run(["frame", sandbox.file("a.json")] + words)
  }

  @Test("several frames are written at once, named by number, time or count")
  func several() throws {
    let sandbox = try sandbox()
    let list = frame(sandbox, "--at", "0.3s,1s,15f", "-o", sandbox.file("n{frame}.png"))
    #expect(list.status == 0, "\(list.messages)")
    let each = frame(sandbox, "--every", "0.5s", "-o", sandbox.file("t{time}.png"))
    #expect(each.status == 0, "\(each.messages)")
    let part = frame(
      sandbox, "--every", "0.25s", "--range", "0.5s..1s", "-o", sandbox.file("c%02d.png"))
    #expect(part.status == 0, "\(part.messages)")
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.file("."))
    #expect(
      Set(files.filter { $0.hasSuffix(".png") }) == [
        "n3.png", "n10.png", "n15.png", "t00-00-00-00.png", "t00-00-00-05.png",
        "t00-00-01-00.png", "t00-00-01-05.png", "c00.png", "c01.png",
      ])
    // The same frame is the same picture, whoever asks for it.
    #expect(frame(sandbox, "--frame", "5", "-o", sandbox.file("one.png")).status == 0)
    let one = try sandbox.bytes("one.png")
    #expect(try sandbox.bytes("t00-00-00-05.png") == one && sandbox.bytes("c00.png") == one)
  }

  @Test("what cannot be named or found is told")
  func wrong() throws {
    let sandbox = try sandbox()
    let unnamed = frame(sandbox, "--frame", "1,2", "-o", sandbox.file("a.png"))
    #expect(unnamed.status == 2 && unnamed.messages.contains("2 pictures need a name each"))
    let both = frame(sandbox, "--frame", "1", "--every", "1s", "-o", sandbox.file("a.png"))
    #expect(both.messages.contains("exclude each other"))
    #expect(frame(sandbox, "--frame", "1,20", "-o", sandbox.file("{frame}.png")).status == 2)
    let avif = frame(sandbox, "--frame", "1", "-o", sandbox.file("a.avif"))
    #expect(avif.status == 2 && avif.messages.contains("'.avif' is not written"))
    #expect(frame(sandbox, "--every", "0s", "-o", sandbox.file("a%d.png")).status == 2)
  }

  @Test(
    "the ending says how a picture is written",
    arguments: [("png", "png"), ("jpg", "mjpeg"), ("tif", "tiff"), ("webp", "webp")])
  func kinds(_ ending: String, _ codec: String) throws {
    let sandbox = try sandbox()
    let outcome = frame(
      sandbox, "--frame", "7", "--size", "512x288", "-o", sandbox.file("a.\(ending)"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    let input = try InputFile(path: sandbox.file("a.\(ending)"))
    #expect(input.streams.map(\.codecName) == [codec])
    #expect(input.streams.map(\.video.width) == [512])
    // The others have no luma that could be read.
    guard ["mjpeg", "webp"].contains(codec) else { return }
    let movie = try Movie(sandbox.file("a.\(ending)"))
    let picture = try #require(movie.pictures.first)
    let code = FrameCode(width: picture.width, height: picture.height) { x, y in
      Int(picture.luma[y * picture.width + x])
    }
    #expect(code?.frame == 7)
  }

  @Test("raw frames are so many bytes, and those that y4m has")
  func raw() throws {
    let sandbox = try sandbox()
    let raw = binary("frames", sandbox.file("a.json"), "--raw", "yuv420p")
    let frame = 256 * 144 * 3 / 2
    #expect(raw.count == 20 * frame)
    let y4m = binary("render", sandbox.file("a.json"), "-o", "-", "--format", "y4m")
    #expect(y4m.suffix(frame) == raw.suffix(frame))
    let rgb = binary(
      "frames", sandbox.file("a.json"), "--raw", "rgb24", "--range", "0f..3f")
    #expect(rgb.count == 3 * 256 * 144 * 3)
    #expect(sandbox.run("frames", sandbox.file("a.json"), "--raw", "rgb24", "--json").status == 2)
  }
}

@Suite("Limits of the movie") struct OutputLimitTests {
  private func project(_ output: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x64", "frameRate": 10, \(output) },
      "media": { "a": { "color": "red" }, "t": { "generate": "tone" } },
      "tracks": [ { "video": [ { "clip": "a", "duration": "2s" } ] },
                  { "audio": [ { "clip": "t", "duration": "2s" } ] } ] }
    """
  }

  @Test("a movie that is longer than it may be is an error")
  func duration() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project("\"maxDuration\": \"1.9s\""))
    let outcome = sandbox.render("a.json", to: "a.mp4")
    #expect(outcome.status == 1 && outcome.messages.contains("[output-beyond-limit]"))
    try sandbox.write("a.json", project("\"maxDuration\": \"2s\""))
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
  }

  @Test(
    "a file that is larger than it may be is not kept",
    arguments: ["mp4", "mkv", "gif", "apng", "webp"])
  func size(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project("\"maxSize\": \"1GB\""))
    try #require(sandbox.render("a.json", to: "a.\(ending)").status == 0)
    let size = try sandbox.bytes("a.\(ending)").count
    // Just as large as it may be, and a byte more.
    try sandbox.write("a.json", project("\"maxSize\": \(size)"))
    #expect(sandbox.render("a.json", to: "b.\(ending)").status == 0)
    try sandbox.write("a.json", project("\"maxSize\": \(size - 1)"))
    let outcome = sandbox.render("a.json", to: "c.\(ending)")
    #expect(outcome.status != 0)
    #expect(
      outcome.messages.contains(
        "it has \(size) bytes, and the output's \"maxSize\" allows \(size - 1)"),
      "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.file("c.\(ending)")))
    // What is there is not current when it may not be so large any more.
    #expect(sandbox.render("a.json", to: "a.\(ending)").status != 0)
  }
}
