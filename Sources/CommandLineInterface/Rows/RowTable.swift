import Diagnostics

/// A table of values for the parameters of a project, a movie a row.
struct RowTable {
  struct Row: Equatable {
    /// The line of the file that it begins on, from 1.
    var line: Int
    /// By column; what is empty or left out is not given.
    var values: [String: String]
  }

  /// Rows beyond this are not read: each is a movie.
  private static let limit = 100_000

  private(set) var columns: [String] = []
  private(set) var rows: [Row] = []

  /// - Parameter isLines: whether each line is a JSON object; else the file is CSV with the names of
  ///   columns in its first line, as RFC 4180 has it.
  /// - Throws: what is wrong, with its line.
  init(_ file: SourceFile, isLines: Bool) throws(CommandFailure) {
    if isLines { try readLines(file) } else { try readCSV(file) }
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

  // MARK: - JSON

  private mutating func readLines(_ file: SourceFile) throws(CommandFailure) {
    for (index, text) in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = index + 1
      if text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      let (value, findings) = JSONParser.parse(SourceFile(path: file.path, bytes: Array(text)))
      guard let value, !findings.containsErrors, case .object(let members) = value.kind else {
        let reason = findings.first { $0.severity == .error }?.message
        throw Self.fault(reason ?? "a row is a JSON object, {\"name\": \"value\"}", file, line)
      }
      var row = Row(line: line, values: [:])
      for member in members {
        switch member.value.kind {
        case .string(let text): row.values[member.key] = text
        case .number(let digits): row.values[member.key] = digits
        case .bool(let flag): row.values[member.key] = flag ? "true" : "false"
        case .null: break
        default:
          throw Self.fault(
            "'\(member.key)' is \(member.value.kindName); a value is a text, a number, true or false",
            file, line)
        }
        if !columns.contains(member.key) { columns.append(member.key) }
      }
      rows.append(row)
    }
  }

  // MARK: - CSV

  private mutating func readCSV(_ file: SourceFile) throws(CommandFailure) {
    var records = CSVRecords(file.bytes)
    while let record = records.next() {
      if let fault = record.fault { throw Self.fault(fault, file, record.line) }
      if columns.isEmpty {
        columns = record.fields
        let unique = Set(columns)
        guard unique.count == columns.count, !unique.contains("") else {
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
      for (column, field) in zip(columns, record.fields) where !field.isEmpty {
        row.values[column] = field
      }
      rows.append(row)
    }
  }
}

/// The records of a file of comma-separated values (RFC 4180); lines may end as they like, and a byte
/// order mark counts for nothing.
struct CSVRecords {
  struct Record {
    /// The line that it begins on, from 1.
    var line: Int
    var fields: [String]
    /// What is wrong with it: lower case, no full stop.
    var fault: String?
  }

  private var bytes: ArraySlice<UInt8>
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
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
      guard let field = field(&record.fault) else { return record }
      record.fields.append(field)
      guard bytes.first == UInt8(ascii: ",") else { return record }
      bytes.removeFirst()
    }
  }

  /// A field, up to its comma or the line's end; `nil` after a fault.
  private mutating func field(_ fault: inout String?) -> String? {
    var content: [UInt8] = []
    guard bytes.first == UInt8(ascii: "\"") else {
      let end = bytes.firstIndex { [0x0A, 0x0D, UInt8(ascii: ",")].contains($0) } ?? bytes.endIndex
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
      if let next = bytes.first, ![0x0A, 0x0D, UInt8(ascii: ",")].contains(next) {
        fault = "after the quote that ends a field a comma or the line's end is expected"
        return nil
      }
      return String(decoding: content, as: UTF8.self)
    }
    fault = "a field in quotes does not end"
    return nil
  }
}
