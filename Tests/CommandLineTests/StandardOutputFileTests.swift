import Foundation
import Testing

@Suite("-o - writes to standard output")
struct StandardOutputFileTests {
  private func bytes(_ words: [String], in sandbox: Sandbox) throws -> (Data, String, Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: RunningProgram.path)
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: sandbox.path)
    let (output, errors) = (Pipe(), Pipe())
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": sandbox.file("temporary")]) { $1 }
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (data, String(decoding: said, as: UTF8.self), process.terminationStatus)
  }

  @Test("the same bytes as in a file, and nothing else")
  func same() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("temporary")
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    for (words, name) in [
      (["render", "a.json", "--no-cache"], "a.mp4"),
      (["render", "a.json", "--cache", "cache", "--verify"], "b.mp4"),
      (["frame", "a.json", "--frame", "3"], "a.png"), (["sheet", "a.json"], "b.png"),
      (["inspect", "a.json"], "a.html"), (["plan", "a.json"], "a.txt"),
      (["frames", "a.json", "--json"], "b.txt"), (["explain", "a.json", "--frame", "3"], "c.txt"),
    ] {
      let file = try bytes(words + ["-o", name], in: sandbox)
      try #require(file.2 == 0 && file.0.isEmpty, "\(file.1)")
      let streamed = try bytes(words + ["-o", "-"], in: sandbox)
      #expect(streamed.2 == 0, "\(streamed.1)")
      #expect(try streamed.0 == sandbox.bytes(name), "\(words)")
    }
    #expect(!sandbox.exists("-"))
    #expect(try sandbox.names("temporary").isEmpty)
  }

  @Test("results of tests go there alone, and what is said of them to the person")
  func results() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    for (option, start) in [
      ("--junit", "<?xml"), ("--ndjson", "{\"event\""), ("--html", "<!doctype html>"),
    ] {
      let outcome = sandbox.run("test", project, option, "-")
      #expect(outcome.output.hasPrefix(start) && outcome.messages.contains("1 project: "))
      #expect(!outcome.output.contains("1 project: 0 passed"))
    }
    let compared = sandbox.run("compare", project, project, "--html", "-")
    #expect(compared.output.hasPrefix("<!doctype html>") && !compared.messages.isEmpty)
  }

  @Test("a movie on its way is gone when its reader is")
  func gone() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("temporary")
    try sandbox.write("a.json", Projects.counter(seconds: 3, size: "640x360"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c",
      "cd '\(sandbox.path)'; TMPDIR=\"$PWD/temporary\" '\(RunningProgram.path)' render a.json "
        + "--no-cache -o - 2>said | head -c 100 >/dev/null; echo ${PIPESTATUS[0]} >status",
    ]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(try sandbox.bytes("status") == Data("141\n".utf8))
    #expect(try sandbox.bytes("said").isEmpty)
    #expect(try sandbox.names("temporary").isEmpty)
  }
}
