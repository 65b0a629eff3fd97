import Testing

@testable import PreviewServer

@Suite("Who may ask a preview")
struct RequestGuardTests {
  private let gate = RequestGuard(port: 8123, secret: String(repeating: "5a", count: 24))

  private func verdict(
    _ path: String, method: String = "GET", _ fields: [String: String] = [:],
    host: String? = "127.0.0.1:8123"
  ) -> RequestGuard.Verdict {
    var request = HTTPRequest(method: method, path: path)
    request.fields = fields
    request.fields["host"] = host
    return gate.verdict(on: request)
  }

  @Test("whoever knows the secret gets what comes after it")
  func right() {
    let secret = gate.secret
    #expect(gate.address == "http://127.0.0.1:8123/\(secret)/")
    #expect(verdict("/\(secret)/") == .allowed(path: ""))
    #expect(verdict("/\(secret)/frame/1.png") == .allowed(path: "frame/1.png"))
    #expect(verdict("/\(secret)/", host: "localhost:8123") == .allowed(path: ""))
    #expect(
      verdict("/\(secret)/", ["origin": "http://127.0.0.1:8123"]) == .allowed(path: ""))
    for site in ["none", "same-origin"] {
      #expect(verdict("/\(secret)/", ["sec-fetch-site": site]) == .allowed(path: ""))
    }
  }

  @Test("another name for this machine gets nothing, whatever it knows")
  func hosts() {
    let names: [String?] = [
      nil, "", "evil.example", "evil.example:8123", "127.0.0.1", "127.0.0.1:80", "localhost",
      "127.0.0.1:8123.evil.example", "LOCALHOST:8123", "[::1]:8123", "127.0.0.1:08123",
    ]
    for host in names {
      #expect(verdict("/\(gate.secret)/", host: host) == .refused(.forbidden), "\(host ?? "-")")
    }
  }

  @Test("another site gets nothing")
  func sites() {
    for origin in [
      "null", "http://evil.example", "https://127.0.0.1:8123", "http://localhost:8123",
    ] {
      #expect(verdict("/\(gate.secret)/state", ["origin": origin]) == .refused(.forbidden))
    }
    for site in ["cross-site", "same-site", "", "unheard-of"] {
      #expect(
        verdict("/\(gate.secret)/state", ["sec-fetch-site": site]) == .refused(.forbidden))
    }
  }

  @Test("a wrong secret gets nothing")
  func secrets() {
    let secret = gate.secret
    for path in [
      "/", "", "//", "/\(secret)", "/\(secret.dropLast())/", "/\(secret)0/",
      "/\(secret.uppercased())/",
      "//\(secret)/", "/x/\(secret)/", "/../\(secret)/",
    ] {
      #expect(verdict(path) == .refused(.notFound), "\(path)")
    }
  }

  @Test("nothing but GET is answered")
  func methods() {
    for method in ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "get"] {
      #expect(verdict("/\(gate.secret)/", method: method) == .refused(.wrongMethod))
    }
  }

  @Test("secrets are 192 bits, and no two are the same")
  func random() {
    let secrets = (0..<50).map { _ in RequestGuard.makeSecret() }
    #expect(secrets.allSatisfy { $0.count == 48 && $0.allSatisfy(\.isHexDigit) })
    #expect(Set(secrets).count == 50)
  }

  @Test("texts are equal where each of their bytes is")
  func equal() {
    #expect(RequestGuard.isEqual("", "") && RequestGuard.isEqual("abc", "abc"))
    #expect(!RequestGuard.isEqual("abc", "abd") && !RequestGuard.isEqual("abc", "abcd"))
  }
}
