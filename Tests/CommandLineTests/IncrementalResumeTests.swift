import Foundation
import Testing

@testable import CommandLineInterface

/// The project of these tests, and the movie that every way of rendering it must give.
private final class Reference: Sendable {
  let sandbox: Sandbox
  let movie: Data

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("a.json", IncrementalProject.text)
    let outcome = sandbox.render("a.json", to: "reference.mp4")
    #expect(outcome.status == 0, "\(outcome.messages)")
    movie = try sandbox.bytes("reference.mp4")
  }

  var chunks: [String] { sandbox.files(below: "cache", ending: ".chunk") }

  /// Renders again with what is in the cache, to a movie that is not there yet.
  func again(_ words: String...) throws -> ProgressLine {
    try? FileManager.default.removeItem(atPath: sandbox.file("again.mp4"))
    let outcome = sandbox.run(
      [
        "render", sandbox.file("a.json"), "-o", sandbox.file("again.mp4"), "--cache", sandbox.cache,
        "--progress", "json",
      ] + words)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(try sandbox.bytes("again.mp4") == movie)
    return try #require(ProgressLine.all(in: outcome.messages).last ?? nil)
  }
}

@Suite struct IncrementalResumeTests {
  @Test("half of a cache gives the same movie, and the other half is rendered")
  func halfPruned() throws {
    let reference = try Reference()
    let sandbox = reference.sandbox
    let all = reference.chunks
    #expect(all.count == 5)
    for name in all.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
      try FileManager.default.removeItem(atPath: sandbox.cache + "/" + name)
    }
    let half = try reference.again()
    #expect(half.chunksRendered >= 2 && half.chunksRendered + half.chunksReused == 4)
    #expect(reference.chunks == all)

    let pruned = sandbox.run(
      "cache", "prune", "--max-size", "60k", "--cache", sandbox.cache, "--json")
    #expect(pruned.status == 0)
    #expect(reference.chunks.count < 5)
    #expect(try reference.again("--jobs", "3").chunksRendered > 0)
    #expect(reference.chunks == all)
    #expect(try reference.again().chunksRendered == 0)
  }

  @Test("damaged entries are rendered again and replaced")
  func damaged() throws {
    let reference = try Reference()
    let sandbox = reference.sandbox
    let all = reference.chunks
    for (place, name) in all.enumerated() {
      var bytes = try sandbox.bytes("cache/" + name)
      switch place % 5 {
      case 0: bytes = Data()
      case 1: bytes = bytes.dropLast(100)
      case 2: bytes[bytes.count / 3] ^= 0x10
      case 3: bytes = Data("no chunk at all".utf8)
      default: bytes.append(0)
      }
      try sandbox.write("cache/" + name, bytes)
    }
    #expect(try reference.again().chunksRendered == 4)
    #expect(reference.chunks == all)
    #expect(try reference.again().chunksReused == 4)
  }

  @Test("two processes that render with one cache at once make the same movie")
  func together() throws {
    let reference = try Reference()
    let sandbox = reference.sandbox
    try FileManager.default.removeItem(atPath: sandbox.cache)
    let words = ["render", sandbox.file("a.json"), "--cache", sandbox.cache, "-o"]
    let programs = try (0..<2).map { try RunningProgram(words + [sandbox.file("\($0).mp4")]) }
    for (number, program) in programs.enumerated() {
      let outcome = program.wait()
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(try sandbox.bytes("\(number).mp4") == reference.movie)
    }
    #expect(reference.chunks.count == 5)
    #expect(sandbox.files(ending: ".partial").isEmpty)
    #expect(try sandbox.names("cache/renders").isEmpty)
  }

  @Test("a render killed at any moment goes on to the same movie")
  func killed() throws {
    let reference = try Reference()
    let sandbox = reference.sandbox
    try FileManager.default.removeItem(atPath: sandbox.cache)
    var seed: UInt64 = 20
    var interrupted = 0
    for round in 0..<10 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let delay = 0.02 + Double(seed >> 44) / Double(1 << 20) * 0.8
      let program = try RunningProgram([
        "render", sandbox.file("a.json"), "-o", sandbox.file("killed.mp4"), "--cache",
        sandbox.cache, "--jobs", "\(1 + round % 3)",
      ])
      Thread.sleep(forTimeInterval: delay)
      program.send(SIGKILL)
      if program.wait().status == -SIGKILL { interrupted += 1 }
      // Under its name there is the whole movie or nothing.
      if sandbox.exists("killed.mp4") {
        #expect(try sandbox.bytes("killed.mp4") == reference.movie, "seed \(seed)")
        try FileManager.default.removeItem(atPath: sandbox.file("killed.mp4"))
        try FileManager.default.removeItem(atPath: sandbox.cache)
      }
    }
    #expect(interrupted > 0)
    _ = try reference.again()
  }

  @Test("'cache info' and 'cache prune' tell what is there and what went")
  func cacheCommand() throws {
    struct Info: Decodable {
      var folder: String
      var chunks: Int
      var movies: Int
      var bytes: Int
      var oldest: String?
      var newest: String?
    }
    let reference = try Reference()
    let sandbox = reference.sandbox
    func info() throws -> Info {
      let outcome = sandbox.run("cache", "info", "--json", "--cache", sandbox.cache)
      #expect(outcome.status == 0)
      return try JSONDecoder().decode(Info.self, from: Data(outcome.output.utf8))
    }
    let full = try info()
    #expect(full.folder == sandbox.cache && full.chunks == 5)
    #expect(full.movies == 1)
    let movies = sandbox.files(below: "cache", ending: ".movie")
    // How fast this machine was.
    let rates = sandbox.files(below: "cache", ending: ".rates")
    #expect(rates.count == 1)
    let sizes = try (reference.chunks + movies + rates).map {
      try sandbox.bytes("cache/" + $0).count
    }
    #expect(full.bytes == sizes.reduce(0, +))
    let newest = try #require(full.newest)
    #expect(try Date(newest, strategy: .iso8601).timeIntervalSinceNow > -600)
    let text = sandbox.run("cache", "info", "--cache", sandbox.cache).output
    #expect(text.contains("chunks   5\n"))
    // A movie of a few dozen KiB, in tenths rounded down.
    let tenths = full.bytes * 10 / 1024
    #expect(tenths > 100 && tenths < 10_240)
    #expect(text.contains("size     \(tenths / 10).\(tenths % 10) KiB\n"), "\(text)")

    let pruned = sandbox.run("cache", "prune", "--max-size", "0", "--cache", sandbox.cache)
    #expect(pruned.output.hasPrefix("removed 7 entries of "))
    #expect(pruned.output.hasSuffix("0 bytes left\n"))
    #expect(try info().chunks == 0 && info().oldest == nil)

    for words in [["prune", "--max-size", "many"], ["empty"], ["info", "--max-size", "1G"]] {
      let wrong = sandbox.run(["cache"] + words + ["--cache", sandbox.cache])
      #expect(wrong.status == 2 && !wrong.messages.isEmpty, "\(words)")
    }
    #expect(UTCTime.text(0) == "1970-01-01T00:00:00Z")
    #expect(UTCTime.text(951_827_696) == "2000-02-29T12:34:56Z")
    #expect(UTCTime.text(-1) == "1969-12-31T23:59:59Z")
  }
}
