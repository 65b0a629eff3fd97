import Testing

@testable import PreviewServer

@Suite("Requests from their bytes")
struct HTTPRequestTests {
  private func take(_ text: String) throws -> HTTPRequest {
    var bytes = Array(text.utf8)
    return try HTTPRequest.take(from: &bytes)
  }

  private func problem(_ text: String) -> HTTPRequest.Problem? {
    do throws(HTTPRequest.Problem) {
      var bytes = Array(text.utf8)
      _ = try HTTPRequest.take(from: &bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("a request has its method, its path, its query and its fields by lower-case names")
  func whole() throws {
    let request = try take(
      "GET /a%20b/c?at=2.5s&w=%2F HTTP/1.1\r\nHost: 127.0.0.1:80\r\nX-Thing:\t one \r\n\r\n")
    #expect(request.method == "GET" && request.path == "/a b/c" && request.isPersistent)
    #expect(request.query == ["at": "2.5s", "w": "/"])
    #expect(request.fields == ["host": "127.0.0.1:80", "x-thing": "one"])
  }

  @Test("what comes behind a request stays for the next one")
  func pipeline() throws {
    var bytes = Array("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.0\r\n\r\nGET".utf8)
    #expect(try HTTPRequest.take(from: &bytes).path == "/1")
    let second = try HTTPRequest.take(from: &bytes)
    #expect(second.path == "/2" && !second.isPersistent)
    #expect(bytes == Array("GET".utf8))
  }

  @Test("a beginning of a request is none yet")
  func incomplete() {
    let whole = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    for length in 0..<whole.count {
      #expect(problem(String(whole.prefix(length))) == .incomplete)
    }
  }

  @Test(
    "what is no request is refused",
    arguments: [
      ("\r\n\r\n", HTTPRequest.Problem.malformed), ("GET\r\n\r\n", .malformed),
      ("GET / HTTP/2.0\r\n\r\n", .version), ("GET / HTTP/1.1 \r\n\r\n", .malformed),
      ("GET http://127.0.0.1/ HTTP/1.1\r\n\r\n", .malformed),
      ("GET * HTTP/1.1\r\n\r\n", .malformed),
      ("GET /%zz HTTP/1.1\r\n\r\n", .malformed), ("GET /%f HTTP/1.1\r\n\r\n", .malformed),
      ("GET /%ff HTTP/1.1\r\n\r\n", .malformed), ("G\u{1}T / HTTP/1.1\r\n\r\n", .malformed),
      ("GET / HTTP/1.1\r\nHost a\r\n\r\n", .malformed),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .malformed),
      ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", .malformed),
      ("GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: a\r\n\r\n", .malformed),
      ("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", .hasBody),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .hasBody),
    ])
  func refused(text: String, expected: HTTPRequest.Problem) {
    #expect(problem(text) == expected)
  }

  @Test("a head longer than 16 KiB, and one of more than 100 fields, is refused")
  func long() {
    #expect(problem(String(repeating: "a", count: 16 << 10)) == .tooLong)
    let fields = (0..<101).map { "F\($0): 1\r\n" }.joined()
    #expect(problem("GET / HTTP/1.1\r\n" + fields + "\r\n") == .tooLong)
  }
}
