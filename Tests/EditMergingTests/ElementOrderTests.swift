import Testing

@testable import EditMerging

@Suite("The order of merged lists")
struct ElementOrderTests {
  /// Elements by letters; small letters are additions, all of equal content where they are equal.
  private func order(
    _ base: String, _ ours: String, _ theirs: String, moved: (String, String) = ("", "")
  )
    -> String
  {
    func numbers(_ text: String) -> [Int] { text.unicodeScalars.map { Int($0.value) } }
    let order = ElementOrder(
      base: numbers(base), ours: numbers(ours), theirs: numbers(theirs),
      movedByOurs: Set(numbers(moved.0)), movedByTheirs: Set(numbers(moved.1)),
      content: { $0 })
    return order.slots.map { slot in
      let letter = String(UnicodeScalar(UInt8(slot.element)))
      return slot.forOurs ? slot.forTheirs ? letter : "<\(letter)" : ">\(letter)"
    }.joined()
  }

  @Test("additions stand after the neighbour that they have on their side")
  func additions() {
    #expect(order("ABC", "AxBC", "ABCy") == "AxBCy")
    #expect(order("ABC", "xABC", "yABC") == "xyABC")
    #expect(order("ABC", "AxzBC", "AyBC") == "AxzyBC")
    #expect(order("", "x", "y") == "xy")
  }

  @Test("a move of one side holds, whatever the other side does around it")
  func moves() {
    #expect(order("ABC", "BCA", "ABxC", moved: ("A", "")) == "BxCA")
    #expect(order("ABCD", "BACD", "ABDC", moved: ("A", "D")) == "BADC")
    #expect(order("ABC", "BCA", "BCA", moved: ("A", "A")) == "BCA")
  }

  @Test("moves of one element to two places are both shown")
  func contraryMoves() {
    #expect(order("ABCD", "BCDA", "BACD", moved: ("A", "A")) == "B>ACD<A")
  }

  @Test("what both sides add alike at one place is there once")
  func twins() {
    #expect(order("AB", "AxB", "AxB") == "AxB")
  }

  @Test("what both add alike keeps on each side what stands before it")
  func twinsInOrder() {
    #expect(order("AB", "AxB", "AyxB") == "AyxB")
    #expect(order("AB", "AzxB", "AyxwB") == "AzyxwB")
    #expect(order("AB", "AxyB", "AyxB") == "A>yx<yB")
  }
}
