package import BaseValues

/// A part of a file that is read like a file of its own.
package struct FilePart: Hashable, Sendable {
  /// `nil` for the whole file.
  package var bytes: Range<Int64>?
  /// Whether times are those of a movie's media, whatever its edit lists say.
  package var ignoresEditLists: Bool

  package init(bytes: Range<Int64>? = nil, ignoresEditLists: Bool = false) {
    self.bytes = bytes
    self.ignoresEditLists = ignoresEditLists
  }
}

/// A part of a file and the pictures that decoding it gives.
///
/// Streams that were joined have a clock each; media of which an edit list shows pieces has one that is
/// not the movie's:
/// ```
/// joined   part 0 ├─ 0 1 2 3 ─┤ part 1 ├─ 0 1 2 3 ─┤      runs: all of part 0, all of part 1
/// edited   part 0 ├─ 0 1 2 3 4 5 6 7 8 9 ─┤               runs: 6…8 of part 0, 1…3 of part 0
/// ```
package struct PicturePart: Hashable, Sendable {
  package var part: FilePart
  /// Times on the part's own clock.
  package var index: FrameTable

  package init(_ part: FilePart, index: FrameTable) {
    self.part = part
    self.index = index
  }
}

/// Pictures of a part that are shown one after another.
package struct PictureRun: Hashable, Sendable {
  /// Place among the parts.
  package var part: Int
  /// Numbers of pictures in the part.
  package var pictures: Range<Int>

  package init(part: Int, pictures: Range<Int>) {
    self.part = part
    self.pictures = pictures
  }
}

extension FrameTable {
  /// The table of runs of pictures of other tables, for planning: what decoding needs is in theirs.
  ///
  /// - Parameters:
  ///   - times: when each is shown, run after run, in ticks; rising.
  ///   - lastDuration: of the last one in ticks.
  package init?(
    _ runs: [PictureRun], of parts: [PicturePart], times: [Int64], lastDuration: Int64,
    timeBase: Rational, origin: Rational
  ) {
    var keys: [Key] = []
    var firstKeys: [Int] = []
    for part in parts {
      firstKeys.append(keys.count)
      keys += part.index.keys
    }
    var entries: [Entry] = []
    entries.reserveCapacity(times.count)
    for run in runs {
      for number in run.pictures {
        let entry = parts[run.part].index.entries[number]
        guard entries.count < times.count,
          let key = Int32(exactly: firstKeys[run.part] + Int(entry.key))
        else { return nil }
        entries.append(
          Entry(
            presentation: times[entries.count], key: key, order: Int32(clamping: entries.count)))
      }
    }
    guard entries.count == times.count, !entries.isEmpty,
      !zip(times, times.dropFirst()).contains(where: { $0 >= $1 })
    else { return nil }
    self.init(
      entries: entries, keys: keys, lastDuration: max(1, lastDuration), timeBase: timeBase,
      origin: origin, isCounted: parts.contains { $0.index.isCounted })
  }
}
