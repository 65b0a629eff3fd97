import Workspace
import Diagnostics

/// A table of values for the parameters of a project, a movie a row.
struct RowTable {
  struct Row: Equatable {
    /// The line of the file that it begins on, from 1.
    var line: Int
    /// By column; what is empty or left out is not given.
    var values: [String: String]
    /// Where these are written, by column, in the table's text.
    var ranges: [String: SourceRange] = [:]
  }

  /// Rows beyond this are not read: each is a movie.
  private static let limit = 100_000

  private(set) var columns: [String] = []
  private(set) var rows: [Row] = []
  /// The table's text in UTF-8.
  let file: SourceFile
  private var known: Set<String> = []

  /// - Parameter isLines: whether each line is a JSON object; else the file is CSV with the names of
  ///   columns in its first line, as RFC 4180 has it, or with semicolons or tabs in place of commas.
  /// - Throws: what is wrong, with its line.
  init(_ file: SourceFile, isLines: Bool) throws(CommandFailure) {
    let text = try Self.text(of: file)
    self.file = SourceFile(path: file.path, bytes: text)
    if isLines { try readLines(text, file) } else { try readCSV(text, file) }
    guard rows.count <= Self.limit else {
      throw CommandFailure(
        .usage, "'\(file.path)' has more than \(Self.limit) rows", helpTells: false)
    }
    if rows.isEmpty {
      throw CommandFailure(.usage, "there is no row in '\(file.path)'", helpTells: false)
    }
  }

  private static func fault(_ words: String, _ file: SourceFile, _ line: Int) -> CommandFailure {
    CommandFailure(.usage, "\(file.path):\(line): \(words)", helpTells: false)
  }

  // MARK: - Encoding

  /// The file in UTF-8, without a byte order mark: spreadsheets write UTF-16 too.
  private static func text(of file: SourceFile) throws(CommandFailure) -> [UInt8] {
    let bytes = file.bytes
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle || bytes.starts(with: [0xFE, 0xFF]) {
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { at in
        isLittle
          ? UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
          : UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
      }
      guard bytes.count.isMultiple(of: 2), !units.contains(0),
        let text = String(validating: units, as: UTF16.self)
      else {
        throw CommandFailure(
          .usage, "'\(file.path)' begins as UTF-16 does and is none; save it as UTF-8",
          helpTells: false)
      }
      return Array(text.utf8)
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw fault(
        "a byte is 0: the file is no text, or UTF-16 without its mark; save it as UTF-8", file,
        file.position(ofOffset: zero).line)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if String(validating: bytes[start...], as: UTF8.self) != nil { return Array(bytes[start...]) }
    var line = 1
    for text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: text, as: UTF8.self) == nil { break }
      line += 1
    }
    throw fault(
      "a byte is not UTF-8; save the file as UTF-8 (in a spreadsheet: CSV UTF-8)", file, line)
  }

  // MARK: - JSON

  private mutating func readLines(
    _ bytes: [UInt8], _ file: SourceFile
  ) throws(CommandFailure) {
    for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = index + 1
      if text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      let source = SourceFile(path: file.path, bytes: Array(text))
      let (value, findings) = JSONParser.parse(source)
      // Nothing is quoted: whether the file is a table at all is known when its columns are.
      if let error = findings.first(where: { $0.severity == .error }) {
        let column = source.position(ofOffset: max(0, error.range.lower)).column
        throw Self.fault(
          "this is no JSON from column \(column) on; a row is an object, {\"name\": \"value\"}",
          file,
          line)
      }
      guard let value, case .object(let members) = value.kind else {
        throw Self.fault("a row is a JSON object, {\"name\": \"value\"}", file, line)
      }
      var row = Row(line: line, values: [:])
      for member in members {
        switch member.value.kind {
        case .string(let text): row.values[member.key] = text
        case .number(let digits): row.values[member.key] = digits
        case .bool(let flag): row.values[member.key] = flag ? "true" : "false"
        case .null: break
        default:
          let column = source.position(ofOffset: member.value.range.lower).column
          throw Self.fault(
            "in column \(column) is \(member.value.kindName); a value is a text, a number, true or "
              + "false", file, line)
        }
        row.ranges[member.key] = member.value.range.shifted(by: text.startIndex)
        if known.insert(member.key).inserted { columns.append(member.key) }
      }
      rows.append(row)
    }
  }

  // MARK: - CSV

  private mutating func readCSV(
    _ bytes: [UInt8], _ file: SourceFile
  ) throws(CommandFailure) {
    var records = CSVRecords(bytes)
    while let record = records.next() {
      if let fault = record.fault { throw Self.fault(fault, file, record.line) }
      if columns.isEmpty {
        columns = record.fields
        known = Set(columns)
        guard known.count == columns.count, !known.contains("") else {
          throw Self.fault("each column has a name of its own in the first line", file, record.line)
        }
        continue
      }
      guard record.fields.count == columns.count else {
        throw Self.fault(
          "there are \(record.fields.count) fields, and \(columns.count) columns", file, record.line
        )
      }
      var row = Row(line: record.line, values: [:])
      for (index, column) in columns.enumerated() where !record.fields[index].isEmpty {
        row.values[column] = record.fields[index]
        row.ranges[column] = record.ranges[index]
      }
      rows.append(row)
    }
  }
}

