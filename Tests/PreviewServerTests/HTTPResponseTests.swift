import Testing

@testable import PreviewServer

@Suite("What a preview answers")
struct HTTPResponseTests {
  private func lines(_ response: HTTPResponse, isPersistent: Bool = true) -> [String] {
    String(decoding: response.bytes(isPersistent: isPersistent), as: UTF8.self)
      .components("\r\n")
  }

  @Test("each answer says its length, forbids what no page of ours needs, and is not kept")
  func head() {
    let head = lines(HTTPResponse("text/plain", "four"))
    #expect(head.first == "HTTP/1.1 200 OK" && head.last == "four")
    #expect(head.contains("Content-Length: 4") && head.contains("Cache-Control: no-store"))
    #expect(head.contains("X-Content-Type-Options: nosniff"))
    #expect(!head.contains("Connection: close"))
    let policy = head.first { $0.hasPrefix("Content-Security-Policy:") } ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    #expect(policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"))
  }

  @Test("a refusal has no body, and says so")
  func refusal() {
    let head = lines(HTTPResponse(.forbidden), isPersistent: false)
    #expect(head.first == "HTTP/1.1 403 Forbidden" && head.last == "")
    #expect(head.contains("Content-Length: 0") && head.contains("Connection: close"))
    #expect(!head.contains { $0.hasPrefix("Content-Type") })
  }

  @Test("no answer lets another site read it")
  func sharing() {
    for response in [HTTPResponse(.notFound), HTTPResponse("image/png", [1], lifetime: 60)] {
      #expect(!lines(response).contains { $0.lowercased().hasPrefix("access-control") })
    }
  }

  @Test("the page names no place but its own, and has neither script nor style in it")
  func page() {
    let page = PreviewPage.html
    #expect(!page.contains("<style") && !page.contains("style=") && !page.contains("javascript:"))
    #expect(page.matches(of: /<script/).count == 1 && page.contains("src=\"preview.js\""))
    #expect(!page.contains("http") && !PreviewPage.style.contains("url("))
    #expect(!page.contains(#/\son[a-z]+=/#))
    // What the script puts in as markup are the tracks alone, which the server has escaped.
    #expect(PreviewPage.script.matches(of: /innerHTML/).count == 1)
    for forbidden in ["eval(", "new Function", "document.write", "outerHTML", "insertAdjacentHTML"]
    {
      #expect(!PreviewPage.script.contains(forbidden))
    }
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
