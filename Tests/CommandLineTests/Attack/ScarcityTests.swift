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

  @Test(
    "too little memory, or too few files, end with a message and leave nothing",
    arguments: [
      "-v 80000", "-v 120000", "-v 200000", "-v 300000", "-v 350000", "-v 400000", "-v 500000",
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
