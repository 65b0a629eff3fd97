import Diagnostics
import Glibc

/// What a file system has free.
package struct FreeSpace: Hashable, Sendable {
  /// The system's number of the file system.
  package var device: UInt64
  /// Bytes that the caller may write, as far as the system knows.
  package var bytes: Int

  /// Nothing is checked.
  package init(device: UInt64, bytes: Int) {
    self.device = device
    self.bytes = bytes
  }
}

extension FileAccess {
  /// What is free where a file would be written: in its folder, or in the first one above that is there.
  ///
  /// - Returns: `nil` where the system does not tell, or knows no limit.
  package static func freeSpace(at path: String) -> FreeSpace? {
    var folder = MediaLocator.folder(of: path)
    while true {
      let place = folder.isEmpty ? "." : folder
      if let status = SystemFolder.status(place) {
        var found = statvfs()
        // Some file systems say nothing of their size.
        guard unsafe statvfs(place.fileName, &found) == 0, found.f_blocks > 0 else { return nil }
        let unit = UInt64(found.f_frsize)
        let (bytes, overflow) = UInt64(found.f_bavail).multipliedReportingOverflow(by: unit)
        return FreeSpace(
          device: status.device, bytes: overflow ? Int.max : Int(clamping: bytes))
      }
      if folder.isEmpty || folder == "/" { return nil }
      folder = MediaLocator.folder(of: folder)
    }
  }
}
