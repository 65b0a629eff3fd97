import Foundation
import Testing

@testable import CommandLineInterface

/// What chunks take, and how long a movie will take.
@Suite struct CostCommandTests {
  private let sandbox: Sandbox
  private let project: String

  init() throws {
    sandbox = try Sandbox()
    project = try sandbox.write(
      "a.json", Projects.counter(seconds: 4, rate: "10", size: "64x36", gop: 10))
  }

  private struct Costs: Decodable {
    struct Work: Decodable {
      var stage, name, from: String
      var units: Double
    }
    struct Workers: Decodable {
      var workers, machines: Int
      var hereSeconds, machinesSeconds: Double
    }
    struct Chunk: Decodable {
      var kind: String
      var index: Int
      var decode, compose, encode, mix: Double
    }
    var work: [Work]
    var workers: [Workers]
    var chunks: [Chunk]
  }

  private func costs(_ more: String...) throws -> Costs {
    let outcome = sandbox.run(
      ["plan", project, "--cost", "--json", "--cache", sandbox.cache] + more)
    try #require(outcome.status == 0, "\(outcome.messages)")
    return try JSONDecoder().decode(Costs.self, from: Data(outcome.output.utf8))
  }

  @Test("rates are assumed at first, and those that a render has measured are said to be so")
  func measured() throws {
    let before = try costs()
    #expect(before.work.allSatisfy { $0.from == "assumed" })
    #expect(before.chunks.map(\.kind) == ["picture", "sound", "picture"])
    #expect(before.chunks.allSatisfy { $0.encode > 0 })
    let plan = sandbox.run("plan", project, "--json")
    #expect(sandbox.render("a.json", to: "a.mp4", "--jobs", "1").status == 0)
    #expect(sandbox.files(below: "cache/rates", ending: ".rates").count == 1)
    let after = try costs()
    let picture = after.work.filter { ["encode", "encode-sound", "size"].contains($0.stage) }
    #expect(picture.count == 3 && picture.allSatisfy { $0.from == "measured" })
    #expect(after.work.map { [$0.stage, $0.name] } == before.work.map { [$0.stage, $0.name] })
    // Nothing that was measured gets into plans or movies.
    #expect(sandbox.run("plan", project, "--json").output == plan.output)
    let again = sandbox.run("render", project, "-o", sandbox.file("b.mp4"), "--no-cache")
    #expect(again.status == 0)
    #expect(try sandbox.bytes("b.mp4") == sandbox.bytes("a.mp4"))
    // Without a cache nothing is known.
    let none = sandbox.run("plan", project, "--cost", "--no-cache")
    #expect(none.output.contains("were not measured on this machine; they make 100 % of the work"))
  }

  @Test("a damaged record counts as none, and the next render measures again")
  func damaged() throws {
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    let name = try #require(sandbox.files(below: "cache/rates", ending: ".rates").first)
    try sandbox.write("cache/rates/\(name)", "cutlist-rates-1\n1 99999999999999999999 decode x\n")
    #expect(try costs().work.allSatisfy { $0.from == "assumed" })
    #expect(sandbox.files(below: "cache/rates", ending: ".rates").isEmpty)
    try sandbox.write("a.json", Projects.counter(seconds: 6, rate: "10", size: "64x36", gop: 10))
    #expect(sandbox.render("a.json", to: "b.mp4").status == 0)
    #expect(sandbox.files(below: "cache/rates", ending: ".rates").count == 1)
  }

  @Test("the movie's time is told for 1 to 1,000 workers, here and on machines of their own")
  func workers() throws {
    let costs = try costs()
    #expect(costs.workers.map(\.workers) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000])
    #expect(costs.workers.allSatisfy { $0.machines <= 2 && $0.hereSeconds > 0 })
    let text = sandbox.run("plan", project, "--cost", "--no-cache", "--cores", "3")
    for words in [
      "machine  ", ", 3 cores", "more than 2 machines have nothing to do", "chunk 0 (frames 0..20)",
      "sound 0", "(--link)", "(--storage)",
    ] { #expect(text.output.contains(words), "\(words): \(text.output)") }
    // Ours is written again, another's file is not.
    let file = sandbox.file("cost.txt")
    for form in [[], ["--json"], []] {
      let outcome = sandbox.run(["plan", project, "--cost", "--no-cache", "-o", file] + form)
      #expect(outcome.status == 0, "\(outcome.messages)")
    }
    try sandbox.write("cost.txt", "mine\n")
    #expect(sandbox.run("plan", project, "--cost", "--no-cache", "-o", file).status == 2)
  }

  @Test("options that make no sense are refused with words")
  func usage() throws {
    for (words, message) in [
      (["--cores", "4"], "--cores goes with --cost"),
      (["--link", "1G"], "--link goes with --cost"),
      (["--cost", "--link", "fast"], "--link takes bytes a second, for example"),
      (["--cost", "--storage", "0"], "--storage takes bytes a second"),
      (["--cost", "--cores", "0"], "--cores"),
    ] {
      let outcome = sandbox.run(["plan", project] + words)
      #expect(outcome.status == 2 && outcome.messages.contains(message), "\(outcome.messages)")
    }
  }
}
