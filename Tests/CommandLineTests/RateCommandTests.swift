import Foundation
import LibAV
import OutputKinds
import Rendering
import Testing

@testable import CommandLineInterface

/// Thirty-two seconds of pictures that are easy and hard to encode, in 16 chunks.
private let text = """
  {
    "cutlist": 1,
    "output": {
      "size": "160x90", "frameRate": 10,
      "video": { "bitRate": "30k", "preset": "veryfast", "gop": "2s" },
      "audio": { "codec": "alac", "channels": 1, "sampleRate": 8000 }
    },
    "media": {
      "a": { "generate": "counter", "clip": 1 },
      "b": { "generate": "counter", "clip": 2 },
      "bars": { "generate": "bars" },
      "sky": { "generate": "gradient", "from": "#204060", "to": "#f0e0c0" },
      "tone": { "generate": "tone", "frequency": 220, "level": 0.3 }
    },
    "tracks": [
      { "video": [
        { "clip": "a", "duration": "9s", "audio": false },
        { "transition": "dissolve", "duration": "1s" },
        { "clip": "bars", "duration": "6s" },
        { "clip": "b", "duration": "7s", "audio": false },
        { "transition": "wipe", "duration": "2s" },
        { "clip": "sky", "duration": "10s" }
      ] },
      { "audio": [ { "clip": "tone", "duration": "32s" } ] }
    ]
  }
  """

@Suite struct RateCommandTests {
  /// Bits of the packets of pictures, in the order of decoding.
  private func packets(_ path: String) throws -> [Int] {
    var input = try InputFile(path: path)
    let streams = input.streams
    var bits: [Int] = []
    while let packet = try input.readPacket() {
      if streams[packet.streamIndex].kind == .video { bits.append(8 * packet.size) }
    }
    return bits
  }

