/// Changes of what captions say.
extension Caption {
  /// The text with words in place of others, in the form and with the times of the first letter that is replaced.
  ///
  /// Only whole words match, of any case; longer ones of the list come first. Nothing that was put in is replaced again.
  /// - Complexity: O(length of the text · size of the list).
  package func replacing(_ list: [(word: String, by: String)]) -> Caption {
    let pairs = list.map { (Array($0.word.lowercased().unicodeScalars), $0.by) }
      .filter { !$0.0.isEmpty }.sorted { $0.0.count > $1.0.count }
    return rewritten { lowered, place in
      for (word, by) in pairs where Self.matches(word, lowered, at: place) {
        return (word.count, by)
      }
      return nil
    }
  }

  /// The text with letters of words hidden but for their first ones: `d***`.
  package func censoring(_ words: [String], with mark: Character = "*") -> Caption {
    let words = words.map { Array($0.lowercased().unicodeScalars) }.filter { !$0.isEmpty }
      .sorted { $0.count > $1.count }
    let letters = runs.flatMap { $0.text.unicodeScalars }
    return rewritten { lowered, place in
      for word in words where Self.matches(word, lowered, at: place) {
        let first = place < letters.count ? String(letters[place]) : ""
        return (word.count, first + String(repeating: mark, count: word.count - 1))
      }
      return nil
    }
  }

  /// All letters as capitals.
  package var uppercased: Caption {
    var caption = self
    for index in caption.runs.indices {
      caption.runs[index].text = caption.runs[index].text.uppercased()
    }
    return caption
  }

  private func rewritten(
    _ match: (_ lowered: [Unicode.Scalar], _ place: Int) -> (count: Int, by: String)?
  ) -> Caption {
    var lowered: [Unicode.Scalar] = []
    var owners: [Int] = []
    for (number, run) in runs.enumerated() {
      for scalar in run.text.unicodeScalars {
        // What becomes several scalars in lower case is left as it is.
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        lowered.append(lower.count == 1 ? lower.first ?? scalar : scalar)
        owners.append(number)
      }
    }
    let originals = runs.flatMap { $0.text.unicodeScalars }
    var texts = [String](repeating: "", count: runs.count)
    var place = 0
    while place < lowered.count {
      let isStart = place == 0 || !Self.isWordPart(lowered[place - 1])
      if isStart, let (count, by) = match(lowered, place) {
        texts[owners[place]] += by
        place += count
      } else {
        texts[owners[place]].unicodeScalars.append(originals[place])
        place += 1
      }
    }
    var caption = self
    for index in caption.runs.indices { caption.runs[index].text = texts[index] }
    caption.runs.removeAll(where: \.text.isEmpty)
    return caption
  }

  private static func matches(_ word: [Unicode.Scalar], _ text: [Unicode.Scalar], at place: Int)
    -> Bool
  {
    guard place + word.count <= text.count else { return false }
    for index in word.indices where word[index] != text[place + index] { return false }
    let end = place + word.count
    return end == text.count || !isWordPart(text[end])
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }
}
