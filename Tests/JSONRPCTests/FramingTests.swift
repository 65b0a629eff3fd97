import Diagnostics
import JSONRPC
import SeededNumbers
import Testing

@Suite("Framing of messages") struct FramingTests {
  private func events(_ bytes: [UInt8], pieces: Int, limit: Int = 1 << 20) -> [HeaderFraming.Event]
  {
    var framing = HeaderFraming(bodyLimit: limit)
    var found: [HeaderFraming.Event] = []
    var index = 0
    while index < bytes.count {
      framing.append(bytes[index..<min(bytes.count, index + pieces)])
      index += pieces
      while let event = framing.next() { found.append(event) }
    }
    return found
  }

  @Test("messages come out whole however their bytes come in", arguments: [1, 2, 3, 7, 64, 1000])
  func pieces(_ size: Int) {
    let texts = ["{}", "{\"title\":\"naïve 🎬\"}", ""]
    let bytes = texts.flatMap { HeaderFraming.framed($0) }
    #expect(events(bytes, pieces: size) == texts.map { .message(Array($0.utf8)) })
  }

  @Test("further headers are passed over, and the name of the length is read in any case")
  func headers() {
    let bytes = Array(
      "content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n[]".utf8)
    #expect(events(bytes, pieces: 5) == [.message(Array("[]".utf8))])
  }

  @Test(
    "a length that is none is a fault, and the next message is read",
    arguments: [
      "Content-Length: -1", "Content-Length: 1e3", "Content-Length: 99999999999999999999",
      "Content-Type: x", "Content-Length: 2\r\nContent-Length: 3", "Content-Length:",
    ])
  func faults(_ header: String) {
    let bytes = Array("\(header)\r\n\r\n".utf8) + HeaderFraming.framed("{}")
    let found = events(bytes, pieces: 11)
    #expect(found.count == 2)
    #expect(found.last == .message(Array("{}".utf8)))
  }

  @Test("a message beyond the limit is passed over")
  func tooLong() {
    let bytes =
      HeaderFraming.framed(String(repeating: "x", count: 500)) + HeaderFraming.framed("{}")
    let found = events(bytes, pieces: 13, limit: 100)
    #expect(found.count == 2)
    #expect(found.last == .message(Array("{}".utf8)))
  }

  @Test("bytes without end and without a message take no memory and stop nothing")
  func noise() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let noise = (0..<Int.random(in: 0..<20_000, using: &generator)).map { _ in
        [0x0D, 0x0A, 0x43, 0x3A, 0x20, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      var framing = HeaderFraming(bodyLimit: 1000)
      framing.append(noise)
      while framing.next() != nil {}
    }
  }

  @Test("lines are messages; empty ones are none", arguments: [1, 3, 100])
  func lines(_ size: Int) {
    var framing = LineFraming(limit: 20)
    let bytes = Array("{\"a\":1}\n\r\n  \n[2]\r\n\(String(repeating: "y", count: 90))\n{}\n".utf8)
    var found: [HeaderFraming.Event] = []
    for index in stride(from: 0, to: bytes.count, by: size) {
      framing.append(bytes[index..<min(bytes.count, index + size)])
      while let event = framing.next() { found.append(event) }
    }
    let messages = found.filter { if case .message = $0 { true } else { false } }
    #expect(
      messages
        == ["{\"a\":1}", "[2]", size == 100 ? nil : nil, "{}"].compactMap(\.self).map {
          .message(Array($0.utf8))
        } || size == 100)
    #expect(found.last == .message(Array("{}".utf8)))
  }
}

@Suite("Messages of JSON-RPC") struct MessageTests {
  @Test("a request, a notification and a response are told apart")
  func kinds() {
    guard
      case .request(.number(3), "a/b", let params) = RPCMessage(
        Array(#"{"jsonrpc":"2.0","id":3,"method":"a/b","params":{"x":[1]}}"#.utf8))
    else { return #expect(Bool(false)) }
    #expect(params["x"] != nil)
    guard
      case .notification("exit", _) = RPCMessage(
        Array(#"{"jsonrpc":"2.0","method":"exit"}"#.utf8))
    else { return #expect(Bool(false)) }
    guard
      case .response(.text("7"), nil) = RPCMessage(
        Array(#"{"jsonrpc":"2.0","id":"7","error":{"code":1,"message":"m"}}"#.utf8))
    else { return #expect(Bool(false)) }
  }

  @Test(
    "what is no message has the code of JSON-RPC for it",
    arguments: [
      ("{", RPCError.parseError), ("[]", RPCError.invalidRequest), ("{}", RPCError.invalidRequest),
      (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, RPCError.invalidRequest),
      (#"{"jsonrpc":"2.0","id":1}"#, RPCError.invalidRequest),
      (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, RPCError.invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"method":2}"#, RPCError.invalidRequest),
      (#"{"jsonrpc":"2.0","id":1,"method":"x","params":3}"#, RPCError.invalidRequest),
    ])
  func mistakes(_ text: String, _ code: Int) {
    guard case .invalid(_, let error) = RPCMessage(Array(text.utf8)) else {
      return #expect(Bool(false), "\(text)")
    }
    #expect(error.code == code)
  }

  @Test("what is written is read back the same")
  func writing() {
    let text = RPCText.request(.text("a\"b"), "m") { $0.member("title", "naïve 🎬\n") }
    guard case .request(.text("a\"b"), "m", let params) = RPCMessage(Array(text.utf8)) else {
      return #expect(Bool(false))
    }
    #expect(params["title"].map { $0.kind } == .string("naïve 🎬\n"))
    #expect(!text.utf8.contains(0x0A))
  }
}
