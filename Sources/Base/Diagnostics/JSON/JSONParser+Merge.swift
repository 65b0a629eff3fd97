// What git leaves in a file where two changes met.
//
// ```
// <<<<<<< ours
// ||||||| base (only where git was told to show it)
// =======
// >>>>>>> theirs
// ```
extension JSONParser {
  /// Conflicts that are listed; nobody resolves more before looking again.
  private static let conflictLimit = 20

  private enum Mark: UInt8 {
    case ours = 0x3C
    case base = 0x7C
    case middle = 0x3D
    case theirs = 0x3E
  }

  /// One finding for each conflict. No line of JSON can begin with such a mark, as text has no line
  /// ends in it.
  static func mergeConflicts(in file: SourceFile) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var open: [(mark: Mark, start: Int, end: Int)] = []
    var start = 0
    while start < file.bytes.count, findings.count < conflictLimit {
      let end = file.bytes[start...].firstIndex(of: 0x0A) ?? file.bytes.count
      if let mark = mark(file.bytes[start..<end]) {
        if mark == .ours { open = [] }
        if mark == .ours || !open.isEmpty { open.append((mark, start, end)) }
        if mark == .theirs, open.count >= 3, open[0].mark == .ours {
          findings.append(finding(open, file))
          open = []
        }
      }
      start = end + 1
    }
    return findings
  }

  private static func finding(
    _ marks: [(mark: Mark, start: Int, end: Int)], _ file: SourceFile
  ) -> Diagnostic {
    var sides: [(name: String, first: Int, last: Int, range: SourceRange)] = []
    for (mark, next) in zip(marks, marks.dropFirst()) {
      let first = file.position(ofOffset: mark.start).line + 1
      let last = file.position(ofOffset: next.start).line - 1
      // The side after the middle is called what the last mark says.
      let named = mark.mark == .middle ? next : mark
      let label = file.text(in: SourceRange(lower: named.start + 7, upper: named.end))
        .split { $0 == " " || $0 == "\r" || $0 == "\n" || $0 == "\t" }.joined(separator: " ")
      let role =
        switch mark.mark {
        case .ours: "one side"
        case .base: "before both"
        default: "the other side"
        }
      sides.append(
        (
          label.isEmpty ? role : "\(role), '\(label.prefix(60))'", first, last,
          SourceRange(lower: mark.start, upper: mark.start + 7)
        ))
    }
    return JSONMessages.unfinishedMerge(
      SourceRange(lower: marks[0].start, upper: marks[0].start + 7), sides: sides)
  }

  /// The mark that a line is; seven equal signs, and a space or nothing after them.
  private static func mark(_ line: ArraySlice<UInt8>) -> Mark? {
    guard let first = line.first, let mark = Mark(rawValue: first), line.count >= 7,
      line.prefix(7).allSatisfy({ $0 == first })
    else { return nil }
    let next = line.dropFirst(7).first
    return next == nil || next == 0x20 || next == 0x0D ? mark : nil
  }
}
