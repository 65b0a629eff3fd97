import Testing

@testable import MediaOpening

@Suite struct ReaderMessageTests {
  @Test("whatever another process answers is a message or damage")
  func arbitraryBytes() {
    var state: UInt64 = 20_261_121
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = [UInt8(2 * (next() % 8))]
      for _ in 0..<next() % 60 {
        // Small numbers and long ones.
        bytes.append(next() % 3 == 0 ? 0 : UInt8(truncatingIfNeeded: next()))
      }
      if (try? ReaderMessage.decoded(bytes)) != nil { accepted += 1 }
      _ = try? ReaderRequest.decoded(bytes)
    }
    #expect(accepted < 20_000)
  }

  @Test("a request is read as it was asked")
  func request() throws {
    let limits = OpeningLimits(seconds: 7, memory: 123 << 20)
    let bytes = ReaderRequest.file(path: "/a/ü.svg", writtenPath: "ü.svg", video: 3).encoded(limits)
    let read = try ReaderRequest.decoded(bytes)
    #expect(read.limits == limits)
    guard case .file("/a/ü.svg", "ü.svg", 3?) = read.request else {
      Issue.record("\(read.request)")
      return
    }
  }
}
