/// What Git LFS has a repository keep in place of a file's content.
package struct LargeFilePointer: Hashable, Sendable {
  /// The SHA-256 of the content, in 64 hexadecimal digits.
  package let hash: String
  /// The content's length.
  package let byteCount: Int

  /// Bytes that a pointer has at most, by the specification of Git LFS.
  package static let longest = 1024

  /// Reads what a repository has; `nil` for what is no pointer to a content that is known by a SHA-256.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longest, bytes.starts(with: Repository.pointerBeginning) else {
      return nil
    }
    var (hash, count): (String?, Int?)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("oid sha256:") { hash = String(line.dropFirst("oid sha256:".count)) }
      if line.hasPrefix("size ") { count = Int(line.dropFirst("size ".count)) }
    }
    let digits = Set("0123456789abcdef")
    guard let hash, let count, count >= 0, hash.count == 64, hash.allSatisfy(digits.contains)
    else { return nil }
    (self.hash, byteCount) = (hash, count)
  }

  /// Where the content lies below the folder of contents.
  package var path: String { "\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)" }
}
