import AudioMixing
package import Diagnostics
package import BaseValues
package import OutputKinds
package import TimelineModel

extension Int64: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) { json.integer(self) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Int64? {
    reader.integer(value)
  }
}

extension UInt16: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) { json.integer(self) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> UInt16? {
    reader.integer(value)
  }
}

extension UInt8: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) { json.integer(self) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> UInt8? {
    reader.integer(value)
  }
}

/// Hashes; as text, since many programs that read JSON have no whole numbers of 64 bits.
extension UInt64: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) {
    let digits = String(self, radix: 16)
    json.string(String(repeating: "0", count: 16 - digits.count) + digits)
  }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> UInt64? {
    guard case .string(let text) = value.kind, text.utf8.count == 16, text.first != "+",
      let number = UInt64(text, radix: 16)
    else { return reader.wrong(value, "16 hexadecimal digits") }
    return number
  }
}

extension Bool: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) { json.boolean(self) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Bool? {
    guard case .bool(let flag) = value.kind else { return reader.wrong(value, "true or false") }
    return flag
  }
}

extension String: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) { json.string(self) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> String? {
    guard case .string(let text) = value.kind else { return reader.wrong(value, "text") }
    return text
  }
}

extension Optional: PlanCodable where Wrapped: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) {
    if let self { self.write(to: &json, count: count) } else { json.null() }
  }

  package static func read(
    _ value: JSONValue, count: Int, _ reader: inout PlanReader
  ) -> Wrapped?? {
    if case .null = value.kind { return .some(nil) }
    guard let found = Wrapped.read(value, count: count, &reader) else { return nil }
    return .some(found)
  }
}

extension Array: PlanCodable where Element: PlanCodable {
  package func write(to json: inout JSONWriter, count: Int) {
    json.array(inline: Element.self is any FixedWidthInteger.Type) { json in
      for element in self { element.write(to: &json, count: count) }
    }
  }

  package static func read(
    _ value: JSONValue, count: Int, _ reader: inout PlanReader
  ) -> [Element]? {
    guard let items = reader.items(value) else { return nil }
    var result: [Element] = []
    result.reserveCapacity(items.count)
    for item in items {
      guard let element = Element.read(item, count: count, &reader) else { return nil }
      result.append(element)
    }
    return result
  }
}

/// `[start, end]`, half-open; the length fits too.
extension Range: PlanCodable where Bound: PlanCodable & FixedWidthInteger {
  package func write(to json: inout JSONWriter, count: Int) {
    json.array(inline: true) { json in
      json.integer(lowerBound)
      json.integer(upperBound)
    }
  }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Range? {
    let expected = "a range: [start, end]"
    guard let ends: [Bound] = reader.numbers(value, count: 2, expected) else { return nil }
    guard ends[0] <= ends[1], !ends[1].subtractingReportingOverflow(ends[0]).overflow else {
      return reader.wrong(value, "\(expected), which does not end before it starts")
    }
    return ends[0]..<ends[1]
  }
}

// MARK: - Words

extension PlanCodable where Self: RawRepresentable<String> {
  package func write(to json: inout JSONWriter, count: Int) { json.string(rawValue) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self? {
    guard case .string(let text) = value.kind else { return reader.wrong(value, "a word") }
    return Self(rawValue: text) ?? reader.wrong(value, "a word that is known here")
  }
}

extension DamagePolicy: PlanCodable {}
extension ErrorCorrection: PlanCodable {}
extension PictureColor: PlanCodable {}
extension MasteringDisplay.Primaries: PlanCodable {}
extension Interlace: PlanCodable {}
extension FrameUnit: PlanCodable {}
extension AlphaMeaning: PlanCodable {}
extension ShownOrientation: PlanCodable {}
extension ColorSpaceTags.Matrix: PlanCodable {}
extension ColorSpaceTags.Range: PlanCodable {}
extension ColorSpaceTags.Primaries: PlanCodable {}
extension ColorSpaceTags.Transfer: PlanCodable {}
extension MissingFrames: PlanCodable {}
extension TextStyle.Alignment: PlanCodable {}
extension Pitch: PlanCodable {}
extension GainPoint.Curve: PlanCodable {}
extension GainEnvelope.Purpose: PlanCodable {}
extension LedgerEntry.Unit: PlanCodable {}

/// A value that is written as a text of a form of its own.
package protocol PlanWord: PlanCodable {
  /// What it is, for people.
  static var expected: String { get }
  var word: String { get }
  init?(word: String)
}

extension PlanWord {
  package func write(to json: inout JSONWriter, count: Int) { json.string(word) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self? {
    guard case .string(let text) = value.kind, let found = Self(word: text) else {
      return reader.wrong(value, expected)
    }
    return found
  }
}

extension Rational: PlanWord {
  package static var expected: String { "a fraction, for example \"30000/1001\"" }
  package var word: String { description }

  package init?(word: String) {
    let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let numerator = Int64(parts[0]), let denominator = Int64(parts.count > 1 ? parts[1] : "1")
    else { return nil }
    self.init(numerator, denominator)
  }
}

extension FrameRate: PlanWord {
  package static var expected: String { "a frame rate, for example \"30000/1001\"" }
  package var word: String { rational.description }

  package init?(word: String) {
    guard let rational = Rational(word: word) else { return nil }
    self.init(rational: rational)
  }
}

extension Color: PlanWord {
  package static var expected: String { "a colour, for example \"#0080ffff\"" }
  package var word: String { PlanText.color(self) }

  package init?(word: String) {
    guard word.utf8.count == 9, word.hasPrefix("#"), !word.hasPrefix("#+"),
      let packed = UInt32(word.dropFirst(), radix: 16)
    else { return nil }
    self.init(packed: Int64(packed))
  }
}

/// One of a list of kinds, by its name.
extension PlanWord where Self: OutputKind {
  package static var expected: String { noun }
  package var word: String { name }

  package init?(word: String) { self.init(name: word) }
}

extension VideoCodec: PlanWord {}
extension AudioCodec: PlanWord {}
extension MovieContainer: PlanWord {}

extension NumberedPath: PlanWord {
  package static var expected: String { "a path with one place for a number" }
  package var word: String { text }

  package init?(word: String) { self.init(word) }
}

// MARK: - Places in lists

/// A number that says where something is in a list.
package protocol PlanPlace: PlanCodable {
  var index: Int { get }
  init(_ index: Int)
}

extension PlanPlace {
  package func write(to json: inout JSONWriter, count: Int) { json.integer(index) }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self? {
    guard let index: Int = reader.integer(value) else { return nil }
    return index >= 0 ? Self(index) : reader.wrong(value, "a number from 0")
  }
}

extension MediaID: PlanPlace {}
extension TrackID: PlanPlace {}
