import Diagnostics
import Foundation
import Testing

@testable import CommandLineInterface

@Suite("Servers over standard input and output") struct ServerCommandTests {
  private static let project =
    #"{ "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false }, "#
    + #""media": { "red": { "color": "red" } }, "tracks": [ { "video": [ { "clip": "rde" } ] } ] }"#

  private func process(
    _ words: [String], _ input: String, in sandbox: Sandbox
  ) throws -> Outcome {
    let path = try sandbox.write("input", input)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    return try RunningProgram(words, input: path, folder: folder).wait()
  }

  @Test("an editor's server writes messages and nothing else, and ends as it is told to")
  func editor() throws {
    let sandbox = try Sandbox()
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"#
        + #""file:///nowhere/a.json","languageId":"json","version":1,"text":"#
        + JSONText.quoted(Self.project) + "}}}",
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic","params":{"textDocument":"#
        + #"{"uri":"file:///nowhere/a.json"}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    let input = messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    let outcome = try process(["language-server", "--no-cache"], input, in: sandbox)
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    var rest = Substring(outcome.output)
    var ids: [Int] = []
    while let end = rest.firstRange(of: "\r\n\r\n") {
      let length = try #require(Int(rest[..<end.lowerBound].dropFirst("Content-Length: ".count)))
      let body = Array(rest[end.upperBound...].utf8.prefix(length))
      let value = try #require(JSONParser.parse(SourceFile(path: "", bytes: body)).value)
      if case .number(let id)? = value["id"]?.kind { ids.append(Int(id) ?? 0) }
      rest = Substring(
        String(decoding: rest[end.upperBound...].utf8.dropFirst(length), as: UTF8.self))
    }
    #expect(rest.isEmpty)
    #expect(ids == [1, 2, 3])
    #expect(outcome.output.contains("\"unknown-media\""))
    #expect(try process(["language-server", "--no-cache"], "", in: sandbox).status == 1)
  }

  @Test("a server for programs checks below its folder, and writes only where that is allowed")
  func programs() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Self.project)
    let good = Self.project.replacing("rde", with: "red")
    try sandbox.write("b.json", good)
    try sandbox.write("c.json", good.replacing("64x36", with: "32x18"))
    func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
        + #""arguments":\#(arguments)}}"#
    }
    let input =
      [
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"#
          + #""2025-11-25"}}"#,
        call(2, "check", #"{"project":"a.json"}"#),
        call(3, "check", #"{"project":"/etc/hostname"}"#),
        call(4, "fix", #"{"project":"a.json"}"#),
        call(5, "diff", #"{"old":"b.json","new":"c.json","brief":true}"#),
      ].joined(separator: "\n") + "\n"
    let outcome = try process(["mcp", "--no-cache"], input, in: sandbox)
    #expect(outcome.status == 0)
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == 5)
    func answer(_ id: Int) -> Substring? { answers.first { $0.contains("\"id\":\(id),") } }
    #expect(answer(2)?.contains(#""replacement":"\"red\""#) == true)
    #expect(answer(3)?.contains(#""isError":true"#) == true)
    #expect(answer(4)?.contains("-32602") == true)
    #expect(answer(5)?.contains(#""isError":true"#) == false)
    #expect(answer(5)?.contains("1 change") == true)
  }

  @Test("edits are applied to projects and parts alone, broken ones too")
  func applying() throws {
    let sandbox = try Sandbox()
    try sandbox.write("package.json", #"{ "name": "x", "scripts": {} }"#)
    try sandbox.write("a.json", #"{ "cutlist": 1, "tracks": [ }"#)
    func call(_ id: Int, _ file: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"apply","#
        + #""arguments":{"file":"\#(file)","edits":[{"line":1,"column":1,"endLine":1,"#
        + #""endColumn":1,"replacement":" "}]}}}"#
    }
    let input =
      [
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, call(2, "package.json"),
        call(3, "a.json"),
      ].joined(separator: "\n") + "\n"
    let outcome = try process(["mcp", "--no-cache", "--allow-write"], input, in: sandbox)
    #expect(outcome.output.contains("is no project and no part of one"))
    #expect(outcome.output.contains(#""applied":1"#))
    #expect(try sandbox.text("package.json") == #"{ "name": "x", "scripts": {} }"#)
    #expect(try sandbox.text("a.json") == #" { "cutlist": 1, "tracks": [ }"#)
  }

  @Test("an editor's server ends with the process that asked for it", .timeLimit(.minutes(5)))
  func parent() throws {
    let sandbox = try Sandbox()
    let parent = Process()
    parent.executableURL = URL(filePath: "/bin/sleep")
    parent.arguments = ["1000"]
    try parent.run()
    let message =
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":"#
      + "\(parent.processIdentifier)}}"
    let server = Process()
    server.executableURL = URL(filePath: RunningProgram.path)
    server.arguments = ["language-server", "--stdio", "--no-cache"]
    server.currentDirectoryURL = URL(filePath: sandbox.path)
    let (input, output) = (Pipe(), Pipe())
    (server.standardInput, server.standardOutput) = (input, output)
    try server.run()
    try input.fileHandleForWriting.write(
      contentsOf: Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
    // It has answered, so that it knows the process.
    #expect(output.fileHandleForReading.availableData.count > 0)
    // It may have been born with other signals blocked.
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    server.waitUntilExit()
    #expect(server.terminationStatus == 1)
    // Until then somebody could have written.
    try input.fileHandleForWriting.close()
  }

  @Test("the descriptions of all tools take at most 4,000 tokens of four bytes")
  func descriptions() throws {
    let sandbox = try Sandbox()
    let input =
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"# + "\n"
      + #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"# + "\n"
    let outcome = try process(["mcp", "--allow-write"], input, in: sandbox)
    let list = try #require(outcome.output.split(separator: "\n").last)
    #expect(list.utf8.count <= 4 * 4000)
    #expect(list.contains("\"render\""))
  }

  @Test("'check --json --brief' keeps within its bytes and says how much it leaves out")
  func brief() throws {
    let sandbox = try Sandbox()
    let clips = (0..<300).map { "{ \"clip\": \"none\($0)\" }" }.joined(separator: ", ")
    let path = try sandbox.write(
      "a.json",
      #"{ "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 }, "media": {}, "#
        + "\"tracks\": [ { \"video\": [ \(clips) ] } ] }")
    let outcome = sandbox.run("check", "--json", "--brief", path)
    #expect(outcome.status == 1)
    #expect(outcome.output.utf8.count <= 6001)
    #expect(outcome.output.contains("\"more\":2"))
    #expect(sandbox.run("check", "--brief", path).status == 2)
  }
}
