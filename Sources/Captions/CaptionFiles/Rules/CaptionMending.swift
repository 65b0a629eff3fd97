internal import BaseValues

/// Mends captions as rules say, where that is certain.
package enum CaptionMending {
  /// The captions after all that helps for sure: empty ones removed, texts split and broken otherwise, ends moved.
  ///
  /// Ends move later where a caption is too short or is to reach to the next one, and then earlier where it reaches too
  /// far; starts and texts stay. Faults that have no certain way out are left.
  /// - Parameter faults: of just these captions.
  /// - Complexity: O(n log n).
  package static func mended(_ captions: [Caption], _ faults: [CaptionFault]) -> [Caption] {
    var mends: [Int: [CaptionFault.Mend]] = [:]
    for fault in faults {
      if let mend = fault.mend { mends[fault.index, default: []].append(mend) }
    }
    var result: [Caption] = []
    for (index, caption) in captions.enumerated() {
      result += mended(caption, mends[index] ?? [])
    }
    return CaptionFile(captions: result).captions
  }

  private static func mended(_ caption: Caption, _ mends: [CaptionFault.Mend]) -> [Caption] {
    var caption = caption
    var split: (characters: Int, lines: Int, longest: Rational?, shortest: Rational?)?
    var breaks: (characters: Int, lines: Int)?
    let end = caption.end
    for mend in mends {
      switch mend {
      case .remove: return []
      case .extend(let time): caption.end = max(caption.end, time)
      case .split(let characters, let lines, let longest, let shortest):
        split = (characters, lines, longest ?? split?.longest, shortest ?? split?.shortest)
      case .rebreak(let characters, let lines): breaks = (characters, lines)
      case .shorten: break
      }
    }
    for case .shorten(let time) in mends where time > caption.start {
      caption.end = min(caption.end, time)
    }
    if caption.end != end {
      // Who speaks to the end goes on to the new one.
      for index in caption.runs.indices {
        if let said = caption.runs[index].said, said.end == end, caption.end > end {
          caption.runs[index].said = TimeRange(start: said.start, end: caption.end)
        }
      }
      caption.keepWordsWithin()
    }
    if let split {
      return caption.split(
        characters: split.characters, lines: split.lines, longest: split.longest,
        shortest: split.shortest
      )
      .filter { $0.start < $0.end }
    }
    if let breaks, let broken = caption.rebroken(characters: breaks.characters, lines: breaks.lines)
    {
      caption = broken
    }
    return [caption]
  }
}
