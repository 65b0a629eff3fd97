/// The order in which people read names with numbers: `clip 9` before `clip 10`.
enum NaturalOrder {
  /// Whether a name comes before another one: numbers by their value, all else by its letters without
  /// their case. Names that are alike in that are told apart by their bytes.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (first, second) = (pieces(a), pieces(b))
    for (left, right) in zip(first, second) where left != right {
      switch (left, right) {
      case (.number(let left), .number(let right)):
        return left.count != right.count ? left.count < right.count : left < right
      case (.word(let left), .word(let right)): return left < right
      case (.number, .word): return true
      case (.word, .number): return false
      }
    }
    if first.count != second.count { return first.count < second.count }
    return Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
  }

  private enum Piece: Equatable {
    /// Digits without zeros before them.
    case number(String)
    case word(String)
  }

  private static func pieces(_ name: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(name.lowercased())
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let piece = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      rest = rest[piece.endIndex...]
      pieces.append(isDigit ? .number(String(piece.drop { $0 == "0" })) : .word(String(piece)))
    }
    return pieces
  }
}
