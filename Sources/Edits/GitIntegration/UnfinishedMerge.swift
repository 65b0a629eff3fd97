import Diagnostics

/// The two sides of a file in which git, or this program, has left conflicts.
struct UnfinishedMerge {
  /// The file with our side of every conflict.
  let ours: SourceFile
  /// The file with theirs.
  let theirs: SourceFile

  private enum Side { case both, ours, base, theirs }

  /// `nil` for a file without conflicts, or one whose marks do not go together.
  init?(_ file: SourceFile) {
    let text = file.text(in: SourceRange(lower: 0, upper: file.bytes.count))
    var (mine, other) = ("", "")
    var side = Side.both
    var size = 0
    var isMerge = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.first.map { first in line.prefix { $0 == first } } ?? ""
      switch (side, mark.first) {
      case (.both, "<") where mark.count >= 7:
        (side, size) = (.ours, mark.count)
        isMerge = true
      case (.ours, "|") where mark.count == size: side = .base
      case (.ours, "=") where mark.count == size, (.base, "=") where mark.count == size:
        side = .theirs
      case (.theirs, ">") where mark.count == size:
        side = .both
      default:
        if side == .both || side == .ours { mine += line + "\n" }
        if side == .both || side == .theirs { other += line + "\n" }
      }
    }
    guard isMerge, side == .both else { return nil }
    ours = SourceFile(path: file.path, text: mine)
    theirs = SourceFile(path: file.path, text: other)
  }

  /// Two texts as one, with marks around the lines that only one of them has.
  func marked(_ ours: String, _ theirs: String) -> String {
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    let (first, second) = (lines(ours), lines(theirs))
    let changes = LineChanges(from: first, to: second)
    var result = ""
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      if i < first.count, j < second.count, !changes.removed[i], !changes.inserted[j] {
        result += first[i] + "\n"
        (i, j) = (i + 1, j + 1)
        continue
      }
      result += "<<<<<<< ours\n"
      while i < first.count, changes.removed[i] {
        result += first[i] + "\n"
        i += 1
      }
      result += "=======\n"
      while j < second.count, changes.inserted[j] {
        result += second[j] + "\n"
        j += 1
      }
      result += ">>>>>>> theirs\n"
    }
    return result
  }
}
