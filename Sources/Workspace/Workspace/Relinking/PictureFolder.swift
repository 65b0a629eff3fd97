import FileSystem
import TimelineModel

/// A folder in which numbered pictures may lie.
struct PictureFolder {
  private var path: String
  private var files: [FolderWalk.File]

  /// Pictures whose names differ in a number alone.
  struct Series {
    /// Their numbered path.
    var path: String
    /// Rising.
    var pictures: [(number: Int, path: String)]
    /// Of all of them.
    var bytes: Int
  }

  /// The folders of files, sorted.
  static func all(of files: [FolderWalk.File]) -> [PictureFolder] {
    Dictionary(grouping: files) { MediaLocator.folder(of: $0.path) }
      .map { PictureFolder(path: $0, files: $1) }.sorted { $0.path < $1.path }
  }

  /// The pictures with names of a form; `nil` where there are none.
  ///
  /// - Parameter first: smaller numbers do not count.
  func series(_ form: NumberedPath, from first: Int) -> Series? {
    let numbered = files.compactMap { file in
      form.number(ofName: file.name).map { (number: $0, file: file) }
    }.filter { $0.number >= first }.sorted { $0.number < $1.number }
    guard !numbered.isEmpty else { return nil }
    return Series(
      path: MediaLocator.join(path, form.text),
      pictures: numbered.map { ($0.number, $0.file.path) },
      bytes: numbered.map(\.file.bytes).sum)
  }

  /// The pictures with names of a form, and those of all forms that the names in the folder have.
  func series(own: NumberedPath, from first: Int) -> [Series] {
    var digits: [[String]: Int] = [:]
    for file in files {
      guard let parts = Self.parts(of: file.name) else { continue }
      let key = [parts.before, parts.after]
      digits[key] = min(digits[key] ?? .max, parts.digits)
    }
    let forms = digits.compactMap { key, digits in
      NumberedPath(key[0] + (digits == 1 ? "%d" : "%0\(digits)d") + key[1])
    }.filter { $0 != own }
    return ([own] + forms.sorted { $0.text < $1.text }).compactMap { series($0, from: first) }
  }

  /// What stands around the last number of a name, whose ending may have digits of its own.
  private static func parts(of name: String) -> (before: String, digits: Int, after: String)? {
    let bytes = Array(name.utf8)
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
    guard let last = bytes[..<end].lastIndex(where: isDigit) else { return nil }
    let first = (bytes[..<last].lastIndex { !isDigit($0) } ?? -1) + 1
    guard last - first < 9 else { return nil }
    return (
      String(decoding: bytes[..<first], as: UTF8.self), last - first + 1,
      String(decoding: bytes[(last + 1)...], as: UTF8.self)
    )
  }
}
