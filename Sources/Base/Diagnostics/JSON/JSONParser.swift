/// Reads JSON (RFC 8259) and keeps the place of every value.
///
/// Strict: what the standard does not allow is an error. All errors are found in one run: after
/// each the parser goes on as if the text had been what was probably meant. Containers are kept on
/// an explicit stack, so depth costs no call stack, and every byte is looked at a bounded number of
/// times.
package struct JSONParser {
  /// After this many errors the parser gives up.
  static let errorLimit = 100

  /// Reads a file.
  ///
  /// A byte order mark at the start is skipped. Where there are errors, the value is the best guess
  /// and holds `.invalid` where nothing could be guessed.
  ///
  /// A file that is told to be of a kind, and is none, has one finding, with nothing of its text.
  ///
  /// - Parameter kind: what the file is to be.
  /// - Returns: the value, nil when there is none or reading stopped at a limit of size or depth,
  ///   and the findings, sorted by place.
  /// - Complexity: O(size of the file).
  package static func parse(
    _ file: SourceFile, limits: JSONLimits = JSONLimits(), as kind: JSONFileKind = .any
  ) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    let (value, diagnostics) = parse(file, limits: limits, noun: kind.noun)
    guard let finding = kind.finding(value, diagnostics, in: file) else {
      return (value, diagnostics)
    }
    return (nil, [finding])
  }

  private static func parse(
    _ file: SourceFile, limits: JSONLimits, noun: String
  ) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    if file.bytes.count > limits.bytes {
      return (nil, [JSONMessages.sizeOfFile(file.bytes.count, limit: limits.bytes)])
    }
    if looksLikeMedia(file.bytes) { return (nil, [JSONMessages.encodingNone(noun)]) }
    if looksLikeUTF16(file.bytes) { return (nil, [JSONMessages.encodingUTF16()]) }
    let merges = mergeConflicts(in: file)
    if !merges.isEmpty { return (nil, merges) }
    var parser = JSONParser(file.bytes, limits, noun)
    if let finding = encodingError(in: file.bytes) { parser.report(finding) }
    parser.run()
    if parser.isLeftOpen {
      // Nobody forgets all closers at the end: the lines show where one is missing.
      var byLayout = JSONParser(file.bytes, limits, noun)
      byLayout.closesByLayout = true
      if let finding = encodingError(in: file.bytes) { byLayout.report(finding) }
      byLayout.run()
      if !byLayout.isLeftOpen, byLayout.diagnostics.count <= parser.diagnostics.count {
        parser = byLayout
      }
    }
    return (parser.isAbandoned ? nil : parser.root, parser.diagnostics.sortedByLocation())
  }

  /// What may come next.
  enum State {
    case value, key, colon, separator, end
  }

  /// The key whose value comes next.
  struct PendingKey {
    var text: String
    var range: SourceRange
    /// False where the member is read but not kept.
    var isKept: Bool
    /// True where an error about it has been reported that explains what follows.
    var isBroken: Bool
    /// Where the same key is given before, with the number of the finding that says so.
    var first: (range: SourceRange, finding: Int)?
  }

  /// An object or array that is not closed yet.
  struct Container {
    let isObject: Bool
    let opening: Int
    var items: [JSONValue] = []
    var members: [JSONMember] = []
    var pending: PendingKey?
    /// The comma that was read last, if nothing came after it.
    var comma: Int?
    /// Where the last value ended.
    var lastEnd = 0
    /// The line that it was opened on, where that matters.
    var line = Line()
    /// Whether what is in it stands further right than that line.
    var isIndented = false
    /// Whether something of it stands on that line.
    var isInline = false
    /// Where each key is in `members`; filled only once there are many.
    var index: [String: Int] = [:]

    init(isObject: Bool, opening: Int) {
      self.isObject = isObject
      self.opening = opening
    }

    var opener: String { isObject ? "{" : "[" }
    var closer: String { isObject ? "}" : "]" }
    var openingRange: SourceRange { SourceRange(lower: opening, upper: opening + 1) }

    /// The first member with this key.
    mutating func first(_ key: String) -> JSONMember? {
      if members.count <= 8 { return members.first { $0.key == key } }
      while index.count < members.count { index[members[index.count].key] = index.count }
      return index[key].map { members[$0] }
    }
  }

  /// A line of the text, and how many spaces and tabs it begins with.
  struct Line {
    var start = 0
    var indentation = 0
    private var end = 0

    /// Goes on to the line that a later place is on.
    ///
    /// - Complexity: O(bytes between).
    mutating func advance(to place: Int, in bytes: [UInt8]) {
      while end < place {
        let byte = bytes[end]
        if byte == 0x0A || byte == 0x0D {
          (start, indentation) = (end + 1, 0)
        } else if end == start + indentation, byte == 0x20 || byte == 0x09 {
          indentation += 1
        }
        end += 1
      }
    }
  }

  let bytes: [UInt8]
  let noun: String
  var offset = 0
  /// Where the last token ended.
  var lastEnd = 0
  var state = State.value
  var stack: [Container] = []
  var root: JSONValue?
  var diagnostics: [Diagnostic] = []
  /// True while the value being read has already been complained about.
  var isQuiet = false
  /// True while everything up to the next comma has already been complained about.
  var isSkipping = false
  var isStopped = false
  var isAbandoned = false
  /// Whether the text ended before all was closed.
  private var isLeftOpen = false
  /// Whether what is further left than what it stands in ends that.
  private var closesByLayout = false
  /// The line of the last token, where that matters.
  var line = Line()
  private var valueCount = 0
  /// Objects and arrays may be this deep inside each other.
  private let depthLimit: Int
  /// Most values in one file; bounds the memory that a hostile file can take.
  private let valueLimit: Int

  init(_ bytes: [UInt8], _ limits: JSONLimits, _ noun: String) {
    self.bytes = bytes
    self.noun = noun
    depthLimit = limits.depth
    valueLimit = limits.values
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    lastEnd = offset
  }

  // MARK: - Loop

  mutating func run() {
    while !isStopped {
      skipSpace()
      if isStopped { break }
      if offset >= bytes.count { return finish() }
      let byte = bytes[offset]
      if closesByLayout { closeByLayout(before: byte) }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        readCloser(byte)
        continue
      }
      switch state {
      case .value: readValue(byte)
      case .key: readKey(byte)
      case .colon: readColon(byte)
      case .separator: readSeparator(byte)
      case .end: readTrailingText()
      }
    }
    unwind()
  }

  /// False where findings are of no use; asked where making them would take long.
  var isReporting: Bool { !isStopped && !isQuiet }

  mutating func report(_ diagnostic: Diagnostic) {
    if !isReporting { return }
    diagnostics.append(diagnostic)
    if diagnostics.count == Self.errorLimit {
      let here = SourceRange(at: max(offset, diagnostic.range.upper))
      diagnostics.append(JSONMessages.tooManyErrors(here, limit: Self.errorLimit))
      isStopped = true
    }
  }

  /// Reports and gives the whole file up.
  private mutating func abandon(_ diagnostic: Diagnostic) {
    isQuiet = false
    report(diagnostic)
    isStopped = true
    isAbandoned = true
  }

  mutating func consume(_ count: Int) {
    offset += count
    lastEnd = offset
  }

  func range(_ count: Int) -> SourceRange { SourceRange(lower: offset, upper: offset + count) }

  // MARK: - Building

  mutating func add(_ kind: JSONValue.Kind, _ range: SourceRange) {
    isQuiet = false
    valueCount += 1
    if valueCount > valueLimit {
      return abandon(JSONMessages.sizeOfTree(range, limit: valueLimit, of: noun))
    }
    let value = JSONValue(range: range, kind: kind)
    let top = stack.count - 1
    if top < 0 {
      root = value
      state = .end
      return
    }
    if !stack[top].isObject {
      stack[top].items.append(value)
    } else if let key = stack[top].pending.take() {
      if key.isKept {
        stack[top].members.append(JSONMember(key: key.text, keyRange: key.range, value: value))
      } else if let first = key.first, diagnostics.indices.contains(first.finding) {
        diagnostics[first.finding].fixes = removals(first.range, value.range, in: stack[top])
      }
    }
    stack[top].lastEnd = value.range.upper
    stack[top].comma = nil
    state = .separator
  }

  mutating func open(isObject: Bool) {
    isQuiet = false
    isSkipping = false
    if stack.count == depthLimit {
      return abandon(JSONMessages.depth(range(1), limit: depthLimit))
    }
    var container = Container(isObject: isObject, opening: offset)
    container.line = line
    stack.append(container)
    state = isObject ? .key : .value
    consume(1)
  }

  /// Closes the innermost container, which ends at `upper`.
  mutating func close(upper: Int) {
    guard let container = stack.popLast() else { return }
    // Arrays grow by doubling; kept is only what is used.
    add(
      container.isObject
        ? .object(Array(container.members[...])) : .array(Array(container.items[...])),
      SourceRange(lower: container.opening, upper: upper))
  }

  mutating func setKey(_ text: String, _ range: SourceRange, isBroken: Bool) {
    let top = stack.count - 1
    let first = stack[top].first(text)
    stack[top].pending = PendingKey(
      text: text, range: range, isKept: first == nil, isBroken: isBroken)
    stack[top].comma = nil
    if let first, isReporting {
      stack[top].pending?.first = (first.keyRange, diagnostics.count)
      report(JSONMessages.duplicateKey(text, range, first: first.keyRange))
    }
    state = .colon
  }

  /// The ways out where a key is given twice: to take either of the members out, with a comma.
  private func removals(
    _ first: SourceRange, _ second: SourceRange, in container: Container
  ) -> [Fix] {
    var fixes = [
      Fix(
        message: "remove the second one",
        replacing: SourceRange(lower: container.lastEnd, upper: second.upper), with: "")
    ]
    if let index = container.members.firstIndex(where: { $0.keyRange == first }),
      container.members.indices.contains(index + 1)
    {
      let next = container.members[index + 1].keyRange.lower
      fixes.append(
        Fix(
          message: "remove the first one", replacing: SourceRange(lower: first.lower, upper: next),
          with: ""))
    }
    return fixes
  }

  /// The value that comes next has no key of its own: it is read and dropped.
  mutating func dropNextValue() {
    let top = stack.count - 1
    if stack[top].isObject {
      stack[top].pending = PendingKey(text: "", range: .none, isKept: false, isBroken: true)
    }
    stack[top].comma = nil
    state = .value
  }

  // MARK: - Ends

  /// The end of the file.
  private mutating func finish() {
    if let innermost = stack.last {
      isLeftOpen = true
      var edits: [Fix.Edit] = []
      if innermost.pending == nil {
        if let comma = innermost.comma {
          edits.append(.init(range: SourceRange(lower: comma, upper: comma + 1), replacement: ""))
        }
        let closers = stack.reversed().map(\.closer).joined()
        edits.append(.init(range: SourceRange(at: lastEnd), replacement: closers))
      }
      report(
        JSONMessages.notClosed(
          innermost.opener, at: SourceRange(at: lastEnd), opened: innermost.openingRange,
          before: nil, edits: edits))
    } else if root == nil, diagnostics.isEmpty {
      report(JSONMessages.emptyFile(SourceRange(at: bytes.count), noun))
    }
    unwind()
  }

  /// Closes what is still open, without a word.
  private mutating func unwind() {
    if isAbandoned { stack = [] }
    while let innermost = stack.last {
      isQuiet = true
      if innermost.pending != nil { add(.invalid, SourceRange(at: lastEnd)) }
      close(upper: lastEnd)
      if isAbandoned { stack = [] }
    }
  }
}
