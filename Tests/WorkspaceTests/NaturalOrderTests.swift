import Testing

@testable import Workspace

@Suite struct NaturalOrderTests {
  @Test("names are sorted as people read them: numbers by value, letters without their case")
  func order() {
    let sorted = [
      "", "1.mp4", "02.mp4", "2.mp4", "10.mp4", "99999999999999999999999.mp4", "a", "a1b2", "a1b10",
      "a2", "B", "clip 9", "clip 10", "ä",
    ]
    #expect(sorted.reversed().sorted(by: NaturalOrder.precedes) == sorted)
    for name in sorted { #expect(!NaturalOrder.precedes(name, name)) }
  }
}
