internal import BaseValues
internal import Diagnostics

/// What readers of all formats find, and the limits they keep.
struct CaptionCollector {
  /// Findings at most, one more says how many there were.
  static let findingLimit = 1000

  let text: SourceFile
  let limits: CaptionLimits
  private(set) var captions: [Caption] = []
  private(set) var findings: [Diagnostic] = []
  var language: String?
  private var leftOut = 0
  private var unknown: [String: (count: Int, range: SourceRange)] = [:]
  private var repairs: [CaptionRepair: (count: Int, range: SourceRange, edits: [Fix.Edit])] = [:]
  private(set) var isFull = false

  init(_ text: SourceFile, _ limits: CaptionLimits) {
    self.text = text
    self.limits = limits
  }

  var bytes: [UInt8] { text.bytes }

  mutating func report(_ finding: Diagnostic) {
    if findings.count < Self.findingLimit { findings.append(finding) } else { leftOut += 1 }
  }

  /// Counts what is left out: a tag, a setting, an element.
  mutating func ignore(_ name: String, at range: SourceRange) {
    guard let known = unknown[name] else {
      // Names come from the file.
      if unknown.count < 200 { unknown[name] = (1, range) }
      return
    }
    unknown[name] = (known.count + 1, known.range)
  }

  /// Counts a mistake of spelling that has one meaning only.
  mutating func mend(_ repair: CaptionRepair, at range: SourceRange, with replacement: String) {
    let edit = Fix.Edit(range: range, replacement: replacement)
    repairs[repair, default: (0, range, [])].count += 1
    repairs[repair]?.edits.append(edit)
  }

  /// Takes a caption in, shortened where it is beyond the limit; what has no text is left out.
  mutating func add(_ caption: Caption) {
    if isFull { return }
    if captions.count == limits.captions {
      isFull = true
      report(CaptionMessages.captionCount(limits.captions, caption.range))
      return
    }
    var caption = caption
    if caption.start.isNegative {
      report(CaptionMessages.captionBeforeStart(caption.timeRange))
      caption.start = .zero
    }
    var room = limits.codePoints
    for index in caption.runs.indices {
      let scalars = caption.runs[index].text.unicodeScalars
      // UTF-8 has no fewer bytes than code points.
      if caption.runs[index].text.utf8.count <= room {
        room -= scalars.count
        continue
      }
      let count = scalars.count
      if count <= room {
        room -= count
        continue
      }
      report(CaptionMessages.captionTextLimit(limits.codePoints, caption.range))
      caption.runs[index].text = String(String.UnicodeScalarView(scalars.prefix(room)))
      caption.runs.removeSubrange((index + 1)...)
      break
    }
    caption.runs.removeAll(where: \.text.isEmpty)
    if caption.runs.isEmpty {
      report(CaptionMessages.captionWithoutText(caption.range))
      return
    }
    captions.append(caption)
  }

  /// All findings in order of place.
  func finished() -> [Diagnostic] {
    var all = findings
    for (repair, found) in repairs {
      all.append(
        CaptionMessages.captionSpelling(repair, found.count, found.range, found.edits))
    }
    for (name, found) in unknown {
      all.append(CaptionMessages.captionNotUnderstood(name, found.count, found.range))
    }
    if leftOut > 0 { all.append(CaptionMessages.captionFindings(leftOut)) }
    return all.sortedByLocation()
  }
}

/// How long people take to read a text.
enum ReadingTime {
  /// 15 characters a second, from 1 to 7 seconds.
  static func seconds(for text: String) -> Rational {
    seconds(forCharacters: text.unicodeScalars.count)
  }

  /// The same by the number of characters.
  static func seconds(forCharacters count: Int) -> Rational {
    Rational(Int32(clamping: min(max(count, 15), 105)), over: 15)
  }

  /// The end of a text whose file says none: where the next one begins, but no later than it takes to read.
  static func end(from start: Rational, characters: Int, next: Rational?) -> Rational {
    guard let most = try? start + seconds(forCharacters: characters) else { return start }
    guard let next, next > start else { return most }
    return min(most, next)
  }
}

/// Mistakes of spelling that have one meaning only.
enum CaptionRepair: Hashable {
  /// A point stands for the comma, or the other way round.
  case separator(wanted: String)
  case arrow
  /// The number before a caption is missing.
  case number
  /// `<` stands for itself where it would begin a tag.
  case sign
  /// `&` stands for itself where it would begin the name of a character.
  case reference
  /// A space is missing around the arrow, a digit in a time.
  case time
}
