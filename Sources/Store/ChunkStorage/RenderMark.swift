import FileSystem
import Glibc

/// Says that a render is at work in a cache folder, as long as the value lives.
///
/// ```
/// FOLDER/renders/1k2j3h4g5f6d7-5f0c…e1.render     locked as long as the render is at work
/// ```
struct RenderMark: ~Copyable {
  private static let folder = "renders"
  private static let ending = ".render"

  private var file: NewFile?

  /// Without the right to write there is no mark and none is needed: others cannot remove either.
  init(folder: String) {
    guard SystemFolder.make(folder) == nil, let root = try? OpenFolder(folder),
      let marks = try? OpenFolder(making: Self.folder, in: root)
    else { return }
    file = Self.make(in: marks, isNameless: true) ?? Self.make(in: marks, isNameless: false)
  }

  private static func make(in marks: borrowing OpenFolder, isNameless: Bool) -> NewFile? {
    guard
      var file = try? NewFile(in: marks, stem: "", ending: ending, isNameless: isNameless)
    else { return nil }
    do throws(SystemError) { try file.link() } catch { return nil }
    return file
  }

  /// When the oldest render that is still at work began; those that ended without a word are
  /// forgotten.
  static func oldest(in folder: String) -> Int64? {
    if let marks = marks(in: folder) {
      NewFile.removeLeftBehind(in: marks, start: "", ending: ending)
    }
    return atWork(in: folder).min()
  }

  /// When each render that is at work began. A file that nobody holds stands for nothing, whoever
  /// put it there.
  static func atWork(in folder: String) -> [Int64] {
    guard let marks = marks(in: folder) else { return [] }
    return marks.names().compactMap { name in
      guard let file = marks.file(name), let status = file.status, !file.lock() else { return nil }
      return status.modified
    }
  }

  private static func marks(in folder: String) -> OpenFolder? {
    guard let root = try? OpenFolder(folder) else { return nil }
    return try? OpenFolder(Self.folder, in: root)
  }
}
