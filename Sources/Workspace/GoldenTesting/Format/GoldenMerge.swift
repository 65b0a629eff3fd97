/// Two versions of a record of frames and sound, put together as changes of the one that both come
/// from.
///
/// Entries are told apart by what they are of. Those that both versions have alike, or that one of
/// them alone has changed, are kept; around the others stand git's marks, which a record cannot be
/// read with: what a movie is like after a merge is found out by rendering it.
package enum GoldenMerge {
  /// - Returns: the record's text, and how many entries both versions have changed.
  package static func merged(
    base: String, ours: String, theirs: String
  ) -> (text: String, conflicts: Int) {
    let (b, o, t) = (entries(base), entries(ours), entries(theirs))
    var text = ""
    var conflicts = 0
    var sides: (ours: String, theirs: String)?
    func close() {
      guard let found = sides.take() else { return }
      text += "\(MergeMarks.ours) ours\n\(found.ours)\(MergeMarks.middle)\n"
      text += "\(found.theirs)\(MergeMarks.theirs) theirs\n"
    }
    for entry in Set(o.keys).union(t.keys).sorted() {
      let (before, mine, other) = (b[entry], o[entry], t[entry])
      if mine == other || before == other || before == mine {
        close()
        text += (before == mine ? other : mine).map { $0 + "\n" } ?? ""
        continue
      }
      conflicts += 1
      var open = sides ?? ("", "")
      open.ours += mine.map { $0 + "\n" } ?? ""
      open.theirs += other.map { $0 + "\n" } ?? ""
      sides = open
    }
    close()
    return (text, conflicts)
  }

  /// What a line is of; as records are ordered.
  private struct Entry: Hashable, Comparable {
    var rank: Int
    var number: Int
    var name: String

    static func < (a: Entry, b: Entry) -> Bool {
      (a.rank, a.number, a.name) < (b.rank, b.number, b.name)
    }
  }

  private static func entries(_ text: String) -> [Entry: String] {
    var result: [Entry: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 2)
      let name = words.first.map(String.init) ?? ""
      let rank = ["movie", "frame", "sound", "loudness"].firstIndex(of: name) ?? 4
      let isNumbered = rank == 1 || rank == 2
      let number = isNumbered && words.count > 1 ? Int(words[1]) ?? 0 : 0
      result[Entry(rank: rank, number: number, name: rank == 4 ? String(line) : name)] = String(
        line)
    }
    return result
  }
}

/// What git leaves in a file where two changes met.
enum MergeMarks {
  static let ours = "<<<<<<<"
  static let middle = "======="
  static let theirs = ">>>>>>>"

  /// The number of the first line, from 1, at which an unfinished merge begins; `nil` where there is
  /// none.
  static func line(in text: String) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.hasPrefix(ours + " ") || $0 == ours }.map { $0 + 1 }
  }
}
