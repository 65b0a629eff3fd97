import Foundation

/// A folder with projects and media, gone after the test.
final class Folder {
  let path = FileManager.default.temporaryDirectory.path + "/cutlist-workspace-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// - Returns: the file's path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
  }
}

/// The projects that come with the package.
let gallery = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Projects")
