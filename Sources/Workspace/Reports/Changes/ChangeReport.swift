package import Diagnostics
package import EditComparison
import BaseValues

/// What two versions of an edit have different: as one HTML page with both timelines, or as Markdown.
package struct ChangeReport {
  /// A version, as it is called, and its text under that name.
  package struct Version: Sendable {
    /// Its path, or `HEAD:promo.json`.
    package var name: String
    /// The text that the tree was read from.
    package var file: SourceFile

    /// A version.
    package init(name: String, file: SourceFile) {
      self.name = name
      self.file = file
    }
  }

  /// A run of seconds of sound that differ.
  package struct SoundChange: Sendable {
    /// Counted from 0.
    package var seconds: ClosedRange<Int>
    /// The level where it changes most: `second 3: -20.00 dB, was -18.00 dB`; empty where the level
    /// is not known or the same.
    package var level: String

    /// A run.
    package init(seconds: ClosedRange<Int>, level: String) {
      self.seconds = seconds
      self.level = level
    }

    /// `second 3`, `seconds 3..5`
    var words: String {
      seconds.count == 1
        ? "second \(seconds.lowerBound)" : "seconds \(seconds.lowerBound)..\(seconds.upperBound)"
    }
  }

  /// What is changed.
  package let base: Version
  /// What it has become.
  package let other: Version
  /// What was done, with the trees of both versions.
  package let edit: EditChanges
  /// For each change what follows from it: `frames 12..17`; empty where nothing does or is known.
  package var consequences: [String] = []
  /// For the whole movie, a line each.
  package var totals: [String] = []
  /// Why not everything is told, a line each.
  package var notes: [String] = []
  /// Rising.
  package var sound: [SoundChange] = []
  /// What differs in the movie, with pictures; `nil` where nothing was composed or differs.
  package var pictures: DifferenceSection?

  let lines: [EditLine]
  let lengths: String?

  /// A report that tells nothing of frames and sound, unless that is added.
  package init(base: Version, other: Version, edit: EditChanges, words: EditWords) {
    self.base = base
    self.other = other
    self.edit = edit
    lines = words.lines
    lengths = words.lengths
  }

  /// `3 changes`
  var count: String {
    switch lines.count {
    case 0: "no change"
    case 1: "1 change"
    default: "\(lines.count) changes"
    }
  }

  /// `2 trimmed, 1 moved`: how many of which kind; empty without any.
  var kinds: String {
    var counts: [String: Int] = [:]
    for change in edit.changes { counts[change.kind.name, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  /// What follows from a change; empty where that is nothing or not known.
  func consequence(_ index: Int) -> String {
    consequences.indices.contains(index) ? consequences[index] : ""
  }

  /// The changes by what they belong to, in order; by their indices.
  var sections: [(name: String, changes: Range<Int>)] {
    var result: [(name: String, changes: Range<Int>)] = []
    for (index, line) in lines.enumerated() {
      if let last = result.last, last.name == line.section {
        result[result.count - 1].changes = last.changes.lowerBound..<index + 1
      } else {
        result.append((line.section, index..<index + 1))
      }
    }
    return result
  }
}
