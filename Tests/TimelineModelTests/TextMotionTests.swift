import Testing
import TimelineModel

@Suite("Texts whose parts move") struct TextMotionTests {
  @Test("parts are grapheme clusters, words, lines or all, and spaces belong to none")
  func parts() {
    // A letter with an accent of its own and a family of three are one cluster each (UAX #29).
    let text = "ae\u{301} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\n b"
    #expect(TextUnit.letter.parts(of: text) == [0..<1, 1..<3, 4..<9, 11..<12])
    #expect(TextUnit.word.parts(of: text) == [0..<3, 4..<9, 11..<12])
    #expect(TextUnit.line.parts(of: text) == [0..<9, 10..<12])
    #expect(TextUnit.text.parts(of: text) == [0..<12])
    for unit in TextUnit.allCases { #expect(unit.parts(of: "").isEmpty) }
    #expect(TextUnit.word.parts(of: " \n ").isEmpty)
  }

  @Test("turns go forwards, backwards, from the middle, from the ends, and each once at random")
  func turns() {
    #expect(TextOrder.forward.turns(4) == [0, 1, 2, 3])
    #expect(TextOrder.backward.turns(4) == [3, 2, 1, 0])
    #expect(TextOrder.edges.turns(5) == [0, 2, 4, 3, 1])
    #expect(TextOrder.center.turns(5) == [4, 2, 0, 1, 3])
    for order in TextOrder.allCases {
      for count in [0, 1, 2, 3, 100] { #expect(order.turns(count).sorted() == Array(0..<count)) }
    }
    #expect(TextOrder.random.turns(100) == TextOrder.random.turns(100))
    #expect(TextOrder.random.turns(100) != Array(0..<100))
  }
}
