/// Writes one JSON document piece by piece, members in the order they are given.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.member("frame", 12)
///   json.key("layers")
///   json.array { json in json.string("bridge") }
/// }
/// print(json.text)
/// ```
package struct JSONWriter: Sendable {
  /// How the document is laid out.
  package enum Style: Sendable {
    /// One member or item a line, indented by two spaces.
    case pretty
    /// No spaces and no line ends.
    case compact
  }

  /// The document so far, without a line end after it.
  package private(set) var text = ""
  /// Texts, numbers, objects, arrays and the like so far, as ``JSONLimits/values`` counts them;
  /// what was written raw is one.
  package private(set) var valueCount = 0
  private let style: Style
  private var depth = 0
  /// Depth at which an inline container began; everything within is on its line.
  private var inlineDepth: Int?
  private var containerIsEmpty = true
  private var keyIsPending = false

  /// An empty document.
  package init(_ style: Style = .pretty) {
    self.style = style
  }

  // MARK: - Containers

  /// Writes an object; `body` writes its members.
  ///
  /// - Parameter inline: keep it on one line also in the pretty style.
  package mutating func object<Failure: Error>(
    inline: Bool = false, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try container("{", "}", inline: inline, body)
  }

  /// Writes an array; `body` writes its items.
  ///
  /// - Parameter inline: keep it on one line also in the pretty style.
  package mutating func array<Failure: Error>(
    inline: Bool = false, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try container("[", "]", inline: inline, body)
  }

  private mutating func container<Failure: Error>(
    _ open: String, _ close: String, inline: Bool,
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    begin()
    valueCount += 1
    text += open
    let outer = inlineDepth
    if inline, inlineDepth == nil { inlineDepth = depth }
    depth += 1
    containerIsEmpty = true
    try body(&self)
    depth -= 1
    if !containerIsEmpty { breakLine() }
    inlineDepth = outer
    text += close
    containerIsEmpty = false
  }

  // MARK: - Values

  /// Writes the key of the member whose value comes next.
  package mutating func key(_ name: String) {
    begin()
    text += JSONText.quoted(name)
    text += style == .pretty ? ": " : ":"
    keyIsPending = true
  }

  /// Writes a string.
  package mutating func string(_ value: String) { raw(JSONText.quoted(value)) }

  /// Writes a whole number.
  package mutating func integer(_ value: some FixedWidthInteger) { raw(String(value)) }

  /// Writes a number, shortest form that reads back the same; null where it is not finite.
  package mutating func number(_ value: Double) { raw(value.isFinite ? "\(value)" : "null") }

  /// Writes true or false.
  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes null.
  package mutating func null() { raw("null") }

  /// Writes a value that is JSON already.
  package mutating func raw(_ json: String) {
    begin()
    valueCount += 1
    text += json
  }

  // MARK: - Members

  /// Writes a member with a string, or null.
  package mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  /// Writes a member with a whole number, or null.
  package mutating func member<Number: FixedWidthInteger>(_ name: String, _ value: Number?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// Writes a member with true or false, or null.
  package mutating func member(_ name: String, _ value: Bool?) {
    key(name)
    if let value { boolean(value) } else { null() }
  }

  /// Writes a member with a number, or null where there is none or it is not finite.
  package mutating func member(_ name: String, number value: Double?) {
    key(name)
    if let value { number(value) } else { null() }
  }

  // MARK: - Layout

  /// Writes what goes between the last value and the next.
  private mutating func begin() {
    if keyIsPending {
      keyIsPending = false
    } else if depth > 0 {
      if !containerIsEmpty { text += "," }
      if !containerIsEmpty || inlineDepth == nil { breakLine() }
    }
    containerIsEmpty = false
  }

  private mutating func breakLine() {
    if style == .compact { return }
    if inlineDepth == nil {
      text += "\n" + String(repeating: "  ", count: depth)
    } else if text.utf8.last == UInt8(ascii: ",") {
      text += " "
    }
  }
}
