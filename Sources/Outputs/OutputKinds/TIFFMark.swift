/// Our mark in a TIFF file (revision 6.0): the tag `Software`, with numbers in little-endian order.
enum TIFFMark {
  /// The number of the tag, and of texts among the types of fields.
  private static let tag = 305
  private static let ascii = 2
  private static let text = Array(OwnMark.text.utf8) + [0]
  private static let beginning: [UInt8] = [0x49, 0x49, 42, 0]

  /// A file whose directory has the tag: a new one, behind the rest; the same file where it is no such.
  static func marked(_ file: [UInt8]) -> [UInt8] {
    guard file.count >= 8, file.starts(with: beginning) else { return file }
    let old = number(file[4..<8])
    guard old + 2 <= file.count else { return file }
    let count = number(file[old..<old + 2])
    guard old + 2 + 12 * count + 4 <= file.count else { return file }
    var fields = (0..<count).map { Array(file[old + 2 + 12 * $0..<old + 14 + 12 * $0]) }
    var result = file
    if !result.count.isMultiple(of: 2) { result.append(0) }
    let field = bytes(tag, 2) + bytes(ascii, 2) + bytes(text.count, 4) + bytes(result.count, 4)
    fields.removeAll { number($0[0..<2]) == tag }
    fields.insert(field, at: fields.firstIndex { number($0[0..<2]) > tag } ?? fields.endIndex)
    result += text
    if !result.count.isMultiple(of: 2) { result.append(0) }
    result.replaceSubrange(4..<8, with: bytes(result.count, 4))
    return result + bytes(fields.count, 2) + fields.joined() + bytes(0, 4)
  }

  /// Whether the first directory of a file has the tag with our text.
  static func isThere(_ file: FileBytes) -> Bool {
    guard file.has(beginning, at: 0),
      let place = file.bytes(at: 4, count: 4).map({ number($0[...]) }),
      let count = file.bytes(at: Int64(place), count: 2).map({ number($0[...]) }),
      let fields = file.bytes(at: Int64(place) + 2, count: 12 * count)
    else { return false }
    return (0..<count).contains { index in
      let field = fields[12 * index..<12 * index + 12]
      let first = field.startIndex
      return number(field[first..<first + 2]) == tag
        && file.has(text, at: Int64(number(field[first + 8..<first + 12])))
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
