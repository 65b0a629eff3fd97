import Diagnostics
import SeededNumbers
import Testing

@Suite("Where the bytes of a changed text are") struct SourceMovementTests {
  private func movement(_ old: String, _ new: String) -> SourceMovement {
    SourceMovement(from: Array(old.utf8), to: Array(new.utf8))
  }

  @Test("what is before the change stays, what is behind it moves, what was changed is gone")
  func ranges() {
    let change = movement("one two three", "one TWENTY three")
    #expect(change.changed == SourceRange(lower: 4, upper: 10))
    #expect(change.moved(SourceRange(lower: 0, upper: 3)) == SourceRange(lower: 0, upper: 3))
    #expect(change.moved(SourceRange(lower: 8, upper: 13)) == SourceRange(lower: 11, upper: 16))
    #expect(change.moved(SourceRange(lower: 4, upper: 7)) == nil)
    // Another file's places count on behind the text.
    #expect(change.moved(SourceRange(lower: 14, upper: 20)) == SourceRange(lower: 17, upper: 23))
    #expect(change.moved(.none) == SourceRange.none)
  }

  @Test("texts that are alike move nothing, and something taken out leaves an empty place")
  func edges() {
    let same = movement("abc", "abc")
    #expect(same.changed.isEmpty)
    #expect(same.moved(SourceRange(lower: 1, upper: 3)) == SourceRange(lower: 1, upper: 3))
    let shorter = movement("aaaa", "aa")
    #expect(shorter.changed.isEmpty && shorter.changed.lower == 2)
    let empty = movement("", "x")
    #expect(empty.changed == SourceRange(lower: 0, upper: 1))
  }

  @Test("whole lines move with them")
  func lines() {
    func lines(_ old: String, _ new: String) -> [Int] {
      let (a, b) = (SourceFile(path: "a", text: old), SourceFile(path: "a", text: new))
      let lines = SourceMovement(from: a.bytes, to: b.bytes).lines(from: a, to: b)
      return [lines.same, lines.moved, lines.distance]
    }
    #expect(lines("1\n2\n3\n4\n", "1\n2\n3\n4\n") == [5, 6, 0])
    #expect(lines("1\n2\n3\n4\n", "1\nx\n3\n4\n") == [1, 3, 0])
    #expect(lines("1\n2\n3\n4\n", "1\n2\nnew\n3\n4\n") == [2, 3, 1])
    #expect(lines("1\n2\n3\n4\n", "1\n4\n") == [1, 4, -2])
  }

  @Test("every range that is found again holds the same text", arguments: [1, 2, 3, 4])
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      func text() -> [UInt8] {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          UInt8(ascii: "a") + UInt8.random(in: 0...1, using: &generator)
        }
      }
      let (old, new) = (text(), text())
      let movement = SourceMovement(from: old, to: new)
      for lower in 0...old.count {
        for upper in lower...old.count {
          guard let range = movement.moved(SourceRange(lower: lower, upper: upper)) else {
            continue
          }
          #expect(range.upper <= new.count && range.lower >= 0)
          guard range.upper <= new.count, range.lower >= 0 else { continue }
          #expect(Array(new[range.lower..<range.upper]) == Array(old[lower..<upper]))
        }
      }
    }
  }
}
