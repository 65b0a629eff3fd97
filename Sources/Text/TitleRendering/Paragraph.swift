internal import CText

/// One paragraph of a text: its scalars in reading order, and the runs they fall into.
struct Paragraph {
  /// Scalars that follow each other in one direction, one script and one font.
  struct Run: Equatable {
    var range: Range<Int>
    /// Embedding level of the bidirectional algorithm; odd is right to left.
    var level: UInt8
    /// ISO 15924 tag as HarfBuzz has it.
    var script: UInt32
    /// Which of the text's faces.
    var face: Int
    /// Which of the text's parts that are shaped by themselves.
    var part = 0
  }

  var scalars: [Unicode.Scalar]
  /// In reading order; they cover all scalars.
  var runs: [Run] = []
  /// Whether the paragraph as a whole runs from right to left.
  private(set) var isRightToLeft = false

  /// Cuts a text at its line ends (CR, LF, CR LF, NEL, LS, PS, VT, FF). Tabs become spaces; other
  /// control characters are left out.
  static func split(_ text: String) -> [[Unicode.Scalar]] { sections(text).map(\.scalars) }

  /// The scalars of a paragraph, and where in the text they stand.
  struct Section {
    var scalars: [Unicode.Scalar] = []
    /// As many as scalars.
    var places: [Int] = []
    /// Where the paragraph begins.
    var start: Int
  }

  /// The same with places.
  ///
  /// - Parameter keepsTabs: whether tabs stay what they are.
  static func sections(_ text: String, keepsTabs: Bool = false) -> [Section] {
    var sections = [Section(start: 0)]
    var previous: Unicode.Scalar = " "
    for (place, scalar) in text.unicodeScalars.enumerated() {
      func add(_ scalar: Unicode.Scalar) {
        sections[sections.count - 1].scalars.append(scalar)
        sections[sections.count - 1].places.append(place)
      }
      switch scalar.value {
      case 0x0A where previous == "\r": sections[sections.count - 1].start = place + 1
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: sections.append(Section(start: place + 1))
      case 0x09: add(keepsTabs ? scalar : " ")
      case 0x00...0x1F, 0x7F...0x9F: break
      default: add(scalar)
      }
      previous = scalar
    }
    return sections
  }

  /// Cuts scalars into runs.
  ///
  /// - Parameters:
  ///   - faces: the face of each scalar.
  ///   - parts: the part of each scalar that is shaped by itself; `nil` for one.
  /// - Precondition: as many faces and parts as scalars.
  init(_ scalars: [Unicode.Scalar], faces: [Int], parts: [Int]? = nil) throws(TitleError) {
    precondition(faces.count == scalars.count, "\(faces.count) faces, \(scalars.count) scalars")
    let parts = parts ?? [Int](repeating: 0, count: scalars.count)
    precondition(parts.count == scalars.count, "\(parts.count) parts, \(scalars.count) scalars")
    self.scalars = scalars
    let (levels, isRightToLeft) = try Self.embeddingLevels(scalars)
    self.isRightToLeft = isRightToLeft
    let scripts = Self.scripts(scalars)
    var start = 0
    for index in scalars.indices {
      let next = index + 1
      if next == scalars.count || levels[next] != levels[start] || scripts[next] != scripts[start]
        || faces[next] != faces[start] || parts[next] != parts[start]
      {
        runs.append(
          Run(
            range: start..<next, level: levels[start], script: scripts[start], face: faces[start],
            part: parts[start]))
        start = next
      }
    }
  }

  /// The runs of a line in the order in which they stand from left to right: rule L2 of the Unicode
  /// bidirectional algorithm (UAX #9).
  func visualRuns(in line: Range<Int>) -> [Run] {
    var visible: [Run] = []
    for run in runs where run.range.overlaps(line) {
      var part = run
      part.range = run.range.clamped(to: line)
      visible.append(part)
    }
    guard let highest = visible.map(\.level).max(), highest > 0 else { return visible }
    for level in stride(from: highest, to: 0, by: -1) {
      var index = 0
      while index < visible.count {
        let end = visible[index...].firstIndex { $0.level < level } ?? visible.count
        if end > index + 1 { visible[index..<end].reverse() }
        index = max(end, index + 1)
      }
    }
    return visible
  }
}

// MARK: - Direction

extension Paragraph {
  /// Characters that embed, override or isolate a direction in a paragraph: each raises the level by two at
  /// most, and UAX #9 has 125 levels. FriBidi 1.0.8 fails where more are opened.
  static let mostDirections = 60

  /// The embedding level of each scalar; the paragraph's own direction is that of its first strong
  /// character (UAX #9, rules P2 and P3).
  private static func embeddingLevels(
    _ scalars: [Unicode.Scalar]
  ) throws(TitleError) -> (levels: [UInt8], isRightToLeft: Bool) {
    guard !scalars.isEmpty else { return ([], false) }
    let directions = scalars.count { scalar in
      [0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068].contains(scalar.value)
    }
    guard directions <= mostDirections else {
      throw .tooManyDirections(count: directions, limit: mostDirections)
    }
    let text = scalars.map { FriBidiChar($0.value) }
    let count = FriBidiStrIndex(text.count)
    var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: text.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: text.count)
    var levels = [FriBidiLevel](repeating: 0, count: text.count)
    var direction = FriBidiParType(UInt32(FRIBIDI_TYPE_ON_VAL))
    unsafe fribidi_get_bidi_types(text, count, &types)
    unsafe fribidi_get_bracket_types(text, count, types, &brackets)
    let highest = unsafe fribidi_get_par_embedding_levels_ex(
      types, brackets, count, &direction, &levels)
    guard highest != 0 else {
      throw .library(operation: "finding the direction of text", code: 0)
    }
    return (levels.map { UInt8(clamping: $0) }, direction.rawValue & 1 == 1)
  }
}

// MARK: - Script

extension Paragraph {
  /// The script of each scalar. Spaces, punctuation, digits and marks take that of the text before
  /// them; at the start of a paragraph, of the text after them (UAX #24, clause 5.1, simplified).
  private static func scripts(_ scalars: [Unicode.Scalar]) -> [UInt32] {
    let functions = unsafe hb_unicode_funcs_get_default()
    var scripts = scalars.map { unsafe hb_unicode_script(functions, $0.value).rawValue }
    func isShared(_ script: UInt32) -> Bool {
      script == HB_SCRIPT_COMMON.rawValue || script == HB_SCRIPT_INHERITED.rawValue
        || script == HB_SCRIPT_UNKNOWN.rawValue
    }
    var current = scripts.first { !isShared($0) } ?? HB_SCRIPT_COMMON.rawValue
    for index in scripts.indices {
      if isShared(scripts[index]) { scripts[index] = current } else { current = scripts[index] }
    }
    return scripts
  }
}
