import Glibc
import Raster

/// Hashes of what media consist of.
enum ContentHash {
  /// XXH64 of a file's bytes and its length; of the text for an address.
  static func of(_ place: MediaLocator.Place) -> String {
    switch place {
    case .address(let address): return "address:\(address)"
    case .file(let path): return hash(path: path) ?? "unreadable:\(path)"
    }
  }

  private static func hash(path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var hash = XXH64()
    var length: UInt64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      length += UInt64(count)
      hash.update(buffer.span.extracting(0..<count))
    }
    hash.update(length)
    return "file:" + ImageHash(value: hash.finalize()).description
  }
}
