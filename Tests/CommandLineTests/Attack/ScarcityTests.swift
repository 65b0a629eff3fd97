import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct ScarcityTests {
  /// Runs a render under a limit of the shell's.
  private func render(_ limit: String, _ sandbox: Sandbox) throws -> (status: Int32, text: String) {
    let process = Process()
    let messages = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit \(limit) && exec \"$@\"", "sh", RunningProgram.path, "render",
      sandbox.file("a.json"), "-o", sandbox.file("a.mp4"), "--no-cache",
    ]
    process.standardError = messages
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let isKilled = process.terminationReason == .uncaughtSignal
    return (
      isKilled ? -process.terminationStatus : process.terminationStatus,
      String(decoding: text, as: UTF8.self)
    )
  }

  @Test("a trap that is none of memory is not told as one, though memory is limited")
  func trap() throws {
    let sandbox = try Sandbox()
    let process = Process()
    let (input, messages) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -v 4000000 && exec \"$@\"", "sh", RunningProgram.path, "check", "-",
      "--cache", sandbox.cache,
    ]
    process.standardInput = input
    process.standardError = messages
    try process.run()
    // It waits for its project; until it knows of the limit the signal ends it in any case.
    var isReady = false
    for _ in 0..<500 where !isReady {
      usleep(10_000)
      let status = FileHandle(forReadingAtPath: "/proc/\(process.processIdentifier)/status")
      let text = String(decoding: try #require(status).readDataToEndOfFile(), as: UTF8.self)
      let caught = try #require(text.firstMatch(of: #/SigCgt:\s*([0-9a-f]+)/#)).1
      isReady = (UInt64(caught, radix: 16) ?? 0) & 1 << (SIGILL - 1) != 0
    }
    #expect(isReady)
    kill(process.processIdentifier, SIGILL)
    let text = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGILL)
    #expect(!String(decoding: text, as: UTF8.self).contains("memory"))
  }

  @Test(
    "too little memory, or too few files, end with a message and leave nothing",
    arguments: [
      "-v 50000", "-v 100000", "-v 200000", "-v 300000", "-v 350000", "-v 400000", "-v 500000",
      "-v 700000", "-v 1000000", "-v 2000000", "-n 4", "-n 8", "-n 16", "-n 20",
    ])
  func scarce(limit: String) throws {
    let sandbox = try Sandbox()
    // Several pictures of 33 MB each are held for this one.
    try sandbox.write(
      "a.json",
      Projects.counter(seconds: 1, size: "3840x2160", gop: 30).replacing("\"1s\"", with: "\"0.1s\"")
    )
    let before = try sandbox.names()
    let (status, text) = try render(limit, sandbox)
    // The system's loader says by itself, with 127, where not even the libraries have room.
    #expect([0, 3, 127].contains(status), "\(status): \(text)")
    if status == 0 {
      #expect(sandbox.exists("a.mp4"))
    } else {
      #expect(!text.isEmpty)
      #expect(try sandbox.names() == before)
    }
    if limit == "-n 4" { #expect(status == 3 && text.contains("ulimit -n")) }
  }
}