/// The records of a file of comma-separated values (RFC 4180); lines may end as they like.
///
/// Where the first line has more semicolons or tabs than commas outside of quotes, these separate: so
/// write spreadsheets where the comma stands in numbers. A first line `sep=;` says it, as some take it.
struct CSVRecords {
  struct Record {
    /// The line that it begins on, from 1.
    var line: Int
    var fields: [String]
    /// Where these are, with their quotes.
    var ranges: [SourceRange] = []
    /// What is wrong with it: lower case, no full stop.
    var fault: String?
  }

  private var bytes: ArraySlice<UInt8>
  private var line = 1
  private let separator: UInt8
  private let ends: [UInt8]

  /// What may separate, of those that are as frequent the first.
  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  init(_ bytes: [UInt8]) {
    let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    if first.count == 5, first.starts(with: "sep=".utf8), Self.separators.contains(first[4]) {
      self.bytes = bytes.dropFirst(5)
      separator = first[4]
    } else {
      self.bytes = bytes[...]
      separator = Self.separator(of: bytes)
    }
    ends = [0x0A, 0x0D, separator]
  }

  /// Counted in the first line that says something, which may have line ends within quotes.
  private static func separator(of bytes: [UInt8]) -> UInt8 {
    var counts = separators.map { _ in 0 }
    var isQuoted = false
    for byte in bytes.drop(while: { $0 == 0x0A || $0 == 0x0D }) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return separators[counts.firstIndex(of: most) ?? 0]
  }

  private var separatorName: String {
    switch separator {
    case UInt8(ascii: ";"): "a semicolon"
    case UInt8(ascii: "\t"): "a tab"
    default: "a comma"
    }
  }

  /// The next record that is no empty line; `nil` at the end.
  mutating func next() -> Record? {
    while let first = bytes.first, first == 0x0A || first == 0x0D {
      bytes.removeFirst()
      if first == 0x0A { line += 1 }
    }
    if bytes.isEmpty { return nil }
    var record = Record(line: line, fields: [])
    while true {
      let start = bytes.startIndex
      guard let field = field(&record.fault) else { return record }
      record.fields.append(field)
      record.ranges.append(SourceRange(lower: start, upper: bytes.startIndex))
      guard bytes.first == separator else { return record }
      bytes.removeFirst()
    }
  }

  /// A field, up to what separates or the line's end; `nil` after a fault.
  private mutating func field(_ fault: inout String?) -> String? {
    var content: [UInt8] = []
    guard bytes.first == UInt8(ascii: "\"") else {
      let end = bytes.firstIndex { ends.contains($0) } ?? bytes.endIndex
      content = Array(bytes[..<end])
      bytes = bytes[end...]
      if content.contains(UInt8(ascii: "\"")) {
        fault = "a quote stands within a field that has none around it"
        return nil
      }
      return String(decoding: content, as: UTF8.self)
    }
    bytes.removeFirst()
    while let byte = bytes.popFirst() {
      if byte == 0x0A { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        content.append(byte)
        continue
      }
      if bytes.first == UInt8(ascii: "\"") {
        bytes.removeFirst()
        content.append(byte)
        continue
      }
      if let next = bytes.first, !ends.contains(next) {
        fault = "after the quote that ends a field \(separatorName) or the line's end is expected"
        return nil
      }
      return String(decoding: content, as: UTF8.self)
    }
    fault = "a field in quotes does not end"
    return nil
  }
}