  private func sandbox(_ text: String = text) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", text)
    return sandbox
  }

  private func limited(_ sizes: String) -> String {
    text.replacing("\"bitRate\": \"30k\", \"preset\"", with: "\(sizes), \"preset\"")
  }

  @Test("a rate is met with a buffer of half a second, which never runs empty")
  func shortBuffer() throws {
    let chain =
      "mandelbrot=s=640x360:r=25:start_scale=0.02:start_x=-0.745:start_y=0.11,loop=-1:1:0,setpts=N/25/TB"
    // A zoom into a still picture: key pictures take most of what the buffer holds. It is drawn once.
    let sandbox = try sandbox(
      """
      { "cutlist": 1, "output": { "size": "320x180", "frameRate": 25, "audio": false,
          "video": { "bitRate": "500k", "maxrate": "500k", "bufsize": "250k", "preset": "veryfast" } },
        "media": { "a": "still.png" },
        "tracks": [ { "video": [ { "clip": "a", "duration": "6s",
          "view": [ { "width": 1 }, { "x": 0.25, "y": 0.25, "width": 0.75 } ] } ] } ] }
      """)
    let still = try sandbox.write(
      "still.json",
      """
      { "cutlist": 1, "output": { "size": "640x360", "frameRate": 25, "audio": false },
        "media": { "a": { "filter": "\(chain)" } },
        "tracks": [ { "video": [ { "clip": "a", "duration": "1f" } ] } ] }
      """)
    try #require(
      sandbox.run("frame", still, "--at", "0", "-o", sandbox.file("still.png")).status == 0)
    let outcome = sandbox.render("a.json", to: "a.mp4")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let sizes = try packets(sandbox.file("a.mp4"))
    #expect(sizes.count == 150)
    var filled = 225_000
    for bits in sizes {
      filled -= bits
      #expect(filled >= 0)
      filled = min(250_000, filled + 20_000)
    }
    let sum = sizes.reduce(0, +)
    #expect(abs(sum - 3_000_000) * 100 <= 3 * 3_000_000, "\(sum) bits")
  }

  @Test("a movie has its bit rate within a percent, with any number of workers, cold and warm")
  func rate() throws {
    let sandbox = try sandbox()
    let first = sandbox.render("a.json", to: "1.mp4", "--jobs", "1")
    #expect(first.status == 0, "\(first.messages)")
    let bits = try packets(sandbox.file("1.mp4"))
    let wanted = 30_000 * bits.count / 10
    #expect(abs(bits.reduce(0, +) - wanted) * 100 <= wanted, "\(bits.reduce(0, +)) of \(wanted)")
    let movie = try sandbox.bytes("1.mp4")
    #expect(sandbox.render("a.json", to: "again.mp4", "--jobs", "4", "--no-cache").status == 0)
    #expect(try sandbox.bytes("again.mp4") == movie)
    #expect(sandbox.render("a.json", to: "warm.mp4", "--jobs", "2", "--verify").status == 0)
    #expect(try sandbox.bytes("warm.mp4") == movie)
    // A part of what is known, some of it damaged.
    for (place, name) in sandbox.files(below: "cache", ending: ".measure").enumerated() {
      var bytes = try sandbox.bytes("cache/" + name)
      switch place % 6 {
      case 0: bytes[bytes.count / 2] ^= 1
      case 1: bytes = bytes.dropLast(8)
      case 2: bytes = Data()
      case 3: try? FileManager.default.removeItem(atPath: sandbox.cache + "/" + name)
      default: break
      }
      if place % 6 < 3 { try sandbox.write("cache/" + name, bytes) }
    }
    for (place, name) in sandbox.files(below: "cache", ending: ".chunk").enumerated()
    where place % 2 == 0 {
      try FileManager.default.removeItem(atPath: sandbox.cache + "/" + name)
    }
    #expect(sandbox.render("a.json", to: "mended.mp4", "--jobs", "2").status == 0)
    #expect(try sandbox.bytes("mended.mp4") == movie)
  }

  @Test("a render that is killed in either pass goes on to the same movie")
  func killed() throws {
    let sandbox = try sandbox()
    #expect(sandbox.render("a.json", to: "whole.mp4", "--no-cache").status == 0)
    let movie = try sandbox.bytes("whole.mp4")
    for delay in [0.1, 0.3, 0.6, 1, 1.5, 2, 3, 4] {
      let program = try RunningProgram([
        "render", sandbox.file("a.json"), "-o", sandbox.file("killed.mp4"), "--cache",
        sandbox.cache,
      ])
      Thread.sleep(forTimeInterval: delay)
      program.send(SIGKILL)
      _ = program.wait()
      if sandbox.exists("killed.mp4") {
        #expect(try sandbox.bytes("killed.mp4") == movie)
        break
      }
    }
    #expect(sandbox.render("a.json", to: "end.mp4").status == 0)
    #expect(try sandbox.bytes("end.mp4") == movie)
  }

  @Test("the decoder's buffer is kept over all joins", arguments: [8, 20])
  func buffer(tenths: Int) throws {
    let size = 30_000 * tenths / 10
    let sandbox = try sandbox(
      limited("\"bitRate\": \"20k\", \"maxrate\": \"30k\", \"bufsize\": \(size)"))
    let outcome = sandbox.render("a.json", to: "a.mp4")
    #expect(outcome.status == 0, "\(outcome.messages)")
    // As a decoder begins: full to nine tenths.
    var filled = size / 10 * 9
    for bits in try packets(sandbox.file("a.mp4")) {
      filled -= bits
      #expect(filled >= 0)
      filled = min(size, filled + 3000)
    }
  }

  @Test("what was shared is told, and the chunk's level explained")
  func telling() throws {
    let sandbox = try sandbox()
    let before = sandbox.run(
      "explain", sandbox.file("a.json"), "--frame", "30", "--cache", sandbox.cache)
    #expect(before.output.contains("30000 bits a second, shared by all chunks in two passes"))
    #expect(before.output.contains("not in the store"))
    let outcome = sandbox.render("a.json", to: "a.mp4", "--json")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("\"bitsAskedFor\": "))
    let after = sandbox.run(
      "explain", sandbox.file("a.json"), "--frame", "30", "--cache", sandbox.cache)
    #expect(after.output.contains(" in the store") && !after.output.contains("not in the store"))
    #expect(after.output.contains(": rate factor "))
    #expect(
      sandbox.run("plan", sandbox.file("a.json")).output.contains("30000 bits a second, shared"))
    // Nothing has changed: the movie is left as it is.
    let again = sandbox.render("a.json", to: "a.mp4", "--json")
    #expect(again.output.contains("\"unchanged\": true"))
  }

  @Test("both passes are part of the check of determinism")
  func determinism() throws {
    let sandbox = try sandbox()
    let outcome = sandbox.run("render", sandbox.file("a.json"), "--check-determinism")
    #expect(outcome.status == 0, "\(outcome.messages)\(outcome.output)")
    #expect(outcome.output.contains("the same plan"))
  }
}
