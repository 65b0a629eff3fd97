import Foundation

/// A QuickTime movie whose tracks say that their material lies in another file.
enum QuickTimeReference {
  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "dinf"]

  /// Replaces the data references of a movie by aliases to the file at `path` (QuickTime File Format
  /// Specification, "Data Reference Atoms"; the alias record is that of Inside Macintosh: Files).
  static func make(from movie: Data, to path: String) -> Data {
    boxes([UInt8](movie), path).reduce(into: Data()) { $0.append(contentsOf: $1) }
  }

  private static func boxes(_ bytes: [UInt8], _ path: String) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var start = 0
    while start + 8 <= bytes.count {
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, start + size <= bytes.count else { break }
      let kind = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      let content = Array(bytes[start + 8..<start + size])
      switch kind {
      case "dref": result.append(box("dref", number(0, 4) + number(1, 4) + alias(to: path)))
      case _ where containers.contains(kind):
        result.append(box(kind, boxes(content, path).flatMap { $0 }))
      default: result.append(Array(bytes[start..<start + size]))
      }
      start += size
    }
    return result
  }

  /// An alias with the volume's name, the file's, and its path in the forms for Mac OS and UNIX.
  private static func alias(to path: String) -> [UInt8] {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    var record = number(0, 4) + number(0, 2) + number(2, 2) + number(0, 2)
    record += text("disk", in: 28) + number(0, 12) + text(name, in: 64) + number(0, 12)
    record += number(1, 2) + number(1, 2) + number(0, 16)
    for (kind, value) in [(2, "disk" + path.replacing("/", with: ":")), (18, path)] {
      let bytes = Array(value.utf8)
      record += number(kind, 2) + number(bytes.count, 2) + bytes
      if bytes.count % 2 == 1 { record.append(0) }
    }
    record += number(0xFFFF, 2) + number(0, 2)
    // Version and flags: not in this file.
    return box("alis", number(0, 4) + record)
  }

  /// A length and that many characters, filled up.
  private static func text(_ text: String, in size: Int) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(size - 1))
    return [UInt8(bytes.count)] + bytes + [UInt8](repeating: 0, count: size - 1 - bytes.count)
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(kind.utf8) + content
  }
}
