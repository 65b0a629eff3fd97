extension CaptionStyle {
  /// How it looks alone.
  var withoutSpeaker: CaptionStyle {
    var style = self
    style.speaker = nil
    return style
  }
}

extension Caption {
  /// Its lines as the file has them.
  package var lines: [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// Those who speak: as the file says it, or before the first colon of each line.
  package var speakerNames: [String] {
    if let speaker { return [speaker] }
    let voices = runs.compactMap(\.style.speaker)
    return voices.isEmpty ? lines.compactMap(Self.label) : voices
  }

  /// Whether the file says who speaks, of all of it or of parts.
  var hasSpeakers: Bool { speaker != nil || runs.contains { $0.style.speaker != nil } }

  /// What stands before a line's first colon, without the dash of a dialogue; `nil` where nothing does or too much.
  package static func label(_ line: Substring) -> String? {
    guard line.utf8.count < 1000, let colon = line.firstIndex(where: { ":：".contains($0) }) else {
      return nil
    }
    let name = line[..<colon].drop { isUnseen($0) || dashes.contains($0) }
    return name.isEmpty || name.count > 40 ? nil : String(name)
  }

  private static let dashes: Set<Character> = [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2022}",
    "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}",
  ]

  /// White space, and marks of direction and the like, which may stand before a dash.
  private static func isUnseen(_ character: Character) -> Bool {
    character.isWhitespace
      || character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
  }

  /// Whether its first line begins with the dash of a dialogue.
  var beginsWithDash: Bool { lines.first.map(Self.hasDash) ?? false }

  static func isDash(_ scalar: Unicode.Scalar) -> Bool { dashes.contains(Character(scalar)) }

  static func endsSentence(_ scalar: Unicode.Scalar) -> Bool { ends(Character(scalar)) }

  private static func hasDash(_ line: Substring) -> Bool {
    let rest = line.drop(while: isUnseen)
    return rest.hasPrefix(">>") || rest.first.map(dashes.contains) ?? false
  }

  /// The numbers of the lines, from 0, with which somebody begins to speak.
  ///
  /// These are lines that begin with the dash of a dialogue, where the line before ends a sentence or the first line
  /// has one, too, and those that begin with a name and a colon.
  var linesOfTurns: Set<Int> {
    let lines = lines
    let isDialogue = Self.hasDash(lines[0])
    var turns: Set<Int> = []
    for (index, line) in lines.enumerated() {
      let endsBefore =
        index > 0 && lines[index - 1].last { !Self.isUnseen($0) }.map(Self.ends) ?? false
      if Self.hasDash(line) && (isDialogue || endsBefore) || Self.isNamed(line) {
        turns.insert(index)
      }
    }
    return turns
  }

  private static func ends(_ character: Character) -> Bool {
    ".?!…。！？؟۔।॥」』】》\"'”’»)]*♪".contains(character)
  }

  /// Whether a line begins with a name that is written like one: at most five words, each with a capital letter, a
  /// digit or a bracket at its beginning, or a particle of names.
  private static func isNamed(_ line: Substring) -> Bool {
    guard let name = label(line) else { return false }
    func isLarge(_ word: Substring) -> Bool {
      word.first.map { $0.isNumber || "#([".contains($0) || !$0.isLowercase && $0.isLetter }
        ?? false
    }
    let words = name.split(separator: " ")
    return (1...5).contains(words.count) && isLarge(words[0])
      && words.allSatisfy { isLarge($0) || particles.contains($0) }
  }

  private static let particles: Set<Substring> = [
    "van", "von", "der", "den", "de", "la", "le", "di", "da", "du", "bin", "al", "of", "the", "and",
  ]
}
