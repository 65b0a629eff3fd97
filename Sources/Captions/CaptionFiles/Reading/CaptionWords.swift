internal import BaseValues

/// A part of a caption's text as a reader finds it.
struct CaptionPiece {
  var text: String
  var style = CaptionStyle()
  /// When it begins to be said; `nil` where the file does not say.
  var start: Rational?
  /// When the next thing is said; `nil` goes to the next piece that has a time, or to the caption's end.
  var end: Rational?
}

extension [CaptionPiece] {
  /// Who says them, where one alone does: then it is no more said of each.
  mutating func takeSpeaker() -> String? {
    let voices = Set(compactMap { $0.text.allSatisfy(\.isWhitespace) ? nil : $0.style.speaker })
    guard voices.count == 1 else { return nil }
    for index in indices { self[index].style.speaker = nil }
    return voices.first
  }
}

/// Makes runs of pieces: a word with its punctuation and the white space before it belongs to one run.
enum CaptionWords {
  /// - Parameter parts: whether each character of Chinese and Japanese is a word, where nothing else tells them.
  /// - Complexity: O(length of the text).
  static func runs(
    _ pieces: [CaptionPiece], from start: Rational, to end: Rational, parts: Bool = false
  ) -> [CaptionRun] {
    pieces.contains { $0.start != nil }
      ? timed(pieces, from: start, to: end, parts: parts) : untimed(pieces)
  }

  private static func untimed(_ pieces: [CaptionPiece]) -> [CaptionRun] {
    var runs: [CaptionRun] = []
    for piece in pieces where !piece.text.isEmpty {
      if runs.last?.style == piece.style {
        runs[runs.count - 1].text += piece.text
      } else {
        runs.append(CaptionRun(piece.text, style: piece.style))
      }
    }
    trim(&runs)
    return runs
  }

  /// Takes white space from the ends of a text.
  static func trim(_ runs: inout [CaptionRun]) {
    while let last = runs.last {
      let kept = last.text.unicodeScalars.reversed().drop { $0.properties.isWhitespace }
      if !kept.isEmpty {
        if kept.count < last.text.unicodeScalars.count {
          runs[runs.count - 1].text = String(String.UnicodeScalarView(kept.reversed()))
        }
        break
      }
      runs.removeLast()
    }
    while let first = runs.first {
      let kept = first.text.unicodeScalars.drop { $0.properties.isWhitespace }
      if !kept.isEmpty {
        runs[0].text = String(kept)
        break
      }
      runs.removeFirst()
    }
  }

  /// White space, then letters and punctuation.
  private struct Atom {
    var text: String.UnicodeScalarView
    var style: CaptionStyle
    var start: Rational?
    var end: Rational?
    /// Whether these times are as the file has them.
    var startIsExact = false
    var endIsExact = false
    /// Letters and digits, by which time is shared out.
    var letters = 0
    /// Whether white space stands before it.
    var isApart = true
    /// Whether it is the first of its line.
    var beginsLine = false

    var isWord: Bool { letters > 0 }
  }

  private static func timed(
    _ pieces: [CaptionPiece], from start: Rational, to end: Rational, parts: Bool
  ) -> [CaptionRun] {
    let pieces = withEnds(pieces, to: end)
    var atoms: [Atom] = []
    var space = String.UnicodeScalarView()
    // Pieces of one time share it.
    var group = 0
    for (number, piece) in pieces.enumerated() {
      if number == 0 || piece.start != pieces[number - 1].start
        || piece.end != pieces[number - 1].end
      {
        group = atoms.count
      }
      var isOpen = false
      var before: Unicode.Scalar = " "
      for scalar in piece.text.unicodeScalars {
        defer { before = scalar }
        if scalar.properties.isWhitespace {
          space.append(scalar)
          isOpen = false
          continue
        }
        if parts, CaptionTokens.breaks(between: before, and: scalar) { isOpen = false }
        if !isOpen {
          atoms.append(
            Atom(
              text: space, style: piece.style, isApart: !space.isEmpty || atoms.isEmpty,
              beginsLine: atoms.isEmpty || space.contains { Character($0).isNewline }))
          space = String.UnicodeScalarView()
          isOpen = true
        }
        atoms[atoms.count - 1].text.append(scalar)
        if Self.counts(scalar) {
          atoms[atoms.count - 1].letters += 1
        }
      }
      let isLast =
        number + 1 == pieces.count || pieces[number + 1].start != piece.start
        || pieces[number + 1].end != piece.end
      if isLast, let from = piece.start, let to = piece.end {
        share(from, to, &atoms, group..<atoms.count)
        if group < atoms.count {
          atoms[group].startIsExact = true
          atoms[atoms.count - 1].endIsExact = true
        }
      }
    }
    joinPunctuation(&atoms)
    fillGaps(&atoms, from: start, to: end)
    var runs: [CaptionRun] = []
    for atom in atoms {
      let from = min(max(atom.start ?? start, start), end)
      let to = min(max(atom.end ?? end, from), end)
      let said = TimeRange(start: from, end: to)
      let text = String(atom.text)
      if let last = runs.last, last.style == atom.style, last.said == said {
        runs[runs.count - 1].text += text
        runs[runs.count - 1].endIsExact = last.endIsExact || atom.endIsExact
      } else {
        var run = CaptionRun(text, style: atom.style, said: said)
        (run.startIsExact, run.endIsExact) = (atom.startIsExact, atom.endIsExact)
        runs.append(run)
      }
    }
    trim(&runs)
    return runs
  }

