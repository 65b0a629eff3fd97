import Workspace
import FileSystem
import Glibc

/// A new folder below the one for temporary files, which whoever makes it removes.
package enum TemporaryFolder {
  /// The folder for temporary files: `$TMPDIR`, else `/tmp`.
  package static var place: String {
    Machine.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// - Returns: the path of a folder that nobody else has; `nil` where none can be made, with the reason in
  ///   `errno`.
  package static func make() -> String? {
    // The system puts letters of its own in place of the last six.
    var name = MediaLocator.join(place, "cutlist-XXXXXX").utf8CString
    return unsafe name.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
  }
}
