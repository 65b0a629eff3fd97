/// The part of a line around a place, ready to print.
struct Excerpt {
  /// At most this many cells of a line are shown.
  static let widthLimit = 100
  /// Cells shown before the place where a line is cut before it.
  static let leadingWidth = 30
  /// Bytes looked at on either side of the place, whatever the length of the line.
  private static let byteLimit = 512

  /// The visible part, with `…` where the line goes on.
  let text: String
  /// Cells before the place.
  let indent: Int
  /// Cells of the place itself, at least 1.
  let width: Int

  /// The line that `range` begins on.
  init(of range: SourceRange, in file: SourceFile) {
    let line = file.lineRange(containing: range.lower)
    let lower = min(max(file.scalarStart(at: range.lower), line.lower), line.upper)
    let upper = min(max(range.upper, lower), line.upper)
    let start = max(line.lower, lower - Self.byteLimit)
    let end = min(line.upper, lower + Self.byteLimit)
    let before = Self.cells(file, start == line.lower ? start : file.scalarStart(at: start), lower)
    let rest = Self.cells(file, lower, end == line.upper ? end : file.scalarStart(at: end))
    let marked = upper >= end ? rest.count : Self.cells(file, lower, upper).count

    var left = before[...]
    var leftCut = start > line.lower
    let wanted = min(Self.width(rest[..<min(marked, rest.count)]), Self.widthLimit / 2)
    if leftCut || Self.width(left) + max(wanted, Self.leadingWidth) > Self.widthLimit {
      let restWidth = Self.width(rest[...])
      let keep =
        end == line.upper
        ? max(Self.leadingWidth, Self.widthLimit - restWidth - 2) : Self.leadingWidth
      var kept = Self.width(left)
      while kept > keep, let first = left.popFirst() {
        kept -= first.width
        leftCut = true
      }
    }
    indent = Self.width(left) + (leftCut ? 1 : 0)

    var right = rest[...]
    var rightCut = end < line.upper
    var room = Self.widthLimit - indent
    if rightCut || Self.width(right) > room {
      room -= 1
      var kept = Self.width(right)
      while kept > room, let last = right.popLast() {
        kept -= last.width
        rightCut = true
      }
    }
    width = max(1, Self.width(right.prefix(marked)))
    text =
      (leftCut ? "…" : "") + left.map(\.text).joined() + right.map(\.text).joined()
      + (rightCut ? "…" : "")
  }

  private typealias Cell = (text: String, width: Int)

  private static func cells(_ file: SourceFile, _ lower: Int, _ upper: Int) -> [Cell] {
    file.text(in: SourceRange(lower: lower, upper: upper)).unicodeScalars.map(TerminalText.cell)
  }

  private static func width(_ cells: some Sequence<Cell>) -> Int {
    cells.reduce(0) { $0 + $1.width }
  }
}