  /// A piece without an end ends where the next one begins that has another time.
  private static func withEnds(_ pieces: [CaptionPiece], to end: Rational) -> [CaptionPiece] {
    var pieces = pieces
    var later = (start: end, end: end)
    for index in pieces.indices.reversed() {
      guard let start = pieces[index].start else { continue }
      if start != later.start { later = (start, max(later.start, start)) }
      if pieces[index].end == nil { pieces[index].end = max(later.end, start) }
    }
    return pieces
  }

  /// Shares time out among atoms by their letters.
  private static func share(
    _ start: Rational, _ end: Rational, _ atoms: inout [Atom], _ range: Range<Int>
  ) {
    guard !range.isEmpty else { return }
    // Marks are not said, unless there is nothing else.
    let letters = range.reduce(0) { $0 + atoms[$1].letters }
    let total = letters > 0 ? letters : range.count
    func time(_ done: Int) -> Rational {
      if done == 0 { return start }
      if done == total { return end }
      guard let share = Rational(Int64(done), Int64(total)),
        let time = try? start + ((end - start) * share)
      else { return end }
      return time
    }
    var done = 0
    for index in range {
      atoms[index].start = time(done)
      done += letters > 0 ? atoms[index].letters : 1
      atoms[index].end = time(done)
    }
  }

  /// Letters, digits and emoji: what is said, or stands for it. Notes of music and the like are marks.
  private static func counts(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.isEmojiPresentation || properties.isEmoji && scalar.value > 0x2300
  }

  /// Marks without a letter belong to the word before them; at the beginning of a line, to the one after.
  private static func joinPunctuation(_ atoms: inout [Atom]) {
    var result: [Atom] = []
    result.reserveCapacity(atoms.count)
    for atom in atoms {
      guard let last = result.last else {
        result.append(atom)
        continue
      }
      let isFirstMark = last.beginsLine && !last.isWord
      if atom.beginsLine, !atom.isWord {
        result.append(atom)
        continue
      }
      let isPart = !atom.isApart && atom.start == nil
      if last.style == atom.style, !atom.isWord || isPart || isFirstMark {
        result[result.count - 1].text.append(contentsOf: atom.text)
        result[result.count - 1].letters += atom.letters
        if isFirstMark {
          result[result.count - 1].start = atom.start ?? last.start
          result[result.count - 1].end = atom.end ?? last.end
          result[result.count - 1].startIsExact =
            atom.startIsExact || last.startIsExact && (atom.start ?? last.start) == last.start
          result[result.count - 1].endIsExact = (atom.end == nil ? last : atom).endIsExact
        } else if let end = atom.end, last.end.map({ end > $0 }) ?? false {
          result[result.count - 1].end = end
          result[result.count - 1].endIsExact = atom.endIsExact
        }
      } else {
        var atom = atom
        if !atom.isWord || isPart {
          atom.start = last.start
          atom.end = last.end
          (atom.startIsExact, atom.endIsExact) = (last.startIsExact, last.endIsExact)
        }
        result.append(atom)
      }
    }
    atoms = result
  }

  /// Words without times get those between their neighbours', by letters.
  private static func fillGaps(_ atoms: inout [Atom], from start: Rational, to end: Rational) {
    var index = 0
    while index < atoms.count {
      if atoms[index].start != nil {
        index += 1
        continue
      }
      var next = index
      while next < atoms.count, atoms[next].start == nil { next += 1 }
      let from = index > 0 ? atoms[index - 1].end ?? start : start
      let to = next < atoms.count ? atoms[next].start ?? end : end
      share(from, max(from, to), &atoms, index..<next)
      index = next
    }
  }
}
