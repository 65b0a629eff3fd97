import Diagnostics

/// Tracks have ids of their own, and so have clips and titles together.
enum DuplicateNameRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    check(context.timeline.tracks.compactMap(\.name), &context)
    var items: [Located<String>] = []
    for track in context.timeline.tracks {
      items += track.clips.compactMap(\.name)
      items += track.titles.compactMap(\.name)
    }
    // In the order of the file, so that the second one is reported.
    check(items.sorted { $0.range.lower < $1.range.lower }, &context)
  }

  private static func check(_ names: [Located<String>], _ context: inout RuleContext) {
    var places: [String: SourceRange] = [:]
    var taken = Set(names.map(\.value))
    var numbers: [String: Int] = [:]
    for name in names {
      if let other = places[name.value] {
        let free = Self.free(name.value, &taken, &numbers)
        context.report(
          RuleMessages.duplicateName(name.value, range: name.range, other: other, free: free))
      } else {
        places[name.value] = name.range
      }
    }
  }

  /// A name with the first number behind it that makes it one of its own.
  ///
  /// - Parameter numbers: the last one that was tried behind each name.
  private static func free(
    _ name: String, _ taken: inout Set<String>, _ numbers: inout [String: Int]
  ) -> String {
    var number = numbers[name] ?? 1
    var free: String
    repeat {
      number += 1
      free = "\(name)-\(number)"
    } while !taken.insert(free).inserted
    numbers[name] = number
    return free
  }
}
