import Workspace
import FileSystem
import Glibc

/// A new folder of files below the one for temporary files, which goes with the value, and when the
/// process is ended.
package final class TemporaryFolder: Sendable {
  package let path: String
  private let mark: Unfinished.Mark

  /// The folder for temporary files: `$TMPDIR`, else `/tmp`.
  package static var place: String {
    Machine.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// - Returns: `nil` where no folder can be made, with the reason in `errno`.
  package init?() {
    // The system puts letters of its own in place of the last six.
    var name = MediaLocator.join(Self.place, "cutlist-XXXXXX").utf8CString
    let made = unsafe name.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let made else { return nil }
    path = made
    mark = Unfinished.folder(made)
  }

  deinit { Unfinished.remove(folder: path) }
}
