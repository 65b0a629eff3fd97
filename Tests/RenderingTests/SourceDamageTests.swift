import Rendering
import Testing

@Suite struct SourceDamageTests {
  private func picture(_ range: Range<Int64>, _ source: String = "a") -> SourceDamage {
    SourceDamage(source: source, kind: .picture, range: range)
  }

  @Test("pieces that touch or overlap become one, of each source and kind, in order")
  func merging() {
    let sound = SourceDamage(source: "a", kind: .sound, range: 5..<7)
    let pieces = [
      sound, picture(8..<9), picture(3..<5), picture(5..<6), picture(4..<6), picture(4..<5, "b"),
    ]
    let merged = [picture(3..<6), picture(8..<9), sound, picture(4..<5, "b")]
    #expect(SourceDamage.merged(pieces) == merged)
    #expect(SourceDamage.merged(pieces.reversed() + merged) == merged)
  }
}
