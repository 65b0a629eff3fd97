import Diagnostics
import FileSystem
import Glibc
import TimelineModel

extension MediaProblem {
  /// What may be meant by a path that leads nowhere, the best first.
  static func fixes(of path: String, item: MediaItem, locator: MediaLocator) -> [Fix] {
    func write(_ path: String, isCertain: Bool) -> Fix {
      let quoted = JSONText.quoted(path)
      return Fix(
        message: "write \(quoted)",
        edits: item.pathRange.isNone
          ? [] : [Fix.Edit(range: item.pathRange, replacement: quoted)], isCertain: isCertain)
    }
    if path.utf8.contains(UInt8(ascii: "\\")) {
      let slashed = path.split(separator: "\\", omittingEmptySubsequences: false)
        .joined(separator: "/")
      guard !hasDrive(slashed) else {
        let name = slashed.split(separator: "/").last.map(String.init) ?? slashed
        return [
          Fix(
            message: "there are no drives here: copy the file beside the project and write "
              + JSONText.quoted(name))
        ]
      }
      return [write(slashed, isCertain: isFile(slashed, locator))]
    }
    if path.hasPrefix("~/"), let home = home {
      return [write(MediaLocator.join(home, String(path.dropFirst(2))), isCertain: false)]
    }
    if let plain = decoded(path), isFile(plain, locator) { return [write(plain, isCertain: true)] }
    let folder = MediaLocator.folder(of: path)
    let wanted = path.split(separator: "/").last.map(String.init) ?? path
    let names = locator.neighbours(of: path)
    let same = names.filter { $0.lowercased() == wanted.lowercased() }
    let unused = names.filter {
      !locator.namedPaths.contains($0)
        && !locator.namedPaths.contains(MediaLocator.join(folder, $0))
    }
    guard let name = same.first ?? Suggestion.closest(to: wanted, among: unused) else { return [] }
    let found = MediaLocator.join(folder, name)
    if same.count == 1 { return [write(found, isCertain: isFile(found, locator))] }
    let quoted = JSONText.quoted(found)
    return [
      Fix(
        message: "there is \(quoted); is that the one?",
        edits: item.pathRange.isNone
          ? [] : [Fix.Edit(range: item.pathRange, replacement: quoted)])
    ]
  }

  /// The command that finds a file that was moved or renamed.
  static func relinking(_ locator: MediaLocator) -> Fix? {
    guard let project = locator.projectFile else { return nil }
    let folder = locator.projectFolder
    return Fix(
      message: "if it was moved or renamed, find it by its content below a folder: cutlist relink "
        + "\(Self.shellWord(project)) \(Self.shellWord(folder)) --write")
  }

  /// A word as a shell takes it.
  private static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "_./-+,:@%=".utf8.contains($0)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// The path that an address of a file leads to: `file:///a/b%20c`, `file:b`.
  static func fix(ofAddress address: String, item: MediaItem, locator: MediaLocator) -> Fix {
    var path = String(address.dropFirst("file:".count))
    if path.hasPrefix("//") {
      // What stands between these and the path is the name of a machine: none, or this one.
      let rest = path.dropFirst(2)
      path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
    path = decoded(path) ?? path
    let quoted = JSONText.quoted(path)
    return Fix(
      message: "write \(quoted)",
      edits: item.pathRange.isNone
        ? [] : [Fix.Edit(range: item.pathRange, replacement: quoted)],
      isCertain: isFile(path, locator))
  }

  /// A path with bytes in place of their hexadecimal numbers (RFC 3986, 2.1); `nil` where there are
  /// none.
  private static func decoded(_ path: String) -> String? {
    let bytes = Array(path.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result.count < bytes.count ? String(validating: result, as: UTF8.self) : nil
  }

  private static func isFile(_ path: String, _ locator: MediaLocator) -> Bool {
    guard case .file? = try? locator.locate(path) else { return false }
    return true
  }

  /// `C:/…`
  private static func hasDrive(_ path: String) -> Bool {
    let start = Array(path.utf8.prefix(2))
    return start.count == 2 && start[1] == UInt8(ascii: ":") && (start[0] | 0x20) &- 0x61 < 26
  }

  private static var home: String? {
    guard let value = unsafe getenv("HOME") else { return nil }
    return unsafe FileName.text(value)
  }
}
