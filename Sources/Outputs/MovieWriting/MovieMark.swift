import Diagnostics
import Glibc

/// The mark that every movie of ours carries, so that none of somebody else's is taken for one: the
/// tag `©too`, the tool that encoded it, as Apple's players and libav read it.
///
/// ```
/// moov / udta / meta / ilst / ©too / data    "cutlist"
/// ```
/// It holds no version: the same movie has the same bytes.
public enum MovieMark {
  static let text = "cutlist"

  /// Whether a file is an MP4 movie with our mark. Only boxes' headers are read.
  public static func isIn(_ path: String) -> Bool {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    let file = BoxFile(descriptor: descriptor)
    var range: Range<Int64>? = 0..<Int64(status.st_size)
    for (name, header) in [("moov", 0), ("udta", 0), ("meta", 4), ("ilst", 0), ("©too", 0)] {
      // `meta` begins with a version and flags before its boxes.
      range = range.flatMap { file.content(of: name, in: $0) }.flatMap { content in
        content.count >= header ? content.lowerBound + Int64(header)..<content.upperBound : nil
      }
    }
    guard let data = range.flatMap({ file.content(of: "data", in: $0) }) else { return false }
    // A kind and a language, four bytes each, come before the text.
    guard data.count == 8 + text.utf8.count else { return false }
    return file.bytes(at: data.lowerBound + 8, count: text.utf8.count) == Array(text.utf8)
  }

  /// Boxes of ISO/IEC 14496-12, 4.2.
  private struct BoxFile {
    let descriptor: Int32

    /// What is in the first box of a name among those of a range.
    func content(of name: String, in range: Range<Int64>) -> Range<Int64>? {
      // Names are in Latin-1, where © is one byte.
      let wanted = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      var position = range.lowerBound
      // A movie has a handful of boxes on each level; a file of thousands is not asked further.
      for _ in 0..<256 where range.upperBound - position >= 8 {
        guard let header = bytes(at: position, count: 8) else { return nil }
        var size = number(header[0..<4])
        var start = position + 8
        if size == 1, let long = bytes(at: start, count: 8) {
          size = number(long[0..<8])
          start += 8
        } else if size == 0 {
          size = range.upperBound - position
        }
        guard size >= start - position, size <= range.upperBound - position else { return nil }
        if Array(header[4..<8]) == wanted { return start..<position + size }
        position += size
      }
      return nil
    }

    func bytes(at position: Int64, count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, count, Int(position))
      }
      return read == count ? bytes : nil
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
      bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
  }
}
