import Diagnostics
import Foundation
import Glibc
import JSONRPC
import ProgramServer
import Testing

@Suite("Tools for other programs") struct ProgramServerTests {
  private func server() -> ProgramServer {
    let echo = ProgramTool(
      name: "echo", title: "Echo", summary: "Says what it is told.",
      parameters: [
        .init("text", .text, "what to say", required: true),
        .init("count", .integer(1...3), "how often"),
      ], output: "{\"type\":\"object\"}"
    ) { call in
      call.report(1, 2, "half")
      return ToolReply(structured: "{\"said\":\(JSONText.quoted(call.text("text") ?? ""))}")
    }
    return ProgramServer(tools: [echo], version: "1", instructions: "none")
  }

  private func json(_ text: String) -> JSONValue {
    JSONParser.parse(SourceFile(path: "", text: text)).value ?? RPCMessage.none
  }

  private func receive(
    _ server: ProgramServer, _ method: String, _ params: String = "{}"
  ) -> ProgramServer.Outcome {
    server.receive(
      RPCMessage(
        Array(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}".utf8)))
  }

  @Test(
    "the revision that is asked for is spoken if it is known, else the newest",
    arguments: [
      ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ])
  func revisions(_ asked: String, _ spoken: String) {
    let outcome = receive(server(), "initialize", "{\"protocolVersion\":\"\(asked)\"}")
    let answer = json(outcome.messages.first ?? "")
    #expect(answer.at("result", "protocolVersion")?.textValue == spoken)
    #expect(answer.at("result", "serverInfo", "name")?.textValue == "cutlist")
  }

  @Test("tools are listed with their schemas, and nothing before 'initialize'")
  func list() {
    let server = server()
    #expect(
      json(receive(server, "tools/list").messages[0]).at("error", "code")?.integerValue == -32600)
    _ = receive(server, "initialize")
    let tools =
      json(receive(server, "tools/list").messages[0]).at("result", "tools")?.listValue ?? []
    #expect(tools.map { $0["name"]?.textValue } == ["echo"])
    #expect(
      tools[0].at("inputSchema", "required")?.listValue.compactMap(\.textValue) == ["text"])
    #expect(tools[0].at("annotations", "readOnlyHint")?.truthValue == true)
  }

  @Test("a call gives text, data and what is said of its progress")
  func call() throws {
    let server = server()
    _ = receive(server, "initialize")
    let outcome = receive(
      server, "tools/call",
      "{\"name\":\"echo\",\"arguments\":{\"text\":\"a\\nb\"},\"_meta\":{\"progressToken\":7}}")
    let call = try #require(outcome.call)
    let said = Said()
    let answer = json(call.run { said.add($0) })
    #expect(answer.at("result", "structuredContent", "said")?.textValue == "a\nb")
    #expect(answer.at("result", "isError")?.truthValue == false)
    let progress = json(said.texts.first ?? "")
    #expect(progress.at("params", "progressToken")?.integerValue == 7)
  }

  @Test("wrong arguments are told as a result with a way out, unknown tools as an error")
  func mistakes() {
    let server = server()
    _ = receive(server, "initialize")
    for (arguments, words) in [
      ("{}", "needs 'text'"), ("{\"text\":1}", "is a text"),
      ("{\"txt\":\"a\"}", "did you mean 'text'"),
      ("{\"text\":\"a\",\"count\":4}", "from 1 to 3"),
    ] {
      let outcome = receive(
        server, "tools/call", "{\"name\":\"echo\",\"arguments\":\(arguments)}")
      let answer = json(outcome.messages.first ?? "")
      #expect(answer.at("result", "isError")?.truthValue == true)
      let text = answer.at("result", "content")?.listValue.first?["text"]?.textValue
      #expect(text?.contains(words) == true, "\(text ?? "")")
    }
    let outcome = receive(server, "tools/call", "{\"name\":\"ecko\"}")
    #expect(json(outcome.messages[0]).at("error", "code")?.integerValue == -32602)
  }

  @Test("a text that is too long ends with how much is left out", arguments: [10, 500, 3000])
  func budget(_ lines: Int) {
    let text = (0..<lines).map { "line \($0)" }.joined(separator: "\n")
    let cut = ReplyBudget.cut(text, more: "ask with 'skip'")
    #expect(cut.utf8.count <= ReplyBudget.textBytes)
    #expect(cut == text || cut.contains("more lines; ask with 'skip'"))
  }

  @Test(
    "while a tool works that writes, others are answered; with nobody left to read it is stopped")
  func lanes() throws {
    // As the program does.
    _ = signal(SIGPIPE, SIG_IGN)
    let (started, stopped) = (Signal(), Signal())
    let slow = ProgramTool(
      name: "slow", title: "Slow", summary: "Works until it is stopped.", parameters: [],
      isReadOnly: false
    ) { _ in
      started.give()
      stopped.wait()
      return ToolReply("stopped")
    }
    let quick = ProgramTool(
      name: "quick", title: "Quick", summary: "Answers.", parameters: []
    ) { _ in ToolReply("quick") }
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    try #require(unsafe pipe(&input) == 0 && pipe(&output) == 0)
    let (end, answers) = (input[0], output[1])
    let isOver = Signal()
    Thread.detachNewThread {
      let server = ProgramServer(tools: [slow, quick], version: "1", instructions: "none")
      ProgramLoop.run(server, reading: end, output: answers, stop: { stopped.give() }) { bytes in
        unsafe bytes.withUnsafeBytes { unsafe Glibc.write(answers, $0.baseAddress, $0.count) } < 0
          ? errno : 0
      }
      isOver.give()
    }
    func call(_ id: Int, _ tool: String) {
      let text =
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\"\(tool)\"}}\n"
      let line = Array(text.utf8)
      _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(input[1], $0.baseAddress, $0.count) }
    }
    func line() -> String {
      var (bytes, byte): ([UInt8], UInt8) = ([], 0)
      while unsafe Glibc.read(output[0], &byte, 1) == 1, byte != 0x0A { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }
    let greeting = Array("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}\n".utf8)
    _ = unsafe greeting.withUnsafeBytes { unsafe Glibc.write(input[1], $0.baseAddress, $0.count) }
    #expect(line().contains("serverInfo"))
    call(1, "slow")
    started.wait()
    call(1, "quick")
    #expect(line().contains("is being worked on"))
    call(2, "quick")
    #expect(json(line())["id"]?.integerValue == 2)
    // Nobody reads any more, though the input is still open.
    close(output[0])
    isOver.wait()
    for descriptor in input + [output[1]] { close(descriptor) }
  }

  /// Is waited for by one thread and given by another.
  private final class Signal: @unchecked Sendable {
    // Safe: the condition guards it.
    private let condition = NSCondition()
    private var isGiven = false

    func give() {
      condition.withLock {
        isGiven = true
        condition.signal()
      }
    }

    func wait() {
      condition.withLock {
        while !isGiven { condition.wait() }
      }
    }
  }

  private final class Said: @unchecked Sendable {
    // Safe: the tool runs in the thread of the test.
    private(set) var texts: [String] = []
    func add(_ text: String) { texts.append(text) }
  }
}
