import Diagnostics
import FileSystem
import Glibc
package import OutputKinds

extension OutputFileKind {
  /// Whether a file is one of these kinds with our mark.
  package static func isOurs(_ path: String) -> Bool {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    let file = FileBytes(count: Int64(status.st_size)) { place, count in
      var bytes = [UInt8](repeating: 0, count: count)
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, count, Int(place))
      }
      return read == count ? bytes : nil
    }
    return all.contains { $0.isOurs(file) }
  }
}

extension PictureFormat {
  /// Whether a file is a PNG picture, whoever made it.
  package static func isPNG(_ path: String) -> Bool {
    WritingLocation.beginning(of: path, limit: pngSignature.count) == pngSignature
  }
}
