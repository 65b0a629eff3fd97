import Diagnostics
import FileSystem
import Glibc
import BaseValues
import Raster

/// Hashes of what media consist of.
package enum ContentHash {
  /// A filter's text, the release of libav, and the content of every file that the text names.
  ///
  /// Which arguments of which filter are files is not known, so each piece between the signs that
  /// filter texts are made of counts that is the path of a file.
  /// - Parameter hashes: of files; `nil` for filters that read none.
  package static func of(filter text: String, release: String, _ hashes: SourceHashes?) -> String {
    guard let hashes else { return "filter:\(text):\(release)" }
    let pieces = text.split { ":=,;[]'|".contains($0) || $0 == "\\" || $0 == " " }
    let files = Set(pieces.map(String.init)).sorted().compactMap { piece in
      SystemFolder.status(piece)?.isRegular == true ? hashes.hash(path: piece) : nil
    }
    return (["filter:\(text):\(release)"] + files).joined(separator: ":")
  }

  /// XXH64 of a file's bytes and its length. Reads the whole file; `nil` where that fails.
  static func hash(path: String) -> String? {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var sum = Sum()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      sum.add(buffer.span.extracting(0..<count))
    }
    return sum.text
  }

  /// The same of bytes that were read.
  package static func hash(_ bytes: [UInt8]) -> String {
    var sum = Sum()
    sum.add(bytes.span)
    return sum.text
  }

  /// What bytes that come one after another add up to.
  package struct Sum {
    private var hash = XXH64()
    private var length: UInt64 = 0

    package init() {}

    package mutating func add(_ bytes: Span<UInt8>) {
      length += UInt64(bytes.count)
      hash.update(bytes)
    }

    package var text: String {
      var whole = hash
      whole.update(length)
      return "file:" + ImageHash(value: whole.finalize()).description
    }
  }
}
