import Testing

@testable import Diagnostics

@Suite("What the user may have meant")
struct SuggestionTests {
  @Test(
    "a close candidate is suggested, a far one is not",
    arguments: [
      ("dissolv", "dissolve"), ("DISSOLVE", "dissolve"), ("disovle", "dissolve"),
      ("durration", "duration"), ("frame-rate", "frameRate"), ("framerate", "frameRate"),
      ("opactiy", "opacity"), ("IN", "in"), ("ni", nil), ("clp", "clip"), ("pilc", nil),
      ("", nil), ("banana", nil), ("duraton", "duration"),
    ] as [(String, String?)])
  func suggestions(word: String, expected: String?) {
    let known = ["clip", "in", "duration", "dissolve", "frameRate", "opacity", "out"]
    #expect(Suggestion.closest(to: word, among: known) == expected)
  }

  @Test("the closest wins, and of equally close ones the first")
  func ties() {
    #expect(Suggestion.closest(to: "track", among: ["tracks", "trick", "track1"]) == "tracks")
    #expect(Suggestion.closest(to: "trick", among: ["track", "tricks", "Trick"]) == "Trick")
    #expect(Suggestion.closest(to: "trick", among: []) == nil)
  }

  @Test("a very long word has no suggestion")
  func longWord() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(Suggestion.closest(to: word, among: [word, "x"]) == nil)
  }

  @Test("the distance is that of the best way through all single changes")
  func distances() {
    // All words of up to three of two letters; one change apart means distance one.
    var words: [[Character]] = [[]]
    for length in 0..<3 {
      words += words.filter { $0.count == length }.flatMap { [$0 + ["a"], $0 + ["b"]] }
    }
    func neighbours(_ word: [Character]) -> Set<[Character]> {
      var result: Set<[Character]> = []
      for i in 0...word.count {
        for letter: Character in ["a", "b"] {
          result.insert(Array(word[..<i]) + [letter] + Array(word[i...]))
          if i < word.count {
            result.insert(Array(word[..<i]) + [letter] + Array(word[(i + 1)...]))
          }
        }
        if i < word.count { result.insert(Array(word[..<i]) + Array(word[(i + 1)...])) }
        if i + 1 < word.count {
          result.insert(Array(word[..<i]) + [word[i + 1], word[i]] + Array(word[(i + 2)...]))
        }
      }
      return result
    }
    for a in words {
      for b in words {
        let distance = Suggestion.distance(a, b)
        #expect(distance == Suggestion.distance(b, a))
        #expect((distance == 0) == (a == b))
        #expect((distance <= 1) == (a == b || neighbours(a).contains(b)), "\(a) \(b)")
      }
    }
  }
}
