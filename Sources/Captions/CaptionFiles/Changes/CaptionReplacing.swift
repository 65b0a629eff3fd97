/// Changes of what captions say.
extension Caption {
  /// The text with words in place of others, in the form and with the times of the first letter that is replaced.
  ///
  /// Only whole words match, of any case and however their accents are written (canonical equivalence, UAX #15); in
  /// scripts without spaces between words, letters match wherever they stand. Longer ones of the list come first.
  /// Nothing that was put in is replaced again.
  /// - Complexity: O(length of the text · size of the list).
  package func replacing(_ list: [(word: String, by: String)]) -> Caption {
    let pairs = list.map { (Array($0.word.lowercased()), $0.by) }
      .filter { !$0.0.isEmpty }.sorted { $0.0.count > $1.0.count }
    return rewritten { lowered, place in
      for (word, by) in pairs where Self.matches(word, lowered, at: place) {
        return (word.count, by)
      }
      return nil
    }
  }

  /// The text with letters of words hidden but for their first ones: `d***`. Words match as in ``replacing(_:)``.
  package func censoring(_ words: [String], with mark: Character = "*") -> Caption {
    let words = words.map { Array($0.lowercased()) }.filter { !$0.isEmpty }
      .sorted { $0.count > $1.count }
    let letters = runs.flatMap(\.text)
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
    _ match: (_ lowered: [Character], _ place: Int) -> (count: Int, by: String)?
  ) -> Caption {
    var lowered: [Character] = []
    var originals: [Character] = []
    var owners: [Int] = []
    for (number, run) in runs.enumerated() {
      for character in run.text {
        // What becomes several characters in lower case is left as it is.
        let lower = character.lowercased()
        lowered.append(lower.count == 1 ? lower.first ?? character : character)
        originals.append(character)
        owners.append(number)
      }
    }
    var texts = [String](repeating: "", count: runs.count)
    var place = 0
    while place < lowered.count {
      if let (count, by) = match(lowered, place) {
        texts[owners[place]] += by
        let isApart = place == 0 || originals[place - 1].isWhitespace
        place += count
        // Where a word is taken away, one of the spaces about it goes, too.
        if by.isEmpty, isApart, place < originals.count, originals[place].isWhitespace,
          !originals[place].isNewline
        {
          place += 1
        }
      } else {
        texts[owners[place]].append(originals[place])
        place += 1
      }
    }
    var caption = self
    for index in caption.runs.indices { caption.runs[index].text = texts[index] }
    caption.runs.removeAll(where: \.text.isEmpty)
    return caption
  }

  private static func matches(_ word: [Character], _ text: [Character], at place: Int) -> Bool {
    let end = place + word.count
    guard end <= text.count else { return false }
    for index in word.indices where word[index] != text[place + index] { return false }
    return (place == 0 || areApart(text[place - 1], text[place]))
      && (end == text.count || areApart(text[end - 1], text[end]))
  }

  /// Whether a word may end between two characters.
  private static func areApart(_ left: Character, _ right: Character) -> Bool {
    guard isWordPart(left), isWordPart(right) else { return true }
    return isUnspaced(left) || isUnspaced(right)
  }

  private static func isWordPart(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }

  private static func isUnspaced(_ character: Character) -> Bool {
    character.unicodeScalars.first?.isUnspaced ?? false
  }
}
