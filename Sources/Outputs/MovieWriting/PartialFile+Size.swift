import FileSystem

extension PartialFile {
  /// Refuses a file that is larger than it may be, before it appears.
  ///
  /// - Parameter limit: bytes; `nil` for none.
  func check(_ limit: Int?) throws(MovieWriteError) {
    guard let limit else { return }
    let size = try self.size()
    guard size > limit else { return }
    throw MovieWriteError("write movie", path: shownPath, .refused(Self.excess(size, limit)))
  }

  /// That so many bytes are too many.
  static func excess(_ size: Int, _ limit: Int) -> String {
    "it has \(size) bytes, and the output's \"maxSize\" allows \(limit)"
  }
}
